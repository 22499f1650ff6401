/** Whether the side to move has to capture, and how that is said. Used by a game and by an analysis. */
import type { BoardMove } from '../board/types';
import { t } from '../messages/messages.svelte';
import { factsOf } from '../rules/family';

/** Whether one of these moves has to be made because it captures. In a game with huffing no capture is compulsory. */
export function isCompulsory(variant: string, moves: readonly BoardMove[]): boolean {
  return factsOf(variant)?.huffing !== true && moves.some((move) => move.captured.length > 0);
}

/** A sentence with what is added to it for screen readers if the next move has to be a capture. */
export function withCompulsion(sentence: string, variant: string, moves: readonly BoardMove[]): string {
  return isCompulsory(variant, moves) ? `${sentence}. ${t('word.mustCapture')}` : sentence;
}

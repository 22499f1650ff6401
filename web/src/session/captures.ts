/** Whether the side to move must capture, and the sentence for it. Used by games and analyses. */
import type { BoardMove } from '../board/types';
import { t } from '../messages/messages.svelte';
import { factsOf } from '../rules/family';

/**
 * Whether one of these moves is a compulsory capture. In a game with huffing no capture is
 * compulsory.
 */
export function isCompulsory(variant: string, moves: readonly BoardMove[]): boolean {
  return factsOf(variant)?.huffing !== true && moves.some((move) => move.captured.length > 0);
}

/** A sentence, with an addition for screen readers if the next move must be a capture. */
export function withCompulsion(sentence: string, variant: string, moves: readonly BoardMove[]): string {
  return isCompulsory(variant, moves) ? `${sentence}. ${t('word.mustCapture')}` : sentence;
}

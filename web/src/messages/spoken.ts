/**
 * The board's phrases for screen readers and voices (`board/phrases.ts`) in the chosen language;
 * used by the session and by the board component.
 */
import type { MovePhrases } from '../board/announce';
import * as phrases from '../board/phrases';
import type { BoardWords } from '../board/types';
import { t } from './messages.svelte';

export function movePhrases(): MovePhrases {
  return phrases.movePhrases(t);
}

export function boardWords(): BoardWords {
  return phrases.boardWords(t);
}

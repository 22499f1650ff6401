/**
 * Phrases for screen readers and voices: squares and moves in the chosen language. Passes texts to
 * the board's pure functions; used by the session and by the board component.
 */
import type { MovePhrases } from '../board/announce';
import type { BoardWords, CellState, Kind, Side } from '../board/types';
import { t, type Key } from './messages.svelte';

const PIECE: Record<Side, Record<Kind, Key>> = {
  white: { man: 'piece.white.man', king: 'piece.white.king' },
  black: { man: 'piece.black.man', king: 'piece.black.king' },
};
const SUBJECT: Record<Side, Key> = { white: 'side.white.the', black: 'side.black.the' };
const TAKEN: Record<Kind, { one: Key; other: Key }> = {
  man: { one: 'taken.man.one', other: 'taken.man.other' },
  king: { one: 'taken.king.one', other: 'taken.king.other' },
};

/** A small number as a word if the messages have one, otherwise in figures. */
function numberWord(n: number): string {
  return t('numbers').split(' ')[n] ?? String(n);
}

export function movePhrases(): MovePhrases {
  return {
    quiet: (side, from, to) => t('said.quiet', { side: t(SUBJECT[side]), from, to }),
    capture: (side, from, to, taken) => t('said.capture', { side: t(SUBJECT[side]), from, to, taken }),
    taken: (kind, n) => t(n === 1 ? TAKEN[kind].one : TAKEN[kind].other, { n: numberWord(n) }),
    both: (first, second) => t('said.both', { first, second }),
    huffs: (side, square, sentence) => t('said.huffs', { side: t(SUBJECT[side]), square, sentence }),
    promotes: (sentence) => t('said.promotes', { sentence }),
  };
}

export function boardWords(): BoardWords {
  return { board: t('board.name'), cell: cellName };
}

function cellName({ name, piece, selected, touched, movable, reachable, huff }: CellState): string {
  const parts = [name, piece ? t(PIECE[piece.side][piece.kind]) : t('cell.empty')];
  if (touched) parts.push(t('cell.touched'));
  else if (selected) parts.push(t('cell.selected'));
  else if (movable) parts.push(t('cell.movable'));
  if (reachable) parts.push(t('cell.reachable'));
  if (huff) parts.push(t(huff === 'lifted' ? 'cell.lifted' : 'cell.huffable'));
  return parts.join(', ');
}

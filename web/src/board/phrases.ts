/**
 * The phrases of a board for screen readers and voices: squares and moves in one language. The
 * caller passes in how a text is found, so that the page and the npm package share them.
 */
import type { MovePhrases } from './announce';
import type { BoardWords, CellState, Kind, Side } from './types';

/** The keys of the texts, which are in `messages/en.json` and `fr.json`. */
const PIECE = {
  white: { man: 'piece.white.man', king: 'piece.white.king' },
  black: { man: 'piece.black.man', king: 'piece.black.king' },
} as const satisfies Record<Side, Record<Kind, string>>;
const SUBJECT = { white: 'side.white.the', black: 'side.black.the' } as const;
const TAKEN = {
  man: { one: 'taken.man.one', other: 'taken.man.other' },
  king: { one: 'taken.king.one', other: 'taken.king.other' },
} as const satisfies Record<Kind, { one: string; other: string }>;

export type PhraseKey =
  | (typeof PIECE)[Side][Kind]
  | (typeof SUBJECT)[Side]
  | (typeof TAKEN)[Kind]['one' | 'other']
  | 'numbers'
  | 'board.name'
  | `said.${'quiet' | 'capture' | 'both' | 'huffs' | 'promotes'}`
  | `cell.${'empty' | 'touched' | 'selected' | 'movable' | 'reachable' | 'lifted' | 'huffable'}`;

/** Returns a text with values in place of `{name}`. */
export type Translate = (key: PhraseKey, values?: Record<string, string | number>) => string;

export function movePhrases(t: Translate): MovePhrases {
  // A small number as a word if the texts have one, otherwise in figures.
  const numberWord = (n: number): string => t('numbers').split(' ')[n] ?? String(n);
  return {
    quiet: (side, from, to) => t('said.quiet', { side: t(SUBJECT[side]), from, to }),
    capture: (side, from, to, taken) => t('said.capture', { side: t(SUBJECT[side]), from, to, taken }),
    taken: (kind, n) => t(n === 1 ? TAKEN[kind].one : TAKEN[kind].other, { n: numberWord(n) }),
    both: (first, second) => t('said.both', { first, second }),
    huffs: (side, square, sentence) => t('said.huffs', { side: t(SUBJECT[side]), square, sentence }),
    promotes: (sentence) => t('said.promotes', { sentence }),
  };
}

export function boardWords(t: Translate): BoardWords {
  return { board: t('board.name'), cell: (cell) => cellName(t, cell) };
}

function cellName(t: Translate, { name, piece, selected, touched, movable, reachable, huff }: CellState): string {
  const parts = [name, piece ? t(PIECE[piece.side][piece.kind]) : t('cell.empty')];
  if (touched) parts.push(t('cell.touched'));
  else if (selected) parts.push(t('cell.selected'));
  else if (movable) parts.push(t('cell.movable'));
  if (reachable) parts.push(t('cell.reachable'));
  if (huff) parts.push(t(huff === 'lifted' ? 'cell.lifted' : 'cell.huffable'));
  return parts.join(', ');
}

/**
 * Makes the sentence for the live region that announces a move: "les Blancs prennent de 28 à 37, deux pions". It needs the move
 * and the pieces before it. The caller passes in the phrases, so that each language has its own.
 */
import type { BoardMove, BoardPiece, Kind, Side, Square } from './types';

export interface MovePhrases {
  quiet(side: Side, from: string, to: string): string;
  capture(side: Side, from: string, to: string, taken: string): string;
  taken(kind: Kind, count: number): string;
  both(first: string, second: string): string;
  promotes(sentence: string): string;
  /** A piece of the other side is huffed before the move. */
  huffs(side: Side, square: string, sentence: string): string;
}

/** The sentence for a move. `pieces` are those before the move. */
export function announce(
  move: BoardMove,
  before: readonly BoardPiece[],
  nameOf: (square: Square) => string,
  phrases: MovePhrases,
): string {
  const side = before.find((p) => p.square === move.from)?.side ?? 'white';
  const [from, to] = [nameOf(move.from), nameOf(move.to)];
  let sentence: string;
  if (move.captured.length === 0) {
    sentence = phrases.quiet(side, from, to);
  } else {
    const kings = before.filter((p) => p.kind === 'king' && move.captured.includes(p.square)).length;
    const men = move.captured.length - kings;
    const parts = [
      ...(men > 0 ? [phrases.taken('man', men)] : []),
      ...(kings > 0 ? [phrases.taken('king', kings)] : []),
    ];
    const [first = '', second] = parts;
    sentence = phrases.capture(side, from, to, second ? phrases.both(first, second) : first);
  }
  if (move.promotes) sentence = phrases.promotes(sentence);
  return move.huff === null ? sentence : phrases.huffs(side, nameOf(move.huff), sentence);
}

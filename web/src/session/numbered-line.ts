/**
 * Moves of the engine's lines with their numbers. Pure, except for the setting of Manoury's
 * brackets.
 */
import type { Side } from '../rules/model';
import { inBrackets } from './notation';

export interface NumberedMove {
  /**
   * `12.`, or `12…` if the line begins with the second move of a pair; empty for a second move that
   * follows its first.
   */
  number: string;
  text: string;
}

/** `first` is the number of the first move, and `side` is the side that makes it. */
export function linesOf(pv: readonly string[], first: { number: number; second: boolean }, side: Side): NumberedMove[] {
  const other: Side = side === 'white' ? 'black' : 'white';
  return pv.map((move, i) => {
    const second = first.second !== (i % 2 === 1);
    const number = first.number + Math.floor((i + (first.second ? 1 : 0)) / 2);
    const mover = i % 2 === 0 ? side : other;
    const text = mover === 'black' && inBrackets() ? `(${move})` : move;
    return { number: second ? (i === 0 ? `${number}…` : '') : `${number}.`, text };
  });
}

/**
 * The number of a move of a game, `12.` or `12…`: `ply` moves were played before it, and `second`
 * tells whether its side is the second one of each pair. A game may begin with a second move.
 */
export function moveNumber(ply: number, second: boolean): string {
  const missing = second === (ply % 2 === 0) ? 1 : 0;
  return `${Math.floor((ply + missing) / 2) + 1}${second ? '…' : '.'}`;
}

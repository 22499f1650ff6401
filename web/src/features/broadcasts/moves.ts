/** The moves of a board as a list and as PDN, and the squares of the last one. */
import type { LayoutSquare } from '../../board/types';
import type { BoardResult, BroadcastBoardView as BoardNow } from '../../api/types';
import { written } from './results';

export interface TypedBoard {
  white: string;
  black: string;
  moves: readonly string[];
  result: BoardResult | null;
  /** The start position as FEN, if it is not the default. */
  start: string | null;
  /** The variant, if it is not that of the broadcast. */
  variant: string | null;
}

/** A board as PDN for the server. Characters that would end a tag are left out. */
export function pdnOf({ white, black, moves, result, start, variant }: TypedBoard): string {
  const tag = (name: string, value: string): string => (value === '' ? '' : `[${name} "${value.replace(/["\\[\]\n\r]/g, '')}"]\n`);
  const end = result === null ? '*' : written(result);
  const first = start?.startsWith('B') ? 1 : 0;
  const line = moves.map((move, n) => {
    const ply = n + first;
    return ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : n === 0 ? `${(ply + 1) / 2}... ${move}` : move;
  });
  return `${tag('White', white)}${tag('Black', black)}${tag('Variant', variant ?? '')}${tag('FEN', start ?? '')}${tag('Result', end)}\n${[...line, end].join(' ')}\n`;
}

export function lastSquares(board: BoardNow, squares: readonly LayoutSquare[]): number[] {
  const names = board.moves.at(-1)?.match(/[a-p]?\d+/g) ?? [];
  const found = [names[0], names.at(-1)].map((name) => squares.find((it) => it.name === name)?.square);
  return found.filter((square) => square !== undefined);
}

export function turnOf(board: BoardNow): 'white' | 'black' {
  const begins = board.start?.startsWith('B') ? 1 : 0;
  return (board.moves.length + begins) % 2 === 0 ? 'white' : 'black';
}

/** The number of the last move and the move: `12. 28x19`, `12… 14x23`. */
export function lastMove(board: BoardNow): string | null {
  const move = board.moves.at(-1);
  if (move === undefined) return null;
  const ply = board.moves.length - 1 + (board.start?.startsWith('B') ? 1 : 0);
  return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'} ${move}`;
}

/** A clock reading: `1:18:07`. */
export function clockText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * What an irregular move takes off the board: the other side's pieces that it passes over in a straight line. Knows where
 * squares lie and no rule; called by the session when somebody has put a piece where none may go.
 */
import { Geometry } from '../board/geometry';
import type { BoardPiece, Layout, Side, Square } from '../board/types';

/** The pieces of the other side that a piece of `side` passes over from stop to stop, in the order of passing. */
export function jumpedOver(layout: Layout, pieces: readonly BoardPiece[], side: Side, stops: readonly Square[]): Square[] {
  const geometry = new Geometry(layout, false);
  const theirs = new Set(pieces.filter((piece) => piece.side !== side).map((piece) => piece.square));
  const passed = stops.slice(1).flatMap((stop, i) => geometry.between(stops[i] ?? stop, stop));
  return [...new Set(passed.filter((square) => theirs.has(square)))];
}

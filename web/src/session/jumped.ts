/** Which pieces an irregular move captures: the other side's pieces that it passes over in a straight line. It knows where squares are, but no rule. */
import { Geometry } from '../board/geometry';
import type { BoardPiece, Layout, Side, Square } from '../board/types';

/** The other side's pieces that a piece of `side` passes over from stop to stop, in this order. */
export function jumpedOver(layout: Layout, pieces: readonly BoardPiece[], side: Side, stops: readonly Square[]): Square[] {
  const geometry = new Geometry(layout, false);
  const theirs = new Set(pieces.filter((piece) => piece.side !== side).map((piece) => piece.square));
  const passed = stops.slice(1).flatMap((stop, i) => geometry.between(stops[i] ?? stop, stop));
  return [...new Set(passed.filter((square) => theirs.has(square)))];
}

/**
 * The pieces captured by an irregular move: the opponent's pieces in a straight line between its
 * stops. Geometry only, no rules.
 */
import { Geometry } from '../board/geometry';
import type { BoardPiece, Layout, Side, Square } from '../board/types';

/** The opponent's pieces that a piece of `side` passes over from stop to stop, in this order. */
export function jumpedOver(layout: Layout, pieces: readonly BoardPiece[], side: Side, stops: readonly Square[]): Square[] {
  const geometry = new Geometry(layout, false);
  const theirs = new Set(pieces.filter((piece) => piece.side !== side).map((piece) => piece.square));
  const passed = stops.slice(1).flatMap((stop, i) => geometry.between(stops[i] ?? stop, stop));
  return [...new Set(passed.filter((square) => theirs.has(square)))];
}

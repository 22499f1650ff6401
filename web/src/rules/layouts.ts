/** The boards of the games, one object for each game. */
import type { BoardLayout } from './model';

const layouts = new Map<string, BoardLayout>();

/** Makes all views of one variant share one layout, so that a board knows at a glance that it has not changed. */
export function withSharedLayout<V extends { variant: string; board: BoardLayout }>(view: V): V {
  const shared = layouts.get(view.variant) ?? view.board;
  layouts.set(view.variant, shared);
  return { ...view, board: shared };
}

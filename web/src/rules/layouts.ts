/** The layouts of the boards, one object for each game. */
import type { BoardLayout } from './model';

const layouts = new Map<string, BoardLayout>();

/**
 * Makes all views of a game share one layout object, so that boards compare layouts by identity.
 */
export function withSharedLayout<V extends { variant: string; board: BoardLayout }>(view: V): V {
  const shared = layouts.get(view.variant) ?? view.board;
  layouts.set(view.variant, shared);
  return { ...view, board: shared };
}

/**
 * The types of the values that come through the rules binding. They are generated from the Rust types (`types/`, kept up to
 * date by a test of crates/wasm). The page imports them only from here.
 */
export type * from './types';
import type { Ending, GameChange, GameHead, PieceView, PlayedMove, PlyView } from './types';

/** How a game ended: who won (null for a draw), and by which rule. */
export type Outcome = Ending;

/** A game as the page shows it after some of its plies: the constant parts, the position there, and what can be done now. */
export interface GameView extends GameHead, Omit<PlyView, 'pieces'>, Omit<GameChange, 'kept' | 'history' | 'now'> {
  plies: number;
  pieces: readonly PieceView[];
  history: readonly PlayedMove[];
}

/**
 * The shapes that come through the rules door. They are generated from the Rust types (`types/`, kept fresh by a test of
 * crates/wasm); the page imports their names from here only.
 */
export type {
  BoardLayout,
  ClockSettings,
  Conduct,
  EndReason,
  FaultView,
  FenReply,
  GameAct,
  GameFacts,
  GameRecord,
  GameSettings,
  ImportBatch,
  ImportedGame,
  IrregularMove,
  Kind,
  Language,
  MoveView,
  PdnReply,
  PieceView,
  PlayedMove,
  Player,
  PlayReply,
  PositionView,
  RefusalView,
  Score,
  Side,
  TagView,
  ThinkLimits,
  Thought,
  TreeChange,
  TreeLine,
  TreeNode,
  TreePlayReply,
  TreePosition,
  VerdictView,
} from './types';
import type { Ending, GameChange, GameHead, PieceView, PlayedMove, PlyView } from './types';

/** How a game ended: who won (nobody in a draw), and by which rule. */
export type Outcome = Ending;

/** A game as the page shows it at one of its plies: what stays, the position there, and what can be done now. */
export interface GameView extends GameHead, Omit<PlyView, 'pieces'>, Omit<GameChange, 'kept' | 'history' | 'now'> {
  /** Plies played. */
  plies: number;
  /** The pieces of the position shown. */
  pieces: readonly PieceView[];
  /** Every move of the game. */
  history: readonly PlayedMove[];
}

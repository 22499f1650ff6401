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
  GameView,
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
  ThinkLimits,
  Thought,
  Verdict,
} from './types';
import type { Ending } from './types';

/** How a game ended: who won (nobody in a draw), and by which rule. */
export type Outcome = Ending;

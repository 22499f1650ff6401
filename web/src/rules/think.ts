/**
 * What the page and the engine's worker say to each other. Both sides import this file; it contains no code that runs.
 */
import type { ThinkLimits, Thought } from './model';

/** A question to the engine: a position and how long to look at it. */
export interface Question {
  variant: string;
  /** The position that the moves start from. */
  fen: string;
  /** Moves played since, so that repetition and the draw counts are known. */
  moves: readonly string[];
  /** How many pieces stand on the board after them. */
  pieces: number;
  limits: ThinkLimits;
}

/** `home` is the address of the page, which a worker does not know. */
export type ToWorker = { say: 'think'; id: number; question: Question; home: string } | { say: 'stop'; id: number };

export type FromWorker =
  | { say: 'thought'; id: number; thought: Thought }
  | { say: 'failed'; id: number; message: string };

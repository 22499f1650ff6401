/**
 * The messages between the page and the engine's worker. Both sides import this file; it contains no code that runs.
 */
import type { ThinkLimits, Thought } from './model';

/** A question to the engine: a position, and how long to search it. */
export interface Question {
  variant: string;
  /** The position before the moves. */
  fen: string;
  /** The moves played since then, so that repetitions and the counts for draws are known. */
  moves: readonly string[];
  /** The number of pieces on the board after these moves. */
  pieces: number;
  limits: ThinkLimits;
}

/**
 * Who waits for the answer: a game in progress (a move, a hint, a draw offer), a user who analyses a position, or a report
 * that is made in the background. The first comes before the second, and both come before the third.
 */
export type Priority = 'move' | 'look' | 'report';

/** `home` is the address of the page, which the worker does not know. */
export type ToWorker =
  | { say: 'ask'; id: number; priority: Priority; question: Question; home: string }
  | { say: 'cancel'; id: number };

export type FromWorker =
  | { say: 'thought'; id: number; thought: Thought }
  | { say: 'failed'; id: number; message: string };

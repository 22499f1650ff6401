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

/**
 * What waits for the answer: a game that is played (a move, a hint, an offer), a person who looks at a position, or a
 * report that is made meanwhile. The first comes before the second, and both before the third.
 */
export type Priority = 'move' | 'look' | 'report';

/** `home` is the address of the page, which a worker does not know. */
export type ToWorker =
  | { say: 'ask'; id: number; priority: Priority; question: Question; home: string }
  | { say: 'cancel'; id: number };

export type FromWorker =
  | { say: 'thought'; id: number; thought: Thought }
  | { say: 'failed'; id: number; message: string };

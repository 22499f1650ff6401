/**
 * The messages between the page and the engine's worker. Both import this file. It contains no code
 * that runs.
 */
import type { ThinkLimits, Thought } from './model';

/** A question to the engine: a position, and limits for the search. */
export interface Question {
  variant: string;
  /** The position before the moves. */
  fen: string;
  /** The moves played since then, for repetitions and the counts of the draw rules. */
  moves: readonly string[];
  /** The number of pieces on the board after these moves. */
  pieces: number;
  limits: ThinkLimits;
}

/**
 * The purpose of a request, from the highest to the lowest priority: a game in progress (a move, a
 * hint, a draw offer), an analysis that the user watches, a report in the background.
 */
export type Priority = 'move' | 'look' | 'report';

/** `home` is the address of the page, which the worker does not know. */
export type ToWorker =
  | { say: 'ask'; id: number; priority: Priority; question: Question; home: string }
  | { say: 'cancel'; id: number };

export type FromWorker =
  | { say: 'thought'; id: number; thought: Thought }
  | { say: 'failed'; id: number; message: string };

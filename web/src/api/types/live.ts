/**
 * The API of live. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { NewSeat, SeatAt, State, WantsRematch } from './shared';

/** A reply to a move of the opponent, and the replies that follow. */
export type IfThen = {
  /** The answer. */
  answer: string;
  /** The move of the opponent, in the game's own notation. */
  if: string;
  /** The replies to the opponent's next moves. */
  then?: IfThen[];
};
export const IfThen: Shape = { answer: 's', if: 's', 'then*': { '[]': () => IfThen } };

/** The conditional moves of a player. */
export type Conditional = {
  /** Replies by move; empty for none. */
  branches: IfThen[];
  /** The version of the game for which they hold: the number of its last event. */
  version: number;
};
export const Conditional: Shape = { branches: { '[]': IfThen }, version: 'n' };

/** How a game stands. */
export type Standing = {
  /** Which game. */
  game: string;
  rematch: WantsRematch | null;
  /** What the seat is for: `white`, `black`, `arbiter` or `watcher`. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  /** What follows from its events. */
  state: State;
  /** The number of its last event. */
  version: number;
};
export const Standing: Shape = { game: 's', 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], state: State, version: 'n' };

/** The socket of live play. */
export const getLive: Operation<{}, undefined, null> = ['GET /live'];

/** What a player has kept for the opponent's moves. */
export const getLiveConditional: Operation<{}, undefined, Conditional> = ['GET /live/conditional', Conditional];

/** Keeps these conditional moves in the place of those that were kept before. */
export const putLiveConditional: Operation<{}, Conditional, Conditional> = ['PUT /live/conditional', Conditional];

/** State of a game, without presence: the opponent is not notified. */
export const getLiveState: Operation<{}, undefined, Standing> = ['GET /live/state', Standing];

/** Makes the seat of those who watch, with the secret of a player. */
export const postLiveWatchers: Operation<{}, NewSeat, SeatAt> = ['POST /live/watchers', SeatAt];

/** Where the secret of a seat leads. */
export const getSeat: Operation<{}, undefined, SeatAt> = ['GET /seat', SeatAt];

/**
 * The API of live. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { WantsRematch, State, NewSeat, SeatAt } from './shared';

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
  /** The version of the game to which they apply: the number of its last event. */
  version: number;
};
export const Conditional: Shape = { branches: { '[]': IfThen }, version: 'n' };

/** The state of a game. */
export type GameStatusView = {
  /** The game's id. */
  game: string;
  rematch: WantsRematch | null;
  /** The role of the seat: `white`, `black`, `arbiter` or `watcher`. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  /** The state derived from its events. */
  state: State;
  /** The number of its last event. */
  version: number;
};
export const GameStatusView: Shape = { game: 's', 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], state: State, version: 'n' };

/** The WebSocket of live play. */
export const getLive: Operation<{}, undefined, null> = ['GET /live'];

/** The player's conditional moves. */
export const getLiveConditional: Operation<{}, undefined, Conditional> = ['GET /live/conditional', Conditional];

/** Replaces the player's conditional moves. */
export const putLiveConditional: Operation<{}, Conditional, Conditional> = ['PUT /live/conditional', Conditional];

/** State of a game, without presence: the opponent is not notified. */
export const getLiveState: Operation<{}, undefined, GameStatusView> = ['GET /live/state', GameStatusView];

/** Creates the seat of spectators, with the secret of a player. */
export const postLiveWatchers: Operation<{}, NewSeat, SeatAt> = ['POST /live/watchers', SeatAt];

/** The game and role of the seat with this secret. */
export const getSeat: Operation<{}, undefined, SeatAt> = ['GET /seat', SeatAt];

/**
 * The API of bots. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, WaitingChallenge } from './shared';

/** A challenge addressed to a bot. */
export type AddressedOffer = {
  /** Whether the host plays under the signed-in account. */
  account?: boolean;
  /** The offered game. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The name of the bot. */
  to: string;
};
export const AddressedOffer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', to: 's' };

/** A connected bot. */
export type ConnectedBot = {
  /** The name of its account. */
  name: string;
};
export const ConnectedBot: Shape = { name: 's' };

/** The bots that can be challenged. */
export type ConnectedBots = {
  /** The bots connected to this server. */
  bots: ConnectedBot[];
};
export const ConnectedBots: Shape = { bots: { '[]': ConnectedBot } };

/** The connected bots, each of which can be challenged. */
export const getBots: Operation<{}, undefined, ConnectedBots> = ['GET /bots', ConnectedBots];

/** Challenges a bot by its name. */
export const postBotsChallenge: Operation<{}, AddressedOffer, WaitingChallenge> = ['POST /bots/challenge', WaitingChallenge];

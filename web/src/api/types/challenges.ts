/**
 * The API of challenges. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, WaitingChallenge, SeatAt } from './shared';

/** A challenge that is taken up: by its invitation, or by its id from the lobby or from the list of those that are addressed to the account. */
export type Acceptance = {
  /** Whether the guest plays under the account that is signed in, whose name takes the place of `name`. A rated game, and one that asks for a rating, always does. */
  account?: boolean;
  /** The id of a public challenge, or of one that is addressed to the account that is signed in. */
  challenge?: string | null;
  /** The secret of the invitation. */
  invitation?: string | null;
  /** The name of the guest; may be empty. */
  name: string;
};
export const Acceptance: Shape = { 'account*': 'b', 'challenge*': 's', 'invitation*': 's', name: 's' };

/** The engine in the free seat of a game that waits. */
export type FreeSeat = {
  /** Its level, 1 to 10. */
  level: number;
};
export const FreeSeat: Shape = { level: 'n' };

/** The challenges of the lobby. */
export type Lobby = {
  challenges: WaitingChallenge[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const Lobby: Shape = { challenges: { '[]': WaitingChallenge }, 'next?': 's' };

/** Another game between the same players. */
export type NextGame = {
  /** Whether it has begun, and the caller has a seat there; if not, the other side has not agreed yet. */
  begun: boolean;
  /** Its id. */
  game: string;
  /** The secret of that seat, where the request had none. */
  secret: string | null;
};
export const NextGame: Shape = { begun: 'b', game: 's', 'secret?': 's' };

/** Another game is wanted, or one's seat at it. */
export type NextSeat = {
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the next game. Without it the secret follows from that of the seat in the header, so that all devices at one seat come to one seat again, and the answer has it. */
  secret?: string | null;
};
export const NextSeat: Shape = { 'secret*': 's' };

/** A game that is offered. */
export type Offer = {
  /** Whether the host plays under the account that is signed in, whose name takes the place of `host`. A rated game always does. */
  account?: boolean;
  /** What is offered. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The secret that the link carries. */
  invitation: string;
  /** Whether it is listed in the lobby. */
  public?: boolean;
};
export const Offer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', invitation: 's', 'public*': 'b' };

/** What became of a game that was offered. */
export type OfferAnswer = WaitingChallenge | SeatAt;
export const OfferAnswer: Shape = { '||': [WaitingChallenge, SeatAt] };

/** What became of a request to be paired. */
export type Paired = {
  seat: SeatAt | null;
  /** Until when the request waits if it is not sent again, in Unix milliseconds; null once the game has begun. */
  until_ms: number | null;
};
export const Paired: Shape = { 'seat?': SeatAt, 'until_ms?': 'n' };

/** A request to be paired with any opponent. */
export type Wish = {
  /** Whether the one who wants it plays under the account that is signed in. A rated game always does. */
  account?: boolean;
  /** What is wanted. */
  challenge: Challenge;
  /** The id of the game if no opponent is found at once: a random UUID of the client. */
  id: string;
};
export const Wish: Shape = { 'account*': 'b', challenge: Challenge, id: 's' };

/** The challenge that a secret belongs to, of its host or of its invitation. */
export const getChallenge: Operation<{}, undefined, WaitingChallenge> = ['GET /challenge', WaitingChallenge];

/** Withdraws a challenge, with the secret of its host. */
export const deleteChallenge: Operation<{}, undefined, null> = ['DELETE /challenge'];

/** Takes a challenge up: the game begins. */
export const postChallengeAccept: Operation<{}, Acceptance, SeatAt> = ['POST /challenge/accept', SeatAt];

/** Lets the engine take the free seat of a game that waits, with the secret of its host: the game begins at once, and is not rated, whatever was offered. */
export const postChallengeComputer: Operation<{}, FreeSeat, SeatAt> = ['POST /challenge/computer', SeatAt];

/** Offers a game. */
export const postChallenges: Operation<{}, Offer, OfferAnswer> = ['POST /challenges', OfferAnswer];

/** Wants another game with the colours changed. */
export const postLiveRematch: Operation<{}, NextSeat, NextGame> = ['POST /live/rematch', NextGame];

/** The public challenges that wait. */
export const getLobby: Operation<{ after?: string | null }, undefined, Lobby> = ['GET /lobby?after', Lobby];

/** Pairs the caller with a public challenge for the same game, or offers one. */
export const postLobbyPair: Operation<{}, Wish, Paired> = ['POST /lobby/pair', Paired];

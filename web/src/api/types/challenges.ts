/**
 * The API of challenges. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, WaitingChallenge, SeatAt } from './shared';

/** Acceptance of a challenge: by its invitation, or by its id if it is public or addressed to the account. */
export type Acceptance = {
  /** Whether the guest plays under the signed-in account, whose name replaces `name`. Always so for a rated game and one with a rating range. */
  account?: boolean;
  /** The id of a public challenge, or of one addressed to the signed-in account. */
  challenge?: string | null;
  /** The secret of the invitation. */
  invitation?: string | null;
  /** The name of the guest; may be empty. */
  name: string;
};
export const Acceptance: Shape = { 'account*': 'b', 'challenge*': 's', 'invitation*': 's', name: 's' };

/** Lets the engine take the free seat of an open challenge. */
export type FreeSeat = {
  /** Its level, 1 to 10. */
  level: number;
};
export const FreeSeat: Shape = { level: 'n' };

/** The challenges of the lobby. */
export type Lobby = {
  challenges: WaitingChallenge[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const Lobby: Shape = { challenges: { '[]': WaitingChallenge }, 'next?': 's' };

/** The next game of the same players. */
export type NextGame = {
  /** Whether it has begun and the caller has a seat; otherwise the other side has not agreed yet. */
  begun: boolean;
  /** Its id. */
  game: string;
  /** The secret of that seat, if the request had none. */
  secret: string | null;
};
export const NextGame: Shape = { begun: 'b', game: 's', 'secret?': 's' };

/** A rematch offer, or a request for a seat at the rematch. */
export type NextSeat = {
  /** 256 random bits as 43 characters of URL-safe Base64, made by the client, for the seat at the next game. If absent, the secret is derived from that of the seat in the header, so that all devices of one seat share the next one, and is returned. */
  secret?: string | null;
};
export const NextSeat: Shape = { 'secret*': 's' };

/** A game to offer. */
export type Offer = {
  /** Whether the host plays under the signed-in account, whose name replaces `host`. Always so for a rated game. */
  account?: boolean;
  /** The offered game. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The secret in the invitation link. */
  invitation: string;
  /** Whether it is listed in the lobby. */
  public?: boolean;
};
export const Offer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', invitation: 's', 'public*': 'b' };

/** The outcome of offering a game. */
export type OfferAnswer = WaitingChallenge | SeatAt;
export const OfferAnswer: Shape = { '||': [WaitingChallenge, SeatAt] };

/** The outcome of a pairing request. */
export type Paired = {
  seat: SeatAt | null;
  /** When the request expires unless repeated, in Unix milliseconds; null once the game has begun. */
  until_ms: number | null;
};
export const Paired: Shape = { 'seat?': SeatAt, 'until_ms?': 'n' };

/** A request to be paired with any opponent. */
export type PairingRequest = {
  /** Whether the caller plays under the signed-in account. Always so for a rated game. */
  account?: boolean;
  /** The wanted game. */
  challenge: Challenge;
  /** The id of the game if no opponent is found at once: a random UUID of the client. */
  id: string;
};
export const PairingRequest: Shape = { 'account*': 'b', challenge: Challenge, id: 's' };

/** The challenge of a secret, its host's or its invitation's. */
export const getChallenge: Operation<{}, undefined, WaitingChallenge> = ['GET /challenge', WaitingChallenge];

/** Withdraws a challenge, with the secret of its host. */
export const deleteChallenge: Operation<{}, undefined, null> = ['DELETE /challenge'];

/** Accepts a challenge: the game begins. */
export const postChallengeAccept: Operation<{}, Acceptance, SeatAt> = ['POST /challenge/accept', SeatAt];

/** Lets the engine take the free seat of an open challenge, with the secret of its host: the game begins at once, unrated. */
export const postChallengeComputer: Operation<{}, FreeSeat, SeatAt> = ['POST /challenge/computer', SeatAt];

/** Offers a game. */
export const postChallenges: Operation<{}, Offer, OfferAnswer> = ['POST /challenges', OfferAnswer];

/** Offers or accepts a rematch with swapped colours. */
export const postLiveRematch: Operation<{}, NextSeat, NextGame> = ['POST /live/rematch', NextGame];

/** Open public challenges. */
export const getLobby: Operation<{ after?: string | null }, undefined, Lobby> = ['GET /lobby?after', Lobby];

/** Pairs the caller with a public challenge for the same game, or offers one. */
export const postLobbyPair: Operation<{}, PairingRequest, Paired> = ['POST /lobby/pair', Paired];

/**
 * The API of friends. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, RatingShown, WaitingChallenge, NewSeat, SeatAt } from './shared';

/** What an account is to another. */
export type BondShown = {
  /** The name of the other one. */
  name: string;
  /** `stranger`; `asked` where the other one was asked; `asks` where that one asks; `friend`; `blocked` where that one is kept away; `oneself`. */
  standing: 'stranger' | 'asked' | 'asks' | 'friend' | 'blocked' | 'oneself';
};
export const BondShown: Shape = { name: 's', standing: ['stranger', 'asked', 'asks', 'friend', 'blocked', 'oneself'] };

/** What the owner of an account lets friends and strangers do. */
export type ChoicesShown = {
  /** Whether anybody may ask to be a friend. Where not, whoever asks waits without being seen. */
  asked: boolean;
  /** Whether friends see that the account is here. */
  here: boolean;
  /** Whether friends may look on at its games. */
  watch: boolean;
};
export const ChoicesShown: Shape = { asked: 'b', here: 'b', watch: 'b' };

/** A challenge of a friend. */
export type FriendChallenge = WaitingChallenge & {
  /** Whose it is. */
  from: string;
};
export const FriendChallenge: Shape = { account: 'b', challenge: Challenge, 'fits?': 'b', id: 's', 'rating?': RatingShown, until_ms: 'n', yours: 'b', from: 's' };

/** What somebody does towards another. */
export type FriendDeed = (typeof FriendDeed)[number];
export const FriendDeed = ['ask', 'accept', 'decline', 'part', 'block', 'unblock'] as const;

/** Somebody who asks, or was asked. */
export type RequestShown = {
  name: string;
  /** Since when, in Unix milliseconds. */
  since_ms: number;
};
export const RequestShown: Shape = { name: 's', since_ms: 'n' };

/** What a friend plays. With whom is not told. */
export type PlayingShown = {
  /** The stable name of the game of the family. */
  variant: string;
  /** Whether friends may look on. */
  watch: boolean;
};
export const PlayingShown: Shape = { variant: 's', watch: 'b' };

/** A friend. */
export type FriendShown = {
  /** Whether the friend looks at the lobby or sits at a live game, as far as the friend shows that. */
  here: boolean;
  name: string;
  playing: PlayingShown | null;
};
export const FriendShown: Shape = { here: 'b', name: 's', 'playing?': PlayingShown };

/** The friends of an account, in the order of their names. */
export type FriendList = {
  /** Who was asked, and has not accepted: not yet, or never. */
  asked: RequestShown[];
  /** Who asks, and waits for an answer. */
  asking: RequestShown[];
  /** Who is kept away. */
  blocked: string[];
  /** The challenges of friends that wait. */
  challenges: FriendChallenge[];
  choices: ChoicesShown;
  friends: FriendShown[];
};
export const FriendList: Shape = { asked: { '[]': RequestShown }, asking: { '[]': RequestShown }, blocked: { '[]': 's' }, challenges: { '[]': FriendChallenge }, choices: ChoicesShown, friends: { '[]': FriendShown } };

/** A challenge to a friend. */
export type FriendOffer = {
  /** What is offered. The host plays under the account that is signed in, whose name takes the place of `host`. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
};
export const FriendOffer: Shape = { challenge: Challenge, id: 's' };

/** What somebody does. */
export type FriendSaying = {
  say: FriendDeed;
};
export const FriendSaying: Shape = { say: FriendDeed };

/** One thing that calls. */
export type Notice = {
  kind: 'friend';
  name: string;
  since_ms: number;
} | {
  id: string;
  kind: 'challenge';
  name: string;
  until_ms: number;
  variant: string;
} | {
  game: string;
  kind: 'turn';
  name: string;
  variant: string;
  version: number;
} | {
  club: string;
  kind: 'ladder';
  name: string;
  wants: 'answer' | 'play' | 'game';
} | {
  game: string;
  kind: 'rematch';
  name: string;
  variant: string;
};
export const Notice: Shape = { '|': 'kind', 'friend': { name: 's', since_ms: 'n' }, 'challenge': { id: 's', name: 's', until_ms: 'n', variant: 's' }, 'turn': { game: 's', name: 's', variant: 's', version: 'n' }, 'ladder': { club: 's', name: 's', wants: ['answer', 'play', 'game'] }, 'rematch': { game: 's', name: 's', variant: 's' } };

/** What calls. */
export type Notices = {
  notices: Notice[];
};
export const Notices: Shape = { notices: { '[]': Notice } };

/** Declines a challenge of a friend: it waits no longer. */
export const deleteAccountChallengesId: Operation<{ id: string }, undefined, null> = ['DELETE /account/challenges/{id}'];

/** Chooses what friends and strangers may do. */
export const putAccountFriendChoices: Operation<{}, ChoicesShown, ChoicesShown> = ['PUT /account/friend-choices', ChoicesShown];

/** The friends of the account, with who is here and what they play, requests, challenges of friends, and who is kept away. */
export const getAccountFriends: Operation<{}, undefined, FriendList> = ['GET /account/friends', FriendList];

/** What the account is to another. */
export const getAccountFriendsName: Operation<{ name: string }, undefined, BondShown> = ['GET /account/friends/{name}', BondShown];

/** Asks somebody to be friends, answers, parts, or keeps somebody away. Sending it again changes nothing. */
export const postAccountFriendsName: Operation<{ name: string }, FriendSaying, BondShown> = ['POST /account/friends/{name}', BondShown];

/** Challenges a friend. Only that account may take it up; whoever waits has the secret in the header `Authorization`, which becomes that of the seat when the game begins. It waits ten minutes, or a week where a move may take days. Sending the same again changes nothing. */
export const postAccountFriendsNameChallenge: Operation<{ name: string }, FriendOffer, WaitingChallenge> = ['POST /account/friends/{name}/challenge', WaitingChallenge];

/** Makes a seat for looking on at what a friend plays now, if the friend lets friends do so. The two at the board see how many look on. The seat leads to the game as long as the two are friends and the friend lets friends look on. */
export const postAccountFriendsNameWatch: Operation<{ name: string }, NewSeat, SeatAt> = ['POST /account/friends/{name}/watch', SeatAt];

/** What calls the account now. A game is told as long as it is the turn of the account in it, and so on: what is not told any more is done. */
export const getAccountNotices: Operation<{}, undefined, Notices> = ['GET /account/notices', Notices];

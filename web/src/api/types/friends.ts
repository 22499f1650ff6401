/**
 * The API of friends. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, RatingShown, WaitingChallenge, NewSeat, SeatAt } from './shared';

/** A change of the relation to another account. */
export type FriendAction = (typeof FriendAction)[number];
export const FriendAction = ['ask', 'accept', 'decline', 'part', 'block', 'unblock'] as const;

/** A challenge of a friend. */
export type FriendChallenge = WaitingChallenge & {
  /** The friend's name. */
  from: string;
};
export const FriendChallenge: Shape = { account: 'b', challenge: Challenge, 'fits?': 'b', id: 's', present: 'b', 'rating?': RatingShown, until_ms: 'n', yours: 'b', from: 's' };

/** What an account lets friends and strangers do. The time of the last visit is never shown, nor stored for that purpose. */
export type FriendChoicesView = {
  /** Whether others may send friend requests. If not, their requests stay invisible to this account. */
  asked: boolean;
  /** Whether friends see that the account is online. */
  here: boolean;
  /** Whether friends may watch its games. */
  watch: boolean;
};
export const FriendChoicesView: Shape = { asked: 'b', here: 'b', watch: 'b' };

/** The other side of a friend request. */
export type RequestView = {
  name: string;
  /** Since when, in Unix milliseconds. */
  since_ms: number;
};
export const RequestView: Shape = { name: 's', since_ms: 'n' };

/** A friend's current game, without the opponent. */
export type PlayingView = {
  /** The stable name of the variant. */
  variant: string;
  /** Whether friends may watch. */
  watch: boolean;
};
export const PlayingView: Shape = { variant: 's', watch: 'b' };

/** A friend. */
export type FriendView = {
  /** Whether the friend is in the lobby or at a live game, as far as the friend shows it. */
  here: boolean;
  name: string;
  playing: PlayingView | null;
};
export const FriendView: Shape = { here: 'b', name: 's', 'playing?': PlayingView };

/** The relations of an account, sorted by name. */
export type FriendList = {
  /** Sent requests that are not accepted, whether declined or not. */
  asked: RequestView[];
  /** Received requests that wait for an answer. */
  asking: RequestView[];
  /** Blocked accounts. */
  blocked: string[];
  /** Open challenges of friends. */
  challenges: FriendChallenge[];
  choices: FriendChoicesView;
  friends: FriendView[];
};
export const FriendList: Shape = { asked: { '[]': RequestView }, asking: { '[]': RequestView }, blocked: { '[]': 's' }, challenges: { '[]': FriendChallenge }, choices: FriendChoicesView, friends: { '[]': FriendView } };

/** A challenge to a friend. */
export type FriendOffer = {
  /** The offered game. The host plays under the signed-in account, whose name replaces `host`. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
};
export const FriendOffer: Shape = { challenge: Challenge, id: 's' };

/** The change. */
export type FriendRequest = {
  say: FriendAction;
};
export const FriendRequest: Shape = { say: FriendAction };

/** A notice. */
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

/** The notices. */
export type Notices = {
  notices: Notice[];
};
export const Notices: Shape = { notices: { '[]': Notice } };

/** The relation to another account. */
export type RelationView = {
  /** The name of the other account. */
  name: string;
  /** `stranger`; `asked` after sending a request; `asks` after receiving one; `friend`; `blocked` if this account blocks the other; `oneself`. */
  standing: 'stranger' | 'asked' | 'asks' | 'friend' | 'blocked' | 'oneself';
};
export const RelationView: Shape = { name: 's', standing: ['stranger', 'asked', 'asks', 'friend', 'blocked', 'oneself'] };

/** Declines a challenge of a friend, which closes it. */
export const deleteAccountChallengesId: Operation<{ id: string }, undefined, null> = ['DELETE /account/challenges/{id}'];

/** Changes what friends and strangers may do. */
export const putAccountFriendChoices: Operation<{}, FriendChoicesView, FriendChoicesView> = ['PUT /account/friend-choices', FriendChoicesView];

/** The friends of the account with presence and current game, requests, challenges of friends, and blocked accounts. */
export const getAccountFriends: Operation<{}, undefined, FriendList> = ['GET /account/friends', FriendList];

/** The account's relation to another. */
export const getAccountFriendsName: Operation<{ name: string }, undefined, RelationView> = ['GET /account/friends/{name}', RelationView];

/** Sends, accepts or declines a friend request, ends a friendship, or blocks an account. */
export const postAccountFriendsName: Operation<{ name: string }, FriendRequest, RelationView> = ['POST /account/friends/{name}', RelationView];

/** Challenges a friend. */
export const postAccountFriendsNameChallenge: Operation<{ name: string }, FriendOffer, WaitingChallenge> = ['POST /account/friends/{name}/challenge', WaitingChallenge];

/** Creates a seat to watch a friend's current game, if the friend permits it. */
export const postAccountFriendsNameWatch: Operation<{ name: string }, NewSeat, SeatAt> = ['POST /account/friends/{name}/watch', SeatAt];

/** The account's current notices. */
export const getAccountNotices: Operation<{}, undefined, Notices> = ['GET /account/notices', Notices];

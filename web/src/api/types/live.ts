/**
 * The API of live. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Challenge, WaitingChallenge, NewPush, NewSeat, SeatAt, State, WantsRematch } from './shared';

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

/** A challenge that is addressed to a program. */
export type AddressedOffer = {
  /** Whether the host plays under the account that is signed in. */
  account?: boolean;
  /** What is offered. */
  challenge: Challenge;
  /** The id of the challenge and of the game that it becomes: a random UUID of the client. */
  id: string;
  /** The name of the program. */
  to: string;
};
export const AddressedOffer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', to: 's' };

/** If the opponent plays a move, which one is answered, and what if then. */
export type IfThen = {
  /** The answer. */
  answer: string;
  /** The move of the opponent, in the game's own notation. */
  if: string;
  /** What if the opponent goes on with one of these. */
  then?: IfThen[];
};
export const IfThen: Shape = { answer: 's', if: 's', 'then*': { '[]': () => IfThen } };

/** The conditional moves of a player. */
export type Conditional = {
  /** What is answered to which move; empty for nothing. */
  branches: IfThen[];
  /** The version of the game for which they hold: the number of its last event. */
  version: number;
};
export const Conditional: Shape = { branches: { '[]': IfThen }, version: 'n' };

/** A program that is connected. */
export type ConnectedBot = {
  /** The name of its account. */
  name: string;
};
export const ConnectedBot: Shape = { name: 's' };

/** The programs that can be challenged. */
export type ConnectedBots = {
  /** Those that are connected to this server now. */
  bots: ConnectedBot[];
};
export const ConnectedBots: Shape = { bots: { '[]': ConnectedBot } };

/** The computer in the free seat of a game that waits. */
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
  /** Whether it has begun, and whoever asks has a seat there; if not, the other side has not agreed yet. */
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
  /** Whether everybody sees it in the lobby. */
  public?: boolean;
};
export const Offer: Shape = { 'account*': 'b', challenge: Challenge, id: 's', invitation: 's', 'public*': 'b' };

/** What became of a game that was offered. */
export type OfferAnswer = WaitingChallenge | SeatAt;
export const OfferAnswer: Shape = { '||': [WaitingChallenge, SeatAt] };

/** The device that is called no longer. */
export type OldPush = {
  /** The address at which it was called. */
  endpoint: string;
};
export const OldPush: Shape = { endpoint: 's' };

/** What became of a wish. */
export type Paired = {
  seat: SeatAt | null;
  /** Until when the wish waits if it is not sent again, in Unix milliseconds; null once the game has begun. */
  until_ms: number | null;
};
export const Paired: Shape = { 'seat?': SeatAt, 'until_ms?': 'n' };

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

/** A game that somebody wants with anybody. */
export type Wish = {
  /** Whether the one who wants it plays under the account that is signed in. A rated game always does. */
  account?: boolean;
  /** What is wanted. */
  challenge: Challenge;
  /** The id of the game if nobody waits for the same: a random UUID of the client. */
  id: string;
};
export const Wish: Shape = { 'account*': 'b', challenge: Challenge, id: 's' };

/** The programs that are connected, each of which can be challenged. */
export const getBots: Operation<{}, undefined, ConnectedBots> = ['GET /bots', ConnectedBots];

/** Challenges a program by its name. It answers by itself, mostly at once: then the secret of the host is that of a seat. Where the program declines, the challenge does not wait any more. Sending the same again changes nothing. */
export const postBotsChallenge: Operation<{}, AddressedOffer, WaitingChallenge> = ['POST /bots/challenge', WaitingChallenge];

/** The challenge that a secret belongs to, of its host or of its invitation. */
export const getChallenge: Operation<{}, undefined, WaitingChallenge> = ['GET /challenge', WaitingChallenge];

/** Withdraws a challenge, with the secret of its host. Answers 404 where it does not wait any more. */
export const deleteChallenge: Operation<{}, undefined, null> = ['DELETE /challenge'];

/** Takes a challenge up: the game begins. Whoever sends this makes the secret of the guest's seat and sends it in the header. Sending it again changes nothing. */
export const postChallengeAccept: Operation<{}, Acceptance, SeatAt> = ['POST /challenge/accept', SeatAt];

/** Lets the computer take the free seat of a game that waits, with the secret of its host: the game begins at once, and is not rated, whatever was offered. The secret in the header becomes that of the seat. Sending it again changes nothing; where somebody else was faster, the answer is the seat against him. */
export const postChallengeComputer: Operation<{}, FreeSeat, SeatAt> = ['POST /challenge/computer', SeatAt];

/** Offers a game. Offering the same again changes nothing. Where the settings give one side to a computer of level 1 to 10, the game begins at once against the engine of the house, and is not rated; the secret in the header becomes that of the seat. Where they give it both sides, the computer plays itself, and the seat is that of somebody who looks on. */
export const postChallenges: Operation<{}, Offer, OfferAnswer> = ['POST /challenges', OfferAnswer];

/** The socket of live play. Its first frame is `hello`, with the secret of a seat. What a client says is `FromClient`, what the server says `ToClient`, each as one text. */
export const getLive: Operation<{}, undefined, null> = ['GET /live'];

/** What a player has kept for the opponent's moves. Nobody else can read it. */
export const getLiveConditional: Operation<{}, undefined, Conditional> = ['GET /live/conditional', Conditional];

/** Keeps these conditional moves in the place of those that were kept before. Sending it again changes nothing. */
export const putLiveConditional: Operation<{}, Conditional, Conditional> = ['PUT /live/conditional', Conditional];

/** Has this device called for the game of a player's seat while no page is open. A seat has four devices at most: with a fifth, the one that was kept longest ago is called no longer. They are forgotten with the game, and two days after its end. */
export const putLivePush: Operation<{}, NewPush, null> = ['PUT /live/push'];

/** Has a device called no longer for the game of a seat. */
export const deleteLivePush: Operation<{}, OldPush, null> = ['DELETE /live/push'];

/** Wants another game with the colours changed. It begins when both players want it, or both teams, each as it decides about a draw. Once it has begun, the same request gives a seat there to whoever has one here: a player's other devices play the same side, whoever looks on looks on there too. Sending it again changes nothing; a member of a team does while he waits. */
export const postLiveRematch: Operation<{}, NextSeat, NextGame> = ['POST /live/rematch', NextGame];

/** How a game stands, without being there: the other player is told nothing. */
export const getLiveState: Operation<{}, undefined, Standing> = ['GET /live/state', Standing];

/** Makes the seat of those who watch, with the secret of a player. Everybody who has the link uses the same seat. */
export const postLiveWatchers: Operation<{}, NewSeat, SeatAt> = ['POST /live/watchers', SeatAt];

/** The public challenges that wait. Whoever is signed in, or whose token has `play:write`, is seen to be here by friends, and is not told of those whom he keeps away or who keep him away; nor is a token with `play:read`. */
export const getLobby: Operation<{ after?: string | null }, undefined, Lobby> = ['GET /lobby?after', Lobby];

/** Wants a game with anybody: takes up a challenge of the lobby that wants the same, or waits there for somebody who does. Whoever waits sends it again every few seconds, until there is a seat. The secret in the header becomes that of the seat; `DELETE /challenge` with it withdraws the wish. */
export const postLobbyPair: Operation<{}, Wish, Paired> = ['POST /lobby/pair', Paired];

/** Where the secret of a seat leads. */
export const getSeat: Operation<{}, undefined, SeatAt> = ['GET /seat', SeatAt];

/**
 * The API of live. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, Request, Act, Challenge, RatingShown, Deciding, WaitingChallenge, GameRecord, NewPush, NewSeat, SeatAt, State } from './shared';

/** A player who is not there. */
export type Absent = {
  /** From when on the other player may claim the game, in Unix milliseconds. */
  claim_at_ms: number;
  side: Side;
};
export const Absent: Shape = { claim_at_ms: 'n', side: Side };

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

/** The id of a command: a UUID that its sender has chosen. */
export type CommandId = string;
export const CommandId: Shape = 's';

/** Something that has happened in a game. */
export type Event = {
  /** What was done, with its time. */
  act: Act;
  command: CommandId | null;
  /** Its number in the game, counted from 1. It is also the version of the game after this event. */
  number: number;
};
export const Event: Shape = { act: Act, 'command?': CommandId, number: 'n' };

/** A command that was done. */
export type ActDone = {
  /** What happened. */
  event: Event;
  /** The number of its event, which is the version of the game after it. */
  number: number;
};
export const ActDone: Shape = { event: Event, number: 'n' };

/** What the sender wants to do. The [`Act`] with the same name says what each one means. It is done by the actor's own side, unless a side is named. */
export type Want = {
  act: 'move';
  /** The move in the game's own notation. */
  move: string;
  /** After how many moves of both sides it is meant: it is refused where the game has come elsewhere before it arrives, since the same words may be another move there. Absent where it is meant whatever has happened. */
  ply?: number | null;
} | {
  act: 'offer-draw';
} | {
  act: 'accept-draw';
} | {
  act: 'decline-draw';
} | {
  act: 'take-back';
  /** How many moves of either side. */
  plies: number;
} | {
  act: 'resign';
} | {
  act: 'abort';
} | {
  act: 'flag';
  /** Whose time. */
  side: Side;
} | {
  act: 'touch';
  /** Its square, in the game's own notation. */
  square: string;
} | {
  act: 'adoube';
} | {
  act: 'irregular';
  /** The square of the piece, in the game's own notation. */
  from: string;
  /** The squares of the pieces that are taken off. */
  removed: string[];
  /** Where it is put. */
  to: string;
} | {
  act: 'correct';
} | {
  act: 'let-stand';
} | {
  act: 'resume';
} | {
  act: 'end-pause';
  /** When that pause ends by itself, in Unix milliseconds. */
  until_ms: number;
} | {
  act: 'outage';
  /** How long it has lasted. */
  lost_ms: number;
} | {
  act: 'pause';
  /** How long at most. */
  at_most_ms: number;
} | {
  act: 'ask';
  /** For what. */
  for: Request;
} | {
  act: 'forfeit';
  /** Who loses. */
  side: Side;
} | {
  act: 'abandon';
  /** Who has left. */
  side: Side;
} | {
  act: 'arbiter';
  winner?: Side | null;
} | {
  act: 'agree';
  to?: Request | null;
} | {
  act: 'decline';
};
export const Want: Shape = { '|': 'act', 'move': { move: 's', 'ply*': 'n' }, 'offer-draw': {  }, 'accept-draw': {  }, 'decline-draw': {  }, 'take-back': { plies: 'n' }, 'resign': {  }, 'abort': {  }, 'flag': { side: Side }, 'touch': { square: 's' }, 'adoube': {  }, 'irregular': { from: 's', removed: { '[]': 's' }, to: 's' }, 'correct': {  }, 'let-stand': {  }, 'resume': {  }, 'end-pause': { until_ms: 'n' }, 'outage': { lost_ms: 'n' }, 'pause': { at_most_ms: 'n' }, 'ask': { for: Request }, 'forfeit': { side: Side }, 'abandon': { side: Side }, 'arbiter': { 'winner*': Side }, 'agree': { 'to*': Request }, 'decline': {  } };

/** A command of a seat. */
export type ActRequest = {
  /** A random UUID of the client. The same id again gets the same answer. */
  id: CommandId;
  /** What is wanted. */
  want: Want;
};
export const ActRequest: Shape = { id: CommandId, want: Want };

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

/** A player with an account, at a board. */
export type RatedPlayer = {
  after: RatingShown | null;
  name: string;
  /** The rating in this game at this speed: before the game once it is counted, and now otherwise. */
  rating: RatingShown;
};
export const RatedPlayer: Shape = { 'after?': RatingShown, name: 's', rating: RatingShown };

/** Both players, as far as they have accounts. */
export type BoardRatings = {
  black: RatedPlayer | null;
  /** Whether the game counts: not one that ended without a result, or whose other player has left. */
  rated: boolean;
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  white: RatedPlayer | null;
};
export const BoardRatings: Shape = { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer };

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

/** What can be said at the board. There is no free text, so that nobody has to be protected from it, and each reads it in his language. */
export type Phrase = (typeof Phrase)[number];
export const Phrase = ['hello', 'good-luck', 'well-played', 'thanks', 'good-game', 'sorry', 'one-moment', 'back', 'rematch', 'goodbye'] as const;

/** What can be said to the own team about a move. */
export type TeamPhrase = (typeof TeamPhrase)[number];
export const TeamPhrase = ['look', 'mine', 'yes', 'unsure', 'danger', 'take', 'exchange', 'hold', 'hurry', 'yours'] as const;

/** Squares and arrows, by the numbers of the squares as the page counts them. */
export type Marks = {
  arrows: number[][];
  squares: number[];
};
export const Marks: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } };

/** What a client says. */
export type FromClient = {
  frame: 'hello';
  have: number;
  seat: string;
} | {
  frame: 'act';
  id: CommandId;
  want: Want;
} | {
  frame: 'say';
  phrase: Phrase;
} | {
  frame: 'whisper';
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
} | {
  frame: 'ping';
  number: number;
};
export const FromClient: Shape = { '|': 'frame', 'hello': { have: 'n', seat: 's' }, 'act': { id: CommandId, want: Want }, 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } }, 'ping': { number: 'n' } };

/** The challenges of the lobby. */
export type Lobby = {
  challenges: WaitingChallenge[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const Lobby: Shape = { challenges: { '[]': WaitingChallenge }, 'next?': 's' };

export type MarksShown = Marks & {
  member: number;
};
export const MarksShown: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' }, member: 'n' };

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

export type OnMoveShown = {
  member: number | null;
  until_ms: number | null;
};
export const OnMoveShown: Shape = { 'member?': 'n', 'until_ms?': 'n' };

/** What became of a wish. */
export type Paired = {
  seat: SeatAt | null;
  /** Until when the wish waits if it is not sent again, in Unix milliseconds; null once the game has begun. */
  until_ms: number | null;
};
export const Paired: Shape = { 'seat?': SeatAt, 'until_ms?': 'n' };

/** Who has a connection to the game open. */
export type Presence = {
  absent: Absent | null;
  black: boolean;
  watching: number;
  white: boolean;
};
export const Presence: Shape = { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' };

/** What is said and not kept: to everybody at the board, or to the own team. Over HTTP as in a frame. */
export type Saying = {
  frame: 'say';
  phrase: Phrase;
} | {
  frame: 'whisper';
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
};
export const Saying: Shape = { '|': 'frame', 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } } };

/** Who wants another game once this one is over, for somebody who was not here when it was said. */
export type WantsRematch = {
  black: boolean;
  /** The next game, once it has begun. */
  game: string | null;
  white: boolean;
};
export const WantsRematch: Shape = { black: 'b', 'game?': 's', white: 'b' };

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

export type TeamMember = {
  here: boolean;
  name: string;
  number: number;
};
export const TeamMember: Shape = { here: 'b', name: 's', number: 'n' };

export type VoiceShown = {
  member: number;
  want: Want;
};
export const VoiceShown: Shape = { member: 'n', want: Want };

/** A team as its members see it. */
export type TeamShown = {
  /** Who of the team wants another game, once this one is over. */
  another: number[];
  /** Who decides where a captain does. */
  captain: number | null;
  deciding: Deciding;
  /** Whose the team is then, who may hand it over: another one than `captain` while that one stands in. */
  leader: number | null;
  marks: MarksShown[];
  members: TeamMember[];
  on_move: OnMoveShown | null;
  voices: VoiceShown[];
  /** When the vote about a move ends. */
  vote_ends_ms: number | null;
  /** The number of whoever is told. */
  you: number;
};
export const TeamShown: Shape = { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, voices: { '[]': VoiceShown }, 'vote_ends_ms?': 'n', you: 'n' };

/** What the server says. */
export type ToClient = {
  frame: 'waiting';
  now_ms: number;
  until_ms: number;
} | {
  /** How long ago things happened when they are told to this seat: 0, except for those who look on with a delay. */
  delay_ms: number;
  events: Event[];
  frame: 'welcome';
  game: string;
  now_ms: number;
  presence: Presence;
  ratings: BoardRatings | null;
  rematch: WantsRematch | null;
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  setup: GameRecord;
  state: State;
} | {
  event: Event;
  frame: 'event';
  state: State;
} | {
  frame: 'done';
  id: CommandId;
  number: number;
} | {
  code: string;
  detail: string;
  frame: 'refused';
  id: CommandId;
  version: number;
} | {
  frame: 'noted';
  id: CommandId;
} | TeamShown & {
  frame: 'team';
} | {
  by: number;
  frame: 'whispered';
  phrase: TeamPhrase;
} | Presence & {
  frame: 'presence';
} | {
  by: Side;
  frame: 'said';
  phrase: Phrase;
} | {
  by: Side;
  frame: 'rematch';
  game: string | null;
} | BoardRatings & {
  frame: 'ratings';
} | {
  frame: 'behind';
} | {
  frame: 'pong';
  now_ms: number;
  number: number;
} | {
  code: string;
  detail: string;
  frame: 'trouble';
  retry_after_ms: number | null;
};
export const ToClient: Shape = { '|': 'frame', 'waiting': { now_ms: 'n', until_ms: 'n' }, 'welcome': { delay_ms: 'n', events: { '[]': Event }, game: 's', now_ms: 'n', presence: Presence, 'ratings?': BoardRatings, 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], setup: GameRecord, state: State }, 'event': { event: Event, state: State }, 'done': { id: CommandId, number: 'n' }, 'refused': { code: 's', detail: 's', id: CommandId, version: 'n' }, 'noted': { id: CommandId }, 'team': { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, voices: { '[]': VoiceShown }, 'vote_ends_ms?': 'n', you: 'n' }, 'whispered': { by: 'n', phrase: TeamPhrase }, 'presence': { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' }, 'said': { by: Side, phrase: Phrase }, 'rematch': { by: Side, 'game?': 's' }, 'ratings': { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer }, 'behind': {  }, 'pong': { now_ms: 'n', number: 'n' }, 'trouble': { code: 's', detail: 's', 'retry_after_ms?': 'n' } };

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

/** Sends a command. Sending it again gets the same answer. */
export const postLiveActs: Operation<{}, ActRequest, ActDone> = ['POST /live/acts', ActDone];

/** What a player has kept for the opponent's moves. Nobody else can read it. */
export const getLiveConditional: Operation<{}, undefined, Conditional> = ['GET /live/conditional', Conditional];

/** Keeps these conditional moves in the place of those that were kept before. Sending it again changes nothing. */
export const putLiveConditional: Operation<{}, Conditional, Conditional> = ['PUT /live/conditional', Conditional];

/** The frames of the game, one a line, beginning with `welcome` and going on as things happen. */
export const getLiveEvents: Operation<{ have?: number | null }, undefined, ToClient> = ['GET /live/events?have', ToClient];

/** Has this device called for the game of a player's seat while no page is open. A seat has four devices at most: with a fifth, the one that was kept longest ago is called no longer. They are forgotten with the game, and two days after its end. */
export const putLivePush: Operation<{}, NewPush, null> = ['PUT /live/push'];

/** Has a device called no longer for the game of a seat. */
export const deleteLivePush: Operation<{}, OldPush, null> = ['DELETE /live/push'];

/** Wants another game with the colours changed. It begins when both players want it, or both teams, each as it decides about a draw. Once it has begun, the same request gives a seat there to whoever has one here: a player's other devices play the same side, whoever looks on looks on there too. Sending it again changes nothing; a member of a team does while he waits. */
export const postLiveRematch: Operation<{}, NextSeat, NextGame> = ['POST /live/rematch', NextGame];

/** Says something that is not kept: a phrase to everybody at the board, a word or marks to the own team. The same as the frame of that name in a socket. */
export const postLiveSay: Operation<{}, Saying, null> = ['POST /live/say'];

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

/**
 * The API of frames. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, Request, Act, RatingShown, Deciding, GameRecord, State, WantsRematch } from './shared';

/** A player who is not there. */
export type Absent = {
  /** From when on the other player may claim the game, in Unix milliseconds. */
  claim_at_ms: number;
  side: Side;
};
export const Absent: Shape = { claim_at_ms: 'n', side: Side };

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

/** What an actor requests. The [`Act`] of the same name explains each one. It applies to the actor's own side, unless a side is named. */
export type Want = {
  act: 'move';
  /** The move in the game's own notation. */
  move: string;
  /** The number of plies for which the move is meant. It is refused in another position of the game, where the same text may be another move. Absent if it is meant for any position. */
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

export type MarksShown = Marks & {
  member: number;
};
export const MarksShown: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' }, member: 'n' };

export type OnMoveShown = {
  member: number | null;
  until_ms: number | null;
};
export const OnMoveShown: Shape = { 'member?': 'n', 'until_ms?': 'n' };

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

/** Sends a command. */
export const postLiveActs: Operation<{}, ActRequest, ActDone> = ['POST /live/acts', ActDone];

/** The frames of the game, one a line, beginning with `welcome` and going on as things happen. */
export const getLiveEvents: Operation<{ have?: number | null }, undefined, ToClient> = ['GET /live/events?have', ToClient];

/** Sends a chat phrase to everyone at the board, or a word or marks to the own team. */
export const postLiveSay: Operation<{}, Saying, null> = ['POST /live/say'];

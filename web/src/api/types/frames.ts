/**
 * The API of frames. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, Request, Act, RatingShown, Deciding, GameRecord, WantsRematch, State } from './shared';

/** A player who is not connected. */
export type Absent = {
  /** From when on the opponent may claim the game, in Unix milliseconds. */
  claim_at_ms: number;
  /** The side of the player. */
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

/** An accepted command. */
export type ActDone = {
  /** The event. */
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
  /** The losing side. */
  side: Side;
} | {
  act: 'abandon';
  /** The side that has left. */
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
  /** A random UUID of the client. The same id again gets the same reply. */
  id: CommandId;
  /** The request. */
  want: Want;
};
export const ActRequest: Shape = { id: CommandId, want: Want };

/** A player with an account at a board. */
export type RatedPlayer = {
  after: RatingShown | null;
  /** The name of the account. */
  name: string;
  /** The rating in this variant and speed: before the game once it is settled, the current one otherwise. */
  rating: RatingShown;
};
export const RatedPlayer: Shape = { 'after?': RatingShown, name: 's', rating: RatingShown };

/** Both players at a board, as far as they have accounts. */
export type BoardRatings = {
  black: RatedPlayer | null;
  /** Whether the game is rated. A game without a result, or with a deleted account, is not. */
  rated: boolean;
  /** The code of the speed. */
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  white: RatedPlayer | null;
};
export const BoardRatings: Shape = { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer };

/** A preset chat phrase. There is no free text, so nothing needs moderation, and each reader sees the phrase in their own language. */
export type Phrase = (typeof Phrase)[number];
export const Phrase = ['hello', 'good-luck', 'well-played', 'thanks', 'good-game', 'sorry', 'one-moment', 'back', 'rematch', 'goodbye'] as const;

/** A preset phrase about a move, sent to the sender's team. */
export type TeamPhrase = (typeof TeamPhrase)[number];
export const TeamPhrase = ['look', 'mine', 'yes', 'unsure', 'danger', 'take', 'exchange', 'hold', 'hurry', 'yours'] as const;

/** Marked squares and arrows, as square indexes of the board. */
export type Marks = {
  /** The arrows, each from one square to another. */
  arrows: number[][];
  /** The marked squares. */
  squares: number[];
};
export const Marks: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } };

/** A frame from a client. */
export type FromClient = {
  frame: 'hello';
  /** The number of the last event that the client has; 0 for none. */
  have: number;
  /** The secret of the seat. */
  seat: string;
} | {
  frame: 'act';
  /** Chosen by the client, unique for each command. */
  id: CommandId;
  /** The player's request. */
  want: Want;
} | {
  frame: 'say';
  /** The phrase. */
  phrase: Phrase;
} | {
  frame: 'whisper';
  /** The phrase. */
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
} | {
  frame: 'ping';
  /** Returned in the answer. */
  number: number;
};
export const FromClient: Shape = { '|': 'frame', 'hello': { have: 'n', seat: 's' }, 'act': { id: CommandId, want: Want }, 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } }, 'ping': { number: 'n' } };

/** The marks of a member. */
export type MarksShown = Marks & {
  /** The number of the member. */
  member: number;
};
export const MarksShown: Shape = { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' }, member: 'n' };

/** The member to move. */
export type OnMoveShown = {
  /** The member; `None` when any member may move. */
  member: number | null;
  /** Until when only this member may move, in Unix milliseconds. */
  until_ms: number | null;
};
export const OnMoveShown: Shape = { 'member?': 'n', 'until_ms?': 'n' };

/** The open connections to a game. */
export type Presence = {
  absent: Absent | null;
  /** Whether Black is connected. */
  black: boolean;
  /** The number of spectators. */
  watching: number;
  /** Whether White is connected. */
  white: boolean;
};
export const Presence: Shape = { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' };

/** A phrase or marks, forwarded but not stored. Over HTTP they have the shape of the frame. */
export type Saying = {
  frame: 'say';
  /** The phrase. */
  phrase: Phrase;
} | {
  frame: 'whisper';
  /** The phrase. */
  phrase: TeamPhrase;
} | Marks & {
  frame: 'mark';
};
export const Saying: Shape = { '|': 'frame', 'say': { phrase: Phrase }, 'whisper': { phrase: TeamPhrase }, 'mark': { arrows: { '[]': { '[]': 'n' } }, squares: { '[]': 'n' } } };

/** A member of a team. */
export type TeamMember = {
  /** Whether the member is connected. */
  here: boolean;
  /** The first name. */
  name: string;
  /** The number of the member in the game. */
  number: number;
};
export const TeamMember: Shape = { here: 'b', name: 's', number: 'n' };

/** The vote or proposal of a member. */
export type TeamVote = {
  /** The number of the member. */
  member: number;
  /** The member's choice. */
  want: Want;
};
export const TeamVote: Shape = { member: 'n', want: Want };

/** A team as one of its members sees it. */
export type TeamShown = {
  /** The members who want a rematch. */
  another: number[];
  /** The deciding captain. */
  captain: number | null;
  /** How the team decides. */
  deciding: Deciding;
  /** The named captain, who may hand over: differs from `captain` while another member stands in. */
  leader: number | null;
  /** The marks of each member. */
  marks: MarksShown[];
  /** The members, in the order in which they joined. */
  members: TeamMember[];
  on_move: OnMoveShown | null;
  /** When the vote about a move ends, in Unix milliseconds. */
  vote_ends_ms: number | null;
  /** The votes and proposals. */
  votes: TeamVote[];
  /** The number of the member who receives this. */
  you: number;
};
export const TeamShown: Shape = { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, 'vote_ends_ms?': 'n', votes: { '[]': TeamVote }, you: 'n' };

/** A frame from the server. */
export type ToClient = {
  frame: 'waiting';
  /** The server's time, in Unix milliseconds. */
  now_ms: number;
  /** When it expires, in Unix milliseconds. */
  until_ms: number;
} | {
  /** The spectator delay of this seat in milliseconds; 0 for players. */
  delay_ms: number;
  /** The events after the one that the client has. */
  events: Event[];
  frame: 'welcome';
  /** The id of the game. */
  game: string;
  /** The server's time, in Unix milliseconds. */
  now_ms: number;
  /** The connected players and spectators. */
  presence: Presence;
  ratings: BoardRatings | null;
  rematch: WantsRematch | null;
  /** The role of the seat. */
  role: 'white' | 'black' | 'arbiter' | 'watcher';
  /** The record before the first act: game, rules, settings, start. */
  setup: GameRecord;
  /** The state after all of them. */
  state: State;
} | {
  /** The event. */
  event: Event;
  frame: 'event';
  /** The state after it. */
  state: State;
} | {
  frame: 'done';
  /** The id of the command. */
  id: CommandId;
  /** The number of its event. */
  number: number;
} | {
  /** The stable code of the reason. */
  code: string;
  /** The reason in words. */
  detail: string;
  frame: 'refused';
  /** The id of the command. */
  id: CommandId;
  /** The number of the last event at that time. */
  version: number;
} | {
  frame: 'noted';
  /** The id of the command. */
  id: CommandId;
} | TeamShown & {
  frame: 'team';
} | {
  /** The number of the member. */
  by: number;
  frame: 'whispered';
  /** The phrase. */
  phrase: TeamPhrase;
} | Presence & {
  frame: 'presence';
} | {
  /** The side that said it. */
  by: Side;
  frame: 'said';
  /** The phrase. */
  phrase: Phrase;
} | {
  /** The side that offers. */
  by: Side;
  frame: 'rematch';
  /** The id of the next game, once it has begun. */
  game: string | null;
} | BoardRatings & {
  frame: 'ratings';
} | {
  frame: 'behind';
} | {
  frame: 'pong';
  /** The server's time, in Unix milliseconds. */
  now_ms: number;
  /** The number of the ping. */
  number: number;
} | {
  /** The stable code of the reason. */
  code: string;
  /** The reason in words. */
  detail: string;
  frame: 'trouble';
  /** After how many milliseconds to try again. */
  retry_after_ms: number | null;
};
export const ToClient: Shape = { '|': 'frame', 'waiting': { now_ms: 'n', until_ms: 'n' }, 'welcome': { delay_ms: 'n', events: { '[]': Event }, game: 's', now_ms: 'n', presence: Presence, 'ratings?': BoardRatings, 'rematch?': WantsRematch, role: ['white', 'black', 'arbiter', 'watcher'], setup: GameRecord, state: State }, 'event': { event: Event, state: State }, 'done': { id: CommandId, number: 'n' }, 'refused': { code: 's', detail: 's', id: CommandId, version: 'n' }, 'noted': { id: CommandId }, 'team': { another: { '[]': 'n' }, 'captain?': 'n', deciding: Deciding, 'leader?': 'n', marks: { '[]': MarksShown }, members: { '[]': TeamMember }, 'on_move?': OnMoveShown, 'vote_ends_ms?': 'n', votes: { '[]': TeamVote }, you: 'n' }, 'whispered': { by: 'n', phrase: TeamPhrase }, 'presence': { 'absent?': Absent, black: 'b', watching: 'n', white: 'b' }, 'said': { by: Side, phrase: Phrase }, 'rematch': { by: Side, 'game?': 's' }, 'ratings': { 'black?': RatedPlayer, rated: 'b', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], 'white?': RatedPlayer }, 'behind': {  }, 'pong': { now_ms: 'n', number: 'n' }, 'trouble': { code: 's', detail: 's', 'retry_after_ms?': 'n' } };

/** Sends a command. */
export const postLiveActs: Operation<{}, ActRequest, ActDone> = ['POST /live/acts', ActDone];

/** The frames of the game, one a line, beginning with `welcome` and continuing with new ones. */
export const getLiveEvents: Operation<{ have?: number | null }, undefined, ToClient> = ['GET /live/events?have', ToClient];

/** Sends a chat phrase to everyone at the board, or a phrase or marks to the sender's team. */
export const postLiveSay: Operation<{}, Saying, null> = ['POST /live/say'];

/**
 * What the page and the server say to each other about a live game (docs/live-protocol.md): the types, and the check of everything that
 * arrives. Nothing that the server sends is used before it went through here; what does not fit is told, never guessed.
 */
import type { GameAct, GameRecord, Outcome, Side } from '../../rules/model';
import type { Request } from '../../rules/types';

/** Who a seat belongs to. */
export type Role = Side | 'arbiter' | 'watcher';

/** What a player may say: words that each page shows in its own language. */
export const PHRASES = [
  'hello',
  'good-luck',
  'well-played',
  'thanks',
  'good-game',
  'sorry',
  'one-moment',
  'back',
  'rematch',
  'goodbye',
] as const;
export type Phrase = (typeof PHRASES)[number];

/** What a member may say to the own team. */
export const TEAM_PHRASES = ['look', 'mine', 'yes', 'unsure', 'danger', 'take', 'exchange', 'hold', 'hurry', 'yours'] as const;
export type TeamPhrase = (typeof TEAM_PHRASES)[number];

/** How a team comes to one move. */
export type Deciding = { way: 'in-turn' } | { way: 'captain' } | { way: 'vote'; within_s: number };

/** Squares and arrows on the board. */
export interface Marks {
  squares: number[];
  arrows: [number, number][];
}

/** The own team at the board. */
export interface Team {
  /** The own number. */
  you: number;
  deciding: Deciding;
  members: { number: number; name: string; here: boolean }[];
  /** Who is on move where the members move one after another, and until when; in a game of days also to whom of a captain's team the move is left. No
   *  member when anybody may. */
  on_move: { member: number | null; until_ms: number | null } | null;
  /** Who decides where a captain does. */
  captain: number | null;
  /** Whose the team is where a captain decides, who may hand it over; null where it is nobody's, or a server of before does not tell it. */
  leader: number | null;
  /** When the vote about a move ends. */
  vote_ends_ms: number | null;
  /** What members want: one voice of each about a move, one about anything else. */
  voices: { member: number; want: Want }[];
  /** Who wants another game, once this one is over. */
  another: number[];
  marks: ({ member: number } & Marks)[];
}

/** What somebody wants to be done; it has no time, since the server's clock counts. */
export type Want =
  /** `ply`: after how many moves it is meant. Arriving elsewhere, it is refused and not played there. */
  | { act: 'move'; move: string; ply?: number }
  | { act: 'offer-draw' }
  | { act: 'accept-draw' }
  | { act: 'decline-draw' }
  | { act: 'resign' }
  | { act: 'abort' }
  | { act: 'flag'; side: Side }
  | { act: 'abandon'; side: Side }
  | { act: 'touch'; square: string }
  | { act: 'adoube' }
  | { act: 'irregular'; from: string; to: string; removed: string[] }
  | { act: 'correct' }
  | { act: 'let-stand' }
  | { act: 'resume' }
  | { act: 'ask'; for: Request }
  /** `to`: what was asked when the user agreed. Once something else is asked, it is refused. */
  | { act: 'agree'; to?: Request }
  | { act: 'decline' };

/** What the page sends. */
export type ClientFrame =
  | { frame: 'hello'; seat: string; have: number }
  | { frame: 'act'; id: string; want: Want }
  | { frame: 'say'; phrase: Phrase }
  | { frame: 'whisper'; phrase: TeamPhrase }
  | ({ frame: 'mark' } & Marks)
  | { frame: 'ping'; number: number };

/** An act of the journal: the first one has the number 1. */
export interface LiveEvent {
  number: number;
  command: string | null;
  act: GameAct;
}

/** Both times at a moment of the server's clock. */
export interface LiveClock {
  white_ms: number;
  black_ms: number;
  /** Whose time passes; null where none does. */
  running: Side | null;
  delay_ms: number;
}

/** A request that waits for the other side's answer. */
export interface Asked {
  by: Side;
  for: Request;
}

/** How a game stands besides its board. */
export interface LiveState {
  clock: LiveClock | null;
  /** When, by the server's clock. */
  at_ms: number;
  /** Whose turn it is; null once the game is over. */
  turn: Side | null;
  /** Who has offered a draw. */
  offer: Side | null;
  /** What waits for an answer: at most one request of each side. */
  asked: Asked[];
  paused_until_ms: number | null;
  /** Whether somebody above the game has stopped the clocks, so that the players cannot go on. */
  held: boolean;
  /** Whether the first move of a side or of both is waited for: the game does not count yet, and may be left without loss. */
  awaits_first_moves: boolean;
  /** Until when the side to move makes its first move, which costs no time; null where its time runs. */
  first_move_by_ms: number | null;
  ending: Outcome | null;
}

/** Who has a connection open. */
export interface Presence {
  white: boolean;
  black: boolean;
  watching: number;
  /** Who has left, and from when on the other side may claim the game. */
  absent: { side: Side; claim_at_ms: number } | null;
}

/** Who wants another game once this one is over, and its id once it has begun. */
export interface Rematch {
  white: boolean;
  black: boolean;
  game: string | null;
}

/** A rating, as it is shown. */
export interface RatingShown {
  rating: number;
  deviation: number;
  /** Whether it is too uncertain to be compared with others. */
  provisional: boolean;
}

/** A player with an account, beside a board. */
export interface RatedPlayer {
  name: string;
  /** Before the game, once it is counted; now otherwise. */
  rating: RatingShown;
  /** After the game, once it is counted. */
  after: RatingShown | null;
}

/** The ratings beside the names. */
export interface BoardRatings {
  /** Whether the game counts. */
  rated: boolean;
  speed: string;
  white: RatedPlayer | null;
  black: RatedPlayer | null;
}

/** What the server sends. */
export type ServerFrame =
  | { frame: 'waiting'; until_ms: number; now_ms: number }
  | { frame: 'welcome'; game: string; role: Role; now_ms: number; setup: GameRecord; events: LiveEvent[]; state: LiveState; presence: Presence; rematch: Rematch | null; delay_ms: number; ratings: BoardRatings | null }
  | { frame: 'event'; event: LiveEvent; state: LiveState }
  | { frame: 'done'; id: string; number: number }
  | { frame: 'noted'; id: string }
  | ({ frame: 'team' } & Team)
  | { frame: 'whispered'; by: number; phrase: TeamPhrase }
  | { frame: 'refused'; id: string; code: string; detail: string; version: number }
  | ({ frame: 'presence' } & Presence)
  | { frame: 'said'; by: Side; phrase: Phrase }
  | { frame: 'rematch'; by: Side; game: string | null }
  | ({ frame: 'ratings' } & BoardRatings)
  | { frame: 'behind' }
  | { frame: 'pong'; number: number; now_ms: number }
  | { frame: 'trouble'; code: string; detail: string; retry_after_ms: number | null };

/** Something arrived that is none of these. */
export class FrameError extends Error {
  constructor(what: string, found: unknown) {
    super(`expected ${what}, found ${(JSON.stringify(found) ?? 'nothing').slice(0, 80)}`);
    this.name = 'FrameError';
  }
}

type Fields = Record<string, unknown>;

/** Reads one message of the server. */
export function readFrame(text: string): ServerFrame | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new FrameError('JSON', text);
  }
  return frameOf(fields('a frame', parsed));
}

/** A frame; null for a kind that a later server may have: it is passed over. */
function frameOf(it: Fields): ServerFrame | null {
  const frame = string('frame', it['frame']);
  switch (frame) {
    case 'waiting':
      return { frame, until_ms: time(it['until_ms']), now_ms: time(it['now_ms']) };
    case 'welcome':
      return {
        frame,
        game: string('game', it['game']),
        role: oneOf('role', it['role'], ['white', 'black', 'arbiter', 'watcher']),
        now_ms: time(it['now_ms']),
        setup: setupOf(it['setup']),
        events: list('events', it['events']).map(eventOf),
        state: stateOf(it['state']),
        presence: presenceOf(fields('presence', it['presence'])),
        rematch: orNull(it['rematch'] ?? null, rematchOf),
        delay_ms: orNull(it['delay_ms'], time) ?? 0,
        ratings: orNull(it['ratings'] ?? null, (value) => ratingsOf(fields('ratings', value))),
      };
    case 'event':
      return { frame, event: eventOf(it['event']), state: stateOf(it['state']) };
    case 'done':
      return { frame, id: string('id', it['id']), number: count(it['number']) };
    case 'noted':
      return { frame, id: string('id', it['id']) };
    case 'team':
      return { frame, ...teamOf(it) };
    case 'whispered': {
      const phrase = TEAM_PHRASES.find((known) => known === it['phrase']);
      return phrase ? { frame, by: count(it['by']), phrase } : null;
    }
    case 'refused':
      return {
        frame,
        id: string('id', it['id']),
        code: string('code', it['code']),
        detail: typeof it['detail'] === 'string' ? it['detail'] : '',
        version: count(it['version']),
      };
    case 'presence':
      return { frame, ...presenceOf(it) };
    case 'said': {
      const phrase = PHRASES.find((known) => known === it['phrase']);
      return phrase ? { frame, by: side(it['by']), phrase } : null;
    }
    case 'rematch':
      return { frame, by: side(it['by']), game: orNull(it['game'], (game) => string('game', game)) };
    case 'ratings':
      return { frame, ...ratingsOf(it) };
    case 'behind':
      return { frame };
    case 'pong':
      return { frame, number: count(it['number']), now_ms: time(it['now_ms']) };
    case 'trouble':
      return {
        frame,
        code: string('code', it['code']),
        detail: typeof it['detail'] === 'string' ? it['detail'] : '',
        retry_after_ms: orNull(it['retry_after_ms'], time),
      };
    default:
      return null;
  }
}

/** The rules check the acts and the settings themselves; here they only have to look like a record. */
function setupOf(value: unknown): GameRecord {
  const it = fields('setup', value);
  string('variant', it['variant']);
  fields('settings', it['settings']);
  list('acts', it['acts']);
  return value as GameRecord;
}

function eventOf(value: unknown): LiveEvent {
  const it = fields('event', value);
  const act = fields('act', it['act']);
  string('act', act['act']);
  time(act['at_ms']);
  return {
    number: count(it['number']),
    command: orNull(it['command'], (id) => string('command', id)),
    act: it['act'] as GameAct,
  };
}

export function stateOf(value: unknown): LiveState {
  const it = fields('state', value);
  return {
    clock: orNull(it['clock'], clockOf),
    at_ms: time(it['at_ms']),
    turn: orNull(it['turn'], side),
    offer: orNull(it['offer'], side),
    asked: list('asked', it['asked']).map((asked) => {
      const { by, for: request } = fields('asked', asked);
      return { by: side(by), for: requestOf(request) };
    }),
    paused_until_ms: orNull(it['paused_until_ms'], time),
    held: it['held'] === true,
    // A server of before has no such games.
    awaits_first_moves: it['awaits_first_moves'] === true,
    first_move_by_ms: orNull(it['first_move_by_ms'], time),
    ending: orNull(it['ending'], (ending) => fields('ending', ending) as unknown as Outcome),
  };
}

function clockOf(value: unknown): LiveClock {
  const it = fields('clock', value);
  return {
    white_ms: time(it['white_ms']),
    black_ms: time(it['black_ms']),
    running: orNull(it['running'], side),
    delay_ms: orNull(it['delay_ms'], time) ?? 0,
  };
}

function requestOf(value: unknown): Request {
  const it = fields('request', value);
  const kind = oneOf('kind', it['kind'], ['take-back', 'pause', 'resume', 'more-time'] as const);
  switch (kind) {
    case 'take-back':
      return { kind, plies: count(it['plies']) };
    case 'pause':
      return { kind, at_most_ms: time(it['at_most_ms']) };
    case 'more-time':
      return { kind, ms: time(it['ms']) };
    case 'resume':
      return { kind };
  }
}

function presenceOf(it: Fields): Presence {
  return {
    white: it['white'] === true,
    black: it['black'] === true,
    watching: count(it['watching'] ?? 0),
    absent: orNull(it['absent'], (value) => {
      const absent = fields('absent', value);
      return { side: side(absent['side']), claim_at_ms: time(absent['claim_at_ms']) };
    }),
  };
}

export function decidingOf(value: unknown): Deciding {
  const it = fields('a way of deciding', value);
  const way = oneOf('a way of deciding', it['way'], ['in-turn', 'captain', 'vote']);
  return way === 'vote' ? { way, within_s: count(it['within_s']) } : { way };
}

function teamOf(it: Fields): Team {
  return {
    you: count(it['you']),
    deciding: decidingOf(it['deciding']),
    members: list('members', it['members']).map((value) => {
      const member = fields('a member', value);
      return { number: count(member['number']), name: string('name', member['name']), here: member['here'] === true };
    }),
    on_move: orNull(it['on_move'], (value) => {
      const on = fields('who is on move', value);
      return { member: orNull(on['member'], count), until_ms: orNull(on['until_ms'], time) };
    }),
    captain: orNull(it['captain'], count),
    leader: orNull(it['leader'] ?? null, count),
    vote_ends_ms: orNull(it['vote_ends_ms'], time),
    voices: list('voices', it['voices']).map((value) => {
      const voice = fields('a voice', value);
      const want = fields('a want', voice['want']);
      string('act', want['act']);
      return { member: count(voice['member']), want: voice['want'] as Want };
    }),
    // A server of before does not tell it.
    another: it['another'] === undefined ? [] : list('who wants another game', it['another']).map(count),
    marks: list('marks', it['marks']).map((value) => {
      const marks = fields('marks', value);
      return {
        member: count(marks['member']),
        squares: list('squares', marks['squares']).map(count),
        arrows: list('arrows', marks['arrows']).map((arrow) => {
          const [from, to] = list('an arrow', arrow);
          return [count(from), count(to)];
        }),
      };
    }),
  };
}

export function rematchOf(value: unknown): Rematch {
  const it = fields('a rematch', value);
  return { white: it['white'] === true, black: it['black'] === true, game: orNull(it['game'], (game) => string('game', game)) };
}

function ratingsOf(it: Fields): BoardRatings {
  const player = (value: unknown): RatedPlayer => {
    const player = fields('a player', value);
    return { name: string('name', player['name']), rating: ratingOf(player['rating']), after: orNull(player['after'], ratingOf) };
  };
  return { rated: it['rated'] === true, speed: string('speed', it['speed']), white: orNull(it['white'], player), black: orNull(it['black'], player) };
}

export function ratingOf(value: unknown): RatingShown {
  const it = fields('a rating', value);
  return { rating: count(it['rating']), deviation: count(it['deviation']), provisional: it['provisional'] === true };
}

export function fields(what: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FrameError(what, value);
  return value as Fields;
}

export function string(what: string, value: unknown): string {
  if (typeof value !== 'string') throw new FrameError(what, value);
  return value;
}

export function oneOf<const T extends string>(what: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((it) => it === value);
  if (found === undefined) throw new FrameError(what, value);
  return found;
}

export function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

export const side = (value: unknown): Side => oneOf('a side', value, ['white', 'black']);

/** Milliseconds. */
export function time(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new FrameError('milliseconds', value);
  return value;
}

export function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new FrameError('a count', value);
  return value;
}

export function list(what: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new FrameError(what, value);
  return value;
}

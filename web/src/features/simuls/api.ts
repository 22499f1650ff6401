/**
 * What the pages of simultaneous displays ask of the server. Everything that arrives is checked; each call returns a typed result, and that there is
 * no server is a result too. Keeps nothing.
 */
import { askServer, type LiveAnswer } from '../live/api';
import { count, fields, list, oneOf, orNull, stateOf, string, time, type LiveState } from '../live/frames';
import type { ClockSettings, Conduct, Side } from '../../rules/model';

export const COLOURS = ['white', 'black', 'alternating', 'lot'] as const;
export type HostColour = (typeof COLOURS)[number];
export const WHO = ['anybody', 'accounts', 'club'] as const;
export type WhoSits = (typeof WHO)[number];
export const UNFINISHED = ['go-on', 'offer-draw', 'leave-out'] as const;
export type Unfinished = (typeof UNFINISHED)[number];
export const STAGES = ['open', 'begun', 'over', 'called-off'] as const;

/** The most boards of one display. */
export const MOST_BOARDS = 40;

/** What is agreed for all boards. */
export interface SimulTerms {
  title: string;
  variant: string;
  conduct: Conduct;
  colour: HostColour;
  host_clock: ClockSettings | null;
  guest_clock: ClockSettings | null;
  extra_ms: number;
  boards: number;
  who: WhoSits;
  club: string | null;
  at_once: boolean;
  rated: boolean;
  starts_ms: number | null;
}

export interface NewSimul extends SimulTerms {
  id: string;
  host: string;
  account: boolean;
}

export interface Guest {
  number: number;
  name: string;
  account: boolean;
  /** The level of the computer; null for a person. */
  level: number | null;
}

export interface Board {
  number: number;
  /** Null where the game has not begun yet. */
  game: string | null;
  /** Whether the server cannot read what is kept of its game: then `fen`, `last` and `state` are null. */
  unreadable: boolean;
  guest: number;
  host: Side;
  /** The secret of the seat from which everybody may look on. */
  watch: string | null;
  fen: string | null;
  last: string | null;
  ply: number;
  state: LiveState | null;
  /** What it was worth for the host. */
  score: 'won' | 'drawn' | 'lost' | null;
  /** Whether it counts for nobody. */
  none: boolean;
}

export interface Score {
  won: number;
  drawn: number;
  lost: number;
  open: number;
  none: number;
  /** In tenths of a percent. */
  permille: number | null;
}

export interface Simul extends SimulTerms {
  id: string;
  host: string;
  account: boolean;
  stage: (typeof STAGES)[number];
  begun_ms: number | null;
  ended: Unfinished | null;
  you: 'host' | 'guest' | 'refused' | null;
  /** One's own number as a guest. */
  number: number | null;
  seated: Guest[];
  asking: Guest[];
  asking_in_all: number;
  games: Board[];
  score: Score;
  now_ms: number;
}

/** The seat of the host at a board. */
export interface HostSeat {
  game: string;
  secret: string;
}

export type Arrangement = { do: 'seat'; guest: number; place: number | null } | { do: 'refuse'; guest: number } | { do: 'computer'; level: number };

const BASE = 'api/v1/simuls';

/** Opens a display. Sending it again is fine. */
export function openSimul(secret: string, wanted: NewSimul): Promise<LiveAnswer<Simul>> {
  return askServer('POST', BASE, secret, wanted, simul);
}

/** One display of the server. What changes it answers the display as it is then. */
export class SimulServer {
  readonly #address: string;

  constructor(id: string) {
    this.#address = `${BASE}/${encodeURIComponent(id)}`;
  }

  look(secret: string | null): Promise<LiveAnswer<Simul>> {
    return askServer('GET', this.#address, secret, undefined, simul);
  }

  /** Asks for a board, under a new secret. Sending it again is fine. */
  apply(secret: string, name: string, account: boolean): Promise<LiveAnswer<Simul>> {
    return askServer('POST', `${this.#address}/guests`, secret, { name, account }, simul);
  }

  leave(secret: string): Promise<LiveAnswer<Simul>> {
    return askServer('DELETE', `${this.#address}/guests`, secret, undefined, simul);
  }

  arrange(secret: string, arrangement: Arrangement): Promise<LiveAnswer<Simul>> {
    return askServer('POST', `${this.#address}/table`, secret, arrangement, simul);
  }

  start(secret: string): Promise<LiveAnswer<Simul>> {
    return askServer('POST', `${this.#address}/start`, secret, undefined, simul);
  }

  end(secret: string, unfinished: Unfinished): Promise<LiveAnswer<Simul>> {
    return askServer('POST', `${this.#address}/end`, secret, { unfinished }, simul);
  }

  seats(secret: string): Promise<LiveAnswer<HostSeat[]>> {
    return askServer('GET', `${this.#address}/seats`, secret, undefined, (value) =>
      list('seats', fields('seats', value)['seats']).map((it) => {
        const seat = fields('a seat', it);
        return { game: string('game', seat['game']), secret: string('secret', seat['secret']) };
      }),
    );
  }

  /** Where all its games are fetched; the browser saves them. */
  get file(): string {
    return `${this.#address}/games.pdn`;
  }
}

function text(what: string, value: unknown): string | null {
  return orNull(value, (it) => string(what, it));
}

function clock(value: unknown): ClockSettings | null {
  return orNull(value, (it) => {
    const read = fields('a clock', it);
    // It is one that the server has checked; its first times are what this page needs of it.
    time(read['initial_ms']);
    time(read['increment_ms']);
    return read as unknown as ClockSettings;
  });
}

function guest(value: unknown): Guest {
  const it = fields('a guest', value);
  return { number: count(it['number']), name: string('name', it['name']), account: it['account'] === true, level: orNull(it['level'], count) };
}

function board(value: unknown): Board {
  const it = fields('a board', value);
  return {
    number: count(it['number']),
    game: text('game', it['game']),
    unreadable: it['unreadable'] === true,
    guest: count(it['guest']),
    host: oneOf('host', it['host'], ['white', 'black']),
    watch: text('watch', it['watch']),
    fen: text('fen', it['fen']),
    last: text('last', it['last']),
    ply: count(it['ply']),
    state: orNull(it['state'], stateOf),
    score: orNull(it['score'], (score) => oneOf('score', score, ['won', 'drawn', 'lost'])),
    none: it['none'] === true,
  };
}

function score(value: unknown): Score {
  const it = fields('a score', value);
  const [won = 0, drawn = 0, lost = 0, open = 0, none = 0] = ['won', 'drawn', 'lost', 'open', 'none'].map((name) => count(it[name]));
  return { won, drawn, lost, open, none, permille: orNull(it['permille'], count) };
}

/** A display, as the server tells it. */
export function simul(value: unknown): Simul {
  const it = fields('a simultaneous display', value);
  return {
    id: string('id', it['id']),
    title: string('title', it['title']),
    variant: string('variant', it['variant']),
    conduct: fields('conduct', it['conduct']) as unknown as Conduct,
    colour: oneOf('colour', it['colour'], COLOURS),
    host_clock: clock(it['host_clock']),
    guest_clock: clock(it['guest_clock']),
    extra_ms: time(it['extra_ms']),
    boards: count(it['boards']),
    who: oneOf('who', it['who'], WHO),
    club: text('club', it['club']),
    at_once: it['at_once'] === true,
    rated: it['rated'] === true,
    starts_ms: orNull(it['starts_ms'], time),
    host: string('host', it['host']),
    account: it['account'] === true,
    stage: oneOf('stage', it['stage'], STAGES),
    begun_ms: orNull(it['begun_ms'], time),
    ended: orNull(it['ended'], (ended) => oneOf('ended', ended, UNFINISHED)),
    you: orNull(it['you'], (you) => oneOf('you', you, ['host', 'guest', 'refused'])),
    number: orNull(it['number'], count),
    seated: list('seated', it['seated']).map(guest),
    asking: list('asking', it['asking']).map(guest),
    asking_in_all: count(it['asking_in_all']),
    games: list('games', it['games']).map(board),
    score: score(it['score']),
    now_ms: time(it['now_ms']),
  };
}

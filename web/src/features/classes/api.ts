/**
 * What the pages of a class ask of the server, over HTTP (docs/live-protocol.md, "A class"). Each call returns a typed result; that there is no server is
 * a result too. Secrets are sent in headers and bodies, never in addresses. Keeps nothing.
 */
import { codeOf, type LiveAnswer, type SeatAt } from '../live/api';
import { fields, list, oneOf, orNull, string, time } from '../live/frames';
import { UNREADABLE } from '../live/unreadable';
import type { EndReason, GameSettings, Side } from '../../rules/model';

/** How a game between pupils ended. */
export interface ClassEnding {
  /** Who won; null for a draw, and for a game without a result. */
  winner: Side | null;
  reason: EndReason;
}

/** A game between two pupils, or of one against the computer, as one of them has it. */
export interface ClassGame {
  id: string;
  side: Side;
  /** The animal at the other side, or `COMPUTER`. */
  against: string;
  /** The level of the computer; null between pupils. */
  level: number | null;
  over: boolean;
  /** Null while it goes on, and for one that the server no longer has. */
  ending: ClassEnding | null;
}

/** A game of the class, as the teacher's list has it. */
export interface PlayedGame {
  game: string;
  /** Animals, or `COMPUTER` for one of them. */
  white: string;
  black: string;
  /** The level of the computer; null between pupils. */
  level: number | null;
  /** 0 where it is not known any more. */
  begun_ms: number;
  over: boolean;
  ending: ClassEnding | null;
}

/** A game with its moves so far. */
export interface GameMoves {
  variant: string;
  start: string;
  moves: string[];
}

/** How a lesson of a pupil goes, or a set of problems (`sets.ts`), of which a problem is an exercise. */
export interface TaughtLesson {
  lesson: string;
  stars: number;
  place: number;
  places: number;
  helps: number;
  tries: number;
  /** Wrong tries of the run; null from a device that does not count them. */
  wrong: number | null;
  place_ms: number;
  told_ms: number;
}

export interface TaughtPupil {
  nickname: string;
  seen_ms: number;
  assigned: string | null;
  game: ClassGame | null;
  lessons: TaughtLesson[];
}

/** A class, as its teacher sees it. All times are those of the server, whose clock shows `now_ms`. */
export interface TaughtClass {
  code: string;
  until_ms: number;
  open: boolean;
  frozen: boolean;
  assigned: string | null;
  pupils: TaughtPupil[];
  now_ms: number;
}

/** A class, as somebody finds it who wants to join. */
export interface FoundClass {
  code: string;
  open: boolean;
  animals: string[];
  taken: string[];
}

/** What a pupil's device is told. */
export interface OwnPlace {
  nickname: string;
  frozen: boolean;
  assigned: string | null;
  game: ClassGame | null;
  until_ms: number;
}

/** What a pupil's device tells of a lesson. */
export interface LessonNews {
  lesson: string;
  stars: number;
  place: number;
  places: number;
  helps: number;
  tries: number;
  /** Wrong tries of the run. */
  wrong?: number;
}

/** Stands for the computer of the server where the animal of a player stands otherwise. */
export const COMPUTER = 'computer';

/** Two who are to play each other, White first. */
export interface Pair {
  id: string;
  white: string;
  black: string;
  /** Where one of them is the computer: its level. */
  level?: number;
}

/** The time in milliseconds after which a server that does not answer counts as absent. */
const PATIENCE = 8_000;
const BUSY_MS = 2_000;

export class ClassServer {
  readonly #secret: string | null;
  readonly #base: string;

  /** `secret` is that of the teacher or of the pupil; null for whoever only looks for a class. */
  constructor(secret: string | null, base = 'api/v1') {
    this.#secret = secret;
    this.#base = base;
  }

  /** Makes the class, or answers the one that there is. */
  make(): Promise<LiveAnswer<TaughtClass>> {
    return this.#ask('POST', '/class', undefined, taughtClass);
  }

  taught(): Promise<LiveAnswer<TaughtClass>> {
    return this.#ask('GET', '/class', undefined, taughtClass);
  }

  set(settings: { open?: boolean; frozen?: boolean; until_ms?: number }): Promise<LiveAnswer<TaughtClass>> {
    return this.#ask('POST', '/class/settings', settings, taughtClass);
  }

  /** Gives all (`to` null) or one a lesson to do; null for none. */
  assign(lesson: string | null, to: string | null): Promise<LiveAnswer<TaughtClass>> {
    return this.#ask('POST', '/class/assignment', { lesson, to }, taughtClass);
  }

  pair(variant: string, settings: GameSettings, pairs: Pair[]): Promise<LiveAnswer<TaughtClass>> {
    return this.#ask('POST', '/class/pairs', { variant, settings, pairs }, taughtClass);
  }

  watch(game: string, secret: string): Promise<LiveAnswer<SeatAt>> {
    return this.#ask('POST', '/class/watch', { game, secret }, seatPlace);
  }

  /** Who has played whom, in the order in which the games began. */
  games(): Promise<LiveAnswer<PlayedGame[]>> {
    return this.#ask('GET', '/class/games', undefined, (value) => list('games', fields('games', value)['games']).map(playedGame));
  }

  /** One of them with its moves so far. */
  game(game: string): Promise<LiveAnswer<GameMoves>> {
    return this.#ask('POST', '/class/game', { game }, (value) => {
      const it = fields('a game', value);
      return { variant: string('variant', it['variant']), start: string('start', it['start']), moves: list('moves', it['moves']).map((move) => string('a move', move)) };
    });
  }

  /** All of them as PDN; the players are called by the words of their animals. */
  file(): Promise<LiveAnswer<string>> {
    return this.#askText('GET', '/class/games.pdn', undefined, (text) => text);
  }

  device(pupil: string, secret: string): Promise<LiveAnswer<null>> {
    return this.#ask('POST', '/class/device', { pupil, secret }, () => null);
  }

  remove(pupil: string): Promise<LiveAnswer<null>> {
    return this.#ask('POST', '/class/removal', { pupil }, () => null);
  }

  end(): Promise<LiveAnswer<null>> {
    return this.#ask('DELETE', '/class', undefined, () => null);
  }

  find(code: string): Promise<LiveAnswer<FoundClass>> {
    return this.#ask('POST', '/class/find', { code }, (value) => {
      const it = fields('a class', value);
      const words = (name: string): string[] => list(name, it[name]).map((word) => string(name, word));
      return { code: string('code', it['code']), open: it['open'] === true, animals: words('animals'), taken: words('taken') };
    });
  }

  join(code: string, nickname: string): Promise<LiveAnswer<OwnPlace>> {
    return this.#ask('POST', '/class/join', { code, nickname }, ownPlace);
  }

  me(): Promise<LiveAnswer<OwnPlace>> {
    return this.#ask('GET', '/class/me', undefined, ownPlace);
  }

  tell(news: LessonNews): Promise<LiveAnswer<null>> {
    return this.#ask('POST', '/class/me/lesson', news, () => null);
  }

  seat(game: string, secret: string): Promise<LiveAnswer<SeatAt>> {
    return this.#ask('POST', '/class/me/seat', { game, secret }, seatPlace);
  }

  #ask<T>(method: string, path: string, body: unknown, read: (value: unknown) => T): Promise<LiveAnswer<T>> {
    return this.#askText(method, path, body, (text) => read(text === '' ? null : JSON.parse(text)));
  }

  async #askText<T>(method: string, path: string, body: unknown, read: (text: string) => T): Promise<LiveAnswer<T>> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        method,
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE),
        headers: {
          ...(this.#secret === null ? {} : { authorization: `Bearer ${this.#secret}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      return { kind: 'unreachable' };
    }
    try {
      if (!response.ok) return await refusal(response);
      return { kind: 'ok', value: read(await response.text()) };
    } catch {
      return { kind: 'unreachable' }; // something answers, but it is no such server
    }
  }
}

async function refusal<T>(response: Response): Promise<LiveAnswer<T>> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  // 408: the server is so busy that the request has waited too long.
  if ([408, 429, 503].includes(response.status)) {
    const seconds = Number(response.headers.get('retry-after'));
    const busy = { kind: 'busy' as const, retry_ms: seconds > 0 ? seconds * 1000 : BUSY_MS };
    return isJson && (await codeOf(response)) === 'computer-busy' ? { ...busy, computer: true } : busy;
  }
  if (response.status === 507 && isJson) return { kind: 'unreachable', full: true };
  if (response.status > 500) return { kind: 'unreachable' };
  const it = fields('a problem', await response.json());
  // A mistake of the server may not come again. A game that it cannot read it will not read the next time either.
  if (response.status === 500 && it['code'] !== UNREADABLE) return { kind: 'unreachable' };
  return { kind: 'refused', code: string('code', it['code']), detail: typeof it['detail'] === 'string' ? it['detail'] : '' };
}

function seatPlace(value: unknown): SeatAt {
  const it = fields('a seat', value);
  return { game: string('game', it['game']), role: oneOf('role', it['role'], ['white', 'black', 'arbiter', 'watcher']) };
}

function ownPlace(value: unknown): OwnPlace {
  const it = fields('a place in a class', value);
  return {
    nickname: string('nickname', it['nickname']),
    frozen: it['frozen'] === true,
    assigned: orNull(it['assigned'], (lesson) => string('assigned', lesson)),
    game: orNull(it['game'], classGame),
    until_ms: time(it['until_ms']),
  };
}

function classGame(value: unknown): ClassGame {
  const it = fields('a game of a class', value);
  return {
    id: string('id', it['id']),
    side: oneOf('side', it['side'], ['white', 'black']),
    against: string('against', it['against']),
    level: levelOf(it['level']),
    over: it['over'] === true,
    ending: orNull(it['ending'], classEnding),
  };
}

const levelOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function classEnding(value: unknown): ClassEnding {
  const it = fields('an ending', value);
  return { winner: orNull(it['winner'], (winner) => oneOf('winner', winner, ['white', 'black'])), reason: string('reason', it['reason']) as EndReason };
}

function playedGame(value: unknown): PlayedGame {
  const it = fields('a game of a class', value);
  return {
    game: string('game', it['game']),
    white: string('white', it['white']),
    black: string('black', it['black']),
    level: levelOf(it['level']),
    begun_ms: time(it['begun_ms']),
    over: it['over'] === true,
    ending: orNull(it['ending'], classEnding),
  };
}

function taughtClass(value: unknown): TaughtClass {
  const it = fields('a class', value);
  return {
    code: string('code', it['code']),
    until_ms: time(it['until_ms']),
    open: it['open'] === true,
    frozen: it['frozen'] === true,
    assigned: orNull(it['assigned'], (lesson) => string('assigned', lesson)),
    pupils: list('pupils', it['pupils']).map(taughtPupil),
    now_ms: time(it['now_ms']),
  };
}

function taughtPupil(value: unknown): TaughtPupil {
  const it = fields('a pupil', value);
  return {
    nickname: string('nickname', it['nickname']),
    seen_ms: time(it['seen_ms']),
    assigned: orNull(it['assigned'], (lesson) => string('assigned', lesson)),
    game: orNull(it['game'], classGame),
    lessons: list('lessons', it['lessons']).map(taughtLesson),
  };
}

function taughtLesson(value: unknown): TaughtLesson {
  const it = fields('a lesson', value);
  const number = (name: string): number => (typeof it[name] === 'number' ? it[name] : 0);
  return {
    lesson: string('lesson', it['lesson']),
    stars: number('stars'),
    place: number('place'),
    places: number('places'),
    helps: number('helps'),
    tries: number('tries'),
    wrong: typeof it['wrong'] === 'number' ? it['wrong'] : null,
    place_ms: number('place_ms'),
    told_ms: number('told_ms'),
  };
}

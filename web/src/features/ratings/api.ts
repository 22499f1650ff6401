/** What everybody may read of ratings: a player, the course of a rating, the games that counted, the best. Called by the page of a player. */
import { count, fields, list, oneOf, orNull, ratingOf, side, string, time, type RatingShown } from '../live/frames';
import type { Side } from '../../rules/model';

export const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
export type RatedSpeed = (typeof SPEEDS)[number];

/** The games that count for one rating. */
export interface Pool {
  variant: string;
  speed: RatedSpeed;
}

export interface PlayerRating extends Pool, RatingShown {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Player {
  name: string;
  ratings: PlayerRating[];
}

export interface CountedGame extends Pool {
  game: string;
  side: Side;
  opponent: string;
  against: number;
  score: 'win' | 'draw' | 'loss';
  before: RatingShown;
  after: RatingShown;
  at_ms: number;
}

/** The rating after a game. */
export interface CoursePoint {
  at_ms: number;
  rating: number;
}

export interface BestPlayer extends RatingShown {
  name: string;
  games: number;
}

export type RatingsAnswer<T> = { kind: 'ok'; value: T } | { kind: 'absent' } | { kind: 'unreachable' };

const PATIENCE = 8_000;

export class RatingsServer {
  readonly #base: string;

  constructor(base = 'api/v1') {
    this.#base = base;
  }

  player(name: string): Promise<RatingsAnswer<Player>> {
    return this.#ask(`/players/${encodeURIComponent(name)}`, (value) => {
      const it = fields('a player', value);
      return { name: string('name', it['name']), ratings: list('ratings', it['ratings']).map(playerRating) };
    });
  }

  /** The ratings after each game, the oldest first. */
  course(name: string, { variant, speed }: Pool): Promise<RatingsAnswer<CoursePoint[]>> {
    return this.#ask(`/players/${encodeURIComponent(name)}/course?${new URLSearchParams({ variant, speed })}`, (value) =>
      list('points', fields('a course', value)['points']).map((point) => {
        const it = fields('a point', point);
        return { at_ms: time(it['at_ms']), rating: count(it['rating']) };
      }),
    );
  }

  /** The games that counted, the latest first; `after` is `next` of the page before. */
  games(name: string, { variant, speed }: Pool, after: string | null): Promise<RatingsAnswer<{ games: CountedGame[]; next: string | null }>> {
    const query = new URLSearchParams({ variant, speed, ...(after === null ? {} : { after }) });
    return this.#ask(`/players/${encodeURIComponent(name)}/games?${query}`, (value) => {
      const it = fields('games', value);
      return { games: list('games', it['games']).map(countedGame), next: orNull(it['next'], (next) => string('next', next)) };
    });
  }

  best({ variant, speed }: Pool): Promise<RatingsAnswer<BestPlayer[]>> {
    return this.#ask(`/ratings/${encodeURIComponent(variant)}/${speed}`, (value) =>
      list('players', fields('the best', value)['players']).map((player) => {
        const it = fields('a player', player);
        return { ...ratingOf(player), name: string('name', it['name']), games: count(it['games']) };
      }),
    );
  }

  async #ask<T>(path: string, read: (value: unknown) => T): Promise<RatingsAnswer<T>> {
    try {
      const response = await fetch(this.#base + path, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      if (response.status === 404 && isJson) return { kind: 'absent' };
      if (!response.ok || !isJson) return { kind: 'unreachable' };
      return { kind: 'ok', value: read(await response.json()) };
    } catch (error) {
      console.error(error);
      return { kind: 'unreachable' };
    }
  }
}

function pool(it: Record<string, unknown>): Pool {
  return { variant: string('variant', it['variant']), speed: oneOf('speed', it['speed'], SPEEDS) };
}

function playerRating(value: unknown): PlayerRating {
  const it = fields('a rating', value);
  return { ...pool(it), ...ratingOf(value), games: count(it['games']), won: count(it['won']), drawn: count(it['drawn']), lost: count(it['lost']) };
}

function countedGame(value: unknown): CountedGame {
  const it = fields('a game', value);
  return {
    ...pool(it),
    game: string('game', it['game']),
    side: side(it['side']),
    opponent: string('opponent', it['opponent']),
    against: count(it['against']),
    score: oneOf('score', it['score'], ['win', 'draw', 'loss']),
    before: ratingOf(it['before']),
    after: ratingOf(it['after']),
    at_ms: time(it['at_ms']),
  };
}

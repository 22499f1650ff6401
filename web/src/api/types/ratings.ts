/**
 * The API of ratings. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, RatingShown } from './shared';

/** A player in the list of best players. */
export type BestPlayer = RatingShown & {
  /** The number of rated games. */
  games: number;
  name: string;
};
export const BestPlayer: Shape = { deviation: 'n', provisional: 'b', rating: 'n', games: 'n', name: 's' };

/** The best players of a variant and speed. */
export type BestPlayers = {
  /** Highest rating first; without provisional ratings. */
  players: BestPlayer[];
};
export const BestPlayers: Shape = { players: { '[]': BestPlayer } };

/** A rated game as one of its players sees it. */
export type CountedGame = {
  /** The rating after it. */
  after: RatingShown;
  /** The opponent's rating before the game. */
  against: number;
  /** When it ended, in Unix milliseconds. */
  at_ms: number;
  /** The rating before the game. */
  before: RatingShown;
  /** The id of the game. */
  game: string;
  /** The opponent's name. */
  opponent: string;
  /** `win`, `draw` or `loss`. */
  score: 'win' | 'draw' | 'loss';
  /** The side of the player. */
  side: Side;
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  variant: string;
};
export const CountedGame: Shape = { after: RatingShown, against: 'n', at_ms: 'n', before: RatingShown, game: 's', opponent: 's', score: ['win', 'draw', 'loss'], side: Side, speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's' };

/** A page of a player's rated games. */
export type CountedGames = {
  /** The latest first. */
  games: CountedGame[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const CountedGames: Shape = { games: { '[]': CountedGame }, 'next?': 's' };

/** A point of a rating history. */
export type CoursePoint = {
  /** When a game ended, in Unix milliseconds. */
  at_ms: number;
  /** Its deviation. */
  deviation: number;
  /** The rating after it, as a whole number. */
  rating: number;
};
export const CoursePoint: Shape = { at_ms: 'n', deviation: 'n', rating: 'n' };

/** A player's rating in one pool. */
export type PlayerRating = RatingShown & {
  drawn: number;
  /** The number of rated games. */
  games: number;
  /** When the last one ended, in Unix milliseconds. */
  last_ms: number;
  lost: number;
  /** The speed: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  /** The stable name of the variant. */
  variant: string;
  won: number;
};
export const PlayerRating: Shape = { deviation: 'n', provisional: 'b', rating: 'n', drawn: 'n', games: 'n', last_ms: 'n', lost: 'n', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's', won: 'n' };

/** A player. */
export type PublicPlayer = {
  name: string;
  /** One for each pool with a rated game. */
  ratings: PlayerRating[];
};
export const PublicPlayer: Shape = { name: 's', ratings: { '[]': PlayerRating } };

/** A rating history. */
export type RatingCourse = {
  /** One for each rated game, oldest first; at most the latest thousand. */
  points: CoursePoint[];
};
export const RatingCourse: Shape = { points: { '[]': CoursePoint } };

/** A player with ratings. */
export const getPlayersName: Operation<{ name: string }, undefined, PublicPlayer> = ['GET /players/{name}', PublicPlayer];

/** A player's rating history, for a plot. */
export const getPlayersNameCourse: Operation<{ name: string; variant?: string | null; speed?: string | null }, undefined, RatingCourse> = ['GET /players/{name}/course?variant&speed', RatingCourse];

/** A player's rated games. */
export const getPlayersNameGames: Operation<{ name: string; variant?: string | null; speed?: string | null; after?: string | null }, undefined, CountedGames> = ['GET /players/{name}/games?variant&speed&after', CountedGames];

/** The best players of a variant and speed. */
export const getRatingsVariantSpeed: Operation<{ variant: string; speed: string }, undefined, BestPlayers> = ['GET /ratings/{variant}/{speed}', BestPlayers];

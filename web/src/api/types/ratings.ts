/**
 * The API of ratings. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, RatingShown } from './shared';

/** One of the best. */
export type BestPlayer = RatingShown & {
  /** Games that counted. */
  games: number;
  name: string;
};
export const BestPlayer: Shape = { deviation: 'n', provisional: 'b', rating: 'n', games: 'n', name: 's' };

/** The best players of a game at a speed. */
export type BestPlayers = {
  /** The highest rating first. Whose rating is provisional is not among them. */
  players: BestPlayer[];
};
export const BestPlayers: Shape = { players: { '[]': BestPlayer } };

/** A game that counted, as one of its players sees it. */
export type CountedGame = {
  /** The rating after it. */
  after: RatingShown;
  /** The rating of the other one before the game. */
  against: number;
  /** When it ended, in Unix milliseconds. */
  at_ms: number;
  /** The rating before the game. */
  before: RatingShown;
  /** The id of the game. */
  game: string;
  /** The name of the other one. */
  opponent: string;
  /** `win`, `draw` or `loss`. */
  score: 'win' | 'draw' | 'loss';
  /** The side of the player. */
  side: Side;
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  variant: string;
};
export const CountedGame: Shape = { after: RatingShown, against: 'n', at_ms: 'n', before: RatingShown, game: 's', opponent: 's', score: ['win', 'draw', 'loss'], side: Side, speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's' };

/** A page of the games of a player that counted. */
export type CountedGames = {
  /** The latest first. */
  games: CountedGame[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const CountedGames: Shape = { games: { '[]': CountedGame }, 'next?': 's' };

/** A point of the course of a rating. */
export type CoursePoint = {
  /** When a game ended, in Unix milliseconds. */
  at_ms: number;
  /** Its deviation. */
  deviation: number;
  /** The rating after it, as a whole number. */
  rating: number;
};
export const CoursePoint: Shape = { at_ms: 'n', deviation: 'n', rating: 'n' };

/** A rating of a player, with its games. */
export type PlayerRating = RatingShown & {
  drawn: number;
  /** Games that counted. */
  games: number;
  /** When the last of them ended, in Unix milliseconds. */
  last_ms: number;
  lost: number;
  /** How fast the games are: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';
  /** The stable name of the game of the family. */
  variant: string;
  won: number;
};
export const PlayerRating: Shape = { deviation: 'n', provisional: 'b', rating: 'n', drawn: 'n', games: 'n', last_ms: 'n', lost: 'n', speed: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'], variant: 's', won: 'n' };

/** A player. */
export type PublicPlayer = {
  name: string;
  /** For each game and speed of which a game counted. */
  ratings: PlayerRating[];
};
export const PublicPlayer: Shape = { name: 's', ratings: { '[]': PlayerRating } };

/** The course of a rating. */
export type RatingCourse = {
  /** One for each game that counted, the oldest first; only the latest thousand. */
  points: CoursePoint[];
};
export const RatingCourse: Shape = { points: { '[]': CoursePoint } };

/** A player with the ratings. */
export const getPlayersName: Operation<{ name: string }, undefined, PublicPlayer> = ['GET /players/{name}', PublicPlayer];

/** The course of a rating of a player, for a plot. */
export const getPlayersNameCourse: Operation<{ name: string; variant?: string | null; speed?: string | null }, undefined, RatingCourse> = ['GET /players/{name}/course?variant&speed', RatingCourse];

/** The games of a player that counted. */
export const getPlayersNameGames: Operation<{ name: string; variant?: string | null; speed?: string | null; after?: string | null }, undefined, CountedGames> = ['GET /players/{name}/games?variant&speed&after', CountedGames];

/** The best players of a game at a speed. */
export const getRatingsVariantSpeed: Operation<{ variant: string; speed: string }, undefined, BestPlayers> = ['GET /ratings/{variant}/{speed}', BestPlayers];

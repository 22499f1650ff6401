/**
 * The API of problems. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** The rating of a problem by results. */
export type RatedProblem = {
  /** Its deviation, rounded. */
  deviation: number;
  /** The id of the problem. */
  id: string;
  /** The rating, rounded. */
  rating: number;
};
export const RatedProblem: Shape = { deviation: 'n', id: 's', rating: 'n' };

/** The problems of a game whose rating by results replaces the one in the files. */
export type RatedProblemList = {
  /** In the order of their ids. */
  problems: RatedProblem[];
};
export const RatedProblemList: Shape = { problems: { '[]': RatedProblem } };

/** How a problem was tried. */
export type TryOutcome = (typeof TryOutcome)[number];
export const TryOutcome = ['clean', 'helped', 'failed'] as const;

/** The first try of a problem on a device. */
export type SentTry = {
  /** The deviation of that rating. */
  deviation: number;
  outcome: TryOutcome;
  /** The id of the problem. */
  problem: string;
  /** The rating of the solver before the try. */
  rating: number;
};
export const SentTry: Shape = { deviation: 'any', outcome: TryOutcome, problem: 's', rating: 'any' };

/** Tries of the problems of a game. */
export type SentTries = {
  /** At most 100. */
  tries: SentTry[];
};
export const SentTries: Shape = { tries: { '[]': SentTry } };

/** The problems of a game whose rating by results replaces the one in the files of the page. */
export const getProblemsVariantRatings: Operation<{ variant: string }, undefined, RatedProblemList> = ['GET /problems/{variant}/ratings', RatedProblemList];

/** Records first tries of problems, which change the ratings of the problems. */
export const postProblemsVariantResults: Operation<{ variant: string }, SentTries, null> = ['POST /problems/{variant}/results'];

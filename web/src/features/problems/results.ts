/**
 * Statistics from the stored tries: the rating and its history, when a problem was last seen, the
 * best runs.
 */
import type { RatedResult, Scored, Strength } from '../../rules/model';
import type { Against, Attempt, Run, RunKind } from './log';
import type { Problem } from './problem';
import type { Solved } from './solving';

/** A rating period is a week. */
const PERIOD_MS = 7 * 86_400_000;

/** The score of a try; with a hint, one half. */
const SCORES: Record<Solved, Scored> = { clean: 'win', helped: 'draw', failed: 'loss' };

/** The volatility of a problem, which never changes. */
const VOLATILITY = 0.06;

/** The rating of a problem, limited to the range of Glicko-2. */
export function againstOf({ rating, deviation }: Problem): Against {
  const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));
  return { rating: between(0, rating, 4000), deviation: between(30, deviation, 350) };
}

/** A try as a Glicko-2 game against the problem. */
export function resultOf(against: Against, solved: Solved): RatedResult {
  return { against: { ...against, volatility: VOLATILITY }, score: SCORES[solved] };
}

/**
 * The strength after a try, from the strength before and the number of whole rating periods since
 * then.
 */
export type StrengthAfter = (before: Strength | null, rested: number, results: readonly RatedResult[]) => Strength;

type Rated = Attempt & { against: Against };
const isRated = (it: Attempt): it is Rated => it.against !== undefined;

/**
 * Recomputes the strengths of each game from the first missing one on, and returns the changed
 * tries: a try from another device has no strength yet, and later tries depend on it.
 */
export function recounted(attempts: readonly Attempt[], after: StrengthAfter): Attempt[] {
  const byGame = new Map<string, Rated[]>();
  for (const it of attempts) if (isRated(it)) byGame.set(it.variant, [...(byGame.get(it.variant) ?? []), it]);
  return [...byGame.values()].flatMap((rated) => {
    rated.sort((a, b) => a.at_ms - b.at_ms || (a.problem < b.problem ? -1 : 1));
    const first = rated.findIndex(({ strength }) => strength === null);
    if (first < 0) return [];
    let last: Attempt | null = rated[first - 1] ?? null;
    return rated.slice(first).map((it) => {
      const rested = last ? Math.max(0, Math.floor((it.at_ms - last.at_ms) / PERIOD_MS)) : 0;
      last = { ...it, strength: after(last?.strength ?? null, rested, [resultOf(it.against, it.solved)]) };
      return last;
    });
  });
}

/** The rated tries of a game in chronological order. */
export function ratedOf(attempts: readonly Attempt[], variant: string): (Attempt & { strength: Strength })[] {
  return attempts.filter((it): it is Attempt & { strength: Strength } => it.variant === variant && it.strength !== null).sort((a, b) => a.at_ms - b.at_ms);
}

/** The strength after the last rated try, and the number of whole rating periods since then. */
export function strengthNow(attempts: readonly Attempt[], variant: string, now_ms: number): { strength: Strength | null; rested: number } {
  const last = ratedOf(attempts, variant).at(-1);
  return last ? { strength: last.strength, rested: Math.max(0, Math.floor((now_ms - last.at_ms) / PERIOD_MS)) } : { strength: null, rested: 0 };
}

/** The strength of a user without rated tries, as Glicko-2 defines it. */
const UNKNOWN: Against = { rating: 1500, deviation: 350 };

/**
 * The user's strength before a try, from the stored tries; null if it is not the first one of its
 * problem.
 */
export function solverOf(attempts: readonly Attempt[], { at_ms, problem, variant }: Attempt, after: StrengthAfter): Against | null {
  const before = attempts.filter((it) => it.at_ms < at_ms);
  if (before.some((it) => it.problem === problem)) return null;
  const { strength, rested } = strengthNow(before, variant, at_ms);
  if (strength === null) return UNKNOWN;
  const { rating, deviation } = rested > 0 ? after(strength, rested, []) : strength;
  return { rating, deviation };
}

/** As on the server: above this deviation a rating is too uncertain to be shown. */
const PROVISIONAL_DEVIATION = 110;

export function isProvisional({ deviation }: Strength): boolean {
  return deviation > PROVISIONAL_DEVIATION;
}

/**
 * What is shown of a rating after a try: nothing while it is provisional, and its first number
 * without a change.
 */
export function ratingAfter(before: Strength | null, after: Strength): { now: number; by: number | null } | null {
  if (isProvisional(after)) return null;
  const now = Math.round(after.rating);
  return { now, by: before === null || isProvisional(before) ? null : now - Math.round(before.rating) };
}

/** The level of a new user's first problems: well below the initial rating of the method. */
const FIRST_LEVEL = 1100;

export function levelOf(attempts: readonly Attempt[], variant: string): number {
  return ratedOf(attempts, variant).at(-1)?.strength.rating ?? FIRST_LEVEL;
}

export function seenIn(attempts: readonly Attempt[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { problem, at_ms } of attempts) seen.set(problem, Math.max(at_ms, seen.get(problem) ?? 0));
  return seen;
}

/** The last runs of this kind, the latest first. */
export function lastRuns(runs: readonly Run[], kind: RunKind, variant: string, most: number): Run[] {
  const own = runs.filter((run) => run.kind === kind && run.variant === variant);
  return own.sort((a, b) => b.at_ms - a.at_ms).slice(0, most);
}

/** The best result of this kind of run; null before the first. */
export function bestRun(runs: readonly Run[], kind: RunKind, variant: string): number | null {
  const own = runs.filter((run) => run.kind === kind && run.variant === variant);
  return own.length === 0 ? null : Math.max(...own.map(({ solved }) => solved));
}

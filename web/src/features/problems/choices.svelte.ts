/**
 * The user's training preferences, stored in this browser: game, filter, rated or not, reviews per
 * day. Defaults replace unreadable values.
 */
import { loadFields, saveValue } from '../../store/browser-storage';
import { USUAL } from '../../rules/family';
import { ANYTHING, type ProblemFilter } from './choosing';
import { GAMES_WITH_PROBLEMS } from './games';
import { USUAL_DOSE } from './repetition';

export interface Choices {
  variant: string;
  wish: ProblemFilter;
  rated: boolean;
  /** The pieces stay in place while the user enters the moves. */
  still: boolean;
  dose: number;
}

export const DAILY_LIMITS: readonly number[] = [5, 10, 20];
/** The levels to choose from, in Elo; null is the user's own. */
export const LEVELS: readonly number[] = [800, 1100, 1400, 1700, 2000];
/** The choices for the maximum number of pieces. */
export const SIZES: readonly number[] = [8, 12, 20];

const KEY = 'damier.training';
const USUALLY: Choices = { variant: USUAL, wish: ANYTHING, rated: true, still: false, dose: USUAL_DOSE };

const kept = $state<{ choices: Choices }>({ choices: parseChoices(loadFields(KEY)) });

export function choices(): Choices {
  return kept.choices;
}

export function like(change: Partial<Choices>): void {
  kept.choices = { ...kept.choices, ...change };
  saveValue(KEY, kept.choices);
}

/** Reads the stored value; unknown or invalid parts are ignored. */
export function parseChoices(found: unknown): Choices {
  if (typeof found !== 'object' || found === null) return USUALLY;
  const { variant, wish, rated, still, dose } = found as Record<string, unknown>;
  const { theme, opening, level, pieces } = (typeof wish === 'object' && wish !== null ? wish : {}) as Record<string, unknown>;
  const text = (value: unknown): string | null => (typeof value === 'string' && value.length <= 200 ? value : null);
  const among = (value: unknown, numbers: readonly number[]): number | null => (typeof value === 'number' && numbers.includes(value) ? value : null);
  return {
    variant: typeof variant === 'string' && GAMES_WITH_PROBLEMS.includes(variant) ? variant : USUALLY.variant,
    wish: { theme: text(theme), opening: text(opening), level: among(level, LEVELS), pieces: among(pieces, SIZES) },
    rated: typeof rated === 'boolean' ? rated : USUALLY.rated,
    still: typeof still === 'boolean' ? still : USUALLY.still,
    dose: among(dose, DAILY_LIMITS) ?? USUALLY.dose,
  };
}

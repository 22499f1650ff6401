/** What training has kept, as a file: written for another browser, and read back from one with care, since anybody may have changed it. */
import type { Strength } from '../rules/model';
import { cardId, type Card, type Grade, type Review, type Subject } from './repetition';
import type { Attempt, Kept, Run } from './log';
import type { Solved } from './solving';

const FORMAT = 'damier-training';
const VERSION = 1;

/** The file. */
export function written(kept: Kept): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...kept });
}

/** What a file has; null where it is none of ours. Single entries that make no sense are left out. */
export function readBack(text: string): Kept | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(found) || found['format'] !== FORMAT || found['version'] !== VERSION) return null;
  const list = <T>(name: string, sane: (it: Record<string, unknown>) => T | null): T[] => {
    const entries: unknown = found[name];
    return Array.isArray(entries) ? entries.flatMap((it: unknown) => (isRecord(it) ? (sane(it) ?? []) : [])) : [];
  };
  return {
    attempts: list('attempts', saneAttempt),
    runs: list('runs', saneRun),
    cards: list('cards', saneCard),
    reviews: list('reviews', saneReview),
  };
}

function saneAttempt({ at_ms, variant, problem, themes, solved, took_ms, strength }: Record<string, unknown>): Attempt | null {
  if (!isTime(at_ms) || !isWord(variant) || !isWord(problem) || !isTime(took_ms) || !oneOf(SOLVED, solved)) return null;
  if (!Array.isArray(themes) || !themes.every(isWord)) return null;
  return { at_ms, variant, problem, themes, solved, took_ms, strength: saneStrength(strength) };
}

function saneStrength(found: unknown): Strength | null {
  if (!isRecord(found)) return null;
  const { rating, deviation, volatility } = found;
  if (!within(rating, 0, 4000) || !within(deviation, 30, 350) || !within(volatility, 0.01, 0.15)) return null;
  return { rating, deviation, volatility };
}

function saneRun({ at_ms, kind, variant, solved }: Record<string, unknown>): Run | null {
  if (!isTime(at_ms) || !isWord(variant) || !within(solved, 0, 10_000) || !Number.isInteger(solved)) return null;
  return kind === 'minutes' || kind === 'streak' ? { at_ms, kind, variant, solved } : null;
}

/** The memory of a card is not read: it is counted anew from the reviews. */
function saneCard({ subject, made_ms }: Record<string, unknown>): Card | null {
  const sane = isRecord(subject) ? saneSubject(subject) : null;
  return sane && isTime(made_ms) ? { id: cardId(sane), subject: sane, memory: null, made_ms } : null;
}

function saneSubject(found: Record<string, unknown>): Subject | null {
  const { kind, variant, theme, fen, solution, from, moves, side, title, lesson, exercise } = found;
  if (kind === 'exercise') return isWord(lesson) && within(exercise, 0, 99) ? { kind, lesson, exercise: Math.floor(exercise) } : null;
  if (!isWord(variant)) return null;
  if (kind === 'theme') return isWord(theme) ? { kind, variant, theme } : null;
  if (!isLine(fen)) return null;
  if (kind === 'position') return isLine(solution) && isLine(from) ? { kind, variant, fen, solution, from } : null;
  if (kind !== 'line' || !Array.isArray(moves) || moves.length > 400 || !moves.every(isWord)) return null;
  return isLine(title) && (side === 'white' || side === 'black') ? { kind, variant, fen, moves, side, title } : null;
}

function saneReview({ at_ms, day, card, grade, took_ms }: Record<string, unknown>): Review | null {
  if (!isTime(at_ms) || !within(day, 0, 100_000) || !Number.isInteger(day) || !isLine(card) || !isTime(took_ms)) return null;
  return oneOf(GRADES, grade) ? { at_ms, day, card, grade, took_ms } : null;
}

const SOLVED: readonly Solved[] = ['clean', 'helped', 'failed'];
const GRADES: readonly Grade[] = ['again', 'hard', 'good'];
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const within = (value: unknown, least: number, most: number): value is number => typeof value === 'number' && value >= least && value <= most;
const isTime = (value: unknown): value is number => within(value, 0, Number.MAX_SAFE_INTEGER);
const isWord = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 80 && !/\s/.test(value);
const isLine = (value: unknown): value is string => typeof value === 'string' && value.length <= 4000;
const oneOf = <T>(words: readonly T[], value: unknown): value is T => words.includes(value as T);

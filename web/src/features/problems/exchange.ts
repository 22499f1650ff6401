/**
 * Exports the training data to a file, and validates imported files, which may have been edited.
 */
import type { Strength } from '../../rules/model';
import { cardId, type Card, type Forgotten, type Grade, type Review, type Subject } from './repetition';
import type { Against, Attempt, Run, StoredTraining } from './log';
import type { Solved } from './solving';

const FORMAT = 'damier-training';
const VERSION = 1;

export function written(kept: StoredTraining): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...kept });
}

/**
 * An invalid entry of a file: its list, its place there counted from 1, and the first invalid
 * field.
 */
export interface Fault {
  list: keyof StoredTraining;
  /** 0 if the list itself is missing or invalid. */
  entry: number;
  field: string;
}

/** The content of a file, and the invalid entries that were skipped. */
export interface ImportedLog {
  kept: StoredTraining;
  faults: readonly Fault[];
}

/** An unvalidated entry, and the result: the entry, or the name of its invalid field. */
type Found = Record<string, unknown>;
type Validated<T extends object> = T | string;

/** Reads a file; null if it is not a training file. */
export function readBack(text: string): ImportedLog | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(found) || found['format'] !== FORMAT || found['version'] !== VERSION) return null;
  const file = found;
  const faults: Fault[] = [];
  const list = <T extends object>(name: keyof StoredTraining, parse: (it: Found) => Validated<T>): T[] => {
    const entries: unknown = file[name] ?? [];
    if (!Array.isArray(entries)) {
      faults.push({ list: name, entry: 0, field: name });
      return [];
    }
    return entries.flatMap((it: unknown, i) => {
      const read = isRecord(it) ? parse(it) : name;
      if (typeof read !== 'string') return [read];
      faults.push({ list: name, entry: i + 1, field: read });
      return [];
    });
  };
  const kept = {
    attempts: list('attempts', parseAttempt),
    runs: list('runs', parseRun),
    cards: list('cards', parseCard),
    reviews: list('reviews', parseReview),
    forgotten: list('forgotten', parseForgotten),
  };
  return { kept, faults };
}

function parseAttempt({ at_ms, variant, problem, themes, solved, took_ms, strength, against }: Found): Validated<Attempt> {
  if (!isTime(at_ms)) return 'at_ms';
  if (!isWord(variant)) return 'variant';
  if (!isWord(problem)) return 'problem';
  if (!areWords(themes)) return 'themes';
  if (!oneOf(SOLVED, solved)) return 'solved';
  if (!isTime(took_ms)) return 'took_ms';
  const level = parseAgainst(against);
  return { at_ms, variant, problem, themes, solved, took_ms, strength: parseStrength(strength), ...(level ? { against: level } : {}) };
}

function parseAgainst(found: unknown): Against | null {
  if (!isRecord(found)) return null;
  const { rating, deviation } = found;
  return within(rating, 0, 4000) && within(deviation, 30, 350) ? { rating, deviation } : null;
}

/** An invalid rating is dropped: the try still counts as seen. */
function parseStrength(found: unknown): Strength | null {
  if (!isRecord(found)) return null;
  const { rating, deviation, volatility } = found;
  if (!within(rating, 0, 4000) || !within(deviation, 30, 350) || !within(volatility, 0.01, 0.15)) return null;
  return { rating, deviation, volatility };
}

function parseRun({ at_ms, kind, variant, solved }: Found): Validated<Run> {
  if (!isTime(at_ms)) return 'at_ms';
  if (kind !== 'minutes' && kind !== 'streak') return 'kind';
  if (!isWord(variant)) return 'variant';
  if (!within(solved, 0, 10_000) || !Number.isInteger(solved)) return 'solved';
  return { at_ms, kind, variant, solved };
}

/** The memory state of a card is not read but computed again from the reviews. */
function parseCard({ subject, made_ms }: Found): Validated<Card> {
  const parsed = isRecord(subject) ? parseSubject(subject) : 'subject';
  if (typeof parsed === 'string') return parsed;
  return isTime(made_ms) ? { id: cardId(parsed), subject: parsed, memory: null, made_ms } : 'made_ms';
}

function parseSubject(found: Found): Validated<Subject> {
  const { kind, variant, theme, fen, lesson, exercise } = found;
  if (kind === 'exercise') {
    if (!isWord(lesson)) return 'lesson';
    return within(exercise, 0, 99) ? { kind, lesson, exercise: Math.floor(exercise) } : 'exercise';
  }
  if (!isWord(variant)) return 'variant';
  if (kind === 'theme') return isWord(theme) ? { kind, variant, theme } : 'theme';
  if (!isLine(fen)) return 'fen';
  if (kind === 'position') return parsePosition(variant, fen, found);
  return kind === 'line' ? parseLine(variant, fen, found) : 'kind';
}

function parsePosition(variant: string, fen: string, { solution, accepted, played, from, holds }: Found): Validated<Subject> {
  if (!isLine(solution)) return 'solution';
  if (accepted !== undefined && !(areWords(accepted) && accepted.length <= MOST_ACCEPTED)) return 'accepted';
  if (played !== undefined && !isWord(played)) return 'played';
  if (!isLine(from)) return 'from';
  return { kind: 'position', variant, fen, solution, from, ...(accepted ? { accepted } : {}), ...(played ? { played } : {}), ...(holds === true ? { holds: true } : {}) };
}

function parseLine(variant: string, fen: string, { moves, side, title }: Found): Validated<Subject> {
  if (!areWords(moves) || moves.length > 400) return 'moves';
  if (side !== 'white' && side !== 'black') return 'side';
  return isLine(title) ? { kind: 'line', variant, fen, moves, side, title } : 'title';
}

function parseReview({ at_ms, day, card, grade, took_ms }: Found): Validated<Review> {
  if (!isTime(at_ms)) return 'at_ms';
  if (!within(day, 0, 100_000) || !Number.isInteger(day)) return 'day';
  if (!isLine(card)) return 'card';
  if (!oneOf(GRADES, grade)) return 'grade';
  return isTime(took_ms) ? { at_ms, day, card, grade, took_ms } : 'took_ms';
}

function parseForgotten({ id, at_ms }: Found): Validated<Forgotten> {
  if (!isLine(id)) return 'id';
  return isTime(at_ms) ? { id, at_ms } : 'at_ms';
}

/** More accepted moves than any position has. */
const MOST_ACCEPTED = 400;
const SOLVED: readonly Solved[] = ['clean', 'helped', 'failed'];
const GRADES: readonly Grade[] = ['again', 'hard', 'good'];
const isRecord = (value: unknown): value is Found => typeof value === 'object' && value !== null && !Array.isArray(value);
const within = (value: unknown, least: number, most: number): value is number => typeof value === 'number' && value >= least && value <= most;
const isTime = (value: unknown): value is number => within(value, 0, Number.MAX_SAFE_INTEGER);
const isWord = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 80 && !/\s/.test(value);
const areWords = (value: unknown): value is string[] => Array.isArray(value) && value.every(isWord);
const isLine = (value: unknown): value is string => typeof value === 'string' && value.length <= 4000;
const oneOf = <T>(words: readonly T[], value: unknown): value is T => words.includes(value as T);

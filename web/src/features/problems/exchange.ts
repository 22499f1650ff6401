/**
 * Exports the training data to a file, and validates imported files, which may have been edited.
 */
import type { Strength } from '../../rules/model';
import { cardId, type Card, type Forgotten, type Grade, type Review, type Subject } from './repetition';
import type { Against, Attempt, Kept, Run } from './log';
import type { Solved } from './solving';

const FORMAT = 'damier-training';
const VERSION = 1;

export function written(kept: Kept): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...kept });
}

/**
 * An invalid entry of a file: its list, its place there counted from 1, and the first invalid
 * field.
 */
export interface Fault {
  list: keyof Kept;
  /** 0 if the list itself is missing or invalid. */
  entry: number;
  field: string;
}

/** The content of a file, and the invalid entries that were skipped. */
export interface ReadBack {
  kept: Kept;
  faults: readonly Fault[];
}

/** An unvalidated entry, and the result: the entry, or the name of its invalid field. */
type Found = Record<string, unknown>;
type Sane<T extends object> = T | string;

/** Reads a file; null if it is not a training file. */
export function readBack(text: string): ReadBack | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(found) || found['format'] !== FORMAT || found['version'] !== VERSION) return null;
  const file = found;
  const faults: Fault[] = [];
  const list = <T extends object>(name: keyof Kept, sane: (it: Found) => Sane<T>): T[] => {
    const entries: unknown = file[name] ?? [];
    if (!Array.isArray(entries)) {
      faults.push({ list: name, entry: 0, field: name });
      return [];
    }
    return entries.flatMap((it: unknown, i) => {
      const read = isRecord(it) ? sane(it) : name;
      if (typeof read !== 'string') return [read];
      faults.push({ list: name, entry: i + 1, field: read });
      return [];
    });
  };
  const kept = {
    attempts: list('attempts', saneAttempt),
    runs: list('runs', saneRun),
    cards: list('cards', saneCard),
    reviews: list('reviews', saneReview),
    forgotten: list('forgotten', saneForgotten),
  };
  return { kept, faults };
}

function saneAttempt({ at_ms, variant, problem, themes, solved, took_ms, strength, against }: Found): Sane<Attempt> {
  if (!isTime(at_ms)) return 'at_ms';
  if (!isWord(variant)) return 'variant';
  if (!isWord(problem)) return 'problem';
  if (!areWords(themes)) return 'themes';
  if (!oneOf(SOLVED, solved)) return 'solved';
  if (!isTime(took_ms)) return 'took_ms';
  const level = saneAgainst(against);
  return { at_ms, variant, problem, themes, solved, took_ms, strength: saneStrength(strength), ...(level ? { against: level } : {}) };
}

function saneAgainst(found: unknown): Against | null {
  if (!isRecord(found)) return null;
  const { rating, deviation } = found;
  return within(rating, 0, 4000) && within(deviation, 30, 350) ? { rating, deviation } : null;
}

/** An invalid rating is dropped: the try still counts as seen. */
function saneStrength(found: unknown): Strength | null {
  if (!isRecord(found)) return null;
  const { rating, deviation, volatility } = found;
  if (!within(rating, 0, 4000) || !within(deviation, 30, 350) || !within(volatility, 0.01, 0.15)) return null;
  return { rating, deviation, volatility };
}

function saneRun({ at_ms, kind, variant, solved }: Found): Sane<Run> {
  if (!isTime(at_ms)) return 'at_ms';
  if (kind !== 'minutes' && kind !== 'streak') return 'kind';
  if (!isWord(variant)) return 'variant';
  if (!within(solved, 0, 10_000) || !Number.isInteger(solved)) return 'solved';
  return { at_ms, kind, variant, solved };
}

/** The memory state of a card is not read but computed again from the reviews. */
function saneCard({ subject, made_ms }: Found): Sane<Card> {
  const sane = isRecord(subject) ? saneSubject(subject) : 'subject';
  if (typeof sane === 'string') return sane;
  return isTime(made_ms) ? { id: cardId(sane), subject: sane, memory: null, made_ms } : 'made_ms';
}

function saneSubject(found: Found): Sane<Subject> {
  const { kind, variant, theme, fen, lesson, exercise } = found;
  if (kind === 'exercise') {
    if (!isWord(lesson)) return 'lesson';
    return within(exercise, 0, 99) ? { kind, lesson, exercise: Math.floor(exercise) } : 'exercise';
  }
  if (!isWord(variant)) return 'variant';
  if (kind === 'theme') return isWord(theme) ? { kind, variant, theme } : 'theme';
  if (!isLine(fen)) return 'fen';
  if (kind === 'position') return sanePosition(variant, fen, found);
  return kind === 'line' ? saneLine(variant, fen, found) : 'kind';
}

function sanePosition(variant: string, fen: string, { solution, accepted, played, from, holds }: Found): Sane<Subject> {
  if (!isLine(solution)) return 'solution';
  if (accepted !== undefined && !(areWords(accepted) && accepted.length <= MOST_ACCEPTED)) return 'accepted';
  if (played !== undefined && !isWord(played)) return 'played';
  if (!isLine(from)) return 'from';
  return { kind: 'position', variant, fen, solution, from, ...(accepted ? { accepted } : {}), ...(played ? { played } : {}), ...(holds === true ? { holds: true } : {}) };
}

function saneLine(variant: string, fen: string, { moves, side, title }: Found): Sane<Subject> {
  if (!areWords(moves) || moves.length > 400) return 'moves';
  if (side !== 'white' && side !== 'black') return 'side';
  return isLine(title) ? { kind: 'line', variant, fen, moves, side, title } : 'title';
}

function saneReview({ at_ms, day, card, grade, took_ms }: Found): Sane<Review> {
  if (!isTime(at_ms)) return 'at_ms';
  if (!within(day, 0, 100_000) || !Number.isInteger(day)) return 'day';
  if (!isLine(card)) return 'card';
  if (!oneOf(GRADES, grade)) return 'grade';
  return isTime(took_ms) ? { at_ms, day, card, grade, took_ms } : 'took_ms';
}

function saneForgotten({ id, at_ms }: Found): Sane<Forgotten> {
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

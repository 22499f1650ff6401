/**
 * Spaced repetition with FSRS-6 (`ts-fsrs`, decision record 0042). A card stands for a theme, which
 * is reviewed with a new problem each time, or for one exact position, line or exercise. Scheduling
 * works in days. The number of reviews per day is limited; overdue cards wait and do not
 * accumulate.
 */
import { createEmptyCard, fsrs, Rating, State, type Card as Memory, type FSRSParameters, type Grade as FsrsGrade } from 'ts-fsrs';
import type { Solved } from './solving';

/** The subject of a card. */
export type Subject =
  | { kind: 'theme'; variant: string; theme: string }
  | PositionSubject
  /** A line to memorise: the user plays the moves of one side. */
  | { kind: 'line'; variant: string; fen: string; moves: readonly string[]; side: 'white' | 'black'; title: string }
  | { kind: 'exercise'; lesson: string; exercise: number };

/** A position and what to play there, such as a mistake in a game of the user. */
export interface PositionSubject {
  kind: 'position';
  variant: string;
  fen: string;
  /** The solution: moves of both sides in turn. */
  solution: string;
  /** Other moves accepted in place of the last move of the solution. */
  accepted?: readonly string[];
  /** The move that was played, in a moment of a game: the user has to find a better one. */
  played?: string;
  /** Whether the task is to hold, instead of winning something. */
  holds?: boolean;
  /** The id of the problem or game from which it comes; may be empty. */
  from: string;
}

/** A local calendar day, counted from 1 January 1970. */
export type Day = number;

interface Remembered {
  due: Day;
  /** After this many days the user still recalls nine cards of ten (FSRS stability). */
  stability: number;
  /** From 1 to 10. */
  difficulty: number;
  /** The number of reviews, and of those in which the card was forgotten. */
  asked: number;
  forgotten: number;
  last: Day;
}

export interface Card {
  id: string;
  subject: Subject;
  /** Null before the first review. */
  memory: Remembered | null;
  made_ms: number;
}

/** A deleted card. It is kept, so that a sync with another device does not restore it. */
export interface Forgotten {
  id: string;
  at_ms: number;
}

/** How well it was known. `easy` is not used: the user is not asked for a self-assessment. */
export type Grade = 'again' | 'hard' | 'good';

/** A review in the log, from which the weights of FSRS could be fitted: card, time and grade. */
export interface Review {
  at_ms: number;
  day: Day;
  card: string;
  grade: Grade;
  took_ms: number;
}

/** A slower answer counts as hard. */
export const SLOW_MS = 60_000;

/** Unsolved: again. Slow, or with hints: hard. Otherwise: good. */
export function gradeOf(solved: Solved, took_ms: number): Grade {
  if (solved === 'failed') return 'again';
  return solved === 'helped' || took_ms > SLOW_MS ? 'hard' : 'good';
}

/**
 * Intervals in days, without minutes and without random fuzz, so that a replayed log gives the same
 * days.
 */
const SETTINGS: Partial<FSRSParameters> = { enable_short_term: false, enable_fuzz: false, request_retention: 0.9, maximum_interval: 365 * 3 };
const scheduler = fsrs(SETTINGS);
const GRADES: Record<Grade, FsrsGrade> = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good };
const DAY_MS = 86_400_000;

/** The calendar day of a moment, in the device's time zone. */
export function dayNumber(time_ms: number): Day {
  const date = new Date(time_ms);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}
const dateOf = (day: Day): Date => new Date(day * DAY_MS);

/** The id of a card: the same subject has one card. */
export function cardId(subject: Subject): string {
  switch (subject.kind) {
    case 'theme':
      return `theme ${subject.variant} ${subject.theme}`;
    case 'position':
      return `position ${subject.variant} ${subject.fen}`;
    case 'line':
      return `line ${subject.variant} ${subject.side} ${subject.fen} ${subject.moves.join(' ')}`;
    case 'exercise':
      return `exercise ${subject.lesson} ${subject.exercise}`;
  }
}

export function newCard(subject: Subject, now_ms: number): Card {
  return { id: cardId(subject), subject, memory: null, made_ms: now_ms };
}

/**
 * The card after a review. If the device's clock was set back, the review counts as made on the day
 * of the last one.
 */
export function reviewed(card: Card, grade: Grade, day: Day): Card {
  const today = Math.max(day, card.memory?.last ?? day);
  const { card: next } = scheduler.next(memoryOf(card, today), dateOf(today), GRADES[grade]);
  const { stability, difficulty, reps: asked, lapses: forgotten } = next;
  const due = Math.round(next.due.getTime() / DAY_MS);
  return { ...card, memory: { due, stability, difficulty, asked, forgotten, last: today } };
}

/** The probability that the user recalls a card, from 0 to 1. */
export function known(card: Card, today: Day): number {
  return card.memory ? scheduler.get_retrievability(memoryOf(card, today), dateOf(today), false) : 0;
}

function memoryOf({ memory }: Card, today: Day): Memory {
  if (!memory) return createEmptyCard(dateOf(today));
  return {
    due: dateOf(memory.due),
    stability: memory.stability,
    difficulty: memory.difficulty,
    elapsed_days: 0, // the library counts from the last review
    scheduled_days: memory.due - memory.last,
    learning_steps: 0,
    reps: memory.asked,
    lapses: memory.forgotten,
    state: State.Review,
    last_review: dateOf(memory.last),
  };
}

/** Computes cards again by replaying the log, which is the source of truth. */
export function replayedAll(cards: readonly Card[], reviews: readonly Review[]): Card[] {
  const logs = new Map<string, Review[]>(cards.map(({ id }) => [id, []]));
  for (const review of reviews) logs.get(review.card)?.push(review);
  return cards.map((card) => {
    const own = (logs.get(card.id) ?? []).sort((a, b) => a.at_ms - b.at_ms);
    return own.reduce<Card>((at, { grade, day }) => reviewed(at, grade, day), { ...card, memory: null });
  });
}

/** The default limit of cards a day. */
export const USUAL_DOSE = 10;
/** The maximum number of new cards among them. */
export const NEW_A_DAY = 4;

/**
 * Today's cards, at most `dose` including those in `done`: first due cards, those recalled best
 * first, since they cost least to keep; then new ones, the oldest first. `done` has the ids
 * reviewed today.
 */
export function cardsDueToday(cards: readonly Card[], done: ReadonlySet<string>, dose: number, today: Day): Card[] {
  const left = Math.max(0, dose - done.size);
  const open = cards.filter(({ id }) => !done.has(id));
  const due = open
    .filter(({ memory }) => memory !== null && memory.due <= today)
    .map((card) => ({ card, chance: known(card, today) }))
    .sort((a, b) => b.chance - a.chance)
    .map(({ card }) => card);
  const fresh = open.filter(({ memory }) => memory === null).sort((a, b) => a.made_ms - b.made_ms);
  const learntToday = cards.filter(({ id, memory }) => done.has(id) && memory?.asked === 1).length;
  const news = fresh.slice(0, Math.max(0, NEW_A_DAY - learntToday));
  return [...due.slice(0, left), ...news].slice(0, left);
}

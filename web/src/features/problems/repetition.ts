/**
 * When something is asked for again: FSRS-6, by the library `ts-fsrs` (decision record 0042). A card stands for a theme, which is asked for with
 * another problem each time, or for one exact thing: a position of one's own, a line of an opening, an exercise. Everything happens by
 * days: what is due today is due all day. A dose has a most; what does not fit waits, and is counted nowhere, so that no user comes back from
 * holidays to a debt.
 */
import { createEmptyCard, fsrs, Rating, State, type Card as Memory, type FSRSParameters, type Grade as FsrsGrade } from 'ts-fsrs';
import type { Solved } from './solving';

/** What a card stands for. */
export type Subject =
  | { kind: 'theme'; variant: string; theme: string }
  | PositionSubject
  /** A line to memorise: the user plays the moves of one side. */
  | { kind: 'line'; variant: string; fen: string; moves: readonly string[]; side: 'white' | 'black'; title: string }
  | { kind: 'exercise'; lesson: string; exercise: number };

/** A position and what to play there, such as a mistake of one's own. */
export interface PositionSubject {
  kind: 'position';
  variant: string;
  fen: string;
  /** The moves that solve it, of both sides in turn. */
  solution: string;
  /** Other moves that count as well as the last one of the solution. */
  accepted?: readonly string[];
  /** What was played there, where it is a moment of a game: then a better move is asked for. */
  played?: string;
  /** The problem or the game that it comes from, by its id; empty where that has none. */
  from: string;
}

/** A day of the calendar where the device is, counted from 1 January 1970. */
export type Day = number;

interface Remembered {
  due: Day;
  /** Days after which nine of ten are still known. */
  stability: number;
  /** From 1 to 10. */
  difficulty: number;
  /** How often it was asked, and how often it was forgotten. */
  asked: number;
  forgotten: number;
  last: Day;
}

export interface Card {
  id: string;
  subject: Subject;
  /** Null before it is asked for the first time. */
  memory: Remembered | null;
  made_ms: number;
}

/** A deleted card. It is remembered, so that a sync with another device does not restore it. */
export interface Forgotten {
  id: string;
  at_ms: number;
}

/** How well it was known. `easy` is not used: the user is not asked for a self-assessment. */
export type Grade = 'again' | 'hard' | 'good';

/** One line of the log, from which weights can be fitted anew: which card, when, and how well it was known. */
export interface Review {
  at_ms: number;
  day: Day;
  card: string;
  grade: Grade;
  took_ms: number;
}

/** An answer slower than this counts as known with effort. */
export const SLOW_MS = 60_000;

/** Not solved: again. Slow or helped: hard. Else good. */
export function gradeOf(solved: Solved, took_ms: number): Grade {
  if (solved === 'failed') return 'again';
  return solved === 'helped' || took_ms > SLOW_MS ? 'hard' : 'good';
}

/** Days only, no steps of minutes; without chance, so that a log replayed gives the same days. */
const SETTINGS: Partial<FSRSParameters> = { enable_short_term: false, enable_fuzz: false, request_retention: 0.9, maximum_interval: 365 * 3 };
const scheduler = fsrs(SETTINGS);
const GRADES: Record<Grade, FsrsGrade> = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good };
const DAY_MS = 86_400_000;

/** The day on which a moment lies. Summer time and journeys do not matter: it is what the calendar on the wall says. */
export function dayNumber(time_ms: number): Day {
  const date = new Date(time_ms);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}
const dateOf = (day: Day): Date => new Date(day * DAY_MS);

/** The name of a card: the same subject has one card. */
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

/** The card after a review. A clock that was put back does not bring an earlier day: no review comes before the last one. */
export function reviewed(card: Card, grade: Grade, day: Day): Card {
  const today = Math.max(day, card.memory?.last ?? day);
  const { card: next } = scheduler.next(memoryOf(card, today), dateOf(today), GRADES[grade]);
  const { stability, difficulty, reps: asked, lapses: forgotten } = next;
  const due = Math.round(next.due.getTime() / DAY_MS);
  return { ...card, memory: { due, stability, difficulty, asked, forgotten, last: today } };
}

/** How likely a card is still known, from 0 to 1. */
export function known(card: Card, today: Day): number {
  return card.memory ? scheduler.get_retrievability(memoryOf(card, today), dateOf(today), false) : 0;
}

function memoryOf({ memory }: Card, today: Day): Memory {
  if (!memory) return createEmptyCard(dateOf(today));
  return {
    due: dateOf(memory.due),
    stability: memory.stability,
    difficulty: memory.difficulty,
    elapsed_days: 0, // counted from the last review by the library
    scheduled_days: memory.due - memory.last,
    learning_steps: 0,
    reps: memory.asked,
    lapses: memory.forgotten,
    state: State.Review,
    last_review: dateOf(memory.last),
  };
}

/** Cards made anew from the log: the log is the truth, and the memory of a card a sum of it. */
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
/** How many of them may be new. */
export const NEW_A_DAY = 4;

/**
 * What is to be done today, at most `dose` cards with what was done already: first what is due and still known best, which costs least to
 * keep; then new ones, the oldest first. `done` has the cards of today.
 */
export function doseOf(cards: readonly Card[], done: ReadonlySet<string>, dose: number, today: Day): Card[] {
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

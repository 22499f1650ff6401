/**
 * How far the lessons have come, kept in this browser and told to nobody. Unreadable or missing storage means a fresh start, never an
 * error. The screens of the course read and write it.
 */
import { ASKED, certificateOf } from './certificates';
import { forgetBegun } from './exam-begun';
import type { Stars } from './stars';

/** What is kept of a lesson. */
export interface LessonProgress {
  /** The best that was earned. */
  stars: Stars;
  /** The exercise to go on with, counted from 0; 0 begins at the first. */
  at: number;
  /** Hints and wrong tries on the way there. */
  helps: number;
}

const KEY = 'damier.lessons';
const EXAMS = 'damier.exams';
const NONE: LessonProgress = { stars: 0, at: 0, helps: 0 };

const kept = $state<{ lessons: Record<string, LessonProgress>; exams: Record<string, number> }>({ lessons: read(), exams: readExams() });

// What another window has kept is known here before anything is written over it. `null` is all of the storage.
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY || key === null) kept.lessons = read();
  if (key === EXAMS || key === null) kept.exams = readExams();
});

/** How far a lesson has come. */
export function progressOf(id: string): LessonProgress {
  return kept.lessons[id] ?? NONE;
}

/** Whether anything was done at all. */
export function anyProgress(): boolean {
  return Object.keys(kept.lessons).length > 0 || Object.keys(kept.exams).length > 0;
}

/** Keeps the exercise to go on with. */
export function reach(id: string, at: number, helps: number): void {
  write({ ...kept.lessons, [id]: { ...progressOf(id), at, helps } });
}

/** Keeps that a lesson is finished; fewer stars than before take none away. */
export function finishLesson(id: string, stars: Stars): void {
  const best = Math.max(stars, progressOf(id).stars) as Stars;
  write({ ...kept.lessons, [id]: { stars: best, at: 0, helps: 0 } });
}

/** The best of the mock exams for a certificate; null where none was taken. */
export function bestExam(id: string): number | null {
  return kept.exams[id] ?? null;
}

/** Keeps the result of a mock exam; a better one before it stays. */
export function keepExam(id: string, right: number): void {
  writeExams({ ...kept.exams, [id]: Math.max(right, kept.exams[id] ?? 0) });
}

/** Forgets everything. */
export function beginAnew(): void {
  write({});
  writeExams({});
  forgetBegun();
}

function writeExams(exams: Record<string, number>): void {
  kept.exams = exams;
  try {
    localStorage.setItem(EXAMS, JSON.stringify(exams));
  } catch {
    // As with the stars.
  }
}

function readExams(): Record<string, number> {
  try {
    return saneExams(JSON.parse(localStorage.getItem(EXAMS) ?? '{}'));
  } catch {
    return {};
  }
}

/** The results that can be used, of what was left behind. */
export function saneExams(found: unknown): Record<string, number> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const sane = ([id, right]: [string, unknown]): boolean => certificateOf(id) !== null && Number.isInteger(right) && (right as number) >= 0 && (right as number) <= ASKED;
  return Object.fromEntries(Object.entries(found).filter(sane)) as Record<string, number>;
}

function write(lessons: Record<string, LessonProgress>): void {
  kept.lessons = lessons;
  try {
    localStorage.setItem(KEY, JSON.stringify(lessons));
  } catch {
    // A browser that keeps nothing still teaches; the stars last until the page is closed.
  }
}

function read(): Record<string, LessonProgress> {
  try {
    return saneProgress(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** What can be used of what an older page, or somebody's hand, has left behind. */
export function saneProgress(found: unknown): Record<string, LessonProgress> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const whole = (value: unknown, most: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  const lessons: Record<string, LessonProgress> = {};
  for (const [id, value] of Object.entries(found)) {
    if (!/^[a-z][a-z-]*$/.test(id) || typeof value !== 'object' || value === null) continue;
    const { stars, at, helps } = value as Record<string, unknown>;
    lessons[id] = { stars: whole(stars, 3) as Stars, at: whole(at, 9), helps: whole(helps, 999) };
  }
  return lessons;
}

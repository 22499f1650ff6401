/**
 * How far the lessons have come, kept in this browser, and with the account of whoever wishes it (`progress/`). Unreadable or missing storage
 * means a fresh start, never an error. The screens of the course read and write it.
 */
import { progressChanged } from '../progress/changes';
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

/** All that is kept of the lessons, as another device may have it too. */
export interface Course {
  /** When everything was last forgotten, in Unix milliseconds; 0 if never. What is older than that counts no more. */
  begun_ms: number;
  lessons: Record<string, LessonProgress>;
  /** The best of the mock exams for each certificate. */
  exams: Record<string, number>;
}

const KEY = 'damier.lessons';
const EXAMS = 'damier.exams';
const BEGUN = 'damier.lessons-begun';
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

/** Forgets everything, also on the other devices of the account. */
export function beginAnew(): void {
  keepBegunAt(Date.now());
  write({});
  writeExams({});
  forgetBegun();
}

/** All that is kept. */
export function course(): Course {
  return { begun_ms: begunAt(), lessons: $state.snapshot(kept.lessons), exams: $state.snapshot(kept.exams) };
}

/** Puts this in place of what was kept. */
export function takeCourse({ begun_ms, lessons, exams }: Course): void {
  keepBegunAt(begun_ms);
  write(lessons);
  writeExams(exams);
}

/** What can be used of a course from elsewhere. */
export function saneCourse(found: unknown): Course {
  const { begun_ms, lessons, exams } = (typeof found === 'object' && found !== null ? found : {}) as Record<string, unknown>;
  return { begun_ms: saneTime(begun_ms), lessons: saneProgress(lessons), exams: saneExams(exams) };
}

/** The courses of two devices as one. Whichever forgot everything last is right about what was before; of the rest the better counts. */
export function unitedCourse(one: Course, other: Course): Course {
  if (one.begun_ms !== other.begun_ms) return one.begun_ms > other.begun_ms ? one : other;
  return {
    begun_ms: one.begun_ms,
    lessons: unitedBy(one.lessons, other.lessons, (a, b) => further(a, b)),
    exams: unitedBy(one.exams, other.exams, Math.max),
  };
}

/** More stars count first, then how far the lesson has come, then fewer helps. */
function further(a: LessonProgress, b: LessonProgress): LessonProgress {
  return (a.stars - b.stars || a.at - b.at || b.helps - a.helps) >= 0 ? a : b;
}

function unitedBy<T>(one: Record<string, T>, other: Record<string, T>, better: (a: T, b: T) => T): Record<string, T> {
  const all = { ...one };
  for (const [id, there] of Object.entries(other)) all[id] = id in one ? better(one[id] as T, there) : there;
  return all;
}

function begunAt(): number {
  try {
    return saneTime(Number(localStorage.getItem(BEGUN) ?? 0));
  } catch {
    return 0;
  }
}

function keepBegunAt(time_ms: number): void {
  try {
    localStorage.setItem(BEGUN, String(time_ms));
  } catch {
    // As with the stars.
  }
}

function saneTime(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function writeExams(exams: Record<string, number>): void {
  kept.exams = exams;
  try {
    localStorage.setItem(EXAMS, JSON.stringify(exams));
  } catch {
    // As with the stars.
  }
  progressChanged();
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
  progressChanged();
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

/**
 * The progress in the lessons, stored in this browser; `progress/` synchronises it with the account
 * if the user enables that. Unreadable or missing storage counts as a new start.
 */
import { loadFields, loadText, saveText, saveValue } from '../../store/browser-storage';
import { progressChanged } from '../../store/progress-changes';
import { ASKED, certificateOf } from './certificates';
import { forgetBegun } from './exam-begun';
import type { Stars } from './stars';

export interface LessonProgress {
  /** The best result in stars. */
  stars: Stars;
  /** The index of the exercise to continue with; 0 begins with the first. */
  at: number;
  /** Hints and wrong tries so far in this run. */
  helps: number;
  /** When it last changed, in Unix milliseconds. */
  at_ms: number;
}

export interface ExamProgress {
  /** The number of right answers in the best exam. */
  right: number;
  /** When that was, in Unix milliseconds. */
  at_ms: number;
}

/** All stored progress in the lessons, in the form that devices exchange. */
export interface Course {
  /**
   * When all progress was last deleted, in Unix milliseconds; 0 if never. Earlier progress is
   * ignored.
   */
  begun_ms: number;
  lessons: Record<string, LessonProgress>;
  /** The best mock exam of each certificate. */
  exams: Record<string, ExamProgress>;
}

const KEY = 'damier.lessons';
const EXAMS = 'damier.exams';
const BEGUN = 'damier.lessons-begun';
const NONE: LessonProgress = { stars: 0, at: 0, helps: 0, at_ms: 0 };

const kept = $state<{ lessons: Record<string, LessonProgress>; exams: Record<string, ExamProgress> }>({ lessons: read(), exams: readExams() });

// Changes by another window are read before anything is written. `null` stands for all of the
// storage.
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY || key === null) kept.lessons = read();
  if (key === EXAMS || key === null) kept.exams = readExams();
});

export function progressOf(id: string): LessonProgress {
  return kept.lessons[id] ?? NONE;
}

export function anyProgress(): boolean {
  return Object.keys(kept.lessons).length > 0 || Object.keys(kept.exams).length > 0;
}

/** Stores the exercise to continue with. */
export function reach(id: string, at: number, helps: number): void {
  write({ ...kept.lessons, [id]: { ...progressOf(id), at, helps, at_ms: now() } });
}

/** Stores that a lesson is finished. The best number of stars is kept. */
export function finishLesson(id: string, stars: Stars): void {
  const best = Math.max(stars, progressOf(id).stars) as Stars;
  write({ ...kept.lessons, [id]: { stars: best, at: 0, helps: 0, at_ms: now() } });
}

/** The best mock exam for a certificate; null if none was taken. */
export function bestExam(id: string): number | null {
  return kept.exams[id]?.right ?? null;
}

/** Stores the result of a mock exam. A better one is kept. */
export function saveExam(id: string, right: number): void {
  if (right >= (bestExam(id) ?? 0)) writeExams({ ...kept.exams, [id]: { right, at_ms: now() } });
}

/** Deletes all progress, also on the other devices of the account. */
export function beginAnew(): void {
  saveBegunAt(now() + 1);
  write({});
  writeExams({});
  forgetBegun();
}

/**
 * The current time, but not before the last deletion: the clock of the device that deleted may have
 * been ahead.
 */
function now(): number {
  return Math.max(Date.now(), begunAt());
}

/**
 * Limits an earlier deletion to this device, before its progress is merged with that of another.
 */
export function forgetBeginning(): void {
  saveBegunAt(0);
}

export function course(): Course {
  return { begun_ms: begunAt(), lessons: $state.snapshot(kept.lessons), exams: $state.snapshot(kept.exams) };
}

/** Replaces the stored progress. */
export function takeCourse({ begun_ms, lessons, exams }: Course): void {
  saveBegunAt(begun_ms);
  write(lessons);
  writeExams(exams);
}

/** The valid part of progress from elsewhere. */
export function parseCourse(found: unknown): Course {
  const { begun_ms, lessons, exams } = (typeof found === 'object' && found !== null ? found : {}) as Record<string, unknown>;
  return { begun_ms: parseTime(begun_ms), lessons: parseProgress(lessons), exams: parseExams(exams) };
}

/**
 * Merges the progress of two devices. Progress from before the latest deletion is ignored. For each
 * lesson the most stars and the latest position count.
 */
export function unitedCourse(one: Course, other: Course): Course {
  const begun_ms = Math.max(one.begun_ms, other.begun_ms);
  const since = <T extends { at_ms: number }>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([, { at_ms }]) => at_ms >= begun_ms));
  return {
    begun_ms,
    lessons: unitedBy(since(one.lessons), since(other.lessons), (a, b) => ({ ...later(a, b), stars: Math.max(a.stars, b.stars) as Stars })),
    exams: unitedBy(since(one.exams), since(other.exams), (a, b) => ((a.right - b.right || a.at_ms - b.at_ms) >= 0 ? a : b)),
  };
}

/**
 * The latest position in a lesson. At the same moment: the further one, then the one with fewer
 * helps.
 */
function later(a: LessonProgress, b: LessonProgress): LessonProgress {
  return (a.at_ms - b.at_ms || a.at - b.at || b.helps - a.helps) >= 0 ? a : b;
}

function unitedBy<T>(one: Record<string, T>, other: Record<string, T>, better: (a: T, b: T) => T): Record<string, T> {
  const all = { ...one };
  for (const [id, there] of Object.entries(other)) all[id] = id in one ? better(one[id] as T, there) : there;
  return all;
}

function begunAt(): number {
  return parseTime(Number(loadText(BEGUN)));
}

function saveBegunAt(time_ms: number): void {
  saveText(BEGUN, String(time_ms));
}

function parseTime(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function writeExams(exams: Record<string, ExamProgress>): void {
  kept.exams = exams;
  saveValue(EXAMS, exams);
  progressChanged();
}

function readExams(): Record<string, ExamProgress> {
  return parseExams(loadFields(EXAMS));
}

/** The valid ones among the stored results. */
export function parseExams(found: unknown): Record<string, ExamProgress> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const exams: Record<string, ExamProgress> = {};
  for (const [id, value] of Object.entries(found)) {
    const { right, at_ms } = (value ?? {}) as Record<string, unknown>;
    if (certificateOf(id) === null || typeof right !== 'number' || !Number.isInteger(right) || right < 0 || right > ASKED) continue;
    exams[id] = { right, at_ms: parseTime(at_ms) };
  }
  return exams;
}

function write(lessons: Record<string, LessonProgress>): void {
  kept.lessons = lessons;
  saveValue(KEY, lessons);
  progressChanged();
}

function read(): Record<string, LessonProgress> {
  return parseProgress(loadFields(KEY));
}

/** Reads the stored value; unknown or invalid parts are ignored. */
export function parseProgress(found: unknown): Record<string, LessonProgress> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const whole = (value: unknown, most: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  const lessons: Record<string, LessonProgress> = {};
  for (const [id, value] of Object.entries(found)) {
    if (!/^[a-z][a-z-]*$/.test(id) || typeof value !== 'object' || value === null) continue;
    const { stars, at, helps, at_ms } = value as Record<string, unknown>;
    lessons[id] = { stars: whole(stars, 3) as Stars, at: whole(at, 9), helps: whole(helps, 999), at_ms: parseTime(at_ms) };
  }
  return lessons;
}

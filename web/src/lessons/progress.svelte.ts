/**
 * How far the lessons have come, kept in this browser and told to nobody. Unreadable or missing storage means a fresh start, never an
 * error. The screens of the course read and write it.
 */
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
const NONE: LessonProgress = { stars: 0, at: 0, helps: 0 };

const kept = $state<{ lessons: Record<string, LessonProgress> }>({ lessons: read() });

/** How far a lesson has come. */
export function progressOf(id: string): LessonProgress {
  return kept.lessons[id] ?? NONE;
}

/** Whether anything was done at all. */
export function anyProgress(): boolean {
  return Object.keys(kept.lessons).length > 0;
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

/** Forgets everything. */
export function beginAnew(): void {
  write({});
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

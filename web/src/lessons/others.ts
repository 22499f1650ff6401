/**
 * The short courses about other games: what changes for those who know the international game. A file a game lies in `others/`, in the
 * order of its number. Fetched with the course.
 */
import { readLesson, type Lesson } from './lesson';

const FILES = import.meta.glob<unknown>('./others/*.json', { import: 'default', eager: true });

/** The courses, in the order in which they are offered. Each has the id of its game. */
export const OTHERS: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((path) => readLesson(path.replace('./others/', ''), FILES[path]));

/** The course about a game by its id; null for none. */
export function otherOf(id: string): Lesson | null {
  return OTHERS.find((lesson) => lesson.id === id) ?? null;
}

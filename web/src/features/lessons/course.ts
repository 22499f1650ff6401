/**
 * The lessons of the course in order, from the numbered files of `course/`. This module is loaded
 * when the user opens the lessons.
 */
import type { Lesson } from './lesson';
import { readLesson } from './reading';
import replies from './replies.json';
import { withReplies, type AllReplies } from './replies';

const FILES = import.meta.glob<unknown>('./course/*.json', { import: 'default', eager: true });

export const COURSE: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((path) => withReplies(readLesson(path.replace('./course/', ''), FILES[path]), replies as AllReplies));

export function lessonOf(id: string): Lesson | null {
  return COURSE.find((lesson) => lesson.id === id) ?? null;
}

/**
 * The course: its lessons in the order in which they are taken. A file a lesson lies in `course/`, numbered by its name. This module
 * is fetched when the user opens the lessons.
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

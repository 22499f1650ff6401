/**
 * The lessons of the course in order, from the numbered files of `course/`. This module is loaded
 * when the user opens the lessons.
 */
import { lessonFrom, type FileLesson, type Lesson } from './lesson';
import replies from './replies.json';
import { withReplies, type AllReplies } from './replies';

const FILES = import.meta.glob<FileLesson>('./course/*.json', { import: 'default', eager: true });

export const COURSE: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((path) => withReplies(lessonFrom(FILES[path]!), replies as AllReplies));

export function lessonOf(id: string): Lesson | null {
  return COURSE.find((lesson) => lesson.id === id) ?? null;
}

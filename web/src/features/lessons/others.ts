/**
 * The short courses about other games, for users who know the international game. A file for each
 * game in `others/`, ordered by its number.
 */
import type { Numbers } from '../../board/types';
import { USUAL } from '../../rules/family';
import { COURSE, lessonOf } from './course';
import { lessonFrom, type FileLesson, type Lesson } from './lesson';

const FILES = import.meta.glob<FileLesson>('./others/*.json', { import: 'default', eager: true });

/** The courses in display order. The id of a course is that of its game. */
export const OTHERS: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((path) => lessonFrom(FILES[path]!));

function otherOf(id: string): Lesson | null {
  return OTHERS.find((lesson) => lesson.id === id) ?? null;
}

/** A lesson of the course, or the course about another game, by its id; null for none. */
export const anyLesson = (id: string): Lesson | null => lessonOf(id) ?? otherOf(id);

/**
 * Where a lesson displays the numbers of squares: nowhere before they are taught; around the board
 * while they are taught, and in games with numbers of their own; inside afterwards, where moves are
 * written.
 */
export function numbersOf(lesson: Lesson): Numbers {
  const learned = COURSE.findIndex(({ icon }) => icon === 'numbers');
  const here = COURSE.findIndex(({ id }) => id === lesson.id);
  if (lesson.game !== USUAL || here === learned) return 'outside';
  return here > learned ? 'inside' : 'none';
}

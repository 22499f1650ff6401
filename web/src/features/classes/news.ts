/**
 * How a lesson goes, told by its screen as it happens. Whoever attends a class listens; without a class nobody does, and the lessons know nothing of
 * classes.
 */
import type { ToldLesson as LessonNews } from '../../api/types';

type Listener = (news: LessonNews) => void;

let listener: Listener | null = null;
/** What happened last, for a class that is joined while a lesson is on the screen. */
let last: LessonNews | null = null;

export function lessonGoes(news: LessonNews): void {
  last = news;
  listener?.(news);
}

/** The lesson has left the screen. */
export function lessonLeft(): void {
  last = null;
}

/** Listens from now on; null for nobody. */
export function hearLessons(wanted: Listener | null): void {
  listener = wanted;
  if (last) listener?.(last);
}

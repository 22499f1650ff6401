/**
 * Events of a lesson, sent by its screen. A pupil's device in a class subscribes; the lessons know nothing of
 * classes.
 */
import type { ReportedLesson as LessonNews } from '../../api/types';

type Listener = (news: LessonNews) => void;

let listener: Listener | null = null;
/** The latest event, for a class that is joined while a lesson is open. */
let last: LessonNews | null = null;

export function lessonGoes(news: LessonNews): void {
  last = news;
  listener?.(news);
}

export function lessonLeft(): void {
  last = null;
}

/** Sets the subscriber; null removes it. */
export function hearLessons(wanted: Listener | null): void {
  listener = wanted;
  if (last) listener?.(last);
}

/**
 * Passes the progress of a lesson from its screen to a pupil's device in a class, which subscribes.
 * Lessons do not depend on classes otherwise.
 */
import type { ReportedLesson } from '../../api/types';

type Listener = (report: ReportedLesson) => void;

let listener: Listener | null = null;
/** The latest report, for a class that is joined while a lesson is open. */
let last: ReportedLesson | null = null;

export function reportProgress(report: ReportedLesson): void {
  last = report;
  listener?.(report);
}

/** Called when the lesson is closed. */
export function endProgress(): void {
  last = null;
}

/** Sets the subscriber; null removes it. */
export function onProgress(wanted: Listener | null): void {
  listener = wanted;
  if (last) listener?.(last);
}

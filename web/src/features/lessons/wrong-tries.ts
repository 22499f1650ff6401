/**
 * Wrong tries in the current run of a lesson. They survive a reload of the page; another lesson
 * starts at 0.
 */

const KEY = 'damier.lesson.wrong';

/** The wrong tries in the current run of this lesson. */
export function wrongTries(lesson: string): number {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { lesson?: unknown; wrong?: unknown } | null;
    return kept?.lesson === lesson && Number.isInteger(kept.wrong) ? Math.max(0, kept.wrong as number) : 0;
  } catch {
    return 0;
  }
}

export function saveWrongTries(lesson: string, wrong: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ lesson, wrong }));
  } catch {
    // If the browser refuses storage, they last until the page is closed.
  }
}

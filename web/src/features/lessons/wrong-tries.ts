/** Wrong tries in the run of a lesson that is on the screen. They outlive a page that is loaded again; another lesson begins anew. */

const KEY = 'damier.lesson.wrong';

/** How many there were in the run of this lesson that goes on. */
export function wrongTries(lesson: string): number {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { lesson?: unknown; wrong?: unknown } | null;
    return kept?.lesson === lesson && Number.isInteger(kept.wrong) ? Math.max(0, kept.wrong as number) : 0;
  } catch {
    return 0;
  }
}

export function keepWrongTries(lesson: string, wrong: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ lesson, wrong }));
  } catch {
    // Where nothing is stored they are counted until the page is closed.
  }
}

/** Waits for the first screen, so that what is fetched next does not compete with it on a slow network. */

/** Milliseconds to wait where the browser tells of no frame, because the page is hidden. */
const LONGEST_WAIT = 400;

/** Resolves when the first screen has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => void setTimeout(resolve);
    setTimeout(done, LONGEST_WAIT);
    // The second frame begins when the first one is painted.
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
}

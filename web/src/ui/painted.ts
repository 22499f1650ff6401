/** Waits for the first paint, so that later requests do not compete with it on a slow network. */

/** The maximum wait in milliseconds: a hidden page has no frames. */
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

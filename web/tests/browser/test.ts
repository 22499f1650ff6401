/**
 * The `test` of all browser tests: Playwright's, which also closes the browsers of other people that a test has opened. Playwright leaves them
 * open as long as its worker runs: their boards and clocks would go on beside every later test, and a player waiting in the lobby would still be
 * waiting there.
 */
import { test as base } from '@playwright/test';
import { LONG } from './long';

export { expect } from '@playwright/test';

/** The computer moves at once, and an analysis searches two seconds: by default it keeps a core busy for thirty, beside the next tests. */
const CALM = JSON.stringify({ pauses: false, seconds: 2 });

interface Fixtures {
  /** Whether the page begins with the settings above. With `DAMIER_LONG` it has its own, as it has where a test has stored some. */
  calm: boolean;
  othersLeave: void;
}

export const test = base.extend<Fixtures>({
  calm: [!LONG, { option: true }],
  context: async ({ context, calm }, use) => {
    if (calm)
      await context.addInitScript((settings) => {
        try {
          localStorage.getItem('damier.preferences') ?? localStorage.setItem('damier.preferences', settings);
        } catch {
          // An empty page or a frame in a sandbox stores nothing.
        }
      }, CALM);
    await use(context);
  },
  othersLeave: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

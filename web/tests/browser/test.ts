/**
 * The `test` of all browser tests: Playwright's, which also closes the browsers that a test has opened. Playwright leaves them open as long as its worker runs:
 * their boards and clocks would run beside every later test, and their lobby offers would stay open.
 */
import { test as base } from '@playwright/test';
import { LONG } from './long';

export { expect } from '@playwright/test';

/** Without pauses of the computer and with an analysis of two seconds: the default of thirty would keep a core busy beside the next tests. */
const CALM = JSON.stringify({ pauses: false, seconds: 2 });

interface Fixtures {
  /** Whether the page starts with the settings above. With `DAMIER_LONG` it has its own, and so do tests that store some. */
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
          // An empty page or a sandboxed frame has no storage.
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

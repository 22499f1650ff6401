/**
 * The `test` of all browser tests: Playwright's, which also closes the browsers of other people that a test has opened. Playwright leaves them
 * open as long as its worker runs: their boards and clocks would go on beside every later test, and whoever waits in the lobby would still be
 * waiting there.
 */
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

export const test = base.extend<{ othersLeave: void }>({
  othersLeave: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/**
 * How the browser tests run: in the installed Chromium, against the server at DAMIER_URL; without one, against a preview
 * of the built page. Two workers, for two cores; the server and the engine want little of them. Under continuous
 * integration a test that failed is tried once more, since a busy machine can make any of them late; the summary names
 * it either way.
 */
import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from './tests/browser/launch';
import { LEFT_OUT, LONG, TEST_FILES } from './tests/browser/long';

const address = process.env['DAMIER_URL'];
const chromium = process.env['DAMIER_CHROMIUM'] ?? process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const continuous = !['', 'false'].includes(process.env['CI'] ?? '');
/** Another port lets two working copies be tested side by side. */
const PORT = process.env['DAMIER_PREVIEW_PORT'] ?? '4199';
const PREVIEW = `http://localhost:${PORT}`;

export default defineConfig({
  testDir: './tests/browser',
  testMatch: TEST_FILES,
  grepInvert: LEFT_OUT,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: continuous,
  retries: continuous ? 1 : 0,
  reporter: [['list'], ['./tests/browser/summary.ts']],
  outputDir: './test-results',
  use: {
    baseURL: address ?? PREVIEW,
    locale: 'en-GB',
    // The service worker fetches hundreds of files for the time without a network, anew in each browser that a test opens. Tests that need it allow it.
    serviceWorkers: LONG ? 'allow' : 'block',
    launchOptions: {
      executablePath: chromium,
      args: [...LAUNCH_ARGS],
    },
    trace: 'off',
  },
  ...(address ? {} : { webServer: { command: `npm run preview -- --port ${PORT} --strictPort`, url: PREVIEW, reuseExistingServer: true } }),
});

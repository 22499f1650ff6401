/**
 * How the browser tests run: in the installed Chromium, against the server at DAMIER_URL; without one, against a preview
 * of the built page. One worker, since two cores also run the server and the engine.
 */
import { defineConfig } from '@playwright/test';

const address = process.env['DAMIER_URL'];
const chromium = process.env['DAMIER_CHROMIUM'] ?? process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PREVIEW = 'http://localhost:4199';

export default defineConfig({
  testDir: './tests/browser',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  outputDir: './test-results',
  use: {
    baseURL: address ?? PREVIEW,
    locale: 'en-GB',
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    trace: 'off',
  },
  ...(address ? {} : { webServer: { command: 'npm run preview -- --port 4199 --strictPort', url: PREVIEW, reuseExistingServer: true } }),
});

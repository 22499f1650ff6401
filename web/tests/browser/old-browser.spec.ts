/** The message for browsers that are too old. */
import { expect, test } from './test';

test('a browser that cannot run the rules gets another message than a lost connection', async ({ page }) => {
  // A WebAssembly module that no browser compiles, as a recent one in an old browser.
  const unknown = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0x7f, 0]);
  await page.route('**/*.wasm', (route) => route.fulfill({ body: unknown, contentType: 'application/wasm' }));
  await page.goto('./');
  await expect(page.getByText('This browser is too old:')).toBeVisible();
});

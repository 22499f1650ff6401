/** The weights of the engine: fetched separately; without them the analysis says so. */
import { expectMoves, square } from './game-page';
import { expect, test } from './test';

const WEIGHTS = '**/international-*.dw';

// The worker's own requests are observed here, not those of the service worker that answers them
// later.
test.use({ serviceWorkers: 'block' });

test('the analysis uses the weights file, without the note about missing weights', async ({ page }) => {
  const file = page.waitForResponse(WEIGHTS);
  await page.goto('./#/analysis');
  expect((await file).ok()).toBe(true);
  await expect(page.locator('.lines tr').first()).toBeVisible();
  await expect(page.getByText('Simplified evaluation for this game.')).toHaveCount(0);
});

test('a variant without a weights file is evaluated without it', async ({ page }) => {
  let asked = false;
  page.on('request', (request) => (asked ||= request.url().endsWith('.dw')));
  await page.goto('./#/analysis?variant=antidraughts');
  await expect(page.getByText('Simplified evaluation for this game.')).toBeVisible();
  expect(asked).toBe(false);
});

test('the computer plays without the weights file', async ({ page }) => {
  await page.route(WEIGHTS, (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.dw'));
  await page.goto('./#/analysis');
  await refused;
  await expect(page.getByText('Simplified evaluation for this game.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  await expect(page.locator('.lines tr').first()).toBeVisible();
});

test('a damaged file is not used', async ({ page }) => {
  await page.route(WEIGHTS, (route) => route.fulfill({ body: 'damier\0w and then nothing', contentType: 'application/octet-stream' }));
  await page.goto('./#/analysis');
  await expect(page.getByText('Simplified evaluation for this game.')).toBeVisible();
  await expect(page.locator('.lines tr').first()).toBeVisible();
});

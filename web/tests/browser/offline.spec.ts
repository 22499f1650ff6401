/** The page offline, and as an app. */
import { expectMoves, square } from './game-page';
import { expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

test('the page opens and plays offline', async ({ page, context }) => {
  await page.goto('./');
  const secure = await page.evaluate(() => isSecureContext);
  test.skip(!secure, 'plain HTTP allows no service worker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // The worker controls the page once everything is cached.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /^Play/ }).click();
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await page.reload();
  await expectMoves(page, 2);
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  // The document for frames is separate from the page.
  await page.goto('./embed.html');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveCount(1);
  await page.goto('./#/analysis');
  await expect(page.locator('.lines tr').first()).toBeVisible();
  await expect(page.getByText('Simplified evaluation for this game.')).toHaveCount(0);
});

test('the page can be installed', async ({ page, request, baseURL }) => {
  await page.goto('./');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(new URL(href!, baseURL).href)).json();
  expect(manifest).toMatchObject({ display: 'standalone', name: 'Damier' });
  for (const icon of manifest.icons) {
    const response = await request.get(new URL(icon.src, new URL(href!, baseURL)).href);
    expect(response.ok(), icon.src).toBe(true);
    expect(response.headers()['content-type']).toContain(icon.type);
  }
});

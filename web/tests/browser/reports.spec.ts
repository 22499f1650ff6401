/** The report on a game: created in the background, read, and moves tried again; on a phone in French and on a desktop in English. */
import type { Page } from '@playwright/test';
import { expectLooked } from './accessible';
import { expectMoves, square, startFrom } from './game-page';
import { errorsOf } from './lesson-page';
import { LONG } from './long';
import { expect, test } from './test';

/** White can play the coup royal at once, and misses it. */
const START = 'W:W33,38,39,40,45,50:B1,6,12,13,14,23,24';
const PLAYED: readonly (readonly [number, number])[] = [[50, 44], [6, 11], [33, 28], [23, 34], [40, 16]];

async function play(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  await startFrom(page, START);
  for (const [i, [from, to]] of PLAYED.entries()) {
    await square(page, from).click();
    await square(page, to).click();
    await expectMoves(page, i + 1);
  }
}

async function openReport(page: Page): Promise<void> {
  const id = page.url().split('/').at(-1);
  await page.goto(`./#/report/${id}`);
}

/** By default on the phone only; the other reports below are on a desktop, in English. */
for (const [name, use, words] of [
  ['on a phone, in French', { viewport: { width: 360, height: 740 }, locale: 'fr-FR' }, { shot: /Il y avait un coup royal\s: 3 pour 5\./, good: /Bien vu/, other: /moins bon/, children: /Pour les enfants/, working: 'Préparation du rapport', forClass: 'Pour une classe' }],
  ['on a desktop, in English', { viewport: { width: 1280, height: 900 }, locale: 'en-GB' }, { shot: /There was a coup royal: give 3, take 5\./, good: /Well spotted/, other: /not as good/, children: /For children/, working: 'Preparing the report', forClass: 'For a class' }],
] as const) {
  if (use.viewport.width > 360 && !LONG) continue;
  test.describe(name, () => {
    test.use(use);

    test('a game gets a report, and another move is tried', async ({ page }) => {
      test.setTimeout(120_000);
      const errors = errorsOf(page);
      await play(page);
      await openReport(page);
      await expect(page.getByText(words.shot).first()).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('progressbar', { name: words.working })).toHaveCount(0, { timeout: 60_000 });
      await expectLooked(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(use.viewport.width);
      // Another move is taken back, the shot is accepted.
      await square(page, 38).click();
      await square(page, 32).click();
      await expect(page.getByText(words.other).first()).toBeVisible();
      await expect(square(page, 38)).toHaveAttribute('aria-label', /38, (white man|pion blanc)/);
      await square(page, 33).click();
      await square(page, 28).click();
      await expect(page.getByRole('status').filter({ hasText: words.good })).toBeVisible();
      // The moment links to the page of its shot, to the projector and to printing.
      await expect(page.getByRole('link', { name: /^Coup royal$/i })).toHaveAttribute('href', '#/shots/royal');
      const forClass = page.getByRole('group', { name: words.forClass });
      await expect(forClass.getByRole('link').first()).toHaveAttribute('href', /^#\/project\?variant=international&fen=W.*&moves=33-28/);
      await expect(forClass.getByRole('link').last()).toHaveAttribute('href', /^#\/print\?sheet=worksheet/);
      await page.getByLabel(words.children).check();
      await expect(page.getByText(words.shot).first()).toBeVisible();
      // Without a server, reports of server games are not available.
      expect(errors.filter((it) => !it.includes('404'))).toEqual([]);
    });
  });
}

test('a report continues while the user views another page', async ({ page }) => {
  test.setTimeout(120_000);
  await play(page);
  const id = page.url().split('/').at(-1);
  await page.goto(`./#/report/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game report');
  await page.evaluate(() => (location.hash = '#/help'));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Game report');
  await page.waitForTimeout(1_500);
  await page.evaluate((game) => (location.hash = `#/report/${game}`), id);
  await expect(page.getByText(/There was a coup royal/).first()).toBeVisible({ timeout: 60_000 });
});

test('the end of a game links to its report, and a hint has a reason', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
  await startFrom(page, 'W:W33,38,39,40,45:B12,13,14,23,24');
  await page.getByRole('button', { name: 'Hint' }).first().click();
  await expect(page.getByText(/I would play 33-28\. It begins a coup royal: give 3, take 5\./).first()).toBeVisible({ timeout: 30_000 });
  for (const [from, to] of [[33, 28], [23, 34], [40, 7]] as const) {
    await square(page, from).click();
    await square(page, to).click();
  }
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game report');
});

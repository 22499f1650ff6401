/** Reports on unsaved moves: a variation of an analysis, a pasted PDN, a game in a link; and going back. */
import type { Page } from '@playwright/test';
import { packed } from '../../src/store/link';
import { expectAccessible } from './accessible';
import { square } from './game-page';
import { errorsOf } from './lesson-page';
import { expect, test } from './test';

/** White's second move loses a man. */
const MOVES: readonly (readonly [number, number])[] = [[32, 28], [18, 23], [37, 32], [23, 29], [34, 23], [17, 22], [28, 17], [19, 26]];
const PDN = '[Event "Club"]\n[White "Anna"]\n[Black "Bert"]\n[GameType "20"]\n\n1. 32-28 18-23 2. 37-32 23-29 3. 34x23 17-22 4. 28x17 19x26 0-2';
const START = 'W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20';

const touch = async (page: Page, [from, to]: readonly [number, number]): Promise<void> => {
  await square(page, from).click();
  await square(page, to).click();
};
const moment = (page: Page) => page.getByRole('button', { name: /^2\. 37-32/ });
const seen = async (page: Page): Promise<void> => {
  await expect(moment(page)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('progressbar', { name: 'Preparing the report' })).toHaveCount(0, { timeout: 90_000 });
};

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a variation of an analysis gets a report, and going back loses nothing', async ({ page }) => {
    test.setTimeout(180_000);
    const errors = errorsOf(page);
    await page.goto('./#/analysis');
    // The main line, then a variation at its second move; the report is about the variation.
    await touch(page, [31, 26]);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    for (const move of MOVES) await touch(page, move);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.locator('.moves [aria-current]')).toContainText('28x17');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page).toHaveURL(/#\/report\?/);
    await seen(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    // Another move is tried, and the mistake is stored for repetition, for White or Black, as the players are unknown.
    await moment(page).click();
    await touch(page, [38, 32]);
    await expect(page.getByText('Well spotted: a good move.').first()).toBeVisible();
    await page.getByRole('button', { name: /^Add White’s/ }).click();
    await expect(page.getByText(/^\d positions? added to your reviews\./)).toBeVisible();
    // A moment outside the main line opens as a position.
    await expect(page.getByRole('link', { name: 'Open in analysis' })).toHaveAttribute('href', /fen=W/);
    await page.getByRole('link', { name: 'Back to the analysis' }).click();
    await expect(page.locator('.moves [aria-current]')).toContainText('28x17');
    await expect(page.locator('.moves')).toContainText('31-26');
    await expect(page.locator('.moves')).toContainText('19x26');
    expect(errors.filter((it) => !it.includes('404'))).toEqual([]);
  });

  test('in French the texts fit', async ({ browser }) => {
    test.setTimeout(120_000);
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
    await page.goto(`./#/analysis`);
    await touch(page, [32, 28]);
    await page.getByRole('button', { name: 'Rapport', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Retour à l’analyse' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.close();
  });
});

test('a pasted game opens its report, whose moments link back to the analysis', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/library');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  await page.getByLabel(/^Paste/).fill(PDN);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/#\/analysis\?game=/);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await seen(page);
  await expect(page.getByText('Anna – Bert')).toBeVisible();
  await moment(page).click();
  await page.getByRole('link', { name: 'Open in analysis' }).click();
  await expect(page).toHaveURL(/#\/analysis\?.*game=.*ply=2/);
  await expect(page.locator('.moves [aria-current]')).toContainText('18-23');
});

test('a game in a link gets a report without being stored, and one step leads back', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`./#/view?game=${await packed(PDN)}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await seen(page);
  await page.getByRole('button', { name: /^Add White’s/ }).click();
  await expect(page.getByText(/^\d positions? added to your reviews\./)).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anna – Bert' })).toBeVisible();
  await page.goto('./#/library');
  await expect(page.getByText('Anna – Bert')).toHaveCount(0);
});

test('a report has its own address that survives a reload; an invalid one is refused with an explanation', async ({ page }) => {
  test.setTimeout(120_000);
  const moves = '32-28+18-23+37-32+23-29+34x23+17-22+28x17+19x26';
  await page.goto(`./#/report?variant=international&fen=${encodeURIComponent(START)}&moves=${moves}`);
  await seen(page);
  await page.reload();
  await seen(page);
  for (const [fen, played] of [[START, '32-28 32-28'], ['W:nonsense', '32-28']] as const) {
    await page.goto(`./#/report?variant=international&fen=${encodeURIComponent(fen)}&moves=${encodeURIComponent(played)}`);
    await expect(page.getByText('These moves cannot be played one after another from this position, so there is no report.')).toBeVisible();
  }
});

/**
 * "Why?": for the computer's move in a game, and in the analysis for the best move and the played
 * one; in both languages.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, expectMyTurn, spoken, square, startFrom } from './game-page';
import { errorsOf } from './lesson-page';
import { LONG } from './long';
import { expect, test } from './test';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('damier.preferences', JSON.stringify({ pauses: false, pace: 'none' })));
});

const WORDS = {
  fr: { key: /^Pourquoi (\d.+)\s\?$/, said: /^\d+[-x]\d+\s: .+\.$/ },
  en: { key: /^Why (\d.+)\?$/, said: /^\d+[-x]\d+: .+\.$/ },
} as const;
/** White plays 32-28, and Black must capture. */
const EXCHANGE = 'W:W32,38,48:B5,22';
const fits = async (page: Page, width: number): Promise<void> => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

/** By default a game on the phone, and an analysis on the desktop. */
for (const [name, width, locale, words, usual] of [
  ['on a phone, in French', 360, 'fr-FR', WORDS.fr, 'game'],
  ['at a desk, in English', 1280, 'en-GB', WORDS.en, 'analysis'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 800 }, locale });

    if (usual === 'game' || LONG) test('the computer explains its last move on request', async ({ page }) => {
      const errors = errorsOf(page);
      await startFrom(page, EXCHANGE, 'international', 'computer');
      const key = page.getByRole('button', { name: words.key });
      await expectMyTurn(page);
      await expect(key).toHaveCount(0); // no move has been played to ask about
      await square(page, 32).click();
      await square(page, 28).click();
      await expectMoves(page, 2);
      await expectMyTurn(page);
      await expectAccessible(page);
      await fits(page, width);
      expect((await key.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      const played = words.key.exec((await key.textContent())!.trim())![1]!;
      expect(await page.locator('button.move').last().textContent()).toContain(played);
      await key.focus();
      await key.press('Enter');
      await expect(key).toHaveCount(0);
      await expect(spoken(page)).toHaveText(words.said, { timeout: 20_000 });
      await expect(spoken(page)).toContainText(played);
      await expect(page.locator('.turn')).toContainText((await spoken(page).textContent())!);
      await fits(page, width);
      // The focus is not lost when the button disappears.
      expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
      // It is the reason for that move only.
      await page.locator('[role=gridcell][aria-label*="can move"], [role=gridcell][aria-label*="peut jouer"]').first().click();
      await page.locator('[role=gridcell][aria-label*="can be reached"], [role=gridcell][aria-label*="accessible"]').last().click();
      await expectMoves(page, 4);
      await expectMyTurn(page);
      await expect(page.locator('.turn')).not.toContainText(played);
      await expect(key).toHaveCount(0); // a quiet move
      expect(errors.filter((it) => !it.includes('404'))).toEqual([]);
    });

    if (usual === 'analysis' || LONG) test('the analysis explains the best move and the last one', async ({ page }) => {
      // White's capture is forced, and so is Black's.
      await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W32,38,42:B5,22')}`);
      for (const n of [32, 28, 22, 33]) await square(page, n).click();
      const answer = page.locator('.whys p').filter({ hasText: words.said });
      const [last, best] = [page.locator('.whys .button:visible').first(), page.locator('.whys .button:visible').nth(1)];
      await expect(last).toHaveText(words.key);
      await expect(last).toContainText('22x33');
      await last.click();
      await expect(answer).toContainText('22x33', { timeout: 20_000 });
      await expect(spoken(page)).toHaveText(words.said);
      await expect(best).toHaveText(words.key);
      // Read and pressed at once: the engine may meanwhile prefer another move.
      const pressed = await best.evaluate((key: HTMLElement) => {
        const name = key.textContent;
        key.click();
        return name;
      });
      const move = words.key.exec(pressed.trim())![1]!;
      await expect(answer).toContainText(move);
      await expect(answer).toBeInViewport();
      await expectAccessible(page);
      await fits(page, width);
      for (const it of await page.locator('.whys .button:visible').all()) expect((await it.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      // The answer does not apply to another position.
      await page.keyboard.press('ArrowLeft');
      await expect(answer).toHaveCount(0);
    });
  });
}

test('a quiet move that the engine only prefers is not asked about', async ({ page }) => {
  await page.goto('./#/analysis');
  for (const n of [32, 28, 18, 23, 37, 32]) await square(page, n).click();
  await expectMoves(page, 3);
  await expect(page.getByRole('button', { name: /^Why 37-32/ })).toHaveCount(0);
});

test('an explanation can be requested again after a change of language', async ({ page }) => {
  await startFrom(page, EXCHANGE, 'international', 'computer');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await page.getByRole('button', { name: WORDS.en.key }).click();
  await expect(spoken(page)).toHaveText(WORDS.en.said, { timeout: 20_000 });
  await page.getByRole('button', { name: /^FR/ }).click();
  await page.getByRole('button', { name: WORDS.fr.key }).click();
  await expect(page.locator('.turn')).toContainText(/^À vous de jouer\. \d+[-x]\d+\s: /, { timeout: 20_000 });
});

test('a shot is named, and a game of two people has no explanation button', async ({ page }) => {
  await startFrom(page, 'W:W33,38,39,40,45:B12,13,14,23,24');
  await square(page, 33).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  await expect(page.getByRole('button', { name: /^Why / })).toHaveCount(0);
  await page.getByRole('link', { name: 'Analyse' }).first().click();
  await page.getByRole('button', { name: 'Why 33-28?' }).click();
  await expect(page.locator('.whys').getByText('33-28: It begins a coup royal: give 3, take 5.')).toBeVisible({ timeout: 20_000 });
});

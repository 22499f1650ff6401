/** The rules pages: one for each variant, boards to try a rule on, and the table that compares the variants. */
import type { Locator, Page } from '@playwright/test';
import { FAMILY } from '../../src/rules/types/family';
import { LONG } from './long';
import { expect, test } from './test';

/** The board of one diagram, by its title. */
function diagram(page: Page, title: string): Locator {
  return page.locator('figure', { has: page.getByRole('heading', { name: title, exact: true }) });
}

async function touch(figure: Locator, ...squares: number[]): Promise<void> {
  for (const square of squares) await figure.locator(`[role=gridcell][data-square="${square}"]`).click();
}

/** By default each once, alternating between a phone in French and a desktop in English. */
for (const [device, viewport, locale, words] of [
  ['phone', { width: 360, height: 740 }, 'fr-FR', { title: 'Le coup turc', done: 'C’est ça !', refused: /majorité|plus|prendre/i, most: 'La prise majoritaire' }],
  ['desktop', { width: 1280, height: 900 }, 'en-GB', { title: 'The Turkish shot', done: 'That’s it!', refused: /captur/i, most: 'Most pieces' }],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport, locale, contextOptions: { reducedMotion: 'reduce' } });

    if (device === 'phone' || LONG) test('the Turkish shot is played through', async ({ page }) => {
      await page.goto('./#/rules/international');
      const figure = diagram(page, words.title);
      await touch(figure, 35, 34);
      await expect(figure.locator('[data-square="34"]')).toHaveAttribute('aria-label', /(dame noire|black king)/);
      await touch(figure, 29, 40);
      await expect(figure.getByRole('status')).toContainText(words.done);
      await figure.getByRole('button', { name: /^(Recommencer|Try again)$/ }).click();
      await expect(figure.locator('[data-square="35"]')).toHaveAttribute('aria-label', /(dame noire|black king)/);
    });

    if (device === 'desktop' || LONG) test('what is refused on a diagram is explained, and the move can be shown', async ({ page }) => {
      await page.goto('./#/rules/international');
      const figure = diagram(page, words.most);
      await touch(figure, 28, 17);
      await expect(figure.getByRole('alert')).toContainText(words.refused);
      await figure.getByRole('button', { name: /^(Montrer|Show me)$/ }).click();
      await expect(figure.getByRole('status')).toContainText(words.done);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });

    if (device === 'desktop' || LONG) test('every game has its page', async ({ page }) => {
      await page.goto('./#/rules');
      await expect(page.getByRole('listitem')).toHaveCount(FAMILY.filter((game) => !game.id.includes(':')).length);
      await page.getByRole('link', { name: /alquerque/i }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alquerque');
      await expect(page.locator('figure')).toHaveCount(3);
      await page.getByRole('link', { name: /^(Jouer à ce jeu|Play this game)$/ }).click();
      await expect(page).toHaveURL(/#\/play\/alquerque/);
    });

    if (device === 'phone' || LONG) test('the games are compared', async ({ page }) => {
      await page.goto('./#/rules/compare');
      const row = page.getByRole('row', { name: /(Dames russes|Russian draughts)/ });
      await expect(row).toHaveCount(1);
      await expect(row).toContainText('8');
      await expect(page.locator('table tbody tr:not(.branch)')).toHaveCount(FAMILY.length);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });
  });
}

test('a legal move that is not the expected one is taken back', async ({ page }) => {
  await page.goto('./#/rules/frisian');
  const figure = diagram(page, 'Straight ahead');
  await figure.getByRole('button', { name: 'Show me' }).click();
  await expect(figure.getByRole('status')).toContainText('That’s it!');
  await page.goto('./#/rules/antidraughts');
  const give = diagram(page, 'Give the last one away');
  await touch(give, 32, 28);
  await expect(give.getByRole('status')).toContainText('not the move we want');
  await expect(give.locator('[data-square="32"]')).toHaveAttribute('aria-label', /white man/);
});

test('a piece is huffed on a diagram', async ({ page }) => {
  await page.goto('./#/rules/french-1754');
  const figure = diagram(page, 'To huff is not to play');
  await touch(figure, 30, 26, 22, 5, 9);
  await expect(figure.getByRole('status')).toContainText('That’s it!');
});

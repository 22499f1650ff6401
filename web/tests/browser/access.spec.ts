/** Accessibility of every screen: axe-core at four sizes, alternating light and dark (both with `DAMIER_LONG`); the grid; the content security policy. */
import { expectAccessible, expectLooked } from './accessible';
import { drawn, expectMoves, openAnnotation, square, startFrom, startGame } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

for (const [device, viewport, usual] of [
  ['phone', { width: 360, height: 740 }, 'light'],
  ['phone on its side', { width: 667, height: 375 }, 'dark'],
  ['tablet', { width: 768, height: 1024 }, 'dark'],
  ['desktop', { width: 1440, height: 900 }, 'light'],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (colorScheme !== usual && !LONG) continue;
    test.describe(`on a ${device}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, locale: device === 'tablet' ? 'fr-FR' : 'en-GB' });

      test('every screen is accessible', async ({ page }) => {
        await page.goto('./');
        await expect(page.getByRole('grid')).toBeVisible();
        await expectAccessible(page);
        await startGame(page);
        await square(page, 32).click();
        await square(page, 28).click();
        await expectMoves(page, 2);
        await expectAccessible(page);
        await startFrom(page, 'W:W28,36,48:B23,5,6');
        await square(page, 36).click();
        await expect(page.getByRole('alert')).not.toBeEmpty();
        await expectAccessible(page);
        await page.goto('./#/play/alquerque:huffing');
        await expect(page.getByRole('gridcell')).toHaveCount(25);
        await page.getByRole('button', { name: /Other games|Autres jeux/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await page.goto('./#/rules');
        await expect(page.getByRole('heading', { level: 3 }).or(page.getByRole('heading', { level: 2 })).first()).toBeVisible();
        await expectLooked(page);
        await page.goto('./#/rules/french-1754');
        await expect(page.locator('figure')).toHaveCount(3);
        await expectAccessible(page);
        await page.goto('./#/rules/compare');
        await expect(page.getByRole('table')).toBeVisible();
        await expectAccessible(page);
        await page.goto('./#/library');
        await expect(page.getByRole('listitem').first()).toBeVisible();
        await expectAccessible(page);
        await page.goto('./#/analysis');
        await expect(page.locator('.lines tr').first()).toBeVisible();
        await expectAccessible(page);
        // With a variation, a comment and a symbol.
        await page.goto('./#/analysis?variant=international');
        await square(page, 32).click();
        await square(page, 28).click();
        await page.keyboard.press('ArrowLeft');
        await square(page, 33).click();
        await square(page, 28).click();
        await expectMoves(page, 2);
        await openAnnotation(page);
        await page.getByRole('textbox', { name: /Comment/ }).fill('?');
        await page.getByRole('button', { name: /^(Good move|Bon coup)$/ }).click();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
        await page.goto('./#/editor');
        await expect(page.getByRole('grid')).toBeVisible();
        await page.getByRole('button', { name: /Settings|Réglages/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      });
    });
  }
}

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 568, height: 320 }, locale: 'fr-FR' });
  test('the sections have names and space, and the whole board is visible', async ({ page }) => {
    await startFrom(page, 'W:W28,36,48:B23,5,6');
    for (const [width, height] of [[568, 320], [667, 375], [740, 360], [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      for (const section of await page.locator('header .section:visible, header .more:visible').all()) {
        await expect(section).toHaveAccessibleName(/\p{L}{3}/u);
        const box = (await section.boundingBox())!;
        expect(Math.min(box.width, box.height), `${width} px`).toBeGreaterThanOrEqual(44);
      }
      const board = (await page.locator('.board svg').first().boundingBox())!;
      expect(board.y + board.height, `${width} px`).toBeLessThanOrEqual(height);
      await page.getByRole('button', { name: 'Plus' }).first().click();
      await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(20);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test('the board is one grid with named squares and one tab stop', async ({ page }) => {
  await startGame(page);
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '10');
  await expect(grid.getByRole('row')).toHaveCount(10);
  await expect(grid.getByRole('gridcell')).toHaveCount(50);
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(square(page, 32)).toHaveAttribute('aria-label', '32, white man, can move');
  await expect(square(page, 46)).toHaveAttribute('aria-label', '46, white man');
  await expect(square(page, 25)).toHaveAttribute('aria-label', '25, empty');
});

test('the tab stop of the board is an own man, for either side', async ({ page }) => {
  await startGame(page);
  const stop = page.getByRole('grid').locator('[tabindex="0"]');
  await expect(stop).toHaveAttribute('aria-label', /white man, can move$/);
  await startFrom(page, 'B:W46,47,48:B1,2,3');
  await expect(stop).toHaveAttribute('aria-label', /black man, can move$/);
  // From the address bar, Tab reaches that square before any other of the board.
  const grid = page.getByRole('grid');
  while (!(await grid.evaluate((it) => it.contains(document.activeElement)))) await page.keyboard.press('Tab');
  await expect(stop).toBeFocused();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('moves are shown at once', async ({ page }) => {
    await startFrom(page, 'W:W37,48:B32,23,14,3');
    await square(page, 37).click();
    await square(page, 10).click();
    await expectMoves(page, 1);
    expect(await page.evaluate(() => document.querySelector('.board')?.getAnimations({ subtree: true }).length)).toBe(0);
  });
});

test('nothing on the page breaks the strict content policy', async ({ page }) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) broken.push(message.text());
  });
  page.on('pageerror', (error) => broken.push(error.message));
  await startGame(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  expect(broken).toEqual([]);
});

/** Every variant on the screen: chosen, started and played, on every shape of board, alternating phone and desktop (both with `DAMIER_LONG`). */
import type { Page } from '@playwright/test';
import { FAMILY } from '../../src/rules/types/family';
import { expectMoves, expectMyTurn, moves, openOptions, playAny, square, startFrom } from './game-page';
import { LONG } from './long';
import { expect, test } from './test';

/** One variant of each branch, and of each shape of board. */
const GAMES = ['frisian', 'breakthrough', 'russian', 'english', 'italian', 'czech', 'turkish', 'alquerque', 'spantsiretti', 'canadian', 'french-1754'];

/** Starts a game at this address against the computer. */
async function begin(page: Page, id: string): Promise<void> {
  await page.goto(`./#/play/${id}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: /^(Play|Jouer)/ }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.getByRole('grid')).toBeVisible();
}

for (const [d, [device, viewport, locale]] of ([
  ['phone', { width: 360, height: 740 }, 'fr-FR'],
  ['desktop', { width: 1280, height: 900 }, 'en-GB'],
] as const).entries()) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport, locale, ...(device === 'phone' ? { hasTouch: true, isMobile: true } : {}) });

    for (const [n, id] of GAMES.entries()) {
      if (n % 2 !== d && !LONG) continue;
      test(`${id} is started, and a move is answered`, async ({ page }) => {
        await begin(page, id);
        await expectMyTurn(page); // if Black moves first, the computer has moved
        const before = (await moves(page)).length;
        await playAny(page, (cell) => cell.click());
        await expect.poll(async () => (await moves(page)).length).toBeGreaterThanOrEqual(before + 2);
        await expectMyTurn(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      });
    }
  });
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 }, locale: 'fr-FR' });

  test('a variant is chosen by family, name and reading, in French', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('button', { name: 'Autres jeux' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choisir un jeu' });
    await expect(sheet.getByRole('heading', { level: 3 })).toHaveCount(8);
    await expect(sheet.getByRole('listitem')).toHaveCount(FAMILY.filter((game) => !game.id.includes(':')).length);
    await sheet.getByRole('searchbox').fill('alquerque');
    await expect(sheet.getByRole('listitem')).toHaveCount(1);
    await sheet.getByRole('link', { name: /souffl/i }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/#\/play\/alquerque:huffing/);
    await expect(page.getByRole('gridcell')).toHaveCount(25);
    // The choice is stored.
    await page.goto('./#/library');
    await page.goto('./#/');
    await expect(page.getByRole('gridcell')).toHaveCount(25);
  });
});

test('a game starts with the first move on the first screen, for either side', async ({ page }) => {
  await page.goto('./#/play/english');
  await expect(page.getByText('You will have White, at the bottom; Black moves first.')).toBeVisible();
  await openOptions(page);
  await page.getByRole('radio', { name: 'Black' }).check();
  await playAny(page, (cell) => cell.click());
  await expect(page).toHaveURL(/#\/game\//);
  await expectMoves(page, 2);
  expect((await moves(page))[0]).toMatch(/^\(?(9|1[0-2])-1[3-6]\)?$/);
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('every square is a target of at least 44 px', async ({ page }) => {
    for (const [id, squares] of [
      ['alquerque', [1, 13, 25]],
      ['turkish', [1, 28, 64]],
      ['italian', [1, 32]],
      ['canadian', [1, 36, 72]],
    ] as const) {
      await begin(page, id);
      await expect(page.locator('.turn')).toBeVisible(); // on the board of the game, not on that of the first screen
      await expect(page.getByRole('gridcell')).toHaveCount(squares.at(-1)!);
      for (const number of squares) {
        const box = (await square(page, number).boundingBox())!;
        expect(Math.min(box.width, box.height), `${id}, ${number}`).toBeGreaterThanOrEqual(44);
      }
    }
  });

  test('a near miss on the large board still finds its square', async ({ page }) => {
    await begin(page, 'canadian');
    const box = (await square(page, 45).boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2 + 15, box.y + box.height / 2 + 4);
    await expect(square(page, 45)).toHaveAttribute('aria-selected', 'true');
  });
});

test('a piece that missed a capture is huffed: selected, deselected, selected, and removed with the move', async ({ page }) => {
  await startFrom(page, 'W:W32,38,43:B28,9,4', 'polish-1754');
  await square(page, 38).click();
  await square(page, 33).click();
  await expectMoves(page, 1);
  const huffing = page.getByRole('group', { name: 'Huffing' });
  await expect(huffing).toContainText('32 could have captured');
  await expect(square(page, 32)).toHaveAttribute('aria-label', '32, white man, can be huffed');
  await square(page, 32).click();
  await expect(square(page, 32)).toHaveAttribute('aria-label', /(?<!be )huffed/);
  await square(page, 32).click();
  await expect(square(page, 32)).toHaveAttribute('aria-label', /can be huffed/);
  await huffing.getByRole('button', { name: 'Huff 32' }).click();
  await expect(page.locator('.board .cross')).toHaveCount(1);
  await square(page, 9).click();
  await square(page, 14).click();
  await expectMoves(page, 2);
  await expect(square(page, 32)).toHaveAttribute('aria-label', '32, empty');
  await page.reload();
  await expectMoves(page, 2);
  await expect(square(page, 32)).toHaveAttribute('aria-label', '32, empty');
});

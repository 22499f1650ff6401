/** What makes a game pleasant: looks that can be chosen, typed moves, planned moves, the wheel, the trainer, help, large text. */
import { expect, test, type Page } from '@playwright/test';
import { expectMoves, expectMyTurn, expectOn, moves, openOptions, square, startFrom, startGame } from './game-page';

async function set(page: Page, label: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Settings|Réglages)$/ }).click();
  await page.getByRole('dialog').getByLabel(label).check();
  await page.keyboard.press('Escape');
}

test('boards and pieces are chosen, and kept', async ({ page }) => {
  await page.goto('./');
  const colour = (): Promise<string> => page.locator('.board .dark').first().evaluate((it) => getComputedStyle(it).fill);
  const before = await colour();
  await set(page, 'Walnut');
  await set(page, 'Rosette');
  expect(await colour()).not.toBe(before);
  await expect(page.locator('.board .piece .rosette').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'walnut');
  await expect(page.locator('html')).toHaveAttribute('data-pieces', 'rosette');
});

test('moves are typed, and what cannot be played is explained', async ({ page }) => {
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await set(page, 'Type moves beside the board');
  const field = page.getByLabel('Type a move');
  await field.fill('36-31');
  await field.press('Enter');
  await expect(page.locator('.refusal')).toContainText('Try 28.');
  await field.fill('77-31');
  await field.press('Enter');
  await expect(page.getByText('“77” is no square of this board.')).toBeVisible();
  await field.fill('28x19');
  await field.press('Enter');
  await expectMoves(page, 1);
  await expect(field).toHaveValue('');
});

test('whose turn it is stands first, and a compulsory capture is said and shown', async ({ page }) => {
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await expect(page.locator('.turn strong')).toHaveText('White to move.');
  await expect(page.locator('.turn')).toContainText('A capture has to be made.');
  await expect(page.locator('.chip')).toBeVisible();
});

test('a right capture after a wrong piece shows no warning any more', async ({ page }) => {
  await startFrom(page, 'W:W37,48:B32,23,14,3');
  await square(page, 48).click();
  await expect(page.locator('.refusal')).toBeVisible();
  await square(page, 37).click();
  await expect(page.locator('.refusal')).toHaveCount(0);
});

test('the wheel and the arrow keys walk through the moves after a move by mouse', async ({ page }) => {
  await startFrom(page, 'W:W32,38:B5,6');
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 6).click();
  await square(page, 11).click();
  await expectMoves(page, 2);
  await page.keyboard.press('ArrowLeft');
  await expectOn(page, 6, 'black man');
  await square(page, 28).hover();
  await page.mouse.wheel(0, -100);
  await expectOn(page, 32, 'white man');
  await page.mouse.wheel(0, 100);
  await expectOn(page, 28, 'white man');
});

test('a move is planned while the computer thinks, where a clock runs', async ({ page }) => {
  await page.goto('./');
  await openOptions(page);
  await page.getByRole('radio', { name: /5.\+.3/ }).check();
  await page.getByRole('radio', { name: /^Ebony/ }).check(); // takes seconds over a move
  await startGameHere(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 38).click();
  await square(page, 32).click();
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await expect(page.locator('button.move')).not.toHaveCount(1, { timeout: 40_000 });
  await expectMyTurnOrTheirs(page);
});

async function startGameHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page).toHaveURL(/#\/game\//);
}

/** The plan was played, or forgotten because it is no legal move any more: in both cases it is gone. */
async function expectMyTurnOrTheirs(page: Page): Promise<void> {
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(0);
  expect((await moves(page)).length).toBeGreaterThanOrEqual(2);
}

test('blindfold hides the pieces, and names stay', async ({ page }) => {
  await startGame(page);
  await set(page, /^Blindfold/);
  await expect(page.locator('.board .pieces')).toHaveCSS('opacity', '0');
  await expectOn(page, 32, 'white man');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
});

test('circles and arrows are drawn on an analysis, kept, and undone', async ({ page }) => {
  await page.goto('./#/analysis?variant=international');
  await square(page, 32).click();
  await square(page, 28).click();
  await square(page, 28).click({ button: 'right' });
  await expect(page.locator('.board .circle.green')).toHaveCount(1);
  const [from, to] = await Promise.all([square(page, 19).boundingBox(), square(page, 23).boundingBox()]);
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await page.waitForTimeout(600);
  await page.reload();
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(1);
  await square(page, 28).click({ button: 'right' });
  await expect(page.locator('.board .circle')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.board .circle')).toHaveCount(1);
  // By keys: one square, then the other.
  await page.keyboard.press('d');
  await square(page, 20).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(2);
});

test('a press in a line of the engine plays it as far as that', async ({ page }) => {
  await page.goto('./#/analysis?variant=international');
  const third = page.locator('.lines tr').first().locator('.ply').nth(2);
  await expect(third).toBeVisible();
  await page.getByRole('button', { name: 'Engine' }).click(); // it stands still while it is read
  await page.getByRole('button', { name: 'Engine' }).click();
  await expect(third).toBeVisible();
  await third.click();
  await expectMoves(page, 3);
});

test('the whole game is judged as a curve that can be walked along', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,33,38:B10,14,19')}`);
  for (const [from, to] of [[33, 29], [10, 15], [38, 33]] as const) {
    await square(page, from).click();
    await square(page, to).click();
  }
  await expectMoves(page, 3);
  await page.getByRole('button', { name: 'Curve' }).click();
  const curve = page.getByRole('slider');
  await expect(curve).toHaveAttribute('aria-valuemax', '3');
  await expect(page.getByText(/still to be judged/)).toHaveCount(0, { timeout: 30_000 });
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '0');
  await expect(curve).toHaveAttribute('aria-valuetext', /\d|m\.|win/);
});

test('one plays on from a position of an analysis', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,33,38:B10,14,19')}`);
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: /Zoé/ }).check();
  await page.getByRole('button', { name: 'Against the computer, with White' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectOn(page, 38, 'white man');
});

test('squares are found by their numbers', async ({ page }) => {
  await page.clock.install();
  await page.goto('./#/coordinates');
  await page.getByRole('button', { name: 'Begin' }).click();
  for (let i = 0; i < 3; i += 1) {
    const wanted = Number(await page.locator('.wanted').textContent());
    await square(page, wanted).click();
    await expect(page.locator('.wanted')).not.toHaveText(String(wanted));
  }
  await page.clock.runFor(31_000);
  await expect(page.getByRole('status')).toHaveText('3 squares found');
  await expect(page.getByText('Your best: 3')).toBeVisible();
});

for (const [locale, heading] of [
  ['en-GB', 'How Damier works'],
  ['fr-FR', 'Le mode d’emploi de Damier'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('the help page tells how everything works', async ({ page }) => {
      await page.goto('./#/help');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9);
      await expect(page.locator('.levels li')).toHaveCount(10);
    });
  });
}

for (const [what, width, size] of [
  ['at 320 px', 320, 16],
  ['with text of 200 %', 400, 32],
] as const) {
  test(`nothing is cut off ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const screen of ['#/', '#/library', '#/rules', '#/rules/international', '#/editor', '#/analysis', '#/help', '#/coordinates']) {
      await page.goto(`./${screen}`);
      await page.locator('html').evaluate((root, px) => (root.style.fontSize = `${px}px`), size);
      await expect(page.locator('main h1').first()).toBeAttached();
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(width);
    }
    await startFrom(page, 'W:W28,36,48:B23,5,6');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'a game').toBeLessThanOrEqual(width);
  });
}

/** The print studio, the projector and the pages of the shots. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, expectHeadingsInOrder, expectLooked } from './accessible';
import { drawn, openMore, square } from './game-page';
import { expect, test } from './test';

const SHOT = 'fen=W:W28,29,32,37:B8,9,10,18,19&moves=28-23+19x28+32x5';

/** Expects that nothing is wider than the window. */
async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/**
 * Elements outside their printed page, and overlapping boards; both lists are empty on a correct
 * sheet.
 */
async function misplaced(page: Page): Promise<{ outside: string[]; touching: string[]; boards: number }> {
  return await page.evaluate(() => {
    const outside: string[] = [];
    const touching: string[] = [];
    let boards = 0;
    for (const sheet of document.querySelectorAll('.page')) {
      const box = sheet.getBoundingClientRect();
      const edge = box.width * 0.02;
      const parts = [...sheet.querySelectorAll(':scope > svg > text, :scope > svg > svg')];
      const drawn = parts.filter((it) => it.tagName === 'svg').map((it) => it.getBoundingClientRect());
      boards += drawn.length;
      for (const part of parts) {
        const at = part.getBoundingClientRect();
        const inside = at.left >= box.left + edge && at.right <= box.right - edge && at.top >= box.top + edge && at.bottom <= box.bottom - edge;
        if (!inside) outside.push(part.textContent?.slice(0, 40) ?? '');
      }
      for (const [n, one] of drawn.entries()) {
        for (const other of drawn.slice(n + 1)) {
          if (one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1) touching.push(String(n));
        }
      }
    }
    return { outside, touching, boards };
  });
}

/** The number of sheets of a PDF. */
function sheetsOf(pdf: Buffer): number {
  return (pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

test('a worksheet is shown, printed to PDF page by page, and saved', async ({ page }) => {
  await page.goto('./#/print');
  await expect(page.locator('.page')).toHaveCount(8);
  await page.getByLabel('Title').fill('A very long title of a sheet with <tags> & "quotes" that needs more than one line on paper');
  await page.getByLabel('Club, school or class').fill('Damier de l’Érable 🍁 שלום');
  await expect(page.locator('.page').first()).toContainText('<tags>');
  expect(await misplaced(page)).toEqual({ outside: [], touching: [], boards: 20 });

  expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toBe(8);
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.locator('.page').first().boundingBox();
  expect(Math.abs(sheet!.width - (210 * 96) / 25.4)).toBeLessThan(1);
  expect(Math.abs(sheet!.height - (297 * 96) / 25.4)).toBeLessThan(1);
  await expect(page.getByRole('heading', { name: 'Print', exact: true })).toBeHidden();
  await page.emulateMedia({ media: null });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as HTML' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^A-very-long-title.*\.html$/);
  const html = readFileSync(await saved.path(), 'utf8');
  expect(html.split('<div class="page').length - 1).toBe(8);
  // The saved document is self-contained: it looks the same and prints as many sheets.
  await page.goto('about:blank');
  await page.setContent(html);
  expect(await misplaced(page)).toEqual({ outside: [], touching: [], boards: 20 });
  expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toBe(8);
});

test('every sheet fits its paper in both languages', async ({ page }) => {
  test.slow();
  await page.goto('./#/print');
  for (const title of ['Print', 'Imprimer']) {
    if (title === 'Imprimer') await page.getByRole('button', { name: /Français/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const sheets = page.locator('fieldset').first().getByRole('radio');
    for (let n = 0; n < 10; n += 1) {
      await sheets.nth(n).check();
      await expect(page.locator('.page').first()).toBeVisible();
      const found = await misplaced(page);
      expect(found.outside).toEqual([]);
      expect(found.touching).toEqual([]);
    }
  }
});

test('positions of the international game are not printed for another variant', async ({ page }) => {
  await page.goto('./#/print?sheet=worksheet');
  const first = page.getByRole('button', { name: 'First steps', exact: true });
  const game = page.getByRole('combobox', { name: 'Game', exact: true });
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.page svg svg').first()).toBeVisible();
  await game.selectOption('frisian');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('.page svg svg')).toHaveCount(0);
  await first.click();
  await expect(game).toHaveValue('international');
  await expect(page.locator('.page svg svg').first()).toBeVisible();
});

test('positions are pasted, and an unreadable one is reported with its line', async ({ page }) => {
  await page.goto(`./#/print?${SHOT}`);
  await expect(page.locator('.page')).toHaveCount(2);
  await page.getByLabel('Positions').fill('W:W28:B23 | 28x19 | Take!\nW:W28:B23 | 28-22');
  await expect(page.locator('#print-fault')).toHaveText(/^Line 2: move 1 of the solution, 28-22/);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeDisabled();
  await page.getByLabel('Positions').fill('W:W28:B23 | 28x19 | Take!');
  await expect(page.locator('.page')).toHaveCount(2);
  await expect(page.locator('.page').first()).toContainText('Take!');
});

test('a sheet of problems starts with shots and states what each solution proves', async ({ page }) => {
  await page.goto('./#/print');
  await expect(page.locator('.page').first()).toContainText('White to move');
  await page.locator('fieldset').first().getByRole('radio', { name: 'Problems' }).check();
  await expect(page.locator('.page').first()).toContainText('White to play and gain the advantage');
  await expect(page.getByRole('button', { name: 'Shots', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'First steps', exact: true }).click();
  await expect(page.locator('.page').first()).toContainText('White to move');
  await page.getByLabel('Positions').fill('B:W28:B23 | 23x32\nW:W35:B2 | 35-30');
  await expect(page.locator('.page').first()).toContainText('Black to play and win');
  await expect(page.locator('.page').first()).toContainText('White to move');
});

test('missing solutions are computed, and a position without a unique one is reported', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/print');
  await expect(page.locator('.page')).toHaveCount(8);
  await expect(page.getByRole('button', { name: /^Find the solutions/ })).toHaveCount(0);
  const field = page.getByLabel('Positions');
  await field.fill('W:W28,29,32,37:B8,9,10,18,19 |  | Look!\nW:W31-50:B1-20\nW:W28:B23 | 28x19');
  await page.getByRole('button', { name: 'Find the solutions (2)' }).click();
  await expect(page.getByText('Solutions found: 1. Left blank, as there is not exactly one answer: 1.')).toBeVisible({ timeout: 90_000 });
  await expect(field).toHaveValue('W:W28,29,32,37:B8,9,10,18,19 | 28-23 19x28 32x5 | Look!\nW:W31-50:B1-20\nW:W28:B23 | 28x19');
  await expect(page.locator('.page').last()).toContainText('28-23');
  await expectAccessible(page);
  // It can be stopped; the rest of the list does not change.
  const many = Array.from({ length: 19 }, (_, n) => `W:W31-${31 + n}:B1-${n + 2}`).join('\n');
  await field.fill(many);
  await page.getByRole('button', { name: 'Find the solutions (19)' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Solutions found: \d+\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Find the solutions/ })).toBeVisible();
  expect((await field.inputValue()).split('\n').at(-1)).toBe(many.split('\n').at(-1));
  // An unreadable line must be corrected first.
  await field.fill('W:W99:B1');
  await expect(page.getByRole('button', { name: 'Find the solutions (1)' })).toBeDisabled();
});

test('the projector hides the solution and is stepped by the keys of a remote control', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`./#/project?${SHOT}&title=A+shot`);
  await expect(page.getByRole('heading', { name: 'A shot' })).toBeVisible();
  await expect(page.getByText('The solution is hidden.')).toBeVisible();
  await expect(page.getByText('28-23')).toHaveCount(0);
  const steps = page.getByRole('list', { name: 'The line' }).getByRole('listitem');
  for (const count of [1, 2, 3]) {
    await page.keyboard.press('PageDown');
    await expect(steps).toHaveCount(count);
  }
  await expect(page.getByText('Here is the solution.')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(steps).toHaveCount(2);
  await page.keyboard.press('b');
  const dark = page.getByRole('button', { name: 'Show the board' });
  await expect(dark).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(dark).toBeHidden();
  await expect(steps).toHaveCount(2);
  await page.keyboard.press('Home');
  await expect(steps).toHaveCount(0);
});

test('the audience’s votes for a move are counted, and the move is revealed', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`./#/project?${SHOT}`);
  await page.getByRole('button', { name: 'Vote for a move' }).click();
  const hand = page.getByRole('button', { name: '28-23: one more vote' });
  await hand.click();
  await hand.click();
  await page.getByRole('button', { name: '29-24: one more vote' }).click();
  await page.getByRole('button', { name: '29-24: one vote fewer' }).click();
  await expect(page.getByText('Votes: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.getByText('28-23 is the solution.')).toBeVisible();
  await page.locator('.votes').getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('list', { name: 'The line' })).toHaveText('28-23');
  await expect(page.locator('.votes')).toHaveCount(0);
  // Another move may be tried.
  await page.keyboard.press('PageUp');
  await square(page, 32).click();
  await square(page, 27).click();
  await expect(page.getByRole('list', { name: 'The line' })).toHaveText('32-27');
});

test('the projector fills a window of any size', async ({ page }) => {
  await page.goto(`./#/project?${SHOT}`);
  await expect(page.getByRole('grid')).toBeVisible();
  for (const [width, height] of [[1024, 768], [1280, 720], [1920, 1080], [360, 740]] as const) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const size = `${width} by ${height}`;
    const board = await page.getByRole('grid').boundingBox();
    expect(board!.width, size).toBeGreaterThan(Math.min(width, height) * 0.78);
    await expectNoOverflow(page);
    if (width > 720) {
      const next = page.getByRole('button', { name: 'Next', exact: true });
      expect((await next.boundingBox())!.y + 40, size).toBeLessThan(height);
      const turn = await page.getByText('White to move').evaluate((it) => parseFloat(getComputedStyle(it).fontSize));
      expect(turn, size).toBeGreaterThan(height * 0.03);
    }
    await expectAccessible(page);
  }
});

test('an invalid projector address is reported', async ({ page }) => {
  await page.goto('./#/project?fen=W:W99:B1');
  await expect(page.getByRole('alert')).toHaveText('This position cannot be shown.');
  await page.goto('./#/project?fen=W:W28:B23&moves=28-1');
  await expect(page.getByRole('alert')).toHaveText('This position cannot be shown.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This position cannot be shown.');
  await expectHeadingsInOrder(page);
});

test('shots are found by name, played through, projected and printed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./#/learn');
  await page.getByRole('link', { name: 'Named shots' }).click();
  await expect(page.getByRole('heading', { name: 'By pattern' })).toBeVisible();
  await expect(page.locator('.list li')).toHaveCount(34);
  await expectNoOverflow(page);
  await expectLooked(page);
  await page.getByRole('link', { name: /^Coup royal/ }).click();
  await expect(page).toHaveURL(/#\/shots\/royal$/);
  for (let n = 0; n < 5; n += 1) await page.getByRole('button', { name: 'Next move' }).click();
  await expect(page.getByRole('button', { name: 'After 40x7' })).toHaveAttribute('aria-current', 'step');
  await expect(square(page, 7)).toHaveAttribute('aria-label', /white man/);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Print this page' }).click();
  await expect(page.locator('.page')).toContainText('Coup royal');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.goto('./#/shots/express');
  await page.getByText('World Title Match, 1983').click();
  const game = page.getByRole('group').filter({ hasText: 'Harm Wiersma' });
  await expect(game.getByRole('button', { name: 'After 27x16' }).first()).toHaveAttribute('aria-current', 'step');
  await game.getByRole('button', { name: 'Next move' }).click();
  await expect(game.getByRole('button', { name: 'After 15-20' }).first()).toHaveAttribute('aria-current', 'step');
  await game.getByRole('button', { name: 'See the shot again' }).click();
  await expect(game.getByRole('button', { name: 'After 27x16' }).first()).toHaveAttribute('aria-current', 'step');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.goto('./#/shots/cheval');
  await expect(page.getByText('Disputed name.')).toBeVisible();
  await page.goto('./#/shots/haarlem');
  await expect(page.getByRole('heading', { name: 'This shot is not in the list.' })).toBeVisible();
});

test('a lesson, the editor and the analysis link to the projector and to printing', async ({ page }) => {
  await page.goto('./#/editor?variant=international&fen=W:W28:B23');
  await page.getByRole('link', { name: 'Project' }).click();
  await expect(page).toHaveURL(/#\/project\?variant=international&fen=W/);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('./#/analysis?variant=international&fen=W:W28:B23');
  await openMore(page);
  await page.getByRole('button', { name: 'Project' }).click();
  await expect(page).toHaveURL(/#\/project/);
  await page.goto('./#/analysis?variant=international&fen=W:W28:B23');
  await square(page, 28).click();
  await square(page, 19).click();
  await page.keyboard.press('ArrowLeft');
  await openMore(page);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('.page')).toHaveCount(2);
  await expect(page.locator('.page').first()).not.toContainText('28x19');
  await expect(page.locator('.page').last()).toContainText('28x19');
});

test('a whole lesson is projected, exercise after exercise, and printed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('./#/learn/taking');
  await page.getByRole('link', { name: 'Project' }).click();
  await expect(page.getByText('White to move')).toBeVisible();
  const place = page.getByText(/^Position \d+ of \d+$/);
  await expect(place).toHaveText(/^Position 1 of/);
  const all = Number(/\d+$/.exec((await place.textContent())!)![0]);
  expect(all).toBeGreaterThan(3);
  // A remote control has one key for "next": it goes to the end of the lesson and stops there.
  for (let n = 0; n < 60 && (await page.getByRole('button', { name: /^Next/ }).first().isEnabled()); n += 1) await page.keyboard.press('PageDown');
  await expect(place).toHaveText(`Position ${all} of ${all}`);
  await page.keyboard.press('p');
  await expect(place).toHaveText(`Position ${all - 1} of ${all}`);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.locator('.page').first()).toContainText(/men|capture|take/i);
  expect((await misplaced(page)).boards).toBe(all);
  await page.goto('./#/learn/taking');
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByLabel('Title')).not.toHaveValue('');
  expect(await misplaced(page)).toMatchObject({ outside: [], touching: [], boards: all });
});

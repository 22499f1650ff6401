/** The editor: the brush, undo, positions from links, and the verdict on a text. */
import type { Page } from '@playwright/test';
import { centre, expectOn, square } from './game-page';
import { expect, test } from './test';

const at = (fen: string, variant = 'international'): string => `./#/editor?variant=${variant}&fen=${encodeURIComponent(fen)}`;
const fenOf = (page: Page) => page.getByLabel('Position as FEN');

/** Drags with the mouse over these squares. */
async function stroke(page: Page, ...squares: number[]): Promise<void> {
  const [first, ...rest] = await Promise.all(squares.map((it) => centre(page, it)));
  await page.mouse.move(first!.x, first!.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

test('a brush stroke adds or removes pieces and is one undo step', async ({ page }) => {
  await page.goto(at('W:W31:BK5'));
  await page.getByRole('button', { name: 'white man' }).click();
  await stroke(page, 36, 37, 38, 37, 36);
  await expect(fenOf(page)).toHaveValue('W:W31,36,37,38:BK5');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fenOf(page)).toHaveValue('W:W31:BK5');
  await page.getByRole('button', { name: 'Redo' }).click();
  await stroke(page, 36, 40); // begins on a white man: removes
  await expect(fenOf(page)).toHaveValue('W:W31:BK5');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fenOf(page)).toHaveValue('W:W31,36,37,38:BK5');
});

test('a position in a link replaces the stored one, which is one undo step back with its solution', async ({ page }) => {
  await page.goto(at('W:W27,38:B4,22'));
  const solution = page.getByLabel('Solution', { exact: true });
  await solution.fill('27x18 4-10');
  await page.goto('./#/help');
  await page.goto(at('W:W50:B1'));
  await expect(fenOf(page)).toHaveValue('W:W50:B1');
  await expect(solution).toHaveValue('');
  // Nothing was changed, so leaving loses nothing.
  await page.goto('./#/help');
  await page.goto('./#/editor');
  await expect(fenOf(page)).toHaveValue('W:W27,38:B4,22');
  await expect(solution).toHaveValue('27x18 4-10');
  await page.goto('./#/help');
  await page.goto(at('W:W50:B1'));
  await expect(fenOf(page)).toHaveValue('W:W50:B1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fenOf(page)).toHaveValue('W:W27,38:B4,22');
  await expect(solution).toHaveValue('27x18 4-10');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(fenOf(page)).toHaveValue('W:W50:B1');
  await expect(solution).toHaveValue('');
});

test('a typed solution is one undo step', async ({ page }) => {
  await page.goto(at('W:W27,38:B4,22'));
  const solution = page.getByLabel('Solution', { exact: true });
  await solution.pressSequentially('27x18 4-10');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(solution).toHaveValue('');
  await expect(fenOf(page)).toHaveValue('W:W27,38:B4,22');
});

test('an invalid text is never shown as playable', async ({ page }) => {
  await page.goto('./#/editor?variant=international&fen=garbage');
  const verdict = page.locator('.verdict');
  await expect(verdict).toContainText('This text is not a FEN position.');
  await expect(verdict).not.toContainText('can be played');
  await expect(fenOf(page)).toHaveValue('garbage');
  for (const text of ['W:W31,31:B31', 'nonsense']) {
    await fenOf(page).fill(text);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(verdict.locator('.fault')).toHaveCount(2);
    await expect(verdict.locator('.fine')).toHaveCount(0);
    await expect(fenOf(page)).toHaveValue(text);
  }
  await fenOf(page).fill('?:W31:B18');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectOn(page, 31, 'white man');
  await expect(verdict).toContainText('The side to move is missing');
  await square(page, 31).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(verdict).not.toContainText('The side to move is missing');
});

test('an error in a solution is located', async ({ page }) => {
  await page.goto(at('W:W27,38:B4,22'));
  const said = page.locator('#editor-solution-said');
  await page.getByLabel('Solution', { exact: true }).fill('27x18 4-10 38-1');
  await expect(said).toContainText('At character 12:');
  await page.getByLabel('Solution', { exact: true }).fill('27x18\n4-10\n38-1');
  await expect(said).toContainText('Line 3, column 1:');
});

test('the position is mirrored if the board allows it', async ({ page }) => {
  await page.goto(at('W:Wa3,Kb1:Bc6', 'turkish'));
  await page.getByRole('button', { name: 'Swap left and right' }).click();
  await expect(fenOf(page)).toHaveValue('W:Wh3,Kg1:Bf6');
  await page.goto(at('W:W31:B18'));
  await expectOn(page, 31, 'white man');
  await expect(page.getByRole('button', { name: 'Swap left and right' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a finger paints without scrolling, with undo and the verdict in view', async ({ page }) => {
    await page.goto(at('W:W31:BK5'));
    await page.getByRole('button', { name: 'white man' }).tap();
    await page.locator('.left .tools').evaluate((it) => it.scrollIntoView({ block: 'start' }));
    await page.evaluate(() => scrollBy(0, -60)); // below the header
    const before = await page.evaluate(() => scrollY);
    const finger = await page.context().newCDPSession(page);
    const [from, to] = [await centre(page, 41), await centre(page, 28)];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let step = 1; step <= 10; step += 1) {
      const point = { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 };
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectOn(page, 28, 'white man');
    await expectOn(page, 37, 'white man');
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect(page.locator('.left .tools')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.verdict p').first()).toBeInViewport({ ratio: 1 });
    // Chrome ignores a tap within moments of a swipe, so the test waits like a user.
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(fenOf(page)).toHaveValue('W:W31:BK5');
  });
});

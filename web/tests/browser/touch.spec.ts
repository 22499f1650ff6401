/** Playing by touch on a screen of 360 px, in French. */
import type { Page } from '@playwright/test';
import { packed } from '../../src/store/link';
import { centre, expectMoves, expectMyTurn, expectOn, playAny, square, startFrom, startGame } from './game-page';
import { expect, test } from './test';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });

test('a game is played by touch at 360 px, in French', async ({ page }) => {
  await startGame(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  for (let made = 2; made <= 6; made += 2) {
    await expectMyTurn(page);
    await playAny(page, (cell) => cell.tap());
    await expectMoves(page, made);
  }
  await expect(page.getByRole('button', { name: 'Reprendre' })).toBeVisible();
});

test('a refusal is shown in French', async ({ page }) => {
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await square(page, 36).tap();
  await expect(page.getByRole('alert')).toContainText(/prise|prendre/i);
});

test('dragging by touch does not scroll the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await startFrom(page, 'W:W31:B5');
  await page.evaluate(() => scrollTo(0, 100));
  const finger = await page.context().newCDPSession(page);
  const [from, to] = [await centre(page, 31), await centre(page, 27)];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 10; step += 1) {
    const at = { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectMoves(page, 1);
  await expectOn(page, 27, 'pion blanc');
  expect(await page.evaluate(() => scrollY)).toBe(100);
});

test('every square is a target of at least 44 px, and nothing is wider than the screen', async ({ page }) => {
  await startGame(page);
  for (const number of [1, 5, 28, 46, 50]) {
    const box = await square(page, number).boundingBox();
    expect(box!.width).toBeGreaterThanOrEqual(44);
    expect(box!.height).toBeGreaterThanOrEqual(44);
  }
  // A touch that misses the dark square by half its size still selects it.
  const box = (await square(page, 32).boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2 + 20, box.y + box.height / 2 + 2);
  await expect(square(page, 32)).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // The skip link is hidden until the keyboard reaches it.
  for (const button of await page.locator('button:visible:not(.skip), a:visible').all()) {
    const size = (await button.boundingBox())!;
    expect(size.height, await button.innerText()).toBeGreaterThanOrEqual(44);
  }
});

test('a swipe over the board scrolls the page and makes no move', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await startFrom(page, 'W:W31:B5');
  await page.evaluate(() => scrollTo(0, 0));
  const finger = await page.context().newCDPSession(page);
  const board = (await page.getByRole('grid').boundingBox())!;
  const x = board.x + board.width / 2;
  const y = board.y + board.height * 0.6;
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let moved = 10; moved <= 180; moved += 10) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moved }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await expectMoves(page, 0);
  await expectOn(page, 31, 'pion blanc');
});

/** Swipes sideways, with touch events from the browser's protocol. */
async function swipe(page: Page, by: number, from = { x: by < 0 ? 250 : 110, y: 330 }): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 3; step += 1) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x + (by * step) / 3, y: from.y + step / 2 }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a sideways swipe steps through an analysis', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W32:B1,2')}`);
  await square(page, 32).tap();
  await square(page, 28).tap();
  await expectOn(page, 28, 'pion blanc');
  const { y } = await centre(page, 22);
  // A swipe is quick, and a busy machine may make one slow. A second one at the end of the line
  // does nothing.
  const shows = (number: number) => expect(square(page, number)).toHaveAttribute('aria-label', /pion blanc/, { timeout: 1_000 });
  await expect(async () => (await swipe(page, 140, { x: 110, y }), await shows(32))).toPass();
  await expect(async () => (await swipe(page, -140, { x: 250, y }), await shows(28))).toPass();
});

test('a sideways swipe steps through a game and through a game in a link', async ({ page }) => {
  await startFrom(page, 'W:W32:B1,2');
  await square(page, 32).tap();
  await square(page, 28).tap();
  await expectOn(page, 28, 'pion blanc');
  const { y } = await centre(page, 22);
  await swipe(page, 140, { x: 110, y });
  await expectOn(page, 32, 'pion blanc');
  await page.goto(`./#/view?variant=international&game=${await packed('[GameType "20"]\n\n1. 32-28 19-23 *')}`);
  await expectOn(page, 32, 'pion blanc');
  await swipe(page, -140, await centre(page, 25).then((at) => ({ ...at, x: 250 })));
  await expectOn(page, 28, 'pion blanc');
});

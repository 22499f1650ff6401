/** Playing: by mouse, by keyboard, multiple captures in every way, refusals, results. */
import type { Page } from '@playwright/test';
import { drag, expectMoves, expectMyTurn, expectOn, moves, openOptions, playAny, resultCard, spoken, square, startFrom, startGame } from './game-page';
import { expect, test } from './test';

test('one press starts a game, and the computer answers', async ({ page }) => {
  await startGame(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectOn(page, 28, 'white man');
  await expectMoves(page, 2);
  await expectMyTurn(page);
  const [first, second] = await moves(page);
  expect(first).toBe('32-28');
  expect(second).toMatch(/^\d+-\d+$/); // brackets are the French way
});

test('the first move can be made on the home screen', async ({ page }) => {
  await page.goto('./');
  await square(page, 33).click();
  await square(page, 29).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectMoves(page, 2);
});

test('a game continues with drags, a takeback and a reload', async ({ page }) => {
  await startGame(page);
  await drag(page, 33, 28);
  await expectMoves(page, 2);
  await expectMyTurn(page);
  await playAny(page, (cell) => cell.click());
  await expectMoves(page, 4);
  await expectMyTurn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
  const before = await moves(page);
  await page.reload();
  await expectMoves(page, 2);
  expect(await moves(page)).toEqual(before);
  await expectMyTurn(page);
});

test('a game is played by keyboard alone', async ({ page }) => {
  await page.goto('./');
  const play = page.getByRole('button', { name: /^Play/ });
  while (!(await play.evaluate((it) => it === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/game\//);
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  while (!(await grid.evaluate((it) => it.contains(document.activeElement)))) await page.keyboard.press('Tab');

  await page.keyboard.type('32'); // a typed number moves the focus there
  await expect(square(page, 32)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(square(page, 32)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(square(page, 32)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const here = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['square']);
  expect(['27', '28']).toContain(here);
  await page.keyboard.press('Enter');
  await expectMoves(page, 2);
  await expect(spoken(page)).toHaveText(/^Black (plays|captures) \d+/);
});

test('an illegal move is refused in one sentence, and the compulsory capture is shown', async ({ page }) => {
  // White must capture 28x19; 36 may not move.
  await startFrom(page, 'W:W28,36,48:B23,5,6');
  await square(page, 36).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/captur/i);
  await expect(page.locator('.board .ring').first()).toBeVisible();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  await square(page, 28).click();
  await square(page, 19).click();
  await expect(alert).toBeEmpty();
  await expectMoves(page, 1);
  await expectOn(page, 23, 'empty');
});

const RAFLE = 'W:W37,48:B32,23,14,3';

for (const where of ['a game', 'an analysis']) {
  test(`a capture continues after a wrong square, and the refusal disappears, in ${where}`, { tag: '@long' }, async ({ page }) => {
    if (where === 'a game') await startFrom(page, RAFLE);
    else {
      await page.goto(`./#/analysis?fen=${encodeURIComponent(RAFLE)}`);
      await page.getByRole('button', { name: 'Engine', exact: true }).click(); // its arrows would disturb the test
    }
    await square(page, 37).click();
    await square(page, 41).click();
    await expect(page.locator('.refusal')).toBeVisible();
    await expect(page.locator('.board .ring').first()).toBeVisible();
    await square(page, 28).click();
    await expect(page.locator('.refusal')).toHaveCount(0);
    await expect(page.locator('.board .ring')).toHaveCount(0);
    await expect(page.locator('.board .arrow')).toHaveCount(0);
    await square(page, 10).click();
    await expectMoves(page, 1);
    expect(await moves(page)).toEqual(['37x10']);
  });
}

test('a multiple capture is made by its last square', async ({ page }) => {
  await startFrom(page, RAFLE);
  await square(page, 37).click();
  await square(page, 10).click();
  await expectMoves(page, 1);
  expect(await moves(page)).toEqual(['37x10']);
  await expect(spoken(page)).toContainText('three men');
});

test('a multiple capture is made square by square', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, RAFLE);
  await square(page, 37).click();
  await square(page, 28).click();
  await square(page, 19).click();
  await expectMoves(page, 0);
  await square(page, 10).click();
  await expectMoves(page, 1);
});

test('a multiple capture is made by dragging the piece to its last square', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, RAFLE);
  await drag(page, 37, 10);
  await expectMoves(page, 1);
  for (const taken of [32, 23, 14]) await expectOn(page, taken, 'empty');
  await expectOn(page, 10, 'white man');
});

const TWO_WAYS = 'W:WK47:B14,19,29,31,42';

test('captures of different pieces are chosen on the board', async ({ page }) => {
  await startFrom(page, TWO_WAYS);
  const before = await page.getByRole('grid').boundingBox();
  await square(page, 47).click();
  await square(page, 36).click();
  const question = page.getByRole('group', { name: 'Several captures are possible' });
  await expect(question.getByRole('button')).toHaveCount(3);
  expect(await page.getByRole('grid').boundingBox()).toEqual(before); // the question does not move the board
  await square(page, 14).click();
  await expectMoves(page, 1);
  await expectOn(page, 14, 'empty');
  await expectOn(page, 19, 'black man');
});

test('captures of different pieces are chosen by a button', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, TWO_WAYS);
  await square(page, 47).click();
  await square(page, 36).click();
  await page.getByRole('button', { name: '47x38x24x13x36' }).click();
  await expectMoves(page, 1);
  await expectOn(page, 19, 'empty');
  await expectOn(page, 14, 'black man');
});

test('a circular capture is made by touching the piece twice', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, 'W:WK38:B18,19,32,33');
  await square(page, 38).click();
  await square(page, 38).click();
  const choice = page.getByRole('group', { name: 'Several captures are possible' }).getByRole('button').first();
  if (await choice.isVisible()) await choice.click();
  await expectMoves(page, 1);
  await expectOn(page, 38, 'white king');
  for (const taken of [18, 19, 32, 33]) await expectOn(page, taken, 'empty');
});

for (const way of [
  [27, 13, 24],
  [24, 13, 27],
]) {
  test(`a capture of the same pieces is made by either path: ${way.join(', ')}`, { tag: '@long' }, async ({ page }) => {
    await startFrom(page, 'W:WK38:B18,19,32,33');
    await square(page, 38).click();
    for (const number of way) await square(page, number).click();
    await expectMoves(page, 0);
    await square(page, 38).click();
    await expectMoves(page, 1);
    for (const taken of [18, 19, 32, 33]) await expectOn(page, taken, 'empty');
  });
}

test('the result names its rule and points', async ({ page }) => {
  await startFrom(page, 'W:W28:B23');
  await square(page, 28).click();
  await square(page, 19).click();
  await expect(page.locator('.result').first()).toHaveText('2-0');
  await expect(resultCard(page)).toContainText('White wins');
  await expect(resultCard(page)).toContainText(/no|piece/i);
  await expect(resultCard(page).getByRole('button')).toHaveText('Rematch, colours swapped');
});

test('resigning asks for confirmation once and ends the game', async ({ page }) => {
  await startGame(page);
  const resign = page.getByRole('button', { name: 'Resign' });
  await expect(resign).not.toHaveClass(/primary/);
  await resign.click();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  await resign.click();
  await expect(page.getByText('Resign the game?')).toBeVisible();
  await expect(page.locator('.result')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Keep playing' })).toHaveClass(/primary/);
  await expect(resign).not.toHaveClass(/primary/);
  await resign.click();
  await expect(page.locator('.result').first()).toHaveText('0-2');
  await expect(resultCard(page)).toContainText('You lost.');
  await expect(spoken(page)).toHaveText('You lost. Black wins: White resigned.');
});

test('captured men are shown beside the board', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, 'W:W37,48,49:B32,23,14,3');
  await expect(page.locator('.pile .disc')).toHaveCount(0);
  await square(page, 37).click();
  await square(page, 10).click();
  await expectMoves(page, 1);
  await expect(page.locator('.pile .disc.black')).toHaveCount(3);
  await expect(page.locator('.pile .disc.white')).toHaveCount(0);
  await expect(page.locator('.pile .disc').first()).toBeVisible();
  await expect(page.getByText('3 pieces captured')).toBeAttached();
});

test.describe('a win', () => {
  const win = async (page: Page): Promise<void> => {
    await startFrom(page, 'W:W28:B23');
    await square(page, 28).click();
    await square(page, 19).click();
    await expect(resultCard(page)).toBeVisible();
  };

  test('is celebrated when it happens, and not when the game is opened again', { tag: '@long' }, async ({ page }) => {
    await win(page);
    await expect(page.locator('.confetti span').first()).toBeAttached();
    await page.reload();
    await expect(resultCard(page)).toBeVisible();
    await expect(page.locator('.confetti')).toHaveCount(0);
  });

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('is not celebrated with motion', { tag: '@long' }, async ({ page }) => {
      await win(page);
      await expect(page.locator('.confetti')).toHaveCount(0);
    });
  });
});

test('a draw offer between two people is made with a move, and the side to move stays shown', async ({ page }) => {
  await startFrom(page, 'W:W32,37,46:B1,6,10');
  for (const number of [32, 28, 6, 11]) await square(page, number).click();
  await expectMoves(page, 2);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(page.locator('.turn')).toHaveText('White to move. Draw offered: now make your move, then the other side answers.');
  await expect(spoken(page)).toContainText('now make your move');
  await square(page, 28).click();
  await square(page, 23).click();
  await expect(page.locator('.turn')).toHaveText('Black to move. Your opponent offers a draw.');
  await expect(page.locator('.turn strong')).toHaveText('Black to move.');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.locator('.turn')).toContainText('Black to move.');
});

for (const where of ['a game', 'an analysis']) {
  test(`the huffed piece is named, in ${where}`, { tag: '@long' }, async ({ page }) => {
    const fen = 'W:W28,46:B18,1';
    if (where === 'a game') await startFrom(page, fen, 'polish-1754');
    else await page.goto(`./#/analysis?variant=polish-1754&fen=${encodeURIComponent(fen)}`);
    for (const number of [28, 23, 1, 7]) await square(page, number).click();
    await expectMoves(page, 2);
    await page.getByRole('button', { name: 'Huff 18' }).click();
    for (const number of [46, 41]) await square(page, number).click();
    await expectMoves(page, 3);
    await expect(page.locator('.turn')).toContainText('Black to move. ');
    await expect(page.locator('.turn')).toContainText('The piece on 18 was huffed.');
  });
}

test('a compulsory capture is shown and explained in an analysis like in a game', { tag: '@long' }, async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,36,48:B23,5,6')}`);
  await expect(page.locator('.turn')).toContainText('You must capture.');
  await square(page, 36).click();
  await expect(page.locator('.refusal')).toContainText('Try 28.');
  await square(page, 28).click();
  await square(page, 19).click();
  await expectMoves(page, 1);
  await expect(page.locator('.turn')).not.toContainText('You must capture.');
});

test('F turns a board whose squares have letters', { tag: '@long' }, async ({ page }) => {
  await startFrom(page, 'W:Wc3,e3,g1:Bb8,f6,h8', 'russian');
  const first = page.getByRole('gridcell').first();
  const before = await first.getAttribute('aria-label');
  await page.keyboard.press('KeyF');
  await expect(first).not.toHaveAttribute('aria-label', before!);
  await page.keyboard.press('KeyF');
  await expect(first).toHaveAttribute('aria-label', before!);
  // After a press by mouse the focus is on the board, and the key still belongs to the page.
  await page.locator('[role=gridcell][aria-label^="c3"]').click();
  await page.keyboard.press('KeyF');
  await expect(first).not.toHaveAttribute('aria-label', before!);
});

test('a hint is shown, and a draw offer is answered', async ({ page }) => {
  await startGame(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.turn')).toHaveText(/I would play \d+[-x]\d+/);
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.locator('.turn').or(resultCard(page))).toContainText(/declined|1-1/);
});

test('the computer moves first if the user has Black', async ({ page }) => {
  await page.goto('./');
  await openOptions(page);
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expectMoves(page, 1);
  await expectMyTurn(page);
  // The board is turned: 50 is at the top left.
  const [top, bottom] = await Promise.all([square(page, 50).boundingBox(), square(page, 1).boundingBox()]);
  expect(top!.y).toBeLessThan(bottom!.y);
});

test('earlier positions can be viewed', async ({ page }) => {
  await startFrom(page, RAFLE);
  await square(page, 37).click();
  await square(page, 10).click();
  await expectMoves(page, 1);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await expectOn(page, 37, 'white man');
  await expect(page.locator('.turn')).toHaveText('An earlier position in the game.');
  await page.keyboard.press('ArrowRight');
  await expectOn(page, 10, 'white man');
});

test('the clock runs after the first move', async ({ page }) => {
  await page.goto('./');
  await openOptions(page);
  await page.getByRole('radio', { name: /3.\+.2/ }).check();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page).toHaveURL(/#\/game\//); // the first screen has a board of its own
  // The clock waits for the first move.
  await page.waitForTimeout(1200);
  await expect(page.locator('.clock').last()).toHaveText('3:00');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expect(page.getByRole('timer')).toHaveCount(2);
  await expect(page.locator('.clock.running')).toHaveText(/^2:5\d|^3:0[01]/);
  // It goes on while another page is shown.
  await expect(page.locator('.turn')).toContainText('Your turn');
  const before = await page.locator('.strip.bottom .clock').innerText();
  await page.goto('./#/rules');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(4_000);
  await page.goBack();
  const seconds = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  await expect(page.locator('.strip.bottom .clock')).toBeVisible();
  expect(seconds(await page.locator('.strip.bottom .clock').innerText())).toBeLessThanOrEqual(seconds(before) - 4);
});

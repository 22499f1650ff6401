/** The analysis: variations, annotated games imported and exported, undo. */
import type { Page } from '@playwright/test';
import { expectMoves, expectOn, followHeader, moves, openAnnotation, openMore, spoken, square } from './game-page';
import { expect, test } from './test';

const ANNOTATED = `[Event "Club championship"]
[White "Awa"]
[Black "Piet"]
[Result "2-0"]
[GameType "20"]
[Annotator "M. Diop"]
[MyOwnTag "kept as it is"]

{Before the game.} 1. 32-28! {A first move. [%clk 0:59:30]} (1. 33-28 {Also played.} 18-22
(1... 18-23 2. 39-33 $7) 2. 38-33) 19-23? 2. 28x19 14x23 ({Backwards:} 2... 13x24) 3. 37-32 2-0`;

async function play(page: Page, from: number, to: number): Promise<void> {
  await square(page, from).click();
  await square(page, to).click();
}

const current = (page: Page) => page.locator('button.move[aria-current]');

/** Opens a text from the library. */
async function openText(page: Page, text: string): Promise<void> {
  await page.goto('./#/library');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  await page.getByLabel('Paste PDN or FEN text here').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

test('a move from an earlier position makes a variation, and a reload loses nothing', async ({ page }) => {
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await play(page, 19, 23);
  await expectMoves(page, 2);
  await expect(page).toHaveURL(/#\/analysis\?game=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await expectOn(page, 19, 'black man');
  await play(page, 18, 23);
  await expectMoves(page, 3);
  await expect(page.getByRole('list', { name: 'Instead of 19-23' }).locator('button.move')).toHaveText('18-23');
  await expect(current(page)).toHaveText('18-23');
  await page.reload();
  await expectMoves(page, 3);
  await expect(current(page)).toHaveText('18-23');
  await expectOn(page, 23, 'black man');
  await expectOn(page, 19, 'black man');
  expect(await moves(page)).toEqual(['32-28', '19-23', '18-23']);
});

test('an analysis is found again in the library', async ({ page }) => {
  await page.goto('./#/analysis?variant=russian');
  await square(page, 22).click();
  await page.locator('[role=gridcell][aria-label*="can be reached"]').first().click();
  await expectMoves(page, 1);
  const address = new URL(page.url()).hash;
  await followHeader(page, 'Study', 'My games');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="${address}"]`) });
  await expect(row).toContainText('analysis');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(address);
  await expectMoves(page, 1);
});

test('an annotated game keeps all the content of its file', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(baseURL!).origin });
  await openText(page, ANNOTATED);
  await expect(page).toHaveURL(/#\/analysis\?game=/);
  await expectMoves(page, 11);
  await page.reload();
  await expectMoves(page, 11);
  const list = page.getByRole('region', { name: 'Moves' });
  for (const said of ['Awa – Piet', 'Before the game.', 'A first move.', 'Also played.', 'Backwards:', '39-33$7', '2-0']) {
    await expect(list).toContainText(said);
  }
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy PDN' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const pdn = await page.evaluate(() => navigator.clipboard.readText());
  for (const said of ['[Annotator "M. Diop"]', '[MyOwnTag "kept as it is"]', '[Result "2-0"]', '{Before the game.}', '[%clk 0:59:30]', '39-33 $7', '{Backwards:}']) {
    expect(pdn).toContain(said);
  }
  expect(pdn).not.toContain('Termination');
  expect(pdn).not.toContain('resign');
});

test('a played game is analysed without being changed', async ({ page }) => {
  await page.goto(`./#/editor?fen=${encodeURIComponent('W:W31,32:B5,6')}`);
  await page.getByRole('button', { name: 'Two players' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await play(page, 32, 28);
  await play(page, 6, 11);
  await expectMoves(page, 2);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(current(page)).toHaveText('6-11');
  await page.keyboard.press('ArrowLeft');
  await expect(current(page)).toHaveText('32-28');
  await play(page, 5, 10);
  await expectMoves(page, 3);
  await page.goBack();
  await expect(page).toHaveURL(/#\/game\//);
  await expectMoves(page, 2);
  expect(await moves(page)).toEqual(['32-28', '6-11']);
  // The comments are part of the exported file.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('textbox', { name: 'Game as PDN' })).toHaveValue(/5-10/);
});

test('comments, symbols, promotion and deletion are undone one by one', async ({ page }) => {
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await page.getByRole('button', { name: 'First', exact: true }).click();
  await play(page, 33, 28);
  await expectMoves(page, 2);
  await openAnnotation(page);
  await page.getByRole('textbox', { name: 'Comment' }).fill('Solid.');
  await page.getByRole('button', { name: 'Good move' }).click();
  await expect(current(page)).toHaveText('33-28!');
  await page.getByRole('button', { name: 'Position symbols' }).click();
  await page.getByRole('button', { name: 'White is better' }).click();
  await expect(current(page)).toHaveText('33-28! ±');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(current(page)).toHaveText('33-28!');
  await page.getByRole('button', { name: 'Promote variation' }).click();
  expect(await moves(page)).toEqual(['33-28!', '32-28']);
  await page.getByRole('button', { name: 'Delete from here' }).click();
  expect(await moves(page)).toEqual(['32-28']);
  await page.reload();
  await expectMoves(page, 1);
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Played.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Played.');
});

test('unsaved changes of a closed page are restored', async ({ page }) => {
  // A library that accepts no writes simulates a page closed during a write.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (document.title.startsWith('Going')) throw new DOMException('closing', 'AbortError');
      return put.apply(this, given);
    };
  });
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await play(page, 19, 23);
  await expectMoves(page, 2);
  await openAnnotation(page);
  await page.evaluate(() => (document.title = 'Going away'));
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expectMoves(page, 1);
  await page.reload();
  await expectMoves(page, 1);
  const address = new URL(page.url()).hash;
  await page.goto('./#/library');
  await expect(page.locator(`a[href="${address}"]`)).toHaveCount(1);
});

test('keys step through moves and variations, also after a touch on the board', async ({ page }) => {
  await openText(page, ANNOTATED);
  await expectMoves(page, 11);
  await square(page, 25).click(); // an empty square: the focus is on the board
  await page.keyboard.press('Home');
  await expect(current(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveText('32-28!');
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toHaveText('33-28');
  await page.keyboard.press('End');
  await expect(current(page)).toHaveText('38-33');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toHaveText('18-23');
  await page.keyboard.press('ArrowUp');
  await expect(current(page)).toHaveText('18-22');
});

test('a refusal has the same text as in a game', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,36,48:B23,5,6')}`);
  await square(page, 36).click();
  await expect(page.getByRole('alert')).toContainText('28');
  await play(page, 28, 19);
  await expectMoves(page, 1);
});

test('two windows with one analysis stay in sync', async ({ page, context }) => {
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await expect(page).toHaveURL(/\?game=/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectMoves(other, 1);
  await play(other, 19, 23);
  await page.bringToFront();
  await expectMoves(page, 2);
});

test('an imported game is continued, and its comments stay', async ({ page }) => {
  await openText(page, '[GameType "20"]\n\n1. 32-28 {A first move.} 19-23 *');
  await expectMoves(page, 2);
  await page.getByRole('link', { name: 'Open as a game' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await play(page, 28, 19);
  await expectMoves(page, 3);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(current(page)).toHaveText('28x19');
  await expect(page.getByRole('region', { name: 'Moves' })).toContainText('A first move.');
});

test('going back from a continued game restores the position of the analysis', async ({ page }) => {
  await openText(page, '[GameType "20"]\n\n1. 32-28 {A first move.} 19-23 2. 28x19 14x23 *');
  await expectMoves(page, 4);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveText('32-28');
  await openMore(page);
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Two people' }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await page.goBack();
  await expect(current(page)).toHaveText('32-28');
});

test('a finished game cannot be continued', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W32:B28')}`);
  await openMore(page);
  await expect(page.getByRole('button', { name: 'Play on' })).toBeEnabled();
  await page.goto(`./#/analysis?fen=${encodeURIComponent('B:W32:B')}`);
  await openMore(page);
  await expect(page.getByRole('button', { name: 'Play on' })).toBeDisabled();
});

test('an invalid position in the address is reported, with a link to continue', async ({ page }) => {
  await page.goto('./#/analysis?fen=garbage');
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  await expect(page.getByText('garbage', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in the editor' })).toHaveAttribute('href', /#\/editor\?.*fen=garbage/);
  await page.getByRole('link', { name: 'New analysis' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('./#/analysis?game=garbage');
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
});

test('a position is compared on a second board of the same size, which turns with the first', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await openMore(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  const pinned = page.getByRole('region', { name: 'Position kept for comparison: 32-28' });
  const [board, second] = [page.locator('.place .board').first(), pinned.locator('.board')];
  const [one, two] = [(await board.boundingBox())!, (await second.boundingBox())!];
  expect(Math.abs(one.width - two.width)).toBeLessThan(2);
  expect(Math.abs(one.y - two.y)).toBeLessThan(2);
  expect(two.x).toBeGreaterThan(one.x + one.width);
  expect(two.x + two.width).toBeLessThan((await page.getByRole('region', { name: 'Moves' }).boundingBox())!.x);
  const top = () => pinned.locator('[role=gridcell]').first().getAttribute('data-square');
  expect(await top()).toBe('1');
  await page.keyboard.press('f');
  expect(await top()).toBe('50');
  // If there is no space beside it, it is below the board and scrolled into view.
  await pinned.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('group', { name: 'Analysis' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  await expect(pinned).toBeInViewport();
  expect((await second.boundingBox())!.y).toBeGreaterThan((await board.boundingBox())!.y + 300);
});

test('columns fold and unfold like the line, and mark illegal moves', async ({ page }) => {
  await openText(page, '[GameType "20"]\n\n1. 32-28 {A first move.} (1. 33-28 18-22) 19-23 2. 28-32 *');
  await page.getByRole('button', { name: /^Untitled game/ }).click(); // it asks, as a move is illegal
  await page.getByRole('button', { name: 'Collapse the variations for 32-28' }).click();
  await expect(page.getByRole('list', { name: 'Instead of 32-28' })).toHaveCount(0);
  await page.getByRole('button', { name: 'In columns' }).click();
  await expect(page.locator('button.move').last()).toHaveText('28-32, cannot be played');
  await page.getByRole('button', { name: 'Variations instead of 32-28: 1' }).click();
  await expect(page.getByRole('list', { name: 'Instead of 32-28' }).locator('button.move').first()).toHaveText('33-28');
  await page.getByRole('button', { name: 'Collapse the variations for 32-28' }).click();
  await expect(page.getByRole('list', { name: 'Instead of 32-28' })).toHaveCount(0);
});

test('an analysis is made by keyboard alone', async ({ page }) => {
  await openText(page, '[GameType "20"]\n\n1. 32-28 {A first move.} (1. 33-28 18-22) 19-23 *');
  await expectMoves(page, 4);
  await square(page, 20).focus();
  await page.keyboard.press('PageUp');
  await expect(current(page)).toHaveText('32-28');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(current(page)).toHaveText('33-28');
  await expect(square(page, 20)).toBeFocused();
  await page.keyboard.press('!');
  await expect(current(page)).toHaveText('33-28!');
  await page.keyboard.press('c');
  await page.keyboard.type('Also good.');
  await page.keyboard.press('Escape');
  await expect(square(page, 20)).toBeFocused();
  await page.keyboard.press('s');
  await page.keyboard.type('?');
  await expect(current(page)).toHaveText('33-28!?');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(current(page)).toHaveText('33-28?!');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(page.locator('button.move').first()).toHaveText('33-28?!');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('promote the variation');
  await page.keyboard.press('Escape');
  // The list and the lines are one tab stop each, and the focus stays in the list when its move is
  // deleted.
  await current(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveText('18-22');
  await expect(current(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await expectMoves(page, 3);
  await expect(current(page)).toBeFocused();
  const stops = await page.locator('.moves .list button[tabindex="0"], .lines table button[tabindex="0"]').count();
  expect(stops).toBeLessThanOrEqual(2);
  // A disabled button moves the focus on.
  await page.getByRole('button', { name: 'Next move' }).focus();
  await page.keyboard.press('End');
  await expect(current(page)).toBeFocused();
});

test('Escape cancels a mark drawn by keyboard, then leaves drawing', async ({ page }) => {
  await page.goto('./#/analysis');
  await square(page, 20).focus();
  await page.keyboard.press('d');
  await expect(spoken(page)).toHaveText(/^Drawing/);
  await page.keyboard.press('Enter');
  await expect(spoken(page)).toHaveText('Mark started on 20.');
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Mark cancelled.');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(page.locator('.board .arrow.drawn')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('.board .circle')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Drawing mode off.');
  await expect(page.getByRole('group', { name: 'Draw on the board' })).toHaveCount(0);
});

test('moves are typed into an analysis without a setting', async ({ page }) => {
  await page.goto('./#/analysis');
  const field = page.getByRole('textbox', { name: 'Type a move' });
  for (const [at, text] of ['3228', '19-23', '28x19', '14 23'].entries()) {
    await field.fill(text);
    await page.keyboard.press('Enter');
    await expectMoves(page, at + 1);
  }
});

test('on a phone the moves come before the engine lines, and the curve scrolls into view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  const moves = (await page.getByRole('region', { name: 'Moves' }).boundingBox())!;
  const lines = (await page.getByRole('region', { name: 'Lines' }).boundingBox())!;
  expect(lines.y + lines.height).toBeLessThanOrEqual(moves.y);
  await page.getByRole('group', { name: 'Analysis' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Graph' }).click();
  await expect(page.getByRole('slider')).toBeInViewport({ ratio: 1 });
});

test('on a desktop the moves have space, and the comment is visible once unfolded', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('./#/analysis');
  await play(page, 32, 28);
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeHidden();
  await openAnnotation(page);
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeInViewport({ ratio: 1 });
  expect((await page.locator('.moves .list').boundingBox())!.height).toBeGreaterThan(240);
  await openMore(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Graph' }).click();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeInViewport({ ratio: 1 });
});

test('a threat is shown', async ({ page }) => {
  await page.goto(`./#/analysis?fen=${encodeURIComponent('W:W28,48:B5,17')}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('x');
  await expect(spoken(page)).toHaveText(/^Threat: \d+-\d+\.$/);
});

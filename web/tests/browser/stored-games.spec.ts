/** Stored games: listed, renamed, deleted, exported and opened again. */
import { readFileSync } from 'node:fs';
import { expectMoves, expectMyTurn, expectOn, followHeader, moves, square, startFrom, startGame } from './game-page';
import { expect, test } from './test';

test('games are listed, renamed, deleted and restored', async ({ page }) => {
  await startFrom(page, 'W:W31,32:B5,6');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  const link = `a[href="${new URL(page.url()).hash}"]`; // other tests store games on the same server
  await followHeader(page, 'Study', 'My games');
  const mine = page.getByRole('listitem').filter({ has: page.locator(link) });
  await expect(mine).toHaveCount(1);
  const name = `Test ${Date.now()}`;
  await mine.getByRole('button', { name: /^Actions for/ }).click();
  await mine.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('textbox', { name: 'Name of the game' }).fill(name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await page.reload();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('button', { name: /^Delete/ }).click();
  // Leaving the page at once could cancel the request.
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('all games are exported as one PDN file', async ({ page }) => {
  await startFrom(page, 'W:W31,32:B5,6');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
  await followHeader(page, 'Study', 'My games');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all as PDN' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('[FEN ');
  expect(text).toContain('32-28');
});

test('a game is copied as PDN and pasted back', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(baseURL!).origin });
  await startGame(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  await expectMyTurn(page);
  const played = await moves(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy PDN' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const pdn = await page.evaluate(() => navigator.clipboard.readText());
  expect(pdn).toContain('32-28');
  await page.getByRole('button', { name: 'Close' }).click();
  await followHeader(page, 'Study', 'My games');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  await page.getByLabel('Paste PDN or FEN text here').fill(pdn);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/#\/game\//);
  await expectMoves(page, 2);
  expect(await moves(page)).toEqual(played);
});

test('an error in pasted PDN is located, and a FEN opens in the editor', async ({ page }) => {
  await page.goto('./#/library');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  const text = page.getByLabel('Paste PDN or FEN text here');
  await text.fill('[Event "x"]\n[GameType "20"]\n1. 32-28 19-23 2. 28x99 *\n');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/^Line 3, column \d+:/)).toBeVisible();
  await text.fill('B:W28,K40:B7,K3');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/#\/editor/);
  await expectOn(page, 40, 'white king');
});

test.describe('with the computer thinking as long as a person', () => {
  test.use({ calm: false });

  test('nothing is lost if the tab is killed during a game', async ({ page, context }) => {
    await startGame(page);
    await square(page, 32).click();
    await square(page, 28).click();
    await expectOn(page, 28, 'white man');
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(address);
    await expectOn(again, 28, 'white man');
    await expectMoves(again, 2); // the computer replies, if it has not yet
    await again.goto('./#/');
    await again.getByRole('link', { name: /^Continue/ }).click();
    await expect(again).toHaveURL(address);
  });
});

test('two windows with one game stay in sync', async ({ page, context }) => {
  await startFrom(page, 'W:W31,32:B5,6');
  const other = await context.newPage();
  await other.goto(page.url());
  await expectOn(other, 32, 'white man');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(other, 1);
  await square(other, 6).click();
  await square(other, 11).click();
  await expectMoves(page, 2);
});

test('a game without moves is not listed, and a text without a game is rejected', async ({ page }) => {
  await startFrom(page, 'W:W31,32:B5,6');
  const link = `a[href="${new URL(page.url()).hash}"]`;
  await followHeader(page, 'Study', 'My games');
  await page.getByRole('button', { name: 'Open PDN or FEN' }).click();
  await page.getByLabel('Paste PDN or FEN text here').fill('{"a":1}');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Line 1, column 1: Found JSON, expected a text in PDN.')).toBeVisible();
  await expect(page.locator(link)).toHaveCount(0);
});

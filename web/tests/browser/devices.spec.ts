/** Ownership of stored games: each device has its own, unless it has joined another one. */
import type { Browser, Page } from '@playwright/test';
import { expectMoves, expectMyTurn, startFrom, startGame, square } from './game-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'games have owners at a server');

async function device(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-GB' });
  return await context.newPage();
}

async function playOneMove(page: Page): Promise<string> {
  await startGame(page);
  await expectMyTurn(page);
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 2);
  return new URL(page.url()).hash;
}

/** Joins the second device to the first; returns the link. */
async function join(mine: Page, other: Page): Promise<string> {
  await mine.getByRole('button', { name: 'Settings' }).click();
  await mine.getByText('My games on another device').click();
  const address = await mine.getByLabel('Link with this device’s key').inputValue();
  expect(address).toMatch(/#\/device\/[\w-]{43}$/);
  await mine.keyboard.press('Escape');
  await other.goto(address);
  await other.getByRole('button', { name: 'Share the games' }).click();
  await expect(other.getByText('Both devices now have the same games.')).toBeVisible();
  return address;
}

test('games of a device are not visible to another one until it joins by a link', async ({ browser, baseURL }) => {
  const mine = await device(browser, baseURL);
  const game = await playOneMove(mine);
  await mine.goto('./#/library');
  const link = mine.locator(`a[href="${game}"]`).first();
  await expect(link).toBeVisible();

  const other = await device(browser, baseURL);
  await other.goto('./#/library');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.goto(`./${game}`);
  await expect(other.locator('main')).toContainText('Game not found');
  await other.goto('./#/library');
  await expect(other.locator(`a[href="${game}"]`)).toHaveCount(0);

  const address = await join(mine, other);
  await other.goto('./#/library');
  await expect(other.locator(`a[href="${game}"]`).first()).toBeVisible();
  await other.goto(`./${game}`);
  await expectMoves(other, 2);

  // The key leaves the browser only in the header.
  await mine.goto(address);
  await expect(mine.getByText('This key belongs to this device.')).toBeVisible();
  await mine.goto('./#/device/broken');
  await expect(mine.getByText('This link is damaged')).toBeVisible();
  await mine.context().close();
  await other.context().close();
});

test('a joined device opens the other one’s games, and leaves to its own again', async ({ browser, baseURL }) => {
  const [mine, other] = [await device(browser, baseURL), await device(browser, baseURL)];
  await startFrom(mine, 'W:W31,32:B5,6');
  await square(mine, 32).click();
  await square(mine, 28).click();
  await expectMoves(mine, 1);
  await expect(mine.locator('[data-safety=server]')).toBeVisible();
  const game = new URL(mine.url()).hash;
  const address = await join(mine, other);
  expect(other.url()).not.toContain(address.slice(-43)); // the key is removed from the address
  await other.goto(`./${game}`);
  await expectMoves(other, 1);
  await other.goto('./#/library');
  await square(mine, 6).click();
  await square(mine, 11).click();
  await expectMoves(mine, 2);
  await expect(mine.locator('[data-safety=server]')).toBeVisible();
  await other.goto(`./${game}`);
  await expectMoves(other, 2);

  await other.getByRole('button', { name: 'Settings' }).click();
  await other.getByText('My games on another device').click();
  await expect(other.getByRole('img', { name: 'The same key as a QR code' })).toBeVisible();
  await other.getByRole('button', { name: 'Go back to this device’s own games' }).click();
  await expect(other.getByText('This device has its own games again.')).toBeVisible();
  await expect(other.getByLabel('Link with this device’s key')).not.toHaveValue(address);
  await mine.context().close();
  await other.context().close();
});

test('a conflict of two devices about a game is shown and resolved', async ({ browser, baseURL }) => {
  const [mine, other] = [await device(browser, baseURL), await device(browser, baseURL)];
  await startFrom(mine, 'W:W31,32:B5,6');
  await square(mine, 32).click();
  await square(mine, 28).click();
  await expectMoves(mine, 1);
  await expect(mine.locator('[data-safety=server]')).toBeVisible();
  const game = new URL(mine.url()).hash;
  await join(mine, other);
  await other.goto(`./${game}`);
  await expectMoves(other, 1);
  await other.context().setOffline(true);
  await square(other, 5).click();
  await square(other, 10).click();
  await expectMoves(other, 2);
  await square(mine, 6).click();
  await square(mine, 11).click();
  await expectMoves(mine, 2);
  await expect(mine.locator('[data-safety=server]')).toBeVisible();
  await other.context().setOffline(false);
  await expect(async () => {
    await other.goto(`./${game}`);
    await other.reload();
    await expect(other.getByText('This game was continued differently on another device.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await other.getByRole('button', { name: 'Only this one' }).click();
  await expect(other.getByText('The other one is in the bin.')).toBeVisible();
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('The other one is in the bin.')).toHaveCount(0);
  await other.reload();
  await expectMoves(other, 2);
  await expect(other.getByText('This game was continued differently on another device.')).toHaveCount(0);
  await other.goto('./#/library');
  await expect(other.locator('li[data-game]')).toHaveCount(2);
  await mine.context().close();
  await other.context().close();
});

test('a publicly shared game is opened by another device, which stores its own copy', async ({ browser, baseURL }) => {
  const [mine, other] = [await device(browser, baseURL), await device(browser, baseURL)];
  await startFrom(mine, 'W:W31,32:B5,6');
  await square(mine, 32).click();
  await square(mine, 28).click();
  await expectMoves(mine, 1);
  await expect(mine.locator('[data-safety=server]')).toBeVisible();
  const game = new URL(mine.url()).hash;
  await mine.goto('./#/library');
  const row = mine.locator('li[data-game]', { has: mine.locator(`a[href="${game}"]`) });
  const actions = row.getByRole('button', { name: /^Actions for/ });
  const share = row.getByRole('button', { name: /^Share / });
  await actions.click();
  await share.click();
  await expect(share).toHaveAttribute('aria-pressed', 'true');
  await mine.getByRole('link', { name: 'Shared games' }).click();
  const address = await mine.locator('.shared li a').first().getAttribute('href');
  expect(address).toMatch(/^#\/shared\/[0-9a-f-]{36}$/);
  expect(address).not.toContain(game.replace('#/game/', ''));

  await other.goto('./#/shared');
  await other.locator(`a[href="${address}"]`).click();
  await expect(other.locator('ol.moves li')).toHaveCount(1);
  await other.getByRole('button', { name: 'Keep a copy' }).click();
  await expect(other).toHaveURL(/#\/analysis/);
  await other.goto('./#/library');
  await expect(other.locator('li[data-game]')).toHaveCount(1);
  await expect(other.locator(`a[href="${game}"]`)).toHaveCount(0);

  await mine.goto('./#/library');
  await actions.click();
  await share.click();
  await expect(share).toHaveAttribute('aria-pressed', 'false');
  await other.goto(`./${address}`);
  await expect(other.getByRole('alert')).toContainText('no longer shared');
  await mine.context().close();
  await other.context().close();
});

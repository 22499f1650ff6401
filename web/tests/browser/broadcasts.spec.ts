/** A broadcast against the real server: opened, sent, corrected, watched with and without a delay; and a wall that survives the loss of its server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { square } from './game-page';
import { newSecret, newPlayer } from './live-page';
import { freePort, hasProgram, start } from './own-server';
import { expect, test } from './test';

const ROUND = `[White "Sijbrands"]
[Black "Wiersma"]
1. 32-28 19-23 2. 28x19 14x23 *

[White "Baljakin"]
[Black "Georgiev"]
1. 33-28 {[%clock w1:20:00 b1:19:30]} 18-22 *

[White "Schwarzman"]
[Black "Boomstra"]
1. 31-26 *
`;

async function looked(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  await expectLooked(page);
}

/** Opens a broadcast through the API. */
async function open(page: Page, at: string, secret: string, id: string, delay_min: number): Promise<void> {
  const response = await page.request.put(new URL(`api/v1/broadcasts/${id}`, at).href, {
    headers: { authorization: `Bearer ${secret}` },
    data: { title: 'Open de Salou', place: 'Salou', date: '2026', rounds: 2, delay_min, variant: 'international' },
  });
  expect(response.status(), await response.text()).toBe(200);
}

async function put(page: Page, at: string, secret: string, path: string, pdn: string): Promise<void> {
  const response = await page.request.put(new URL(`api/v1/broadcasts/${path}`, at).href, {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-draughts-pdn' },
    data: pdn,
  });
  expect(response.status(), await response.text()).toBe(200);
}

test('a round is opened, sent as PDN, corrected and entered at the desk, with spectators', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'a broadcast needs a server');
  test.setTimeout(180_000);
  const desk = await newPlayer(browser, baseURL, { viewport: { width: 1280, height: 900 } });
  const phone = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 }, locale: 'fr-FR' });

  const year = 2000 + Math.floor(Math.random() * 7_000);
  await desk.goto('./#/broadcast');
  await looked(desk);
  await desk.getByLabel('Title').fill('Open de Salou');
  await desk.getByLabel('Date').fill(`November ${year}`);
  await desk.getByLabel('Rounds').fill('2');
  const id = `open-de-salou-${year}`;
  await expect(desk.getByLabel('Name in the address')).toHaveValue(id);
  await desk.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'Open de Salou' })).toBeVisible();
  await looked(desk);

  await phone.goto(`./#/broadcast/${id}`);
  await expect(phone.getByText('Aucun damier dans cette ronde pour l’instant.')).toBeVisible();
  await looked(phone);

  await desk.getByLabel('Or paste the games').fill(ROUND);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(desk.getByText('Boards: 3, changed: 3.')).toBeVisible();
  const first = phone.getByRole('link', { name: 'Damier 1, Sijbrands – Wiersma, 2… 14x23, Trait aux Blancs' });
  await expect(first).toBeVisible();
  await expect(phone.getByRole('link', { name: /^Damier \d/ })).toHaveCount(3);
  await expect(phone.getByRole('link', { name: /^Damier 2/ })).toContainText('1:19:30');
  await looked(phone);

  // An invalid board is reported with its line, and the others continue.
  const wrong = ROUND.replace('14x23 *', '14x22 *').replace('18-22 *', '18-22 2. 38-33 *');
  await desk.getByLabel('Or paste the games').fill(wrong);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(desk.getByText('Board 1, line 3, column 25:')).toBeVisible();
  await looked(desk);
  await expect(phone.getByRole('link', { name: /^Damier 2.*2\. 38-33/ })).toBeVisible();
  await expect(first).toBeVisible();

  // One board enlarged and followed by its moves; a correction is shown.
  await first.click();
  await expect(phone.getByRole('heading', { name: 'Damier 1' })).toBeVisible();
  await expect(phone.getByRole('grid')).toBeVisible();
  await looked(phone);
  await desk.getByLabel('Or paste the games').fill(ROUND.replace('1. 32-28 19-23 2. 28x19 14x23 *', '1. 32-28 18-23 2. 33-29 *'));
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText(/^Corrigé à partir du coup 1, à/)).toBeVisible();
  await expect(phone.getByRole('status').filter({ hasText: 'Le damier 1 a été corrigé. Dernier coup : 2. 33-29' })).toBeAttached();
  await phone.getByRole('button', { name: 'Début', exact: true }).click();
  await expect(phone.getByRole('list', { name: 'Coups' }).locator('[aria-current]')).toHaveCount(0);

  // Moves played on the board of the desk.
  await desk.getByRole('button', { name: /^3\. Schwarzman – Boomstra/ }).click();
  await square(desk, 19).click();
  await square(desk, 23).click();
  await expect(phone.getByRole('link', { name: 'Damier 3, Schwarzman – Boomstra, 1… 19-23, Trait aux Blancs' })).toBeVisible();
  await desk.getByLabel('Type or paste moves').fill('2. 33-28 14-19 99-1');
  await desk.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(desk.getByText('99-1 cannot be played here.')).toBeVisible();
  await expect(phone.getByRole('link', { name: /^Damier 3.*2… 14-19/ })).toBeVisible();
  await desk.getByLabel('Result').selectOption('1-1');
  await expect(phone.getByRole('link', { name: 'Damier 3, Schwarzman – Boomstra, 2… 14-19, 1-1' })).toBeVisible();
  await expect(phone.getByRole('row', { name: /Boomstra/ })).toContainText('1');
  await looked(desk);
  await looked(phone);

  // The current position can be analysed.
  await phone.getByRole('button', { name: 'Analyser la partie' }).click();
  await expect(phone).toHaveURL(/#\/view\?/);
  await expect(phone.getByRole('heading', { name: /Sijbrands/ })).toBeVisible();

  await desk.getByRole('button', { name: 'Delete the broadcast' }).click();
  await desk.getByRole('button', { name: 'Yes, delete it with all its boards' }).click();
  await phone.goto(`./#/broadcast/${id}`);
  await expect(phone.getByRole('heading', { name: 'Cette retransmission n’existe pas' })).toBeVisible();
});

test('with a delay moves are not shown before they are due', async ({ page, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'a broadcast needs a server');
  const [secret, id] = [newSecret(), `late-${Math.random().toString(36).slice(2, 10)}`];
  await open(page, baseURL!, secret, id, 1);
  await page.goto(`./#/broadcast/${id}`);
  await expect(page.getByText('one-minute delay')).toBeVisible();
  await put(page, baseURL!, secret, `${id}/rounds/1`, ROUND);
  await page.waitForTimeout(2_500);
  await expect(page.getByText('No boards in this round yet.')).toBeVisible();
  expect(await (await page.request.get(`./api/v1/broadcasts/${id}/rounds/1`)).json()).toMatchObject({ boards: [] });
  await open(page, baseURL!, secret, id, 0);
  await expect(page.getByRole('link', { name: /^Board/ })).toHaveCount(3);
});

test('a wall shows the newest round, turns its pages, and survives the loss of its server', async ({ browser }) => {
  test.skip(!process.env['DAMIER_URL'] || !hasProgram(), 'it starts and kills a server of its own');
  test.setTimeout(120_000);
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'damier-'))];
  const at = `http://127.0.0.1:${port}/`;
  let server = await start(port, folder);
  try {
    const context = await browser.newContext({ baseURL: at, locale: 'en-GB', viewport: { width: 1280, height: 720 } });
    const wall = await context.newPage();
    const [secret, id] = [newSecret(), 'salou-2026'];
    await open(wall, at, secret, id, 0);
    // Its clock runs by itself, and is advanced past the intervals of the wall.
    await wall.clock.install();
    await wall.goto(`./#/wall/broadcast/${id}`);
    await expect(wall.getByText('Waiting for the boards')).toBeVisible();
    await put(wall, at, secret, `${id}/rounds/1`, ROUND);
    await expect(wall.getByRole('article')).toHaveCount(3);
    await expect(wall.getByRole('article', { name: '2. Baljakin – Georgiev' })).toContainText('1:20:00');
    await expectAccessible(wall);
    // Everything fits on the screen, without the rest of the page.
    for (const board of await wall.getByRole('article').all()) {
      const box = (await board.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(721);
    }
    await expect(wall.getByRole('navigation')).toHaveCount(0);

    server.kill('SIGKILL');
    await wall.clock.fastForward(16_000); // a board without news for 15 seconds is stale
    await expect(wall.getByText(/ago$/)).toBeVisible({ timeout: 40_000 });
    await expect(wall.getByRole('article')).toHaveCount(3);
    server = await start(port, folder);
    await put(wall, at, secret, `${id}/rounds/1`, ROUND.replace('31-26 *', '31-26 19-23 0-2'));
    await wall.clock.fastForward(13_000); // the longest interval between two attempts is 12.5 seconds
    await expect(wall.getByText(/ago$/)).toBeHidden({ timeout: 30_000 });
    await expect(wall.getByRole('article', { name: /Schwarzman/ })).toContainText('Boomstra2');

    const many = Array.from({ length: 14 }, (_, n) => `[White "W${n + 1}"]\n1. 32-28 *\n`).join('\n');
    await put(wall, at, secret, `${id}/rounds/2`, many);
    await wall.clock.fastForward(16_000); // the newest round is requested every 15 seconds
    await expect(wall.getByRole('heading', { name: 'Open de Salou' })).toBeVisible();
    await expect(wall.getByText('1 of 2').or(wall.getByText('2 of 2'))).toBeVisible({ timeout: 40_000 });
    await expect(wall.getByRole('article')).toHaveCount(7);
    await expect(wall.getByText('Round 2')).toBeVisible();
    await context.close();
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

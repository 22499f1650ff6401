/** Games shared: as SVG, PNG and GIF, and as a link. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { packed } from '../../src/store/link';
import { readGif } from '../unit/pictures/gif-reader';
import { expectAccessible } from './accessible';
import { expectMoves, expectOn, goTo, square, startFrom } from './game-page';
import { expect, test } from './test';

async function saved(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFileSync(await (await download).path());
}

let site: Server | null = null;
test.afterEach(() => {
  site?.closeAllConnections();
  site?.close();
  site = null;
});

/** The address of a page with this body on another site: another port is another origin. A page with a simulated public address could not embed this machine. */
async function anotherSite(body: string): Promise<string> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(body));
  site = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function playOne(page: Page): Promise<void> {
  await startFrom(page, 'W:W31,32,38:B6,18,K5');
  await square(page, 32).click();
  await square(page, 28).click();
  await expectMoves(page, 1);
}

test('a position is exported as SVG and PNG, and a game as GIF', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(baseURL!).origin });
  await playOne(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('picture', { exact: true }).click();
  await expect(page.locator('dialog img')).toBeVisible();
  await expectAccessible(page);

  const svg = (await saved(page, 'SVG')).toString();
  expect(svg).toContain('<title>');
  expect(svg).not.toMatch(/var\(|class=|style=|<script|url\(/);
  const shapes = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    const fills = new Set([...drawing.querySelectorAll('[fill]')].map((it) => it.getAttribute('fill')));
    return { rects: drawing.querySelectorAll('rect').length, fills: fills.size, faults: drawing.querySelectorAll('parsererror').length };
  }, svg);
  expect(shapes.faults).toBe(0);
  expect(shapes.rects).toBeGreaterThanOrEqual(52); // the frame, the light background, fifty squares
  expect(shapes.fills).toBeGreaterThan(5);

  const png = await saved(page, 'PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1024);
  // Not of one colour: the corner, a dark square and a light one differ.
  const colours = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number): string => canvas.getImageData(x, y, 1, 1).data.join();
    return new Set([at(500, 3), at(65, 65), at(160, 65), at(560, 560)]).size;
  }, [...png]);
  expect(colours).toBeGreaterThanOrEqual(3);

  await page.getByRole('button', { name: 'Copy the picture' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(async () => (await navigator.clipboard.read())[0]!.types);
  expect(copied).toContain('image/png');

  const gif = await saved(page, 'Whole game as GIF');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  // One block of control before each picture: the start and one move.
  expect(gif.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(2);
});

test('boards of other variants are exported as on the page', async ({ page }) => {
  const drawings = new Set<string>();
  for (const variant of ['russian', 'alquerque', 'turkish', 'canadian']) {
    await goTo(page, `#/editor?variant=${variant}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('picture', { exact: true }).click();
    const svg = (await saved(page, 'SVG')).toString();
    const pieces = await page.evaluate((text) => {
      const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
      return drawing.querySelectorAll('g > g > g > circle, g > g > circle').length;
    }, svg);
    expect(pieces, variant).toBeGreaterThan(20);
    drawings.add(svg);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(drawings.size).toBe(4); // none is that of the previous variant
});

test('a link shows the whole game, and a copy can be stored', async ({ page, browser, baseURL }) => {
  await playOne(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('link', { exact: true }).click();
  const address = await page.getByLabel('Link to this game').inputValue();
  await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expectAccessible(page);

  const guest = await (await browser.newContext({ baseURL: baseURL!, locale: 'en-GB', viewport: { width: 320, height: 740 } })).newPage();
  await guest.goto(address);
  await expectOn(guest, 32, 'white man');
  await guest.keyboard.press('ArrowRight');
  await expectOn(guest, 28, 'white man');
  await guest.keyboard.press('ArrowLeft');
  await expectOn(guest, 32, 'white man');
  await guest.getByRole('button', { name: '32-28' }).click();
  await expectOn(guest, 28, 'white man');
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Analyse a copy' }).click();
  await expect(guest).toHaveURL(/analysis\?game=/);
  // In a frame of another site: the game, without the rest of the page.
  await page.getByRole('button', { name: 'Copy the code' }).scrollIntoViewIfNeeded();
  const code = await page.getByLabel('Code to embed it on another site').inputValue();
  const club = await guest.context().newPage();
  await club.goto(await anotherSite(`<h1>A club</h1>${code}`));
  const frame = club.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Next move' }).click();
  await expect(frame.getByRole('gridcell', { name: /^28\b/ })).toHaveAccessibleName(/white man/);
  await expect(frame.getByRole('navigation')).toHaveCount(0);
  await expect(frame.getByRole('link', { name: 'Open in Damier' })).toBeVisible();
  await guest.goto(`./#/view?game=${address.split('game=')[1]!.slice(0, 30)}`);
  await expect(guest.getByText('This link is damaged')).toBeVisible();
  await guest.context().close();
});

/** A link to a game in which two kings move to and fro. */
const longLink = async (moves: number): Promise<string> => {
  const four = ['46-41', '26-21', '41-46', '21-26'];
  return `./#/view?game=${await packed(`[FEN "W:WK46:BK26"]\n\n${Array.from({ length: moves }, (_, i) => four[i % 4]).join(' ')} *`)}`;
};

test('a link with eighty thousand moves is refused at once, and one with thousands is shown in part', async ({ page }) => {
  const short = await longLink(80_000);
  expect(short.length).toBeLessThan(2_500);
  await page.goto(short);
  await expect(page.getByText('too long to be shown')).toBeVisible({ timeout: 5_000 });
  await page.goto(await longLink(5_000));
  await expect(page.getByText('its first 2000 moves')).toBeVisible({ timeout: 5_000 });
  const moves = page.locator('ol.moves li');
  expect(await moves.count()).toBeLessThan(300);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await expect(moves.getByText('1000.')).toBeVisible();
  expect(await moves.count()).toBeLessThan(300);
  await page.getByRole('button', { name: 'Earlier moves' }).click();
  await expect(page.getByRole('button', { name: 'Later moves' })).toBeVisible();
});

test('a link reports an illegal move and omitted games; a double click stores one copy', async ({ page }) => {
  await page.goto(`./#/view?game=${await packed('[White "A"]\n[Result "1-1"]\n\n1. 32-28 18-23 2. 31-5 1-1\n\n[White "B"]\n\n1. 31-27 *')}`);
  await expect(page.getByText('another game')).toBeVisible();
  await expect(page.getByText(/31-5.* is not legal/)).toBeVisible();
  await page.getByRole('button', { name: '31-5' }).click();
  await expect(page.getByText('The rules do not allow this move here')).toBeVisible();
  await page.getByRole('button', { name: 'Analyse a copy' }).dblclick();
  await expect(page).toHaveURL(/analysis\?game=/);
  await page.goto('./#/library');
  await expect(page.getByText('One game', { exact: true })).toBeVisible();
});

test('an animation has the colours of the board, including kings and the last move', async ({ page }) => {
  test.setTimeout(120_000);
  // A white man becomes a king; then kings move.
  const pdn = '[FEN "W:W10,46:BK26"]\n\n10-5 26-21 5-10 21-26 46-41 26-21 41-36 21-27 10-5 27-21 5-10 21-27 *';
  await page.goto(`./#/view?game=${await packed(pdn)}`);
  await page.getByRole('button', { name: 'Analyse a copy' }).click();
  await expect(page).toHaveURL(/analysis\?game=/);
  await expectOn(page, 27, 'black king');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('picture', { exact: true }).click();
  const file = await saved(page, 'Whole game as GIF');
  const { width, height, frames } = readGif(file);
  expect(frames).toHaveLength(13);
  // A move changes some squares, not the whole board.
  for (const frame of frames.slice(1)) expect(frame.width * frame.height).toBeLessThan(width * height * 0.7);
  expect(file.length).toBeLessThan(100_000);
  const svg = (await saved(page, 'SVG')).toString();
  const drawn = await page.evaluate(
    async ({ svg, width, height }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
      canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
      canvas.fillRect(0, 0, width, height);
      canvas.drawImage(image, 0, 0, width, height);
      return [...canvas.getImageData(0, 0, width, height).data].filter((_, i) => i % 4 < 3);
    },
    { svg, width, height },
  );
  const { shown } = frames.at(-1)!;
  const far = drawn.filter((colour, i) => Math.abs(colour - shown[i]!) > 12).length / drawn.length;
  expect(far).toBeLessThan(0.002);
  // The corner has the colour of the page, not black.
  expect(Math.abs(shown[0]! - drawn[0]!)).toBeLessThan(8);
});

test('creating an animation can be cancelled', async ({ page }) => {
  await page.goto(await longLink(300));
  await page.getByRole('button', { name: 'Analyse a copy' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('picture', { exact: true }).click();
  let files = 0;
  page.on('download', () => (files += 1));
  await page.getByRole('button', { name: 'Whole game as GIF' }).click();
  await expect.poll(() => page.locator('progress').evaluate((it: HTMLProgressElement) => it.value), { timeout: 5_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('progress')).toHaveCount(0, { timeout: 3_000 });
  await page.waitForTimeout(1_000);
  expect(files).toBe(0);
});

test('the title and the result of a game in a link are separated', async ({ page }) => {
  await page.goto(`./#/view?game=${await packed('[Result "1-1"]\n\n1. 32-28 18-23 1-1')}`);
  await expect(page.getByText('International draughts · 1-1')).toBeVisible();
});

test('a position is shared without an animation, and its QR code can be enlarged and saved', async ({ page }) => {
  await page.goto(`./#/editor?fen=${encodeURIComponent('W:W31,32:B18')}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('heading', { name: 'Share the position' })).toBeVisible();
  await page.getByText('picture', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'PNG' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Whole game as GIF' })).toHaveCount(0);
  await page.getByText('link', { exact: true }).click();
  const address = await page.getByLabel('Link to this position').inputValue();
  const code = page.getByRole('img', { name: 'QR code for the link' });
  const widths = async (): Promise<{ each: number; all: number }> => {
    const modules = Number((await code.getAttribute('viewBox'))!.split(' ')[2]);
    const all = Number(await code.getAttribute('width'));
    return { each: all / modules, all };
  };
  const small = await widths();
  expect(small.each).toBe(Math.round(small.each));
  await page.getByRole('button', { name: 'Large' }).click();
  const large = await widths();
  expect(large.each).toBe(Math.round(large.each));
  expect(large.all).toBeGreaterThan(small.all);
  await expectAccessible(page);
  expect((await saved(page, 'QR code as SVG')).toString()).toContain('<svg');
  await page.goto(address);
  await expect(page.getByText('a shared position')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Position');
});

const GAME = '[White "Anna-Maria van der Wal"]\n[Black "Jean-Baptiste Dupont"]\n[Result "1-1"]\n\n1. 32-28 18-23 2. 33-29 23x32 3. 37x28 20-24 4. 29x20 15x24 5. 41-37 10-15 6. 46-41 12-18 7. 34-30 17-22 8. 28x17 11x22 1-1';

test('an embedded frame of any size shows the board, the moves and a link to the page', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const address = new URL(`./embed.html#/view?game=${await packed(GAME)}&variant=international`, baseURL).href;
  await page.goto(await anotherSite(`<iframe src="${address}" style="border:0"></iframe>`));
  const frame = page.frameLocator('iframe');
  for (const [width, height] of [[420, 620], [360, 520], [800, 450], [700, 700]] as const) {
    await page.locator('iframe').evaluate((it: HTMLIFrameElement, size) => Object.assign(it, size), { width: String(width), height: String(height) });
    await expect.poll(() => frame.locator('html').evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
    await frame.getByRole('button', { name: 'Last', exact: true }).click();
    await expect(frame.getByRole('button', { name: '11x22' })).toBeInViewport({ ratio: 0.9 });
    await expect(frame.getByRole('link', { name: 'Open in Damier' })).toBeInViewport({ ratio: 1 });
    await expect(frame.getByRole('grid')).toBeInViewport({ ratio: 1 });
    const over = await frame.locator('html').evaluate((it) => [it.scrollHeight - innerHeight, it.scrollWidth - innerWidth]);
    expect(over, `${width} by ${height}`).toEqual([0, 0]);
    // Stepping to the last move scrolls to it, resizing the frame does not.
    await frame.getByRole('button', { name: 'First', exact: true }).click();
  }
});

test('a sandboxed frame shows the game with the documented permissions, and otherwise a link', async ({ page, baseURL }) => {
  const address = new URL(`./embed.html#/view?game=${await packed(GAME)}&variant=international`, baseURL).href;
  await page.goto(await anotherSite(`<iframe src="${address}" sandbox="allow-scripts allow-same-origin allow-popups" width="420" height="620"></iframe>`));
  await expect(page.frameLocator('iframe').getByRole('grid')).toBeVisible();
  site?.closeAllConnections();
  site?.close();
  await page.goto(await anotherSite(`<iframe src="${address}" sandbox="allow-scripts" width="420" height="620"></iframe>`));
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Damier' })).toBeVisible();
});

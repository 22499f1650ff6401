/** Games handed on: as SVG, PNG and GIF, and as a link that shows them. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expectMoves, expectOn, square, startFrom } from './game-page';

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

/**
 * The address of a page with this body on another site: another port is another origin. A page that only pretends to come
 * from the public network could not show a frame of this machine.
 */
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

test('a position is a drawing of its own, a picture, and a game an animation', async ({ page, context, baseURL }) => {
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
  expect(shapes.rects).toBeGreaterThanOrEqual(52); // the frame, the light ground, fifty squares
  expect(shapes.fills).toBeGreaterThan(5);

  const png = await saved(page, 'PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1024);
  // Neither blank nor of one colour: the corner, a dark square and a light one differ.
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

for (const variant of ['russian', 'alquerque', 'turkish', 'canadian']) {
  test(`the board of ${variant} is drawn as on the page`, async ({ page }) => {
    await page.goto(`./#/editor?variant=${variant}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('picture', { exact: true }).click();
    const svg = (await saved(page, 'SVG')).toString();
    const drawn = await page.evaluate((text) => {
      const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
      return drawing.querySelectorAll('g > g > g > circle, g > g > circle').length;
    }, svg);
    expect(drawn).toBeGreaterThan(20);
  });
}

test('a link shows the whole game, and a copy of it can be kept', async ({ page, browser, baseURL }) => {
  await playOne(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('link', { exact: true }).click();
  const address = await page.getByLabel('Link to this game').inputValue();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
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
  // In a frame of another site: the game, and nothing of the page around it.
  await page.getByRole('button', { name: 'Copy the code' }).scrollIntoViewIfNeeded();
  const code = await page.getByLabel('Code that shows it on another site').inputValue();
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

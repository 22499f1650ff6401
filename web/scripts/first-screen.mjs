/**
 * Measures the first screen on a slow phone whose browser is empty: seconds until the first paint,
 * until the board, and until the first move, made with two taps, stands in the list of the game.
 *
 *   node scripts/first-screen.mjs [FOLDER ...] [--runs 5] [--network fast3g|slow4g] [--log]
 *
 * A folder holds a packed page; `dist-packed` if none is named. Several, such as the page before and
 * after a change, are visited in turn, and the medians and ranges of each are printed. `--log` adds
 * what was fetched when in the last visit. DAMIER_CHROMIUM is the path of the browser.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

/** As in the developer tools of Chromium: milliseconds, and bytes a second. */
const NETWORKS = {
  fast3g: { latency: 562.5, downloadThroughput: (1.44 * 1024 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 },
  slow4g: { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
};
/** How many times slower the processor is. */
const CPU_SLOWDOWN = 4;

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, network: { type: 'string', default: 'fast3g' }, log: { type: 'boolean', default: false } },
});
const folders = positionals.length > 0 ? positionals : ['dist-packed'];
const network = NETWORKS[values.network];
const unpacked = folders.find((folder) => !existsSync(join(folder, 'index.html.br')));
const usageError = !network ? `no network "${values.network}": ${Object.keys(NETWORKS).join(', ')}` : unpacked && `${unpacked} holds no packed page: npm run build`;
if (usageError) {
  console.error(`first-screen: ${usageError}`);
  process.exit(2);
}

/** Serves a folder at an address of its own. */
async function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const [file, packed] = [join(folder, name), join(folder, `${name}.br`)];
    const found = [packed, file].find((it) => existsSync(it) && statSync(it).isFile());
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      ...(found === packed ? { 'content-encoding': 'br' } : {}),
    });
    response.end(readFileSync(found));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

async function visit(browser, address) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'fr-FR' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const fetched = [];
  page.on('requestfinished', (request) => fetched.push(`${since().toFixed(2)} ${request.url().replace(address, '/')}`));
  await page.goto(address, { waitUntil: 'commit' });
  const square = (number) => page.locator(`[role=gridcell][data-square="${number}"]`);
  await square(32).waitFor();
  const board = since();
  await square(32).tap();
  await square(28).tap();
  await page.locator('button.move').first().waitFor({ state: 'attached' });
  const move = since();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000);
  await context.close();
  return { seconds: [paint, board, move], fetched };
}

const median = (sorted) => sorted[Math.floor(sorted.length / 2)];
function summary(all) {
  const sorted = [...all].sort((a, b) => a - b);
  return `${median(sorted).toFixed(2)} (${sorted[0].toFixed(2)}-${sorted.at(-1).toFixed(2)})`;
}

const browser = await chromium.launch(process.env.DAMIER_CHROMIUM ? { executablePath: process.env.DAMIER_CHROMIUM } : {});
const pages = await Promise.all(folders.map(async (folder) => ({ folder, server: await serve(folder), visits: [] })));
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const { server, visits } of pages) visits.push(await visit(browser, `http://127.0.0.1:${server.address().port}/`));
}
for (const { folder, server, visits } of pages) {
  const column = (index) => summary(visits.map(({ seconds }) => seconds[index]));
  console.log(`${folder} (${values.network}): first paint ${column(0)}, board ${column(1)}, first move ${column(2)}`);
  if (values.log) for (const line of visits.at(-1).fetched) console.log(`  ${line}`);
  server.close();
}
await browser.close();

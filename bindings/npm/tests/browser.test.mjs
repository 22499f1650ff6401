/**
 * The page of five examples, the HTML of the README and a bundled page in Chromium, without a
 * network. The tools are those of the page's browser tests.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const fromWeb = createRequire(join(process.env['DAMIER_ROOT'], 'web/package.json'));
const chromium = process.env['DAMIER_CHROMIUM'] ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
// Continuous integration may not skip these tests.
const isContinuous = !['', 'false', undefined].includes(process.env['CI']);
const skip = chromium || isContinuous ? false : 'no Chromium on the path or in DAMIER_CHROMIUM';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };
/** As strict as a page with WebAssembly can be, except for the inline scripts of the examples. */
const POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'";

let server;
/** Serves the same files without a policy, and to pages of other origins. */
let otherServer;
let browser;
let address;
let otherAddress;

before(async () => {
  if (skip) return;
  const answer = (headers) => (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = join(here, normalize(path));
    if (path === '/early.html') {
      response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end('<!doctype html><damier-board></damier-board>');
    } else if (path === '/readme.html') {
      const [, html] = /^```html\n(.*?)^```/ms.exec(readFileSync(join(here, 'node_modules/damier/README.md'), 'utf8'));
      response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(html);
    } else if (existsSync(file) && extname(file)) {
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(readFileSync(file));
    } else {
      response.writeHead(404).end();
    }
  };
  const listen = async (made) => {
    await new Promise((resolve) => made.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${made.address().port}`;
  };
  server = createServer(answer({ 'Content-Security-Policy': POLICY }));
  otherServer = createServer(answer({ 'Access-Control-Allow-Origin': '*' }));
  [address, otherAddress] = [await listen(server), await listen(otherServer)];
  const { chromium: type } = fromWeb('@playwright/test');
  browser = await type.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
});

after(async () => {
  await browser?.close();
  server?.close();
  otherServer?.close();
});

/** Opens a page; an error of its scripts or of a request fails the test. */
async function opened(path, from = address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('response', (response) => response.status() >= 400 && !response.url().endsWith('favicon.ico') && errors.push(response.url()));
  await page.goto(from + path);
  return { page, errors };
}

const cell = (page, board, name) => page.locator(`${board} [role=gridcell][aria-label^="${name},"]`);
const announces = (page, board, text) => page.locator(`${board} [role=status]`).filter({ hasText: text }).waitFor({ state: 'attached' });
const shows = (page, id, text) => page.locator(id).filter({ hasText: text }).waitFor();

test('the five examples do what they say', { skip }, async (t) => {
  const { page, errors } = await opened('/examples/index.html');

  await t.test('1: a game is played with the keyboard and the mouse, and taken back', async () => {
    await cell(page, '#play-board', '32').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('28');
    await page.keyboard.press('Enter');
    await shows(page, '#play-status', '32-28');
    await announces(page, '#play-board', 'White plays 32 to 28');
    await page.locator('#play-board').scrollIntoViewIfNeeded();
    for (const square of ['19', '23']) await cell(page, '#play-board', square).click();
    await shows(page, '#play-status', '19-23');
    // A refusal is shown, and nothing is played.
    for (const square of ['31', '26']) await cell(page, '#play-board', square).click();
    await shows(page, '#play-status', 'Capturing is compulsory');
    await announces(page, '#play-board', 'Capturing is compulsory');
    await cell(page, '#play-board', '28').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await cell(page, '#play-board', '28').getAttribute('aria-selected'), 'false');
    await page.click('#play-undo');
    await cell(page, '#play-board', '19').and(page.locator('[aria-label*="black man"]')).waitFor({ state: 'attached' });
    await page.click('#play-turn');
    const [first] = await page.locator('#play-board [role=gridcell]').evaluateAll((cells) => cells.map((it) => it.ariaLabel));
    assert.match(first, /^50,/);
  });

  await t.test('1: the focus stays on its square when the board is turned', async () => {
    await cell(page, '#play-board', '32').focus();
    await page.evaluate(() => document.querySelector('#play-board').setAttribute('orientation', 'white'));
    const focused = await page.evaluate(() => document.querySelector('#play-board').shadowRoot.activeElement?.ariaLabel);
    assert.match(focused ?? '', /^32,/);
  });

  await t.test('2: a FEN is shown, its faults are shown, and another game is chosen', async () => {
    await cell(page, '#fen-board', 'g7').and(page.locator('[aria-label*="white king"]')).waitFor({ state: 'attached' });
    await page.fill('#fen-text', 'W:Wc9:Bb6');
    await shows(page, '#fen-faults', /c9|row/);
    await page.fill('#fen-text', 'B:Wc3:BKb6');
    await cell(page, '#fen-board', 'b6').and(page.locator('[aria-label*="black king"]')).waitFor({ state: 'attached' });
    await page.selectOption('#fen-game', 'canadian');
    await cell(page, '#fen-board', '72').waitFor({ state: 'attached' });
    const dark = await page.locator('#fen-board .dark').first().evaluate((it) => getComputedStyle(it).fill);
    assert.equal(dark, 'rgb(107, 127, 150)', 'the CSS variable of the page counts');
  });

  await t.test('3: a game is replayed with its comment', async () => {
    await shows(page, '#pdn-status', 'Ada – Charles, move 0 of 7');
    await page.click('#pdn-on');
    await shows(page, '#pdn-status', '32-28 the usual move');
    for (let i = 0; i < 8; i += 1) await page.click('#pdn-on');
    await shows(page, '#pdn-status', 'move 7 of 7: 41-37');
    await page.click('#pdn-back');
    await shows(page, '#pdn-status', 'move 6 of 7');
  });

  await t.test('4: a wrong move is taken back, and the solution wins', async () => {
    const play = async (...squares) => {
      for (const square of squares) {
        await cell(page, '#problem-board', square).focus();
        await page.keyboard.press('Enter');
      }
    };
    const other = await page.evaluate(() => document.querySelector('#problem-board').game.moves({ verbose: true }).find(({ text }) => text !== '33-28'));
    await play(String(other.from), String(other.to));
    await shows(page, '#problem-status', 'does not win');
    await play('33', '28');
    await shows(page, '#problem-status', 'Go on!');
    await play('40', '7');
    await shows(page, '#problem-status', 'Solved.');
  });

  await t.test('5: the engine analyses in its worker, and answers a move', async () => {
    await page.click('#engine-analyse');
    await shows(page, '#engine-status', 'depth');
    await page.locator('#lines li').nth(2).waitFor();
    const [first] = await page.evaluate(() => document.querySelector('#engine-board').game.moves({ verbose: true }));
    for (const square of [first.from, first.to]) {
      await cell(page, '#engine-board', String(square)).focus();
      await page.keyboard.press('Enter');
    }
    await shows(page, '#engine-status', 'was answered by');
    assert.equal(await page.evaluate(() => document.querySelector('#engine-board').game.history().length), 2);
  });

  await t.test('axe finds nothing serious, and there were no errors', async () => {
    await page.evaluate(readFileSync(fromWeb.resolve('axe-core/axe.min.js'), 'utf8'));
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document);
      return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ').slice(0, 200)}`);
    });
    assert.deepEqual(found, []);
    assert.deepEqual(errors, []);
  });
  await page.close();
});

test('the HTML of the README is a board', { skip }, async () => {
  const { page, errors } = await opened('/readme.html');
  await cell(page, 'damier-board', 'c3').waitFor({ state: 'attached' });
  assert.ok((await page.locator('damier-board').boundingBox()).height > 100);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a game that is set before the module is loaded is shown', { skip }, async () => {
  const { page, errors } = await opened('/early.html');
  await page.evaluate(async () => {
    const { Draughts } = await import('/node_modules/damier/index.js');
    document.querySelector('damier-board').game = new Draughts({ variant: 'english', fen: 'W:WK1:B5' });
    await import('/node_modules/damier/board.js');
  });
  await cell(page, 'damier-board', '1').and(page.locator('[aria-label*="white king"]')).waitFor({ state: 'attached' });
  assert.deepEqual(errors, []);
  await page.close();
});

test('a board is made, moved, restyled and removed by a program, in French', { skip }, async () => {
  const { page, errors } = await opened('/readme.html');
  const heard = await page.evaluate(async () => {
    const { createBoard } = await import('./node_modules/damier/board.js');
    const board = createBoard(document.body, { variant: 'international', lang: 'fr', orientation: 'black' });
    board.id = 'made';
    const early = document.createElement('div');
    early.innerHTML = '<damier-board id="early" variant="turkish" numbers="none"></damier-board>';
    document.body.append(early);
    const heard = [];
    board.addEventListener('move', ({ detail }) => heard.push(detail.text));
    board.move('32-28');
    board.shapes = [{ colour: 'red', from: 28, to: 23 }, { colour: 'blue', from: 1 }];
    try {
      board.move('32-28');
    } catch (error) {
      heard.push(error.name);
    }
    board.remove();
    document.body.append(board);
    board.setAttribute('data-theme', 'dark');
    return [...heard, early.firstChild.game.variant];
  });
  assert.deepEqual(heard, ['32-28', 'DraughtsError', 'turkish']);
  await cell(page, '#made', '28').and(page.locator('[aria-label*="pion blanc"]')).waitFor({ state: 'attached' });
  assert.equal(await page.locator('#made .arrow').count(), 1);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a page that Vite has bundled runs', { skip }, async () => {
  await bundle('bundled-for-chromium');
  const { page, errors } = await opened('/bundled-for-chromium/dist/index.html');
  await page.locator('p').filter({ hasText: /^\d+-\d+$/ }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test('the package works from another origin, and in a worker', { skip }, async () => {
  const { page, errors } = await opened('/examples/index.html', otherAddress);
  const found = await page.evaluate(async (folder) => {
    const { Draughts } = await import(`${folder}/index.js`);
    const { analyse } = await import(`${folder}/engine.js`);
    const { best } = await analyse(new Draughts(), { depth: 3 }).result;
    const code = `import { Draughts } from '${folder}/index.js'; postMessage(new Draughts().moves().length);`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
    const count = await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
    return { best: new Draughts().explain(best), count };
  }, `${otherAddress.replace('127.0.0.1', 'localhost')}/node_modules/damier`);
  assert.deepEqual(found, { best: null, count: 9 });
  assert.deepEqual(errors, []);
  await page.close();
});

/**
 * Measures the speed of the engine in the page and of the same engine natively, with trained weights and with the
 * hand-written evaluation. Both take turns in one run, since the speed of a machine varies. The page runs in the Chromium
 * of the page's tests. Prepare with
 *   cargo xtask page && cargo build --release -p damier-wasm --example speed
 * and run with
 *   node crates/wasm/examples/speed.mjs [nodes per position] [rounds] [folders of bindings, to compare builds]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const [nodes = '1000000', rounds = '5', ...given] = process.argv.slice(2);
const builds = given.length > 0 ? given.map((folder) => resolve(folder)) : [join(root, 'web/src/rules/wasm')];

/** Positions from the start to an ending; `speed.rs` uses the same ones. */
const positions = [
  'W:W31-50:B1-20',
  'W:W26,27,28,32,33,34,37,38,42,43,48:B7,8,9,12,13,16,17,18,19,23,24',
  'W:WK48,33,38,42:BK5,12,18,23',
];

/** Runs in the page: one build of the engine searches the positions, in slices as in the page's worker. */
async function inThePage({ build, positions, nodes, learned }) {
  const { default: init, Thinker } = await import(`/${build}/engine.js`);
  await init({ module_or_path: `/${build}/engine_bg.wasm` });
  const thinker = new Thinker(32);
  if (learned) thinker.learn(new Uint8Array(await (await fetch('/weights')).arrayBuffer()));
  let visited = 0;
  let ms = 0;
  for (const fen of positions) {
    thinker.forget();
    const search = thinker.start('international', fen, '[]', JSON.stringify({ nodes }));
    let thought;
    do thought = JSON.parse(search.step(15));
    while (!thought.done);
    search.free();
    visited += thought.nodes;
    ms += (1000 * thought.nodes) / Math.max(thought.nps, 1);
  }
  thinker.free();
  return { nodes: visited, ms };
}

function natively(learned) {
  const program = join(target, 'release/examples/speed');
  return JSON.parse(execFileSync(program, learned ? [nodes] : [nodes, '--by-hand']).toString());
}

const kinds = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
  const [, build, file] = request.url.split('/');
  if (build === '') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  else if (build === 'weights') response.end(readFileSync(join(root, 'crates/engine/weights/international.dw')));
  else if (builds[build] && kinds[extname(file ?? '')])
    response.writeHead(200, { 'content-type': kinds[extname(file)] }).end(readFileSync(join(builds[build], file)));
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');

const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test');
const executablePath = process.env.DAMIER_CHROMIUM ?? process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);

const speed = ({ nodes, ms }) => nodes / ms / 1000;
const rows = [true, false].flatMap((learned) => [
  { name: 'native', learned, run: () => natively(learned) },
  ...builds.map((folder, build) => ({
    name: builds.length > 1 ? folder : 'page',
    learned,
    run: () => page.evaluate(inThePage, { build, positions, nodes: Number(nodes), learned }),
  })),
]);
for (let round = 1; round <= Number(rounds); round++) {
  let visited = null;
  for (const row of rows) {
    const answer = await row.run();
    if (row.name === 'native') visited = answer.nodes;
    if (answer.nodes !== visited) throw new Error(`${answer.nodes} nodes in ${row.name}, ${visited} natively`);
    row.best = Math.max(row.best ?? 0, speed(answer));
    console.log(`round ${round}: ${row.learned ? 'learned' : 'by hand'}, ${row.name} ${speed(answer).toFixed(2)} Mn/s`);
  }
}
await browser.close();
server.close();

for (const row of rows) {
  const native = rows.find((other) => other.name === 'native' && other.learned === row.learned);
  const share = row.best / native.best;
  console.log(`best: ${row.learned ? 'learned' : 'by hand'}, ${row.name} ${row.best.toFixed(2)} Mn/s, share ${share.toFixed(2)}`);
  if (share < 0.5) process.exitCode = 1;
}

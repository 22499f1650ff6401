/**
 * How fast the engine is in the page, compared with the same engine natively, in one run and turn by turn, since the speed
 * of a machine varies. Prepare with
 *   cargo xtask wasm && cargo build --release -p damier-wasm --example speed
 * and run with
 *   node crates/wasm/examples/speed.mjs [nodes per position] [rounds]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const bindings = new URL('web/src/rules/wasm/', root);
const target = process.env.CARGO_TARGET_DIR ? `${process.env.CARGO_TARGET_DIR}/` : fileURLToPath(new URL('target/', root));
const [nodes = '1000000', rounds = '5'] = process.argv.slice(2);

/** Positions from the start to an ending; `speed.rs` asks about the same. */
const positions = [
  'W:W31-50:B1-20',
  'W:W26,27,28,32,33,34,37,38,42,43,48:B7,8,9,12,13,16,17,18,19,23,24',
  'W:WK48,33,38,42:BK5,12,18,23',
];

const { initSync, Thinker } = await import(new URL('damier_wasm.js', bindings));
initSync({ module: readFileSync(new URL('damier_wasm_bg.wasm', bindings)) });

function inThePage() {
  const thinker = new Thinker(32);
  let visited = 0;
  let ms = 0;
  for (const fen of positions) {
    thinker.forget();
    thinker.start('international', fen, '[]', JSON.stringify({ nodes: Number(nodes) }));
    let thought;
    do thought = JSON.parse(thinker.step(100));
    while (!thought.done);
    visited += thought.nodes;
    ms += (1000 * thought.nodes) / Math.max(thought.nps, 1);
  }
  thinker.free();
  return { nodes: visited, ms };
}

const natively = () => JSON.parse(execFileSync(`${target}release/examples/speed`, [nodes]).toString());

const speed = ({ nodes, ms }) => nodes / ms / 1000;
const best = { page: 0, native: 0 };
for (let round = 1; round <= Number(rounds); round++) {
  const page = inThePage();
  const native = natively();
  if (page.nodes !== native.nodes) throw new Error(`${page.nodes} nodes in the page, ${native.nodes} natively`);
  best.page = Math.max(best.page, speed(page));
  best.native = Math.max(best.native, speed(native));
  console.log(`round ${round}: page ${speed(page).toFixed(2)} Mn/s, native ${speed(native).toFixed(2)} Mn/s`);
}
const share = best.page / best.native;
console.log(`best: page ${best.page.toFixed(2)} Mn/s, native ${best.native.toFixed(2)} Mn/s, share ${share.toFixed(2)}`);
process.exitCode = share >= 0.5 ? 0 : 1;

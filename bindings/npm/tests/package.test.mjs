/** The package itself: its version, its files, its sizes, its types, and how a bundler takes it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const installed = join(here, 'node_modules/damier');
const web = join(process.env['DAMIER_ROOT'], 'web');
const fromWeb = createRequire(join(web, 'package.json'));
const gzip = (...files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(installed, file)), { level: 9 }).length, 0);

test('the version is that of the workspace', () => {
  const { version, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const cargo = readFileSync(join(process.env['DAMIER_ROOT'], 'Cargo.toml'), 'utf8');
  assert.equal(version, /^version = "(.*)"$/m.exec(cargo)?.[1]);
  assert.equal(dependencies, undefined);
  assert.deepEqual(readdirSync(join(here, 'node_modules')).filter((name) => !name.startsWith('.')), ['damier']);
});

test('licences, types and every entry are inside', async () => {
  for (const file of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY.md']) assert.ok(existsSync(join(installed, file)), file);
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const [name, entry] of Object.entries(exports)) {
    for (const file of Object.values(typeof entry === 'string' ? { entry } : entry)) assert.ok(existsSync(join(installed, file)), file);
    if (typeof entry !== 'string') await import(`damier${name.slice(1)}`);
  }
});

test('the rules weigh less than 260 KB, and the other entries little more than the README says', (t) => {
  const sizes = {
    rules: gzip('index.js', 'rules.js', 'load.js', 'wasm/npm.js', 'wasm/npm_bg.wasm'),
    pdn: gzip('pdn.js', 'wasm/study.js', 'wasm/study_bg.wasm'),
    engine: gzip('engine.js'),
    worker: gzip('engine-worker.js', 'wasm/engine.js', 'wasm/engine_bg.wasm'),
    board: gzip('board.js'),
  };
  t.diagnostic(JSON.stringify(sizes));
  assert.ok(sizes.rules < 260_000, `${sizes.rules} bytes`);
  assert.ok(sizes.pdn < 353_000 && sizes.engine < 5_000 && sizes.worker < 245_000 && sizes.board < 25_000, JSON.stringify(sizes));
});

test('a program of a user compiles with strict types', () => {
  const tsc = fromWeb.resolve('typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2022'];
  const lib = ['--lib', 'es2022,dom'];
  for (const [module, resolution] of [['esnext', 'bundler'], ['nodenext', 'nodenext']]) {
    execFileSync(process.execPath, [tsc, ...strict, ...lib, '--module', module, '--moduleResolution', resolution, 'types.ts'], { cwd: here, stdio: 'inherit' });
  }
});

test('CommonJS imports it too', () => {
  const code = "import('damier').then(({ Draughts }) => console.log(new Draughts().moves().length))";
  const out = execFileSync(process.execPath, ['--input-type=commonjs', '--eval', code], { cwd: here, encoding: 'utf8' });
  assert.equal(out.trim(), '9');
});

test('Vite bundles it with the WebAssembly, the worker and the weights', async () => {
  const built = await bundle('bundled');
  for (const part of [/^npm_bg.*wasm$/, /^study_bg.*wasm$/, /^engine_bg.*wasm$/, /^international.*dw$/, /^engine-worker.*js$/]) {
    assert.ok(built.some((name) => part.test(name)), `${part}: ${built}`);
  }
});

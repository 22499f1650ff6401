/**
 * Installs the packed package into an empty folder, as its users do, and runs the tests there.
 * `build.mjs` has packed it before.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');
const target = join(process.env['DAMIER_TARGET'] ?? join(root, 'target'), 'npm');
const folder = join(target, 'consumer');
const [archive] = readdirSync(target).filter((name) => name.endsWith('.tgz'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
const quiet = ['--no-audit', '--no-fund', '--offline', '--silent'];
execFileSync('npm', ['install', ...quiet, join(target, archive)], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });

const tests = readdirSync(here).filter((name) => name !== 'run.mjs');
for (const name of tests) cpSync(join(here, name), join(folder, name));
cpSync(join(here, '../examples'), join(folder, 'examples'), { recursive: true });
// Arguments choose among the tests: `node tests/run.mjs rules pdn`.
const chosen = process.argv.slice(2);
const files = tests.filter((name) => name.endsWith('.test.mjs') && (chosen.length === 0 || chosen.includes(name.split('.')[0])));
execFileSync(process.execPath, ['--test', '--test-reporter=dot', '--test-timeout=120000', ...files], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, DAMIER_ROOT: root },
});

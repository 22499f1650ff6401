/**
 * Assembles the package in `target/npm/damier` and packs it as npm would publish it. Called by
 * `cargo xtask npm`, which has built the wasm modules before. The tools are those of the page.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const web = join(root, 'web');
const target = join(process.env['DAMIER_TARGET'] ?? join(root, 'target'), 'npm');
const out = join(target, 'damier');
const { resolve } = createRequire(join(web, 'package.json'));
const { rolldown } = await import(pathToFileURL(resolve('rolldown')).href);

/** The entries of the package; those in `exports` have types. */
const ENTRIES = ['index', 'pdn', 'engine', 'engine-worker', 'board'];

/** The modules of `src/texts.d.ts`: what the board needs of the page's style and texts. */
const page = {
  name: 'damier-page',
  resolveId: (id) => (id.startsWith('page:') ? `\0${id}` : id.endsWith('.css') ? `\0none` : null),
  load(id) {
    if (id === '\0none') return ''; // the style is in the shadow root
    if (id === '\0page:style') return `export default ${JSON.stringify(style())}`;
    if (id === '\0page:texts') return `export default ${JSON.stringify({ en: texts('en'), fr: texts('fr') })}`;
    return null;
  },
};

/** The style of the board. The tokens of the page's root become those of the element. */
function style() {
  const read = (path) => readFileSync(join(web, 'src', path), 'utf8');
  const colours = read('looks/colours.css').replace(/:root((?:\[[^\]]*\])+)/g, ':host($1)').replaceAll(':root', ':host');
  return colours + read('board/board.css') + read('board/pieces.css');
}

function texts(language) {
  const all = JSON.parse(readFileSync(join(web, `src/messages/${language}.json`), 'utf8'));
  const needed = ([key]) => /^(piece|side|taken|said|cell)\.|^(numbers|board\.name)$/.test(key);
  return Object.fromEntries(Object.entries(all).filter(needed));
}

rmSync(target, { recursive: true, force: true });
mkdirSync(join(out, 'wasm'), { recursive: true });

const bundle = await rolldown({
  cwd: here,
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  external: /^\.\/wasm\//,
  plugins: [page],
  platform: 'neutral',
  treeshake: { moduleSideEffects: true },
});
// The worker of the engine must not load the rules, so what it shares with them is a file of its own.
const groups = [
  { name: 'load', test: /npm\/src\/load\.ts$/, priority: 1 },
  { name: 'rules', test: /npm\/src\/(index|draughts|squares|error)\.ts$/ },
];
await bundle.write({ dir: out, format: 'es', chunkFileNames: '[name].js', codeSplitting: { groups }, comments: true });
await bundle.close();

const tsc = join(web, 'node_modules/typescript/bin/tsc');
const declared = join(target, 'types');
execFileSync(process.execPath, [tsc, '--project', here, '--emitDeclarationOnly', '--rootDir', root, '--outDir', declared], { stdio: 'inherit' });
for (const name of ['index', 'draughts', 'error', 'types', 'pdn', 'engine', 'board']) {
  cpSync(join(declared, `bindings/npm/src/${name}.d.ts`), join(out, `${name}.d.ts`));
}

const wasm = { npm: join(here, 'src/wasm'), study: join(web, 'src/rules/wasm'), engine: join(web, 'src/rules/wasm') };
for (const [name, folder] of Object.entries(wasm)) {
  cpSync(join(folder, `${name}_bg.wasm`), join(out, `wasm/${name}_bg.wasm`));
  // The declarations of the bindings, which the first line names, are not in the package.
  const bindings = readFileSync(join(folder, `${name}.js`), 'utf8').replace(/^\/\* @ts-self-types=.* \*\/\n/, '');
  writeFileSync(join(out, `wasm/${name}.js`), bindings);
}
cpSync(join(root, 'crates/engine/weights'), join(out, 'weights'), { recursive: true, filter: (path) => !path.endsWith('.md') });
for (const file of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY.md']) cpSync(join(here, file), join(out, file));

const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: out, shell: process.platform === 'win32' });
const [archive] = readdirSync(target).filter((name) => name.endsWith('.tgz'));
console.log(`wrote ${basename(archive)} into ${target}`);

/** Bundles a small page with Vite, as a user would: rules, files of games, engine and board. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Builds the page in a folder beside this file, and returns the names of its files. */
export async function bundle(name) {
  const page = join(here, name);
  mkdirSync(page, { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html><p></p><damier-board></damier-board><script type="module" src="./main.js"></script>');
  writeFileSync(
    join(page, 'main.js'),
    `import 'damier/board';
import { analyse } from 'damier/engine';
import { GameTree } from 'damier/pdn';
const board = document.querySelector('damier-board');
const { best } = await analyse(board.game, { depth: 3 }).result;
board.move(best);
document.querySelector('p').textContent = GameTree.fromGame(board.game).mainLine()[0].text;`,
  );
  const fromWeb = createRequire(join(process.env['DAMIER_ROOT'], 'web/package.json'));
  const { build } = await import(pathToFileURL(fromWeb.resolve('vite')).href);
  await build({
    root: page,
    base: './',
    logLevel: 'error',
    configFile: false,
    build: { target: 'es2022', assetsInlineLimit: 0 },
    worker: { format: 'es' },
  });
  return readdirSync(join(page, 'dist/assets'));
}

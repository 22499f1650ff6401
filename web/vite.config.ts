/**
 * How the page is built: Svelte, one style sheet, a module worker for the engine, and a service worker at the root that
 * knows every file of the build. Called by `npm run build` and `npm run dev`; decides nothing about what the page does.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Writes the list of built files, and a version made of their contents, into the service worker. */
function precacheList(): Plugin {
  return {
    name: 'damier-precache-list',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') return; // the engine's worker is a bundle of its own
      // Clips of a voice are many: each is fetched, and kept, when it is first heard. Licences are read seldom.
      const built = Object.keys(bundle).filter((name) => name !== worker.fileName && !/\.(map|opus|m4a|mp3|txt)$/.test(name));
      // What lies in folders, such as the problems, is fetched when somebody asks for it.
      const inPublic = readdirSync(new URL('./public', import.meta.url), { withFileTypes: true });
      const copied = inPublic.filter((entry) => entry.isFile()).map((entry) => entry.name);
      const files = [...new Set([...built, ...copied])].filter((name) => name !== 'index.html').sort();
      const version = createHash('sha256');
      for (const name of Object.keys(bundle).sort()) {
        const output = bundle[name]!;
        version.update(name).update(output.type === 'chunk' ? output.code : output.source);
      }
      worker.code = worker.code
        .replace('__PRECACHE_FILES__', JSON.stringify(['./', ...files]).replaceAll('"', '\\"'))
        .replace('__PRECACHE_VERSION__', version.digest('hex').slice(0, 12));
    },
  };
}

/**
 * Puts what the page needs at once into two chunks, one of them shared with the document for frames.
 * Left alone, each set of pages that share a module makes a chunk, and the first screen waits for
 * twenty requests.
 */
function firstChunks(): { plugin: Plugin; groups: { name: string; priority: number; test: (id: string) => boolean }[] } {
  const needed = new Map<string, Set<string>>();
  const walk = (info: (id: string) => { importedIds: readonly string[] } | null, id: string, found: Set<string>): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of info(id)?.importedIds ?? []) walk(info, next, found);
  };
  const plugin: Plugin = {
    name: 'damier-first-chunks',
    apply: 'build',
    buildEnd() {
      for (const entry of ['main.ts', 'embed.ts', 'offline/service-worker.ts']) {
        const found = new Set<string>();
        walk((id) => this.getModuleInfo(id), fileURLToPath(new URL(`./src/${entry}`, import.meta.url)), found);
        needed.set(entry, found);
      }
    },
  };
  const by = (entry: string, id: string): boolean => needed.get(entry)?.has(id) === true;
  const isFirst = (id: string): boolean => by('main.ts', id) && !by('offline/service-worker.ts', id);
  const groups = [
    { name: 'shared', priority: 2, test: (id: string) => isFirst(id) && by('embed.ts', id) },
    { name: 'first', priority: 1, test: (id: string) => isFirst(id) && !by('embed.ts', id) },
  ];
  return { plugin, groups };
}

/** The third-party licences; the help page links to this file. */
const NOTICES = 'third-party.txt';

/** Lays the licences of the typefaces beside them, as the SIL Open Font License asks, and those of everything else into one file. */
function licences(): Plugin {
  return {
    name: 'damier-licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NOTICES, source: readFileSync(new URL('../THIRD-PARTY.md', import.meta.url)) });
      for (const font of ['atkinson-hyperlegible-next', 'fraunces']) {
        const source = readFileSync(new URL(`./node_modules/@fontsource/${font}/LICENSE`, import.meta.url));
        this.emitFile({ type: 'asset', fileName: `assets/${font}-licence.txt`, source });
      }
    },
  };
}

/**
 * Has the text's typefaces fetched with the style sheet, and the rules with the scripts: on a slow
 * network each step that waits for another one costs more than what it fetches.
 */
function preloads(): Plugin {
  return {
    name: 'damier-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const link = (name: string, kind: Record<string, string>) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `./${name}`, crossorigin: '', ...kind },
          injectTo: 'head' as const,
        });
        const names = Object.keys(bundle ?? {});
        const fonts = names.filter((name) => /atkinson[^/]*\.woff2$/.test(name));
        const rules = names.filter((name) => /\/play_bg-[^/]*\.wasm$/.test(name));
        return [
          ...fonts.map((name) => link(name, { as: 'font', type: 'font/woff2' })),
          ...rules.map((name) => link(name, { as: 'fetch', fetchpriority: 'low' })),
        ];
      },
    },
  };
}

/** The games of the family that have problems: a folder each. The usual one is first, and stands there before there are any. */
export function gamesWithProblems(folder = new URL('./public/problems', import.meta.url)): string[] {
  const folders = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
  return [...new Set(['international', ...folders.map((entry) => entry.name).sort()])];
}

/** As strict as the server's own, so that what it would block fails in a preview too. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'";

const first = firstChunks();

export default defineConfig({
  base: './',
  plugins: [svelte(), first.plugin, licences(), preloads(), precacheList()],
  define: { GAMES_THAT_HAVE_PROBLEMS: JSON.stringify(gamesWithProblems()) },
  worker: { format: 'es' },
  server: { fs: { allow: ['.', '../crates/engine/weights'] } }, // what the engine learned lies beside it
  preview: { headers: { 'Content-Security-Policy': CONTENT_POLICY } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    license: true, // cargo xtask notices takes it from there
    assetsInlineLimit: 0, // a strict content policy allows no data: script or font, and caching files apart is better
    rollupOptions: {
      input: { index: 'index.html', embed: 'embed.html', 'service-worker': 'src/offline/service-worker.ts' },
      output: {
        codeSplitting: { groups: first.groups },
        entryFileNames: (chunk) => (chunk.name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});

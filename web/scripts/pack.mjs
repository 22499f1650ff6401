/**
 * Packs the built page for the program: `dist-packed` has each file of `dist`, compressed with Brotli and with `.br`
 * behind its name where that makes it smaller. The server hands these bytes to browsers as they are.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const web = fileURLToPath(new URL('..', import.meta.url));
const [from, to] = [join(web, 'dist'), join(web, 'dist-packed')];

/** Quality 9 of 11, since the best takes half a minute; the first screen's files get the best. */
const QUALITY = 9;
const BEST = 11;
const FIRST = /assets.(?:first|shared|play_bg)-/;

rmSync(to, { recursive: true, force: true });
const names = readdirSync(from, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.vite'))
  .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1));
// The file that shows that the page is packed is written last.
for (const name of names.sort((a, b) => Number(a === 'index.html') - Number(b === 'index.html'))) {
  const bytes = readFileSync(join(from, name));
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: FIRST.test(name) ? BEST : QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  mkdirSync(dirname(join(to, name)), { recursive: true });
  if (name === 'index.html' || packed.length < bytes.length * 0.95) writeFileSync(join(to, `${name}.br`), packed);
  else cpSync(join(from, name), join(to, name));
}

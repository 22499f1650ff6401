/** The examples of the README: each block of JavaScript runs by itself, and every `// ->` is the value before it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { close } from 'damier/engine';

const text = readFileSync(new URL('./node_modules/damier/README.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);

// French texts have no-break spaces, which are invisible in a README.
const plain = (value) => (typeof value === 'string' ? value.replaceAll('\u00a0', ' ') : structuredClone(value));
globalThis.same = (found, expected) => assert.deepEqual(plain(found), expected);
after(close);

test('there are examples', () => assert.ok(blocks.length >= 5));

blocks.forEach((code, index) => {
  const checked = code.replace(/^(.*?);\s*\/\/ -> (.*)$/gm, 'same($1, $2);');
  const values = (checked.match(/^same\(/gm) ?? []).length;
  test(`example ${index + 1}, with ${values} values`, async () => {
    assert.equal(values, (code.match(/\/\/ ->/g) ?? []).length);
    const file = new URL(`./readme-${index}.mjs`, import.meta.url);
    writeFileSync(file, checked);
    await import(file);
  });
});

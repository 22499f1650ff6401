/**
 * The text files of the features: the same keys in both languages, all used, with the typography of
 * each language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../src');
const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((path) => join(SOURCE, path));
const code = paths
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes('wasm'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
/** Composed keys such as `level.${n}`, as patterns of the keys they use. */
const made = [...code.matchAll(/`([\w.-]+\.\$\{[^`]*|\$\{[^`]*\}\.[\w.-]+)`/g)].map(
  ([, name = '']) => new RegExp(`^${name.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.')).join('[\\w:-]+')}$`),
);
const values = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
const read = (folder: string, tongue: string): Record<string, string> => JSON.parse(readFileSync(join(folder, `words.${tongue}.json`), 'utf8')) as Record<string, string>;
const folders = paths.filter((path) => basename(path) === 'words.en.json').map(dirname);

it('finds the texts of most features', () => expect(folders.length).toBeGreaterThan(12));

describe.each(folders.map((folder) => [folder.slice(SOURCE.length + 1), folder] as const))('the words in %s', (_name, folder) => {
  const [english, french] = [read(folder, 'en'), read(folder, 'fr')];

  it('have the same keys in the same order', () => expect(Object.keys(french)).toEqual(Object.keys(english)));

  it.each([['en', english], ['fr', french]] as const)('have each key once: %s', (tongue, words) => {
    const pairs = readFileSync(join(folder, `words.${tongue}.json`), 'utf8').match(/"(?:[^"\\]|\\.)*"\s*:\s*"(?:[^"\\]|\\.)*"/g);
    expect(pairs).toHaveLength(Object.keys(words).length);
  });

  it('have the same placeholders in both languages, and no empty text', () => {
    const unlike = Object.entries(english).filter(([key, en]) => !en.trim() || !french[key]?.trim() || values(en).join() !== values(french[key]).join());
    expect(unlike).toEqual([]);
  });

  it('are all used', () => {
    const unused = Object.keys(english).filter((key) => {
      const stem = key.replace(/\.(one|other)$/, '');
      return !code.includes(`'${key}'`) && !made.some((name) => name.test(key)) && !(stem !== key && code.includes(`'${stem}'`));
    });
    expect(unused).toEqual([]);
  });

  it('have typographic apostrophes', () => {
    const straight = [...Object.entries(english), ...Object.entries(french)].filter(([, text]) => text.includes("'"));
    expect(straight).toEqual([]);
  });

  it('have no chess terms in French', () => {
    const chess = Object.entries(french).filter(([, text]) => /\brois?\b|échiquier|\béchecs?\b/i.test(text));
    expect(chess).toEqual([]);
  });
});

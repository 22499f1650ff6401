/** The message files: complete, all used, with draughts terms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import english from '../../../src/messages/en.json';
import french from '../../../src/messages/fr.json';

const SOURCE = join(import.meta.dirname, '../../../src');
const keys = Object.keys(english);
const source = read(SOURCE);

/** All code of the page in one text. */
function read(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'wasm' || entry.name === 'types' ? '' : read(path);
      return /\.(ts|svelte)$/.test(entry.name) ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

/** The placeholders of a message. */
function values(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort();
}

describe('the messages', () => {
  it('have the same keys in French and English', () => {
    expect(Object.keys(french)).toEqual(keys);
  });

  it('have the same placeholders in both languages, and no empty text', () => {
    const unlike = Object.entries(english).filter(([key, en]) => {
      const fr = french[key as keyof typeof french];
      return !fr.trim() || !en.trim() || values(fr).join() !== values(en).join();
    });
    expect(unlike).toEqual([]);
  });

  it('are all used', () => {
    // Composed keys such as `level.${n}`, as patterns of the keys they use.
    const made = [...source.matchAll(/`([\w.]+\.\$\{[^`]*)`/g)].map((found) => {
      const parts = (found[1] ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
      return new RegExp(`^${parts.join('\\w+')}$`);
    });
    const unused = keys.filter((key) => {
      const stem = key.replace(/\.(one|other)$/, '');
      if (source.includes(`'${key}'`) || made.some((name) => name.test(key))) return false;
      return !(stem !== key && source.includes(`tn('${stem}'`));
    });
    expect(unused).toEqual([]);
  });

  it('that the code uses exist', () => {
    const asked = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map((found) => found[1] ?? '');
    const counted = [...source.matchAll(/\btn\(\s*'([^']+)'/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.other`]);
    const missing = [...asked, ...counted].filter((key) => !keys.includes(key) && !key.startsWith('key'));
    expect(missing).toEqual([]);
  });
});

describe('the French messages', () => {
  // Chess terms that translators tend to use.
  const FOREIGN = [/\brois?\b/i, /\béchecs?\b/i, /\bmats?\b/i, /\bpats?\b/i, /\btours?\b/i, /\bfous?\b/i, /\bcavaliers?\b/i, /\breines?\b/i, /échiquier/i, /\broque/i];

  it('have no chess terms', () => {
    const chess = Object.entries(french).filter(([, text]) => FOREIGN.some((word) => word.test(text.replace(/[’']/g, ' '))));
    expect(chess).toEqual([]);
  });

  it('put a no-break space before double punctuation, as French does', () => {
    for (const text of Object.values(french)) expect(text).not.toMatch(/[\p{L}} ][?!:;»]|« /u);
  });

  // In a template, punctuation after a text would lack the French space.
  it('contain the punctuation that follows a text', () => {
    const joined = [...source.matchAll(/\{t\([^\n]*\)\}\s?[:;?!]/g)].map(([found]) => found);
    expect(joined).toEqual([]);
  });
});

describe('the English messages', () => {
  it('have no chess or checkers terms', () => {
    const foreign = /\b(pawns?|mate|stalemate|checkmate|queens?|rooks?|jumps?)\b/i;
    expect(Object.entries(english).filter(([, text]) => foreign.test(text))).toEqual([]);
  });
});

it('no component has a literal text: every text comes from the message files', () => {
  const offenders: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) look(path);
      else if (entry.name.endsWith('.svelte')) {
        const markup = readFileSync(path, 'utf8')
          .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
          .replace(/&\w+;/g, ' ')
          .replace(/"[^"]*"/g, '""');
        for (const [, text = ''] of markup.matchAll(/>([^<>]*)</g)) {
          if (/\p{L}{2,}/u.test(text) && text.trim() !== 'Damier') offenders.push(`${entry.name}: ${text.trim()}`);
        }
      }
    }
  };
  look(SOURCE);
  // Window titles end with the project's name.
  expect(offenders.filter((found) => !/– Damier$/.test(found))).toEqual([]);
});

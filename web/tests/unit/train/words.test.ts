/** The words of the problems' screens: complete, used, with the same values in both languages, and typeset as French is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { speak } from '../../../src/messages/messages.svelte';
import { preferences } from '../../../src/settings/preferences.svelte';
import english from '../../../src/train/words/en.json';
import french from '../../../src/train/words/fr.json';
import { words } from '../../../src/train/words';

vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } } }));

const SOURCE = join(import.meta.dirname, '../../../src');
const FILES = [
  join(SOURCE, 'pages/Problems.svelte'),
  ...readdirSync(join(SOURCE, 'pages/problems')).map((it) => join(SOURCE, 'pages/problems', it)),
  join(SOURCE, 'train/repetition.ts'),
];
const code = FILES.map((it) => readFileSync(it, 'utf8')).join('\n');
const values = (text: string): string => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();

it('has the same keys in the same order', () => expect(Object.keys(french)).toEqual(Object.keys(english)));

it('has the same values, and none is empty', () => {
  const unlike = Object.entries(english).filter(([key, en]) => {
    const fr = french[key as keyof typeof french];
    return !en.trim() || !fr.trim() || values(en) !== values(fr);
  });
  expect(unlike).toEqual([]);
});

it.each([
  ['en', /^6,190 positions/],
  ['fr', /^6\u202f190 positions/],
] as const)('groups the figures of large numbers as the language does: %s', (tongue, expected) => {
  preferences.language = tongue;
  speak();
  expect(words('hub.count', 6190)).toMatch(expected);
});

it('uses every word', () => {
  const unused = Object.keys(english).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, '');
    return !code.includes(`'${key}'`) && !code.includes(`words('${stem}'`) && !(key.endsWith('.title') && code.includes('`${what}.title`'));
  });
  expect(unused).toEqual([]);
});

it('has no ordinary space before French signs, and never calls a king a king of chess', () => {
  const wrong = Object.entries(french).filter(([, text]) => /[^\u00a0][:;?!»]|«[^\u00a0]/.test(text) || /\broi\b|[éE]chiquier/.test(text));
  expect(wrong).toEqual([]);
});

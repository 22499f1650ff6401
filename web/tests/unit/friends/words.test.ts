/** The words about friends: the same in both languages, and every refusal of the server has its words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import english from '../../../src/friends/words/en.json';
import french from '../../../src/friends/words/fr.json';

const values = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort();

test('both languages say the same things with the same values', () => {
  expect(Object.keys(french)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) {
    const other = french[key as keyof typeof french];
    expect(other.trim(), key).not.toBe('');
    expect(values(other), key).toEqual(values(text));
    expect(other, key).not.toMatch(/ [:;!?]|'/);
  }
});

test('every refusal between two accounts is said in words', () => {
  const room = join(import.meta.dirname, '../../../../crates/people/src/friends/refusal.rs');
  const codes = [...readFileSync(room, 'utf8').matchAll(/FriendRefusal::\w+ => "([a-z-]+)"/g)].map((found) => found[1] ?? '');
  expect(codes.length).toBe(9);
  expect(codes.filter((code) => !(`refused.${code}` in english))).toEqual([]);
});

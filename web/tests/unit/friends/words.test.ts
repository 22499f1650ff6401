/** Every refusal of the server between two accounts has a text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import english from '../../../src/features/friends/words.en.json';

test('every refusal between two accounts has a text', () => {
  const refusals = join(import.meta.dirname, '../../../../crates/people/src/friends/refusal.rs');
  const codes = [...readFileSync(refusals, 'utf8').matchAll(/FriendRefusal::\w+ => "([a-z-]+)"/g)].map((found) => found[1] ?? '');
  expect(codes.length).toBe(9);
  expect(codes.filter((code) => !(`refused.${code}` in english))).toEqual([]);
});

/** Every refusal of the server about a club has a text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import english from '../../../src/features/clubs/words.en.json';

test('every refusal of a club has a text', () => {
  const clubs = join(import.meta.dirname, '../../../../crates/people/src/clubs');
  const codes = ['refusal.rs', 'name.rs', 'profile.rs', 'timetable.rs'].flatMap((file) =>
    [...readFileSync(join(clubs, file), 'utf8').matchAll(/(?:ClubRefusal|ClubNameError|ProfileError|LadderRulesError|EntryError)::\w+(?: \{ \.\. \}|\(_\))? => "([a-z-]+)"/g)].map((found) => found[1] ?? ''),
  );
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !(`refused.${code}` in english))).toEqual([]);
});

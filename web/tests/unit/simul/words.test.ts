/** Both languages of the simultaneous displays say the same things. */
import { expect, test } from 'vitest';
import english from '../../../src/simul/words/en.json';
import french from '../../../src/simul/words/fr.json';

test('both languages have the same keys in the same order, and the same values to fill in', () => {
  expect(Object.keys(french)).toEqual(Object.keys(english));
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(english) as (keyof typeof english)[]) {
    expect(holes(french[key]), key).toEqual(holes(english[key]));
    expect(french[key], key).not.toMatch(/[^\u00a0][:;!?]|'/);
  }
});

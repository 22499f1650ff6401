/** Singular, plural and digits, compared with the tables of Unicode that the browser has. */
import { expect, test } from 'vitest';
import { formatCount, isSingular } from '../../../src/messages/counts';

const NUMBERS = [0, 1, -1, 1.5, -1.5, 1.99, 2, 2.5, -2, 3, 11, 21, 101, 999, -999, 1000, 12_345.5, 1_000_000];

test.each(['fr', 'en'] as const)('%s counts as Unicode says', (language) => {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  for (const n of NUMBERS) {
    expect([n, isSingular(language, n), formatCount(language, n)]).toEqual([n, rules.select(n) === 'one', format.format(n)]);
  }
});

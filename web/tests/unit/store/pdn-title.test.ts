/** Titles in PDN. */
import { expect, it } from 'vitest';
import { groupIn, withGroup, withTitle } from '../../../src/store/pdn-title';

const PDN = '[Event "?"]\n[White "You"]\n\n1. 32-28 *\n';

it('the title replaces the Event tag', () => {
  expect(withTitle(PDN, 'Final')).toBe(PDN.replace('?', 'Final'));
});

it('the Event tag is put first if there was none', () => {
  expect(withTitle('[White "You"]\n\n*\n', 'Final')).toBe('[Event "Final"]\n[White "You"]\n\n*\n');
});

it('quotes, backslashes, dollars and line breaks are escaped', () => {
  expect(withTitle(PDN, 'a "b"\\ $& \n c')).toContain('[Event "a \\"b\\"\\\\ $& c"]\n');
  expect(withTitle(withTitle(PDN, 'a "b"'), 'c')).toBe(PDN.replace('?', 'c'));
});

it('the group tag is set and removed', () => {
  const grouped = withGroup(PDN, 'Cup "A"');
  expect(grouped).toBe('[Event "?"]\n[Group "Cup \\"A\\""]\n[White "You"]\n\n1. 32-28 *\n');
  expect(groupIn(grouped)).toBe('Cup "A"');
  expect(withGroup(grouped, 'B')).toBe(grouped.replace('Cup \\"A\\"', 'B'));
  expect(withGroup(grouped, '')).toBe(PDN);
  expect(groupIn(PDN)).toBe('');
  const said = `${PDN}\n{\n[Group "no tag"]\n}`;
  expect([groupIn(said), withGroup(said, '')]).toEqual(['', said]);
});

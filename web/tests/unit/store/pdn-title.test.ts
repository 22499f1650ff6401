/** Titles in PDN. */
import { expect, it } from 'vitest';
import { groupIn, withGroup, withTitle } from '../../../src/store/pdn-title';

const PDN = '[Event "?"]\n[White "You"]\n\n1. 32-28 *\n';

it('stands in the place of the event that the game had', () => {
  expect(withTitle(PDN, 'Final')).toBe(PDN.replace('?', 'Final'));
});

it('comes first where there was none', () => {
  expect(withTitle('[White "You"]\n\n*\n', 'Final')).toBe('[Event "Final"]\n[White "You"]\n\n*\n');
});

it('keeps quotes, backslashes, dollars and line ends from breaking the tag', () => {
  expect(withTitle(PDN, 'a "b"\\ $& \n c')).toContain('[Event "a \\"b\\"\\\\ $& c"]\n');
  expect(withTitle(withTitle(PDN, 'a "b"'), 'c')).toBe(PDN.replace('?', 'c'));
});

it('has the group of a game, and loses it again', () => {
  const grouped = withGroup(PDN, 'Cup "A"');
  expect(grouped).toBe('[Event "?"]\n[Group "Cup \\"A\\""]\n[White "You"]\n\n1. 32-28 *\n');
  expect(groupIn(grouped)).toBe('Cup "A"');
  expect(withGroup(grouped, 'B')).toBe(grouped.replace('Cup \\"A\\"', 'B'));
  expect(withGroup(grouped, '')).toBe(PDN);
  expect(groupIn(PDN)).toBe('');
  const said = `${PDN}\n{\n[Group "no tag"]\n}`;
  expect([groupIn(said), withGroup(said, '')]).toEqual(['', said]);
});

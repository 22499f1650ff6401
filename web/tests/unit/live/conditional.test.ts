import { describe, expect, it } from 'vitest';
import { linesOf, withLine, withoutLine, type ConditionalTree } from '../../../src/features/live/conditional';

const lines = (tree: ConditionalTree): string[] => linesOf(tree).map((line) => line.join(' '));
const grown = (...texts: string[]): ConditionalTree => texts.reduce<ConditionalTree>((tree, text) => withLine(tree, text.split(' ')), []);

describe('conditional moves', () => {
  it('share their common beginnings', () => {
    const tree = grown('19-23 28x19 14x23 37-32', '19-23 28x19 13x24 31-26', '20-24 31-26');
    expect(tree.length).toBe(2);
    expect(lines(tree)).toEqual(['19-23 28x19 14x23 37-32', '19-23 28x19 13x24 31-26', '20-24 31-26']);
  });

  it('a new reply to a move replaces the old one with its continuation', () => {
    const tree = grown('19-23 28x19 14x23 37-32', '19-23 33-29');
    expect(lines(tree)).toEqual(['19-23 33-29']);
    expect(lines(withLine(tree, ['20-24', '31-26', '15-20']))).toEqual(['19-23 33-29', '20-24 31-26']);
    expect(withLine(tree, ['20-24'])).toBe(tree);
    expect(lines(grown('19-23 28x19 14x23 37-32', '19-23 28x19'))).toEqual(['19-23 28x19 14x23 37-32']);
  });

  it('deleting a line removes the moves that lead to no other line', () => {
    const tree = grown('19-23 28x19 14x23 37-32', '19-23 28x19 13x24 31-26', '20-24 31-26');
    const first = withoutLine(tree, '19-23 28x19 14x23 37-32'.split(' '));
    expect(lines(first)).toEqual(['19-23 28x19 13x24 31-26', '20-24 31-26']);
    const second = withoutLine(first, '19-23 28x19 13x24 31-26'.split(' '));
    expect(lines(second)).toEqual(['20-24 31-26']);
    expect(withoutLine(second, ['20-24', '31-26'])).toEqual([]);
    expect(withoutLine(second, ['20-24', '32-28'])).toEqual(second);
  });
});

/** Finding squares by their numbers. */
import { describe, expect, it } from 'vitest';
import { drill } from '../../src/pages/coordinates/drill';

const SQUARES = [1, 2, 3, 4];

describe('the drill', () => {
  it('counts a square that was found, and never asks for the same twice in a row', () => {
    let round = drill(SQUARES, 0.99);
    expect(round.wanted).toBe(4);
    for (const lot of [0, 0.5, 0.99, 0.3, 1]) {
      const before = round.wanted;
      round = round.touched(before, lot);
      expect(round.wanted).not.toBe(before);
      expect(SQUARES).toContain(round.wanted);
    }
    expect(round.found).toBe(5);
  });

  it('stays with a square that was missed, and tells which was touched', () => {
    const round = drill(SQUARES, 0).touched(3, 0.5);
    expect([round.wanted, round.found, round.missed]).toEqual([1, 0, 3]);
    expect(round.touched(1, 0).missed).toBeNull();
  });
});

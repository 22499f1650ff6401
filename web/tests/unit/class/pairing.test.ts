/** Who plays whom in a class, and with which colour. */
import { describe, expect, it } from 'vitest';
import { named } from '../../../src/class/file';
import { pairedUp, type Met } from '../../../src/class/pairing';

/** A lot of its own for each test, and the same at each run. */
function lot(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const NAMES = ['fox', 'owl', 'bee', 'cat', 'wolf', 'frog', 'duck', 'lion'];
const met = (pairs: readonly [string, string][]): Met[] => pairs.map(([white, black]) => ({ white, black }));
const together = ({ white, black }: Met): string => [white, black].sort().join(' ');

describe('pairs of a class', () => {
  it('are made of all who are free, and one is left over of an odd number', () => {
    for (let seed = 1; seed < 50; seed += 1) {
      for (const names of [NAMES, NAMES.slice(0, 7), NAMES.slice(0, 2)]) {
        const { pairs, left } = pairedUp(names, lot(seed));
        expect([...pairs.flat(), ...(left === null ? [] : [left])].sort()).toEqual([...names].sort());
        expect(left === null).toBe(names.length % 2 === 0);
      }
    }
    expect(pairedUp([], () => 0)).toEqual({ pairs: [], left: null });
    expect(pairedUp(['fox'], () => 0)).toEqual({ pairs: [], left: 'fox' });
  });

  it('have not met before, as long as that can be', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const draw = lot(seed);
      let before: Met[] = [];
      for (let round = 0; round < 4; round += 1) before = [...before, ...met(pairedUp(NAMES, draw, before).pairs)];
      expect(new Set(before.map(together)).size, `seed ${seed}`).toBe(16);
    }
    // Three who are left to meet in one way only.
    const before = met([['fox', 'owl'], ['bee', 'cat'], ['fox', 'bee'], ['owl', 'cat']]);
    const { pairs } = pairedUp(['fox', 'owl', 'bee', 'cat'], lot(5), before);
    expect(met(pairs).map(together).sort()).toEqual(['bee owl', 'cat fox']);
    // Two alone meet again, also for the third time.
    expect(pairedUp(['fox', 'owl'], lot(5), met([['fox', 'owl'], ['owl', 'fox']])).pairs).toHaveLength(1);
  });

  it('give each White and Black in turn', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const draw = lot(seed);
      const before: Met[] = [];
      for (let round = 0; round < 6; round += 1) before.push(...met(pairedUp(['fox', 'owl'], draw, before).pairs));
      expect(before.map(({ white }, n) => white === before[0]?.white === (n % 2 === 0))).toEqual(before.map(() => true));
    }
    // Whoever has had White less has it now, whoever has had Black last where both have had it as often.
    expect(pairedUp(['fox', 'owl'], lot(1), met([['fox', 'bee'], ['cat', 'owl']])).pairs).toEqual([['owl', 'fox']]);
    const even = met([['fox', 'bee'], ['cat', 'owl'], ['bee', 'fox'], ['owl', 'cat']]);
    expect(pairedUp(['fox', 'owl'], lot(1), even).pairs).toEqual([['fox', 'owl']]);
  });

  it('leave over whoever has played most', () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const draw = lot(seed);
      const names = NAMES.slice(0, 5);
      const before: Met[] = [];
      const left: (string | null)[] = [];
      for (let round = 0; round < 5; round += 1) {
        const paired = pairedUp(names, draw, before);
        before.push(...met(paired.pairs));
        left.push(paired.left);
      }
      expect([...left].sort(), `seed ${seed}`).toEqual([...names].sort());
    }
  });
});

describe('the file of a class', () => {
  it('calls the players in the language of the page', () => {
    const pdn = '[Event "Class"]\n[White "fox"]\n[Black "owl"]\n\n1. 32-28 {[White "fox"]} *\n';
    expect(named(pdn, (animal) => ({ fox: 'renard', owl: 'hibou' })[animal] ?? '')).toBe('[Event "Class"]\n[White "renard"]\n[Black "hibou"]\n\n1. 32-28 {[White "fox"]} *\n');
  });
});

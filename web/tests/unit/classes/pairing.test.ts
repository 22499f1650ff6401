/** The pairing of a class, and the colours. */
import { describe, expect, it } from 'vitest';
import { named } from '../../../src/features/classes/file';
import { COMPUTER } from '../../../src/features/classes/computer';
import { pairedUp, playsWhite, type PastPairing } from '../../../src/features/classes/pairing';

/** A random generator of each test, with a fixed seed. */
function lot(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const NAMES = ['fox', 'owl', 'bee', 'cat', 'wolf', 'frog', 'duck', 'lion'];
const met = (pairs: readonly [string, string][], begun_ms = 1): PastPairing[] => pairs.map(([white, black]) => ({ white, black, begun_ms }));
const together = ({ white, black }: PastPairing): string => [white, black].sort().join(' ');

describe('the pairing of a class', () => {
  it('pairs all free pupils, with one left over of an odd number', () => {
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

  it('avoids repeated opponents as long as possible', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const draw = lot(seed);
      let before: PastPairing[] = [];
      for (let round = 0; round < 4; round += 1) before = [...before, ...met(pairedUp(NAMES, draw, before).pairs, round)];
      expect(new Set(before.map(together)).size, `seed ${seed}`).toBe(16);
    }
    // Three pupils can be paired in only one new way.
    const before = met([['fox', 'owl'], ['bee', 'cat'], ['fox', 'bee'], ['owl', 'cat']]);
    const { pairs } = pairedUp(['fox', 'owl', 'bee', 'cat'], lot(5), before);
    expect(met(pairs).map(together).sort()).toEqual(['bee owl', 'cat fox']);
    // Two pupils alone meet again, also for the third time.
    expect(pairedUp(['fox', 'owl'], lot(5), met([['fox', 'owl'], ['owl', 'fox']])).pairs).toHaveLength(1);
  });

  it('alternates colours', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const draw = lot(seed);
      const before: PastPairing[] = [];
      for (let round = 0; round < 6; round += 1) before.push(...met(pairedUp(['fox', 'owl'], draw, before).pairs, round));
      expect(before.map(({ white }, n) => white === before[0]?.white === (n % 2 === 0))).toEqual(before.map(() => true));
    }
    // White goes to the pupil who had it less often, and on equality to the one who had Black last.
    expect(pairedUp(['fox', 'owl'], lot(1), met([['fox', 'bee'], ['cat', 'owl']])).pairs).toEqual([['owl', 'fox']]);
    const even = met([['fox', 'bee'], ['cat', 'owl'], ['bee', 'fox'], ['owl', 'cat']]);
    expect(pairedUp(['fox', 'owl'], lot(1), even).pairs).toEqual([['fox', 'owl']]);
  });

  it('leaves over the pupil with most games', () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const draw = lot(seed);
      const names = NAMES.slice(0, 5);
      const before: PastPairing[] = [];
      const left: (string | null)[] = [];
      for (let round = 0; round < 5; round += 1) {
        const paired = pairedUp(names, draw, before);
        before.push(...met(paired.pairs, round));
        left.push(paired.left);
      }
      expect([...left].sort(), `seed ${seed}`).toEqual([...names].sort());
    }
  });
});

describe('the pupil left over', () => {
  /** Simulates rounds in which pupils come late or leave for a while, and the pupil left over plays the engine or sits out. */
  function rounds(seed: number, withComputer: boolean): string[] {
    const draw = lot(seed);
    const before: PastPairing[] = met([['fox', 'owl'], ['owl', 'fox'], ['fox', 'bee']], 0);
    const left: string[] = [];
    for (let round = 1; round <= 12; round += 1) {
      const away = draw(2) === 1 ? NAMES.slice(5, 7) : [];
      const names = NAMES.slice(0, 7).filter((name) => !away.includes(name));
      const paired = pairedUp(names, draw, before);
      before.push(...met(paired.pairs, round));
      left.push(paired.left!);
      if (withComputer) before.push(...met([playsWhite(paired.left!, draw, before) ? [paired.left!, COMPUTER] : [COMPUTER, paired.left!]], round));
    }
    return left;
  }

  it('is not the same pupil twice in a row, with the computer and without it', () => {
    for (let seed = 1; seed < 60; seed += 1) {
      for (const withComputer of [true, false]) {
        const left = rounds(seed, withComputer);
        expect(left.filter((name, n) => name === left[n - 1]), `seed ${seed} ${withComputer}: ${left.join(' ')}`).toEqual([]);
        // Every pupil plays, and none is left over each time.
        const often = NAMES.slice(0, 5).map((name) => left.filter((it) => it === name).length);
        expect(Math.max(...often) - Math.min(...often), `seed ${seed} ${withComputer}: ${left.join(' ')}`).toBeLessThanOrEqual(4);
      }
    }
  });

  it('is the one who has played the computer least, of those who have played as much', () => {
    const before = [...met([['fox', 'owl'], ['bee', 'cat']], 1), ...met([['wolf', COMPUTER]], 1), ...met([['fox', 'bee'], ['cat', 'wolf']], 2), ...met([[COMPUTER, 'owl']], 2)];
    for (let seed = 1; seed < 30; seed += 1) {
      // The owl played the computer last; of the others the wolf has played one game less with pupils.
      expect(['fox', 'bee', 'cat']).toContain(pairedUp(['fox', 'owl', 'bee', 'cat', 'wolf'], lot(seed), before).left);
    }
    const even = [...met([['fox', 'owl']], 1), ...met([['bee', COMPUTER]], 1), ...met([['bee', 'owl']], 2), ...met([['fox', COMPUTER]], 2), ...met([['bee', 'fox']], 3)];
    for (let seed = 1; seed < 30; seed += 1) expect(pairedUp(['fox', 'owl', 'bee'], lot(seed), [...even, ...met([['fox', COMPUTER]], 4)]).left).toBe('bee');
  });

  it('alternates colours against the computer', () => {
    expect(playsWhite('fox', lot(1), met([['owl', 'fox']]))).toBe(true);
    expect(playsWhite('fox', lot(1), met([['fox', 'owl']]))).toBe(false);
    expect(playsWhite('fox', lot(1), [...met([['fox', COMPUTER]], 1), ...met([['bee', 'fox']], 2)])).toBe(true);
    expect(playsWhite('fox', lot(1), [...met([['bee', 'fox']], 1), ...met([['fox', COMPUTER]], 2), ...met([['owl', 'bee']], 3)])).toBe(false);
    const drawn = Array.from({ length: 20 }, (_, n) => playsWhite('fox', lot(n + 1)));
    expect(new Set(drawn).size).toBe(2);
  });
});

describe('the file of a class', () => {
  it('has the names of the players in the language of the page', () => {
    const pdn = '[Event "Class"]\n[White "fox"]\n[Black "owl"]\n\n1. 32-28 {[White "fox"]} *\n';
    expect(named(pdn, (animal) => ({ fox: 'renard', owl: 'hibou' })[animal] ?? '')).toBe('[Event "Class"]\n[White "renard"]\n[Black "hibou"]\n\n1. 32-28 {[White "fox"]} *\n');
  });
});

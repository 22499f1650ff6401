import { describe, expect, it } from 'vitest';
import { share } from '../../src/play/analyst.svelte';
import { acceptsDraw, turned } from '../../src/play/draw';

describe('a draw offered to the computer', () => {
  it.each([
    [{ hundredths: 80 }, 8, false, 'it stands better'],
    [{ hundredths: 0 }, 30, false, 'even, but there is much to play for'],
    [{ hundredths: 10 }, 8, true, 'even, and the ending is near'],
    [{ hundredths: -60 }, 34, true, 'it stands worse'],
    [{ win: 9 }, 6, false, 'it wins'],
    [{ loss: 9 }, 30, true, 'it loses'],
  ])('%o with %i pieces: %s, since %s', (score, pieces, expected, _why) => {
    expect(acceptsDraw(score, pieces)).toBe(expected);
  });

  it('is looked at from its own side', () => {
    expect(turned({ hundredths: 40 })).toEqual({ hundredths: -40 });
    expect(turned({ win: 3 })).toEqual({ loss: 3 });
    expect(turned(turned({ loss: 5 }))).toEqual({ loss: 5 });
  });
});

describe('the evaluation bar', () => {
  it('grows with the score and is full only for a win', () => {
    const shares = [-900, -200, -50, 0, 50, 200, 900].map((hundredths) => share({ hundredths }));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[3]).toBe(0.5);
    expect(Math.max(...shares)).toBeLessThan(1);
    expect(share({ win: 4 })).toBe(1);
    expect(share({ loss: 4 })).toBe(0);
  });
});

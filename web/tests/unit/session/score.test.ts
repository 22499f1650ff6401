/** Scores as numbers. */
import { describe, expect, it } from 'vitest';
import { forWhite, share, turned } from '../../../src/session/score';

describe('a score', () => {
  it('changes its sign with the point of view', () => {
    expect(turned({ hundredths: 40 })).toEqual({ hundredths: -40 });
    expect(turned({ win: 3 })).toEqual({ loss: 3 });
    expect(turned(turned({ loss: 5 }))).toEqual({ loss: 5 });
    expect(turned({ known_win: 3 })).toEqual({ known_loss: 3 });
    expect(forWhite({ known_loss: 0 }, 'black')).toEqual({ known_win: 0 });
    expect(forWhite({ hundredths: 40 }, 'black')).toEqual({ hundredths: -40 });
    expect(forWhite({ win: 2 }, 'white')).toEqual({ win: 2 });
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
    expect(share({ known_win: 4 })).toBe(1);
    expect(share({ known_loss: 4 })).toBe(0);
  });
});

/** How long the computer waits before it moves. */
import { describe, expect, it } from 'vitest';
import { LEAST, pauseBefore } from '../../../src/session/pause';

const session = (moves: number, ply: number, clock: object | null = null): Parameters<typeof pauseBefore>[0] =>
  ({ live: { moves: Array.from({ length: moves }), ply }, clock }) as unknown as Parameters<typeof pauseBefore>[0];

describe('the pause before a move of the computer', () => {
  it('is shortest by default and with a running clock', () => {
    expect(pauseBefore(session(12, 30), false, 1)).toBe(LEAST);
    expect(pauseBefore(session(12, 30, {}), true, 1)).toBe(LEAST);
  });

  it('is short for a forced move, longer with many choices, and limited', () => {
    const [forced, few, many] = [1, 4, 12].map((moves) => pauseBefore(session(moves, 30), true, 0.5));
    expect(forced).toBeLessThan(few!);
    expect(few).toBeLessThan(many!);
    for (let lot = 0; lot <= 1; lot += 0.1) {
      const pause = pauseBefore(session(40, 60), true, lot);
      expect(pause).toBeGreaterThanOrEqual(LEAST);
      expect(pause).toBeLessThanOrEqual(2_600);
    }
  });
});

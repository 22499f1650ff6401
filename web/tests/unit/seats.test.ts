/** The lot that gives one of two people White. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { drawn, seated, UNSEATED } = await import('../../src/pages/seats');

describe('the lot', () => {
  it('is the generator’s, and gives White to either', () => {
    const dice = vi.spyOn(crypto, 'getRandomValues');
    dice.mockImplementation((array) => ((array as Uint8Array).fill(4), array));
    expect(drawn(UNSEATED).white).toBe(0);
    dice.mockImplementation((array) => ((array as Uint8Array).fill(7), array));
    expect(drawn(UNSEATED).white).toBe(1);
    dice.mockRestore();
  });

  it('is drawn once', () => {
    expect(drawn({ names: ['Awa', 'Piet'], white: 1 }).white).toBe(1);
  });

  it('seats both by name, or by number where they gave none', () => {
    expect(seated({ names: [' Awa ', 'Piet'], white: 1 })).toEqual(['Piet', 'Awa']);
    expect(seated(UNSEATED)).toEqual(['Player 1', 'Player 2']);
  });
});

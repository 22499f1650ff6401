/** The draw that gives one of two people White. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { drawColours, namesByColour, UNDRAWN } = await import('../../../src/setup/pairing');

describe('the draw of colours', () => {
  it('uses the browser’s random generator and can give White to either', () => {
    const dice = vi.spyOn(crypto, 'getRandomValues');
    dice.mockImplementation((array) => ((array as Uint8Array).fill(4), array));
    expect(drawColours(UNDRAWN).white).toBe(0);
    dice.mockImplementation((array) => ((array as Uint8Array).fill(7), array));
    expect(drawColours(UNDRAWN).white).toBe(1);
    dice.mockRestore();
  });

  it('is done once', () => {
    expect(drawColours({ names: ['Awa', 'Piet'], white: 1 }).white).toBe(1);
  });

  it('uses the names of the players, or numbers without names', () => {
    expect(namesByColour({ names: [' Awa ', 'Piet'], white: 1 })).toEqual(['Piet', 'Awa']);
    expect(namesByColour(UNDRAWN)).toEqual(['Player 1', 'Player 2']);
  });
});

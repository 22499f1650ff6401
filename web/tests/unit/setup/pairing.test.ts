/** The lot that gives one of two people White. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { drawLot, namesByColour, UNDRAWN } = await import('../../../src/setup/pairing');

describe('the lot', () => {
  it('is the generator’s, and gives White to either', () => {
    const dice = vi.spyOn(crypto, 'getRandomValues');
    dice.mockImplementation((array) => ((array as Uint8Array).fill(4), array));
    expect(drawLot(UNDRAWN).white).toBe(0);
    dice.mockImplementation((array) => ((array as Uint8Array).fill(7), array));
    expect(drawLot(UNDRAWN).white).toBe(1);
    dice.mockRestore();
  });

  it('is drawn once', () => {
    expect(drawLot({ names: ['Awa', 'Piet'], white: 1 }).white).toBe(1);
  });

  it('names both as they wrote it, or by number where they gave none', () => {
    expect(namesByColour({ names: [' Awa ', 'Piet'], white: 1 })).toEqual(['Piet', 'Awa']);
    expect(namesByColour(UNDRAWN)).toEqual(['Player 1', 'Player 2']);
  });
});

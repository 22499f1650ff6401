/** The names of the players in a class game. */
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { namesAt } = await import('../../../src/features/classes/animals');

describe('the players of a game of the class', () => {
  it('have the names of their animals', () => {
    expect(namesAt('fox', { side: 'white', against: 'owl', level: null })).toEqual({ white: 'Fox', black: 'Owl' });
    expect(namesAt('fox', { side: 'black', against: 'owl', level: null })).toEqual({ white: 'Owl', black: 'Fox' });
    expect(namesAt('fox', { side: 'black', against: 'computer', level: 2 })).toEqual({ white: 'Computer (level 2)', black: 'Fox' });
  });
});

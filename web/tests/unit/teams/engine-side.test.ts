/** Which side of a game of teams is the computer's. */
import { expect, it } from 'vitest';
import { houseOf, playersWith } from '../../../src/features/teams/engine-side';

it('is the one that the settings give to it', () => {
  for (const side of ['white', 'black'] as const) {
    const house = { side, level: 7 };
    expect(houseOf(playersWith(house))).toEqual(house);
    expect(playersWith(house)[side]).toEqual({ kind: 'computer', level: 7 });
    expect(playersWith(house)[side === 'white' ? 'black' : 'white']).toEqual({ kind: 'person', name: '' });
  }
});

it('is none where people come to both, or a server of before tells no players', () => {
  expect(houseOf(playersWith(null))).toBeNull();
  expect(houseOf({})).toBeNull();
});

/** The engine's side of a team match. */
import { expect, it } from 'vitest';
import { engineSideOf, playersWith } from '../../../src/features/teams/engine-side';

it('the engine has the side that the settings give to it', () => {
  for (const side of ['white', 'black'] as const) {
    const engine = { side, level: 7 };
    expect(engineSideOf(playersWith(engine))).toEqual(engine);
    expect(playersWith(engine)[side]).toEqual({ kind: 'computer', level: 7 });
    expect(playersWith(engine)[side === 'white' ? 'black' : 'white']).toEqual({ kind: 'person', name: '' });
  }
});

it('the engine has no side if people play both', () => {
  expect(engineSideOf(playersWith(null))).toBeNull();
});

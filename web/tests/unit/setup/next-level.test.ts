/** The next opponent after two wins. */
import { describe, expect, it } from 'vitest';
import { nextLevel } from '../../../src/setup/next-level';
import type { LocalGame } from '../../../src/store/local-game';

describe('the next opponent', () => {
  const game = (level: number | null, winner: 'white' | 'black' | null, ended = true): LocalGame =>
    ({
      deleted_ms: null,
      record: {
        ending: ended ? { winner } : null,
        settings: { white: { kind: 'person', name: '' }, black: level === null ? { kind: 'person', name: '' } : { kind: 'computer', level } },
      },
    }) as unknown as LocalGame;

  it('comes after two wins in a row at one level', () => {
    expect(nextLevel([game(2, 'white'), game(2, 'white')])).toBe(3);
    expect(nextLevel([game(2, 'white'), game(2, 'white', false), game(null, 'black'), game(2, 'white')])).toBe(3);
    expect(nextLevel([game(2, 'white')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(1, 'white')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(2, 'black')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(2, null)])).toBeNull();
    expect(nextLevel([game(10, 'white'), game(10, 'white')])).toBeNull();
  });
});

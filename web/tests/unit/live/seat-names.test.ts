/** The names of the players on a device if the server has none. */
import { describe, expect, it } from 'vitest';
import { swapped, withNames } from '../../../src/features/live/seat-names';
import type { GameRecord, Player } from '../../../src/rules/model';

const person = (name: string): Player => ({ kind: 'person', name });
const record = (white: Player, black: Player): GameRecord => ({ variant: 'international', acts: [], settings: { white, black } }) as unknown as GameRecord;
const NAMES = { white: 'Fox', black: 'Owl' };

describe('the players of a game', () => {
  it('have the names known on this device if the server has none', () => {
    const plain = record(person(''), person(''));
    expect(withNames(plain, NAMES).settings).toEqual({ white: person('Fox'), black: person('Owl') });
    expect(plain.settings.white).toEqual(person('')); // the settings from the server are not changed
  });

  it('keep the names from the server', () => {
    const computer: Player = { kind: 'computer', level: 3 };
    expect(withNames(record(person('Awa'), computer), NAMES).settings).toEqual({ white: person('Awa'), black: computer });
    const plain = record(person(''), person(''));
    expect(withNames(plain, null)).toBe(plain);
  });

  it('swap colours together with their names', () => {
    expect([swapped(NAMES), swapped(null)]).toEqual([{ white: 'Owl', black: 'Fox' }, null]);
  });
});

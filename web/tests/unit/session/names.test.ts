/** Several people taking turns at one side of a device. */
import { describe, expect, it, vi } from 'vitest';
import type { Side } from '../../../src/rules/model';

vi.stubGlobal('navigator', { languages: ['en'] });
const { isSeveral, memberOnMove } = await import('../../../src/session/names');

/** The name of the player to move at each ply. */
function movers(names: Record<Side, string>, first: Side, plies: number): (string | null)[] {
  const other: Side = first === 'white' ? 'black' : 'white';
  return Array.from({ length: plies }, (_, ply) => {
    const turn = ply % 2 === 0 ? first : other;
    return memberOnMove(names[turn], turn, turn, ply);
  });
}

describe('several names at one side', () => {
  it('move one after another, whichever side begins', () => {
    const names = { white: 'Awa & Piet', black: 'Jan & Eva & Moussa' };
    expect(movers(names, 'white', 8)).toEqual(['Awa', 'Jan', 'Piet', 'Eva', 'Awa', 'Moussa', 'Piet', 'Jan']);
    expect(movers(names, 'black', 4)).toEqual(['Jan', 'Awa', 'Eva', 'Piet']);
  });

  it('show the next player while the other side is to move', () => {
    expect(memberOnMove('Awa & Piet', 'white', 'black', 1)).toBe('Piet');
    expect(memberOnMove('Jan & Eva', 'black', 'white', 2)).toBe('Eva');
  });

  it('have no turn order if there is one name', () => {
    for (const name of ['Awa', 'A&B', 'Awa &', '', '& Awa']) expect(memberOnMove(name, 'white', 'white', 0)).toBeNull();
  });
});

it('a side of several people is called by their names', () => {
  expect(['Awa & Zoé & awa', 'Awa & Piet', 'Awa', '', 'R&D'].map(isSeveral)).toEqual([true, true, false, false, false]);
});

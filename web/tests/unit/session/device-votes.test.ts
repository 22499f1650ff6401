/** Who of several people at one device acts, and what their votes come to. */
import { describe, expect, it } from 'vitest';
import { acting, counted, elected, turnsOf, type DeviceVote } from '../../../src/session/device-votes';

const ballot = (member: number, move: string): DeviceVote => ({ member, act: { act: 'move', side: 'white', move, at_ms: member }, before: [], ending: null });

describe('several people at one device', () => {
  it('have the device one after another, by their captain, or until all have voted', () => {
    expect([0, 1, 2, 3].map((turn) => acting('in-turn', 3, turn, []))).toEqual([0, 1, 2, 0]);
    expect([0, 1, 2, 3].map((turn) => acting('captain', 3, turn, []))).toEqual([0, 0, 0, 0]);
    expect(acting('vote', 3, 5, [])).toBe(0);
    expect(acting('vote', 3, 5, [ballot(0, '32-28')])).toBe(1);
    expect(acting('vote', 3, 5, [ballot(0, '32-28'), ballot(2, '32-28')])).toBe(1);
  });

  it('decide by more than half at once, and by most votes once all have voted', () => {
    const [a, b, c] = [ballot(0, '32-28'), ballot(1, '31-27'), ballot(2, '33-28')];
    expect(elected(3, [])).toBeNull();
    expect(elected(3, [a])).toBeNull();
    expect(elected(3, [a, b])).toBeNull();
    expect(elected(3, [a, ballot(1, '32-28')])?.act.move).toBe('32-28');
    expect(elected(2, [a])).toBeNull();
    // Of equally many, the one that had so many first.
    expect(elected(3, [a, b, c])?.act.move).toBe('32-28');
    expect(elected(4, [b, a, ballot(2, '32-28'), ballot(3, '31-27')])?.act.move).toBe('32-28');
  });

  it('see the votes counted, most first', () => {
    const piles = counted([ballot(0, '31-27'), ballot(1, '32-28'), ballot(2, '32-28')]);
    expect(piles.map((pile) => [pile[0]?.act.move, pile.map(({ member }) => member)])).toEqual([
      ['32-28', [1, 2]],
      ['31-27', [0]],
    ]);
  });

  it('have made as many moves as stand for their side, whichever side began', () => {
    expect([0, 1, 2, 3].map((ply) => turnsOf('white', ply % 2 === 0 ? 'white' : 'black', ply))).toEqual([0, 1, 1, 2]);
    expect([0, 1, 2, 3].map((ply) => turnsOf('black', ply % 2 === 0 ? 'white' : 'black', ply))).toEqual([0, 0, 1, 1]);
  });
});

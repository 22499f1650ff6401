/** How each side of a team match decides, with unequal clocks. */
import { describe, expect, it } from 'vitest';
import { conductOf, correspondenceSides, decidingOf, membersMoveInTurn, votesToTime } from '../../../src/features/teams/deciding';
import type { ClockSettings } from '../../../src/rules/model';

const BLITZ: ClockSettings = { initial_ms: 300_000, increment_ms: 3_000 };
const DAYS: ClockSettings = { initial_ms: 86_400_000, increment_ms: 86_400_000, bonus: 'delay' };
const WITHIN = { board: 30, days: 21_600 };

describe('the votes of a side', () => {
  it('are timed by its own clock', () => {
    expect(correspondenceSides(null, null)).toEqual({ white: false, black: false });
    expect(correspondenceSides(DAYS, null)).toEqual({ white: true, black: true });
    expect(correspondenceSides(BLITZ, DAYS)).toEqual({ white: false, black: true });
    expect(correspondenceSides(DAYS, BLITZ)).toEqual({ white: true, black: false });
    // Without a clock neither side has one, whatever Black's own clock was set to.
    expect(correspondenceSides(null, DAYS)).toEqual({ white: false, black: false });
  });

  it('have a time limit to choose if the side votes', () => {
    const mixed = { white: false, black: true };
    expect(votesToTime({ white: 'vote', black: 'vote' }, mixed)).toEqual({ board: true, days: true });
    expect(votesToTime({ white: 'vote', black: 'captain' }, mixed)).toEqual({ board: true, days: false });
    expect(votesToTime({ white: 'in-turn', black: 'vote' }, mixed)).toEqual({ board: false, days: true });
    expect(votesToTime({ white: 'in-turn', black: 'captain' }, mixed)).toEqual({ board: false, days: false });
  });

  it('are sent to the server with that time limit', () => {
    expect(decidingOf('vote', false, WITHIN)).toEqual({ way: 'vote', within_s: 30 });
    expect(decidingOf('vote', true, WITHIN)).toEqual({ way: 'vote', within_s: 21_600 });
    expect(decidingOf('captain', true, WITHIN)).toEqual({ way: 'captain' });
  });
});

describe('the conduct rules of a team match', () => {
  const all = { touched_is_played: true, released_stands: true, irregular_moves: true, colours_by_lot: false, offers_from_move: 40 };

  it('all apply if one member at a time plays for each side', () => {
    const ways = { white: 'captain', black: 'in-turn' } as const;
    expect(membersMoveInTurn(ways)).toBe(true);
    expect(conductOf(ways, all)).toEqual(all);
  });

  it('exclude touch-move and irregular moves if a side votes', () => {
    const ways = { white: 'captain', black: 'vote' } as const;
    expect(membersMoveInTurn(ways)).toBe(false);
    expect(conductOf(ways, all)).toEqual({ ...all, touched_is_played: false, irregular_moves: false });
  });
});

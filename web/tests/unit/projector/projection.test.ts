/** The projector: its steps, its keys and the counted votes. */
import { describe, expect, it } from 'vitest';
import {
  blanked, commandOf, follows, passes, projected, raised, shown, stepped, steppedBack, tried, turnedTo, upcoming, voting,
} from '../../../src/features/projector/projection';

const SHOT = { fen: 'W:W28,29,32,37:B8,9,10,18,19', moves: ['28-23', '19x28', '32x5'], words: '' };
const OPEN = { fen: 'W:W28:B23', moves: [], words: 'What now?' };
const begun = () => projected([SHOT]);

describe('the projector', () => {
  it('hides the solution and shows it move by move', () => {
    let at = begun();
    expect(at.line).toEqual([]);
    for (const move of ['28-23', '19x28', '32x5']) {
      expect(upcoming(at)).toBe(move);
      at = stepped(at);
    }
    expect(at.line).toEqual(SHOT.moves);
    expect(upcoming(at)).toBeNull();
    expect(stepped(at)).toBe(at);
    expect(steppedBack(at).line).toEqual(['28-23', '19x28']);
    expect(steppedBack(begun()).line).toEqual([]);
  });

  it('allows another move to be tried and taken back', () => {
    const other = tried(begun(), '32-27');
    expect(follows(other)).toBe(false);
    expect(upcoming(other)).toBeNull();
    expect(follows(steppedBack(other))).toBe(true);
    expect(upcoming(tried(begun(), '28-23'))).toBe('19x28');
  });

  it('uses the same keys for the next and the previous position', () => {
    let at = projected([SHOT, OPEN, SHOT]);
    expect(passes(at)).toBe(false);
    for (const _ of SHOT.moves) at = stepped(at);
    expect(passes(at)).toBe(true);
    at = stepped(at);
    expect([at.at, at.line, shown(at)]).toEqual([1, [], OPEN]);
    // Without a solution the next position follows at once.
    expect(passes(at)).toBe(true);
    // A move that was tried is taken back first.
    expect(passes(tried(at, '28x19'))).toBe(false);
    expect(stepped(tried(at, '28x19')).at).toBe(1);
    at = stepped(at);
    expect([at.at, passes(at)]).toEqual([2, false]);
    expect(steppedBack(at).at).toBe(1);
    expect(steppedBack(steppedBack(at))).toEqual(projected([SHOT, OPEN, SHOT]));
    expect(turnedTo(at, 3)).toBe(at);
    expect(turnedTo(at, -1)).toBe(at);
    expect(turnedTo(voting(tried(at, '32-27')), 0)).toEqual(projected([SHOT, OPEN, SHOT]));
    expect([projected([SHOT, OPEN], 7).at, projected([SHOT, OPEN], -2).at]).toEqual([1, 0]);
  });

  it('leaves the dark screen before it goes on', () => {
    const dark = blanked(begun());
    expect(dark.blank).toBe(true);
    expect(stepped(dark)).toEqual(begun());
    expect(steppedBack(dark)).toEqual(begun());
  });

  it('counts votes, never below zero, and clears them at the end of the vote', () => {
    let at = voting(begun());
    at = raised(raised(at, '28-23', 1), '28-23', 1);
    at = raised(at, '29-24', -1);
    expect(at.hands).toEqual({ '28-23': 2, '29-24': 0 });
    expect(voting(at).hands).toBeNull();
    expect(raised(begun(), '28-23', 1)).toEqual(begun());
  });

  it('knows the keys of a keyboard and of a remote control', () => {
    for (const key of ['PageDown', 'ArrowRight', ' ']) expect(commandOf(key)).toBe('next');
    for (const key of ['PageUp', 'ArrowLeft']) expect(commandOf(key)).toBe('previous');
    expect([commandOf('b'), commandOf('.'), commandOf('v'), commandOf('f')]).toEqual(['blank', 'blank', 'vote', 'full']);
    expect([commandOf('n'), commandOf('P')]).toEqual(['following', 'before']);
    expect(commandOf('Tab')).toBeNull();
  });
});

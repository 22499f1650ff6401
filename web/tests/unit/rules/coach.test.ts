/** The binding of the coach: shots by name in both languages, and errors with a code. */
import { expect, it } from 'vitest';
import { Coach } from '../../../src/rules/coach';
import { coachReady } from '../wasm';

coachReady();
const coach = new Coach();
const ROYAL = 'W:W33,38,39,40,45:B12,13,14,23,24';
const LINE = ['33-28', '23x34', '40x7'];

it('names a shot in both languages', () => {
  const shot = coach.nameShot('international', ROYAL, LINE, 'fr');
  expect(shot?.name).toEqual({ code: 'royal', text: 'coup royal' });
  expect(shot?.families).toEqual([{ code: 'direct', text: 'coup direct' }]);
  expect([shot?.taken.length, shot?.given.length, shot?.striker.at(0), shot?.striker.at(-1)]).toEqual([5, 3, 40, 7]);
  expect(coach.nameShot('international', ROYAL, LINE, 'en')?.families[0]?.text).toBe('direct shot');
});

it('does not name a move that is no shot', () => {
  expect(coach.nameShot('international', ROYAL, ['33-29'], 'en')).toBeNull();
});

it('returns an error code for unreadable input', () => {
  expect(() => coach.nameShot('international', ROYAL, ['50-45'], 'en')).toThrow(expect.objectContaining({ code: 'bad-move' }));
  expect(() => coach.nameShot('chess', ROYAL, [], 'en')).toThrow(expect.objectContaining({ code: 'unknown-variant' }));
});

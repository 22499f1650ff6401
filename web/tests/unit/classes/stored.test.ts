/** The stored state of a class in the browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemSetProgress, pupilSecret, saveProblemSetProgress, savePupil } from '../../../src/features/classes/stored';
import { NOT_BEGUN } from '../../../src/features/classes/sets';
import { newSecret } from '../../../src/store/seats';

const stored = new Map<string, string>();
/** Whether browser storage is full. */
let full = false;

beforeEach(() => {
  stored.clear();
  full = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('no room', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored state of a class', () => {
  it('lasts until the page is closed if browser storage is full', () => {
    const [first, second] = [newSecret(), newSecret()];
    savePupil(first);
    saveProblemSetProgress('set-6-1000-abc-in', { ...NOT_BEGUN, place: 1 });
    full = true;
    saveProblemSetProgress('set-6-1000-abc-in', { ...NOT_BEGUN, place: 2 });
    expect(problemSetProgress('set-6-1000-abc-in')?.place).toBe(2);
    savePupil(second);
    expect([pupilSecret(), problemSetProgress('set-6-1000-abc-in')]).toEqual([second, null]);
    full = false;
    savePupil(first);
    expect([pupilSecret(), stored.get('damier.class.pupil')]).toEqual([first, first]);
    stored.clear(); // stored again, another window may change it
    expect(pupilSecret()).toBeNull();
  });
});

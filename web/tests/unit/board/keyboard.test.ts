/** Keys on the board: square numbers typed digit by digit, and the keys that end them. */
import { describe, expect, it } from 'vitest';
import { Geometry } from '../../../src/board/geometry';
import { listenToKeys } from '../../../src/board/keyboard';
import type { Square } from '../../../src/board/types';
import { chequered } from './boards';

/** A board that listens to keys: `type` presses keys a tenth of a second apart and returns the result. */
function board(back: () => boolean = () => true): { type: (...keys: string[]) => Square; wait: (ms: number) => void; taken: () => number } {
  let here: Square = 25;
  let now = 0;
  let taken = 0;
  let hear: (event: unknown) => void = () => undefined;
  const root = { addEventListener: (_: string, listener: typeof hear) => (hear = listener), removeEventListener: () => undefined };
  const geometry = new Geometry(chequered(10), false);
  listenToKeys(root as unknown as HTMLElement, {
    geometry: () => geometry,
    here: () => here,
    go: (square) => (here = square),
    touch: () => undefined,
    back,
  });
  return {
    type: (...keys) => {
      for (const key of keys) {
        now += 100;
        hear({ key, timeStamp: now, preventDefault: () => (taken += 1), stopPropagation: () => undefined });
      }
      return here;
    },
    wait: (ms) => (now += ms),
    taken: () => taken,
  };
}

describe('a typed square number', () => {
  it('is made of digits typed in quick succession', () => {
    const { type, wait } = board();
    expect(type('3', '2')).toBe(32);
    wait(1000);
    expect(type('4')).toBe(4);
  });

  it.each(['Enter', ' ', 'Escape', 'ArrowLeft', 'Home'])('ends with %j', (key) => {
    const { type } = board();
    type('3', key);
    expect(type('2')).toBe(2);
  });

  it('restarts with a digit that fits no square', () => {
    const { type } = board();
    expect(type('3', '2', '2')).toBe(2);
    expect(type('8')).toBe(28);
  });
});

describe('a key that the board leaves to the page', () => {
  it('is Escape if nothing on the board can be cancelled', () => {
    const [busy, idle] = [board(), board(() => false)];
    busy.type('Escape');
    idle.type('Escape');
    expect([busy.taken(), idle.taken()]).toEqual([1, 0]);
  });

  it('is a capital letter, a sign, and a letter that begins no square', () => {
    const { type, taken } = board();
    type('D', '?', 'p', 'PageUp', 'Delete');
    expect(taken()).toBe(0);
  });
});

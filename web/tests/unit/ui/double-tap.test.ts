/** Which presses count as the second half of a double tap. */
import { expect, it } from 'vitest';
import { DoubleTap } from '../../../src/ui/double-tap';

const press = (timeStamp: number, clientX = 100, clientY = 100, detail = 1) => ({ timeStamp, clientX, clientY, detail });

it('two quick presses at one place count as one', () => {
  const taps = new DoubleTap();
  expect([press(1000), press(1200, 110, 95), press(1400)].map((it) => taps.isSecond(it))).toEqual([false, true, false]);
});

it('a press counts if it comes later, elsewhere or from a key', () => {
  const taps = new DoubleTap();
  expect([press(1000), press(1400), press(1500, 130), press(1510, 130, 100, 0), press(1520, 0, 0, 0)].map((it) => taps.isSecond(it))).toEqual([false, false, false, false, false]);
});

/**
 * Detects the second press of a double tap, which would press whatever appeared under the finger
 * after the first. Presses by keyboard always count.
 */

/**
 * The maximum time between the presses of a double tap in milliseconds, and the maximum distance in
 * CSS pixels.
 */
const WITHIN_MS = 350;
const WITHIN_PX = 24;

type Press = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY' | 'detail'>;

export class DoubleTap {
  #last: Press | null = null;

  /** Whether this press is the second of two; it then does not count as a first one. */
  isSecond({ timeStamp, clientX, clientY, detail }: Press): boolean {
    if (detail === 0) return false; // a key
    const last = this.#last;
    const second =
      last !== null &&
      timeStamp - last.timeStamp < WITHIN_MS &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < WITHIN_PX;
    this.#last = second ? null : { timeStamp, clientX, clientY, detail };
    return second;
  }
}

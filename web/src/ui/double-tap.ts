/**
 * Tells the second press of a double tap from a press that is meant: whatever the first one brought lies under the same finger
 * already, and would be pressed unseen. Presses by keys are always meant.
 */

/** Two presses are one double tap if no more time lies between them, in milliseconds, and no more way, in CSS pixels. */
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

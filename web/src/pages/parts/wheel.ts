/** The wheel of a mouse over a board walks through the moves: down is forward. Pages use it as a handler of wheel events. */

/** How far a wheel turns for one move: a notch of a mouse is about 100. */
const NOTCH = 80;
/** Milliseconds without a turn after which it begins anew. */
const REST = 250;

/** A handler that counts the turning and calls `go` with the moves to walk, back when negative. */
export function wheelSteps(go: (steps: number) => void): (event: WheelEvent) => void {
  let turned = 0;
  let last = -Infinity;
  return (event) => {
    // Together with a key the browser zooms; sideways it walks through its own history.
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (event.timeStamp - last > REST) turned = 0;
    last = event.timeStamp;
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    const steps = Math.trunc(turned / NOTCH);
    if (steps === 0) return;
    turned -= steps * NOTCH;
    go(steps);
  };
}

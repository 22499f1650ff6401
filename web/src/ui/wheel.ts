/** The mouse wheel over a board steps through the moves: down is forward. Pages use this as a handler of wheel events. */

/** How far the wheel turns for one move. A notch of a mouse is about 100. */
const NOTCH = 80;
/** After this many milliseconds without turning, the count begins again. */
const REST = 250;

/** Makes a handler that adds up the turning and calls `go` with the number of moves, negative for back. */
export function wheelSteps(go: (steps: number) => void): (event: WheelEvent) => void {
  let turned = 0;
  let last = -Infinity;
  return (event) => {
    // With a modifier key the browser zooms, and a horizontal wheel goes through its history.
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

/**
 * Mouse, pen and finger on the board. A press and a release on the same square are a touch. Moving more than three pixels
 * with a piece under the pointer drags the piece. A finger that starts elsewhere scrolls the page as usual (board.css stops
 * scrolling only on cells with one of the user's own pieces, and the editor while a brush is chosen). Turns events into calls and knows nothing else.
 */
import type { BoardShape, ShapeColour, Square } from './types';

export interface PointerTarget {
  /** The square under a point of the window; null outside the board. */
  squareAt(clientX: number, clientY: number): Square | null;
  /** The square that holds this point; null on the light cells of a chequered board too. A stroke goes by it. */
  squareWith(clientX: number, clientY: number): Square | null;
  draggable(square: Square): boolean;
  touch(square: Square): void;
  lift(from: Square): void;
  /** The dragged piece is at this point; `over` is the square there. */
  drag(clientX: number, clientY: number, over: Square | null): void;
  drop(over: Square | null): void;
  /** The piece goes back, because the browser has taken over the pointer. */
  abandon(): void;
  /** Whether a press paints: while a position is set up, unless the hand is chosen, which carries pieces. */
  painting(): boolean;
  /** Called for every square that the pointer enters while it paints. `goesOn` is false for the first of a stroke. */
  paint(square: Square, goesOn: boolean): void;
  /** The colour that this press draws in: with the right button, or with any press in drawing mode; otherwise null. */
  draws(event: PointerEvent): ShapeColour | null;
  /** An arrow was drawn, or a square was circled (`to` is null). */
  mark(shape: BoardShape): void;
}

/** A fast stroke is looked at in steps of so many pixels, so that it leaves out no square. */
const STEP = 6;

/** How many pixels a pointer may move before a press becomes a drag. */
const SLACK = 3;

interface Press {
  id: number;
  square: Square;
  x: number;
  y: number;
  dragging: boolean;
  last: Square;
  /** The press paints and drags nothing. */
  paints: boolean;
  /** The press draws in this colour and moves nothing. */
  colour: ShapeColour | null;
}

export function listenToPointer(root: HTMLElement, target: PointerTarget): () => void {
  let press: Press | null = null;

  const onDown = (event: PointerEvent): void => {
    const colour = target.draws(event);
    if (press || !event.isPrimary || (event.button !== 0 && !colour)) return;
    const square = target.squareAt(event.clientX, event.clientY);
    if (square === null) return;
    const paints = !colour && target.painting();
    press = { id: event.pointerId, square, x: event.clientX, y: event.clientY, dragging: false, last: square, paints, colour };
    if (colour || paints) root.setPointerCapture(event.pointerId);
    if (paints) target.paint(square, false);
  };

  const onMove = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id || press.colour) return;
    if (press.paints) {
      paintTo(press, event.clientX, event.clientY);
      return;
    }
    const over = target.squareAt(event.clientX, event.clientY);
    if (!press.dragging) {
      const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= SLACK;
      if (!moved || !target.draggable(press.square)) return;
      press.dragging = true;
      root.setPointerCapture(press.id);
      target.lift(press.square);
    }
    target.drag(event.clientX, event.clientY, over);
  };

  /** Paints every square between the last point of a stroke and this one. */
  const paintTo = (stroke: Press, x: number, y: number): void => {
    const steps = Math.max(1, Math.ceil(Math.hypot(x - stroke.x, y - stroke.y) / STEP));
    const [dx, dy] = [(x - stroke.x) / steps, (y - stroke.y) / steps];
    for (let i = 0; i < steps; i += 1) {
      stroke.x += dx;
      stroke.y += dy;
      const over = target.squareWith(stroke.x, stroke.y);
      if (over === null || over === stroke.last) continue;
      stroke.last = over;
      target.paint(over, true);
    }
  };

  const onUp = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    const { square, dragging, paints, colour } = press;
    press = null;
    const over = target.squareAt(event.clientX, event.clientY);
    if (colour) {
      if (over !== null) target.mark({ colour, from: square, to: over === square ? null : over });
    } else if (dragging) target.drop(over);
    else if (!paints && over === square) target.touch(square);
  };

  const onCancel = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    const { dragging } = press;
    press = null; // the browser uses the finger to scroll, or the window has lost the pointer
    if (dragging) target.abandon();
  };

  /** The right button draws here, and the browser's menu would cover the board. */
  const onMenu = (event: MouseEvent): void => {
    if (target.draws(event as PointerEvent)) event.preventDefault();
  };

  root.addEventListener('contextmenu', onMenu);
  root.addEventListener('pointerdown', onDown);
  root.addEventListener('pointermove', onMove);
  root.addEventListener('pointerup', onUp);
  root.addEventListener('pointercancel', onCancel);
  return () => {
    root.removeEventListener('contextmenu', onMenu);
    root.removeEventListener('pointerdown', onDown);
    root.removeEventListener('pointermove', onMove);
    root.removeEventListener('pointerup', onUp);
    root.removeEventListener('pointercancel', onCancel);
  };
}

/**
 * Mouse, pen and finger on the board. A press and release on one square is a touch; moving more than three pixels with a
 * piece under the pointer draws it along. A finger that starts elsewhere scrolls the page as everywhere (board.css lets
 * only cells with a piece of one's own hold the page still). Turns events into calls and knows nothing else.
 */
import type { BoardShape, ShapeColour, Square } from './types';

export interface PointerTarget {
  /** The square under a point of the window; null outside the board. */
  squareAt(clientX: number, clientY: number): Square | null;
  /** Whether a piece may be drawn from this square. */
  draggable(square: Square): boolean;
  touch(square: Square): void;
  /** The piece of `from` is taken up. */
  lift(from: Square): void;
  /** The piece in hand is under this point; `over` is the square there. */
  drag(clientX: number, clientY: number, over: Square | null): void;
  drop(over: Square | null): void;
  /** The piece in hand goes back: the browser has taken the pointer away. */
  abandon(): void;
  /** Whether a press paints: on a board being set up, unless pieces are carried there. */
  painting(): boolean;
  /** Every square that a held mouse button enters while it paints, the first included. */
  paint(square: Square): void;
  /** The colour that this press draws in: with the right button, or any press while the board is drawn on; else null. */
  draws(event: PointerEvent): ShapeColour | null;
  /** An arrow was drawn, or a square circled (`to` is null). */
  mark(shape: BoardShape): void;
}

/** Pixels that a pointer may tremble before a press becomes a drag. */
const SLACK = 3;

interface Press {
  id: number;
  square: Square;
  x: number;
  y: number;
  dragging: boolean;
  last: Square;
  /** It paints, and carries nothing. */
  paints: boolean;
  /** It draws in this colour, and moves nothing. */
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
    if (colour) root.setPointerCapture(event.pointerId);
    else if (paints && event.pointerType === 'mouse') target.paint(square);
  };

  const onMove = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id || press.colour) return;
    const over = target.squareAt(event.clientX, event.clientY);
    if (press.paints) {
      if (event.pointerType === 'mouse' && over !== null && over !== press.last) {
        press.last = over;
        target.paint(over);
      }
      return;
    }
    if (!press.dragging) {
      const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= SLACK;
      if (!moved || !target.draggable(press.square)) return;
      press.dragging = true;
      root.setPointerCapture(press.id);
      target.lift(press.square);
    }
    target.drag(event.clientX, event.clientY, over);
  };

  const onUp = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    const { square, dragging, paints, colour } = press;
    press = null;
    const over = target.squareAt(event.clientX, event.clientY);
    if (colour) {
      if (over !== null) target.mark({ colour, from: square, to: over === square ? null : over });
    } else if (dragging) target.drop(over);
    else if (paints) {
      if (event.pointerType !== 'mouse' && over === square) target.paint(square);
    } else if (over === square) target.touch(square);
  };

  const onCancel = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    const { dragging } = press;
    press = null; // the browser took the finger for a scroll, or the window lost the pointer
    if (dragging) target.abandon();
  };

  /** The right button draws here: the browser's menu would cover the board. */
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

/** Brush strokes with a mouse and by touch, without gaps. */
import { describe, expect, it } from 'vitest';
import { listenToPointer, type PointerTarget } from '../../../src/board/pointer';

/** A board of one row: each square is ten pixels wide. */
function brush(): { painted: [number, boolean][]; send: (type: string, x: number, pointerType?: string) => void } {
  const painted: [number, boolean][] = [];
  const root = Object.assign(new EventTarget(), { setPointerCapture: () => undefined });
  const nothing = (): void => undefined;
  const target: PointerTarget = {
    squareAt: (x) => (x >= 0 && x < 100 ? Math.floor(x / 10) + 1 : null),
    squareWith: (x) => (x >= 0 && x < 100 ? Math.floor(x / 10) + 1 : null),
    draggable: () => false,
    touch: nothing,
    lift: nothing,
    drag: nothing,
    drop: nothing,
    abandon: nothing,
    painting: () => true,
    paint: (square, goesOn) => painted.push([square, goesOn]),
    draws: () => null,
    mark: nothing,
  };
  listenToPointer(root as unknown as HTMLElement, target);
  const send = (type: string, x: number, pointerType = 'mouse'): void => {
    root.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: 5, pointerType }));
  };
  return { painted, send };
}

describe('a stroke', () => {
  it.each(['mouse', 'touch', 'pen'])('starts with each press of a %s', (kind) => {
    const { painted, send } = brush();
    send('pointerdown', 5, kind);
    send('pointermove', 15, kind);
    send('pointerup', 15, kind);
    send('pointerdown', 15, kind);
    send('pointerup', 15, kind);
    expect(painted).toEqual([[1, false], [2, true], [2, false]]);
  });

  it('covers every square on its way however fast it is, and continues when it re-enters the board', () => {
    const { painted, send } = brush();
    send('pointerdown', 5);
    send('pointermove', 55);
    expect(painted.map(([square]) => square)).toEqual([1, 2, 3, 4, 5, 6]);
    send('pointermove', 130);
    send('pointermove', 95);
    expect(painted.map(([square]) => square)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

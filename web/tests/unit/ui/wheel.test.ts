/** The wheel of a mouse over a board. */
import { describe, expect, it, vi } from 'vitest';
import { wheelSteps } from '../../../src/ui/wheel';

const event = (deltaY: number, timeStamp: number, more: Partial<WheelEvent> = {}): WheelEvent =>
  ({ deltaX: 0, deltaY, deltaMode: 0, timeStamp, ctrlKey: false, shiftKey: false, preventDefault: vi.fn(), ...more }) as unknown as WheelEvent;

describe('the wheel', () => {
  it('steps one move per notch, forward when turned down', () => {
    const go = vi.fn();
    const wheel = wheelSteps(go);
    wheel(event(100, 0));
    wheel(event(-100, 1000));
    expect(go.mock.calls).toEqual([[1], [-1]]);
  });

  it('adds up small turns, and starts over after a rest', () => {
    const go = vi.fn();
    const wheel = wheelSteps(go);
    for (let i = 0; i < 4; i += 1) wheel(event(20, i * 10));
    expect(go.mock.calls).toEqual([[1]]);
    wheel(event(60, 2000));
    wheel(event(60, 3000));
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('leaves zooming and horizontal scrolling to the browser', () => {
    const go = vi.fn();
    const zoom = event(100, 0, { ctrlKey: true });
    const wheel = wheelSteps(go);
    wheel(zoom);
    wheel(event(10, 10, { deltaX: 200 }));
    expect(go).not.toHaveBeenCalled();
    expect(zoom.preventDefault).not.toHaveBeenCalled();
  });
});

/** When an analysis is saved. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAUSE, TreeSaver } from '../../../src/features/analysis/tree-saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('saves the first change at once and batches the following ones', async () => {
  const write = vi.fn(() => Promise.resolve());
  const saver = new TreeSaver(write);
  saver.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(write).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 5; n += 1) saver.changed();
  expect(saver.idle).toBe(false);
  await vi.advanceTimersByTimeAsync(PAUSE - 1);
  expect(write).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenCalledTimes(2);
  expect(saver.idle).toBe(true);
});

it('saves nothing without a change', async () => {
  const write = vi.fn(() => Promise.resolve());
  const saver = new TreeSaver(write);
  saver.flush();
  await saver.settled();
  await vi.advanceTimersByTimeAsync(10 * PAUSE);
  expect(write).not.toHaveBeenCalled();
});

it('saves at once when the page is left', async () => {
  const write = vi.fn(() => Promise.resolve());
  const saver = new TreeSaver(write);
  saver.changed();
  saver.changed();
  saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(write).toHaveBeenCalledTimes(2);
});

it('saves a large tree less often', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 50)); // serialising takes 50 ms
  const write = vi.fn(() => Promise.resolve());
  const saver = new TreeSaver(write);
  saver.changed();
  await vi.advanceTimersByTimeAsync(PAUSE);
  saver.changed();
  saver.changed();
  await vi.advanceTimersByTimeAsync(499);
  expect(write).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenCalledTimes(3);
  clock.mockRestore();
});

it('runs one save at a time and continues after a failure', async () => {
  let running = 0;
  let most = 0;
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = vi.fn(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 3 * PAUSE));
    running -= 1;
    if (write.mock.calls.length === 1) throw new Error('full');
  });
  const saver = new TreeSaver(write);
  saver.changed();
  await vi.advanceTimersByTimeAsync(PAUSE);
  saver.changed();
  await vi.advanceTimersByTimeAsync(PAUSE);
  const settled = saver.settled();
  await vi.advanceTimersByTimeAsync(10 * PAUSE);
  await settled;
  expect([write.mock.calls.length, most]).toEqual([2, 1]);
  expect(failed).toHaveBeenCalledOnce();
  failed.mockRestore();
});

it('reports when everything is saved', async () => {
  let end = (): void => {};
  const saver = new TreeSaver(() => new Promise((resolve) => (end = resolve)));
  expect(saver.written).toBe(true);
  saver.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.idle).toBe(true);
  expect(saver.written).toBe(false);
  end();
  await saver.settled();
  expect(saver.written).toBe(true);
});

it('saves again after a failure', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = vi.fn(() => Promise.resolve()).mockImplementationOnce(() => Promise.reject(new Error('no room')));
  const saver = new TreeSaver(write);
  saver.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.written).toBe(false);
  await saver.settled();
  expect(saver.written).toBe(true);
  expect(write).toHaveBeenCalledTimes(2);
  consoleError.mockRestore();
});

it('backs off while saving fails', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = vi.fn(() => Promise.reject(new Error('no room')));
  new TreeSaver(write).changed();
  await vi.advanceTimersByTimeAsync(15 * PAUSE);
  expect(write.mock.calls.length).toBeGreaterThan(2);
  expect(write.mock.calls.length).toBeLessThan(7);
  consoleError.mockRestore();
});

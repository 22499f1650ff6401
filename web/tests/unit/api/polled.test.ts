import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../../src/api/ask';
import { Polled } from '../../../src/api/polled';

const OK: Answer<number> = { kind: 'ok', value: 1 };
const AWAY: Answer<number> = { kind: 'unreachable' };
const FULL: Answer<number> = { kind: 'full', code: 'journal-full', detail: '' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Polls every second, and returns the times of the requests. */
function poll(answers: (n: number) => Answer<number>, ): { polled: Polled<number>; asked: number[] } {
  const asked: number[] = [];
  const begun = Date.now();
  const polled = new Polled<number>({
    ask: async () => {
      asked.push(Date.now() - begun);
      return answers(asked.length);
    },
    heard: () => undefined,
    every_ms: 1_000,
    random: () => 0,
    seen: () => true,
  });
  void polled.look();
  return { polled, asked };
}

test('requests again after its interval, also after a refusal, until it is stopped', async () => {
  const { polled, asked } = poll((n) => (n === 2 ? { kind: 'refused', status: 404, code: 'x', reason: '', detail: '' } : OK));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked).toEqual([0, 1_000, 2_000]);
  polled.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(3);
});

test.each([['unreachable', AWAY], ['full', FULL]])('doubles the interval with each failure, up to five seconds, and restores it after a success: %s', async (_, failure) => {
  const { polled, asked } = poll((n) => (n < 7 ? failure : OK));
  await vi.advanceTimersByTimeAsync(24_500);
  expect(asked).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000, 22_000, 23_000, 24_000]);
  polled.stop();
});

test('respects the retry time of a busy server, but at least its interval', async () => {
  const { polled, asked } = poll((n) => ({ kind: 'busy', retry_ms: n === 1 ? 30_000 : 10, code: '' }));
  await vi.advanceTimersByTimeAsync(31_500);
  expect(asked).toEqual([0, 30_000, 31_000]);
  polled.stop();
});

test('does not request while paused, until it is resumed', async () => {
  const ask = vi.fn(async () => OK);
  const polled = new Polled<number>({ ask, heard: () => 'pause', every_ms: 1_000, seen: () => true });
  void polled.look();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  void polled.look();
  expect(ask).toHaveBeenCalledTimes(2);
  polled.stop();
});

test('adds jitter to the interval', async () => {
  const ask = vi.fn(async () => OK);
  const polled = new Polled<number>({ ask, heard: () => undefined, every_ms: 1_000, seen: () => true, random: () => 1 });
  void polled.look();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(ask).toHaveBeenCalledTimes(2);
  polled.stop();
});

test('does not request while the page is hidden, and requests at once when it is visible again', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const ask = vi.fn(async () => OK);
  const polled = new Polled<number>({ ask, heard: () => undefined, every_ms: 1_000, random: () => 0 });
  void polled.look();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(ask).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ask).toHaveBeenCalledTimes(1);
  polled.stop();
  vi.unstubAllGlobals();
});

test('requests at once when the network is back', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  const { polled, asked } = poll(() => AWAY);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toEqual([0, 1_000, 3_000, 7_000]);
  target.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toBe(8_000);
  polled.stop();
  target.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(5);
  vi.unstubAllGlobals();
});

test('drops an answer if an action was sent after its request', async () => {
  const heard = vi.fn();
  let answer: (it: Answer<number>) => void = () => undefined;
  const polled = new Polled<number>({ ask: () => new Promise((resolve) => (answer = resolve)), heard, every_ms: 1_000, seen: () => true, random: () => 0 });
  void polled.look();
  expect(await polled.during(async () => 'done')).toBe('done');
  answer(OK);
  await vi.advanceTimersByTimeAsync(500);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  answer(OK);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalledTimes(1);
  polled.stop();
});

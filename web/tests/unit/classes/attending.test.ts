/**
 * A pupil's device in class: reports queued during an outage, and when a frozen screen is released.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The first import of the page's modules takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SECRET = 'x'.repeat(43);
const NEWS = { lesson: 'taking', stars: 0, place: 1, places: 8, helps: 0, tries: 0 };
const ME = { nickname: 'fox', frozen: false, assigned: 'taking', game: null, until_ms: 5 };

/** The server's answer by path; null while it is unreachable. */
let me: object | null;
let status = 200;
const reported: object[] = [];
/** The delays of the next reports, in order, in milliseconds. */
let ways: number[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  reported.length = 0;
  ways = [];
  status = 200;
  vi.stubGlobal('document', { createElement: () => ({}), body: { prepend: () => undefined } });
  vi.doMock('../../../src/features/classes/PupilBar.svelte', () => ({ default: () => ({}) }));
  vi.doMock('svelte', async (original) => ({ ...(await original<object>()), mount: () => ({}) }));
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (me === null) throw new TypeError('away');
    if (path.endsWith('/class/me/lesson')) {
      const news = JSON.parse(body ?? 'null') as object;
      await new Promise((arrives) => setTimeout(arrives, ways.shift() ?? 0));
      reported.push(news);
      return new Response(null, { status: 204 });
    }
    return new Response(JSON.stringify(status === 200 ? me : { title: '', status, code: 'class-not-found', detail: '' }), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function attends() {
  localStorage.setItem('damier.class.pupil', SECRET);
  const { attending } = await import('../../../src/features/classes/attending.svelte');
  const { reportProgress } = await import('../../../src/features/classes/report-progress');
  attending.begin();
  await vi.advanceTimersByTimeAsync(100);
  return { attending, reportProgress };
}

describe('a pupil’s device', () => {
  it('reports after an outage the latest step of each lesson with its best stars', async () => {
    me = null;
    const { attending, reportProgress } = await attends();
    expect(attending.heard).toBe(false);
    reportProgress({ ...NEWS, stars: 2, place: 8 });
    reportProgress(NEWS);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reported).toEqual([]);
    expect(JSON.parse(localStorage.getItem('damier.class.untold') ?? '')).toEqual({ taking: { ...NEWS, stars: 2 } });
    me = ME;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reported).toEqual([{ ...NEWS, stars: 2 }]);
    expect([attending.heard, localStorage.getItem('damier.class.untold')]).toEqual([true, null]);
    attending.leave();
  });

  it('reports steps in order on a slow network', async () => {
    me = ME;
    const { attending, reportProgress } = await attends();
    ways = [2_500, 0];
    reportProgress(NEWS);
    await vi.advanceTimersByTimeAsync(600);
    reportProgress({ ...NEWS, place: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reported).toEqual([NEWS, { ...NEWS, place: 2 }]);
    attending.leave();
  });

  it('notifies listeners once when the server is back', async () => {
    me = ME;
    const { attending } = await attends();
    const { onServerBack } = await import('../../../src/features/live/server-back');
    const back = vi.fn();
    const stop = onServerBack(back);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(back).not.toHaveBeenCalled(); // it was never unreachable
    me = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([attending.heard, back.mock.calls.length]).toEqual([false, 0]);
    me = ME;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([attending.heard, back.mock.calls.length]).toEqual([true, 1]);
    stop();
    me = null;
    await vi.advanceTimersByTimeAsync(10_000);
    me = ME;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(back).toHaveBeenCalledTimes(1);
    attending.leave();
  });

  it('unfreezes the screen when the server is away for long', async () => {
    me = { ...ME, frozen: true };
    const { attending } = await attends();
    expect(attending.place?.frozen).toBe(true);
    me = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(attending.place?.frozen).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attending.place?.frozen).toBe(false);
    attending.leave();
  });

  it('leaves the class when it has ended', async () => {
    me = ME;
    const { attending } = await attends();
    expect(attending.place?.nickname).toBe('fox');
    status = 404;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([attending.place, attending.ended, localStorage.getItem('damier.class.pupil')]).toEqual([null, true, null]);
  });
});

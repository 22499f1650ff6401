/** Fetching the engine's weights over networks that fail, corrupt or never answer. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Get, EngineFile, WAIT_MS, RETRY_MS } from '../../../src/rules/engine-file';
import type { Thought } from '../../../src/rules/model';
import { Thinker } from '../../../src/rules/wasm/engine.js';
import { engineReady } from '../wasm';

const WEIGHTS = new Uint8Array(readFileSync(new URL('../../../../crates/engine/weights/international.dw', import.meta.url)));
const DAMAGED = WEIGHTS.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte));

beforeAll(engineReady);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A network with these responses in turn; `requests` records which of them bypassed the cache. */
function network(...answers: (() => Promise<Uint8Array>)[]) {
  const requests: boolean[] = [];
  const get = (_address: string, fresh: boolean): Promise<Uint8Array> => {
    const answer = answers[requests.length];
    requests.push(fresh);
    if (!answer) throw new Error('asked more often than expected');
    return answer();
  };
  return { requests, get };
}

const sends = (bytes: Uint8Array) => () => Promise.resolve(bytes);
const fails = () => Promise.reject(new TypeError('offline'));

/** The real engine with a weights file, and the evaluation that it uses afterwards. */
function engineWith(get: Get, variant = 'international') {
  const thinker = new Thinker(1);
  const file = new EngineFile('weights', get, Date.now);
  const handTo = vi.fn((bytes: Uint8Array) => thinker.learn(bytes));
  return {
    file,
    handTo,
    async judgement(): Promise<Thought['judgement']> {
      await file.handTo(handTo);
      const search = thinker.start(variant, 'W:W31-50:B1-20', '[]', '{"depth":1}');
      return (JSON.parse(search.step(1_000)) as Thought).judgement;
    },
  };
}

describe('the weights of the engine', () => {
  it('are fetched and loaded once', async () => {
    const { get, requests } = network(sends(WEIGHTS));
    const it = engineWith(get);
    it.file.prefetch();
    expect(await it.judgement()).toBe('learned');
    expect(await it.judgement()).toBe('learned');
    expect(requests).toEqual([false]);
    expect(it.handTo).toHaveBeenCalledOnce();
  });

  it('are not loaded for other games', async () => {
    const it = engineWith(network(sends(WEIGHTS)).get, 'antidraughts');
    expect(await it.judgement()).toBe('by-hand');
  });

  it('are skipped if the network fails, and fetched again after a pause', async () => {
    const { get, requests } = network(fails, sends(WEIGHTS));
    const it = engineWith(get);
    expect(await it.judgement()).toBe('by-hand');
    vi.advanceTimersByTime(RETRY_MS - 1);
    expect(await it.judgement()).toBe('by-hand');
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await it.judgement()).toBe('learned');
    expect(requests).toEqual([false, false]);
  });

  it('are rejected if damaged, and then fetched without the cache', async () => {
    const { get, requests } = network(sends(DAMAGED), sends(new Uint8Array()), sends(WEIGHTS));
    const it = engineWith(get);
    for (const judgement of ['by-hand', 'by-hand', 'learned']) {
      expect(await it.judgement()).toBe(judgement);
      vi.advanceTimersByTime(RETRY_MS);
    }
    expect(requests).toEqual([false, true, true]);
  });

  it('are awaited for a short time, and only once', async () => {
    let arrive: (bytes: Uint8Array) => void = () => {};
    const it = engineWith(network(() => new Promise((resolve) => (arrive = resolve))).get);
    const first = it.judgement();
    await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
    expect(await Promise.race([first, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toBe('by-hand');
    expect(await it.judgement()).toBe('by-hand'); // no time has passed: this did not wait
    arrive(WEIGHTS);
    await vi.advanceTimersByTimeAsync(0);
    expect(await it.judgement()).toBe('learned');
  });

  it('are loaded once for concurrent questions', async () => {
    const it = engineWith(network(sends(WEIGHTS)).get);
    expect(await Promise.all([it.judgement(), it.judgement()])).toEqual(['learned', 'learned']);
    expect(it.handTo).toHaveBeenCalledOnce();
  });
});

it('a response that is no success counts as a failure', async () => {
  const asked = vi.fn(() => Promise.resolve(new Response('<!doctype html>', { status: 404 })));
  vi.stubGlobal('fetch', asked);
  try {
    const handTo = vi.fn();
    await new EngineFile('weights').handTo(handTo);
    expect(asked).toHaveBeenCalledWith('weights', { cache: 'default' });
    expect(handTo).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});

/** Fetching what the engine has learned, against networks that fail, damage, or never answer. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Get, Lesson, PATIENCE, REST } from '../../../src/rules/lesson';
import type { Thought } from '../../../src/rules/model';
import { initSync, Thinker } from '../../../src/rules/wasm/damier_wasm.js';

const WEIGHTS = new Uint8Array(readFileSync(new URL('../../../../crates/engine/weights/international.dw', import.meta.url)));
const DAMAGED = WEIGHTS.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte));

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../../../src/rules/wasm/damier_wasm_bg.wasm', import.meta.url)) });
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A network that answers each request by the next of these; `requests` tells which of them were to be fresh. */
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

/** A lesson in the real engine, and how that judges afterwards. */
function pupil(get: Get, variant = 'international') {
  const thinker = new Thinker(1);
  const lesson = new Lesson('weights', get, Date.now);
  const teach = vi.fn((bytes: Uint8Array) => thinker.learn(bytes));
  return {
    lesson,
    teach,
    async judgement(): Promise<Thought['judgement']> {
      await lesson.teach(teach);
      thinker.start(variant, 'W:W31-50:B1-20', '[]', '{"depth":1}');
      return (JSON.parse(thinker.step(1_000)) as Thought).judgement;
    },
  };
}

describe('what the engine has learned', () => {
  it('is fetched and taught once', async () => {
    const { get, requests } = network(sends(WEIGHTS));
    const it = pupil(get);
    it.lesson.prepare();
    expect(await it.judgement()).toBe('learned');
    expect(await it.judgement()).toBe('learned');
    expect(requests).toEqual([false]);
    expect(it.teach).toHaveBeenCalledOnce();
  });

  it('changes nothing for other games', async () => {
    const it = pupil(network(sends(WEIGHTS)).get, 'antidraughts');
    expect(await it.judgement()).toBe('by-hand');
  });

  it('is done without where the network fails, and tried again after a rest', async () => {
    const { get, requests } = network(fails, sends(WEIGHTS));
    const it = pupil(get);
    expect(await it.judgement()).toBe('by-hand');
    vi.advanceTimersByTime(REST - 1);
    expect(await it.judgement()).toBe('by-hand');
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await it.judgement()).toBe('learned');
    expect(requests).toEqual([false, false]);
  });

  it('is refused where it is damaged, and then asked for afresh', async () => {
    const { get, requests } = network(sends(DAMAGED), sends(new Uint8Array()), sends(WEIGHTS));
    const it = pupil(get);
    for (const judgement of ['by-hand', 'by-hand', 'learned']) {
      expect(await it.judgement()).toBe(judgement);
      vi.advanceTimersByTime(REST);
    }
    expect(requests).toEqual([false, true, true]);
  });

  it('is not waited for for long, and not twice', async () => {
    let arrive: (bytes: Uint8Array) => void = () => {};
    const it = pupil(network(() => new Promise((resolve) => (arrive = resolve))).get);
    const first = it.judgement();
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(await Promise.race([first, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toBe('by-hand');
    expect(await it.judgement()).toBe('by-hand'); // time stands still: this did not wait
    arrive(WEIGHTS);
    await vi.advanceTimersByTimeAsync(0);
    expect(await it.judgement()).toBe('learned');
  });

  it('is taught once to questions that come together', async () => {
    const it = pupil(network(sends(WEIGHTS)).get);
    expect(await Promise.all([it.judgement(), it.judgement()])).toEqual(['learned', 'learned']);
    expect(it.teach).toHaveBeenCalledOnce();
  });
});

it('an answer that is no success counts as none', async () => {
  const asked = vi.fn(() => Promise.resolve(new Response('<!doctype html>', { status: 404 })));
  vi.stubGlobal('fetch', asked);
  try {
    const teach = vi.fn();
    await new Lesson('weights').teach(teach);
    expect(asked).toHaveBeenCalledWith('weights', { cache: 'default' });
    expect(teach).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});

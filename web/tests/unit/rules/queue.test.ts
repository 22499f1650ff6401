/** The scheduling of the engine's worker: with a fake engine that counts slices, and with the real one. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Thought } from '../../../src/rules/model';
import { MAX_PENDING, Queue, SHARE, SLICE, type Search } from '../../../src/rules/queue';
import type { FromWorker, Priority, Question } from '../../../src/rules/think';
import { Thinker } from '../../../src/rules/wasm/engine.js';
import { engineReady } from '../wasm';

const question = (fen: string, limits: Question['limits'] = {}): Question => ({
  variant: 'international',
  fen,
  moves: [],
  pieces: 40,
  limits,
});

/** A fake engine whose searches take a number of slices; it records steps, pauses and releases. */
function counting(slices: Record<string, number>) {
  const steps: string[] = [];
  const pauses: string[] = [];
  const alive = new Set<string>();
  const messages: FromWorker[] = [];
  let most = 0;
  const heldUp = new Map<string, Promise<void>>();
  const refused = new Set<string>();
  const queue = new Queue({
    async prepare({ fen }) {
      await heldUp.get(fen);
      if (refused.has(fen)) throw new Error(`no engine for ${fen}`);
    },
    start({ fen }): Search {
      if (fen === 'bad') throw new Error('bad-fen');
      let done = 0;
      alive.add(fen);
      most = Math.max(most, alive.size);
      return {
        step() {
          expect(alive.has(fen), 'a freed search is not stepped').toBe(true);
          steps.push(fen);
          done += 1;
          return { done: done >= (slices[fen] ?? 1), depth: done } as Thought;
        },
        pause: () => pauses.push(fen),
        free: () => alive.delete(fen),
      };
    },
    tell: (message) => messages.push(message),
    breathe: () => new Promise((resolve) => setTimeout(resolve)),
    now: () => steps.length * SLICE,
  });
  const until = async (true_: () => boolean): Promise<void> => {
    for (let turns = 0; !true_(); turns += 1) {
      if (turns > 2_000) throw new Error(`never; stepped: ${steps.join(' ')}`);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const over = (id: number) => messages.some((it) => it.id === id && (it.say === 'failed' || it.thought.done));
  let count = 0;
  const ask = (priority: Priority, fen: string): number => {
    count += 1;
    queue.ask(count, priority, question(fen));
    return count;
  };
  return { queue, ask, steps, pauses, alive, messages, heldUp, refused, until, over, most: () => most };
}

describe('the queue of the engine’s worker', () => {
  it('answers questions of one priority in order', async () => {
    const it = counting({ a: 3, b: 2 });
    it.ask('report', 'a');
    const last = it.ask('report', 'b');
    await it.until(() => it.over(last));
    expect(it.steps).toEqual(['a', 'a', 'a', 'b', 'b']);
    expect(it.alive.size).toBe(0);
  });

  it('pauses for a higher priority and resumes the search', async () => {
    const it = counting({ report: 6, move: 3 });
    const report = it.ask('report', 'report');
    await it.until(() => it.steps.length === 2);
    const move = it.ask('move', 'move');
    await it.until(() => it.over(report));
    expect(it.over(move)).toBe(true);
    expect(it.steps.filter((fen) => fen === 'report')).toHaveLength(6); // as many as without interruption: the search did not restart
    const moves = it.steps.flatMap((fen, at) => (fen === 'move' ? [at] : []));
    expect(moves.at(-1)! - moves[0]!, 'nothing comes between the slices of a move').toBe(2);
    expect(it.pauses[0]).toBe('report');
  });

  it('gives a report some slices while a position on screen is searched', async () => {
    const it = counting({ look: 10 * SHARE, report: 1_000 });
    it.ask('report', 'report');
    await it.until(() => it.steps.length === 1);
    const look = it.ask('look', 'look');
    await it.until(() => it.over(look));
    const shared = it.steps.slice(it.steps.indexOf('look'), it.steps.lastIndexOf('look')).filter((fen) => fen === 'report').length;
    expect(shared).toBeGreaterThanOrEqual(10);
    expect(shared).toBeLessThanOrEqual(13);
  });

  it('keeps at most one search for each priority', async () => {
    const it = counting({ a: 9, b: 9, c: 9, d: 9, e: 9, f: 9 });
    const asked = (['report', 'report', 'look', 'look', 'move', 'move'] as const).map((priority, at) => it.ask(priority, 'abcdef'[at]!));
    await it.until(() => asked.every(it.over));
    expect(it.most()).toBeLessThanOrEqual(3);
    expect(it.alive.size).toBe(0);
  });

  it('sends nothing for a cancelled question, waiting or started', async () => {
    const it = counting({ begun: 1_000, waits: 1_000, other: 2 });
    const begun = it.ask('look', 'begun');
    const waits = it.ask('look', 'waits');
    await it.until(() => it.steps.length === 3);
    it.queue.cancel(waits);
    it.queue.cancel(begun);
    it.queue.cancel(99);
    const before = it.messages.length;
    const other = it.ask('report', 'other');
    await it.until(() => it.over(other));
    expect(new Set(it.messages.slice(before).map(({ id }) => id))).toEqual(new Set([other]));
    expect(it.steps).not.toContain('waits');
    expect(it.alive.size).toBe(0);
  });

  it('searches another question while files are fetched', async () => {
    const it = counting({ look: 5, report: 2 });
    let arrive = (): void => {};
    it.heldUp.set('look', new Promise((resolve) => (arrive = resolve)));
    const look = it.ask('look', 'look');
    const report = it.ask('report', 'report');
    await it.until(() => it.over(report));
    expect(it.over(look)).toBe(false);
    arrive();
    await it.until(() => it.over(look));
    expect(it.steps).toEqual(['report', 'report', 'look', 'look', 'look', 'look', 'look']);
  });

  it('reports each failed question and continues', async () => {
    const it = counting({ good: 1 });
    it.refused.add('refused');
    const asked = [it.ask('move', 'bad'), it.ask('move', 'refused'), it.ask('look', 'good')];
    await it.until(() => asked.every(it.over));
    expect(it.messages.filter(({ say }) => say === 'failed')).toEqual([
      { say: 'failed', id: asked[0], message: 'bad-fen' },
      { say: 'failed', id: asked[1], message: 'no engine for refused' },
    ]);
  });

  it('has a maximum length', async () => {
    const it = counting({});
    const asked = Array.from({ length: MAX_PENDING + 1 }, () => it.ask('report', 'a'));
    expect(it.messages).toEqual([expect.objectContaining({ say: 'failed', id: asked.at(-1) })]);
    for (const id of asked) it.queue.cancel(id);
  });
});

describe('with the real engine', () => {
  beforeAll(engineReady);

  const START = 'W:W31-50:B1-20';
  const MIDDLE = 'W:W26,27,28,32,33,34,37,38,42,43,48:B7,8,9,12,13,16,17,18,19,23,24';

  it('a report resumes after a game has got its move', async () => {
    const thinker = new Thinker(1);
    const messages: FromWorker[] = [];
    const order: string[] = [];
    const queue = new Queue({
      prepare: () => Promise.resolve(),
      start({ variant, fen, moves, limits }) {
        const search = thinker.start(variant, fen, JSON.stringify(moves), JSON.stringify(limits));
        return {
          step: (sliceMs) => {
            order.push(fen);
            return JSON.parse(search.step(sliceMs)) as Thought;
          },
          pause: () => search.pause(),
          free: () => search.free(),
        };
      },
      tell: (message) => messages.push(message),
      breathe: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => performance.now(),
    });
    queue.ask(1, 'report', question(START, { nodes: 400_000 }));
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (order.length < 2) return;
        clearInterval(look);
        resolve();
      });
    });
    queue.ask(2, 'move', question(MIDDLE, { level: 3, seed: 1 }));
    const finished = (id: number): Thought | null => {
      const last = messages.findLast((it) => it.id === id);
      return last?.say === 'thought' && last.thought.done ? last.thought : null;
    };
    while (!finished(1)) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(finished(2)?.best?.text).toMatch(/^\d+[-x]\d+/);
    expect(messages.findIndex(({ id }) => id === 2)).toBeLessThan(messages.findLastIndex(({ id }) => id === 1));
    const { nodes } = finished(1)!; // all of them in one search
    expect(nodes).toBeGreaterThanOrEqual(400_000);
    expect(nodes).toBeLessThan(401_000);
    expect(order[0]).toBe(START);
    expect(order.at(-1)).toBe(START);
    thinker.free();
  });
});

/** Ratings of problems by results: what is sent to the server, and where its ratings are used. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../src/api/ask';
import type { RatedProblem, SentTry } from '../../../src/api/types';
import { ANYTHING } from '../../../src/features/problems/choosing';
import { TrainingLog, type Attempt } from '../../../src/features/problems/log';
import { readPart, type Problem } from '../../../src/features/problems/problem';
import { ProblemServer } from '../../../src/features/problems/problem-server';
import { Rerating, type RatingServer } from '../../../src/features/problems/rerating';
import { solverOf } from '../../../src/features/problems/results';
import { coachReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
vi.mock(import('../../../src/rules/coach'), async (original) => {
  const real = await original();
  return { ...real, openCoach: async () => new real.Coach() };
});
const { Training } = await import('../../../src/features/problems/training.svelte');
coachReady();

const TEXT = readFileSync(join(import.meta.dirname, 'collection.txt'), 'utf8');
const SHIPPED = readPart('international', TEXT);
const [FIRST, SECOND] = SHIPPED as [Problem, Problem];
const INDEX = JSON.stringify({ format: 2, variant: 'international', parts: [{ file: 'part-00.txt', problems: SHIPPED.length, from: 850, to: 1700 }] });
const UNREACHABLE: Answer<never> = { kind: 'unreachable' };

/** A server that can be away. */
class FakeServer implements RatingServer {
  rates = true;
  away = false;
  rated: RatedProblem[] = [];
  refuses = false;
  readonly sent: { variant: string; tries: SentTry[] }[] = [];
  readonly fetchText = async (path: string): Promise<string> => (path.endsWith('json') ? INDEX : TEXT);

  async ratings(): Promise<Answer<RatedProblem[]>> {
    return this.away ? UNREACHABLE : { kind: 'ok', value: this.rated };
  }

  async send(variant: string, tries: SentTry[]): Promise<Answer<unknown>> {
    if (this.away) return UNREACHABLE;
    if (this.refuses) return { kind: 'refused', status: 404, code: 'no-problems', reason: '', detail: '' };
    this.sent.push({ variant, tries });
    return { kind: 'ok', value: null };
  }

  get problems(): string[] {
    return this.sent.flatMap(({ tries }) => tries.map(({ problem }) => problem));
  }
}

let names = 0;
const fresh = (): TrainingLog => new TrainingLog(`rerating-${(names += 1)}`);
const attempt = (problem: string, at_ms: number, change: Partial<Attempt> = {}): Attempt => ({
  at_ms, variant: 'international', problem, themes: [], solved: 'clean', took_ms: 10, strength: { rating: 1600, deviation: 80, volatility: 0.06 }, ...change,
});

describe('what is sent', () => {
  it('is the first rated try of each problem, once, with the strength before it', async () => {
    const server = new FakeServer();
    const training = new Training(fresh(), null, server);
    const first = await training.tried(FIRST, 'failed', 10, true);
    await training.tried(FIRST, 'clean', 10, true);
    await vi.waitFor(() => expect(server.problems).toEqual([FIRST.id]));
    await training.tried(SECOND, 'helped', 10, true);
    await vi.waitFor(() => expect(server.problems).toEqual([FIRST.id, SECOND.id]));
    const [one, other] = server.sent.map(({ tries }) => tries[0]!);
    expect(server.sent.every(({ variant }) => variant === 'international')).toBe(true);
    expect(one).toEqual({ problem: FIRST.id, outcome: 'failed', rating: 1500, deviation: 350 });
    // The second try of the first problem lies between.
    const before = training.kept.attempts.find(({ problem, solved }) => problem === FIRST.id && solved === 'clean')!;
    expect(before.strength).not.toEqual(first.strength);
    expect(other).toEqual({ problem: SECOND.id, outcome: 'helped', rating: before.strength!.rating, deviation: before.strength!.deviation });
  });

  it('is no unrated try, nor a rated one after it', async () => {
    const server = new FakeServer();
    const training = new Training(fresh(), null, server);
    await training.tried(FIRST, 'clean', 10, false);
    await training.tried(FIRST, 'clean', 10, true);
    await training.tried(SECOND, 'clean', 10, true);
    await vi.waitFor(() => expect(server.problems).toEqual([SECOND.id]));
  });

  it('is no try of another device', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    await log.merge({ attempts: [attempt(FIRST.id, 1, { strength: null, against: { rating: 1200, deviation: 100 } })], runs: [], cards: [], reviews: [], forgotten: [] });
    const training = new Training(log, null, server);
    await training.callCoach();
    await training.collection('international');
    await training.tried(SECOND, 'clean', 10, true);
    await vi.waitFor(() => expect(server.problems).toEqual([SECOND.id]));
    expect(training.kept.attempts.every(({ strength }) => strength !== null), 'the coach rated it here').toBe(true);
  });

  it('stays queued without the server, also in the next visit', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    server.away = true;
    const rerating = new Rerating(log, server);
    await rerating.queueTry(attempt('a000000001', 1), { rating: 1500, deviation: 350 });
    await rerating.queueTry(attempt('a000000002', 2, { variant: 'frisian' }), { rating: 1500, deviation: 350 });
    await rerating.queueTry(attempt('a000000003', 3), { rating: 1500, deviation: 350 });
    server.away = false;
    server.rates = false;
    await rerating.send();
    expect(server.sent).toEqual([]);
    server.rates = true;
    const later = new Rerating(log, server);
    await Promise.all([later.send(), later.send()]);
    expect(server.sent.map(({ variant, tries }) => [variant, ...tries.map(({ problem }) => problem)])).toEqual([
      ['international', 'a000000001', 'a000000003'],
      ['frisian', 'a000000002'],
    ]);
    await later.send();
    expect(server.sent).toHaveLength(2);
  });

  it('is sent in batches, and not again if the server refuses it', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    server.away = true;
    const rerating = new Rerating(log, server);
    for (let n = 0; n < 130; n += 1) await rerating.queueTry(attempt(`a${String(n).padStart(9, '0')}`, n), { rating: 1500, deviation: 350 });
    server.away = false;
    await rerating.send();
    expect(server.sent.map(({ tries }) => tries.length)).toEqual([100, 30]);
    server.refuses = true;
    await rerating.queueTry(attempt('b000000001', 999), { rating: 1500, deviation: 350 });
    server.refuses = false;
    await rerating.send();
    expect(server.problems).not.toContain('b000000001');
  });

  it('is sent once where the browser refuses to store that it was sent', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    server.away = true;
    const rerating = new Rerating(log, server);
    await rerating.queueTry(attempt('a000000001', 1), { rating: 1500, deviation: 350 });
    server.away = false;
    vi.spyOn(log, 'changeText').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await rerating.send();
    expect(server.problems).toEqual(['a000000001']);
  });

  it('is nothing that the user has deleted before it was sent', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    server.away = true;
    const rerating = new Rerating(log, server);
    await rerating.queueTry(attempt('a000000001', 1), { rating: 1500, deviation: 350 });
    await log.clear();
    server.away = false;
    await rerating.send();
    expect(server.sent).toEqual([]);
  });

  it('has a deviation that grows while the user rests', () => {
    const WEEK = 7 * 86_400_000;
    const rests = vi.fn((before) => ({ ...before!, deviation: 99 }));
    const tries = [attempt('a000000001', 1), attempt('a000000002', 2 + 3 * WEEK)];
    expect(solverOf(tries, tries[1]!, rests)).toEqual({ rating: 1600, deviation: 99 });
    expect(rests).toHaveBeenCalledWith(tries[0]!.strength, 3, []);
    expect(solverOf(tries, attempt('a000000001', 3 + 3 * WEEK), rests)).toBeNull();
  });
});

describe('the ratings of the server', () => {
  const HARD = { id: FIRST.id, rating: FIRST.rating + 300, deviation: 60 };
  const days = Array.from({ length: 40 }, (_, day) => `2026-11-${day}`);

  it('replace those of the files, which are the fallback', async () => {
    const [server, log] = [new FakeServer(), fresh()];
    server.rated = [HARD, { id: 'ffffffffff', rating: 1500, deviation: 60 }];
    const collection = await new Training(log, null, server).collection('international');
    await vi.waitFor(async () => expect((await collection.part(0))[0]).toEqual({ ...FIRST, rating: HARD.rating, deviation: 60 }));
    expect((await collection.part(0)).slice(1)).toEqual(SHIPPED.slice(1));
    const nearest = await collection.find(ANYTHING, HARD.rating, new Map(SHIPPED.slice(1).map(({ id }) => [id, 1])), 0);
    expect(nearest).toMatchObject({ id: FIRST.id, rating: HARD.rating });
  });

  it.each(['the server is away', 'there is no server'])('are used offline: %s', async (why) => {
    const [server, log] = [new FakeServer(), fresh()];
    server.rated = [HARD];
    await new Rerating(log, server).fetchRatings('international');
    if (why === 'there is no server') server.rates = false;
    server.away = true;
    const asked = vi.spyOn(server, 'ratings');
    const collection = await new Training(log, null, server).collection('international');
    expect((await collection.part(0))[0]!.rating).toBe(HARD.rating);
    expect(asked).toHaveBeenCalledTimes(why === 'there is no server' ? 0 : 1);
  });

  it('change neither the problem of the day nor the set of a class', async () => {
    const server = new FakeServer();
    const plain = await new Training(fresh(), null, server).collection('international');
    server.rated = SHIPPED.map(({ id }, n) => ({ id, rating: 2400 - 100 * n, deviation: 50 }));
    const rated = await new Training(fresh(), null, server).collection('international');
    await vi.waitFor(async () => expect((await rated.part(0))[0]!.rating).toBe(2400));
    for (const day of days) expect((await rated.ofDay(day))!.id).toBe((await plain.ofDay(day))!.id);
    const random = (): (() => number) => vi.fn(() => 0.3);
    expect(await rated.severalOf(ANYTHING, 900, 1, random())).toEqual(await plain.severalOf(ANYTHING, 900, 1, random()));
    expect(await rated.several(ANYTHING, 2400, 1, () => 0)).not.toEqual(await plain.several(ANYTHING, 2400, 1, () => 0));
  });

  it('are ignored where they are invalid', async () => {
    const log = fresh();
    const rerating = new Rerating(log, new FakeServer());
    for (const text of ['<html>', '{}', 'null']) {
      await log.keepText('international/ratings', text);
      expect((await rerating.cachedRatings('international')).size, text).toBe(0);
    }
    await log.keepText('international/ratings', JSON.stringify([null, { id: FIRST.id }, { ...HARD, rating: 4001 }, { ...HARD, deviation: '60' }, { ...HARD, id: 'b' }]));
    expect([...(await rerating.cachedRatings('international')).keys()]).toEqual(['b']);
  });
});

describe('whether there is a server', () => {
  const answer = (headers: Record<string, string>) => vi.stubGlobal('fetch', vi.fn(async () => new Response(INDEX, { headers })));

  it('follows from the header of the index of the problems', async () => {
    const server = new ProblemServer();
    expect(server.rates).toBe(false);
    answer({ 'content-type': 'application/json' });
    expect(await server.fetchText('problems/international/index.json')).toBe(INDEX);
    expect(server.rates).toBe(false);
    answer({ link: '<../../api/v1/problems/international/ratings>; rel="related"' });
    await server.fetchText('problems/international/index.json');
    expect(server.rates).toBe(true);
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', { languages: ['en'], onLine: false });
    expect(server.rates).toBe(false);
  });

  it('means no request to the API on a server of plain files', async () => {
    vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
    const fetched: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      fetched.push(path);
      return new Response(path.endsWith('json') ? INDEX : TEXT);
    });
    const training = new Training(fresh(), null, new ProblemServer());
    const collection = await training.collection('international');
    await training.tried((await collection.part(0))[0]!, 'clean', 10, true);
    await vi.waitFor(() => expect(training.kept.attempts).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fetched).toEqual(['problems/international/index.json', 'problems/international/part-00.txt']);
    vi.unstubAllGlobals();
  });
});

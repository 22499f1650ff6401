/** The training log: in the browser's database, as a file, in another browser; and the fetched problems. */
import 'fake-indexeddb/auto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ANYTHING } from '../../../src/features/problems/choosing';
import { parseChoices } from '../../../src/features/problems/choices.svelte';
import { Collection } from '../../../src/features/problems/collection';
import { readBack, written } from '../../../src/features/problems/exchange';
import { factsOf } from '../../../src/rules/family';
import { GAMES_WITH_PROBLEMS } from '../../../src/features/problems/games';
import { TrainingLog, type Attempt, type StoredTraining } from '../../../src/features/problems/log';
import { newCard, reviewed, type Review } from '../../../src/features/problems/repetition';
import { againstOf, bestRun, levelOf, recounted, resultOf, strengthNow, type StrengthAfter } from '../../../src/features/problems/results';
import { readPart } from '../../../src/features/problems/problem';
import { gamesWithProblems } from '../../../vite.config';

const TEXT = readFileSync(join(import.meta.dirname, 'collection.txt'), 'utf8');
const STRENGTH = { rating: 1512.5, deviation: 90, volatility: 0.06 };
const attempt = (at_ms: number, change: Partial<Attempt> = {}): Attempt => ({
  at_ms, variant: 'international', problem: 'dd5b72bf2c', themes: ['direct'], solved: 'clean', took_ms: 9000, strength: STRENGTH, ...change,
});
const CARD = newCard({ kind: 'theme', variant: 'international', theme: 'direct' }, 5);
const review = (at_ms: number, day: number): Review => ({ at_ms, day, card: CARD.id, grade: 'good', took_ms: 10 });
let names = 0;
const fresh = (): TrainingLog => new TrainingLog(`log-${(names += 1)}`);
/** The log of a browser without storage. */
function inMemory(): TrainingLog {
  const { open } = indexedDB;
  indexedDB.open = () => {
    throw new Error('no storage');
  };
  const log = new TrainingLog();
  indexedDB.open = open;
  return log;
}

describe('the log', () => {
  it('stores everything for the next visit', async () => {
    const log = new TrainingLog('again');
    await log.addAttempt(() => attempt(1));
    await log.keepRun({ at_ms: 2, kind: 'streak', variant: 'international', solved: 7 });
    expect(await log.addCard(CARD)).toBe(true);
    expect(await log.addCard({ ...CARD, made_ms: 99 })).toBe(false);
    const after = reviewed(CARD, 'good', 3);
    expect(await log.addReview(review(4, 3), (card) => reviewed(card, 'good', 3))).toEqual(after);
    const there = await new TrainingLog('again').all();
    expect(there).toEqual({
      attempts: [attempt(1)], runs: [{ at_ms: 2, kind: 'streak', variant: 'international', solved: 7 }], cards: [after], reviews: [review(4, 3)], forgotten: [],
    });
    await log.removeCard(CARD.id, 6);
    expect(await log.all()).toMatchObject({ cards: [], forgotten: [{ id: CARD.id, at_ms: 6 }], reviews: [review(4, 3)] });
    expect(await log.addReview(review(7, 4), (card) => reviewed(card, 'good', 4))).toBeNull();
  });

  it.each([['in the database', fresh], ['in memory', inMemory]])('a deleted card returns only when it is made again, %s', async (_, log) => {
    const [here, there] = [log(), log()];
    await here.addCard(CARD);
    await there.merge(await here.all());
    await here.removeCard(CARD.id, 6);
    await here.merge(await there.all());
    expect((await here.all()).cards).toEqual([]);
    await there.merge(await here.all());
    expect(await there.all()).toMatchObject({ cards: [], forgotten: [{ id: CARD.id, at_ms: 6 }] });
    expect(await there.addCard({ ...CARD, made_ms: 9 })).toBe(true);
    await here.merge(await there.all());
    for (const all of [await here.all(), await there.all()]) expect(all).toMatchObject({ cards: [{ id: CARD.id, made_ms: 9 }], forgotten: [] });
  });

  it('can be cleared', async () => {
    for (const log of [fresh(), inMemory()]) {
      await log.addCard(CARD);
      await log.addAttempt(() => attempt(1));
      await log.clear();
      expect(await log.all()).toEqual({ attempts: [], runs: [], cards: [], reviews: [], forgotten: [] });
    }
  });

  it('merges another log without loss or duplicates, and recomputes cards from both reviews', async () => {
    const log = fresh();
    await log.addCard(CARD);
    await log.addReview(review(10, 3), (card) => reviewed(card, 'good', 3));
    await log.addAttempt(() => attempt(1));
    const other: StoredTraining = { attempts: [attempt(1), attempt(2)], runs: [], cards: [{ ...CARD, memory: null }], reviews: [review(20, 6)], forgotten: [] };
    await log.merge(other);
    await log.merge(other);
    const { attempts, cards, reviews } = await log.all();
    expect([attempts.length, reviews.length, cards.length]).toEqual([2, 2, 1]);
    expect(cards[0]).toEqual(reviewed(reviewed(CARD, 'good', 3), 'good', 6));
  });
});

describe('an export file', () => {
  const kept: StoredTraining = {
    attempts: [attempt(1), attempt(2, { strength: null, solved: 'failed' })],
    runs: [{ at_ms: 3, kind: 'minutes', variant: 'international', solved: 4 }],
    cards: [
      CARD,
      newCard({ kind: 'position', variant: 'international', fen: 'W:W28:B19', solution: '28-23', from: 'x' }, 1),
      newCard({ kind: 'position', variant: 'international', fen: 'W:W29:B19', solution: '29-24', accepted: ['29-23'], played: '29-24', from: '' }, 1),
      newCard({ kind: 'line', variant: 'frisian', fen: 'W:W28:B19', moves: ['28-23'], side: 'white', title: 'A line' }, 1),
      newCard({ kind: 'exercise', lesson: 'words', exercise: 2 }, 1),
    ],
    reviews: [review(4, 20_000)],
    forgotten: [{ id: 'theme frisian direct', at_ms: 9 }],
  };

  it('is read as it was written', () => expect(readBack(written(kept))).toEqual({ kept, faults: [] }));

  it('with a position of a single accepted move is read unchanged', () => {
    const old = { fen: 'W:W28:B19', kind: 'position', variant: 'international', solution: '28-23', from: 'x' };
    const text = JSON.stringify({ format: 'damier-training', version: 1, cards: [{ id: 'any', subject: old, memory: null, made_ms: 1 }] });
    const read = readBack(text);
    expect(read).toEqual({ kept: { attempts: [], runs: [], cards: [newCard({ ...old, kind: 'position' }, 1)], reviews: [], forgotten: [] }, faults: [] });
    expect(read?.kept.cards[0]?.subject).not.toHaveProperty('accepted');
  });

  it.each([
    [{ accepted: '38-32' }, 'accepted'],
    [{ accepted: ['38-32', 7] }, 'accepted'],
    [{ accepted: ['38 32'] }, 'accepted'],
    [{ accepted: null }, 'accepted'],
    [{ accepted: Array.from({ length: 401 }, () => '38-32') }, 'accepted'],
    [{ played: 12 }, 'played'],
    [{ solution: null }, 'solution'],
    [{ variant: '' }, 'variant'],
    [{ kind: 'spell' }, 'kind'],
  ])('names the field of a position that cannot be read: %j', (wrong, field) => {
    const good = { kind: 'position', variant: 'international', fen: 'W:W28:B19', solution: '28-23', accepted: ['28-22'], played: '28-24', from: '' };
    const cards = [{ subject: good, made_ms: 1 }, { subject: { ...good, ...wrong }, made_ms: 1 }];
    const read = readBack(JSON.stringify({ format: 'damier-training', version: 1, cards }));
    expect(read?.kept.cards.map(({ subject }) => subject)).toEqual([good]);
    expect(read?.faults).toEqual([{ list: 'cards', entry: 2, field }]);
  });

  it.each(['', '{', 'null', '[]', '{"format":"other","version":1}', '{"format":"damier-training","version":2}'])('is rejected: %s', (text) => {
    expect(readBack(text)).toBeNull();
  });

  it('drops invalid entries and keeps the rest', () => {
    const wrong = {
      format: 'damier-training',
      version: 1,
      attempts: [attempt(1), { ...attempt(2), at_ms: -1 }, { ...attempt(3), solved: 'won' }, { ...attempt(4), themes: 'direct' }, null, 7],
      runs: [{ at_ms: 1, kind: 'hour', variant: 'x', solved: 1 }, { at_ms: 1, kind: 'streak', variant: 'x', solved: 1.5 }],
      cards: [{ ...CARD, id: 'another name', memory: { due: 'soon' } }, { subject: { kind: 'spell' }, made_ms: 1 }, { subject: null, made_ms: 1 }],
      reviews: 'many',
      forgotten: [{ id: 'x', at_ms: 1 }, { id: 7, at_ms: 1 }, { id: 'y', at_ms: null }],
    };
    const read = readBack(JSON.stringify(wrong));
    expect(read?.kept).toEqual({ attempts: [attempt(1)], runs: [], cards: [CARD], reviews: [], forgotten: [{ id: 'x', at_ms: 1 }] });
    expect(read?.faults.map(({ list, entry, field }) => `${list} ${entry} ${field}`)).toEqual([
      'attempts 2 at_ms', 'attempts 3 solved', 'attempts 4 themes', 'attempts 5 attempts', 'attempts 6 attempts',
      'runs 1 kind', 'runs 2 solved', 'cards 2 variant', 'cards 3 subject', 'reviews 0 reviews', 'forgotten 2 id', 'forgotten 3 at_ms',
    ]);
    const strong = readBack(written({ ...kept, attempts: [attempt(1, { strength: { ...STRENGTH, rating: 1e9 } })] }));
    expect(strong?.kept.attempts[0]?.strength).toBeNull();
  });
});

describe('a collection', () => {
  const INDEX = JSON.stringify({ format: 2, variant: 'international', parts: [{ file: 'part-00.txt', problems: 6, from: 850, to: 1700 }], names: { royal: [2] }, families: {}, openings: {}, pieces: {} });
  const files: Record<string, string> = { 'problems/international/index.json': INDEX, 'problems/international/part-00.txt': TEXT };
  const network = (asked: string[] = []) => async (path: string): Promise<string> => {
    asked.push(path);
    const text = files[path];
    if (text === undefined) throw new Error(path);
    return text;
  };
  const broken = async (path: string): Promise<string> => {
    throw new Error(path);
  };

  it('fetches a part once and finds the requested problem', async () => {
    const asked: string[] = [];
    const collection = new Collection('international', network(asked), fresh());
    await collection.open();
    const royal = await collection.find({ ...ANYTHING, theme: 'royal' }, 1200, new Map(), 0);
    expect(royal?.id).toBe('0000000003');
    // Another problem of the theme comes next, not the same position.
    const sibling = await collection.find({ ...ANYTHING, theme: 'royal' }, 1200, new Map([[royal!.id, 1]]), 0);
    expect(sibling?.id).toBe('0000000004');
    expect(await collection.find({ ...ANYTHING, theme: 'turc' }, 1200, new Map(), 0)).toBeNull();
    expect(asked).toEqual(Object.keys(files));
  });

  it('searches up to the last part for a rare combination', async () => {
    const parts = Array.from({ length: 6 }, (_, i) => ({ file: `part-0${i}.txt`, problems: 6, from: 850 + 100 * i, to: 950 + 100 * i }));
    const everywhere = parts.map(() => 2);
    const index = JSON.stringify({ format: 2, variant: 'international', parts, names: { royal: everywhere }, openings: { '33-28 18-22': everywhere } });
    const fetched: string[] = [];
    const other = TEXT.replaceAll('\troyal\t', '\t\t');
    const lend = async (path: string): Promise<string> => {
      fetched.push(path);
      return path.endsWith('json') ? index : path.endsWith('5.txt') ? TEXT : other;
    };
    const collection = new Collection('international', lend, fresh());
    await collection.open();
    expect((await collection.find({ ...ANYTHING, theme: 'royal', opening: '33-28 18-22' }, 850, new Map(), 0))?.id).toBe('0000000004');
    expect(fetched).toHaveLength(7);
  });

  it('works offline with parts fetched before, and not otherwise', async () => {
    const log = fresh();
    const before = new Collection('international', network(), log);
    await before.open();
    await before.downloadAll();
    const after = new Collection('international', broken, log);
    await after.open();
    expect((await after.ofDay('2026-11-25'))?.id).toBe((await before.ofDay('2026-11-25'))?.id);
    await expect(new Collection('international', broken, fresh()).open()).rejects.toThrow();
  });

  it('does not cache a response that is not a collection, such as a captive portal', async () => {
    const log = fresh();
    const before = new Collection('international', network(), log);
    await before.open();
    await before.part(0);
    const portal = async (): Promise<string> => '<!doctype html><title>Welcome</title>';
    const after = new Collection('international', portal, log);
    await after.open();
    expect(await after.part(0)).toHaveLength(6);
    await expect(new Collection('international', portal, fresh()).open()).rejects.toThrow();
  });

  it('fetches a part again after a failure', async () => {
    let there = false;
    const collection = new Collection('international', (path) => (there || path.endsWith('json') ? network()(path) : broken(path)), fresh());
    await collection.open();
    await expect(collection.find(ANYTHING, 900, new Map(), 0)).rejects.toThrow('cannot be read');
    expect(await collection.find({ ...ANYTHING, theme: 'none-has-this' }, 900, new Map(), 0)).toBeNull();
    there = true;
    expect(await collection.find(ANYTHING, 900, new Map(), 0)).not.toBeNull();
  });
});

describe('training results', () => {
  const WEEK = 7 * 86_400_000;
  it('give the rating of the last rated try, and the weeks since', () => {
    const attempts = [attempt(WEEK, { strength: { ...STRENGTH, rating: 1600 } }), attempt(1), attempt(2 * WEEK, { strength: null }), attempt(3 * WEEK, { variant: 'frisian' })];
    expect(strengthNow(attempts, 'international', 3.5 * WEEK)).toEqual({ strength: { ...STRENGTH, rating: 1600 }, rested: 2 });
    expect(strengthNow(attempts, 'russian', 0)).toEqual({ strength: null, rested: 0 });
    expect(levelOf(attempts, 'international')).toBe(1600);
    expect(levelOf([], 'international')).toBeLessThan(1500);
  });

  it('rate a problem as an opponent, within the range of ratings', () => {
    const [problem] = readPart('international', TEXT);
    expect(resultOf(againstOf(problem!), 'clean')).toEqual({ against: { rating: 900, deviation: 300, volatility: 0.06 }, score: 'win' });
    expect(resultOf(againstOf({ ...problem!, rating: 9999, deviation: 0 }), 'helped')).toMatchObject({ against: { rating: 4000, deviation: 30 }, score: 'draw' });
  });

  it('give each device the same rating, recomputed from the tries of both', () => {
    const against = { rating: 1500, deviation: 100 };
    // A fake rating that records its history: each try appends a digit.
    const after: StrengthAfter = (before, rested, [result]) => ({
      ...STRENGTH, rating: (before?.rating ?? 0) * 10 + (result?.score === 'win' ? 1 : 2), deviation: 100 + rested,
    });
    const rated = (at_ms: number, solved: Attempt['solved']): Attempt => attempt(at_ms, { solved, strength: null, against });
    const counted = (tries: readonly Attempt[]): Attempt[] => {
      const changed = new Map(recounted(tries, after).map((it) => [it.at_ms, it]));
      return tries.map((it) => changed.get(it.at_ms) ?? it);
    };
    const here = counted([rated(1, 'clean'), rated(3, 'clean')]);
    const there = counted([rated(2, 'failed'), rated(8 * WEEK, 'failed')]);
    expect(here.map(({ strength }) => strength?.rating)).toEqual([1, 11]);
    const bare = (tries: readonly Attempt[]): Attempt[] => tries.map((it) => ({ ...it, strength: null }));
    const together = counted([...here, ...bare(there)]);
    const other = counted([...there, ...bare(here)]);
    const last = (tries: readonly Attempt[]) => strengthNow(tries, 'international', 8 * WEEK).strength;
    expect(last(together)).toEqual({ ...STRENGTH, rating: 1212, deviation: 107 });
    expect(last(other)).toEqual(last(together));
    expect(recounted(together, after)).toEqual([]);
  });

  it('contain the best run of each kind', () => {
    const runs = [3, 9, 4].map((solved, i) => ({ at_ms: i, kind: 'streak' as const, variant: 'international', solved }));
    expect([bestRun(runs, 'streak', 'international'), bestRun(runs, 'minutes', 'international')]).toEqual([9, null]);
  });
});

describe('stored choices', () => {
  it.each([null, 7, 'x', {}, { variant: 'chess', wish: 3, rated: 'yes', dose: 1000 }, { wish: { level: 3, pieces: '8', theme: 4 } }])('of %j are the defaults', (found) => {
    expect(parseChoices(found)).toEqual({ variant: 'international', wish: ANYTHING, rated: true, still: false, dose: 10 });
  });
  it('list the games that have problems, the default one first', () => {
    expect(GAMES_WITH_PROBLEMS[0]).toBe('international');
    expect(GAMES_WITH_PROBLEMS.filter((id) => !factsOf(id))).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'problems-'));
    for (const name of ['russian', 'frisian']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'README.md'), '');
    expect(gamesWithProblems(pathToFileURL(folder))).toEqual(['international', 'frisian', 'russian']);
    expect(gamesWithProblems(pathToFileURL(join(folder, 'none')))).toEqual(['international']);
    rmSync(folder, { recursive: true });
  });
});

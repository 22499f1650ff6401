/** Training in two windows of one browser, without loss. The ratings and the days are the real ones. */
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Coach } from '../../../src/rules/coach';
import type { Strength } from '../../../src/rules/model';
import { TrainingLog } from '../../../src/features/problems/log';
import { readPart } from '../../../src/features/problems/problem';
import { positionOf } from '../../../src/features/problems/mistakes';
import { cardId, reviewed, type Card, type Subject } from '../../../src/features/problems/repetition';
import { againstOf, bestRun, resultOf } from '../../../src/features/problems/results';
import { coachReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.mock(import('../../../src/rules/coach'), async (original) => {
  const real = await original();
  return { ...real, openCoach: () => coachComes.then(() => new real.Coach()) };
});
/** Resolves when the coach module is loaded. */
let coachComes = Promise.resolve();
const { Training } = await import('../../../src/features/problems/training.svelte');
coachReady();

const [FIRST, SECOND] = readPart('international', readFileSync(join(import.meta.dirname, 'collection.txt'), 'utf8')).slice(0, 2) as [never, never];
const SUBJECT: Subject = { kind: 'theme', variant: 'international', theme: 'direct' };
let names = 0;

/** Two open windows before any change. */
async function twoWindows(): Promise<{ one: InstanceType<typeof Training>; other: InstanceType<typeof Training>; log: TrainingLog }> {
  const name = `windows-${(names += 1)}`;
  const channel = (): BroadcastChannel => new BroadcastChannel(name);
  const [one, other] = [new Training(new TrainingLog(name), channel()), new Training(new TrainingLog(name), channel())];
  await Promise.all([one.opened(), other.opened()]);
  return { one, other, log: new TrainingLog(name) };
}

describe('two windows', () => {
  it('share one rating: each try continues from the last one of either window', async () => {
    const { one, other, log } = await twoWindows();
    await Promise.all([one.tried(FIRST, 'clean', 10, true), other.tried(SECOND, 'failed', 10, true)]);
    const coach = new Coach();
    const { attempts } = await log.all();
    let strength: Strength | null = null;
    for (const attempt of attempts) {
      const problem = attempt.problem === (FIRST as { id: string }).id ? FIRST : SECOND;
      strength = coach.strengthAfter(strength, 0, [resultOf(againstOf(problem), attempt.solved)]);
      expect(attempt.strength).toEqual(strength);
    }
    expect(attempts).toHaveLength(2);
  });

  it('keep the reviews of both for one card', async () => {
    const { one, other, log } = await twoWindows();
    await one.keep(SUBJECT);
    await vi.waitFor(() => expect(other.kept.cards).toHaveLength(1));
    const [card] = one.kept.cards as [Card];
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 5, 12));
    await one.review(card, 'clean', 10);
    now.mockReturnValue(Date.UTC(2026, 0, 9, 12));
    const after = await other.review(card, 'failed', 10); // `card` as the other window knew it before
    now.mockRestore();
    const { cards, reviews } = await log.all();
    expect(reviews).toHaveLength(2);
    expect(cards).toEqual([reviews.reduce((it, { grade, day }) => reviewed(it, grade, day), card)]);
    expect(after).toEqual(cards[0]);
  });

  it('show what the other one has stored', async () => {
    const { one, other } = await twoWindows();
    await one.ran('streak', 'international', 3, 1);
    await one.tried(FIRST, 'clean', 10, true);
    await vi.waitFor(() => expect(other.kept).toEqual(one.kept));
    expect([other.kept.attempts.length, other.kept.runs.length, other.level('international') > 1500]).toEqual([1, 1, true]);
  });

  it('do not restore a card that one of them deleted', async () => {
    const { one, other, log } = await twoWindows();
    await one.keep(SUBJECT);
    const [card] = one.kept.cards as [Card];
    await one.forget(card.id);
    await other.review(card, 'clean', 10);
    expect((await log.all()).cards).toEqual([]);
  });
});

describe('while the coach module is loading', () => {
  it('a rated try is stored, and its theme is due before cards stored later', async () => {
    let come = (): void => undefined;
    coachComes = new Promise((resolve) => (come = resolve));
    const log = new TrainingLog('late coach');
    const training = new Training(log);
    let ms = Date.UTC(2026, 0, 5, 12);
    const now = vi.spyOn(Date, 'now').mockImplementation(() => (ms += 1));
    const trying = training.tried(FIRST, 'clean', 10, true);
    await training.keep({ kind: 'position', variant: 'international', fen: 'W:W31:B20', solution: '31-27', from: '' });
    const ids = (): unknown[] => training.today(10, ms).cards.map(({ subject }) => subject.kind);
    await vi.waitFor(() => expect(ids()).toEqual(['theme', 'position']));
    expect((await log.all()).attempts).toMatchObject([{ solved: 'clean', strength: null, against: againstOf(FIRST) }]);
    come();
    const strength = new Coach().strengthAfter(null, 0, [resultOf(againstOf(FIRST), 'clean')]);
    expect((await trying).strength).toEqual(strength);
    expect((await log.all()).attempts).toMatchObject([{ strength }]);
    expect(ids()).toEqual(['theme', 'position']);
    now.mockRestore();
    coachComes = Promise.resolve();
  });
});

it('a failed problem comes back, unless it was removed from the reviews', async () => {
  const log = new TrainingLog('mistakes');
  const training = new Training(log);
  const kinds = (): string[] => training.kept.cards.map(({ subject }) => subject.kind).sort();
  await training.tried(FIRST, 'helped', 10, false);
  expect(kinds()).toEqual(['theme']);
  await training.tried(FIRST, 'failed', 10, false);
  expect(kinds()).toEqual(['position', 'theme']);
  const mistake = positionOf(FIRST);
  expect(training.has(cardId(mistake))).toBe(true);
  await training.forget(cardId(mistake));
  await training.tried(FIRST, 'failed', 10, false);
  expect(kinds()).toEqual(['theme']);
});

it('a run is stored once, with its latest result', async () => {
  const { one, log } = await twoWindows();
  for (const solved of [1, 2, 2]) await one.ran('streak', 'international', solved, 7);
  expect((await log.all()).runs).toEqual([{ at_ms: 7, kind: 'streak', variant: 'international', solved: 2 }]);
  expect(bestRun(one.kept.runs, 'streak', 'international')).toBe(2);
});

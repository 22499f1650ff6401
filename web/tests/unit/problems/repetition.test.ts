/** The schedule of cards: FSRS-6 compared with its published formulas and weights, the daily set, and cards recomputed from the log. */
import { describe, expect, it } from 'vitest';
import { FSRSVersion } from 'ts-fsrs';
import {
  cardId, cardsDueToday, dayNumber, gradeOf, known, newCard, NEW_A_DAY, replayedAll, reviewed, SLOW_MS, type Card, type Grade, type Review,
} from '../../../src/features/problems/repetition';

const theme = (name: string, made_ms = 0): Card => newCard({ kind: 'theme', variant: 'international', theme: name }, made_ms);
const DAY = 20_000;

describe('FSRS-6', () => {
  it('is the version of the library', () => expect(FSRSVersion).toContain('FSRS-6'));

  it('starts with the first weights of the published set', () => {
    // w[0], w[1], w[2]: the stability after a first review with again, hard and good.
    const first = (grade: Grade): number => reviewed(theme('royal'), grade, DAY).memory!.stability;
    expect(first('again')).toBeCloseTo(0.212, 4);
    expect(first('hard')).toBeCloseTo(1.2931, 4);
    expect(first('good')).toBeCloseTo(2.3065, 4);
  });

  it('computes the same memory state as the published formulas', () => {
    const days = [0, 1, 4, 12, 33];
    const after = days.reduce((card, day, i) => reviewed(card, i === 0 ? 'again' : 'good', DAY + day), theme('royal'));
    expect(after.memory!.stability).toBeCloseTo(byHand(days).stability, 4);
    expect(after.memory!.difficulty).toBeCloseTo(byHand(days).difficulty, 4);
  });

  it('is due the next day after a failure, and at growing intervals after successes', () => {
    let card = reviewed(theme('royal'), 'again', DAY);
    expect(card.memory!.due).toBe(DAY + 1);
    const gaps: number[] = [];
    for (let i = 0; i < 5; i++) {
      const today = card.memory!.due;
      card = reviewed(card, 'good', today);
      gaps.push(card.memory!.due - today);
    }
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
    expect(gaps.at(-1)).toBeGreaterThan(20);
    expect(card.memory).toMatchObject({ asked: 6 });
    const failed = reviewed(card, 'again', card.memory!.due);
    expect(failed.memory!.due - card.memory!.due).toBeLessThan(gaps.at(-1)!);
    expect(failed.memory!.forgotten).toBe(1);
  });

  it('is due sooner after a hard review', () => {
    const after = (grade: Grade): number => reviewed(reviewed(theme('royal'), 'good', DAY), grade, DAY + 2).memory!.due;
    expect(after('hard')).toBeLessThan(after('good'));
    expect(after('again')).toBeLessThan(after('hard'));
  });

  it('has a retrievability of 0.9 on the due day', () => {
    const card = [0, 3, 14].reduce((at, day) => reviewed(at, 'good', DAY + day), theme('royal'));
    expect(known(card, card.memory!.due)).toBeGreaterThan(0.88);
    expect(known(card, card.memory!.due)).toBeLessThan(0.92);
    expect(known(card, card.memory!.due + 100)).toBeLessThan(0.9);
    expect(known(theme('royal'), DAY)).toBe(0);
  });
});

/**
 * A second implementation of FSRS-6, from "The Algorithm" in the wiki of open-spaced-repetition/fsrs4anki, with the weights published there: again on the first
 * of these days, then good.
 */
function byHand(days: readonly number[]): { stability: number; difficulty: number } {
  const w = [0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542] as const;
  const firstDifficulty = (grade: number): number => w[4] - Math.exp(w[5] * (grade - 1)) + 1;
  const clamp = (d: number): number => Math.min(10, Math.max(1, d));
  const factor = 0.9 ** (1 / -w[20]) - 1;
  let stability: number = w[0];
  let difficulty = clamp(firstDifficulty(1));
  days.slice(1).forEach((day, i) => {
    const elapsed = day - days[i]!;
    const retrievability = (1 + (factor * elapsed) / stability) ** -w[20];
    stability *= 1 + Math.exp(w[8]) * (11 - difficulty) * stability ** -w[9] * (Math.exp(w[10] * (1 - retrievability)) - 1);
    // A good review moves the difficulty only towards that of an easy first review.
    difficulty = clamp(w[7] * firstDifficulty(4) + (1 - w[7]) * difficulty);
  });
  return { stability, difficulty };
}

describe('a grade', () => {
  it.each([
    ['failed', 1, 'again'],
    ['helped', 1, 'hard'],
    ['clean', SLOW_MS + 1, 'hard'],
    ['clean', SLOW_MS, 'good'],
  ] as const)('of a problem that was %s after %d ms is %s', (solved, took, grade) => expect(gradeOf(solved, took)).toBe(grade));
});

describe('the number of a day', () => {
  it('is the local calendar day at any hour', () => {
    const [early, late] = [new Date(2026, 10, 25, 0, 0, 1), new Date(2026, 10, 25, 23, 59, 59)].map((it) => dayNumber(it.getTime()));
    expect(early).toBe(late);
    expect(dayNumber(new Date(2026, 10, 26, 0, 0, 1).getTime())).toBe(early! + 1);
  });
});

describe('the daily set of cards', () => {
  const due = (name: string, last: number): Card => reviewed(theme(name), 'good', last);

  it('is limited to the chosen number, however many are due', () => {
    const cards = Array.from({ length: 50 }, (_, i) => due(`t${i}`, DAY - 300 + i));
    expect(cardsDueToday(cards, new Set(), 10, DAY)).toHaveLength(10);
    expect(cardsDueToday(cards, new Set(['t0', 't1', 't2'].map((it) => theme(it).id)), 10, DAY)).toHaveLength(7);
    expect(cardsDueToday(cards, new Set(cards.slice(0, 10).map(({ id }) => id)), 10, DAY)).toEqual([]);
  });

  it('starts with the best known due cards and leaves out the others', () => {
    const [old, fresh, later] = [due('old', DAY - 90), due('fresh', DAY - 4), due('later', DAY)];
    expect(cardsDueToday([old, later, fresh], new Set(), 10, DAY).map(({ id }) => id)).toEqual([fresh.id, old.id]);
  });

  it('ends with a few new cards, the oldest first, and adds none later the same day', () => {
    const news = Array.from({ length: 9 }, (_, i) => theme(`n${i}`, 9 - i));
    const dose = cardsDueToday([...news, due('old', DAY - 90)], new Set(), 10, DAY);
    expect(dose.map(({ id }) => id)).toEqual([theme('old').id, ...[8, 7, 6, 5].map((i) => theme(`n${i}`).id)]);
    const learnt = news.map((card, i) => (i >= 5 ? reviewed(card, 'good', DAY) : card));
    expect(cardsDueToday(learnt, new Set(learnt.slice(5).map(({ id }) => id)), 10, DAY)).toEqual([]);
    expect(NEW_A_DAY).toBe(4);
  });
});

describe('a log of reviews', () => {
  it('reproduces the card', () => {
    const grades: [Grade, number][] = [['good', 0], ['hard', 2], ['again', 9], ['good', 10], ['good', 14]];
    const card = grades.reduce((at, [grade, day]) => reviewed(at, grade, DAY + day), theme('royal'));
    const reviews: Review[] = grades.map(([grade, day], i) => ({ at_ms: i, day: DAY + day, card: card.id, grade, took_ms: 1 }));
    expect(replayedAll([theme('royal')], [...reviews].reverse())).toEqual([card]);
    expect(replayedAll([card], [])).toEqual([theme('royal')]);
    expect(replayedAll([theme('turkish'), theme('royal')], reviews)).toEqual([theme('turkish'), card]);
  });

  it('tolerates a clock that was set back', () => {
    const card = theme('royal');
    const review = (at_ms: number, day: number): Review => ({ at_ms, day, card: card.id, grade: 'good', took_ms: 1 });
    const [back] = replayedAll([card], [review(1, DAY), review(2, DAY - 10)]);
    expect(back!.memory).toMatchObject({ last: DAY, asked: 2 });
  });

  it('gives the same subject the same id, and others another id', () => {
    const line = { kind: 'line', variant: 'international', fen: 'W:W32:B19', moves: ['32-28'], title: 'a' } as const;
    expect(cardId({ ...line, side: 'white' })).toBe(cardId({ ...line, side: 'white', title: 'b' }));
    expect(cardId({ ...line, side: 'white' })).not.toBe(cardId({ ...line, side: 'black' }));
    expect(cardId({ kind: 'exercise', lesson: 'words', exercise: 1 })).not.toBe(cardId({ kind: 'exercise', lesson: 'words', exercise: 2 }));
  });
});

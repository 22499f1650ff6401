/** The reader of problems, the choice among them, and the problem of the day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANYTHING, choose, chooseSeveral, dayOf, fits, partsFor, placeOfDay } from '../../../src/features/problems/choosing';
import { asProblem } from '../../../src/features/problems/due';
import { positionOf } from '../../../src/features/problems/mistakes';
import { hintsOf, isToHold, readIndex, readPart, themesOf, type ProblemIndex } from '../../../src/features/problems/problem';

const TEXT = readFileSync(join(import.meta.dirname, 'collection.txt'), 'utf8');
const PROBLEMS = readPart('international', TEXT);
const LINE = TEXT.split('\n')[0]!;

describe('a part of the collection', () => {
  it('has one problem in each line', () => {
    expect(PROBLEMS).toHaveLength(6);
    expect(PROBLEMS[0]).toEqual({
      id: 'dd5b72bf2c',
      variant: 'international',
      fen: 'W:W28,29,32,37:B8,9,10,18,19',
      lines: [{ moves: ['28-23', '19x28', '32x5'], also: [] }],
      rating: 900,
      deviation: 300,
      themes: ['shot'],
      name: null,
      families: ['direct'],
      devices: ['backward-capture', 'breakthrough'],
      pieces: 9,
      opening: '',
    });
    expect(themesOf(PROBLEMS[3]!)).toEqual(['royal', 'direct', 'shot']);
    // A shot without a name or family, as in the Frisian game, has the devices of its moves as themes.
    expect(themesOf({ ...PROBLEMS[0]!, families: [] })).toEqual(['backward-capture', 'breakthrough', 'shot']);
  });

  it('says what helps to solve a problem, and whether to hold', () => {
    const problem = { ...PROBLEMS[3]!, themes: ['shot', 'try', 'composed'] };
    expect(hintsOf(problem)).toEqual(['royal', 'direct']);
    expect(isToHold(problem)).toBe(false);
    const ending = { ...PROBLEMS[0]!, families: [], devices: [], themes: ['quiet', 'hold', 'ending'] };
    expect(hintsOf(ending)).toEqual(['quiet', 'hold', 'ending']);
    expect(isToHold(ending)).toBe(true);
    expect(asProblem(positionOf(ending) as never).themes).toEqual(['hold']);
  });

  it('reads several solution lines and alternative captures', () => {
    const line = LINE.replace('28-23 19x28 32x5', '28-23 19x28 32x5/32x14|28-23 18x29 32x5');
    expect(readPart('international', line)[0]!.lines).toEqual([
      { moves: ['28-23', '19x28', '32x5'], also: ['32x14'] },
      { moves: ['28-23', '18x29', '32x5'], also: [] },
    ]);
  });

  const damaged: [string, string][] = [
    ['no columns', 'nothing'],
    ['an id that is none', LINE.replace('dd5b72bf2c', 'DD5B')],
    ['a position with Black to move', LINE.replace('W:W28', 'B:W28')],
    ['a solution that ends with Black', LINE.replace(' 32x5', '')],
    ['a solution that is no list of moves', LINE.replace('28-23', '<b>')],
    ['a rating that is no number', LINE.replace('\t900\t', '\tmuch\t')],
    ['a second line that is none', LINE.replace('32x5', '32x5|19x28 32x5')],
  ];
  it.each(damaged)('skips a line with %s', (_what, line) => {
    expect(readPart('international', `${line}\n${LINE}\r\n`)).toHaveLength(1);
  });
});

const INDEX = {
  format: 2,
  variant: 'international',
  problems: 6,
  parts: [
    { file: 'part-00.txt', problems: 3, from: 850, to: 1000 },
    { file: 'part-01.txt', problems: 3, from: 1250, to: 1700 },
  ],
  themes: { shot: [2, 2], hold: [0, 1] },
  names: { royal: [0, 2], philippe: [0, 1] },
  families: { direct: [2, 1], mazette: [1] },
  devices: { breakthrough: [1, 0], majority: [0, 1] },
  openings: { '32-28 18-23': [1, 1], '33-28 18-22': [0, 1] },
  pieces: { '6': [1, 0], '8': [1, 0], '9': [1, 0], '10': [0, 1], '13': [0, 1], '14': [0, 1] },
};
const index = (change: object = {}): ProblemIndex | null => readIndex({ ...INDEX, ...change });

describe('an index', () => {
  it('is read with its counts', () => {
    expect(index()).toMatchObject({ problems: 6, names: { royal: [0, 2] } });
  });
  it.each<[string, object]>([
    ['another format', { format: 1 }],
    ['no parts', { parts: null }],
    ['a part that leads elsewhere', { parts: [{ file: '../secret', problems: 1, from: 0, to: 0 }] }],
  ])('is refused with %s', (_what, change) => {
    expect(index(change)).toBeNull();
  });
  it.each([null, 3, 'text', []])('is not %j', (found) => expect(readIndex(found)).toBeNull());

  it('lists the parts that contain a theme, the nearest level first', () => {
    const at = index()!;
    expect(partsFor(ANYTHING, at, 900)).toEqual([0, 1]);
    expect(partsFor(ANYTHING, at, 1600)).toEqual([1, 0]);
    expect(partsFor({ ...ANYTHING, theme: 'royal' }, at, 900)).toEqual([1]);
    expect(partsFor({ ...ANYTHING, theme: 'mazette' }, at, 1600)).toEqual([0]);
    expect(partsFor({ ...ANYTHING, opening: '33-28' }, at, 900)).toEqual([1]);
    expect(partsFor({ ...ANYTHING, pieces: 8 }, at, 900)).toEqual([0]);
    expect(partsFor({ ...ANYTHING, theme: 'majority' }, at, 900)).toEqual([1]);
    expect(partsFor({ ...ANYTHING, theme: 'hold' }, at, 900)).toEqual([1]);
    expect(partsFor({ ...ANYTHING, theme: 'turc' }, at, 900)).toEqual([]);
  });
});

describe('the chosen problem', () => {
  it('has the requested theme and size', () => {
    const fitting = (wish: object): string[] => PROBLEMS.filter((it) => fits({ ...ANYTHING, ...wish }, it)).map(({ id }) => id.slice(-1));
    expect(fitting({ theme: 'royal' })).toEqual(['3', '4']);
    expect(fitting({ theme: 'direct' })).toEqual(['c', '1', '3']);
    expect(fitting({ theme: 'breakthrough' })).toEqual(['c']);
    expect(fitting({ opening: '32-28' })).toEqual(['2', '3']);
    expect(fitting({ opening: '32' })).toEqual([]);
    expect(fitting({ pieces: 8 })).toEqual(['1', '2']);
    expect(fitting({ theme: 'royal', pieces: 8 })).toEqual([]);
  });

  it('is a random one near the level', () => {
    expect(choose(PROBLEMS, 1700, new Map(), 0)?.rating).toBe(1700);
    expect(choose(PROBLEMS, 700, new Map(), 0)?.rating).toBe(850);
    expect(choose(PROBLEMS, 700, new Map(), 0.999)?.rating).toBe(1700);
    expect(choose([], 700, new Map(), 0)).toBeNull();
  });

  it('is an unseen one, or else the one seen longest ago', () => {
    const seen = new Map(PROBLEMS.slice(0, 5).map(({ id }, i) => [id, 100 - i]));
    expect(choose(PROBLEMS, 700, seen, 0.5)?.rating).toBe(1700);
    expect(choose(PROBLEMS.slice(0, 5), 700, seen, 0.5)?.id).toBe('0000000004');
  });
});

describe('problems for a class', () => {
  const levels = (wanted: number, random: () => number): number[] => chooseSeveral(PROBLEMS, 1000, wanted, random).map(({ rating }) => rating);

  it('are distinct, up to the requested number, the easier ones first', () => {
    for (const wanted of [0, 1, 2, 6, 12]) {
      const chosen = chooseSeveral(PROBLEMS, 1000, wanted, () => 0.999);
      expect(chosen).toHaveLength(Math.min(wanted, PROBLEMS.length));
      expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
      const ratings = chosen.map(({ rating }) => rating);
      expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
    }
  });

  it('are near the level and differ with the random seed', () => {
    const near = PROBLEMS.map(({ rating }) => Math.abs(rating - 1000)).sort((a, b) => a - b).slice(0, 3);
    expect(levels(1, () => 0).map((level) => Math.abs(level - 1000))).toEqual([near[0]]);
    expect(levels(1, () => 0.999).map((level) => Math.abs(level - 1000))).toEqual([near[2]]);
  });
});

describe('the problem of the day', () => {
  it('is the same on every device and differs on most days', () => {
    const parts = [0, 1].map((part) => ({ file: `part-0${part}.txt`, problems: 10, from: 700, to: 2300 }));
    const at = index({ parts })!;
    expect(placeOfDay(at, '2026-11-25')).toEqual(placeOfDay(index({ parts })!, '2026-11-25'));
    const days = Array.from({ length: 600 }, (_, i) => dayOf(Date.UTC(2026, 0, 1 + i, 12)));
    const places = days.map((day) => placeOfDay(at, day)!).map(({ part, place }) => 10 * part + place);
    // 600 days over the fifth to the twelfth of twenty problems: each appears often enough.
    for (let i = 4; i < 12; i++) expect(places.filter((place) => place === i).length).toBeGreaterThan(45);
    expect(places.every((place) => place >= 4 && place < 12)).toBe(true);
    expect(places.slice(1).filter((place, i) => place === places[i]).length).toBeLessThan(150);
  });
  it('is none without problems', () => {
    expect(placeOfDay(index({ parts: [] })!, '2026-11-25')).toBeNull();
  });
});

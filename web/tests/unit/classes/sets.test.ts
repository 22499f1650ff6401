/** Sets of problems of a class: their names encode them, and every device chooses the same problems. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TaughtLesson, TaughtPupil } from '../../../src/api/types';
import { setsOf } from '../../../src/features/classes/grid';
import { isSet, MOST_SETS, NOT_BEGUN, problemsOf, randomSeed, readSets, seededRandom, SET_SIZES, setName, setOf, sizeOf, withSet, type ProblemSet } from '../../../src/features/classes/sets';
import { Collection } from '../../../src/features/problems/collection';
import type { TrainingLog } from '../../../src/features/problems/log';
import { readIndex, themesOf } from '../../../src/features/problems/problem';

const PUBLIC = join(import.meta.dirname, '../../../public');
const GAMES = readdirSync(join(PUBLIC, 'problems'), { withFileTypes: true }).filter((it) => it.isDirectory()).map(({ name }) => name);
const read = async (path: string): Promise<string> => readFileSync(join(PUBLIC, path), 'utf8');
const log = { keepText: async () => undefined, text: async () => null } as unknown as TrainingLog;
const set = (changes: Partial<ProblemSet> = {}): ProblemSet => ({ variant: 'international', theme: 'epicier', level: 1100, size: 6, lot: 'k3f', ...changes });

async function collection(variant: string, fetchText = read): Promise<Collection> {
  const opened = new Collection(variant, fetchText, log);
  await opened.open();
  return opened;
}

describe('the name of a set', () => {
  it('encodes every theme of every shipped game', () => {
    expect(GAMES.length).toBeGreaterThan(1);
    for (const variant of GAMES) {
      const index = readIndex(JSON.parse(readFileSync(join(PUBLIC, 'problems', variant, 'index.json'), 'utf8')))!;
      const themes = [index.themes, index.names, index.families, index.devices].flatMap((counts) => Object.keys(counts));
      expect(themes.length).toBeGreaterThan(0);
      for (const theme of [null, ...themes]) {
        for (const size of SET_SIZES) {
          const it = set({ variant, theme, level: 2000, size });
          const name = setName(it);
          expect(name, `${variant} ${theme}`).toMatch(/^[a-z0-9-]{1,40}$/);
          expect(setOf(name!, GAMES)).toEqual(it);
          expect([isSet(name!), sizeOf(name!)]).toEqual([true, size]);
        }
      }
    }
    expect(setName(set())).toBe('set-6-1100-k3f-in-epicier');
  });

  it('is never the id of a lesson', () => {
    for (const name of ['taking', 'set', 'set-up', 'set-6-1100-k3f', 'set-0-1100-k3f-in', 'set-6-1100-k3f-in-', 'set-6-1100-k3f-in-a b', '']) {
      expect([isSet(name), setOf(name, GAMES), sizeOf(name)], name).toEqual([false, null, 0]);
    }
    expect(setOf('set-6-1100-k3f-zz', GAMES)).toBeNull();
    expect(setName(set({ theme: 'x'.repeat(40) }))).toBeNull();
  });

  it('has a seed of three letters or digits', () => {
    for (const random of [() => 0, () => 0.999_999, seededRandom('abc')]) expect(randomSeed(random)).toMatch(/^[a-z0-9]{3}$/);
  });
});

describe('the problems of a set', () => {
  it('are the same on every device, and others for another seed', async () => {
    for (const variant of GAMES) {
      const [one, other] = [await collection(variant), await collection(variant)];
      await other.downloadAll(); // parts fetched before make no difference
      const theme = ['frisian', 'turkish'].includes(variant) ? 'majority' : 'direct';
      const wanted = set({ variant, theme, size: 6 });
      const problems = await problemsOf(wanted, one);
      expect(problems).toHaveLength(6);
      expect(problems.every((it) => themesOf(it).includes(theme))).toBe(true);
      expect(problems.map(({ rating }) => rating)).toEqual(problems.map(({ rating }) => rating).sort((a, b) => a - b));
      expect(await problemsOf(wanted, other)).toEqual(problems);
      expect(await problemsOf({ ...wanted, lot: 'zzz' }, other)).not.toEqual(problems);
    }
  });

  it('are fewer if there are not enough, and none if a part cannot be fetched', async () => {
    const rare = await problemsOf(set({ theme: 'try', size: 20 }), await collection('international'));
    expect(rare).toHaveLength(13);
    const withoutParts = await collection('international', (path) => (path.endsWith('index.json') ? read(path) : Promise.reject(new Error('away'))));
    await expect(problemsOf(set(), withoutParts)).rejects.toThrow();
  });
});

describe('stored results of sets', () => {
  it('drop invalid entries and are limited in number', () => {
    expect(readSets(null)).toEqual({});
    for (const text of ['', '[', '3', 'null', '{"taking":{}}', '{"set-6-1100-k3f-in":{"place":-1}}', '{"set-6-1100-k3f-in":{"place":1,"hints":0,"wrong":0,"tries":0,"stars":4}}']) {
      expect(readSets(text), text).toEqual({});
    }
    let sets = {};
    for (let n = 10; n < 30; n += 1) sets = withSet(sets, `set-6-1100-l${n}-in`, { ...NOT_BEGUN, place: n });
    sets = withSet(sets, 'set-6-1100-l20-in', { ...NOT_BEGUN, place: 5 });
    expect(Object.keys(sets)).toHaveLength(MOST_SETS);
    expect(Object.keys(sets).at(-1)).toBe('set-6-1100-l20-in');
    expect(readSets(JSON.stringify(sets))).toEqual(sets);
  });
});

describe('the sets of a class', () => {
  it('list assigned ones first, then those the pupils worked on, the latest first', () => {
    const lesson = (name: string, reported_ms: number): TaughtLesson => ({ lesson: name, stars: 0, place: 0, places: 6, helps: 0, tries: 0, wrong: 0, place_ms: 0, reported_ms });
    const pupil = (assigned: string | null, lessons: TaughtLesson[]): TaughtPupil => ({ nickname: 'fox', seen_ms: 0, assigned, game: null, lessons });
    const [first, second, third, fourth] = ['aaa', 'bbb', 'ccc', 'ddd'].map((lot) => `set-6-1100-${lot}-in`) as [string, string, string, string];
    const pupils = [pupil(null, [lesson(first, 3), lesson('taking', 9)]), pupil(third, [lesson(second, 7), lesson(first, 5)])];
    expect(setsOf({ assigned: fourth, pupils })).toEqual([fourth, third, second, first]);
    expect(setsOf({ assigned: 'taking', pupils: pupils.slice(0, 1) })).toEqual([first]);
  });
});

/**
 * Conventions of the browser tests: all use the `test` of tests/browser/test.ts, allow the service worker if they need it, and the default run covers every
 * kind of exercise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readLesson } from './lessons/lesson-files';
import { USUAL } from '../browser/long';

const FOLDER = new URL('../browser/', import.meta.url);
const SPECS = readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

it('there are browser tests', () => expect(SPECS.length).toBeGreaterThan(40));

it.each(SPECS)('%s closes the browsers that it opens', (name) => {
  const text = textOf(name);
  expect(text).toMatch(/import \{ (expect, )?test \} from '\.\/test';/);
  expect(text).not.toMatch(/import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/);
});

const SERVED = SPECS.filter((name) => /serviceWorker\.ready|opensOffline\(|serviceWorkers\(\)/.test(textOf(name)));

/** By default it is blocked (playwright.config.ts), and a test that waits for it would time out. */
it.each(SERVED)('%s allows the service worker that it needs', (name) => expect(textOf(name)).toContain("serviceWorkers: 'allow'"));

const COURSE = new URL('../../src/features/lessons/course/', import.meta.url);
const KINDS = new Map(
  readdirSync(COURSE).sort().map((file) => {
    const lesson = readLesson(file, JSON.parse(readFileSync(new URL(file, COURSE), 'utf8')));
    return [lesson.id, lesson.exercises.map(({ kind }) => kind)] as const;
  }),
);
/** The lessons that `walks.spec.ts` completes by keyboard and offline: `USUAL` may name only these. */
const FIRST = [...KINDS.keys()].slice(0, Number(/^const FIRST = COURSE\.slice\(0, (\d+)\);$/m.exec(readFileSync(new URL('walks.spec.ts', FOLDER), 'utf8'))?.[1]));
const kindsOf = (ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => KINDS.get(id) ?? []))].sort();

it('the default run covers each kind of exercise by touch on a phone in French, except score sheets and mini-games', () => {
  const ids = [...USUAL.touched, ...USUAL.offline];
  expect(ids.filter((id) => !KINDS.has(id))).toEqual([]);
  expect(USUAL.offline.filter((id) => !FIRST.includes(id)), 'those are not walked').toEqual([]);
  // These two are played by mouse and by keyboard.
  expect([...kindsOf(ids), 'game', 'sheet'].sort()).toEqual(kindsOf([...KINDS.keys()]));
  expect(USUAL.touched.filter((id) => KINDS.get(id)?.includes('game')), 'those are played elsewhere').toEqual([]);
});

it('the default run covers each kind of board exercise by keyboard, with one lesson in each language', () => {
  const ids = Object.values(USUAL.keys);
  expect(ids.filter((id) => !FIRST.includes(id)), 'those are not walked').toEqual([]);
  expect(kindsOf(ids)).toEqual(expect.arrayContaining(['count', 'game', 'maze', 'place', 'play', 'predict', 'tap', 'trace']));
});

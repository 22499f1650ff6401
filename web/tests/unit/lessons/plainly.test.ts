/**
 * Refusals for learners who do not know square numbers yet: each refusal in the early lessons has a
 * text without a number.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { begin, hintFor, step, type State, type Try } from '../../../src/features/lessons/exercise';
import type { Reason } from '../../../src/features/lessons/reason';
import type { Exercise } from '../../../src/features/lessons/lesson';
import { readLesson } from './lesson-files';
import { anyLesson, numbersOf } from '../../../src/features/lessons/others';
import { plainly } from '../../../src/features/lessons/plainly';
import { ExerciseRules, type Rules } from '../../../src/rules/exercise-rules';
import english from '../../../src/features/lessons/words.en.json';
import french from '../../../src/features/lessons/words.fr.json';
import { RulesBinding } from '../../../src/rules/binding';
import { USUAL } from '../../../src/rules/family';
import { playReady } from '../wasm';

vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en'] }));

const FOLDER = join(import.meta.dirname, '../../../src/features/lessons/course');
const LESSONS = readdirSync(FOLDER).sort().map((file) => readLesson(file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))));
const NUMBERLESS = LESSONS.slice(0, LESSONS.findIndex(({ icon }) => icon === 'numbers'));
const WORDS = { fr: french, en: english } as Record<'fr' | 'en', Record<string, string>>;

let rules: Rules;
beforeAll(() => {
  playReady();
  rules = new ExerciseRules(new RulesBinding(), () => 'en', USUAL);
});

/** Every try that the board allows: each square touched, each piece dropped on each square. */
function everything(exercise: Exercise, state: State): Try[] {
  const view = rules.at(state.fen, state.line);
  const squares = view.board.squares.map(({ square }) => square);
  if (exercise.kind !== 'play' && exercise.kind !== 'maze') return squares.map((square) => ({ kind: 'touch', square }));
  const moves = (from: number): Try[] => squares.map((to) => ({ kind: 'move', from, to, via: [], stops: true }));
  return [...squares.map((from): Try => ({ kind: 'move', from, to: null, via: [] })), ...view.pieces.flatMap(({ square }) => moves(square))];
}

/** What the last hint shows. */
function shown(exercise: Exercise, state: State): Try {
  const { way } = hintFor(exercise, state, rules);
  const [from = 0] = way;
  if (exercise.kind === 'trace') return { kind: 'touch', square: way[1] ?? 0 };
  if (exercise.kind !== 'play' && exercise.kind !== 'maze') return { kind: 'touch', square: from };
  return { kind: 'move', from, to: way.at(-1) ?? from, via: exercise.kind === 'play' ? way.slice(1, -1) : [] };
}

/** Every reason that an exercise can give along its hints. */
function reasons(exercise: Exercise): Reason[] {
  const found: Reason[] = [];
  for (let state = begin(exercise), steps = 0; !state.done && steps < 20; steps += 1) {
    for (const tried of everything(exercise, state)) {
      const next = step(exercise, state, tried, rules);
      if (next.verdict === 'wrong' && next.state.reason) found.push(next.state.reason);
    }
    state = step(exercise, state, shown(exercise, state), rules).state;
  }
  return found;
}

describe.each(NUMBERLESS.map(({ id, exercises }) => ({ id, exercises })))('$id', ({ exercises }) => {
  it('refuses without a square number', { timeout: 60_000 }, () => {
    const touched = exercises.filter(({ kind }) => ['tap', 'predict', 'trace', 'play', 'maze'].includes(kind));
    for (const reason of touched.flatMap(reasons)) {
      if (reason.from === 'words') expect(reason.values, reason.key).toEqual({});
      if (reason.from === 'rules') expect(Object.keys(english), reason.refusal.sentence).toContain(`plain.${reason.refusal.code}`);
    }
  });
});

it('refusals without numbers exist in both languages and fit on two lines of a phone', () => {
  for (const key of Object.keys(english).filter((it) => it.startsWith('plain.'))) {
    for (const words of [WORDS.fr, WORDS.en]) {
      expect(words[key], key).not.toMatch(/\d/);
      expect(words[key]!.length, key).toBeLessThanOrEqual(68);
    }
  }
});

it('uses the sentence of the rules if numbers are shown, or if there is no sentence without numbers', () => {
  const refusal = { code: 'same-square', sentence: 'The piece must leave square 28.', article: null, must_play: [], squares: { at: [28], must_move: [], blocked_by: [], captured: [], targets: [], landings: [] } };
  expect(plainly(refusal, 'inside')).toBe(refusal.sentence);
  expect(plainly(refusal, 'none')).toBe('The piece has to leave its square.');
  expect(plainly({ ...refusal, code: 'no-such-square' }, 'none')).toBe(refusal.sentence);
});

it('only the lessons without numbers on the board use refusals without numbers', () => {
  expect(LESSONS.filter((it) => numbersOf(it) === 'none').map(({ id }) => id)).toEqual(NUMBERLESS.map(({ id }) => id));
  expect(numbersOf(LESSONS[NUMBERLESS.length]!)).toBe('outside');
  expect(numbersOf(LESSONS.at(-1)!)).toBe('inside');
  expect(numbersOf(anyLesson('russian')!)).toBe('outside');
  expect(anyLesson('nothing')).toBeNull();
});

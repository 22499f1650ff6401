/** The replies to wrong moves: `UPDATE_REPLIES=1` has the engine compute them; without it every stored reply and its sentence is checked. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { wrongMoveReason } from '../../../src/features/lessons/aside';
import { wants } from '../../../src/features/lessons/exercise';
import { JUDGED, type PlayExercise, type Replies } from '../../../src/features/lessons/lesson';
import { readLesson } from './lesson-files';
import type { AllReplies } from '../../../src/features/lessons/replies';
import { withReplies } from '../../../src/features/lessons/replies';
import { ExerciseRules, type Rules } from '../../../src/rules/exercise-rules';
import english from '../../../src/features/lessons/words.en.json';
import { RulesBinding } from '../../../src/rules/binding';
import { playReady } from '../wasm';
import { answerTo, judge, proveAnswer, type Judged } from './engine-proof';

const LESSONS = join(import.meta.dirname, '../../../src/features/lessons');
const FILE = join(LESSONS, 'replies.json');
const UPDATE = Boolean(process.env['UPDATE_REPLIES']);

let rules: Rules;
beforeAll(() => {
  playReady();
  rules = new ExerciseRules(new RulesBinding(), () => 'en');
});

const kept = JSON.parse(readFileSync(FILE, 'utf8')) as AllReplies;
const exercises = readdirSync(join(LESSONS, 'course'))
  .sort()
  .map((file) => withReplies(readLesson(file, JSON.parse(readFileSync(join(LESSONS, 'course', file), 'utf8'))), kept))
  .flatMap(({ id, exercises }) => exercises.map((exercise, i) => ({ id, number: String(i + 1), exercise })))
  .filter((it): it is { id: string; number: string; exercise: PlayExercise } => it.exercise.kind === 'play' && JUDGED.includes(it.exercise.goal));

/** The moves that miss the goal, at each of the person's plies. */
function* missed(exercise: PlayExercise): Generator<{ before: readonly string[]; judged: Judged }> {
  for (const [ply, wanted] of exercise.line.entries()) {
    if (ply % 2 === 1) continue;
    const before = exercise.line.slice(0, ply).map((it) => it.split('|')[0]!);
    for (const judged of judge(exercise.fen, before, rules)) if (!wants(wanted, judged.move)) yield { before, judged };
  }
}

describe.runIf(UPDATE)('stored replies', () => {
  it('are computed by the engine and written to replies.json', { timeout: 600_000 }, () => {
    const found: AllReplies = {};
    for (const { id, number, exercise } of exercises) {
      const replies: Replies = {};
      for (const { before, judged } of missed(exercise)) (replies[before.length] ??= {})[judged.move.long] = answerTo(exercise, before, judged, rules);
      (found[id] ??= {})[number] = replies;
    }
    const row = (value: object, depth: number): string =>
      depth === 0
        ? JSON.stringify(value)
        : `{\n${Object.entries(value).map(([key, inner]) => `${' '.repeat(2 * (4 - depth))}${JSON.stringify(key)}: ${row(inner as object, depth - 1)}`).join(',\n')}\n${' '.repeat(2 * (3 - depth))}}`;
    writeFileSync(FILE, `${row(found, 3)}\n`);
  });
});

describe.skipIf(UPDATE)('the stored reply to each wrong move', () => {
  it('belongs to an exercise', () => {
    const known = exercises.map(({ id, number }) => `${id} ${number}`);
    expect(Object.entries(kept).flatMap(([id, all]) => Object.keys(all).map((number) => `${id} ${number}`))).toEqual(known);
  });

  it.each(exercises)('is a good move and has a sentence: $id $number', { timeout: 120_000 }, ({ exercise }) => {
    let moves = 0;
    for (const { before, judged } of missed(exercise)) {
      moves += 1;
      const reply = exercise.replies?.[before.length]?.[judged.move.long];
      expect(reply, judged.move.long).toBeDefined();
      proveAnswer(exercise, before, judged, reply!, rules);
      const { key, values, film } = wrongMoveReason(exercise, before, judged.move, rules);
      expect(english[key], key).toBeTruthy();
      expect(film, key).toEqual([judged.move.long, ...reply!.line]);
      // If a man must be kept, the sentence states the loss.
      if (exercise.goal === 'keep') expect(['aside.lost', 'aside.crown', 'aside.loss.king', 'aside.loss.man', 'aside.loss.men', 'aside.end.loss']).toContain(key);
      if (key.startsWith('aside.l') && 'n' in values && /men$/.test(key)) expect(values['n']).toBeGreaterThan(1);
    }
    expect(Object.values(exercise.replies ?? {}).reduce((sum, at) => sum + Object.keys(at).length, 0), 'no more than these').toBe(moves);
  });
});

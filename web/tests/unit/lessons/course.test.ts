/** Every exercise of every lesson, checked by the rules: the expected move is legal and the only good one, and every wrong one has a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lessonFrom, type FileLesson, type Lesson } from '../../../src/features/lessons/lesson';
import { readLesson } from './lesson-files';
import { RulesBinding } from '../../../src/rules/binding';
import { USUAL } from '../../../src/rules/family';
import { playReady } from '../wasm';
import { lessonTests, useGame } from './proof';

const FOLDER = join(import.meta.dirname, '../../../src/features/lessons/course');
const FILES = readdirSync(FOLDER).sort();
const read = (file: string): FileLesson => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FileLesson;
const COURSE: readonly Lesson[] = FILES.map((file) => readLesson(file, read(file)));

beforeAll(() => {
  playReady();
  useGame(new RulesBinding(), USUAL);
});

describe.each(COURSE.map((lesson, i) => ({ file: FILES[i]!, lesson })))('$file', ({ file, lesson }) => {
  it('is named after its lesson, and has exercises of changing kinds', () => {
    expect(file).toMatch(new RegExp(`^\\d\\d-${lesson.id}\\.json$`));
    expect(lesson.game).toBe(USUAL);
    expect(lessonFrom(read(file))).toEqual(lesson);
    expect(new Set(lesson.exercises.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3);
  });

  lessonTests(lesson);
});

describe('the course', () => {
  it('has its lessons in order, with unique ids', () => {
    expect(FILES.map((file) => Number(file.slice(0, 2)))).toEqual(FILES.map((_, i) => i));
    expect(new Set(COURSE.map(({ id }) => id)).size).toBe(COURSE.length);
    expect(new Set(COURSE.map(({ icon }) => icon)).size).toBe(COURSE.length);
  });

  it('requires no reading before the lesson about square numbers', () => {
    for (const { id, exercises } of COURSE.slice(0, 12)) {
      const texts = exercises.flatMap((it) => (it.kind === 'choose' ? it.options : [])).filter(({ text }) => text);
      expect(texts, id).toEqual([]);
      expect(exercises.filter(({ kind }) => kind === 'write'), id).toEqual([]);
    }
  });
});

/**
 * The mock exams: each diagram is checked like an exercise, sheets are drawn evenly from the
 * lessons, and certificates have their requirements.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASKED, CERTIFICATE_IDS, certificateOf, certificatesOf, PASS, standing } from '../../../src/features/lessons/certificates';
import { MOCK_EXAMS } from '../../../src/features/print/sheets';
import { answerOf, questionsFrom, type Question } from '../../../src/features/lessons/exam';
import { levelOf, questionsOf } from '../../../src/features/lessons/exams';
import { LessonError, readExam, readLesson } from './lesson-files';
import { parseExams } from '../../../src/features/lessons/progress.svelte';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import type { Stars } from '../../../src/features/lessons/stars';
import { RulesBinding } from '../../../src/rules/binding';
import { USUAL } from '../../../src/rules/family';
import { Paper } from '../../../src/rules/paper';
import { paperReady, playReady } from '../wasm';
import { TIMEOUT_MS, prove, useGame } from './proof';

const LESSONS = join(import.meta.dirname, '../../../src/features/lessons');
const read = (path: string): unknown => JSON.parse(readFileSync(join(LESSONS, path), 'utf8'));
const course = readdirSync(join(LESSONS, 'course')).sort().map((file) => readLesson(file, read(`course/${file}`)));
paperReady();
const paper = new Paper();
const exams = CERTIFICATE_IDS.map((id) => ({ id, questions: readExam(`${id}.json`, paper.examQuestions(levelOf(id))) }));
const certificates = certificatesOf(course);

let rules: ExerciseRules;
beforeAll(() => {
  playReady();
  const binding = new RulesBinding();
  useGame(binding, USUAL);
  rules = new ExerciseRules(binding, () => 'en');
});

/** Identifies a question, so that none is asked twice. */
const asked = ({ exercise }: Question): string => ('fen' in exercise ? `${exercise.fen ?? ''} ${exercise.kind === 'tap' || (exercise.kind === 'play' && exercise.goal === 'named') ? exercise.say.en : ''}` : '');
const START = 'W:W31-50:B1-20';

describe.each(exams)('the exam $id', ({ id, questions }) => {
  it('is read by the page as it stands in its file', () => {
    expect(questionsFrom(paper.examQuestions(levelOf(id)))).toEqual(questions);
  });

  it('has diagrams of each of its lessons, and none twice', () => {
    const lessons = certificates.find((it) => it.id === id)!.lessons.map((lesson) => lesson.id);
    expect([...new Set(questions.map(({ from }) => from))]).toEqual(lessons);
    expect(questions.length).toBeGreaterThanOrEqual(30);
    expect(new Set(questions.map(asked)).size).toBe(questions.length);
  });

  it('uses no position of the lessons', () => {
    const taught = new Set(course.flatMap(({ exercises }) => exercises.flatMap((it) => ('fen' in it && it.fen !== undefined && it.fen !== START ? [rules.at(it.fen, []).fen] : []))));
    for (const { exercise } of questions) if ('fen' in exercise && exercise.fen !== START) expect(taught.has(rules.at(exercise.fen ?? '', []).fen), exercise.fen).toBe(false);
  });

  it.each(questions.map((question, i) => ({ n: i + 1, kind: question.exercise.kind, question })))('diagram $n, $kind, has the stored solution', { timeout: TIMEOUT_MS }, ({ question }) => {
    prove(question.exercise);
    expect(answerOf(question.exercise, (shot) => shot)).toMatch(/\S/);
  });

  it('draws other diagrams for another sheet number, and the same ones for the same number', () => {
    const sheets = [1, 2, 3, MOCK_EXAMS].map((sheet) => questionsOf(paper, id, sheet));
    for (const drawn of sheets) {
      expect(new Set(drawn.map(asked)).size).toBe(ASKED);
      const each = [...new Set(questions.map(({ from }) => from))].map((from) => [drawn.filter((it) => it.from === from).length, questions.filter((it) => it.from === from).length] as const);
      // No lesson has two questions fewer than another, unless it has no more.
      const most = Math.max(...each.map(([n]) => n));
      for (const [n, there] of each) expect(n >= most - 1 || n === there).toBe(true);
    }
    expect(new Set(sheets.map((drawn) => drawn.map(asked).join())).size).toBe(sheets.length);
    expect(questionsOf(paper, id, 7)).toEqual(questionsOf(paper, id, 7));
    // In the order of the lessons.
    const order = questions.map(asked);
    const places = sheets[0]!.map((it) => order.indexOf(asked(it)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

describe('a collection', () => {
  it('contains only kinds of exercises that can be printed', () => {
    const tap = { from: 'words', kind: 'tap', say: { fr: 'Touche.', en: 'Touch.' }, fen: 'W:W31:B27', seek: { of: 'prey' }, answer: [27] };
    expect(readExam('x.json', { questions: [tap] })).toHaveLength(1);
    expect(() => readExam('x.json', { questions: [{ ...tap, from: '' }] })).toThrow(LessonError);
    expect(() => readExam('x.json', { questions: [{ from: 'words', kind: 'game', say: tap.say, fen: tap.fen }] })).toThrow(/exercise 1, kind/);
    expect(() => readExam('x.json', { questions: [3] })).toThrow(LessonError);
    expect(readExam('x.json', {})).toEqual([]);
  });
});

describe('a certificate', () => {
  const lessons = (...stars: Stars[]) => stars.map((it) => ({ stars: it, at: 0, helps: 0, at_ms: 0 }));

  it('has lessons that no other certificate has', () => {
    expect(certificates.flatMap((it) => it.lessons)).toEqual(course);
    expect(certificateOf('king')).toBe('king');
    expect(certificateOf('queen')).toBeNull();
  });

  it('requires both the stars and the exam', () => {
    expect(standing(lessons(2, 2, 2), PASS)).toEqual({ open: 0, stars: 6, needed: 6, exam: PASS, passed: true, earned: true });
    expect(standing(lessons(3, 2, 1), PASS).earned).toBe(true);
    expect(standing(lessons(3, 3, 0), PASS)).toMatchObject({ open: 1, earned: false });
    expect(standing(lessons(2, 2, 1), PASS)).toMatchObject({ stars: 5, earned: false });
    expect(standing(lessons(3, 3, 3), PASS - 1)).toMatchObject({ passed: false, earned: false });
    expect(standing(lessons(3, 3, 3), null)).toMatchObject({ passed: false, earned: false });
  });

  it('ignores impossible stored results', () => {
    expect(parseExams({ king: 15, queen: { right: 20, at_ms: 7 }, 'black-man': { right: 21, at_ms: 7 }, 'golden-board': { right: '20', at_ms: 7 } })).toEqual({});
    expect(parseExams({ king: { right: 15, at_ms: 7 }, 'white-man': { right: 3, at_ms: -1 }, 'black-man': { at_ms: 7 } })).toEqual({
      king: { right: 15, at_ms: 7 }, 'white-man': { right: 3, at_ms: 0 },
    });
    expect(parseExams(null)).toEqual({});
    expect(parseExams([1])).toEqual({});
  });
});

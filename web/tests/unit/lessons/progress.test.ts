/** Stored progress with two windows of one browser. */
import { expect, it, vi } from 'vitest';

const storage = new Map<string, string>();
let hear: (event: { key: string | null }) => void = () => undefined;
vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, text: string) => storage.set(key, text) });
vi.stubGlobal('addEventListener', (name: string, heard: typeof hear) => {
  if (name === 'storage') hear = heard;
});
const { bestExam, finishLesson, parseExams, parseProgress, progressOf, saveExam } = await import('../../../src/features/lessons/progress.svelte');

const LESSONS = 'damier.lessons';
const EXAMS = 'damier.exams';
const stored = (key: string): unknown => JSON.parse(storage.get(key) ?? '{}');

it('keeps the progress that another window stored', () => {
  finishLesson('words', 3);
  storage.set(LESSONS, JSON.stringify({ ...parseProgress(stored(LESSONS)), step: { stars: 2, at: 0, helps: 0, at_ms: 0 } }));
  hear({ key: LESSONS });
  expect(progressOf('step').stars).toBe(2);
  finishLesson('take', 1);
  expect(Object.keys(parseProgress(stored(LESSONS)))).toEqual(['words', 'step', 'take']);

  saveExam('white-man', 15);
  storage.set(EXAMS, JSON.stringify({ ...parseExams(stored(EXAMS)), king: { right: 17, at_ms: 0 } }));
  hear({ key: EXAMS });
  saveExam('black-man', 12);
  expect(Object.entries(parseExams(stored(EXAMS))).map(([id, { right }]) => [id, right])).toEqual([['white-man', 15], ['king', 17], ['black-man', 12]]);
});

it('resets when another window resets', () => {
  storage.clear();
  hear({ key: null });
  expect(progressOf('words').stars).toBe(0);
  expect(bestExam('white-man')).toBeNull();
});

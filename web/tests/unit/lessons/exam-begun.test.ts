/** An unfinished exam: stored with its sheet and answers, resumed and deleted. */
import { beforeEach, expect, it, vi } from 'vitest';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, text: string) => storage.set(key, text) });
vi.stubGlobal('addEventListener', () => undefined);
const { begunExam, forgetBegun, parseBegunExams, saveBegunExam } = await import('../../../src/features/lessons/exam-begun');
const { beginAnew } = await import('../../../src/features/lessons/progress.svelte');

beforeEach(() => storage.clear());
const HALF = { sheet: 17, marks: [true, false, true] };

it('an unfinished exam is restored, one for each certificate', () => {
  saveBegunExam('king', HALF);
  saveBegunExam('white-man', { sheet: 3, marks: [true] });
  expect(begunExam('king')).toEqual(HALF);
  saveBegunExam('king', null);
  expect([begunExam('king'), begunExam('white-man')]).toEqual([null, { sheet: 3, marks: [true] }]);
});

it('an unfinished exam is deleted with the stars', () => {
  saveBegunExam('king', HALF);
  beginAnew();
  expect(begunExam('king')).toBeNull();
  saveBegunExam('king', HALF);
  forgetBegun();
  expect(begunExam('king')).toBeNull();
});

it('an invalid stored exam is ignored', () => {
  const wrong: unknown[] = [
    null, [], 'king', { queen: HALF }, { king: null }, { king: { ...HALF, sheet: 0 } }, { king: { ...HALF, sheet: 1.5 } }, { king: { ...HALF, sheet: 5000 } },
    { king: { ...HALF, marks: [] } }, { king: { ...HALF, marks: [1, 0] } }, { king: { ...HALF, marks: new Array(20).fill(true) } }, { king: { sheet: 2 } },
  ];
  for (const found of wrong) expect(parseBegunExams(found)).toEqual({});
  expect(parseBegunExams({ king: HALF, queen: HALF })).toEqual({ king: HALF });
  storage.set('damier.exams-begun', '{');
  expect(begunExam('king')).toBeNull();
});

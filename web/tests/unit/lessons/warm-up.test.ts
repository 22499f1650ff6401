/** The warm-up before a lesson: what spaced repetition asks for, and a mix of earlier lessons. */
import { describe, expect, it } from 'vitest';
import { COURSE } from '../../../src/features/lessons/course';
import { warmUp } from '../../../src/features/lessons/warm-up';

const days = Array.from({ length: 30 }, (_, day) => day);

describe('the warm-up', () => {
  it('is empty before the first lesson is finished', () => {
    expect(warmUp([], [], 5)).toEqual([]);
  });

  it('begins with the exercises that are due, of finished lessons only', () => {
    const due = [{ lesson: COURSE[3]!.id, exercise: 1 }, { lesson: COURSE[9]!.id, exercise: 0 }];
    const [first, ...others] = warmUp(COURSE.slice(0, 5), due, 3);
    expect(first).toMatchObject(due[0]!);
    expect(others.map(({ lesson }) => lesson)).not.toContain(COURSE[9]!.id);
  });

  it('has at most three exercises, each of another lesson, and no games', () => {
    for (const finished of [1, 2, 3, 8, 20]) {
      for (const day of days) {
        const found = warmUp(COURSE.slice(0, finished), [], day);
        expect(found.length).toBe(Math.min(3, finished));
        expect(new Set(found.map(({ lesson }) => lesson)).size).toBe(found.length);
        for (const { of, exercise, task } of found) {
          expect(task).toBe(of.exercises[exercise]);
          expect(task.kind).not.toBe('game');
        }
      }
    }
  });

  it('changes from day to day and reaches old lessons', () => {
    const lessons = new Set(days.flatMap((day) => warmUp(COURSE.slice(0, 20), [], day).map(({ lesson }) => lesson)));
    expect(lessons.size).toBe(20);
  });
});

/**
 * The answers of the other side to moves that miss their goal, joined to the exercises that they belong to. They are found by the engine
 * (`UPDATE_REPLIES=1 npx vitest run tests/unit/lessons/replies.test.ts` writes `replies.json` anew) and proved by the same test.
 */
import { JUDGED, type Lesson, type Replies } from './lesson';

/** By the id of a lesson and the number of an exercise, counted from 1. */
export type AllReplies = Record<string, Record<string, Replies>>;

export function withReplies(lesson: Lesson, all: AllReplies): Lesson {
  const known = all[lesson.id];
  if (!known) return lesson;
  const exercises = lesson.exercises.map((exercise, i) => {
    const replies = known[i + 1];
    return replies && exercise.kind === 'play' && JUDGED.includes(exercise.goal) ? { ...exercise, replies } : exercise;
  });
  return { ...lesson, exercises };
}

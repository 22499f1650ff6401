/**
 * Joins the opponent's replies to moves that miss their goal with their exercises. The engine finds
 * them (`UPDATE_REPLIES=1 npx vitest run tests/unit/lessons/replies.test.ts` writes
 * `replies.json`), and the same test verifies them.
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

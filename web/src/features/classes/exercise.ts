/** The exercises of a lesson for the teacher's grid: their texts, and their addresses on the projector. */
import { lineOfExercise, linesOfLesson } from '../print/sheets';
import { tasksOf, type Task } from '../../rules/position-list';
import type { Exercise } from '../lessons/lesson';
import { anyLesson } from '../lessons/others';
import { said } from '../lessons/words';
import type { Route } from '../../router/router.svelte';

const words = (exercise: Exercise): string => said(exercise.say);

/** The task of an exercise; empty if there is none. `place` counts from 0. */
export function exerciseWords(lesson: string, place: number): string {
  const exercise = anyLesson(lesson)?.exercises[place];
  return exercise ? words(exercise) : '';
}

/**
 * The route that projects a lesson from the exercise `place` on. Null if that exercise has no board;
 * if `place` is null, if no exercise of the lesson has one.
 */
export function projected(id: string, place: number | null = null): Extract<Route, { page: 'project' }> | null {
  const lesson = anyLesson(id);
  if (!lesson) return null;
  const lines = linesOfLesson(lesson.exercises, words);
  const exercise = place === null ? null : lesson.exercises[place];
  const line = exercise ? lineOfExercise(exercise, words) : null;
  const at = place === null ? 0 : line === null ? -1 : lines.indexOf(line);
  if (lines[at] === undefined) return null;
  return { page: 'project', variant: lesson.game, list: lines.join('\n'), title: said(lesson.title), at };
}

/** The positions of a lesson, as start positions of a game. */
export function positionsOf(id: string): { variant: string; tasks: Task[] } | null {
  const lesson = anyLesson(id);
  return lesson ? { variant: lesson.game, tasks: tasksOf(linesOfLesson(lesson.exercises, words).join('\n')) } : null;
}

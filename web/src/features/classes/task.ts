/** A teacher's assignment: a lesson, or a set of problems. Its title and its address. */
import { anyLesson } from '../lessons/others';
import { said } from '../lessons/words';
import type { Route } from '../../router/router.svelte';
import { isSet, sizeOf } from './sets';
import { say } from './words';

/** The name of a task. `kindOf` returns the kind of problems in a set. */
export function taskTitle(name: string, kindOf: (set: string) => string | null = () => null): string {
  if (isSet(name)) {
    const kind = kindOf(name);
    return kind === null ? say('set.title', { n: sizeOf(name) }) : say('set.title.of', { n: sizeOf(name), kind });
  }
  const lesson = anyLesson(name);
  return lesson ? said(lesson.title) : name;
}

/** The address of an assignment; null for one that this page does not know. */
export function taskRoute(name: string): Extract<Route, { page: 'lesson' | 'problem-set' }> | null {
  if (isSet(name)) return { page: 'problem-set', name };
  const lesson = anyLesson(name);
  return lesson ? { page: 'lesson', lesson: lesson.id } : null;
}

/** Sets of problems as the teacher sees them: with the name of their theme, once the coach who knows it is there, and on the projector. */
import { problemsOf, setOf } from './sets';
import { taskTitle } from './task';
import { say } from './words';
import { lineOf } from '../../rules/position-list';
import { LEVELS } from '../problems/choices.svelte';
import { GAMES_WITH_PROBLEMS } from '../problems/games';
import { say as word } from '../problems/words';
import { training } from '../problems/training.svelte';
import type { Route } from '../../router/router.svelte';

const LEVEL_WORDS = ['set.level.1', 'set.level.2', 'set.level.3', 'set.level.4', 'set.level.5'] as const;

/** How hard the problems of a level are, in a word: a rating says nothing to most teachers. Others than those to choose from have their number. */
export function levelWord(level: number): string {
  const key = LEVEL_WORDS[LEVELS.indexOf(level)];
  return key === undefined ? say('set.kind.level', { n: level }) : say(key);
}

function kindOf(name: string): string | null {
  const set = setOf(name, GAMES_WITH_PROBLEMS);
  if (!set) return null;
  const theme = set.theme === null || training.coach === null ? [] : [training.themeName(set.theme)];
  return [...theme, levelWord(set.level)].join(', ');
}

/** What a task is called for a teacher. */
export const titleOf = (name: string): string => taskTitle(name, kindOf);

/** A set on the projector, beginning with one of its problems; null where the problems cannot be had. */
export async function projectedSet(name: string, at: number): Promise<Extract<Route, { page: 'project' }> | null> {
  const set = setOf(name, GAMES_WITH_PROBLEMS);
  if (!set) return null;
  const problems = await training.collection(set.variant).then((source) => problemsOf(set, source)).catch(() => []);
  if (problems.length === 0) return null;
  const list = problems.map(({ fen, lines, rating }) => lineOf(fen, lines[0].moves, word('run.level', { n: rating }))).join('\n');
  return { page: 'project', variant: set.variant, list, title: titleOf(name), at };
}

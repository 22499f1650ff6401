/** Sets of problems as the teacher sees them: with the name of their theme, once the coach who knows it is there, and on the projector. */
import { problemsOf, setOf } from '../../class/sets';
import { taskTitle } from '../../class/task';
import { say } from '../../class/words';
import { lineOf } from '../../classroom/list';
import { GAMES_WITH_PROBLEMS } from '../../train/games';
import { word } from '../../train/words';
import { training } from '../problems/training.svelte';
import type { Route } from '../route.svelte';

/** What kind of problems a set has. */
function kindOf(name: string): string | null {
  const set = setOf(name, GAMES_WITH_PROBLEMS);
  if (!set) return null;
  const theme = set.theme === null || training.coach === null ? [] : [training.themeName(set.theme)];
  return [...theme, say('set.kind.level', { n: set.level })].join(', ');
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

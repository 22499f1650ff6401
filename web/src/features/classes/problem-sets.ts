/** Sets of problems for the teacher: their titles, once the coach that names the themes is loaded, and their addresses on the projector. */
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

/** The level of a set in words, as most teachers do not know ratings; the number for an unlisted level. */
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

/** The title of an assignment for a teacher. */
export const titleOf = (name: string): string => taskTitle(name, kindOf);

/** A set on the projector, starting with one of its problems; null if the problems cannot be fetched. */
export async function projectedSet(name: string, at: number): Promise<Extract<Route, { page: 'project' }> | null> {
  const set = setOf(name, GAMES_WITH_PROBLEMS);
  if (!set) return null;
  const problems = await training.collection(set.variant).then((source) => problemsOf(set, source)).catch(() => []);
  if (problems.length === 0) return null;
  const list = problems.map(({ fen, lines, rating }) => lineOf(fen, lines[0].moves, word('run.level', { n: rating }))).join('\n');
  return { page: 'project', variant: set.variant, list, title: titleOf(name), at };
}

/** The problems pages. */
import { page } from '../../router/routes';
import { oneOf, shaped } from '../../router/values';
import { GAMES_WITH_PROBLEMS } from './games';

declare module '../../router/routes' {
  interface Pages {
    /** The start page, or a mode. */
    problems: { what: ProblemsWay | null };
    /** The problem of a day, such as `2026-11-30`, in a game. */
    daily: { variant: string; day: string };
  }
}

/** The modes, by their words in addresses. */
const WAYS = ['free', 'daily', 'minutes', 'streak', 'repeat', 'themes'] as const;
export type ProblemsWay = (typeof WAYS)[number];

export default [
  page({
    page: 'problems',
    path: 'problems/:what?',
    values: { what: oneOf(WAYS) },
    load: () => import('./Problems.svelte'),
    section: 'train',
    entry: { label: 'nav.problems', icon: 'pin' },
  }),
  page({
    page: 'daily',
    path: 'daily/:variant/:day',
    values: { variant: oneOf(GAMES_WITH_PROBLEMS), day: shaped(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/) },
    load: () => import('./DailyProblem.svelte'),
    section: 'train',
  }),
];

/** The problems pages. */
import { page } from '../../router/routes';
import { oneOf } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The start page, or a mode. */
    problems: { what: ProblemsWay | null };
  }
}

/** The modes, by their words in addresses. */
const WAYS = ['free', 'daily', 'minutes', 'streak', 'repeat'] as const;
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
];

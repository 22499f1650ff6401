/** A teacher's class, and sets of problems for it. */
import { page } from '../../router/routes';
import { required, shaped, text } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The teacher's view, with the secret of a link as `part`; or a pupil's entry: `join` with a code, `pupil` with the secret of a link. */
    class: { part: string | null; of: string | null };
    /** A set of problems, by its name (`sets.ts`). */
    'problem-set': { name: string };
  }
}

export default [
  page({
    page: 'class',
    path: 'class/:part?/:of?',
    values: { part: text, of: text },
    load: () => import('./Class.svelte'),
    section: 'learn',
    entry: { label: 'nav.class', icon: 'learn' },
  }),
  page({
    page: 'problem-set',
    path: 'problems/set/:name',
    values: { name: required(shaped(/^set-[a-z0-9-]{1,36}$/)) },
    load: () => import('./ProblemSet.svelte'),
    section: 'train',
    renew: ['name'],
  }),
];

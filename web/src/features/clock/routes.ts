/** The table clock. */
import { page, titled } from '../../router/routes';
import { flag, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    clock: { variant?: string | null; board?: boolean };
  }
}

export default [
  page({
    page: 'clock',
    path: 'clock',
    query: ['variant', 'board'],
    values: { variant, board: flag },
    load: () => import('./Clock.svelte'),
    section: 'more',
    entry: { label: 'nav.clock', icon: 'clock' },
    title: titled(() => import('./words'), 'title'),
  }),
];

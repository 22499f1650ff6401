/** The history of the game. */
import { page } from '../../router/routes';
import { slug } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    history: { station: string | null };
  }
}

export default [
  page({
    page: 'history',
    path: 'history/:station?',
    values: { station: slug },
    load: () => import('./History.svelte'),
    section: 'learn',
    entry: { label: 'nav.history', icon: 'back' },
  }),
];

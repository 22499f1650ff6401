/** The library, shared games, and games in links. */
import { page } from '../../router/routes';
import { id, textOrEmpty, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    library: { search?: string };
    /** A compressed game in the address (`store/link.ts`). */
    view: { game: string; variant: string | null };
    shared: { share: string | null };
  }
}

export default [
  page({
    page: 'library',
    path: 'library',
    query: 'search',
    values: { search: textOrEmpty },
    load: () => import('./Library.svelte'),
    section: 'study',
    entry: { label: 'nav.library', icon: 'library' },
    title: 'library.title',
  }),
  page({ page: 'view', path: 'view', query: ['variant', 'game'], values: { game: textOrEmpty, variant }, load: () => import('./View.svelte'), section: 'study', renew: ['game'] }),
  page({
    page: 'shared',
    path: 'shared/:share?',
    values: { share: id },
    load: () => import('./Shared.svelte'),
    section: 'study',
    entry: { label: 'nav.shared', icon: 'share' },
    renew: ['share'],
  }),
];

/** The clubs of the server. */
import { page, titled } from '../../router/routes';
import { name, required, text } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    clubs: object;
    /** One club, by its id, with the code of an invitation link. */
    club: { club: string; code?: string | null };
  }
}

export default [
  page({
    page: 'clubs',
    path: 'clubs',
    load: () => import('./Clubs.svelte'),
    section: 'community',
    entry: { label: 'nav.clubs', icon: 'people' },
    title: titled(() => import('./words'), 'title'),
  }),
  page({ page: 'club', path: 'club/:club/:code?', values: { club: required(name), code: text }, load: () => import('./Club.svelte'), section: 'community', renew: ['club'] }),
  page({ page: 'clubs', path: 'club', load: () => import('./Clubs.svelte'), section: 'community' }),
];

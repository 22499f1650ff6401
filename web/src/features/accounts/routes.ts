/** The account of this browser, and its finished games. */
import { page, titled } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    account: object;
    played: object;
  }
}

export default [
  page({
    page: 'account',
    path: 'account',
    load: () => import('./Account.svelte'),
    section: 'more',
    entry: { label: 'nav.account', icon: 'person' },
    title: titled(() => import('./words'), 'title'),
  }),
  page({ page: 'played', path: 'played', load: () => import('./finished/Played.svelte'), section: 'study', title: titled(() => import('./finished/words'), 'title') }),
];

/** The account of this browser. */
import { page, titled } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    account: object;
  }
}

export default [
  page({ page: 'account', path: 'account', load: () => import('./Account.svelte'), section: 'community', title: titled(() => import('./words'), 'title') }),
];

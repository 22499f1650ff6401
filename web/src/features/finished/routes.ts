/** The games that were played and are over: of the account, and of this device. */
import { page, titled } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    played: object;
  }
}

export default [
  page({ page: 'played', path: 'played', load: () => import('./Played.svelte'), section: 'study', title: titled(() => import('./words'), 'title') }),
];

/** Moderation of this server, for its operators. */
import { page, titled } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    moderation: object;
  }
}

export default [page({ page: 'moderation', path: 'moderation', load: () => import('./Moderation.svelte'), section: 'more', title: titled(() => import('./words'), 'title') })];

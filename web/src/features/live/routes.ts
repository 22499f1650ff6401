/** A live game. */
import { page } from '../../router/routes';
import { id, required, text } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** A seat at a live game. Its secret is only in the fragment. */
    live: { secret: string };
    /** A game of the account, opened by a notification: leads to a seat at it. */
    own: { game: string };
  }
}

export default [
  page({ page: 'live', path: 'live/:secret', values: { secret: required(text) }, load: () => import('./Live.svelte'), section: 'play', renew: ['secret'], frame: 'bar' }),
  page({ page: 'own', path: 'own/:game', values: { game: required(id) }, load: () => import('./Own.svelte'), section: 'play', renew: ['game'] }),
];

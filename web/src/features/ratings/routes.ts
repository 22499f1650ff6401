/** The page of a player with an account. */
import { page } from '../../router/routes';
import { name, required } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    player: { name: string };
  }
}

export default [
  page({ page: 'player', path: 'player/:name', values: { name: required(name) }, load: () => import('./Player.svelte'), section: 'community', renew: ['name'] }),
];

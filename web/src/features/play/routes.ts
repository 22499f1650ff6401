/**
 * Games against the engine, and of two people on one device. Both pages are in the initial bundle,
 * so that a game starts at once.
 */
import { page } from '../../router/routes';
import { id, knownVariant, required } from '../../router/values';
import Game from './Game.svelte';
import Home from './Home.svelte';

declare module '../../router/routes' {
  interface Pages {
    home: { variant?: string | null };
    game: { id: string };
  }
}

export default [
  page({ page: 'home', path: 'play/:variant', values: { variant: required(knownVariant) }, component: Home, section: 'play' }),
  page({ page: 'home', path: '', component: Home, section: 'play', entry: { label: 'nav.newGame', icon: 'play' } }),
  page({ page: 'game', path: 'game/:id', values: { id: required(id) }, component: Game, section: 'play', renew: ['id'], frame: 'bar' }),
];

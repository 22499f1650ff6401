/** The rules of all games. */
import { page, titled } from '../../router/routes';
import { knownVariant, required } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The list of games. */
    rules: object;
    /** The rules of one game. */
    'game-rules': { game: string };
    /** The table that compares the games. */
    compare: object;
  }
}

export default [
  page({ page: 'compare', path: 'rules/compare', load: () => import('./Compare.svelte'), section: 'learn', title: titled(() => import('./words'), 'compare') }),
  page({ page: 'game-rules', path: 'rules/:game', values: { game: required(knownVariant) }, load: () => import('./RulesPage.svelte'), section: 'learn', renew: ['game'] }),
  page({
    page: 'rules',
    path: 'rules',
    load: () => import('./Rules.svelte'),
    section: 'learn',
    entry: { label: 'nav.rules', icon: 'book' },
    title: titled(() => import('./words'), 'title'),
  }),
];

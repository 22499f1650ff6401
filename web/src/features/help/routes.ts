/** How Damier works. */
import { page } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    help: object;
  }
}

export default [
  page({ page: 'help', path: 'help', load: () => import('./Help.svelte'), section: 'more', entry: { label: 'nav.help', icon: 'help' } }),
];

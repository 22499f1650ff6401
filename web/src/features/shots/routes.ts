/** The named shots. */
import { page } from '../../router/routes';
import { slug } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The list, or one of them. */
    shots: { shot: string | null };
  }
}

export default [
  page({ page: 'shots', path: 'shots/:shot?', values: { shot: slug }, load: () => import('./Shots.svelte'), section: 'train', entry: { label: 'nav.shots', icon: 'hint' } }),
];

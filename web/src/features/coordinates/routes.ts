/** Practice for the names of squares. */
import { page, titled } from '../../router/routes';

declare module '../../router/routes' {
  interface Pages {
    coordinates: object;
  }
}

export default [
  page({
    page: 'coordinates',
    path: 'coordinates',
    load: () => import('./Coordinates.svelte'),
    section: 'train',
    entry: { label: 'nav.coordinates', icon: 'columns' },
    title: titled(() => import('./words'), 'title'),
  }),
];

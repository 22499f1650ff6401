/** The print studio. */
import { page, titled } from '../../router/routes';
import { text, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** With an initial sheet, and a position or a list of positions (`rules/position-list.ts`). */
    print: {
      sheet?: string | null;
      variant?: string | null;
      fen?: string | null;
      moves?: string | null;
      list?: string | null;
      title?: string | null;
      shot?: string | null;
    };
  }
}

export default [
  page({
    page: 'print',
    path: 'print',
    query: ['sheet', 'variant', 'fen', 'moves', 'list', 'title', 'shot'],
    values: { sheet: text, variant, fen: text, moves: text, list: text, title: text, shot: text },
    load: () => import('./Print.svelte'),
    section: 'more',
    entry: { label: 'nav.print', icon: 'book' },
    title: titled(() => import('./words'), 'print.title'),
    renew: 'visit',
  }),
];

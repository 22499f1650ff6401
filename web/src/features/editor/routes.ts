/** The editor of positions. */
import { page, titled } from '../../router/routes';
import { text, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    editor: { variant: string | null; fen: string | null };
  }
}

export default [
  page({
    page: 'editor',
    path: 'editor',
    query: ['variant', 'fen'],
    values: { variant, fen: text },
    load: () => import('./Editor.svelte'),
    section: 'study',
    entry: { label: 'nav.editor', icon: 'edit' },
    title: titled(() => import('./words'), 'title'),
    renew: ['variant', 'fen'],
  }),
];

/** The analysis board. */
import { page } from '../../router/routes';
import { flag, id, text, variant, whole } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    analysis: {
      variant: string | null;
      fen: string | null;
      game: string | null;
      ply: number | null;
      /** Whether it opens at the node that was shown last. */
      resume?: boolean;
    };
  }
}

export default [
  page({
    page: 'analysis',
    path: 'analysis',
    query: ['variant', 'fen', 'game', 'ply', 'resume'],
    values: { variant, fen: text, game: id, ply: whole, resume: flag },
    load: () => import('./Analysis.svelte'),
    section: 'study',
    entry: { label: 'nav.analysis', icon: 'scale' },
    title: 'analysis.title',
    // A new visit opens it again; an analysis that gets an address with its first change stays.
    renew: 'visit',
    frame: 'bar',
  }),
];

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
      /** Whether to select the node that was displayed last. */
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
    // A repeated visit loads the page again; a new analysis that gets its address with the first
    // change does not.
    renew: 'visit',
    frame: 'bar',
  }),
];

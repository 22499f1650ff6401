/** Reports on games. */
import { page, titled } from '../../router/routes';
import { id, knownVariant, required, text, textOrEmpty, whole } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The report on a stored game. */
    report: { game: string; /** The moment to show first. */ ply?: number | null };
    /** The report on a line of moves; `game` is the stored analysis that contains it, if any. */
    'line-report': { variant: string; fen: string; moves: string; game: string | null };
  }
}

export default [
  page({ page: 'report', path: 'report/:game/:ply?', values: { game: required(id), ply: whole }, load: () => import('./Report.svelte'), section: 'study', title: titled(() => import('./words'), 'title'), renew: ['game'] }),
  page({
    page: 'line-report',
    path: 'report',
    query: ['variant', 'game', 'fen', 'moves'],
    values: { variant: required(knownVariant), game: id, fen: required(text), moves: textOrEmpty },
    load: () => import('./Report.svelte'),
    section: 'study',
    title: titled(() => import('./words'), 'title'),
    renew: ['variant', 'game', 'fen', 'moves'],
  }),
];

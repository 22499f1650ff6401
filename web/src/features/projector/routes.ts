/** The projector. */
import { page } from '../../router/routes';
import { text, variant, whole } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /**
     * A position with the moves that solve it, or a list of positions and the index of the first
     * one.
     */
    project: { variant: string | null; fen?: string | null; moves?: string | null; list?: string | null; at?: number | null; title?: string | null };
  }
}

export default [
  page({
    page: 'project',
    path: 'project',
    query: ['variant', 'fen', 'moves', 'list', 'at', 'title'],
    values: { variant, fen: text, moves: text, list: text, at: whole, title: text },
    load: () => import('./Project.svelte'),
    section: 'more',
    renew: 'visit',
    frame: 'bare',
  }),
];

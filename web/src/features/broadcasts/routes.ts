/** Broadcasts of boards, and screens on a wall. */
import { page } from '../../router/routes';
import { oneOf, required, shaped, text, whole } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The user's broadcasts; one of them, with a round or `desk` as `part`, and a board or the secret of a link to the desk as `of`. */
    broadcast: { id: string | null; part: string | null; of: string | null };
    /** The boards of a broadcast by its id, or of live games by spectator secrets, separated by commas. */
    wall: { what: 'broadcast' | 'live'; of: string; round: number | null };
  }
}

export default [
  page({
    page: 'broadcast',
    path: 'broadcast/:id?/:part?/:of?',
    values: { id: shaped(/^[a-z0-9-]{4,40}$/), part: text, of: text },
    load: () => import('./Broadcast.svelte'),
    section: 'community',
    entry: { label: 'nav.broadcasts', icon: 'columns' },
  }),
  page({
    page: 'wall',
    path: 'wall/:what/:of/:round?',
    values: { what: required(oneOf(['broadcast', 'live'] as const)), of: required(text), round: whole },
    load: () => import('./Wall.svelte'),
    section: 'community',
    renew: ['what', 'of', 'round'],
    frame: 'bare',
  }),
];

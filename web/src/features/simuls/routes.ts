/** Simuls. */
import { page, titled } from '../../router/routes';
import { id, required, text, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    simuls: { variant?: string | null };
    /** A simul, with the secret of the user's part on another device. */
    simul: { simul: string; secret?: string | null };
    /** The host's boards. */
    round: { simul: string };
  }
}

export default [
  page({
    page: 'simuls',
    path: 'simuls/:variant?',
    values: { variant },
    load: () => import('./Simuls.svelte'),
    section: 'community',
    entry: { label: 'nav.simuls', icon: 'games' },
    title: titled(() => import('./words'), 'all'),
  }),
  page({ page: 'simul', path: 'simul/:simul/:secret?', values: { simul: required(id), secret: text }, load: () => import('./Simul.svelte'), section: 'community', renew: ['simul'] }),
  page({ page: 'round', path: 'round/:simul', values: { simul: required(id) }, load: () => import('./Round.svelte'), section: 'community', renew: ['simul'], frame: 'bar' }),
];

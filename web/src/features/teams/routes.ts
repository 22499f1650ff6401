/** Team matches. */
import { page, titled } from '../../router/routes';
import { required, text, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** Offers a team match. */
    'new-team-match': { variant?: string | null };
    /** A team match before it begins, by the secret of its host, of a link or of a member. */
    'team-match': { secret: string };
  }
}

export default [
  page({
    page: 'new-team-match',
    path: 'together/:variant?',
    values: { variant },
    load: () => import('./NewTeamMatch.svelte'),
    section: 'play',
    title: titled(() => import('./words'), 'title'),
  }),
  page({ page: 'team-match', path: 'team-match/:secret', values: { secret: required(text) }, load: () => import('./TeamMatch.svelte'), section: 'play', renew: ['secret'] }),
];

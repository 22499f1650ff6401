/** The lobby, offers of live games, and invitations to them. */
import { page, titled } from '../../router/routes';
import { flag, required, text, variant } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    invite: {
      variant?: string | null;
      /** Whether it is offered in the lobby. */
      lobby?: boolean;
      program?: string | null;
      friend?: string | null;
      /** The clock of a game against the server's engine as `engine-clock.ts` writes it, `180+2` say, or `yes` for the default. */
      engine?: string | null;
    };
    /** The lobby; with a chosen variant. */
    lobby: { variant?: string | null };
    /** An invitation to a game. Its secret is only in the fragment. */
    join: { secret: string };
  }
}

export default [
  page({
    page: 'lobby',
    path: 'lobby/:variant?',
    values: { variant },
    load: () => import('./Lobby.svelte'),
    section: 'play',
    entry: { label: 'nav.lobby', icon: 'people' },
    title: titled(() => import('./words'), 'lobby.title'),
  }),
  page({
    page: 'invite',
    path: 'invite/:variant?',
    query: ['lobby', 'program', 'friend', 'engine'],
    values: { variant, lobby: flag, program: text, friend: text, engine: text },
    load: () => import('./Invite.svelte'),
    section: 'play',
    renew: ['friend', 'program', 'engine', 'lobby'],
  }),
  page({
    page: 'join',
    path: 'join/:secret',
    values: { secret: required(text) },
    load: () => import('./Join.svelte'),
    section: 'play',
    title: titled(() => import('./words'), 'join.title'),
    renew: ['secret'],
  }),
];

/** A live game. */
import { page } from '../../router/routes';
import { id, required, type Value } from '../../router/values';
import { seatAtAddress } from '../../store/seats';

declare module '../../router/routes' {
  interface Pages {
    /** A seat at a live game. Its secret is only in the fragment. */
    live: { secret: string };
    /** A game of the account, opened by a notification: leads to a seat at it. */
    own: { game: string };
  }
}

/** The secret of a seat. The spectators' secret of a seat of this device opens the seat itself. */
const seat: Value<string | null> = { read: (it) => it && seatAtAddress(it), write: (secret) => secret };

export default [
  page({ page: 'live', path: 'live/:secret', values: { secret: required(seat) }, load: () => import('./Live.svelte'), section: 'play', renew: ['secret'], frame: 'bar' }),
  page({ page: 'own', path: 'own/:game', values: { game: required(id) }, load: () => import('./Own.svelte'), section: 'play', renew: ['game'] }),
];

/**
 * The spectators' link of a seat, and the address that the browser shows while the seat is open.
 * The secret of the seat is not in the address bar, where it would be copied to show the game.
 */
import { type Answer, ask } from '../../api/ask';
import { postLiveWatchers } from '../../api/types';
import { read, type Route } from '../../router/routes';
import { allPages, rewriteAddress } from '../../router/router.svelte';
import { addressSecret, newSecret, saveSeat, seatOf } from '../../store/seats';

/** Requests under way, by the secret of the seat. */
const pending = new Map<string, Promise<Answer<string>>>();

/** The spectators' secret of a player's seat, created the first time. */
export function watchersOf(secret: string): Promise<Answer<string>> {
  const kept = seatOf(secret)?.watchers ?? null;
  if (kept !== null) return Promise.resolve({ kind: 'ok', value: kept });
  const known = pending.get(secret);
  if (known) return known;
  const made = create(secret).finally(() => pending.delete(secret));
  pending.set(secret, made);
  return made;
}

async function create(secret: string): Promise<Answer<string>> {
  // The same secret again if an answer was lost.
  const watchers = addressSecret(secret) ?? newSecret();
  const answer = await ask(postLiveWatchers, {}, { secret: watchers }, { secret });
  if (answer.kind !== 'ok') return answer;
  saveSeat(secret, { watchers });
  return { kind: 'ok', value: watchers };
}

/**
 * The address of an open seat: the invitation until it is accepted, then the spectators'. Null for a
 * seat that keeps its own address: a spectator's, an unknown one, or one that a reload would lose.
 */
export function addressOfSeat(secret: string): Route | null {
  const seat = seatOf(secret);
  if (seat === null || seat.watching) return null;
  if (seat.game === null && seat.invitation !== null) return { page: 'join', secret: seat.invitation };
  const address = addressSecret(secret);
  return address === null ? null : { page: 'live', secret: address };
}

/** Removes the secret of an open seat from the address bar, without changing the page. */
export function hideSeat(secret: string): void {
  const here = read(allPages(), location.hash).route;
  const own = here.page === 'live' && here.secret === secret;
  const invited = here.page === 'join' && here.secret === seatOf(secret)?.invitation;
  // After a press of a link the address is that of the next page already.
  if (!own && !invited) return;
  const address = addressOfSeat(secret);
  if (address !== null) rewriteAddress(address);
}

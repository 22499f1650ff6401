/** Requests the state of this browser's games, and stores it for the lists. Used by the first screen, the lobby and the board. */
import { ask } from '../../api/ask';
import { getChallenge, getLiveState, type GameStatusView } from '../../api/types';
import { isFinal } from './final';
import { forgetSeat, saveSeat, type StoredSeat } from '../../store/seats';
import { isKnownUnreadable, noteUnreadable } from './unreadable';

/** Requests the state of these seats' games, except unreadable ones. Returns false if the server does not answer: then the known state is kept. */
export async function refreshSeatStates(seats: readonly StoredSeat[], now: () => number = Date.now): Promise<boolean> {
  for (const seat of seats) {
    if (isKnownUnreadable(seat.secret)) continue;
    const wish = seat.lobby === null || seat.game !== null ? null : await ask(getChallenge, {}, undefined, { secret: seat.secret });
    if (wish?.kind === 'ok') continue; // no player has accepted it yet
    const answer = await ask(getLiveState, {}, undefined, { secret: seat.secret });
    if (noteUnreadable(seat.secret, answer)) continue;
    if (answer.kind === 'unreachable' || answer.kind === 'full') return false;
    if (answer.kind === 'ok') {
      storeSeatState(seat, answer.value, now());
    } else if (wish !== null && isFinal(wish) && isFinal(answer)) {
      forgetSeat(seat.secret);
    }
  }
  return true;
}

/** Stores the state of a seat's game if it has changed. */
export function storeSeatState(seat: StoredSeat, { game, role, state }: GameStatusView, now: number): void {
  const side = role === 'white' || role === 'black' ? role : null;
  const turn = side !== null && state.turn === side;
  const change = { game, side, watching: side === null, turn, over: state.ending !== null, until_ms: untilOf(state, now) };
  const fields = Object.keys(change) as (keyof typeof change)[];
  // Times from the device's clock differ slightly between answers.
  const isNew = (key: keyof typeof change): boolean =>
    key === 'until_ms' && change.until_ms !== null && seat.until_ms !== null ? Math.abs(change.until_ms - seat.until_ms) > 60_000 : seat[key] !== change[key];
  if (fields.some(isNew)) saveSeat(seat.secret, change);
}

/** When the time of the side to move is up, by this device's clock; null without a running clock. */
export function untilOf({ clock }: GameStatusView['state'], now: number): number | null {
  if (clock === null || clock.running === null) return null;
  return now + clock.delay_ms + (clock.running === 'white' ? clock.white_ms : clock.black_ms);
}

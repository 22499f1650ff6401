/**
 * The notifications without an account: games of this browser in which it is the user's turn, and rematch offers. Each seat is requested, as in the list of
 * live games.
 */
import { type Answer as AccountAnswer, ask } from '../../api/ask';
import { getLiveState, type GameStatusView } from '../../api/types';
import type { Notice } from './notices.svelte';
import { pupilSecret } from '../classes/stored';
import { isFinal } from '../live/final';
import { openSeats, seatAt, seats, type StoredSeat } from '../../store/seats';
import { storeSeatState } from '../live/standing';
import { isKnownUnreadable, noteUnreadable } from '../live/unreadable';

/** The maximum number of running games to request, those with the user's turn first. */
const MAX_RUNNING = 12;

/** The maximum number of finished games to request, the latest first. */
const MOST_OVER = 3;

/** How long after its end a game is requested for rematch offers, in milliseconds: the server stores an offer for an hour. */
const WISH_MS = 60 * 60 * 1000;

/** The seats at running games that the server can read. */
export function playingSeats(): StoredSeat[] {
  return openSeats().filter((seat) => seat.game !== null && !seat.watching && !isKnownUnreadable(seat.secret));
}

/** The seats at recently finished games that the server can read. */
export function playedSeats(now = Date.now()): StoredSeat[] {
  return seats().filter((seat) => seat.over && seat.game !== null && !seat.watching && !isKnownUnreadable(seat.secret) && now - seat.updated_ms < WISH_MS);
}

/** Whether seats of this browser may need notifications. A pupil's screen already shows the events of the class. */
export function needsSeatNotifications(): boolean {
  return pupilSecret() === null && (playingSeats().length > 0 || playedSeats().length > 0);
}

/** All current notifications; a seat that the server cannot report on gives none. */
export async function seatNotices(): Promise<AccountAnswer<Notice[]>> {
  const notices: Notice[] = [];
  for (const seat of [...playingSeats().slice(0, MAX_RUNNING), ...playedSeats().slice(0, MOST_OVER)]) {
    const answer = await ask(getLiveState, {}, undefined, { secret: seat.secret });
    if (noteUnreadable(seat.secret, answer) || isFinal(answer)) continue;
    if (answer.kind !== 'ok') return answer;
    storeSeatState(seat, answer.value, Date.now());
    notices.push(...calls(answer.value, seat));
  }
  return { kind: 'ok', value: notices };
}

/** The notifications of a seat, from the state of its game. */
function calls({ game, role, version, state, rematch }: GameStatusView, { against: name, variant }: StoredSeat): Notice[] {
  if (role !== 'white' && role !== 'black') return [];
  if (state.turn === role) return [{ kind: 'turn', game, name, variant, version }];
  if (!rematch) return [];
  // The holder of a seat is notified when it is their turn.
  if (rematch.game !== null) return seatAt(rematch.game) ? [] : [{ kind: 'rematch', game, name, variant, begun: true }];
  const other = role === 'white' ? 'black' : 'white';
  return rematch[other] && !rematch[role] ? [{ kind: 'rematch', game, name, variant }] : [];
}

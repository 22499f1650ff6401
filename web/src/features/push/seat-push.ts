/**
 * Web Push without an account, by seats: the subscription is sent for each running game of this browser. Sent ones are recorded, so that they are not sent with
 * every screen; the secrets are stored with the seats only.
 */
import { loadFields, saveValue } from '../../store/browser-storage';
import { ask } from '../../api/ask';
import { deletePushSeat, putPushSeat } from '../../api/types';
import { pupilSecret } from '../classes/stored';
import { openSeats, seatAt, type StoredSeat } from '../../store/seats';
import type { Language } from '../../rules/model';

/** A subscription as sent to the server. */
export interface Device {
  endpoint: string;
  public: string;
  auth: string;
  language: Language;
}

type AtGame = StoredSeat & { game: string };

const KEY = 'damier.push.seats';
/** The most games with a subscription. Each is renewed once a day, so this bounds a browser's requests. */
const MAX_SUBSCRIPTIONS = 30;
/** After this time the subscription is sent again: the server may have lost it. */
const AGAIN_MS = 24 * 60 * 60_000;
/** The side belongs to an account, whose devices are subscribed. */
const BY_ACCOUNT = 'called-by-account';
/** The refusals about the seat itself, for any device. */
const ABOUT_THE_SEAT: readonly string[] = [BY_ACCOUNT, 'seat-not-found', 'not-entitled'];

/** The subscriptions sent for a device: when, for each game, and the games for which it is refused. */
interface SentSeats {
  device: string;
  games: Record<string, number>;
  /** The games whose side belongs to an account. */
  owned: Record<string, number>;
  /** The refused seats. */
  refused: Record<string, number>;
}

const NOTHING: SentSeats = { device: '', games: {}, owned: {}, refused: {} };

/**
 * The seats to subscribe: first the games whose board may be left, and of those the ones where the opponent is to move next. A pupil's device is not
 * subscribed, since its screen shows the events of the class.
 */
export function seatsToSubscribe(now = Date.now()): AtGame[] {
  if (pupilSecret() !== null) return [];
  const { owned, refused } = read();
  const seats = openSeats().flatMap((seat): AtGame[] => (seat.game !== null && !seat.watching ? [{ ...seat, game: seat.game }] : []));
  const free = seats.filter(({ game }) => !isFresh(owned[game], now) && !isFresh(refused[game], now));
  // For some seats it is unknown whether their board may be left.
  return free.sort((a, b) => Number(a.slow === false) - Number(b.slow === false) || Number(a.turn) - Number(b.turn)).slice(0, MAX_SUBSCRIPTIONS);
}

/** Subscribes the device for the seats of this browser. Returns the subscribed games. */
export async function subscribeSeats(device: Device, now = Date.now()): Promise<string[]> {
  const name = `${device.language} ${device.endpoint}`;
  const before = read();
  const known = before.device === name ? before.games : {};
  const games: Record<string, number> = {};
  const [owned, refused] = [onlyFresh(before.owned, now), onlyFresh(before.refused, now)];
  let goesOn = true;
  for (const { game, secret } of seatsToSubscribe(now)) {
    const sentMs = known[game];
    if (isFresh(sentMs, now)) {
      games[game] = sentMs;
    } else if (goesOn) {
      const answer = await ask(putPushSeat, {}, device, { secret });
      if (answer.kind === 'ok') games[game] = now;
      else if (answer.kind === 'refused' && ABOUT_THE_SEAT.includes(answer.code)) (answer.code === BY_ACCOUNT ? owned : refused)[game] = now;
      goesOn = answer.kind === 'ok' || answer.kind === 'refused';
    }
  }
  saveValue(KEY, { device: name, games, owned, refused });
  return Object.keys(games);
}

/** The games whose side belongs to an account, according to the server: the devices of the account are subscribed for them. */
export function gamesOfAccounts(now = Date.now()): string[] {
  return Object.keys(onlyFresh(read().owned, now));
}

/** Ends the subscriptions of the device for all seats. */
export async function leaveSeats(endpoint: string): Promise<void> {
  const { games } = read();
  saveValue(KEY, NOTHING);
  for (const game of Object.keys(games)) {
    const seat = seatAt(game);
    if (seat) await ask(deletePushSeat, {}, { endpoint }, { secret: seat.secret });
  }
}

function isFresh(time: number | undefined, now: number): time is number {
  return time !== undefined && time <= now && now - time < AGAIN_MS;
}

function onlyFresh(times: Record<string, number>, now: number): Record<string, number> {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => isFresh(time, now)));
}

function read(): SentSeats {
  const { device, games, owned, refused } = loadFields(KEY);
  return { device: typeof device === 'string' ? device : '', games: times(games), owned: times(owned), refused: times(refused) };
}

function times(value: unknown): Record<string, number> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(pairs.filter((pair): pair is [string, number] => typeof pair[1] === 'number'));
}

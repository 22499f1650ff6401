/**
 * Web Push without an account, by seats: the subscription is sent for each running game of this browser. What was sent is noted, so that
 * the server is not asked with every screen; the secrets stay where the seats are kept.
 */
import { loadFields, saveValue } from '../../store/browser-storage';
import { ask } from '../../api/ask';
import { deletePushSeat, putPushSeat } from '../../api/types';
import { pupilSecret } from '../classes/stored';
import { openSeats, seatAt, type KeptSeat } from '../../store/seats';
import type { Language } from '../../rules/model';

/** A subscription as sent to the server. */
export interface Device {
  endpoint: string;
  public: string;
  auth: string;
  language: Language;
}

type AtGame = KeptSeat & { game: string };

const KEY = 'damier.push.seats';
/** The most games with a subscription. Each is renewed once a day, so this bounds a browser's requests. */
const MOST = 30;
/** After this time the subscription is sent again: the server may have lost it. */
const AGAIN_MS = 24 * 60 * 60_000;
/** The side belongs to an account, and its devices are called. */
const BY_ACCOUNT = 'called-by-account';
/** The refusals that are about the seat, whatever the device. */
const ABOUT_THE_SEAT: readonly string[] = [BY_ACCOUNT, 'seat-not-found', 'not-entitled'];

/** What the server was told of a device, and when, for each game; and at which seats it calls none. */
interface Told {
  device: string;
  games: Record<string, number>;
  /** The sides of accounts. */
  owned: Record<string, number>;
  /** The seats without a subscription. */
  refused: Record<string, number>;
}

const NOTHING: Told = { device: '', games: {}, owned: {}, refused: {} };

/** The seats at which this browser may be called: first the games whose board may be left, and of those the ones that wait for the other side, whose move is the
 *  news. A pupil's screen shows what the class does; no device is called. */
export function seatsToCall(now = Date.now()): AtGame[] {
  if (pupilSecret() !== null) return [];
  const { owned, refused } = read();
  const seats = openSeats().flatMap((seat): AtGame[] => (seat.game !== null && !seat.watching ? [{ ...seat, game: seat.game }] : []));
  const free = seats.filter(({ game }) => !isFresh(owned[game], now) && !isFresh(refused[game], now));
  // Of some seats it is not known whether their board may be left.
  return free.sort((a, b) => Number(a.slow === false) - Number(b.slow === false) || Number(a.turn) - Number(b.turn)).slice(0, MOST);
}

/** Has the device called at the seats of this browser. Answers for which games it is now. */
export async function callAtSeats(device: Device, now = Date.now()): Promise<string[]> {
  const name = `${device.language} ${device.endpoint}`;
  const before = read();
  const known = before.device === name ? before.games : {};
  const games: Record<string, number> = {};
  const [owned, refused] = [onlyFresh(before.owned, now), onlyFresh(before.refused, now)];
  let goesOn = true;
  for (const { game, secret } of seatsToCall(now)) {
    const told = known[game];
    if (isFresh(told, now)) {
      games[game] = told;
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

/** The games whose side belongs to an account, as the server has said: the devices of the account are called for them. */
export function gamesOfAccounts(now = Date.now()): string[] {
  return Object.keys(onlyFresh(read().owned, now));
}

/** Has the device called at no seat any more. */
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

function read(): Told {
  const { device, games, owned, refused } = loadFields(KEY);
  return { device: typeof device === 'string' ? device : '', games: times(games), owned: times(owned), refused: times(refused) };
}

function times(value: unknown): Record<string, number> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(pairs.filter((pair): pair is [string, number] => typeof pair[1] === 'number'));
}

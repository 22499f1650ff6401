/**
 * Whoever plays without an account is called at his seats: the server is told of the device at each game of this browser that goes on. What was told is noted, so that
 * the server is not asked with every screen; the secrets stay where the seats are kept.
 */
import { ask } from '../accounts/api';
import { pupilSecret } from '../class/kept';
import { openSeats, seatAt, type KeptSeat } from '../live/seats';
import type { Language } from '../rules/model';

/** A device as the server is told of it. */
export interface Device {
  endpoint: string;
  public: string;
  auth: string;
  language: Language;
}

const KEY = 'damier.push.seats';
/** So many games call at most, one's own turns first. */
const MOST = 12;
/** After which time the server is told again: it may have lost it. */
const AGAIN_MS = 24 * 60 * 60_000;

/** Which device the server was told of, and when, for each game. */
interface Told {
  device: string;
  games: Record<string, number>;
}

/** The seats at which this browser can be called. A pupil is called by the class. */
export function seatsToCall(): (KeptSeat & { game: string })[] {
  if (pupilSecret() !== null) return [];
  return openSeats()
    .flatMap((seat) => (seat.game !== null && !seat.watching ? [{ ...seat, game: seat.game }] : []))
    .slice(0, MOST);
}

/** Has the device called at the seats of this browser. Answers at how many it is now. */
export async function callAtSeats(device: Device, base: string, now = Date.now()): Promise<number> {
  const name = `${device.language} ${device.endpoint}`;
  const before = read();
  const known = before.device === name ? before.games : {};
  const games: Record<string, number> = {};
  let goesOn = true;
  for (const { game, secret } of seatsToCall()) {
    const told = known[game];
    if (told !== undefined && told <= now && now - told < AGAIN_MS) {
      games[game] = told;
    } else if (goesOn) {
      const { kind } = await ask(`${base}/live/push`, 'PUT', device, () => null, secret);
      if (kind === 'ok') games[game] = now;
      goesOn = kind === 'ok' || kind === 'refused';
    }
  }
  write({ device: name, games });
  return Object.keys(games).length;
}

/** Has the device called at no seat any more. */
export async function leaveSeats(endpoint: string, base: string): Promise<void> {
  const { games } = read();
  write({ device: '', games: {} });
  for (const game of Object.keys(games)) {
    const seat = seatAt(game);
    if (seat) await ask(`${base}/live/push`, 'DELETE', { endpoint }, () => null, seat.secret);
  }
}

function read(): Told {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const it = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
    const games = typeof it['games'] === 'object' && it['games'] !== null ? Object.entries(it['games']) : [];
    const times = games.filter((pair): pair is [string, number] => typeof pair[1] === 'number');
    return { device: typeof it['device'] === 'string' ? it['device'] : '', games: Object.fromEntries(times) };
  } catch {
    return { device: '', games: {} };
  }
}

function write(told: Told): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(told));
  } catch {
    // The server is told again with the next screen.
  }
}

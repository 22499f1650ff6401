/**
 * The seats of this browser in live games: their secrets, and what lists show of them. The secret
 * of a seat authenticates its player, so it stays in this browser. Seats are in the local storage,
 * shared by all windows; if the browser refuses storage, they last until the page is closed.
 */
import { isPersistent, loadFields, loadList, loadText, saveText, saveValue } from './browser-storage';
import { isSecret, newSecret } from './device-secret';
import type { Side } from '../rules/model';

export { newSecret };

export interface StoredSeat {
  secret: string;
  /** The secret of the invitation until it is accepted; null for other seats. */
  invitation: string | null;
  /** The id of the game; null before it begins. */
  game: string | null;
  /** The user's side; null for a spectator, and before the game. */
  side: Side | null;
  /** Whether it is a spectator's. */
  watching: boolean;
  variant: string;
  /** The opponent's name; both names for a spectator. */
  against: string;
  /** Whether the user may leave the board during the game (`pace.ts`); null while unknown. */
  slow: boolean | null;
  /** Whether it was this seat's turn at the last update. */
  turn: boolean;
  /**
   * When the time of the side to move is up, by this device's clock, at the last update; null
   * without a running clock.
   */
  until_ms: number | null;
  over: boolean;
  /** The id of the open offer in the lobby; null for other seats, and once the game has begun. */
  lobby: string | null;
  /** The secret for the next game, once a rematch is wanted. */
  next: string | null;
  /** The spectators' secret, once it was created. */
  watchers: string | null;
  /**
   * The secret in the address bar while the seat is open, so that a copied address does not contain
   * the seat: the spectators' secret, chosen before it is created. Null until the seat was opened.
   */
  address: string | null;
  /** Whether the opponent's messages are hidden, also in later games with the same players. */
  muted: boolean;
  /**
   * The names of the players on this device if the server has none, as in a class; otherwise null.
   */
  names: SeatNames | null;
  updated_ms: number;
}

/** The names of both players on this device. */
export type SeatNames = Readonly<Record<Side, string>>;

const KEY = 'damier.seats';
const NAME = 'damier.seats.name';
const TAKING = 'damier.seats.taking';
/** The maximum number of stored seats. The oldest finished ones are removed first. */
const MAX_STORED = 60;


/**
 * All seats of this browser: those whose turn it is first, sorted by the time at which their clock
 * runs out, then the latest.
 */
export function seats(): StoredSeat[] {
  const until = (seat: StoredSeat): number => (seat.turn && !seat.over && seat.until_ms !== null ? seat.until_ms : Number.MAX_SAFE_INTEGER);
  return [...read()].sort((a, b) => rank(a) - rank(b) || until(a) - until(b) || b.updated_ms - a.updated_ms);
}

/** The games in progress, those whose turn it is first. */
export function openSeats(): StoredSeat[] {
  return seats().filter((seat) => !seat.over);
}

export function seatOf(secret: string): StoredSeat | null {
  return read().find((seat) => seat.secret === secret) ?? null;
}

/**
 * The secret for the address of this seat, stored with it: the spectators'. Null if storage is
 * refused, since a reload would then lose the seat.
 */
export function addressSecret(secret: string): string | null {
  const seat = seatOf(secret);
  const address = seat?.address ?? seat?.watchers ?? newSecret();
  if (seat?.address !== address) saveSeat(secret, { address });
  return isPersistent(KEY) ? address : null;
}

/** The secret of the seat that an address leads to: for a spectators' secret, this browser's own seat in that game. */
export function seatAtAddress(secret: string): string {
  return read().find((seat) => !seat.watching && (seat.address === secret || seat.watchers === secret))?.secret ?? secret;
}

/** The seat in a game; null if this browser has none. */
export function seatAt(game: string): StoredSeat | null {
  return read().find((seat) => seat.game === game && !seat.watching) ?? null;
}

/** The open offers of this browser in the lobby. */
export function ownOffers(): StoredSeat[] {
  return read().filter((seat) => seat.lobby !== null && seat.game === null);
}

/** Stores a seat, or changes of it. */
export function saveSeat(secret: string, change: Partial<Omit<StoredSeat, 'secret'>>, now = Date.now()): StoredSeat {
  const before = seatOf(secret) ?? empty(secret, now);
  const seat = { ...before, ...change, updated_ms: now };
  const others = read().filter((it) => it.secret !== secret);
  const sorted = [seat, ...others].sort((a, b) => Number(a.over) - Number(b.over) || b.updated_ms - a.updated_ms);
  saveValue(KEY, sorted.slice(0, MAX_STORED));
  return seat;
}

/** Removes a seat. Afterwards only its link gives access. */
export function forgetSeat(secret: string): void {
  saveValue(KEY, read().filter((seat) => seat.secret !== secret));
}

/**
 * The secret with which this browser accepts an invitation, the same until the result is known: a
 * request may have begun the game although its response was lost, and then only this secret gives
 * access to the seat.
 */
export function acceptanceSecret(invitation: string): string {
  const kept = acceptances();
  const secret = kept[invitation] ?? newSecret();
  saveAcceptances({ ...kept, [invitation]: secret });
  return secret;
}

/** The invitation was accepted or is no longer valid: removes its secret. */
export function forgetAcceptance(invitation: string): void {
  const { [invitation]: _, ...rest } = acceptances();
  saveAcceptances(rest);
}

/** The last name under which the user played. */
export function ownName(): string {
  return loadText(NAME) ?? '';
}

export function saveName(name: string): void {
  saveText(NAME, name);
}

function acceptances(): Record<string, string> {
  const isKept = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string' && isSecret(pair[1]);
  return Object.fromEntries(Object.entries(loadFields(TAKING)).filter(isKept));
}

function saveAcceptances(kept: Record<string, string>): void {
  // The latest few: an invitation that was opened but not accepted is no loss.
  saveValue(TAKING, Object.fromEntries(Object.entries(kept).slice(-8)));
}

function rank(seat: StoredSeat): number {
  return seat.over ? 2 : seat.turn ? 0 : 1;
}

function empty(secret: string, now: number): StoredSeat {
  return {
    secret,
    invitation: null,
    game: null,
    side: null,
    watching: false,
    variant: '',
    against: '',
    slow: null,
    turn: false,
    until_ms: null,
    over: false,
    lobby: null,
    next: null,
    watchers: null,
    address: null,
    muted: false,
    names: null,
    updated_ms: now,
  };
}

function read(): StoredSeat[] {
  return loadList(KEY).flatMap(parseSeat);
}

/** Reads a stored seat; empty if it is invalid. */
function parseSeat(value: unknown): StoredSeat[] {
  if (typeof value !== 'object' || value === null) return [];
  const it = value as Record<string, unknown>;
  const { secret } = it;
  if (typeof secret !== 'string' || !isSecret(secret)) return [];
  const text = (field: unknown): string => (typeof field === 'string' ? field : '');
  const key = (field: unknown): string | null => (typeof field === 'string' && isSecret(field) ? field : null);
  return [
    {
      secret,
      invitation: key(it['invitation']),
      game: typeof it['game'] === 'string' ? it['game'] : null,
      side: it['side'] === 'white' || it['side'] === 'black' ? it['side'] : null,
      watching: it['watching'] === true,
      variant: text(it['variant']),
      against: text(it['against']),
      slow: typeof it['slow'] === 'boolean' ? it['slow'] : null,
      turn: it['turn'] === true,
      until_ms: typeof it['until_ms'] === 'number' ? it['until_ms'] : null,
      over: it['over'] === true,
      lobby: typeof it['lobby'] === 'string' ? it['lobby'] : null,
      next: key(it['next']),
      watchers: key(it['watchers']),
      address: key(it['address']),
      muted: it['muted'] === true,
      names: names(it['names']),
      updated_ms: typeof it['updated_ms'] === 'number' ? it['updated_ms'] : 0,
    },
  ];
}

function names(value: unknown): SeatNames | null {
  const it = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const { white, black } = it;
  return typeof white === 'string' && typeof black === 'string' ? { white, black } : null;
}

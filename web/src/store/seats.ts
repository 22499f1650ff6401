/**
 * The seats that this browser has at live games: their secrets, and what the lists show of them. The secret of a seat
 * authenticates its player, so they stay in this browser. They are in the local storage, where every window of the page sees
 * them; if the browser stores nothing, they last until the page is closed.
 */
import { loadFields, loadList, loadText, saveText, saveValue } from './browser-storage';
import { isSecret, newSecret } from './device-secret';
import type { Side } from '../rules/model';

export { newSecret };

export interface KeptSeat {
  secret: string;
  /** The secret of the invitation until it is accepted; null at a seat that was not offered here. */
  invitation: string | null;
  /** The id of the game; null while it has not begun. */
  game: string | null;
  /** The side that is played; null for a spectator, and before the game. */
  side: Side | null;
  /** Whether it is a spectator's. */
  watching: boolean;
  variant: string;
  /** The name of the other player; both names for a spectator. */
  against: string;
  /** Whether its board may be left while the game goes on (`pace.ts`); null while that is not known. */
  slow: boolean | null;
  /** Whether it is this seat's turn, as far as is known. */
  turn: boolean;
  /** When the time of the side to move is up, by this device's clock, as far as is known; null without a running clock. */
  until_ms: number | null;
  over: boolean;
  /** The id of the wish that waits in the lobby; null for other seats, and once the game has begun. */
  lobby: string | null;
  /** The secret for the next game, once another one is wanted. */
  next: string | null;
  /** The spectators' secret, once it was created. */
  watchers: string | null;
  /** Whether nothing is shown of what the other side says, also in the next game with the same players. */
  muted: boolean;
  /** What the players are called where the server has no names for them, as in a class; null where it has. */
  names: SeatNames | null;
  updated_ms: number;
}

/** What both players are called on this device. */
export type SeatNames = Readonly<Record<Side, string>>;

const KEY = 'damier.seats';
const NAME = 'damier.seats.name';
const TAKING = 'damier.seats.taking';
/** How many seats are kept. The oldest that are over go first. */
const MOST = 60;


/** All seats of this browser: those where it is one's turn first, the one whose time is up first before the others, then the latest. */
export function seats(): KeptSeat[] {
  const until = (seat: KeptSeat): number => (seat.turn && !seat.over && seat.until_ms !== null ? seat.until_ms : Number.MAX_SAFE_INTEGER);
  return [...read()].sort((a, b) => rank(a) - rank(b) || until(a) - until(b) || b.updated_ms - a.updated_ms);
}

/** The games that go on, one's own turns first. */
export function openSeats(): KeptSeat[] {
  return seats().filter((seat) => !seat.over);
}

export function seatOf(secret: string): KeptSeat | null {
  return read().find((seat) => seat.secret === secret) ?? null;
}

/** The seat at a game; null if this browser has none there. */
export function seatAt(game: string): KeptSeat | null {
  return read().find((seat) => seat.game === game && !seat.watching) ?? null;
}

/** The ownOffers of this browser that wait in the lobby. */
export function ownOffers(): KeptSeat[] {
  return read().filter((seat) => seat.lobby !== null && seat.game === null);
}

/** Notes a seat, or what is new about it. */
export function noteSeat(secret: string, change: Partial<Omit<KeptSeat, 'secret'>>, now = Date.now()): KeptSeat {
  const before = seatOf(secret) ?? empty(secret, now);
  const seat = { ...before, ...change, updated_ms: now };
  const others = read().filter((it) => it.secret !== secret);
  const sorted = [seat, ...others].sort((a, b) => Number(a.over) - Number(b.over) || b.updated_ms - a.updated_ms);
  saveValue(KEY, sorted.slice(0, MOST));
  return seat;
}

/** Forgets a seat. From then on only its link gives access. */
export function forgetSeat(secret: string): void {
  saveValue(KEY, read().filter((seat) => seat.secret !== secret));
}

/**
 * The secret of the seat to be, with which an invitation is taken up: the same as long as it is not known what came of it. A request
 * may have begun the game although its answer was lost, and then this secret alone leads to the seat.
 */
export function takingSecret(invitation: string): string {
  const kept = taking();
  const secret = kept[invitation] ?? newSecret();
  keepTaking({ ...kept, [invitation]: secret });
  return secret;
}

/** The invitation is taken up, or cannot be any more. */
export function taken(invitation: string): void {
  const { [invitation]: _, ...rest } = taking();
  keepTaking(rest);
}

/** The name under which the user played last. */
export function ownName(): string {
  return loadText(NAME) ?? '';
}

export function keepName(name: string): void {
  saveText(NAME, name);
}

function taking(): Record<string, string> {
  const isKept = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string' && isSecret(pair[1]);
  return Object.fromEntries(Object.entries(loadFields(TAKING)).filter(isKept));
}

function keepTaking(kept: Record<string, string>): void {
  // The last few only: an invitation that was looked at and not taken up is no loss.
  saveValue(TAKING, Object.fromEntries(Object.entries(kept).slice(-8)));
}

function rank(seat: KeptSeat): number {
  return seat.over ? 2 : seat.turn ? 0 : 1;
}

function empty(secret: string, now: number): KeptSeat {
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
    muted: false,
    names: null,
    updated_ms: now,
  };
}

function read(): KeptSeat[] {
  return loadList(KEY).flatMap(sane);
}

/** A seat as it was stored; nothing if it is none. */
function sane(value: unknown): KeptSeat[] {
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

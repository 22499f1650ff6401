/**
 * What is asked of the server before, beside and after a live game, over HTTP (docs/live-protocol.md). Each call returns a typed result; that there is no
 * server is a result too. Secrets are sent in headers and bodies, never in addresses. Called by the live pages; keeps nothing.
 */
import type { GameSettings, Side } from '../../rules/model';
import { readTree, type ConditionalTree } from './conditional';
import { count, fields, list, oneOf, orNull, ratingOf, rematchOf, stateOf, string, time, type LiveState, type RatingShown, type Rematch, type Role } from './frames';
import { UNREADABLE } from './unreadable';

export type ColourChoice = Side | 'lot';

/** An offer to play. Who plays which side is not known yet, so of the two players of its settings only a computer is looked at. */
export interface Challenge {
  variant: string;
  settings: GameSettings;
  /** The name of whoever offers the game; may be empty. */
  host: string;
  /** The side that this person will play. */
  colour: ColourChoice;
  /** Which ratings whoever takes it up may have; absent where anybody may. */
  ratings?: RatingRange;
  /** Whether unequal times belong to the players: `clock` to the host, `black_clock` to the guest. */
  clocks_by_player?: boolean;
}

/** A range of ratings with both ends. */
export interface RatingRange {
  lowest?: number;
  highest?: number;
  /** Whether somebody is meant, too, who has no rating yet in this game at this speed. */
  unrated?: boolean;
}

/** An offer that waits. */
export interface OpenChallenge {
  id: string;
  challenge: Challenge;
  yours: boolean;
  until_ms: number;
  /** Whether the host plays under an account. */
  account: boolean;
  /** The rating of that account in this game at this speed. */
  rating: RatingShown | null;
  /** In the lobby, where it asks for a rating: whether that of whoever is signed in is one. */
  fits?: boolean | null;
}

/** A place at a game. */
export interface SeatAt {
  game: string;
  role: Role;
}

/** What is kept, and for which version of the game. */
export interface KeptTree {
  version: number;
  tree: ConditionalTree;
}

/** How a game stands, and who asks. */
export interface Standing {
  game: string;
  role: Role;
  /** The number of its last event. */
  version: number;
  state: LiveState;
  /** Who wants another game; null while this one goes on, and from a server that does not say so. */
  rematch?: Rematch | null;
}

export type LiveAnswer<T> =
  | { kind: 'ok'; value: T }
  /** There is no server, or it does not answer; or it has no room to store anything until somebody makes some. What was wanted may be sent again later. */
  | { kind: 'unreachable'; full?: true }
  /** The server cannot now, or its computer plays as many games as it can; it says when to come back, in milliseconds. */
  | { kind: 'busy'; retry_ms: number; computer?: true }
  /** The server refuses, with its stable code; or it cannot read the game, now or later (`unreadable.ts`). */
  | { kind: 'refused'; code: string; detail: string };

/** The time in milliseconds after which a server that does not answer counts as absent. */
const PATIENCE = 8_000;
const BUSY_MS = 2_000;

export class LiveServer {
  readonly #base: string;

  constructor(base = 'api/v1') {
    this.#base = base;
  }

  /** Offers a game. Sending it again is fine. */
  offer(secret: string, wanted: { id: string; challenge: Challenge; invitation: string; account: boolean }): Promise<LiveAnswer<OpenChallenge>> {
    return this.ask('POST', '/challenges', secret, { ...wanted, public: false }, openChallenge);
  }

  /** Plays the computer of the server, which has a side in the settings: the game begins at once. Sending it again is fine. */
  playHouse(secret: string, wanted: { id: string; challenge: Challenge; invitation: string; account: boolean }): Promise<LiveAnswer<SeatAt>> {
    return this.ask('POST', '/challenges', secret, { ...wanted, public: false }, seatPlace);
  }

  /** What is offered: asked with the secret of the host or of the invitation. */
  challenge(secret: string): Promise<LiveAnswer<OpenChallenge>> {
    return this.ask('GET', '/challenge', secret, undefined, openChallenge);
  }

  /** Takes an offer up, with a new secret of one's own. Sending it again is fine. */
  accept(secret: string, invitation: string, name: string, account: boolean): Promise<LiveAnswer<SeatAt>> {
    return this.ask('POST', '/challenge/accept', secret, { invitation, name, account }, seatPlace);
  }

  /** Lets the computer of the server take the free seat of an offer, with the secret of its host: the game begins at once. Sending it again is fine. */
  leaveToComputer(secret: string, level: number): Promise<LiveAnswer<SeatAt>> {
    return this.ask('POST', '/challenge/computer', secret, { level }, seatPlace);
  }

  /** Takes up an offer of the lobby. Sending it again is fine. */
  acceptPublic(secret: string, challenge: string, name: string, account: boolean): Promise<LiveAnswer<SeatAt>> {
    return this.ask('POST', '/challenge/accept', secret, { challenge, name, account }, seatPlace);
  }

  /** The offers of the lobby, a page of them. */
  lobby(after: string | null = null): Promise<LiveAnswer<{ challenges: OpenChallenge[]; next: string | null }>> {
    return this.ask('GET', `/lobby${after === null ? '' : `?after=${after}`}`, null, undefined, (value) => {
      const it = fields('a lobby', value);
      return { challenges: list('challenges', it['challenges']).map(openChallenge), next: orNull(it['next'], (next) => string('next', next)) };
    });
  }

  /** Wants a game with anybody: a seat, or null while nobody wants the same. Sent again while somebody waits. */
  pair(secret: string, wish: { id: string; challenge: Challenge; account: boolean }): Promise<LiveAnswer<{ seat: SeatAt | null; until_ms: number | null }>> {
    return this.ask('POST', '/lobby/pair', secret, wish, (value) => {
      const it = fields('what became of a wish', value);
      return { seat: orNull(it['seat'], seatPlace), until_ms: orNull(it['until_ms'], time) };
    });
  }

  /** The names of the programs that are connected and may be challenged. */
  programs(): Promise<LiveAnswer<string[]>> {
    return this.ask('GET', '/bots', null, undefined, (value) => list('bots', fields('programs', value)['bots']).map((it) => string('name', fields('a program', it)['name'])));
  }

  /** Challenges a program by its name. Sending it again is fine. */
  challengeProgram(secret: string, wanted: { id: string; challenge: Challenge; to: string; account: boolean }): Promise<LiveAnswer<OpenChallenge>> {
    return this.ask('POST', '/bots/challenge', secret, wanted, openChallenge);
  }

  /** Challenges a friend under one's account, who alone may take it up. Sending it again is fine. */
  challengeFriend(secret: string, name: string, wanted: { id: string; challenge: Challenge }): Promise<LiveAnswer<OpenChallenge>> {
    return this.ask('POST', `/account/friends/${encodeURIComponent(name)}/challenge`, secret, wanted, openChallenge);
  }

  withdraw(secret: string): Promise<LiveAnswer<null>> {
    return this.ask('DELETE', '/challenge', secret, undefined, () => null);
  }

  /** Wants another game, or a seat at it once it has begun. Its secret follows from this one, so that all devices at a seat come to one. Sending it again is fine. */
  rematch(secret: string): Promise<LiveAnswer<{ game: string; begun: boolean; secret: string }>> {
    return this.ask('POST', '/live/rematch', secret, {}, (value) => {
      const it = fields('a rematch', value);
      return { game: string('game', it['game']), begun: it['begun'] === true, secret: string('secret', it['secret']) };
    });
  }

  /** Makes the seat of those who look on, under a new secret. */
  watchers(secret: string, watching: string): Promise<LiveAnswer<null>> {
    return this.ask('POST', '/live/watchers', secret, { secret: watching }, () => null);
  }

  /** What a player has kept for the other side's moves. */
  conditional(secret: string): Promise<LiveAnswer<KeptTree>> {
    return this.ask('GET', '/live/conditional', secret, undefined, branches);
  }

  /** Keeps this in its place, for a game of this version. Sending it again is fine. */
  keepConditional(secret: string, version: number, tree: ConditionalTree): Promise<LiveAnswer<KeptTree>> {
    return this.ask('PUT', '/live/conditional', secret, { version, branches: tree }, branches);
  }

  /** How a game stands. Asking does not count as being there. */
  standing(secret: string): Promise<LiveAnswer<Standing>> {
    return this.ask('GET', '/live/state', secret, undefined, (value) => {
      const it = fields('how a game stands', value);
      return { ...seatPlace(value), version: time(it['version']), state: stateOf(it['state']), rematch: orNull(it['rematch'] ?? null, rematchOf) };
    });
  }

  protected ask<T>(method: string, path: string, secret: string | null, body: unknown, read: (value: unknown) => T): Promise<LiveAnswer<T>> {
    return askServer(method, this.#base + path, secret, body, read);
  }
}

/** Asks the server something, with the secret of a seat or without one, and reads what it answers. */
export async function askServer<T>(method: string, address: string, secret: string | null, body: unknown, read: (value: unknown) => T): Promise<LiveAnswer<T>> {
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE),
      // What was wanted is wanted, also where the page goes away before it has been sent.
      keepalive: method !== 'GET',
      headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  if (!response.ok) return await refusal(response);
  if (response.status !== 204 && !(response.headers.get('content-type') ?? '').includes('json')) return { kind: 'unreachable' };
  try {
    const text = await response.text();
    return { kind: 'ok', value: read(text === '' ? null : JSON.parse(text)) };
  } catch (error) {
    console.error(error);
    return { kind: 'unreachable' }; // something answers, but it is no such server
  }
}

/** The code of a refusal; null for what is none after all. */
export async function codeOf(response: Response): Promise<unknown> {
  try {
    return fields('a problem', await response.json())['code'] ?? null;
  } catch {
    return null;
  }
}

/** What an answer says that is none. A plain file server has its own pages, so there is no live play. */
async function refusal<T>(response: Response): Promise<LiveAnswer<T>> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  // 408: the server is so busy that the request has waited too long.
  if ([408, 429, 503].includes(response.status)) {
    const seconds = Number(response.headers.get('retry-after'));
    const busy = { kind: 'busy' as const, retry_ms: seconds > 0 ? seconds * 1000 : BUSY_MS };
    return isJson && (await codeOf(response)) === 'computer-busy' ? { ...busy, computer: true } : busy;
  }
  if (response.status === 507 && isJson) return { kind: 'unreachable', full: true };
  if (response.status > 500 || !isJson) return { kind: 'unreachable' };
  try {
    const it = fields('a problem', await response.json());
    const text = (field: unknown): string => (typeof field === 'string' ? field : '');
    // A mistake of the server may not come again. What it cannot read it will not read the next time either.
    if (response.status === 500 && it['code'] !== UNREADABLE) return { kind: 'unreachable' };
    // Where an act is refused, its reason says more than that.
    return { kind: 'refused', code: text(it['reason']) || text(it['code']) || String(response.status), detail: text(it['detail']) };
  } catch {
    return { kind: 'unreachable' };
  }
}

function branches(value: unknown): KeptTree {
  const it = fields('conditional moves', value);
  return { version: time(it['version']), tree: readTree(it['branches']) };
}

export function openChallenge(value: unknown): OpenChallenge {
  const it = fields('a challenge', value);
  const challenge = fields('what is offered', it['challenge']);
  fields('settings', challenge['settings']);
  return {
    id: string('id', it['id']),
    challenge: {
      variant: string('variant', challenge['variant']),
      settings: challenge['settings'] as GameSettings,
      host: string('host', challenge['host']),
      colour: oneOf('colour', challenge['colour'], ['white', 'black', 'lot']),
      ...(challenge['ratings'] ? { ratings: rangeOf(challenge['ratings']) } : {}),
      ...(challenge['clocks_by_player'] === true ? { clocks_by_player: true } : {}),
    },
    yours: it['yours'] === true,
    until_ms: orNull(it['until_ms'], time) ?? Number.POSITIVE_INFINITY,
    account: it['account'] === true,
    rating: orNull(it['rating'], ratingOf),
    fits: typeof it['fits'] === 'boolean' ? it['fits'] : null,
  };
}

function rangeOf(value: unknown): RatingRange {
  const it = fields('a range of ratings', value);
  const end = (field: unknown): number | null => orNull(field ?? null, count);
  const [lowest, highest] = [end(it['lowest']), end(it['highest'])];
  return { ...(lowest === null ? {} : { lowest }), ...(highest === null ? {} : { highest }), ...(it['unrated'] === true ? { unrated: true } : {}) };
}

function seatPlace(value: unknown): SeatAt {
  const it = fields('a seat', value);
  return { game: string('game', it['game']), role: oneOf('role', it['role'], ['white', 'black', 'arbiter', 'watcher']) };
}

/**
 * What the account room asks of the server, over HTTP. The browser sends the cookie of the session by itself; no secret of an account is kept here. Each
 * call returns a typed result; that there is no server is a result too. Called by the account room; keeps nothing.
 */
import { count, fields, list, oneOf, orNull, side, string, time } from '../live/frames';
import type { Outcome, Side } from '../../rules/model';

export interface OwnAccount {
  name: string;
  created_ms: number;
  recovery_codes: number;
}

export interface Session {
  id: string;
  device: string;
  created_ms: number;
  seen_ms: number;
  current: boolean;
}

export const SCOPES = ['play:read', 'play:write', 'bot'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Token {
  id: string;
  label: string;
  scopes: string[];
  created_ms: number;
  seen_ms: number;
}

export interface Passkey {
  id: string;
  name: string;
  /** The name of the server that it is for. */
  host: string;
  created_ms: number;
  /** When somebody last signed in with it; null where nobody has. */
  seen_ms: number | null;
}

export interface PasskeyList {
  /** The account, as its passkeys know it. */
  user: string;
  passkeys: Passkey[];
}

/** A question to a passkey, which is answered once and in time. */
export interface PasskeyQuestion {
  challenge: string;
  host: string;
  timeout_ms: number;
}

/** What a new passkey answers. */
export interface NewPasskeyQuestion extends PasskeyQuestion {
  user: string;
  name: string;
  algorithms: number[];
  /** Those that the account has. */
  exclude: string[];
}

/** What a browser says of a passkey; binary parts as URL-safe Base64. */
export interface PasskeyMade {
  client_data: string;
  authenticator_data: string;
}

export interface PasskeyUsed extends PasskeyMade {
  id: string;
  user: string;
  signature: string;
  device: string;
}

export interface OwnGame {
  game: string;
  role: 'white' | 'black';
}

/** A game that goes on, as the list of them shows it. */
export interface OpenGame extends OwnGame {
  variant: string;
  against: string;
  turn: boolean;
}

export const OWN_RESULTS = ['win', 'draw', 'loss', 'none'] as const;
/** What came of a game for one of its players; `none` where it has no result. */
export type OwnResult = (typeof OWN_RESULTS)[number];

/** A game of the account that is over. */
export interface FinishedGame {
  game: string;
  variant: string;
  side: Side;
  /** The name of the other player; may be empty. */
  against: string;
  /** The level of the other player, if that is the computer of the server. */
  level: number | null;
  result: OwnResult;
  ending: Outcome;
  rated: boolean;
  ended_ms: number;
}

/** Which of them are sought; null and an empty name leave nothing out. */
export interface FinishedSearch {
  variant: string | null;
  result: OwnResult | null;
  against: string;
}

export type AccountAnswer<T> =
  | { kind: 'ok'; value: T }
  /** There is no server, or it does not answer; or it has no room to store anything until somebody makes some. What was wanted may be sent again later. */
  | { kind: 'unreachable'; full?: true }
  /** Not now: after this many seconds. */
  | { kind: 'wait'; seconds: number }
  /** Whoever runs the server has closed the account: until this moment, or until he opens it again; and why, in his words. */
  | { kind: 'banned'; until_ms: number | null; why: string }
  /** The server refuses, with its stable code, and the reason where there is one. */
  | { kind: 'refused'; code: string; reason: string };

export type AccountTrouble = Exclude<AccountAnswer<unknown>, { kind: 'ok' }>;

const PATIENCE = 15_000;
/** Pages of a list that are read at most: five thousand games. */
const MOST_PAGES = 50;

export class AccountServer {
  readonly #base: string;

  constructor(base = 'api/v1') {
    this.#base = base;
  }

  /** The account that is signed in; null if nobody is. */
  async own(): Promise<AccountAnswer<OwnAccount | null>> {
    const answer = await this.#ask<OwnAccount | null>('GET', '/account', undefined, ownAccount);
    return answer.kind === 'refused' && answer.code === 'not-signed-in' ? { kind: 'ok', value: null } : answer;
  }

  /** Makes an account and signs in; answers its recovery codes, which are told once. */
  signUp(name: string, password: string): Promise<AccountAnswer<string[]>> {
    return this.#ask('POST', '/account', { name, password, device: deviceName() }, codes);
  }

  signIn(name: string, password: string): Promise<AccountAnswer<OwnAccount>> {
    return this.#ask('POST', '/session', { name, password, device: deviceName() }, ownAccount);
  }

  /** Comes back by a code; answers the new recovery codes, which are told once. Those before them serve no more. */
  recover(name: string, code: string, password: string): Promise<AccountAnswer<string[]>> {
    return this.#ask('POST', '/account/recover', { name, code, password, device: deviceName() }, newCodes);
  }

  /** A question to whoever signs in with a passkey. */
  passkeyQuestion(): Promise<AccountAnswer<PasskeyQuestion>> {
    return this.#ask('POST', '/session/passkey/question', undefined, passkeyQuestion);
  }

  /** Signs in with the answer of a passkey. */
  answerPasskey(used: PasskeyUsed): Promise<AccountAnswer<OwnAccount>> {
    return this.#ask('POST', '/session/passkey', used, ownAccount);
  }

  passkeys(): Promise<AccountAnswer<PasskeyList>> {
    return this.#ask('GET', '/account/passkeys', undefined, passkeyList);
  }

  /** Begins a new passkey, with the password again. */
  newPasskeyQuestion(password: string): Promise<AccountAnswer<NewPasskeyQuestion>> {
    return this.#ask('POST', '/account/passkeys/question', { password }, newPasskeyQuestion);
  }

  addPasskey(name: string, made: PasskeyMade): Promise<AccountAnswer<Passkey>> {
    return this.#ask('POST', '/account/passkeys', { name, ...made }, passkey);
  }

  removePasskey(id: string, password: string): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', `/account/passkeys/${id}`, { password }, nothing);
  }

  signOut(): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', '/session', undefined, nothing);
  }

  /** Changes the password, and ends all tokens if that is wanted. Recovery codes stay. */
  changePassword(old: string, password: string, endTokens: boolean): Promise<AccountAnswer<null>> {
    return this.#ask('POST', '/account/password', { old, new: password, end_tokens: endTokens }, nothing);
  }

  newCodes(password: string): Promise<AccountAnswer<string[]>> {
    return this.#ask('POST', '/account/recovery-codes', { password }, codes);
  }

  deleteAccount(password: string): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', '/account', { password }, nothing);
  }

  sessions(): Promise<AccountAnswer<Session[]>> {
    return this.#ask('GET', '/account/sessions', undefined, (value) => list('sessions', fields('sessions', value)['sessions']).map(session));
  }

  endSession(id: string): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', `/account/sessions/${id}`, undefined, nothing);
  }

  /** Ends all but the one of this browser. */
  endOtherSessions(): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', '/account/sessions', undefined, nothing);
  }

  tokens(): Promise<AccountAnswer<Token[]>> {
    return this.#ask('GET', '/account/tokens', undefined, (value) => list('tokens', fields('tokens', value)['tokens']).map(token));
  }

  /** Makes a token, with the password again; answers it, told once. */
  makeToken(label: string, scopes: readonly Scope[], password: string): Promise<AccountAnswer<string>> {
    return this.#ask('POST', '/account/tokens', { label, scopes, password }, (value) => string('token', fields('a token', value)['token']));
  }

  endToken(id: string): Promise<AccountAnswer<null>> {
    return this.#ask('DELETE', `/account/tokens/${id}`, undefined, nothing);
  }

  /** All of them, page after page. */
  async games(): Promise<AccountAnswer<OwnGame[]>> {
    const games: OwnGame[] = [];
    let after: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer: AccountAnswer<{ games: OwnGame[]; next: string | null }> = await this.#ask('GET', `/account/games${after === null ? '' : `?after=${after}`}`, undefined, (value) => {
        const it = fields('games', value);
        return { games: list('games', it['games']).map(ownGame), next: orNull(it['next'] ?? null, (next) => string('next', next)) };
      });
      if (answer.kind !== 'ok') return answer;
      games.push(...answer.value.games);
      after = answer.value.next;
      if (after === null) break;
    }
    return { kind: 'ok', value: games };
  }

  /** Those that go on, one's own turns first. */
  async openGames(): Promise<AccountAnswer<OpenGame[]>> {
    const answer = await this.#ask('GET', '/account/games?open=true', undefined, (value) => list('games', fields('games', value)['games']).map(openGame));
    return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.sort((a, b) => Number(b.turn) - Number(a.turn)) } : answer;
  }

  /** Those that are over, the one that ended last first; `after` is `next` of the page before, `missing` how many the server cannot read. */
  finishedGames({ variant, result, against }: FinishedSearch, after: string | null): Promise<AccountAnswer<{ games: FinishedGame[]; missing: number; next: string | null }>> {
    const query = new URLSearchParams({ ...(variant ? { variant } : {}), ...(result ? { result } : {}), ...(against ? { against } : {}), ...(after ? { after } : {}) });
    return this.#ask('GET', `/account/games/finished?${query}`, undefined, (value) => {
      const it = fields('games', value);
      return { games: list('games', it['games']).map(finishedGame), missing: count(it['missing']), next: orNull(it['next'], (next) => string('next', next)) };
    });
  }

  /** Attaches the game of a seat to the account. */
  attach(seat: string): Promise<AccountAnswer<OwnGame>> {
    return this.#ask('POST', '/account/games', { seat }, ownGame);
  }

  /** Makes a seat for this device at a game of the account, under a new secret. */
  takeSeat(game: string, secret: string): Promise<AccountAnswer<OwnGame>> {
    return this.#ask('POST', `/account/games/${game}/seat`, { secret }, ownGame);
  }

  /** What was learnt and trained, as far as the account keeps it. */
  readonly progress = {
    /** The version of each part. */
    parts: (): Promise<AccountAnswer<Map<string, number>>> => this.#ask('GET', '/account/progress', undefined, progressParts),
    part: (name: string): Promise<AccountAnswer<{ version: number; kept: unknown }>> => this.#ask('GET', `/account/progress/${name}`, undefined, progressPart),
    /** Stores the text of a part, which is JSON, on top of a version; answers the new one. */
    store: (name: string, base: number, text: string): Promise<AccountAnswer<number>> =>
      this.#ask('PUT', `/account/progress/${name}`, { base, kept: JSON.parse(text) as unknown }, (value) => time(fields('a version', value)['version'])),
    forget: (): Promise<AccountAnswer<null>> => this.#ask('DELETE', '/account/progress', undefined, nothing),
  };

  /** Where all that is one's own is fetched; the browser saves it. */
  exported(form: 'json' | 'pdn'): string {
    return `${this.#base}/account/export.${form}`;
  }

  #ask<T>(method: string, path: string, body: unknown, read: (value: unknown) => T): Promise<AccountAnswer<T>> {
    return ask(this.#base + path, method, body, read);
  }
}

/** Asks the server something as whoever is signed in. Also for what belongs to accounts elsewhere, such as clubs. Where it is about a seat, its secret
 *  goes along. */
export async function ask<T>(address: string, method: string, body: unknown, read: (value: unknown) => T, seat: string | null = null): Promise<AccountAnswer<T>> {
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE),
      headers: { ...(seat === null ? {} : { authorization: `Bearer ${seat}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if ([408, 429, 503].includes(response.status)) {
    return { kind: 'wait', seconds: Number(response.headers.get('retry-after')) || 2 };
  }
  if (response.status === 507 && isJson) return { kind: 'unreachable', full: true };
  if (response.status >= 500 || (response.status !== 204 && !isJson)) return { kind: 'unreachable' };
  try {
    const value: unknown = response.status === 204 ? null : await response.json();
    if (response.ok) return { kind: 'ok', value: read(value) };
    const it = fields('a problem', value);
    const text = (field: unknown): string => (typeof field === 'string' ? field : '');
    if (it['code'] === 'account-banned') return { kind: 'banned', until_ms: orNull(it['banned_until_ms'] ?? null, time), why: text(it['ban_reason']) };
    return { kind: 'refused', code: text(it['code']) || String(response.status), reason: text(it['reason']) };
  } catch (error) {
    console.error(error);
    return { kind: 'unreachable' }; // something answers, but it is no such server
  }
}

/** A word by which the owner knows this browser in a list: its kind and the system, as far as they say so. */
export function deviceName(agent = navigator.userAgent): string {
  const first = (names: readonly (readonly [RegExp, string])[]): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';
  const browser = first([[/Firefox|FxiOS/, 'Firefox'], [/Edg/, 'Edge'], [/OPR/, 'Opera'], [/Chrome|CriOS/, 'Chrome'], [/Safari/, 'Safari']]);
  const system = first([[/Android/, 'Android'], [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Windows/, 'Windows'], [/Mac OS/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']]);
  return [browser, system].filter(Boolean).join(', ');
}

function nothing(): null {
  return null;
}

function ownAccount(value: unknown): OwnAccount {
  const it = fields('an account', value);
  return { name: string('name', it['name']), created_ms: time(it['created_ms']), recovery_codes: time(it['recovery_codes']) };
}

function codes(value: unknown): string[] {
  return list('codes', fields('codes', value)['recovery_codes']).map((code) => string('a code', code));
}

function newCodes(value: unknown): string[] {
  return list('codes', fields('an account', value)['new_recovery_codes']).map((code) => string('a code', code));
}

function session(value: unknown): Session {
  const it = fields('a session', value);
  return {
    id: string('id', it['id']),
    device: string('device', it['device']),
    created_ms: time(it['created_ms']),
    seen_ms: time(it['seen_ms']),
    current: it['current'] === true,
  };
}

function passkey(value: unknown): Passkey {
  const it = fields('a passkey', value);
  return {
    id: string('id', it['id']),
    name: string('name', it['name']),
    host: string('host', it['host']),
    created_ms: time(it['created_ms']),
    seen_ms: orNull(it['seen_ms'], time),
  };
}

function passkeyList(value: unknown): PasskeyList {
  const it = fields('passkeys', value);
  return { user: string('user', it['user']), passkeys: list('passkeys', it['passkeys']).map(passkey) };
}

function passkeyQuestion(value: unknown): PasskeyQuestion {
  const it = fields('a question', value);
  return { challenge: string('challenge', it['challenge']), host: string('host', it['host']), timeout_ms: time(it['timeout_ms']) };
}

function newPasskeyQuestion(value: unknown): NewPasskeyQuestion {
  const it = fields('a question', value);
  return {
    ...passkeyQuestion(value),
    user: string('user', it['user']),
    name: string('name', it['name']),
    algorithms: list('algorithms', it['algorithms']).map(Number),
    exclude: list('exclude', it['exclude']).map((id) => string('an id', id)),
  };
}

function token(value: unknown): Token {
  const it = fields('a token', value);
  return {
    id: string('id', it['id']),
    label: string('label', it['label']),
    scopes: list('scopes', it['scopes']).map((scope) => string('a scope', scope)),
    created_ms: time(it['created_ms']),
    seen_ms: orNull(it['seen_ms'], time) ?? 0,
  };
}

function progressParts(value: unknown): Map<string, number> {
  const parts = list('parts', fields('parts', value)['parts']).map((it) => fields('a part', it));
  return new Map(parts.map((it) => [string('part', it['part']), time(it['version'])]));
}

function progressPart(value: unknown): { version: number; kept: unknown } {
  const it = fields('a part', value);
  return { version: time(it['version']), kept: it['kept'] };
}

function openGame(value: unknown): OpenGame {
  const now = fields('a game', fields('a game', value)['now']);
  return { ...ownGame(value), variant: string('variant', now['variant']), against: string('against', now['against']), turn: now['turn'] === true };
}

function ownGame(value: unknown): OwnGame {
  const it = fields('a game', value);
  return { game: string('game', it['game']), role: oneOf('role', it['role'], ['white', 'black']) };
}

function finishedGame(value: unknown): FinishedGame {
  const it = fields('a game', value);
  const ending = fields('an ending', it['ending']);
  return {
    game: string('game', it['game']),
    variant: string('variant', it['variant']),
    side: side(it['side']),
    against: string('against', it['against']),
    level: orNull(it['level'], count),
    result: oneOf('result', it['result'], OWN_RESULTS),
    ending: { winner: orNull(ending['winner'], side), reason: string('reason', ending['reason']) as Outcome['reason'] },
    rated: it['rated'] === true,
    ended_ms: time(it['ended_ms']),
  };
}

/**
 * What the pages ask of the server about friends, and what calls the account. Whoever is signed in is known by the cookie of the session. Everything
 * that arrives is checked; each call returns a typed result, and that there is no server is a result too. Keeps nothing.
 */
import { ask, type AccountAnswer } from '../accounts/api';
import { openChallenge, type Challenge, type OpenChallenge } from '../live/api';
import { count, fields, list, oneOf, orNull, string, time } from '../live/frames';

/** What one is to another. */
export const STANDINGS = ['stranger', 'asked', 'asks', 'friend', 'blocked', 'oneself'] as const;
export type Standing = (typeof STANDINGS)[number];

export type FriendDeed = 'ask' | 'accept' | 'decline' | 'part' | 'block' | 'unblock';

export interface Friend {
  name: string;
  here: boolean;
  /** What the friend plays now, and whether one may look on. */
  playing: { variant: string; watch: boolean } | null;
}

export interface FriendRequest {
  name: string;
  since_ms: number;
}

/** A challenge of a friend. */
export interface FriendChallenge extends OpenChallenge {
  from: string;
}

/** What friends and strangers may do. */
export interface FriendChoices {
  /** Friends see that one is here. */
  here: boolean;
  /** Friends may look on at one's games. */
  watch: boolean;
  /** Anybody may ask to be a friend. */
  asked: boolean;
}

export interface FriendList {
  friends: Friend[];
  /** Who asks, and waits for an answer. */
  asking: FriendRequest[];
  /** Who was asked, and has not accepted. */
  asked: FriendRequest[];
  /** Who is kept away. */
  blocked: string[];
  challenges: FriendChallenge[];
  choices: FriendChoices;
}

export const WANTS = ['answer', 'play', 'game'] as const;

/** Something that calls the account. */
export type Notice =
  | { kind: 'friend'; name: string; since_ms: number }
  | { kind: 'challenge'; id: string; name: string; variant: string; until_ms: number }
  | { kind: 'turn'; game: string; name: string; variant: string; version: number }
  | { kind: 'ladder'; club: string; name: string; wants: (typeof WANTS)[number] }
  /** `begun`: the other game has begun, and this browser has no seat there yet. */
  | { kind: 'rematch'; game: string; name: string; variant: string; begun?: true };

export class FriendsServer {
  readonly #base: string;

  constructor(base = 'api/v1') {
    this.#base = base;
  }

  list(): Promise<AccountAnswer<FriendList>> {
    return ask(`${this.#base}/account/friends`, 'GET', undefined, friendList);
  }

  /** What one is to somebody. */
  find(name: string): Promise<AccountAnswer<Standing>> {
    return ask(this.#of(name), 'GET', undefined, standing);
  }

  say(name: string, say: FriendDeed): Promise<AccountAnswer<Standing>> {
    return ask(this.#of(name), 'POST', { say }, standing);
  }

  choose(choices: FriendChoices): Promise<AccountAnswer<FriendChoices>> {
    return ask(`${this.#base}/account/friend-choices`, 'PUT', choices, choicesOf);
  }

  /** Challenges a friend, who alone may take it up. The secret becomes that of one's own seat. Sending it again is fine. */
  challenge(name: string, secret: string, wanted: { id: string; challenge: Challenge }): Promise<AccountAnswer<OpenChallenge>> {
    return ask(`${this.#of(name)}/challenge`, 'POST', wanted, openChallenge, secret);
  }

  /** Declines the challenge of a friend. */
  decline(id: string): Promise<AccountAnswer<null>> {
    return ask(`${this.#base}/account/challenges/${id}`, 'DELETE', undefined, () => null);
  }

  /** Makes a seat for looking on at what a friend plays, under a new secret; answers the game. */
  watch(name: string, secret: string): Promise<AccountAnswer<string>> {
    return ask(`${this.#of(name)}/watch`, 'POST', { secret }, (value) => string('game', fields('a seat', value)['game']));
  }

  /** What calls the account. What this page does not know yet, since the server is newer, is left out. */
  notices(): Promise<AccountAnswer<Notice[]>> {
    return ask(`${this.#base}/account/notices`, 'GET', undefined, (value) => list('notices', fields('notices', value)['notices']).flatMap(notice));
  }

  #of(name: string): string {
    return `${this.#base}/account/friends/${encodeURIComponent(name)}`;
  }
}

function standing(value: unknown): Standing {
  return oneOf('standing', fields('a bond', value)['standing'], STANDINGS);
}

function choicesOf(value: unknown): FriendChoices {
  const it = fields('choices', value);
  return { here: it['here'] === true, watch: it['watch'] === true, asked: it['asked'] === true };
}

function friendList(value: unknown): FriendList {
  const it = fields('friends', value);
  return {
    friends: list('friends', it['friends']).map(friend),
    asking: list('asking', it['asking']).map(request),
    asked: list('asked', it['asked']).map(request),
    blocked: list('blocked', it['blocked']).map((name) => string('a name', name)),
    challenges: list('challenges', it['challenges']).map((one) => ({ ...openChallenge(one), from: string('from', fields('a challenge', one)['from']) })),
    choices: choicesOf(it['choices']),
  };
}

function friend(value: unknown): Friend {
  const it = fields('a friend', value);
  const playing = orNull(it['playing'], (now) => {
    const game = fields('a game', now);
    return { variant: string('variant', game['variant']), watch: game['watch'] === true };
  });
  return { name: string('name', it['name']), here: it['here'] === true, playing };
}

function request(value: unknown): FriendRequest {
  const it = fields('a request', value);
  return { name: string('name', it['name']), since_ms: time(it['since_ms']) };
}

function notice(value: unknown): Notice[] {
  const it = fields('a notice', value);
  const text = (field: string): string => string(field, it[field]);
  switch (it['kind']) {
    case 'friend':
      return [{ kind: 'friend', name: text('name'), since_ms: time(it['since_ms']) }];
    case 'challenge':
      return [{ kind: 'challenge', id: text('id'), name: text('name'), variant: text('variant'), until_ms: time(it['until_ms']) }];
    case 'turn':
      return [{ kind: 'turn', game: text('game'), name: text('name'), variant: text('variant'), version: count(it['version']) }];
    case 'ladder':
      return [{ kind: 'ladder', club: text('club'), name: text('name'), wants: oneOf('wants', it['wants'], WANTS) }];
    case 'rematch':
      return [{ kind: 'rematch', game: text('game'), name: text('name'), variant: text('variant') }];
    default:
      return [];
  }
}

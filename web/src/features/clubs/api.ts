/**
 * What the pages of clubs ask of the server. Whoever is signed in is known by the cookie of the session. Everything that arrives is checked; each
 * call returns a typed result, and that there is no server is a result too. Keeps nothing.
 */
import { ask, type AccountAnswer } from '../accounts/api';
import { count, fields, list, oneOf, orNull, string, time } from '../live/frames';
import type { ClockSettings, Side } from '../../rules/model';

export const ROLES = ['founder', 'officer', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** What a ladder can want of a member: an answer to a challenge, that one that is accepted is played, or that he comes to the board. */
export const WANTS = ['answer', 'play', 'game'] as const;

/** A club in a list. */
export interface ListedClub {
  /** What stands in its address. */
  key: string;
  name: string;
  town: string;
  language: string;
  games: string[];
  members: number;
  /** One's own role in the list of one's own clubs; null for who asks to be let in, and in other lists. */
  role: Role | null;
  /** What the ladder wants of oneself; null in lists of all clubs. */
  wants: (typeof WANTS)[number] | null;
}

/** What a founder says of a club. */
export interface ClubWords {
  town: string;
  text: string;
  language: string;
  games: string[];
  public: boolean;
}

export interface LadderRules {
  variant: string;
  clock: ClockSettings;
  rated: boolean;
  reach: number;
  answer_days: number;
  play_days: number;
  idle_weeks: number;
}

export interface Person {
  name: string;
  role: Role | null;
  since_ms: number;
}

export interface OpenMatch {
  number: number;
  challenger: string;
  challenged: string;
  stage: 'asked' | 'agreed' | 'playing';
  until_ms: number | null;
  /** Who waits at the board. */
  at_board: string | null;
  game: string | null;
}

export const OUTCOMES = ['won', 'drawn', 'lost', 'declined', 'not-answered', 'not-played'] as const;

export interface OverMatch {
  number: number;
  challenger: string;
  challenged: string;
  outcome: (typeof OUTCOMES)[number];
  at_ms: number;
  place: number | null;
}

export interface Ladder {
  places: { name: string; active_ms: number }[];
  open: OpenMatch[];
  over: OverMatch[];
}

export const KINDS = ['evening', 'match', 'tournament', 'other'] as const;

/** An entry of the timetable, as an officer writes it. */
export interface EntryWords {
  kind: (typeof KINDS)[number];
  title: string;
  place: string;
  note: string;
  /** A day and a time by the clocks of its place, as `2026-12-01T20:00`. */
  starts: string;
  minutes: number;
  zone: string;
  weekly: boolean;
  until: string | null;
}

export interface Entry extends EntryWords {
  number: number;
}

export interface Club extends ClubWords {
  key: string;
  name: string;
  founded_ms: number;
  members: number;
  role: Role | null;
  asking: boolean;
  rules: LadderRules;
  /** Null for who may not see them. */
  people: Person[] | null;
  ladder: Ladder | null;
  /** Who asks to be let in; told to officers. */
  waiting: Person[];
  code: string | null;
  timetable: Entry[];
  now_ms: number;
}

export interface ClubGame {
  game: string;
  variant: string;
  white: string;
  black: string;
  ladder: boolean;
  rated: boolean;
  at_ms: number;
  over: boolean;
  winner: Side | null;
  reason: string | null;
}

/** A page of a list, and from where the next one goes on. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

export type Decision = 'admit' | 'refuse' | 'remove' | Role;
export type Saying = 'accept' | 'decline' | 'call-off' | 'at-board' | 'away';
export type ClubAnswer<T> = AccountAnswer<T>;

/** The clubs of the server. */
export class ClubsServer {
  readonly #base: string;

  constructor(base = 'api/v1') {
    this.#base = base;
  }

  list(named: string, after: string | null): Promise<ClubAnswer<Page<ListedClub>>> {
    const query = new URLSearchParams({ ...(named.trim() ? { named: named.trim() } : {}), ...(after === null ? {} : { after }) });
    return ask(`${this.#base}/clubs?${query}`, 'GET', undefined, clubs);
  }

  /** One's own clubs, and those in which one asks to be let in. */
  own(): Promise<ClubAnswer<Page<ListedClub>>> {
    return ask(`${this.#base}/account/clubs`, 'GET', undefined, clubs);
  }

  found(name: string, profile: ClubWords): Promise<ClubAnswer<Club>> {
    return ask(`${this.#base}/clubs`, 'POST', { name, profile }, club);
  }

  /** One of them. */
  club(key: string): ClubServer {
    return new ClubServer(`${this.#base}/clubs/${encodeURIComponent(key)}`);
  }
}

/** One club of the server. What changes it answers the club as it is then. */
export class ClubServer {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  look(): Promise<ClubAnswer<Club>> {
    return this.#change('GET', '', undefined);
  }

  describe(words: ClubWords): Promise<ClubAnswer<Club>> {
    return this.#change('PUT', '/profile', words);
  }

  setRules(rules: LadderRules): Promise<ClubAnswer<Club>> {
    return this.#change('PUT', '/rules', rules);
  }

  renewCode(): Promise<ClubAnswer<Club>> {
    return this.#change('POST', '/code', undefined);
  }

  dissolve(): Promise<ClubAnswer<null>> {
    return ask(this.#address, 'DELETE', undefined, () => null);
  }

  /** Joins with a code, or asks to be let in without one. */
  join(code: string | null): Promise<ClubAnswer<Club>> {
    return this.#change('POST', '/membership', { code });
  }

  leave(): Promise<ClubAnswer<Club>> {
    return this.#change('DELETE', '/membership', undefined);
  }

  decide(name: string, decision: Decision): Promise<ClubAnswer<Club>> {
    return this.#change('POST', '/members', { name, decision });
  }

  onLadder(on: boolean): Promise<ClubAnswer<Club>> {
    return this.#change('PUT', '/ladder', { on });
  }

  challenge(against: string): Promise<ClubAnswer<Club>> {
    return this.#change('POST', '/matches', { against });
  }

  say(number: number, say: Saying): Promise<ClubAnswer<Club>> {
    return this.#change('POST', `/matches/${number}`, { say });
  }

  /** Adds an entry to the timetable, or changes the one with a number. */
  write(entry: EntryWords, number: number | null): Promise<ClubAnswer<Club>> {
    return number === null ? this.#change('POST', '/timetable', entry) : this.#change('PUT', `/timetable/${number}`, entry);
  }

  strike(number: number): Promise<ClubAnswer<Club>> {
    return this.#change('DELETE', `/timetable/${number}`, undefined);
  }

  games(after: string | null): Promise<ClubAnswer<Page<ClubGame>>> {
    return ask(`${this.#address}/games${after === null ? '' : `?${new URLSearchParams({ after })}`}`, 'GET', undefined, games);
  }

  /** One's own games against members that can be marked for the club. */
  ownGames(): Promise<ClubAnswer<Page<ClubGame>>> {
    return ask(`${this.#address}/own-games`, 'GET', undefined, games);
  }

  mark(game: string): Promise<ClubAnswer<null>> {
    return ask(`${this.#address}/games`, 'POST', { game }, () => null);
  }

  unmark(game: string): Promise<ClubAnswer<null>> {
    return ask(`${this.#address}/games/${game}`, 'DELETE', undefined, () => null);
  }

  /** A game as PDN; null where it cannot be had. */
  async pdn(game: string): Promise<string | null> {
    try {
      const response = await fetch(`${this.#address}/games/${game}`, { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }

  /** Where all its games are fetched; the browser saves them. */
  get file(): string {
    return `${this.#address}/games.pdn`;
  }

  #change(method: string, path: string, body: unknown): Promise<ClubAnswer<Club>> {
    return ask(this.#address + path, method, body, club);
  }
}

function texts(what: string, value: unknown): string[] {
  return list(what, value).map((it) => string(what, it));
}

function role(value: unknown): Role | null {
  return orNull(value, (it) => oneOf('a role', it, ROLES));
}

function clubs(value: unknown): Page<ListedClub> {
  const it = fields('clubs', value);
  return { items: list('clubs', it['clubs']).map(listed), next: orNull(it['next'], (next) => string('next', next)) };
}

function listed(value: unknown): ListedClub {
  const it = fields('a club', value);
  return {
    key: string('key', it['key']),
    name: string('name', it['name']),
    town: string('town', it['town']),
    language: string('language', it['language']),
    games: texts('games', it['games']),
    members: count(it['members']),
    role: role(it['role']),
    wants: orNull(it['wants'], (wants) => oneOf('wants', wants, WANTS)),
  };
}

function club(value: unknown): Club {
  const it = fields('a club', value);
  return {
    key: string('key', it['key']),
    name: string('name', it['name']),
    founded_ms: time(it['founded_ms']),
    town: string('town', it['town']),
    text: string('text', it['text']),
    language: string('language', it['language']),
    games: texts('games', it['games']),
    public: it['public'] === true,
    members: count(it['members']),
    role: role(it['role']),
    asking: it['asking'] === true,
    rules: rules(it['rules']),
    people: orNull(it['people'], (people) => list('people', people).map(person)),
    ladder: orNull(it['ladder'], ladder),
    waiting: list('waiting', it['waiting']).map(person),
    code: orNull(it['code'], (code) => string('code', code)),
    timetable: list('timetable', it['timetable']).map(entry),
    now_ms: time(it['now_ms']),
  };
}

function rules(value: unknown): LadderRules {
  const it = fields('rules', value);
  const clock = fields('a clock', it['clock']);
  // The clock is one that the server has checked; its first times are what this page needs of it.
  time(clock['initial_ms']);
  time(clock['increment_ms']);
  return {
    variant: string('variant', it['variant']),
    clock: clock as unknown as ClockSettings,
    rated: it['rated'] === true,
    reach: count(it['reach']),
    answer_days: count(it['answer_days']),
    play_days: count(it['play_days']),
    idle_weeks: count(it['idle_weeks']),
  };
}

function person(value: unknown): Person {
  const it = fields('a person', value);
  return { name: string('name', it['name']), role: role(it['role']), since_ms: time(it['since_ms']) };
}

function ladder(value: unknown): Ladder {
  const it = fields('a ladder', value);
  return {
    places: list('places', it['places']).map((value) => {
      const place = fields('a place', value);
      return { name: string('name', place['name']), active_ms: time(place['active_ms']) };
    }),
    open: list('open', it['open']).map(openMatch),
    over: list('over', it['over']).map(overMatch),
  };
}

function openMatch(value: unknown): OpenMatch {
  const it = fields('a challenge', value);
  return {
    number: count(it['number']),
    challenger: string('challenger', it['challenger']),
    challenged: string('challenged', it['challenged']),
    stage: oneOf('stage', it['stage'], ['asked', 'agreed', 'playing']),
    until_ms: orNull(it['until_ms'], time),
    at_board: orNull(it['at_board'], (name) => string('at_board', name)),
    game: orNull(it['game'], (game) => string('game', game)),
  };
}

function overMatch(value: unknown): OverMatch {
  const it = fields('a challenge', value);
  return {
    number: count(it['number']),
    challenger: string('challenger', it['challenger']),
    challenged: string('challenged', it['challenged']),
    outcome: oneOf('outcome', it['outcome'], OUTCOMES),
    at_ms: time(it['at_ms']),
    place: orNull(it['place'], count),
  };
}

function entry(value: unknown): Entry {
  const it = fields('an entry', value);
  return {
    number: count(it['number']),
    kind: oneOf('kind', it['kind'], KINDS),
    title: string('title', it['title']),
    place: string('place', it['place']),
    note: string('note', it['note']),
    starts: string('starts', it['starts']),
    minutes: count(it['minutes']),
    zone: string('zone', it['zone']),
    weekly: it['weekly'] === true,
    until: orNull(it['until'], (until) => string('until', until)),
  };
}

function games(value: unknown): Page<ClubGame> {
  const it = fields('games', value);
  return { items: list('games', it['games']).map(game), next: orNull(it['next'], (next) => string('next', next)) };
}

function game(value: unknown): ClubGame {
  const it = fields('a game', value);
  return {
    game: string('game', it['game']),
    variant: string('variant', it['variant']),
    white: string('white', it['white']),
    black: string('black', it['black']),
    ladder: it['ladder'] === true,
    rated: it['rated'] === true,
    at_ms: time(it['at_ms']),
    over: it['over'] === true,
    winner: orNull(it['winner'], (winner) => oneOf('winner', winner, ['white', 'black'])),
    reason: orNull(it['reason'], (reason) => string('reason', reason)),
  };
}

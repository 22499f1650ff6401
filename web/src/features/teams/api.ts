/**
 * What is asked of the server about gatherings (docs/live-protocol.md): people come by links, and a game begins when the host says so. Each call
 * returns a typed result, as those of live play do. Called by the screens of gatherings; keeps nothing.
 */
import { LiveServer, type LiveAnswer } from '../live/api';
import { count, decidingOf, fields, list, oneOf, orNull, string, time, type Deciding } from '../live/frames';
import type { GameSettings, Side } from '../../rules/model';

/** A game with a team on each side. */
export interface TeamPlan {
  kind: 'teams';
  variant: string;
  /** Its players are those who come. */
  settings: GameSettings;
  white: Deciding;
  black: Deciding;
}

export interface GatheringMember {
  number: number;
  side: Side;
  name: string;
  /** Whether this member leads the side, where a captain decides. */
  captain: boolean;
}

export interface Gathering {
  /** Whose the secret is: the host's, or for what one comes. */
  role: 'host' | Side | 'watcher';
  /** The own number; null for the host and for a link. */
  you: number | null;
  plan: TeamPlan;
  open: boolean;
  /** The game, once it has begun. */
  game: string | null;
  members: GatheringMember[];
  /** The secrets of the links, for the host only. */
  links: { white: string; black: string; watcher: string } | null;
  until_ms: number;
}

export class GatheringServer extends LiveServer {
  /** Makes a gathering. Sending it again is fine. */
  gather(host: string, plan: TeamPlan): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering', host, { plan }, gathering);
  }

  gathering(secret: string): Promise<LiveAnswer<Gathering>> {
    return this.ask('GET', '/gathering', secret, undefined, gathering);
  }

  /** Comes by a link, with a new secret of one's own. Sending it again is fine. */
  come(secret: string, link: string, name: string): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering/join', secret, { link, name }, gathering);
  }

  doors(host: string, open: boolean): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering/doors', host, { open }, gathering);
  }

  sendAway(host: string, number: number): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering/removal', host, { number }, gathering);
  }

  /** Names the captain of a side: as the host before the game begins, or as the captain. Sending it again is fine. */
  lead(secret: string, number: number): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering/captain', secret, { number }, gathering);
  }

  begin(host: string): Promise<LiveAnswer<Gathering>> {
    return this.ask('POST', '/gathering/begin', host, undefined, gathering);
  }

  dismiss(host: string): Promise<LiveAnswer<null>> {
    return this.ask('DELETE', '/gathering', host, undefined, () => null);
  }
}

export function gathering(value: unknown): Gathering {
  const it = fields('a gathering', value);
  const plan = fields('a plan', it['plan']);
  fields('settings', plan['settings']);
  return {
    role: oneOf('role', it['role'], ['host', 'white', 'black', 'watcher']),
    you: orNull(it['you'], count),
    plan: {
      kind: oneOf('a plan', plan['kind'], ['teams']),
      variant: string('variant', plan['variant']),
      settings: plan['settings'] as GameSettings,
      white: decidingOf(plan['white']),
      black: decidingOf(plan['black']),
    },
    open: it['open'] === true,
    game: orNull(it['game'], (game) => string('game', game)),
    members: list('members', it['members']).map((value) => {
      const member = fields('a member', value);
      return { number: count(member['number']), side: oneOf('a side', member['part'], ['white', 'black']), name: string('name', member['name']), captain: member['captain'] === true };
    }),
    links: orNull(it['links'], (value) => {
      const links = fields('links', value);
      return { white: string('a link', links['white']), black: string('a link', links['black']), watcher: string('a link', links['watcher']) };
    }),
    until_ms: time(it['until_ms']),
  };
}

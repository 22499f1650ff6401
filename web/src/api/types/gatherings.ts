/**
 * The API of gatherings. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { GameSettings, Deciding } from './shared';

/** Who is to lead a side. */
export type CaptainWanted = {
  /** The number of the member. */
  number: number;
};
export const CaptainWanted: Shape = { number: 'n' };

/** Somebody who comes. */
export type Coming = {
  /** The secret of the link. */
  link: string;
  /** A first name, at most 20 characters. */
  name: string;
};
export const Coming: Shape = { link: 's', name: 's' };

/** Whether people can come. */
export type Doors = {
  /** Whether they can. */
  open: boolean;
};
export const Doors: Shape = { open: 'b' };

/** How people come to a gathering. */
export type GatheringLinks = {
  /** For members of Black. */
  black: string;
  /** For those who look on. */
  watcher: string;
  /** For members of White. */
  white: string;
};
export const GatheringLinks: Shape = { black: 's', watcher: 's', white: 's' };

/** A member of a gathering. */
export type MemberShown = {
  /** Whether this member leads the side, where a captain decides. */
  captain: boolean;
  /** The name. */
  name: string;
  /** Counted from 1 in the order of coming. */
  number: number;
  /** The side: `white` or `black`. */
  part: 'white' | 'black';
};
export const MemberShown: Shape = { captain: 'b', name: 's', number: 'n', part: ['white', 'black'] };

/** A game that teams play. A team may be one person, and one side may be the computer's as a whole. */
export type TeamPlan = {
  /** How Black decides; not looked at where Black is the computer's. */
  black: Deciding;
  /** The settings of the game. Its players are those who come, so of the two of the settings only a computer is looked at: that side is its own. */
  settings: GameSettings;
  /** The stable name of the game. */
  variant: string;
  /** How White decides; not looked at where White is the computer's. */
  white: Deciding;
};
export const TeamPlan: Shape = { black: Deciding, settings: GameSettings, variant: 's', white: Deciding };

/** What people come together for. */
export type Plan = TeamPlan & {
  kind: 'teams';
};
export const Plan: Shape = { '|': 'kind', 'teams': { black: Deciding, settings: GameSettings, variant: 's', white: Deciding } };

/** A gathering. */
export type GatheringShown = {
  /** The game, once it has begun. */
  game: string | null;
  links: GatheringLinks | null;
  /** Who has come, in this order. */
  members: MemberShown[];
  /** The time of the server. */
  now_ms: number;
  /** Whether people can still come. */
  open: boolean;
  /** What people come for. */
  plan: Plan;
  /** Whose the secret is: `host`, or for what one comes: `white`, `black`, `watcher`. */
  role: 'host' | 'white' | 'black' | 'watcher';
  /** Until when it waits, in Unix milliseconds; once it has begun, it stays. */
  until_ms: number;
  /** The number of whoever asks, for a member; null for the host and for a link. */
  you: number | null;
};
export const GatheringShown: Shape = { 'game?': 's', 'links?': GatheringLinks, members: { '[]': MemberShown }, now_ms: 'n', open: 'b', plan: Plan, role: ['host', 'white', 'black', 'watcher'], until_ms: 'n', 'you?': 'n' };

/** A gathering that is to be made. */
export type GatheringWanted = {
  /** What people come for. */
  plan: Plan;
};
export const GatheringWanted: Shape = { plan: Plan };

/** Somebody who is to go. */
export type SentAway = {
  /** The number of the member. */
  number: number;
};
export const SentAway: Shape = { number: 'n' };

/** A gathering, as whoever has the secret sees it: its host, a member, or somebody with a link. */
export const getGathering: Operation<{}, undefined, GatheringShown> = ['GET /gathering', GatheringShown];

/** Makes a gathering. The secret in the header, made by the client, becomes the host's; making the same again changes nothing. */
export const postGathering: Operation<{}, GatheringWanted, GatheringShown> = ['POST /gathering', GatheringShown];

/** Ends a gathering that has not begun. Nothing of it is kept. */
export const deleteGathering: Operation<{}, undefined, null> = ['DELETE /gathering'];

/** Begins the gathering: whoever has come plays, against the computer where it has the other side. Beginning it again changes nothing. */
export const postGatheringBegin: Operation<{}, undefined, GatheringShown> = ['POST /gathering/begin', GatheringShown];

/** Names the captain of a side: the host before the gathering has begun, and the captain of that side at any time. Naming the same again changes nothing. */
export const postGatheringCaptain: Operation<{}, CaptainWanted, GatheringShown> = ['POST /gathering/captain', GatheringShown];

/** Lets people come, or nobody any more. */
export const postGatheringDoors: Operation<{}, Doors, GatheringShown> = ['POST /gathering/doors', GatheringShown];

/** Comes to a gathering by a link. The secret in the header, made by the client, becomes the member's, and that of the seat once the game has begun. Sending it again changes nothing. */
export const postGatheringJoin: Operation<{}, Coming, GatheringShown> = ['POST /gathering/join', GatheringShown];

/** Sends somebody away, before the gathering has begun. */
export const postGatheringRemoval: Operation<{}, SentAway, GatheringShown> = ['POST /gathering/removal', GatheringShown];

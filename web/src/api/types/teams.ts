/**
 * The API of teams. Generated from docs/openapi.json by `npm run api`; never edit this file.
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

/** A member who joins. */
export type Coming = {
  /** The secret of the link. */
  link: string;
  /** A first name, at most 20 characters. */
  name: string;
};
export const Coming: Shape = { link: 's', name: 's' };

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

/** A team match that is to be made. */
export type NewTeamMatch = {
  /** What people come for. */
  plan: Plan;
};
export const NewTeamMatch: Shape = { plan: Plan };

/** Whether people can come. */
export type Registration = {
  /** Whether they can. */
  open: boolean;
};
export const Registration: Shape = { open: 'b' };

/** The member to remove. */
export type RemovedMember = {
  /** The number of the member. */
  number: number;
};
export const RemovedMember: Shape = { number: 'n' };

/** How people come to a team match. */
export type TeamMatchLinks = {
  /** For members of Black. */
  black: string;
  /** For spectators. */
  watcher: string;
  /** For members of White. */
  white: string;
};
export const TeamMatchLinks: Shape = { black: 's', watcher: 's', white: 's' };

/** A member of a team match. */
export type TeamMemberView = {
  /** Whether this member leads the side, where a captain decides. */
  captain: boolean;
  /** The name. */
  name: string;
  /** Counted from 1 in the order of coming. */
  number: number;
  /** The side: `white` or `black`. */
  part: 'white' | 'black';
};
export const TeamMemberView: Shape = { captain: 'b', name: 's', number: 'n', part: ['white', 'black'] };

/** A team match. */
export type TeamMatchView = {
  /** The game, once it has begun. */
  game: string | null;
  links: TeamMatchLinks | null;
  /** Who has come, in this order. */
  members: TeamMemberView[];
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
  /** The number of the caller, for a member; null for the host and for a link. */
  you: number | null;
};
export const TeamMatchView: Shape = { 'game?': 's', 'links?': TeamMatchLinks, members: { '[]': TeamMemberView }, now_ms: 'n', open: 'b', plan: Plan, role: ['host', 'white', 'black', 'watcher'], until_ms: 'n', 'you?': 'n' };

/** A team match as seen by its host, a member, or the holder of a link. */
export const getTeams: Operation<{}, undefined, TeamMatchView> = ['GET /teams', TeamMatchView];

/** Makes a team match. */
export const postTeams: Operation<{}, NewTeamMatch, TeamMatchView> = ['POST /teams', TeamMatchView];

/** Ends a team match that has not begun. */
export const deleteTeams: Operation<{}, undefined, null> = ['DELETE /teams'];

/** Begins the game of the team match, against the engine if it plays a side. */
export const postTeamsBegin: Operation<{}, undefined, TeamMatchView> = ['POST /teams/begin', TeamMatchView];

/** Names the captain of a side: the host before the team match has begun, and the captain of that side at any time. */
export const postTeamsCaptain: Operation<{}, CaptainWanted, TeamMatchView> = ['POST /teams/captain', TeamMatchView];

/** Opens or closes registration. */
export const postTeamsDoors: Operation<{}, Registration, TeamMatchView> = ['POST /teams/doors', TeamMatchView];

/** Comes to a team match by a link. */
export const postTeamsJoin: Operation<{}, Coming, TeamMatchView> = ['POST /teams/join', TeamMatchView];

/** Removes a member before the team match has begun. */
export const postTeamsRemoval: Operation<{}, RemovedMember, TeamMatchView> = ['POST /teams/removal', TeamMatchView];

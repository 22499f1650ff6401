/**
 * The API of teams. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { GameSettings, Deciding } from './shared';

/** The new captain. */
export type CaptainWanted = {
  /** The number of the member. */
  number: number;
};
export const CaptainWanted: Shape = { number: 'n' };

/** A member who joins. */
export type JoinTeamMatch = {
  /** The secret of the link. */
  link: string;
  /** A first name, at most 20 characters. */
  name: string;
};
export const JoinTeamMatch: Shape = { link: 's', name: 's' };

/** A game played by teams. A team may be one person, and one side may be the engine's. */
export type TeamPlan = {
  /** How Black decides; ignored if Black is the engine. */
  black: Deciding;
  /** The settings of the game. Their players are ignored, except for an engine, which takes its side. */
  settings: GameSettings;
  /** The stable name of the variant. */
  variant: string;
  /** How White decides; ignored if White is the engine. */
  white: Deciding;
};
export const TeamPlan: Shape = { black: Deciding, settings: GameSettings, variant: 's', white: Deciding };

/** The kind of a team match. */
export type Plan = TeamPlan & {
  kind: 'teams';
};
export const Plan: Shape = { '|': 'kind', 'teams': { black: Deciding, settings: GameSettings, variant: 's', white: Deciding } };

/** Whether people can join. */
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

/** The secrets of a team match's links. */
export type TeamMatchLinks = {
  /** For members of Black. */
  black: string;
  /** For spectators. */
  watcher: string;
  /** For members of White. */
  white: string;
};
export const TeamMatchLinks: Shape = { black: 's', watcher: 's', white: 's' };

/** A team match to create. */
export type TeamMatchRequest = {
  /** The plan. */
  plan: Plan;
};
export const TeamMatchRequest: Shape = { plan: Plan };

/** A member of a team match. */
export type TeamMemberView = {
  /** Whether this member is the side's captain. */
  captain: boolean;
  /** The name. */
  name: string;
  /** Counted from 1 in the order of joining. */
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
  /** The members, in the order of joining. */
  members: TeamMemberView[];
  /** The time of the server. */
  now_ms: number;
  /** Whether people can join. */
  open: boolean;
  /** The plan. */
  plan: Plan;
  /** The role of the secret: `host`, or the member's or link's part: `white`, `black`, `watcher`. */
  role: 'host' | 'white' | 'black' | 'watcher';
  /** When it expires if it has not begun, in Unix milliseconds. */
  until_ms: number;
  /** The number of the caller, for a member; null for the host and for a link. */
  you: number | null;
};
export const TeamMatchView: Shape = { 'game?': 's', 'links?': TeamMatchLinks, members: { '[]': TeamMemberView }, now_ms: 'n', open: 'b', plan: Plan, role: ['host', 'white', 'black', 'watcher'], until_ms: 'n', 'you?': 'n' };

/** A team match as seen by its host, a member, or the holder of a link. */
export const getTeams: Operation<{}, undefined, TeamMatchView> = ['GET /teams', TeamMatchView];

/** Creates a team match. */
export const postTeams: Operation<{}, TeamMatchRequest, TeamMatchView> = ['POST /teams', TeamMatchView];

/** Removes a team match that has not begun. */
export const deleteTeams: Operation<{}, undefined, null> = ['DELETE /teams'];

/** Opens or closes registration. */
export const postTeamsAdmission: Operation<{}, Registration, TeamMatchView> = ['POST /teams/admission', TeamMatchView];

/** Begins the game of the team match, against the engine if it plays a side. */
export const postTeamsBegin: Operation<{}, undefined, TeamMatchView> = ['POST /teams/begin', TeamMatchView];

/** Names the captain of a side: the host before the game begins, and the current captain at any time. */
export const postTeamsCaptain: Operation<{}, CaptainWanted, TeamMatchView> = ['POST /teams/captain', TeamMatchView];

/** Joins a team match by a link. */
export const postTeamsJoin: Operation<{}, JoinTeamMatch, TeamMatchView> = ['POST /teams/join', TeamMatchView];

/** Removes a member before the team match has begun. */
export const postTeamsRemoval: Operation<{}, RemovedMember, TeamMatchView> = ['POST /teams/removal', TeamMatchView];

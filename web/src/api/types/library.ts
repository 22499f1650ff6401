/**
 * The API of library. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Player, Ending, GameRecord, Problem } from './shared';

/** A stored game with its record and tree. */
export type Game = {
  created_ms: number;
  id: string;
  /** The record, exactly as it was stored. */
  record: GameRecord;
  title: string;
  /** The annotated tree as PDN; absent if there is none. */
  tree: string | null;
  updated_ms: number;
  version: number;
};
export const Game: Shape = { created_ms: 'n', id: 's', record: GameRecord, title: 's', 'tree?': 's', updated_ms: 'n', version: 'n' };

/** The players, as in the record. */
export type Players = {
  black: Player;
  white: Player;
};
export const Players: Shape = { black: Player, white: Player };

/** A stored game in a list. */
export type Summary = {
  /** The name of Black, likewise. */
  black: string;
  /** When it was first stored, in Unix milliseconds. */
  created_ms: number;
  ending: Ending | null;
  /** Which game: a UUID. */
  id: string;
  /** Both players as they are in the record. */
  players: Players;
  /** The number of plies. */
  plies: number;
  /** The address of the shared game under `/shared-games`; null if it is not shared. */
  share: string | null;
  /** Whether all users of this server may read it. */
  shared: boolean;
  /** Its title, chosen by the owner; may be empty. */
  title: string;
  /** When it last changed, in Unix milliseconds. */
  updated_ms: number;
  /** The id of the variant. */
  variant: string;
  /** Incremented with each change of the record or tree, not of the title. */
  version: number;
  /** The name of White; empty for the engine, and for a player without a name. */
  white: string;
};
export const Summary: Shape = { black: 's', created_ms: 'n', 'ending?': Ending, id: 's', players: Players, plies: 'n', 'share?': 's', shared: 'b', title: 's', updated_ms: 'n', variant: 's', version: 'n', white: 's' };

/** A page of the list. */
export type Games = {
  /** Last changed first. */
  games: Summary[];
  /** The value of `before` for the next page; null on the last page. */
  next: string | null;
};
export const Games: Shape = { games: { '[]': Summary }, 'next?': 's' };

/** A new version of a game to store. */
export type NewVersion = {
  /** The record of the game. */
  record: GameRecord;
  /** The title, at most 200 characters. Absent: the title does not change. */
  title?: string | null;
  /** The annotated tree as PDN, at most 256 KiB. Absent: the tree does not change; empty: the tree is removed. */
  tree?: string | null;
  /** The number of this version: one more than the version that it changes, 1 for a new game. */
  version: number;
};
export const NewVersion: Shape = { record: GameRecord, 'title*': 's', 'tree*': 's', version: 'n' };

/** A new version of one of several games. */
export type NewVersionOf = {
  /** The version. */
  game: NewVersion;
  /** The id of the game. */
  id: string;
};
export const NewVersionOf: Shape = { game: NewVersion, id: 's' };

/** New versions of several games. */
export type NewVersions = {
  /** At most 100 of them. */
  games: NewVersionOf[];
};
export const NewVersions: Shape = { games: { '[]': NewVersionOf } };

/** A new title for a game. */
export type Rename = {
  /** The new title, at most 200 characters. */
  title: string;
};
export const Rename: Shape = { title: 's' };

/** What became of one of several games: one of the two is null. */
export type StoredOrNot = {
  kept: Summary | null;
  problem: Problem | null;
};
export const StoredOrNot: Shape = { 'kept?': Summary, 'problem?': Problem };

/** The answers to new versions of several games, in their order. */
export type StoredGames = {
  games: StoredOrNot[];
};
export const StoredGames: Shape = { games: { '[]': StoredOrNot } };

/** The owner's games, last changed first, page by page. */
export const getGames: Operation<{ limit?: number | null; before?: string | null }, undefined, Games> = ['GET /games?limit&before', Games];

/** Stores versions of several games: each as `PUT /games/{id}` would, but much faster, for imports. */
export const putGames: Operation<{}, NewVersions, StoredGames> = ['PUT /games', StoredGames];

/** All games of the owner in one PDN file, oldest first. */
export const getGamesPdn: Operation<{}, undefined, string> = ['GET /games.pdn', 'text'];

/** One game with its record. */
export const getGamesId: Operation<{ id: string }, undefined, Game> = ['GET /games/{id}', Game];

/** Stores a version of a game if it directly follows the stored version; the first must be version 1. */
export const putGamesId: Operation<{ id: string }, NewVersion, Summary> = ['PUT /games/{id}', Summary];

/** Deletes a game. */
export const deleteGamesId: Operation<{ id: string }, undefined, null> = ['DELETE /games/{id}'];

/** Renames a game; its version does not change. */
export const patchGamesId: Operation<{ id: string }, Rename, Summary> = ['PATCH /games/{id}', Summary];

/** Restores a deleted game as it was. */
export const postGamesIdRestore: Operation<{ id: string }, undefined, Summary> = ['POST /games/{id}/restore', Summary];

/** Shares a game with all users of this server. */
export const putGamesIdShare: Operation<{ id: string }, undefined, Summary> = ['PUT /games/{id}/share', Summary];

/** Stops sharing a game: only its owner can read it again. */
export const deleteGamesIdShare: Operation<{ id: string }, undefined, Summary> = ['DELETE /games/{id}/share', Summary];

/** The shared games of all owners, last changed first, page by page. */
export const getSharedGames: Operation<{ limit?: number | null; before?: string | null }, undefined, Games> = ['GET /shared-games?limit&before', Games];

/** One shared game with its record. */
export const getSharedGamesShare: Operation<{ share: string }, undefined, Game> = ['GET /shared-games/{share}', Game];

/**
 * Games as this browser and the server's library store them, and pure functions that reconcile two
 * versions of a game.
 */
import type { GameRecord } from '../rules/model';

/** A game in the server's library, and its summary without the moves. */
export type { Game as ServerGame, Summary as ServerSummary } from '../api/types';

export interface LocalGame {
  id: string;
  title: string;
  created_ms: number;
  updated_ms: number;
  record: GameRecord;
  /** The PDN of the game with variations, comments and tags; null if there are none. */
  tree: string | null;
  /**
   * Counts the changes of `tree` made here. Separate from `revision`, so that analysing a game does
   * not conflict with playing it.
   */
  tree_revision: number;
  /**
   * Whether it opens on the analysis board: it was begun there, or comes from a file and was not
   * continued here.
   */
  study: boolean;
  /** The number of plies on the board, for lists. */
  plies: number;
  /** Counts the changes made here, so that two windows on one game detect conflicts. */
  revision: number;
  /** The version acknowledged by the server; 0 if none. */
  acknowledged: number;
  /** Whether there are changes that the server does not have. */
  dirty: boolean;
  /** Whether the title was set here and not yet sent. Otherwise the server's title is used. */
  renamed: boolean;
  /** Without a move so far: the game is neither listed nor sent before its first move. */
  fresh?: boolean;
  /** Its group, which only this browser knows; absent or empty without one. */
  group?: string;
  /** Its number in the group. Games without one come last, in the order of their ids. */
  chapter?: number | undefined;
  /**
   * The id of the other version, if two devices have continued this game differently and the user
   * has not chosen yet.
   */
  parted?: string | null;
  /** The version that the server refused, and its reason. */
  refused?: RefusedVersion;
  /**
   * When the game was deleted. It stays in the bin at least until the server has stored the deletion.
   */
  deleted_ms: number | null;
  /** The id of its import, for undoing the import. */
  import_id?: string;
}

/** A version that the server refused: it is not sent again for a while. */
interface RefusedVersion extends Pick<LocalGame, 'revision' | 'tree_revision' | 'title'> {
  /** The server's reason. */
  detail: string;
  at_ms: number;
}

/** The group of a game, and its number in the group. */
export type Place = Pick<LocalGame, 'group' | 'chapter'>;

export interface NewGame {
  record: GameRecord;
  title: string;
  plies: number;
  /** Neither listed nor sent before its first move. */
  fresh?: boolean;
  /** The PDN of the game with variations and comments. */
  tree?: string | null;
  study?: boolean;
  /** Its id, if it already has one: see `GameStore.newId`. */
  id?: string;
}

/** The maximum length of a title on the server, in characters. */
export const LONGEST_TITLE = 200;

/** Shortens a title to this many characters, with an ellipsis if it is cut. */
export function shortened(title: string, longest = LONGEST_TITLE): string {
  const characters = [...title];
  return characters.length <= longest ? title : `${characters.slice(0, longest - 1).join('').trimEnd()}…`;
}

/** A new game in its stored form. The server does not have it yet. */
export function begun({ record, title, plies, fresh = false, tree = null, study = false }: NewGame, id: string, now: number): LocalGame {
  return {
    id,
    title: shortened(title),
    created_ms: now,
    updated_ms: now,
    record,
    tree,
    tree_revision: 0,
    study,
    plies,
    revision: 1,
    acknowledged: 0,
    dirty: true,
    renamed: true,
    fresh,
    deleted_ms: null,
  };
}

/** Whether its moves have times. Moves from a file or from the analysis board have none. */
export function playedHere(record: GameRecord): boolean {
  return record.acts.some((act) => act.at_ms > 0);
}

/** How to reconcile a game of which the server has another version than expected. */
export type Reconciled = 'same' | 'local-newer' | 'server-newer' | 'diverged';

/**
 * Compares two records of a game. Acts are only appended, so of two records that agree the longer
 * one is newer.
 */
export function reconcile(ours: GameRecord, theirs: GameRecord): Reconciled {
  const shared = Math.min(ours.acts.length, theirs.acts.length);
  const settingsAgree = sameValue(ours.settings, theirs.settings);
  for (let i = 0; i < shared; i += 1) {
    if (!sameValue(ours.acts[i], theirs.acts[i])) return 'diverged';
  }
  if (!settingsAgree) return 'diverged';
  if (ours.acts.length === theirs.acts.length) return 'same';
  return ours.acts.length > theirs.acts.length ? 'local-newer' : 'server-newer';
}

/**
 * Merges the variations and comments of two versions of a game; undefined if both have some and
 * they differ.
 */
export function eitherTree(ours: string | null, theirs: string | null): string | null | undefined {
  if (ours === theirs || theirs === null) return ours;
  return ours === null ? theirs : undefined;
}

/** Whether two values are equal as JSON, in whatever order of keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The value with sorted keys: the server may write them in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/**
 * Games as they are kept: in this browser, and in the server's library. Types, and the pure decision of what to do when
 * both have gone on from the same game. Nothing here stores or sends.
 */
import type { GameRecord, Outcome, Player } from '../rules/model';

/** A game in the server's library. */
export interface ServerGame {
  id: string;
  version: number;
  title: string;
  created_ms: number;
  updated_ms: number;
  record: GameRecord;
  /** The game with its variations and comments, as the PDN of one game; absent where nobody made any. */
  tree?: string | null;
}

/** The same in a list, without its moves. */
export interface ServerSummary extends Omit<ServerGame, 'record' | 'tree'> {
  variant: string;
  plies: number;
  ending: Outcome | null;
  players: { white: Player; black: Player };
  /** Everybody who reaches the server may read it. */
  shared: boolean;
}

/** A game in this browser. */
export interface LocalGame {
  id: string;
  title: string;
  created_ms: number;
  updated_ms: number;
  record: GameRecord;
  /** Variations, comments and tags, with the moves: the PDN of one game. Null where there are none. */
  tree: string | null;
  /** Counts changes of `tree` made here. Apart from `revision`, so that analysing a game does not disturb playing it. */
  tree_revision: number;
  /** It is opened on the analysis board: it was begun there, or read from a file and not played here since. */
  study: boolean;
  /** Half-moves on the board, for lists. */
  plies: number;
  /** Counts changes made here, so that two windows on one game notice each other. */
  revision: number;
  /** The version that the server is known to hold; 0 when it holds none. */
  acknowledged: number;
  /** There is something that the server has not been told. */
  dirty: boolean;
  /** Its title was given here, and the server has not been told: else the server's title counts. */
  renamed: boolean;
  /** Started here and not touched yet: neither listed nor sent before its first move. */
  fresh?: boolean;
  /** The collection that it was put into, known to this browser only; absent or empty where it is in none. */
  group?: string;
  /** The other of two games that went on differently from this one on two devices, until a person has chosen. */
  parted?: string | null;
  /** When the game was put in the bin; it stays until the server knows. */
  deleted_ms: number | null;
  /** The import that it came with, so that the import can be taken back. */
  import_id?: string;
}

/** A game to be kept. */
export interface NewGame {
  record: GameRecord;
  title: string;
  /** Half-moves on the board. */
  plies: number;
  /** Neither listed nor sent before its first move. */
  fresh?: boolean;
  /** The PDN of the game with its variations and comments. */
  tree?: string | null;
  /** It is opened on the analysis board. */
  study?: boolean;
  /** Its identity, where it has one already: `Keeper.newId`. */
  id?: string;
}

/** Characters of a title that the server takes. */
export const LONGEST_TITLE = 200;

/** A title of so many characters at most, with a sign where something was left out. */
export function shortened(title: string, longest = LONGEST_TITLE): string {
  const characters = [...title];
  return characters.length <= longest ? title : `${characters.slice(0, longest - 1).join('').trimEnd()}…`;
}

/** A new game as it is stored, of which the server has not been told. */
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

/** A game as it was stored, perhaps before games had trees. */
export type StoredGame = Omit<LocalGame, Later> & Partial<Pick<LocalGame, Later>>;
type Later = 'tree' | 'tree_revision' | 'study' | 'renamed';

/** A stored game in today's shape: what older ones lack is filled in. */
export function inTodaysShape(stored: StoredGame): LocalGame {
  const { tree = null, tree_revision = 0, study = false, renamed = stored.dirty } = stored;
  return { ...stored, tree, tree_revision, study, renamed };
}

/** Whether moves were made at a time: those that were read from a file, or made on the analysis board, have none. */
export function playedHere(record: GameRecord): boolean {
  return record.acts.some((act) => act.at_ms > 0);
}

/** What becomes of a game that the server holds in another version than expected. */
export type Reconciled = 'same' | 'ours-goes-on' | 'theirs-goes-on' | 'parted';

/** Compares two records of one game. Acts are only ever added, so the longer of two that agree is the newer. */
export function reconcile(ours: GameRecord, theirs: GameRecord): Reconciled {
  const shared = Math.min(ours.acts.length, theirs.acts.length);
  const settingsAgree = sameValue(ours.settings, theirs.settings);
  for (let i = 0; i < shared; i += 1) {
    if (!sameValue(ours.acts[i], theirs.acts[i])) return 'parted';
  }
  if (!settingsAgree) return 'parted';
  if (ours.acts.length === theirs.acts.length) return 'same';
  return ours.acts.length > theirs.acts.length ? 'ours-goes-on' : 'theirs-goes-on';
}

/** The variations and comments of two versions of one game together; undefined where both have some, and not the same. */
export function eitherTree(ours: string | null, theirs: string | null): string | null | undefined {
  if (ours === theirs || theirs === null) return ours;
  return ours === null ? theirs : undefined;
}

/** Whether two values are the same as JSON, in whatever order their keys stand. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The same value with its keys in one order, since the server may write them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

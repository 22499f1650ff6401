/**
 * The rows of the library's list, made from a stored game or from the server's summary. They are
 * small, so that tens of thousands can be searched and sorted at each key.
 */
import type { StorageState } from '../../store/keeper.svelte';
import type { LocalGame, ServerSummary } from '../../store/local-game';
import type { GameRecord, Outcome, Player } from '../../rules/model';

export interface Row {
  id: string;
  title: string;
  variant: string;
  white: Player;
  black: Player;
  /**
   * The date from the tag `Date` of the game's file, or else the start of the game: `2026.11.24`.
   * Empty for a game from a file without a date: the day of its import is not that of the game.
   * Unknown parts are `??`.
   */
  date: string;
  updated_ms: number;
  plies: number;
  ending: Outcome | null;
  /** Whether it opens on the analysis board. */
  study: boolean;
  /** Its group; empty without one. */
  group: string;
  /** Its number in the group; absent if it was never moved there. */
  chapter: number | undefined;
  /** When it was put into the bin; null if it is not there. */
  deleted_ms: number | null;
  /** The id of its import; empty without one. */
  import_id: string;
  /** Its first moves as `from-to`; null if the game is not in this browser. */
  opening: readonly string[] | null;
  /** The event and the round; empty if unknown. */
  event: string;
  /** The other searchable tags besides the players, as one text. */
  tags: string;
  shared: boolean;
  safety: StorageState;
}

/** How many moves of the opening are searchable. */
const OPENING = 20;

export function rowOf(game: LocalGame): Row {
  const { record } = game;
  const { white, black } = record.settings;
  return {
    id: game.id,
    title: game.title,
    variant: record.variant,
    white,
    black,
    date: tag(game.tree, 'Date') ?? startOf(game),
    updated_ms: game.updated_ms,
    plies: game.plies,
    ending: record.ending,
    study: game.study,
    group: game.group ?? '',
    chapter: game.chapter,
    deleted_ms: game.deleted_ms,
    import_id: game.import_id ?? '',
    opening: openingOf(record),
    event: ['Event', 'Round'].map((name) => tag(game.tree, name) ?? '').filter(Boolean).join(', '),
    tags: ['Event', 'Site', 'Round'].map((name) => tag(game.tree, name) ?? '').join(' '),
    shared: false,
    safety: game.dirty ? 'here' : 'server',
  };
}

export function rowOfServer(game: ServerSummary): Row {
  return {
    id: game.id,
    title: game.title,
    variant: game.variant,
    white: game.players.white,
    black: game.players.black,
    date: dateOf(game.created_ms),
    updated_ms: game.updated_ms,
    plies: game.plies,
    ending: game.ending,
    study: false,
    group: '',
    chapter: undefined,
    deleted_ms: null,
    import_id: '',
    opening: null,
    event: '',
    tags: '',
    shared: game.shared,
    safety: 'server',
  };
}

/** The first moves in a record, as `from-to`. */
export function openingOf({ acts }: GameRecord): string[] {
  const moves: string[] = [];
  let plies = 0;
  for (const act of acts) {
    if (act.act === 'move') {
      if (moves.length === plies && plies < OPENING) moves.push(fromTo(act.move));
      plies += 1;
    } else if (act.act === 'take-back') {
      plies -= act.plies ?? 0;
      moves.length = Math.min(moves.length, Math.max(plies, 0));
    } else if (act.act === 'irregular' || act.act === 'correct') {
      break; // the rest depends on the position, which is not known here
    }
  }
  return moves;
}

/** The start and end of a move: `35x19x32` is `35-32`, `(c3:e5)` is `c3-e5`. */
export function fromTo(move: string): string {
  const squares = move.toLowerCase().match(/[a-l]?\d+/g) ?? [];
  return squares.length < 2 ? move.toLowerCase() : `${squares[0]}-${squares.at(-1)}`;
}

function startOf({ record, tree, import_id, created_ms }: LocalGame): string {
  const fromFile = import_id !== undefined || /^\[(Event|White|Black|Date) "/m.test(tree ?? '');
  const start = record.started_ms ?? (fromFile ? null : created_ms);
  return start === null ? '' : dateOf(start);
}

function dateOf(ms: number): string {
  const date = new Date(ms);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

/** The value of a tag in a PDN; null if it is absent or unknown. */
function tag(pdn: string | null, name: string): string | null {
  if (pdn === null) return null;
  const found = new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(pdn)?.[1];
  if (!found || /^[?.\s]*$/.test(found)) return null;
  return found.replace(/\\(.)/g, '$1');
}

/**
 * Combines the games of this browser and those only on the server into one list. Also exports games
 * as PDN.
 */
import type { GameStore } from '../../store/keeper.svelte';
import { withGroup } from '../../store/pdn-title';
import type { LocalGame, ServerGame, ServerSummary } from '../../store/local-game';
import type { RulesBinding } from '../../rules/binding';
import type { GameRecord } from '../../rules/model';
import { openStudy, type Study } from '../../rules/study';
import { annotatedPdnOf, pdnOf } from '../../session/titles';
import { rowOf, rowOfServer, type Row } from './rows';

/** How many summaries are requested at once, the maximum of the server. */
const PAGE = 200;
/** The maximum number of pages for a list: enough for all games of an owner. */
const MOST_PAGES = 500;

/**
 * Reads all rows. `shown` is called with the rows so far: first the games of this browser, some
 * thousand at a time, then also those of the server. Returns whether the server is reachable. Then
 * the changes of other devices are applied: `changed` is called with each such row, and `followed`
 * resolves at the end.
 */
export async function listGames(
  keeper: GameStore,
  shown: (rows: readonly Row[]) => void,
  changed: (row: Row) => void = () => {},
): Promise<{ serverThere: boolean; followed: Promise<void> }> {
  const remote = serverGames(keeper);
  const rows: Row[] = [];
  const known = new Map<string, Known>();
  for await (const games of keeper.local.batches(2_000)) {
    for (const game of games) {
      const { dirty, acknowledged, title, deleted_ms } = game;
      known.set(game.id, { dirty, acknowledged, title, deleted_ms });
      if (!game.fresh) rows.push(rowOf(game));
    }
    shown([...rows]);
  }
  const { games: theirs, whole } = await remote;
  const shared = new Set(theirs?.filter((game) => game.shared).map(({ id }) => id));
  for (const row of rows) row.shared = shared.has(row.id);
  for (const game of theirs ?? []) if (!known.has(game.id)) rows.push(rowOfServer(game));
  shown([...rows]);
  const tell = (game: LocalGame): void => changed({ ...rowOf(game), shared: shared.has(game.id) });
  return { serverThere: theirs !== null, followed: theirs ? followAll(keeper, known, theirs, whole, tell) : Promise.resolve() };
}

/** The fields compared with the server's list. */
type Known = Pick<LocalGame, 'dirty' | 'acknowledged' | 'title' | 'deleted_ms'>;

/** How many changed games are fetched for one list. The next list continues. */
const FOLLOWED = 200;

/**
 * Applies the changes of other devices: games with another version or title, and games that were
 * deleted or restored there. `whole`: `theirs` has all games of the server. `changed` is called
 * with each changed game.
 */
async function followAll(
  keeper: GameStore,
  known: ReadonlyMap<string, Known>,
  theirs: readonly ServerSummary[],
  whole: boolean,
  changed: (game: LocalGame) => void,
): Promise<void> {
  const wanted: string[] = [];
  const there = new Set<string>();
  for (const { id, version, title } of theirs) {
    there.add(id);
    const ours = known.get(id);
    if (!ours || ours.dirty) continue;
    if (version > ours.acknowledged || title !== ours.title || ours.deleted_ms !== null) wanted.push(id);
  }
  if (whole) {
    for (const [id, { dirty, acknowledged, deleted_ms }] of known) {
      if (!dirty && acknowledged > 0 && deleted_ms === null && !there.has(id)) wanted.push(id);
    }
  }
  for (const id of wanted.slice(0, FOLLOWED)) {
    const game = (await keeper.follow(id)) ? await keeper.local.get(id) : null;
    if (game) changed(game);
  }
}

/**
 * The games of this owner on the server, and whether these are all; null if the server is
 * unreachable.
 */
async function serverGames(keeper: GameStore): Promise<{ games: ServerSummary[] | null; whole: boolean }> {
  const games: ServerSummary[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await keeper.server.list(before, PAGE);
    if (answer.kind !== 'ok') return { games: page === 0 ? null : games, whole: false };
    games.push(...answer.value.games);
    before = answer.value.next;
    if (before === null) return { games, whole: true };
  }
  return { games, whole: false };
}

/** How many games are exported before the page can react to input. */
const ROWS_BETWEEN_PAUSES = 20;

/**
 * A file of games, and the rows that are not in it because they could not be fetched or written.
 */
export interface Exported<R> {
  file: Blob;
  missing: R[];
}

/**
 * Exports games as one PDN, those of a group in the order of its chapters. Games that cannot be
 * written are left out and listed. `onprogress` is called with the number of games written. Null if
 * it was stopped.
 */
export async function exportGames<R extends Pick<Row, 'id' | 'title' | 'group'>>(
  keeper: GameStore,
  binding: RulesBinding,
  rows: readonly R[],
  onprogress: (written: number) => void = () => {},
  stop: AbortSignal | null = null,
): Promise<Exported<R> | null> {
  const study = await openStudy();
  const texts: string[] = [];
  const missing: R[] = [];
  for (const [at, row] of rows.entries()) {
    if (stop?.aborted) return null;
    try {
      const game = await gameOf(keeper, row.id);
      if (game) texts.push(withGroup(pdnOfGame(study, binding, game, row.title), row.group), '\n\n');
      else missing.push(row);
    } catch (error) {
      console.error(error);
      missing.push(row);
    }
    if (at % ROWS_BETWEEN_PAUSES === ROWS_BETWEEN_PAUSES - 1) {
      onprogress(at + 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { file: new Blob(texts, { type: 'application/x-draughts-pdn' }), missing };
}

function pdnOfGame(study: Study, binding: RulesBinding, { record, tree = null }: Pick<ServerGame, 'record' | 'tree'>, title: string): string {
  return tree === null ? pdnOf(plainPdn(binding, record), title, record) : annotatedPdnOf(study, { record, tree, title });
}

/** A game from this browser, or else from the server. */
export async function gameOf(keeper: GameStore, id: string): Promise<LocalGame | ServerGame | null> {
  const local = await keeper.local.get(id);
  if (local) return local;
  const answer = await keeper.server.get(id);
  return answer.kind === 'ok' ? answer.value : null;
}

function plainPdn(binding: RulesBinding, record: GameRecord): string {
  const game = binding.openGame(record);
  try {
    return game.pdn();
  } finally {
    game.free();
  }
}

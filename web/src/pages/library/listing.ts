/**
 * The games of this browser, and those that are only on the server, as the rows of one list. Also writes games as PDN.
 * Called by the library page.
 */
import type { Keeper } from '../../games/keeper.svelte';
import type { LocalGame, ServerGame, ServerSummary } from '../../games/kept';
import type { Door } from '../../rules/door';
import type { GameRecord } from '../../rules/model';
import { openStudy } from '../../rules/study';
import { annotatedPdnOf, pdnOf } from '../titles';
import { rowOf, rowOfServer, type Row } from './rows';

/** How many summaries are asked for at once, which is the most that the server returns. */
const PAGE = 200;
/** How many pages are read for one list: enough for all games that an owner can have. */
const MOST_PAGES = 500;

/**
 * Reads all rows. `shown` is called with the rows known so far: first the games of this browser, some thousand at a time,
 * then also those of the server. Returns whether the server is available.
 */
export async function listGames(keeper: Keeper, shown: (rows: readonly Row[]) => void): Promise<{ serverThere: boolean }> {
  const remote = serverGames(keeper);
  const rows: Row[] = [];
  const known = new Set<string>();
  for await (const games of keeper.local.batches(2_000)) {
    for (const game of games) {
      known.add(game.id);
      if (game.deleted_ms === null && !game.fresh) rows.push(rowOf(game));
    }
    shown([...rows]);
  }
  const theirs = await remote;
  const shared = new Set(theirs?.filter((game) => game.shared).map(({ id }) => id));
  for (const row of rows) row.shared = shared.has(row.id);
  for (const game of theirs ?? []) if (!known.has(game.id)) rows.push(rowOfServer(game));
  shown([...rows]);
  return { serverThere: theirs !== null };
}

/** All games of this owner on the server; null if no server answers. */
async function serverGames(keeper: Keeper): Promise<ServerSummary[] | null> {
  const games: ServerSummary[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await keeper.server.list(before, PAGE);
    if (answer.kind !== 'ok') return page === 0 ? null : games;
    games.push(...answer.value.games);
    before = answer.value.next;
    if (before === null) break;
  }
  return games;
}

/** How many games are written before the page can react again. */
const BREATH = 20;

/** These games as one PDN. `told` is called with the number of games written. Null if it was stopped. */
export async function exportGames(
  keeper: Keeper,
  door: Door,
  rows: readonly Pick<Row, 'id' | 'title'>[],
  told: (written: number) => void = () => {},
  stop: AbortSignal | null = null,
): Promise<Blob | null> {
  const study = await openStudy();
  const texts: string[] = [];
  for (const [at, { id, title }] of rows.entries()) {
    if (stop?.aborted) return null;
    const game = await gameOf(keeper, id);
    if (!game) continue;
    const { record } = game;
    const tree = game.tree ?? null;
    texts.push(tree === null ? pdnOf(plainPdn(door, record), title, record) : annotatedPdnOf(study, { record, tree, title }), '\n\n');
    if (at % BREATH === BREATH - 1) {
      told(at + 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return new Blob(texts, { type: 'application/x-draughts-pdn' });
}

/** A game from this browser, or else from the server. */
export async function gameOf(keeper: Keeper, id: string): Promise<LocalGame | ServerGame | null> {
  const local = await keeper.local.get(id);
  if (local) return local;
  const answer = await keeper.server.get(id);
  return answer.kind === 'ok' ? answer.value : null;
}

function plainPdn(door: Door, record: GameRecord): string {
  const game = door.openGame(record);
  try {
    return game.pdn();
  } finally {
    game.free();
  }
}

/**
 * The list of kept games, put together from this browser and the server, and all of them as one PDN file. Called by the
 * library page.
 */
import type { Keeper, Safety } from '../../games/keeper.svelte';
import type { LocalGame, ServerGame, ServerSummary } from '../../games/kept';
import type { Door } from '../../rules/door';
import type { GameRecord, Outcome } from '../../rules/model';
import { openStudy } from '../../rules/study';
import { annotatedPdnOf, pdnOf } from '../titles';

export interface Listed {
  id: string;
  title: string;
  variant: string;
  updated_ms: number;
  plies: number;
  ending: Outcome | null;
  /** It is opened on the analysis board. */
  study: boolean;
  safety: Safety;
}

/** Summaries asked for at once. */
const PAGE = 100;
/** Most pages read for one list: a library of many thousands is searched on the server, not scrolled. */
const MOST_PAGES = 50;

export async function listGames(keeper: Keeper): Promise<{ games: readonly Listed[]; serverThere: boolean }> {
  const [local, remote] = await Promise.all([keeper.local.all(), serverGames(keeper)]);
  const known = new Set(local.map((game) => game.id));
  const games = [
    ...local.filter((game) => game.deleted_ms === null && !game.fresh).map(fromLocal),
    ...(remote ?? []).filter((game) => !known.has(game.id)).map(fromServer),
  ];
  return { games: games.sort((a, b) => b.updated_ms - a.updated_ms), serverThere: remote !== null };
}

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

/** Every game, from both places, as PDN. */
export async function exportAll(keeper: Keeper, door: Door): Promise<string> {
  const { games } = await listGames(keeper);
  const texts: string[] = [];
  for (const listed of games) {
    const local = await keeper.local.get(listed.id);
    const game = local ?? (await fromLibrary(keeper, listed.id));
    if (!game) continue;
    const { record } = game;
    const tree = game.tree ?? null;
    const { title } = listed;
    texts.push(tree === null ? pdnOf(plainPdn(door, record), title, record) : annotatedPdnOf(await openStudy(), { record, tree, title }));
  }
  return texts.join('\n\n');
}

async function fromLibrary(keeper: Keeper, id: string): Promise<ServerGame | null> {
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

function fromLocal(game: LocalGame): Listed {
  const { id, title, updated_ms, plies, study } = game;
  return { id, title, variant: game.record.variant, updated_ms, plies, study, ending: game.record.ending, safety: game.dirty ? 'here' : 'server' };
}

function fromServer({ id, title, variant, updated_ms, plies, ending }: ServerSummary): Listed {
  return { id, title, variant, updated_ms, plies, ending, study: false, safety: 'server' };
}

/** The search for a position among the games of a library, by replaying their moves. */
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { playReady, studyReady } from '../wasm';
import { FakeServer } from '../store/fake-server';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { RulesBinding } = await import('../../../src/rules/binding');
const { Study } = await import('../../../src/rules/study');
const { PositionSearch } = await import('../../../src/features/library/positions');

beforeAll(() => {
  playReady();
  studyReady();
});

const FILE = `[Event "a"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *

[Event "b"]
[GameType "20"]

1. 33-28 18-22 *

[Event "c"]
[GameType "20"]
[FEN "W:W6,32:B45"]

1. 6-1 45-50 2. 32-28 *

[Event "d"]
[GameType "25"]

1. c3-d4 *
`;

let count = 0;

async function library() {
  const keeper = new GameStore(new LocalLibrary(`positions-${(count += 1)}`), new FakeServer());
  const ids: string[] = [];
  const { games, errors } = new Study().readPdn(FILE, 'international', 'en');
  expect(errors).toEqual([]);
  for (const { record, tree, title, moves } of games) ids.push((await keeper.add({ record, tree, title, plies: moves, study: true })).id);
  await keeper.settled();
  return { keeper, ids, records: games.map(({ record }) => record) };
}

/** The letters of the games that have a position. */
async function having(search: InstanceType<typeof PositionSearch>, ids: string[], fen: string, variant = 'international'): Promise<string> {
  const reply = new RulesBinding().checkFen(variant, fen, 'en');
  if (!('ok' in reply)) throw new Error(fen);
  const found = await search.find({ variant, fen: reply.ok.fen }, () => undefined, new AbortController().signal);
  return ids.flatMap((id, i) => (found.has(id) ? ['abcd'.charAt(i)] : [])).join('');
}

describe('a search for a position', () => {
  it('finds the games that contain it with the same side to move', async () => {
    const { keeper, ids } = await library();
    const search = new PositionSearch(keeper, new Study());
    const start = new RulesBinding().startView('international').fen;
    for (const time of ['first', 'from what is remembered']) {
      expect(await having(search, ids, start), time).toBe('ab');
      expect(await having(search, ids, start.replace(/^W/, 'B')), time).toBe('');
      expect(await having(search, ids, 'W:WK1,32:BK50'), time).toBe('c');
      expect(await having(search, ids, 'B:WK1,32:B45'), time).toBe('c');
      expect(await having(search, ids, 'W:W31:B20'), time).toBe('');
    }
    expect(await having(search, ids, new RulesBinding().startView('russian').fen, 'russian')).toBe('d');
  });

  it('follows changed and deleted games', async () => {
    const { keeper, ids, records } = await library();
    const search = new PositionSearch(keeper, new Study());
    expect(await having(search, ids, 'W:WK1,32:BK50')).toBe('c');
    await keeper.saveTree(ids[0]!, 0, '*', { record: records[2]!, plies: 3 });
    expect(await having(search, ids, 'W:WK1,32:BK50')).toBe('ac');
    await keeper.delete(ids[2]!);
    expect(await having(search, ids, 'W:WK1,32:BK50')).toBe('a');
  });

  it('can be cancelled', async () => {
    const { keeper } = await library();
    const stop = new AbortController();
    stop.abort();
    const start = { variant: 'international', fen: new RulesBinding().startView('international').fen };
    expect((await new PositionSearch(keeper, new Study()).find(start, () => undefined, stop.signal)).size).toBe(0);
  });

  it('has a number for each position, and none for a game that cannot be replayed', async () => {
    const { records } = await library();
    const study = new Study();
    for (const record of records) {
      const game = new RulesBinding().openGame(record);
      expect(study.positionNumbers(record)).toHaveLength(game.view(0, 'en').plies + 1);
      game.free();
    }
    expect(study.positionNumbers({ ...records[0]!, acts: [{ act: 'move', side: 'white', move: '1-50', at_ms: 0 }] })).toHaveLength(0);
  });
});

/** Thousands of games that the server does not have yet: sent a hundred at a time, without needless requests. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
import { begun } from '../../../src/store/local-game';
import type { GameRecord } from '../../../src/rules/model';
import { FakeServer } from './fake-server';

const RECORD = { format: 1, variant: 'international', settings: {}, started_ms: null, acts: [], ending: null } as unknown as GameRecord;
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => begun({ record: RECORD, title: `Game ${i}`, plies: 0 }, `id-${String(i).padStart(6, '0')}`, 1));

let libraries = 0;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function counted(n: number, server: FakeServer) {
  const library = new LocalLibrary(`many-${(libraries += 1)}`);
  await library.addMany(many(n));
  const counts = { together: [] as number[], alone: 0, atOnce: 0, most: 0 };
  const putAll = server.putAll.bind(server);
  server.putAll = async (games) => {
    counts.together.push(games.length);
    counts.atOnce += 1;
    counts.most = Math.max(counts.most, counts.atOnce);
    const answer = await putAll(games);
    counts.atOnce -= 1;
    return answer;
  };
  return { library, keeper: new GameStore(library, server), counts };
}

/** Advances time until a promise settles; returns the milliseconds that passed. */
async function passing(promise: Promise<unknown>): Promise<number> {
  let [done, waited] = [false, 0];
  void promise.finally(() => (done = true));
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    if (vi.getTimerCount() === 0) continue;
    await vi.advanceTimersByTimeAsync(10);
    waited += 10;
  }
  return waited;
}

describe('many unsent games', () => {
  it('are sent a hundred at a time, with their progress, and acknowledged in one transaction', async () => {
    const server = new FakeServer();
    const { library, keeper, counts } = await counted(250, server);
    const changed = vi.spyOn(library, 'changeMany');
    const seen = new Set<string>();
    const putAll = server.putAll.bind(server);
    server.putAll = async (games) => {
      seen.add(JSON.stringify(keeper.sending));
      return await putAll(games);
    };
    const waited = await passing(keeper.sendAll());
    expect(counts.together).toEqual([100, 100, 50]);
    expect(counts.most).toBe(1);
    expect(waited).toBeLessThan(1_000);
    expect([...seen]).toEqual([0, 100, 200].map((sent) => JSON.stringify({ sent, total: 250 })));
    expect(keeper.sending).toBeNull();
    expect(changed).toHaveBeenCalledTimes(3);
    expect(server.games.size).toBe(250);
    expect((await library.all()).filter(({ dirty }) => dirty)).toEqual([]);
  });

  it('stay whole when one is refused, in conflict, or too long to be sent with others', async () => {
    const server = new FakeServer();
    const { library, keeper } = await counted(20, server);
    // Another device has stored this one already.
    server.games.set('id-000003', { id: 'id-000003', version: 2, title: 'Theirs', record: RECORD, tree: null, created_ms: 1, updated_ms: 1, deleted: false });
    const [put, putAll] = [server.put.bind(server), server.putAll.bind(server)];
    let together = false;
    server.put = async (game) => {
      if (game.id === 'id-000005') return { kind: 'refused', status: 422, code: 'record-does-not-replay', reason: '', detail: 'why' };
      if (game.id === 'id-000007' && together) return { kind: 'refused', status: 422, code: 'too-much-work', reason: '', detail: '' };
      return await put(game);
    };
    server.putAll = async (games) => {
      together = true;
      const answer = await putAll(games);
      together = false;
      return answer;
    };
    await passing(keeper.sendAll());
    expect((await library.all()).filter(({ dirty }) => dirty).map(({ id }) => id)).toEqual(['id-000005']);
    expect(keeper.refusals.get('id-000005')).toBe('why');
    expect(server.games.get('id-000007')?.version).toBe(1);
    expect(server.games.get('id-000003')?.version).toBe(3);
  });

  it('are sent alone if the server does not take them together', async () => {
    const server = new FakeServer();
    const { library, keeper } = await counted(70, server);
    server.putAll = async () => ({ kind: 'refused', status: 413, code: 'body-too-large', reason: '', detail: '' });
    const waited = await passing(keeper.sendAll());
    expect(server.games.size).toBe(70);
    expect(waited).toBeGreaterThanOrEqual(20 * 50); // at most twenty a second, after the first fifty
    expect((await library.all()).filter(({ dirty }) => dirty)).toEqual([]);
  });

  it('wait if the server does not answer', async () => {
    const server = new FakeServer();
    const { library, keeper } = await counted(250, server);
    let asked = 0;
    server.putAll = async () => {
      asked += 1;
      return { kind: 'unreachable' };
    };
    const all = vi.spyOn(library, 'batches');
    await keeper.sendAll();
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(4_000); // the next attempt does not read the whole library again
    await keeper.settled();
    expect(asked).toBe(2);
    expect(all).toHaveBeenCalledTimes(1);
    expect((await library.all()).filter(({ dirty }) => dirty)).toHaveLength(250);
  });
});

describe('many games in the bin', () => {
  it('are restored in a few transactions, and on the server when they are sent', async () => {
    const server = new FakeServer();
    const { library, keeper } = await counted(1_200, server);
    const ids = (await library.all()).map(({ id }) => id);
    await passing(keeper.sendAll());
    const together = vi.spyOn(library, 'changeMany');
    const progress: number[] = [];
    await keeper.deleteMany(ids, (done) => progress.push(done));
    expect(progress).toEqual([500, 1000, 1200]);
    await passing(keeper.sendAll());
    expect([...server.games.values()].filter(({ deleted }) => deleted)).toHaveLength(1_200);
    together.mockClear();
    const alone = vi.spyOn(library, 'change');
    await keeper.restoreMany(ids);
    expect(together).toHaveBeenCalledTimes(3);
    expect(alone.mock.calls.length).toBeLessThan(100); // the games sent meanwhile
    expect((await library.all()).filter(({ deleted_ms }) => deleted_ms === null)).toHaveLength(1_200);
    await passing(keeper.sendAll());
    expect([...server.games.values()].filter(({ deleted }) => deleted)).toEqual([]);
    expect((await library.all()).filter(({ dirty }) => dirty)).toEqual([]);
  }, 30_000);
});

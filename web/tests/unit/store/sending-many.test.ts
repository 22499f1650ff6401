/** Thousands of games that the server does not have yet: sent one by one, without needless requests. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { Keeper } = await import('../../../src/store/keeper.svelte');
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
  let [puts, atOnce, most] = [0, 0, 0];
  const put = server.put.bind(server);
  server.put = async (game) => {
    [puts, atOnce] = [puts + 1, atOnce + 1];
    most = Math.max(most, atOnce);
    const answer = await put(game);
    atOnce -= 1;
    return answer;
  };
  return { library, keeper: new Keeper(library, server), told: () => ({ puts, most }) };
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
  it('are sent one at a time, each once, at most twenty a second', async () => {
    const { library, keeper, told } = await counted(250, new FakeServer());
    const waited = await passing(keeper.sendAll());
    expect(told()).toEqual({ puts: 250, most: 1 });
    expect(waited).toBeGreaterThanOrEqual(200 * 50);
    expect((await library.all()).filter(({ dirty }) => dirty)).toEqual([]);
  });

  it('wait if the server does not answer, except one', async () => {
    const server = new FakeServer();
    const { library, keeper } = await counted(250, server);
    let asked = 0;
    server.put = async () => {
      asked += 1;
      return { kind: 'unreachable' };
    };
    const all = vi.spyOn(library, 'batches');
    await keeper.sendAll();
    expect(asked).toBe(1);
    expect(keeper.safety.size).toBe(1);
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
    const told: number[] = [];
    await keeper.deleteMany(ids, (done) => told.push(done));
    expect(told).toEqual([500, 1000, 1200]);
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

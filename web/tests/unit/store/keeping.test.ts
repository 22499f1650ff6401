/** Storing games, against a fake server that can be disconnected and can lose its answers. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { GameStore } from '../../../src/store/keeper.svelte';
import { reconcile } from '../../../src/store/local-game';
import { LocalLibrary } from '../../../src/store/local-library';
import { uuidV7 } from '../../../src/store/uuid';
import type { GameAct } from '../../../src/rules/model';
import { FakeServer, record } from './fake-server';

/** A library in a browser without storage. */
function inMemory(): LocalLibrary {
  const { open } = indexedDB;
  indexedDB.open = () => {
    throw new Error('refused');
  };
  try {
    return new LocalLibrary('refused');
  } finally {
    indexedDB.open = open;
  }
}

let server: FakeServer;
let keeper: GameStore;
let count = 0;

beforeEach(() => {
  count += 1;
  server = new FakeServer();
  keeper = new GameStore(new LocalLibrary(`test-${count}`), server, () => 1_763_650_000_000);
});

describe('a stored game', () => {
  it('is stored in the browser at once and on the server soon', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    expect((await keeper.local.get(game.id))?.record).toEqual(record('32-28'));
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 1, title: 'A game' });
    expect(keeper.safety.get(game.id)).toBe('server');
  });

  it('is listed with the last changed first, also without browser storage', async () => {
    let now = 1_763_650_000_000;
    for (const local of [new LocalLibrary(`latest-${count}`), inMemory()]) {
      keeper = new GameStore(local, server, () => (now += 1));
      const games = [];
      for (const title of ['a', 'b', 'c']) games.push(await keeper.add({ record: record('32-28'), title, plies: 1 }));
      await keeper.save(games[0]!.id, 1, record('32-28', '19-23'), 2);
      expect((await local.latest(2)).map((game) => game.title)).toEqual(['a', 'c']);
      expect(await local.latest(9)).toHaveLength(3);
    }
  });

  it('is sent after its first move, and deleted if none is made', async () => {
    let now = 1_763_650_000_000;
    keeper = new GameStore(new LocalLibrary(`fresh-${count}`), server, () => now);
    const left = await keeper.add({ record: record(), title: 'Left alone', plies: 0, fresh: true });
    const played = await keeper.add({ record: record(), title: 'Played', plies: 0, fresh: true });
    await keeper.settled();
    expect(server.games.size).toBe(0);
    await keeper.save(played.id, played.revision, record('32-28'), 1);
    await keeper.settled();
    expect([...server.games.keys()]).toEqual([played.id]);
    now += 25 * 3_600_000;
    await keeper.sendAll();
    expect(await keeper.open(left.id)).toBeNull();
    expect((await keeper.open(played.id))?.plies).toBe(1);
  });

  it('causes a single request with other unsent games if no server answers', async () => {
    server.unplugged = true;
    for (const title of ['One', 'Two', 'Three']) await keeper.add({ record: record('32-28'), title, plies: 1 });
    await keeper.settled();
    server.asked = 0;
    await keeper.sendAll();
    await keeper.settled();
    expect(server.asked).toBe(1);
    server.unplugged = false;
    await keeper.sendAll();
    await keeper.settled();
    expect(server.games.size).toBe(3);
  });

  it('has a title within the limit of the server, also as the copy of one with the longest title', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'x'.repeat(500), plies: 1 });
    expect([...game.title]).toHaveLength(200);
    await keeper.settled();
    server.games.set(game.id, { ...server.games.get(game.id)!, version: 2, record: record('32-28', '19-23') });
    await keeper.save(game.id, 1, record('32-28', '18-23'), 2);
    await keeper.settled();
    const second = (await keeper.local.all()).find((it) => it.id !== game.id);
    expect(second?.title).toMatch(/ \(2\)$/);
    expect([...(second?.title ?? '')]).toHaveLength(200);
  });

  it('notifies other windows when it is saved', async () => {
    const [here, there] = [new BroadcastChannel(`w-${count}`), new BroadcastChannel(`w-${count}`)];
    keeper = new GameStore(new LocalLibrary(`test-${count}`), server, Date.now, here);
    const other = new GameStore(new LocalLibrary(`other-${count}`), server, Date.now, there);
    const game = await keeper.add({ record: record(), title: 'A game', plies: 0 });
    const saved = new Promise<void>((resolve) => other.onSavedElsewhere(game.id, resolve));
    await keeper.save(game.id, 1, record('32-28'), 1);
    await saved;
    here.close();
    there.close();
  });

  it('is sent in its latest state, however many moves were made meanwhile', async () => {
    const game = await keeper.add({ record: record(), title: 'A game', plies: 0 });
    let revision: number | null = game.revision;
    const moves = ['32-28', '19-23', '28x19', '14x23'];
    for (let n = 1; n <= moves.length; n += 1) {
      revision = await keeper.save(game.id, revision ?? -1, record(...moves.slice(0, n)), n);
      expect(revision).toBe(n + 1);
    }
    await keeper.settled();
    expect(server.games.get(game.id)?.record.acts).toHaveLength(4);
    expect((await keeper.local.get(game.id))?.dirty).toBe(false);
  });

  it('stays in the browser without a server, and is sent when it is back', async () => {
    server.unplugged = true;
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    expect(keeper.safety.get(game.id)).toBe('here');
    server.unplugged = false;
    await keeper.sendAll();
    await keeper.settled();
    expect(keeper.safety.get(game.id)).toBe('server');
    expect(server.games.size).toBe(1);
  });

  it('is marked if the server is full, and sent when it has space', async () => {
    server.full = true;
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    expect(keeper.safety.get(game.id)).toBe('full');
    server.full = false;
    await keeper.sendAll();
    await keeper.settled();
    expect(keeper.safety.get(game.id)).toBe('server');
  });

  it('keeps the reason of a refusal, and is sent again after a week or a change', async () => {
    let now = 1_763_650_000_000;
    keeper = new GameStore(new LocalLibrary(`refused-${count}`), server, () => now);
    server.refusing = 'the tree of a game has at most 262144 bytes';
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    expect(server.asked).toBe(1);

    // The page is reloaded.
    keeper = new GameStore(keeper.local, server, () => now);
    await keeper.sendAll();
    await keeper.open(game.id);
    await keeper.settled();
    expect(server.asked).toBe(1);
    expect(keeper.safety.get(game.id)).toBe('refused');
    expect(keeper.refusals.get(game.id)).toBe(server.refusing);

    // It is sent again after a week and after a change.
    now += 8 * 24 * 3_600_000;
    await keeper.sendAll();
    await keeper.settled();
    expect(server.asked).toBe(2);
    server.refusing = null;
    await keeper.save(game.id, 1, record('32-28', '19-23'), 2);
    await keeper.settled();
    expect(server.asked).toBe(3);
    expect(keeper.safety.get(game.id)).toBe('server');
  });

  it('survives a lost answer, also if it was continued meanwhile', async () => {
    server.loseNextAnswer = true;
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    expect((await keeper.local.get(game.id))?.acknowledged).toBe(0);
    await keeper.save(game.id, 1, record('32-28', '19-23'), 2);
    await keeper.sendAll();
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 2 });
    expect(server.games.get(game.id)?.record.acts).toHaveLength(2);
    expect(server.games.size).toBe(1);
  });

  it('is not overwritten if another window has continued it', async () => {
    const game = await keeper.add({ record: record(), title: 'A game', plies: 0 });
    expect(await keeper.save(game.id, 1, record('32-28'), 1)).toBe(2);
    expect(await keeper.save(game.id, 1, record('33-28'), 1)).toBeNull();
    expect((await keeper.local.get(game.id))?.record).toEqual(record('32-28'));
  });

  it('continued on another device is updated here', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    server.games.set(game.id, { ...server.games.get(game.id)!, version: 2, record: record('32-28', '19-23') });
    await keeper.rename(game.id, 'A game');
    await keeper.settled();
    expect((await keeper.local.get(game.id))?.record.acts).toHaveLength(2);
  });

  it('that conflicts with the server’s is kept as a copy beside it', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    server.games.set(game.id, { ...server.games.get(game.id)!, version: 2, record: record('32-28', '19-23') });
    await keeper.save(game.id, 1, record('32-28', '18-23'), 2);
    await keeper.settled();
    const kept = await keeper.local.all();
    expect(kept.map((it) => it.record.acts[1])).toEqual(
      expect.arrayContaining([expect.objectContaining({ move: '19-23' }), expect.objectContaining({ move: '18-23' })]),
    );
    expect(server.games.size).toBe(2);
  });

  it('with a conflict lets the user choose, and moves the other version to the bin', async () => {
    for (const [wanted, left] of [['this', ['19-23']], ['other', ['18-23']], ['both', ['18-23', '19-23']]] as const) {
      keeper = new GameStore(new LocalLibrary(`parted-${wanted}-${count}`), (server = new FakeServer()), () => 1_763_650_000_000);
      const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
      await keeper.settled();
      server.games.set(game.id, { ...server.games.get(game.id)!, version: 2, record: record('32-28', '19-23') });
      await keeper.save(game.id, 1, record('32-28', '18-23'), 2);
      await keeper.settled();
      const [one, other] = [(await keeper.local.get(game.id))!, (await keeper.local.all()).find((it) => it.id !== game.id)!];
      expect([one.parted, other.parted]).toEqual([other.id, one.id]);

      await keeper.choose(game.id, wanted);
      await keeper.settled();
      const kept = (await keeper.local.all()).filter((it) => it.deleted_ms === null);
      const moves = kept.map(({ record: { acts } }) => (acts[1] as { move: string }).move);
      expect(moves.sort()).toEqual(left);
      expect(kept.every((it) => it.parted === null)).toBe(true);
      for (const { id } of await keeper.local.all()) await keeper.restore(id);
      expect((await keeper.local.all()).filter((it) => it.deleted_ms === null)).toHaveLength(2);
    }
  });

  it('is sent again to a server that has lost it', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    await keeper.save(game.id, 1, record('32-28', '19-23'), 2);
    await keeper.settled();
    server.games.clear(); // the server was restored from an older backup
    await keeper.save(game.id, 2, record('32-28', '19-23', '28x19'), 3);
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 1, record: { acts: { length: 3 } } });
    expect(await keeper.local.get(game.id)).toMatchObject({ acknowledged: 1, dirty: false });
  });

  it('gets its new title although the answer to its first version was lost', async () => {
    server.loseNextAnswer = true;
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    await keeper.rename(game.id, 'Our game');
    await keeper.sendAll();
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 1, title: 'Our game' });
  });

  it('can be renamed, deleted and restored', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.rename(game.id, 'Our game');
    await keeper.settled();
    expect(server.games.get(game.id)?.title).toBe('Our game');
    await keeper.delete(game.id);
    await keeper.settled();
    expect(server.games.get(game.id)?.deleted).toBe(true);
    expect(await keeper.open(game.id)).toBeNull();
    await keeper.restore(game.id);
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ deleted: false, title: 'Our game' });
    expect((await keeper.open(game.id))?.record).toEqual(record('32-28'));
  });

  it('keeps a title from another device when it is continued here', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    server.games.set(game.id, { ...server.games.get(game.id)!, title: 'Named elsewhere' });
    await keeper.save(game.id, 1, record('32-28', '19-23'), 2);
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ version: 2, title: 'Named elsewhere' });
    expect(await keeper.local.get(game.id)).toMatchObject({ title: 'Named elsewhere', dirty: false });
  });

  it('keeps a title from here when it was continued on another device', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    server.games.set(game.id, { ...server.games.get(game.id)!, version: 2, record: record('32-28', '19-23') });
    await keeper.rename(game.id, 'Named here');
    await keeper.settled();
    expect(server.games.get(game.id)).toMatchObject({ title: 'Named here', record: record('32-28', '19-23') });
    expect(await keeper.local.get(game.id)).toMatchObject({ title: 'Named here', plies: 2, dirty: false });
  });

  it('deleted offline is deleted on the server later', async () => {
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.settled();
    server.unplugged = true;
    await keeper.delete(game.id);
    await keeper.settled();
    expect(server.games.get(game.id)?.deleted).toBe(false);
    server.unplugged = false;
    await keeper.sendAll();
    await keeper.settled();
    expect(server.games.get(game.id)?.deleted).toBe(true);
  });

  it('leaves the bin of this browser after thirty days, once the server has deleted it', async () => {
    let now = 1_763_650_000_000;
    keeper = new GameStore(new LocalLibrary(`bin-${count}`), server, () => now);
    const game = await keeper.add({ record: record('32-28'), title: 'A game', plies: 1 });
    await keeper.delete(game.id);
    await keeper.settled();
    now += 29 * 86_400_000;
    await keeper.sendAll();
    expect(await keeper.local.all()).toHaveLength(1);
    now += 2 * 86_400_000;
    await keeper.sendAll();
    expect(await keeper.local.all()).toHaveLength(0);
  });

  it('of another browser is opened from the server', async () => {
    const id = uuidV7(1);
    server.games.set(id, { id, version: 7, title: 'Theirs', created_ms: 1, updated_ms: 2, record: record('32-28'), tree: null, deleted: false });
    expect(await keeper.open(id)).toMatchObject({ title: 'Theirs', acknowledged: 7, dirty: false, plies: 1 });
    expect(await keeper.open(uuidV7(2))).toBeNull();
  });
});

describe('two records of one game', () => {
  it.each([
    ['same', record('32-28'), record('32-28')],
    ['local-newer', record('32-28', '19-23'), record('32-28')],
    ['server-newer', record('32-28'), record('32-28', '19-23')],
    ['diverged', record('32-28', '18-23'), record('32-28', '19-23')],
  ])('are %s', (expected, ours, theirs) => {
    expect(reconcile(ours, theirs)).toBe(expected);
  });

  it('are equal if their keys are in another order', () => {
    const ours = record('32-28');
    const turned = (act: GameAct): GameAct => Object.fromEntries(Object.entries(act).reverse()) as GameAct;
    const theirs = { ...ours, acts: ours.acts.map(turned) };
    expect(reconcile(ours, theirs)).toBe('same');
  });
});

describe('ids of games', () => {
  it('are UUIDs of version 7 that carry their time', () => {
    const id = uuidV7(0x0123456789ab, (bytes) => bytes.fill(0xff));
    expect(id).toBe('01234567-89ab-7fff-bfff-ffffffffffff');
  });

  it('sort by time and are unique', () => {
    const ids = [1000, 2000, 1_763_650_000_000].map((at) => uuidV7(at));
    expect([...ids].sort()).toEqual(ids);
    expect(uuidV7(5)).not.toBe(uuidV7(5));
  });
});

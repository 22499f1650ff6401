/** Two devices with one key: each receives the changes of the other, and an open board is notified. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GameStore } from '../../../src/store/keeper.svelte';
import { LocalLibrary } from '../../../src/store/local-library';
import { FakeServer, record } from './fake-server';

let server: FakeServer;
let [mine, other]: GameStore[] = [];
let count = 0;
let id = '';

beforeEach(async () => {
  count += 1;
  server = new FakeServer();
  mine = new GameStore(new LocalLibrary(`mine-${count}`), server);
  other = new GameStore(new LocalLibrary(`other-${count}`), server);
  id = (await mine.add({ record: record('32-28'), title: 'A game', plies: 1 })).id;
  await mine.settled();
  await other!.open(id);
});

describe('a game on two devices', () => {
  it('opens in the state and group that the other device left', async () => {
    await other!.moveTo(new Map([[id, { group: 'Cup' }]]));
    await mine!.save(id, 1, record('32-28', '19-23'), 2);
    await mine!.rename(id, 'Renamed');
    await mine!.settled();
    const opened = await other!.open(id);
    expect(opened).toMatchObject({ title: 'Renamed', group: 'Cup', plies: 2, revision: 2, dirty: false, record: { acts: { length: 2 } } });
    // It can be continued from there.
    await other!.save(id, 2, record('32-28', '19-23', '28x19'), 3);
    await other!.settled();
    expect(server.games.get(id)?.record.acts).toHaveLength(3);
    expect((await other!.local.all())).toHaveLength(1);
    expect((await mine!.open(id))?.record.acts).toHaveLength(3);
  });

  it('deleted on the other device is in the bin here too, and is restored with it', async () => {
    await mine!.delete(id);
    await mine!.settled();
    expect(await other!.open(id)).toBeNull();
    expect(await other!.local.get(id)).toMatchObject({ dirty: false, deleted_ms: expect.any(Number) });
    await mine!.restore(id);
    await mine!.settled();
    expect(await other!.follow(id)).toBe(true);
    expect((await other!.open(id))?.deleted_ms).toBeNull();
  });

  it('is not changed if the server has lost it, has an older version or does not answer', async () => {
    await mine!.save(id, 1, record('32-28', '19-23'), 2);
    await mine!.settled();
    expect((await other!.open(id))?.plies).toBe(2);
    server.games.set(id, { ...server.games.get(id)!, version: 1, record: record('32-28') });
    expect((await other!.open(id))?.plies).toBe(2);
    server.games.clear();
    expect((await other!.open(id))?.plies).toBe(2);
    server.unplugged = true;
    expect((await other!.open(id))?.plies).toBe(2);
  });

  it('opens without waiting for a slow server, and the board is notified when it has answered', async () => {
    await mine!.save(id, 1, record('32-28', '19-23'), 2);
    await mine!.settled();
    const answer = await server.get(id);
    let give = (): void => {};
    server.get = () => new Promise((resolve) => (give = () => resolve(answer)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const opening = other!.open(id);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      await vi.advanceTimersByTimeAsync(1_500);
      expect((await opening)?.plies).toBe(1);
    } finally {
      vi.useRealTimers();
    }
    const saved = new Promise<void>((resolve) => other!.onSavedElsewhere(id, resolve));
    give();
    await saved;
    expect((await other!.local.get(id))?.plies).toBe(2);
  });

  it('with a conflict notifies the open board, and both versions are marked', async () => {
    const listener = vi.fn();
    const end = other!.onSavedElsewhere(id, listener);
    await mine!.save(id, 1, record('32-28', '19-23'), 2);
    await mine!.settled();
    await other!.save(id, 1, record('32-28', '18-23'), 2);
    await other!.settled();
    expect(listener).toHaveBeenCalledTimes(1);
    const second = (await other!.local.all()).find((game) => game.id !== id)!;
    expect(await other!.local.get(id)).toMatchObject({ parted: second.id, record: { acts: [{}, { move: '19-23' }] } });
    expect(second).toMatchObject({ parted: id, record: { acts: [{}, { move: '18-23' }] } });
    end();
    await other!.save(id, 3, record('32-28', '19-23', '28x19'), 3);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a game that is only on the server', () => {
  it('is fetched when it is put into a group', async () => {
    const third = new GameStore(new LocalLibrary(`third-${count}`), server);
    expect(await third.moveTo(new Map([[id, { group: 'Cup' }], ['nowhere', { group: 'Cup' }]]))).toEqual(['nowhere']);
    expect(await third.local.get(id)).toMatchObject({ group: 'Cup', plies: 1 });
  });
});

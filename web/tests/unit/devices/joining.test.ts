/** Joining another device: no game of this one is lost, and it can be undone. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, record } from '../store/fake-server';

const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { deviceSecret, ownSecret } = await import('../../../src/store/device-secret');
const { goBack, join } = await import('../../../src/features/devices/joining');

/** A server with the games of several devices. */
class OwnedServer extends FakeServer {
  readonly #owners = new Map<string, FakeServer['games']>();
  owner(secret: string): FakeServer['games'] {
    const games = this.#owners.get(secret) ?? new Map();
    this.#owners.set(secret, games);
    return games;
  }
  constructor() {
    super();
    Object.defineProperty(this, 'games', { get: () => this.owner(deviceSecret()) });
  }
}

const OTHER = 'B'.repeat(43);
const stored = new Map<string, string>();
let count = 0;

beforeEach(() => {
  count += 1;
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

async function device() {
  const server = new OwnedServer();
  const keeper = new GameStore(new LocalLibrary(`joining-${count}`), server);
  // A game of this device that is only on the server, and one that is also stored here.
  const far = await new GameStore(new LocalLibrary(`joining-far-${count}`), server).add({ record: record('32-28'), title: 'far', plies: 1 });
  const near = await keeper.add({ record: record('33-28'), title: 'near', plies: 1 });
  await vi.waitFor(() => expect(server.games.size).toBe(2));
  await keeper.settled();
  return { server, keeper, far, near };
}

it('joining brings along the games that were only on the server, and leaving restores the own key', async () => {
  const { server, keeper, far, near } = await device();
  const own = deviceSecret();
  const onprogress = vi.fn();
  expect(await join(keeper, OTHER, onprogress)).toBe('joined');
  expect(onprogress).toHaveBeenCalledWith(0, 1);
  expect([deviceSecret(), ownSecret()]).toEqual([OTHER, own]);
  expect((await keeper.local.get(far.id))?.title).toBe('far');
  await vi.waitFor(() => expect([...server.owner(OTHER).keys()].sort()).toEqual([far.id, near.id].sort()));
  await keeper.settled();

  expect(await goBack(keeper)).toBe('joined');
  expect(deviceSecret()).toBe(own);
  await keeper.sendAll();
  await keeper.settled();
  expect((await keeper.local.all()).every(({ dirty }) => !dirty)).toBe(true);
  expect(server.owner(own).size).toBe(2);
});

it('joining changes nothing if the server does not answer or the key cannot be stored', async () => {
  const { server, keeper } = await device();
  const own = deviceSecret();
  server.unplugged = true;
  expect(await join(keeper, OTHER)).toBe('unreachable');
  server.unplugged = false;
  localStorage.setItem = () => {
    throw new Error('full');
  };
  expect(await join(keeper, OTHER)).toBe('notWritten');
  expect(deviceSecret()).toBe(own);
});

/** A live game while offline: what is stored on the device, opened after a reload, and sent later. */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Want } from '../../../src/api/types';
import type { Pending } from '../../../src/features/live/journal';
import { OfflineSeats, type OfflineSeat } from '../../../src/features/live/offline-seats';
import { RulesBinding } from '../../../src/rules/binding';
import { playReady } from '../wasm';
import { FakeServer } from './fake-server';

vi.stubGlobal('navigator', { languages: ['en'] });
const { LiveGame } = await import('../../../src/features/live/live-game.svelte');
type Live = InstanceType<typeof LiveGame>;

beforeAll(playReady);
// The fake IndexedDB uses `setImmediate`, which stays real.
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const SEAT = 's'.repeat(43);
let databases = 0;
const place = (): string => `live-${(databases += 1)}`;

/** Waits until all pending reads and writes are done. */
async function settled(ms = 0): Promise<void> {
  for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
  for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A page with the seat; a second one simulates a reload. */
async function page(server: FakeServer, name: string, offline = new OfflineSeats(name)): Promise<{ live: Live; leave: () => Promise<void> }> {
  const binding = new RulesBinding();
  const live = new LiveGame({
    seat: SEAT,
    openGame: (record) => binding.openGame(record),
    makeWire: server.wire,
    now: Date.now,
    random: () => 0,
    offline,
    words: { event: () => '', refused: (code) => `refused ${code}`, said: () => '', noted: () => '', whispered: () => '' },
  });
  await settled();
  return {
    live,
    leave: async () => {
      live.close();
      await settled();
      await offline.close();
    },
  };
}

const moves = (live: Live): string[] => live.session?.live.history.map((move) => move.text) ?? [];
const play = (live: Live, from: number, to: number): void => void live.session?.tryMove({ from, to, via: [] });
const sent = (server: FakeServer): unknown[] => server.received.filter((it) => it.frame === 'act').map((it) => it.want);

/** Cuts the network of the server; every page notices. */
function cut(server: FakeServer): void {
  server.down = true;
  for (const wire of server.wires) wire.drop();
}

describe('a live game while offline', () => {
  it('opens after a reload in its last known state, with the time of that state', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    play(before.live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    await before.leave();
    vi.setSystemTime(2_000_000);
    cut(server);
    const { live, leave } = await page(server, name);
    expect([moves(live), live.side, live.connection, live.asOf]).toEqual([['32-28', '19-23'], 'white', 'lost', 1_000_000]);
    server.down = false;
    await settled(1_000);
    expect([live.connection, live.asOf, moves(live)]).toEqual(['open', null, ['32-28', '19-23']]);
    // Only new events were requested.
    expect(server.received.filter((it) => it.frame === 'hello').at(-1)?.have).toBe(2);
    await leave();
  });

  it('still has a move made offline after a reload, and sends it once', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    cut(server);
    play(before.live, 32, 28);
    expect(before.live.commands.moveWaits).toBe(true);
    await before.leave();
    const { live, leave } = await page(server, name);
    expect([moves(live), live.commands.moveWaits, live.session?.hand]).toEqual([['32-28'], true, null]);
    server.down = false;
    await settled(1_000);
    expect([moves(live), live.commands.moveWaits, server.events.map((it) => it.act)]).toMatchObject([['32-28'], false, [{ move: '32-28' }]]);
    await leave();
    const after = await page(server, name);
    expect([moves(after.live), sent(server)]).toEqual([['32-28'], [{ act: 'move', move: '32-28', ply: 0 }]]);
    await after.leave();
  });

  it('accepts moves after a reload as before one', async () => {
    const [server, name] = [new FakeServer(), place()];
    await (await page(server, name)).leave();
    cut(server);
    const second = await page(server, name);
    play(second.live, 33, 29);
    await second.leave();
    const third = await page(server, name);
    expect(moves(third.live)).toEqual(['33-29']);
    await third.leave();
    server.down = false;
    const { live, leave } = await page(server, name);
    await settled();
    expect([moves(live), server.events.length]).toEqual([['33-29'], 1]);
    await leave();
  });

  it('shows the server’s position with the reason when the move is refused', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    cut(server);
    play(before.live, 32, 28);
    await before.leave();
    // The same player on another device.
    server.decide(null, 'elsewhere', { act: 'move', move: '33-29' }, 'white');
    server.other({ act: 'move', move: '19-23' });
    server.down = false;
    const { live, leave } = await page(server, name);
    expect([moves(live), live.session?.remark, live.commands.moveWaits]).toEqual([['33-29', '19-23'], 'refused another-position', false]);
    await leave();
    const again = await page(server, name);
    expect([moves(again.live), sent(server).length]).toEqual([['33-29', '19-23'], 1]);
    await again.leave();
  });

  it('does not resign if the position has changed since', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    play(before.live, 32, 28);
    cut(server);
    before.live.want({ act: 'resign' });
    await before.leave();
    server.other({ act: 'move', move: '19-23' });
    server.down = false;
    const { live, leave } = await page(server, name);
    expect([live.session?.over, live.session?.remark, moves(live)]).toEqual([false, 'refused another-position', ['32-28', '19-23']]);
    await leave();

    // If nothing has happened since, the command is still valid.
    const [quiet, other] = [new FakeServer(), place()];
    const first = await page(quiet, other);
    cut(quiet);
    first.live.want({ act: 'resign' });
    await first.leave();
    quiet.down = false;
    const second = await page(quiet, other);
    expect([second.live.session?.over, quiet.ending]).toMatchObject([true, { reason: 'resignation' }]);
    await second.leave();
  });

  it('does not send another window’s resignation of an earlier position, however late it is reloaded', async () => {
    const [server, name] = [new FakeServer(), place()];
    const [stays, closed] = [await page(server, name), await page(server, name)];
    cut(server);
    closed.live.want({ act: 'resign' });
    await closed.leave();
    server.down = false;
    await settled(1_000);
    // This window stores each event of the seat, and does not know of the resignation.
    play(stays.live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    await settled();
    await stays.leave();
    const { live, leave } = await page(server, name);
    expect([live.session?.over, live.session?.remark, moves(live), server.ending]).toEqual([false, 'refused another-position', ['32-28', '19-23'], null]);
    await leave();
    const again = await page(server, name);
    expect([again.live.session?.over, again.live.session?.remark, sent(server)]).toEqual([false, '', [{ act: 'move', move: '32-28', ply: 0 }]]);
    await again.leave();
  });

  it('drops another window’s commands for an earlier position, and keeps those for this one', async () => {
    const [server, name] = [new FakeServer(), place()];
    const [stays, closed] = [await page(server, name), await page(server, name)];
    cut(server);
    closed.live.want({ act: 'offer-draw' });
    await closed.leave();
    server.down = false;
    await settled(1_000);
    const kept = async (): Promise<string[]> => {
      const store = new OfflineSeats(name);
      const read = await store.read(SEAT);
      await store.close();
      return read?.commands.map(({ want }) => want.act) ?? [];
    };
    expect(await kept()).toEqual(['offer-draw']);
    play(stays.live, 32, 28);
    cut(server);
    server.down = false;
    await settled(1_000);
    expect([await kept(), stays.live.session?.remark]).toEqual([[], 'refused another-position']);
    await stays.leave();
  });

  it('does not resign later if the stored command could not be read in time', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    play(before.live, 32, 28);
    cut(server);
    before.live.want({ act: 'resign' });
    await before.leave();
    server.other({ act: 'move', move: '19-23' });
    server.down = false;
    const slow = new OfflineSeats(name);
    const read = vi.spyOn(slow, 'read').mockReturnValueOnce(new Promise(() => undefined));
    const second = await page(server, name, slow);
    await settled(2_000);
    expect([moves(second.live), second.live.session?.over, read.mock.calls.length]).toEqual([['32-28', '19-23'], false, 2]);
    await second.leave();
    const { live, leave } = await page(server, name);
    expect([live.session?.over, server.ending, sent(server).length]).toEqual([false, null, 1]);
    await leave();
  });

  it('does not play a move for an equal ply after a takeback on another device', async () => {
    for (const way of ['reloaded', 'open', 'other window'] as const) {
      const [server, name] = [new FakeServer(), place()];
      const [one, other] = [await page(server, name), await page(server, name)];
      play(one.live, 32, 28);
      server.other({ act: 'move', move: '20-24' });
      await settled();
      cut(server);
      play(one.live, 37, 32);
      await settled();
      if (way !== 'open') await one.leave();
      if (way !== 'other window') await other.leave();
      // The same player agrees on another device, and Black moves differently.
      server.other({ act: 'ask', for: { kind: 'take-back', plies: 1 } });
      server.decide(null, 'elsewhere', { act: 'agree' }, 'white');
      server.other({ act: 'move', move: '16-21' });
      server.down = false;
      const { live, leave } = way === 'reloaded' ? await page(server, name) : way === 'open' ? one : other;
      await settled(1_000);
      expect([way, moves(live), live.commands.moveWaits, live.session?.remark, sent(server).length]).toEqual([way, ['32-28', '16-21'], false, 'refused another-position', 1]);
      await leave();
    }
  });

  it('sends a move after an agreement other than a takeback', async () => {
    const [server, name] = [new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } }), place()];
    const before = await page(server, name);
    cut(server);
    play(before.live, 32, 28);
    await before.leave();
    server.other({ act: 'ask', for: { kind: 'more-time', ms: 60_000 } });
    server.decide(null, 'elsewhere', { act: 'agree' }, 'white');
    server.down = false;
    const { live, leave } = await page(server, name);
    expect([moves(live), server.events.map(({ act }) => act.act)]).toEqual([['32-28'], ['ask', 'agree', 'move']]);
    await leave();
  });

  it('accepts one of two moves made for one turn in two windows, and rejects the other', async () => {
    const [server, name] = [new FakeServer(), place()];
    const [one, two] = [await page(server, name), await page(server, name)];
    cut(server);
    play(one.live, 32, 28);
    play(two.live, 33, 29);
    await one.leave();
    await two.leave();
    const reloaded = await page(server, name);
    expect(moves(reloaded.live)).toEqual(['32-28']);
    server.down = false;
    await settled(1_000);
    expect([moves(reloaded.live), server.events.length, reloaded.live.commands.moveWaits]).toEqual([['32-28'], 1, false]);
    expect(reloaded.live.session?.remark).toMatch(/^refused /);
    await reloaded.leave();
  });

  it('sends the unsent commands of a closed window', async () => {
    const [server, name] = [new FakeServer(), place()];
    const [stays, closed] = [await page(server, name), await page(server, name)];
    cut(server);
    play(closed.live, 32, 28);
    await closed.leave();
    expect(moves(stays.live)).toEqual([]);
    server.down = false;
    await settled(1_000);
    expect([moves(stays.live), server.events.length, stays.live.commands.moveWaits]).toEqual([['32-28'], 1, false]);
    await stays.leave();
  });

  it('is deleted from the device once it is over', async () => {
    const [server, name] = [new FakeServer(), place()];
    const { live, leave } = await page(server, name);
    live.want({ act: 'resign' });
    await settled();
    expect(live.session?.over).toBe(true);
    await leave();
    const store = new OfflineSeats(name);
    expect(await store.read(SEAT)).toBeNull();
    await store.close();
  });

  it('is loaded again from the start if the server has replaced it', async () => {
    const [server, name] = [new FakeServer(), place()];
    const before = await page(server, name);
    play(before.live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    await before.leave();
    const later = new FakeServer({ conduct: undefined, white: { kind: 'person', name: 'Renamed' } });
    for (const [move, side] of [['32-28', 'white'], ['19-23', 'black'], ['28x19', 'white']] as const) later.decide(null, move, { act: 'move', move }, side);
    const { live, leave } = await page(later, name);
    expect(moves(live)).toEqual(['32-28', '19-23', '28x19']);
    await leave();
  });
});

describe('the offline store', () => {
  const setup = { variant: 'international', settings: {}, acts: [], ending: null } as unknown as OfflineSeat['setup'];
  const kept = (secret: string, told_ms: number): OfflineSeat => ({
    secret,
    game: secret,
    side: 'white',
    setup,
    events: [],
    state: { clock: null, at_ms: 0, turn: 'white', offer: null, asked: [], paused_until_ms: null, held: false, awaits_first_moves: false, first_move_by_ms: null, ending: null },
    told_ms,
    offset_ms: 0,
  });
  const command = (id: string, want: Want = { act: 'move', move: '32-28', ply: 0 }, version = 0): Pending => ({ id, want, act: null, ending: null, made_ms: 1, version, held: false, stored: null });

  it('limits the number of seats and of commands, and drops the oldest', async () => {
    const store = new OfflineSeats(place());
    for (let n = 0; n < 62; n += 1) {
      await store.keep(kept(`seat ${n}`, n));
      await store.command(`seat ${n}`, command(`command ${n}`));
    }
    expect([await store.read('seat 0'), await store.read('seat 1')]).toEqual([null, null]);
    expect((await store.read('seat 2'))?.commands.map(({ id }) => id)).toEqual(['command 2']);
    for (let n = 0; n < 20; n += 1) await store.command('seat 2', command(`more ${n}`));
    const { commands } = (await store.read('seat 2'))!;
    expect([commands.length, commands[0]?.id, commands[1]?.id]).toEqual([16, 'command 2', 'more 0']);
    await store.command('seat 2', command('command 2'));
    await store.answered(['command 2', 'of another seat']);
    expect((await store.read('seat 2'))?.commands[0]?.id).toBe('more 0');
    // At the limit, a command made with an older version is dropped for a newer one.
    for (const [id, version] of [['last', 0], ['none', 0], ['later', 1]] as const) await store.command('seat 2', command(id, undefined, version));
    const ids = (await store.read('seat 2'))!.commands.map(({ id }) => id);
    expect([ids.length, ids[0], ...ids.slice(-2)]).toEqual([16, 'more 1', 'last', 'later']);
    await store.forgetOthers((secret) => secret === 'seat 3');
    expect([await store.read('seat 2'), (await store.read('seat 3'))?.commands.length]).toEqual([null, 1]);
    await store.close();
  });

  it('stores nothing and blocks no command if the browser has no storage', async () => {
    const { open } = indexedDB;
    indexedDB.open = () => {
      throw new Error('not here');
    };
    const store = new OfflineSeats(place());
    indexedDB.open = open;
    await store.keep(kept('a', 1));
    await store.command('a', command('b'));
    expect(await store.read('a')).toBeNull();
    await store.forgetOthers(() => false);
    await store.close();
  });
});

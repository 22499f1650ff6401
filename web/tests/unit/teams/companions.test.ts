/** Several team members at one device: who they are, and one connection for each. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { matchByLink, companionsOf, forgetMatch, matchOf, storedMatches, storeMatch } from '../../../src/features/teams/stored';
import { SharedDeviceSeats } from '../../../src/features/teams/companions';
import { playReady } from '../wasm';
import { FakeServer } from '../live/fake-server';

const stored = new Map<string, string>();
const secret = (letter: string): string => letter.repeat(43);

beforeAll(playReady);
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('team members sharing a device', () => {
  it('are those who joined by the same link, each with the latest seat', () => {
    storeMatch(secret('h'), null, 'international', '', 1);
    storeMatch(secret('a'), secret('W'), 'international', 'Awa', 2);
    storeMatch(secret('p'), secret('W'), 'international', 'Piet', 3);
    storeMatch(secret('m'), secret('B'), 'international', 'Moussa', 4);
    expect(companionsOf(secret('a')).map(({ name }) => name)).toEqual(['Piet']);
    expect(companionsOf(secret('m'))).toEqual([]);
    expect([companionsOf(secret('h')), matchOf(secret('h')), companionsOf(secret('x'))]).toEqual([[], null, []]);
    // Piet already has a seat at the next game.
    storeMatch(secret('q'), secret('W'), 'international', 'Piet', 5);
    expect(companionsOf(secret('a')).map((it) => it.secret)).toEqual([secret('q')]);
  });

  it('are known until the page is closed if browser storage is full', () => {
    storeMatch(secret('a'), secret('W'), 'international', 'Awa', 1);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: () => {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    storeMatch(secret('p'), secret('W'), 'international', 'Piet', 2);
    expect(companionsOf(secret('a')).map(({ name }) => name)).toEqual(['Piet']);
    expect(matchByLink(secret('W'))?.name).toBe('Piet');
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
    forgetMatch(secret('a'));
    expect(JSON.parse(stored.get('damier.team-matches') ?? '[]')).toMatchObject([{ name: 'Piet' }]);
  });

  it('are unknown if no name was stored', () => {
    const before = [{ secret: secret('a'), link: secret('W'), variant: 'international', updated_ms: 1 }];
    stored.set('damier.team-matches', JSON.stringify([...before, { secret: secret('p'), link: secret('W'), name: 7, variant: 'x', updated_ms: 2 }]));
    expect(storedMatches().map(({ name }) => name)).toEqual(['', '']);
    expect(companionsOf(secret('a'))).toEqual([]);
  });

  it('keep one connection each, which reconnects', async () => {
    const server = new FakeServer();
    const companions = new SharedDeviceSeats({ seats: [secret('p'), secret('q')], makeWire: server.wire, version: () => 3, now: () => 0, random: () => 0 });
    await vi.advanceTimersByTimeAsync(0);
    const hellos = (): unknown[] => server.received.filter(({ frame }) => frame === 'hello').map(({ seat, have }) => [seat, have]);
    expect(hellos()).toEqual([
      [secret('p'), 3],
      [secret('q'), 3],
    ]);
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(hellos().slice(2)).toEqual([[secret('q'), 3]]);
    companions.close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.wires).toHaveLength(3);
  });

  it('retry if the server cannot read the game, and stop if the seat does not exist', async () => {
    const server = new FakeServer();
    const companions = new SharedDeviceSeats({ seats: [secret('p')], makeWire: server.wire, version: () => 0, now: () => 0, random: () => 0 });
    await vi.advanceTimersByTimeAsync(0);
    const trouble = (code: string): void => server.wireNow.deliver({ frame: 'trouble', code, detail: '', retry_after_ms: null });
    trouble('game-unreadable');
    companions.wake();
    await vi.advanceTimersByTimeAsync(44_000);
    expect(server.wires).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.wires).toHaveLength(2);
    trouble('unknown-seat');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(server.wires).toHaveLength(2);
    companions.close();
  });
});

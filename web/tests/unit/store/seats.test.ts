/** The seats stored in the browser. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
/** Whether browser storage is full. */
let full = false;
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    stored.set(key, value);
  },
  removeItem: (key: string) => void stored.delete(key),
});
const { acceptanceSecret, addressSecret, forgetAcceptance, forgetSeat, newSecret, openSeats, saveSeat, seatAt, seatAtAddress, seatOf, seats } = await import('../../../src/store/seats');
const { isSecret } = await import('../../../src/store/device-secret');

beforeEach(() => stored.clear());

describe('stored seats', () => {
  it('keep the names of the players if the server has none', () => {
    const [first, second] = [newSecret(), newSecret()];
    saveSeat(first, { game: 'a', side: 'black', names: { white: 'Fox', black: 'Owl' } }, 1);
    saveSeat(second, { game: 'b' }, 2);
    expect([seatOf(first)?.names, seatOf(second)?.names]).toEqual([{ white: 'Fox', black: 'Owl' }, null]);
    stored.set('damier.seats', JSON.stringify([{ secret: first, names: { white: 'Fox', black: 7 } }]));
    expect(seatOf(first)?.names).toBeNull();
  });

  it('are found by their secrets, those with the user to move first', () => {
    const [first, second, third] = [newSecret(), newSecret(), newSecret()];
    saveSeat(first, { game: 'a', side: 'white' }, 1);
    saveSeat(second, { game: 'b', side: 'black', turn: true }, 2);
    saveSeat(third, { game: 'c', over: true }, 3);
    expect(openSeats().map((it) => it.game)).toEqual(['b', 'a']);
    expect(seats().map((it) => it.game)).toEqual(['b', 'a', 'c']);
    saveSeat(first, { turn: true }, 4);
    expect([openSeats().map((it) => it.game), seatOf(first)?.side]).toEqual([['a', 'b'], 'white']);
    expect(seatOf(first)?.muted).toBe(false);
    saveSeat(first, { muted: true }, 5);
    expect([seatOf(first)?.muted, seatOf(second)?.muted]).toEqual([true, false]);
    forgetSeat(first);
    expect([seatOf(first), seatAt('b')?.secret]).toEqual([null, second]);
  });

  it('are ordered by the time when their clocks run out', () => {
    const day = 86_400_000;
    saveSeat(newSecret(), { game: 'no clock', turn: true }, 9);
    saveSeat(newSecret(), { game: 'late', turn: true, until_ms: 3 * day }, 8);
    saveSeat(newSecret(), { game: 'soon', turn: true, until_ms: day }, 1);
    saveSeat(newSecret(), { game: 'theirs', until_ms: 1 }, 7);
    expect(openSeats().map((it) => it.game)).toEqual(['soon', 'late', 'no clock', 'theirs']);
  });

  it('of a pending request have the same secret until its result is known', () => {
    const [one, other] = [newSecret(), newSecret()];
    const secret = acceptanceSecret(one);
    expect([isSecret(secret), acceptanceSecret(other) === secret, acceptanceSecret(one)]).toEqual([true, false, secret]);
    forgetAcceptance(one);
    expect(acceptanceSecret(one)).not.toBe(secret);
    stored.set('damier.seats.taking', '{"x":7,"y":"short"}');
    expect(isSecret(acceptanceSecret(one))).toBe(true);
    for (let n = 0; n < 50; n += 1) acceptanceSecret(newSecret());
    expect(Object.keys(JSON.parse(stored.get('damier.seats.taking') ?? '{}') as object)).toHaveLength(8);
  });

  it('are left out if invalid', () => {
    const good = newSecret();
    saveSeat(good, { game: 'a' });
    const kept = JSON.parse(stored.get('damier.seats') ?? '[]') as unknown[];
    stored.set('damier.seats', JSON.stringify([null, 7, { secret: 'short' }, { secret: newSecret(), side: 'green', turn: 'yes', next: 'x' }, ...kept]));
    expect(seats().map(({ game, side, turn, next }) => [game, side, turn, next])).toEqual([['a', null, false, null], [null, null, false, null]]);
    stored.set('damier.seats', 'no JSON');
    expect(Array.isArray(seats())).toBe(true);
  });

  it('are opened by the address in the bar, which does not contain the seat', () => {
    const [own, friend, watched] = [newSecret(), newSecret(), newSecret()];
    saveSeat(own, { game: 'a', side: 'white' }, 1);
    saveSeat(friend, { game: 'a', watching: true }, 2);
    const address = addressSecret(own)!;
    expect([address === own, isSecret(address), addressSecret(own) === address]).toEqual([false, true, true]);
    expect([seatAtAddress(address), seatAtAddress(own), seatAtAddress(friend), seatAtAddress(watched)]).toEqual([own, own, friend, watched]);
    // The same link was opened here as a spectator before.
    saveSeat(address, { game: 'a', watching: true }, 3);
    expect(seatAtAddress(address)).toBe(own);
    // A spectators' link that exists already is the address.
    const second = newSecret();
    saveSeat(second, { game: 'b', watchers: watched }, 4);
    expect([addressSecret(second), seatAtAddress(watched)]).toEqual([watched, second]);
    forgetSeat(own);
    expect(seatAtAddress(address)).toBe(address);
  });

  it('keep their secret in the address if storage is refused, since a reload would lose them', () => {
    full = true;
    const secret = newSecret();
    saveSeat(secret, { game: 'a', side: 'white' }, 1);
    expect(addressSecret(secret)).toBeNull();
    full = false;
    saveSeat(secret, {}, 2);
    expect(addressSecret(secret)).not.toBeNull();
  });

  it('are limited in number, those of finished games are dropped first', () => {
    const running = newSecret();
    saveSeat(running, { game: 'running' }, 0);
    for (let i = 1; i <= 80; i += 1) saveSeat(newSecret(), { over: true }, i);
    expect(seats()).toHaveLength(60);
    expect(seatOf(running)?.game).toBe('running');
  });

  it('last until the page is closed if browser storage is full', () => {
    const [old, rematch] = [newSecret(), newSecret()];
    saveSeat(old, { game: 'old' }, 1);
    full = true;
    saveSeat(rematch, { game: 'rematch' }, 2);
    expect([seatAt('rematch')?.secret, seatOf(old)?.game]).toEqual([rematch, 'old']);
    forgetSeat(old);
    expect(openSeats().map(({ game }) => game)).toEqual(['rematch']);
    full = false;
    saveSeat(rematch, { turn: true }, 3);
    expect(JSON.parse(stored.get('damier.seats') ?? '[]')).toMatchObject([{ game: 'rematch', turn: true }]);
    stored.clear(); // stored again, another window may change them
    expect(seats()).toEqual([]);
  });

  it('have secrets of 256 random bits', () => {
    const many = new Set(Array.from({ length: 200 }, newSecret));
    expect([many.size, [...many].every(isSecret)]).toEqual([200, true]);
  });
});

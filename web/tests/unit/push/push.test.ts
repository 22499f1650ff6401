/** What a device is subscribed for: the signed-in account, and the seats of the browser without an account. */
import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { newSecret, saveSeat } = await import('../../../src/store/seats');
const { noteSigned } = await import('../../../src/features/accounts/signed-in');
const { savePupil } = await import('../../../src/features/classes/stored');
const { prefer, preferences } = await import('../../../src/settings/preferences.svelte');
const { seatsToSubscribe, subscribeSeats } = await import('../../../src/features/push/seat-push');
const { canReceivePush, subscribe, unsubscribe } = await import('../../../src/features/push/push');

const DAY_MS = 24 * 60 * 60_000;
const KEY = 'AQID';
let requests: string[] = [];
/** Failing status codes by method and path. */
let troubles: Record<string, number> = {};
let key: string | null = KEY;
/** The problem code of a failing answer. */
let code = 'no';
/** The browser's permission for notifications; it is never requested here. */
let permission = 'granted';
/** Runs while the server handles a request. */
let meanwhile: (request: string) => unknown = () => undefined;

vi.stubGlobal('fetch', async (address: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) => {
  const sent = body === undefined ? '' : ` ${(JSON.parse(body) as { endpoint: string }).endpoint}`;
  requests.push(`${method} ${address}${sent} ${headers['authorization'] ?? ''}`.trim());
  await meanwhile(requests.at(-1)!);
  const status = troubles[`${method} ${address}`] ?? (address.endsWith('push/key') ? 200 : 204);
  if (status === 204) return new Response(null, { status });
  return new Response(JSON.stringify({ key, code, title: '', status, detail: '' }), { status, headers: { 'content-type': 'application/json' } });
});

/** The browser's push service. */
class FakeService {
  there: { endpoint: string; gone: boolean } | null = null;
  made = 0;
  pushManager = {
    getSubscription: async () => this.#shown(),
    subscribe: async () => {
      if (this.there === null) this.there = { endpoint: `https://push.example/${(this.made += 1)}`, gone: false };
      return this.#shown()!;
    },
  };

  #shown() {
    const it = this.there;
    if (it === null) return null;
    return {
      endpoint: it.endpoint,
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      getKey: (name: string) => new Uint8Array(name === 'auth' ? [7] : [8, 9]).buffer,
      unsubscribe: async () => {
        this.there = null;
        return true;
      },
    };
  }
}

let service = new FakeService();

beforeEach(() => {
  stored.clear();
  requests = [];
  troubles = {};
  key = KEY;
  code = 'no';
  permission = 'granted';
  meanwhile = () => undefined;
  service = new FakeService();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { get permission() { return permission; }, requestPermission: () => expect.unreachable('permission is requested') });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(service), getRegistration: async () => service } });
  savePupil(null);
  noteSigned(null);
  prefer({ notify: true });
});

function seat(game: string | null, change: Parameters<typeof saveSeat>[1] = {}): string {
  const secret = newSecret();
  saveSeat(secret, { game, side: 'white', ...change });
  return secret;
}

const NOT_SUBSCRIBED = { account: false, games: [] };
const puts = (): string[] => requests.filter((it) => it.startsWith('PUT'));

test('without an account the running games of the browser are subscribed, once each', async () => {
  const [first, second] = [seat('a'), seat('b', { turn: true })];
  for (const change of [{ over: true }, { watching: true, side: null }] as const) seat('c', change);
  seat(null);
  expect(await subscribe('fr')).toEqual({ account: false, games: ['a', 'b'] });
  expect(requests).toEqual(['GET api/v1/push/key', `PUT api/v1/push/seat https://push.example/1 Bearer ${first}`, `PUT api/v1/push/seat https://push.example/1 Bearer ${second}`]);
  requests = [];
  const third = seat('d');
  expect((await subscribe('fr')).games).toContain('d');
  expect(puts()).toEqual([`PUT api/v1/push/seat https://push.example/1 Bearer ${third}`]);
  // A change of language is sent for all; and no secret is stored beside the seats.
  requests = [];
  expect((await subscribe('en')).games).toHaveLength(3);
  expect(puts()).toHaveLength(3);
  for (const secret of [first, second, third]) expect(stored.get('damier.push.seats')).not.toContain(secret);
});

test('a failed subscription is sent again with the next screen, an accepted one after a day', async () => {
  const device = { endpoint: 'https://push.example/1', public: 'x', auth: 'y', language: 'fr' } as const;
  seat('a');
  troubles['PUT api/v1/push/seat'] = 503;
  expect(await subscribeSeats(device, 1_000)).toEqual([]);
  seat('b');
  requests = [];
  expect(await subscribeSeats(device, 1_000)).toEqual([]);
  expect(puts()).toHaveLength(1); // the others are not sent then
  troubles = {};
  expect(await subscribeSeats(device, 2_000)).toHaveLength(2);
  requests = [];
  expect(await subscribeSeats(device, 2_000 + DAY_MS - 1)).toHaveLength(2);
  expect(puts()).toEqual([]);
  expect(await subscribeSeats(device, 2_000 + DAY_MS)).toHaveLength(2);
  expect(puts()).toHaveLength(2);
});

test('a refused seat does not prevent the others from being subscribed', async () => {
  const [first] = [seat('a'), seat('b', { turn: true })];
  [troubles['PUT api/v1/push/seat'], code] = [404, 'seat-not-found'];
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(puts()).toHaveLength(2);
  expect(puts()[0]).toContain(first);
  expect(service.there).toBeNull(); // a subscription without a purpose is ended
  // Refused seats are not sent again with every screen, although each screen makes a new subscription.
  requests = [];
  const third = seat('c');
  troubles = {};
  expect(await subscribe('fr')).toEqual({ account: false, games: ['c'] });
  expect(puts()).toEqual([`PUT api/v1/push/seat https://push.example/2 Bearer ${third}`]);
});

test.each(['seat-not-found', 'not-entitled', 'called-by-account'])('a seat refused with %s is requested again after a day', async (refusal) => {
  const device = { endpoint: 'https://push.example/1', public: 'x', auth: 'y', language: 'fr' } as const;
  seat('a');
  [troubles['PUT api/v1/push/seat'], code] = [409, refusal];
  for (const [now, asked] of [[1_000, 1], [1_000 + DAY_MS - 1, 0], [1_000 + DAY_MS, 1]] as const) {
    requests = [];
    expect(await subscribeSeats(device, now)).toEqual([]);
    expect(puts(), `${now}`).toHaveLength(asked);
  }
});

test('the seat of an account is subscribed only while that account is signed in', async () => {
  seat('a');
  [troubles['PUT api/v1/push/seat'], code] = [409, 'called-by-account'];
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  noteSigned('Awa');
  expect(await subscribe('fr')).toEqual({ account: true, games: ['a'] });
  noteSigned(null);
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
});

test('the thirty games subscribed first are those where the opponent is to move', async () => {
  const [days, minutes] = [{ slow: true }, { slow: false }];
  for (let n = 0; n < 28; n += 1) seat(`t${n}`, { ...days, turn: true });
  for (const game of ['m1', 'm2']) seat(game, minutes);
  seat('mine', { ...minutes, turn: true });
  for (const game of ['d1', 'd2']) seat(game, days);
  const { games } = await subscribe('fr');
  expect(games).toHaveLength(30);
  expect(games.slice(0, 2).sort()).toEqual(['d1', 'd2']);
  for (const game of ['m1', 'm2', 'mine']) expect(games).not.toContain(game);
  expect(seatsToSubscribe()).toHaveLength(30);
});

test('a signed-in device is subscribed for the account and the seats, and the subscription is not sent with every screen', async () => {
  seat('a');
  noteSigned('Awa');
  expect(await subscribe('fr')).toEqual({ account: true, games: ['a'] });
  expect(puts().map((it) => it.split(' ')[1])).toEqual(['api/v1/push/account', 'api/v1/push/seat']);
  requests = [];
  expect(await subscribe('fr')).toEqual({ account: true, games: ['a'] });
  expect(puts()).toEqual([]);
});

test('switching off ends the subscription in the browser and on the server', async () => {
  const secret = seat('a');
  await subscribe('fr');
  requests = [];
  await unsubscribe();
  expect(service.there).toBeNull();
  expect(requests).toEqual([`DELETE api/v1/push/seat https://push.example/1 Bearer ${secret}`]);
  requests = [];
  await unsubscribe();
  expect(requests).toEqual([]);
  expect(await subscribe('fr')).toEqual({ account: false, games: ['a'] });
  expect(puts()).toEqual([`PUT api/v1/push/seat https://push.example/2 Bearer ${secret}`]);
});

test('the last choice holds, however the requests overlap', async () => {
  seat('a');
  const [first, , , again] = [subscribe('fr'), unsubscribe(), unsubscribe(), subscribe('fr')];
  expect((await first).games).toEqual(['a']);
  expect((await again).games).toEqual(['a']);
  expect(service.there?.endpoint).toBe('https://push.example/2');
  await Promise.all([subscribe('fr'), unsubscribe()]);
  expect(service.there).toBeNull();
  expect(requests.at(-1)).toContain('DELETE api/v1/push/seat https://push.example/2');
});

test('switching off during a subscription undoes it', async () => {
  const secret = seat('a');
  meanwhile = (request) => void (request.startsWith('PUT') && prefer({ notify: false }));
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(service.there).toBeNull();
  expect(requests.at(-1)).toBe(`DELETE api/v1/push/seat https://push.example/1 Bearer ${secret}`);
  expect(preferences.notify).toBe(false);
  requests = [];
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(requests).toEqual([]);
});

test('a failed second subscription does not end the first', async () => {
  noteSigned('Awa');
  meanwhile = (request) => {
    if (request.startsWith('PUT')) troubles['PUT api/v1/push/account'] = puts().length > 1 ? 503 : 204;
  };
  const [first, second] = [subscribe('fr'), subscribe('en')];
  expect(await first).toEqual({ account: true, games: [] });
  expect(await second).toEqual(NOT_SUBSCRIBED);
  expect(service.there?.endpoint).toBe('https://push.example/1');
});

test('without permission nothing is subscribed or requested, and unsubscribing still works', async () => {
  seat('a');
  for (permission of ['default', 'denied']) {
    expect(canReceivePush()).toBe(false);
    expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  }
  expect([requests, service.there]).toEqual([[], null]);
  permission = 'granted';
  await subscribe('fr');
  permission = 'default';
  await unsubscribe();
  expect(service.there).toBeNull();
});

test('permission is not requested without anything to notify about, a server key or a push service', async () => {
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(requests).toEqual([]);
  seat('a');
  key = null;
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(service.made).toBe(0);
  savePupil(newSecret());
  expect(seatsToSubscribe()).toEqual([]); // a pupil's screen already shows the events of the class
  savePupil(null);
  expect(seatsToSubscribe()).toHaveLength(1);
  vi.stubGlobal('isSecureContext', false);
  requests = [];
  expect(canReceivePush()).toBe(false);
  expect(await subscribe('fr')).toEqual(NOT_SUBSCRIBED);
  expect(requests).toEqual([]);
});

/** Who is called at a device: whoever is signed in, and the seats of the browser, without an account. */
import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { newSecret, noteSeat } = await import('../../../src/live/seats');
const { noteSigned } = await import('../../../src/accounts/signed');
const { keepPupil } = await import('../../../src/class/kept');
const { callAtSeats, seatsToCall } = await import('../../../src/offline/seat-push');
const { canBeCalled, subscribe, unsubscribe } = await import('../../../src/offline/push');

const DAY_MS = 24 * 60 * 60_000;
const KEY = 'AQID';
let requests: string[] = [];
/** What the server answers where it is not well, by the method and the path. */
let troubles: Record<string, number> = {};
let key: string | null = KEY;

vi.stubGlobal('fetch', async (address: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) => {
  const sent = body === undefined ? '' : ` ${(JSON.parse(body) as { endpoint: string }).endpoint}`;
  requests.push(`${method} ${address}${sent} ${headers['authorization'] ?? ''}`.trim());
  const status = troubles[`${method} ${address}`] ?? (address.endsWith('push-key') ? 200 : 204);
  if (status === 204) return new Response(null, { status });
  return new Response(JSON.stringify({ key, code: 'no' }), { status, headers: { 'content-type': 'application/json' } });
});

/** The service of the browser's maker. */
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
  service = new FakeService();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(service), getRegistration: async () => service } });
  keepPupil(null);
  noteSigned(null);
});

function seat(game: string | null, change: Parameters<typeof noteSeat>[1] = {}): string {
  const secret = newSecret();
  noteSeat(secret, { game, side: 'white', ...change });
  return secret;
}

const puts = (): string[] => requests.filter((it) => it.startsWith('PUT'));

test('a guest is called at the games of the browser that go on, and the server is told once', async () => {
  const [first, second] = [seat('a', { turn: true }), seat('b')];
  for (const change of [{ over: true }, { watching: true, side: null }] as const) seat('c', change);
  seat(null);
  expect(await subscribe('fr', 'api')).toBe(true);
  expect(requests).toEqual(['GET api/push-key', `PUT api/live/push https://push.example/1 Bearer ${first}`, `PUT api/live/push https://push.example/1 Bearer ${second}`]);
  requests = [];
  const third = seat('d');
  expect(await subscribe('fr', 'api')).toBe(true);
  expect(puts()).toEqual([`PUT api/live/push https://push.example/1 Bearer ${third}`]);
  // Another language is told to all; and no secret is kept beside the seats.
  requests = [];
  expect(await subscribe('en', 'api')).toBe(true);
  expect(puts()).toHaveLength(3);
  for (const secret of [first, second, third]) expect(stored.get('damier.push.seats')).not.toContain(secret);
});

test('what the server does not take is sent again with the next screen, and what it took after a day', async () => {
  const device = { endpoint: 'https://push.example/1', public: 'x', auth: 'y', language: 'fr' } as const;
  seat('a');
  troubles['PUT api/live/push'] = 503;
  expect(await callAtSeats(device, 'api', 1_000)).toBe(0);
  seat('b');
  requests = [];
  expect(await callAtSeats(device, 'api', 1_000)).toBe(0);
  expect(puts()).toHaveLength(1); // it is not asked for the others then
  troubles = {};
  expect(await callAtSeats(device, 'api', 2_000)).toBe(2);
  requests = [];
  expect(await callAtSeats(device, 'api', 2_000 + DAY_MS - 1)).toBe(2);
  expect(puts()).toEqual([]);
  expect(await callAtSeats(device, 'api', 2_000 + DAY_MS)).toBe(2);
  expect(puts()).toHaveLength(2);
});

test('a refused seat keeps no other from being called', async () => {
  const [first] = [seat('a', { turn: true }), seat('b')];
  troubles['PUT api/live/push'] = 404;
  expect(await subscribe('fr', 'api')).toBe(false);
  expect(puts()).toHaveLength(2);
  expect(puts()[0]).toContain(first);
  expect(service.there).toBeNull(); // a subscription that is good for nothing
});

test('whoever is signed in is called for the account and for the seats, and not told with every screen', async () => {
  seat('a');
  noteSigned('Awa');
  expect(await subscribe('fr', 'api')).toBe(true);
  expect(puts().map((it) => it.split(' ')[1])).toEqual(['api/account/push', 'api/live/push']);
  requests = [];
  expect(await subscribe('fr', 'api')).toBe(true);
  expect(puts()).toEqual([]);
});

test('switched off, the browser and the server forget it', async () => {
  const secret = seat('a');
  await subscribe('fr', 'api');
  requests = [];
  await unsubscribe('api');
  expect(service.there).toBeNull();
  expect(requests).toEqual([`DELETE api/live/push https://push.example/1 Bearer ${secret}`]);
  requests = [];
  await unsubscribe('api');
  expect(requests).toEqual([]);
  expect(await subscribe('fr', 'api')).toBe(true);
  expect(puts()).toEqual([`PUT api/live/push https://push.example/2 Bearer ${secret}`]);
});

test('nobody is asked for anything where there is nothing to be called for, no key, or no service', async () => {
  expect(await subscribe('fr', 'api')).toBe(false);
  expect(requests).toEqual([]);
  seat('a');
  key = null;
  expect(await subscribe('fr', 'api')).toBe(false);
  expect(service.made).toBe(0);
  keepPupil(newSecret());
  expect(seatsToCall()).toEqual([]); // the class calls a pupil
  keepPupil(null);
  expect(seatsToCall()).toHaveLength(1);
  vi.stubGlobal('isSecureContext', false);
  requests = [];
  expect(canBeCalled()).toBe(false);
  expect(await subscribe('fr', 'api')).toBe(false);
  expect(requests).toEqual([]);
});

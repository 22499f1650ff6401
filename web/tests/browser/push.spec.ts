/**
 * Web Push without an account: the switch beside a correspondence game, against a server of its own that
 * has a key; and how the service worker handles a push message. Messages are injected over the
 * browser's protocol, as there is no push service here. Permission and user activation are
 * simulated: browsers let a worker open or focus a window only after a user's press.
 */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page, Worker } from '@playwright/test';
import { expectAccessible } from './accessible';
import { LAUNCH_ARGS } from './launch';
import { atTheBoard, opensOffline, newPlayer } from './live-page';
import { freePort, hasProgram, start } from './own-server';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'], 'live play needs a server');
test.use({ serviceWorkers: 'allow' });

/** Headless Chromium neither asks for permission nor shows notifications. */
const windowed = process.env['DAMIER_CHROMIUM_WINDOW'];
test.skip(!windowed && (process.env['DAMIER_CHROMIUM'] ?? '').includes('headless-shell'), 'notices need a Chromium that can open windows');
if (windowed) test.use({ launchOptions: { executablePath: windowed, args: [...LAUNCH_ARGS] } });

const DAY_MS = 86_400_000;
const BY_DAYS = { initial_ms: DAY_MS, increment_ms: 3 * DAY_MS, bonus: 'delay' };
/** A game at which these tests have no seat. */
const ELSEWHERE = '00000000-0000-4000-8000-000000000001';

/** A push service as the page sees it: a subscription with valid keys at an unused address. */
async function withPushService(page: Page): Promise<void> {
  const device = createECDH('prime256v1');
  const keys = { p256dh: device.generateKeys().toString('base64'), auth: randomBytes(16).toString('base64') };
  await page.addInitScript((keys) => {
    const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (it) => it.charCodeAt(0)).buffer;
    let there: unknown = null;
    const subscription = (key: string): unknown => ({
      endpoint: 'https://push.example/device',
      options: { applicationServerKey: bytes(key.replaceAll('-', '+').replaceAll('_', '/')) },
      getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
      unsubscribe: async () => {
        there = null;
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => there,
      subscribe: async (options: { applicationServerKey: string }) => (there ??= subscription(options.applicationServerKey)),
    });
  }, keys);
}

test('a guest switches notifications for a game on and off', async ({ browser }) => {
  test.skip(!hasProgram(), 'it starts a server of its own');
  test.slow(); // the whole page is fetched for offline use
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'damier-'))];
  const key = join(folder, 'push-key.pem');
  writeFileSync(key, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = await start(port, folder, '127.0.0.1', ['--push-key', key, '--push-contact', 'mailto:club@example.org', '--push-services', 'push.example']);
  try {
    const baseURL = `http://127.0.0.1:${port}/`;
    const awa = await newPlayer(browser, baseURL);
    const piet = await newPlayer(browser, baseURL, { locale: 'fr-FR', permissions: ['notifications'] });
    await withPushService(piet);
    await atTheBoard(awa, piet, { clock: BY_DAYS });
    expect(await opensOffline(piet)).toBe(true);
    const pushResponse = (method: string): Promise<{ status: number; body: unknown }> =>
      piet
        .waitForResponse((response) => response.url().endsWith('/api/v1/push/seat') && response.request().method() === method)
        .then((response) => ({ status: response.status(), body: response.request().postDataJSON() as unknown }));
    const choice = piet.getByRole('checkbox', { name: 'M’avertir sur cet appareil quand je ne suis pas sur la page' });
    const away = piet.getByText('Vous serez averti sur cet appareil, même si la page est fermée.');
    await expect(choice).not.toBeChecked();
    await expect(away).toHaveCount(0);

    const kept = pushResponse('PUT');
    await choice.check();
    expect(await kept).toMatchObject({ status: 204, body: { endpoint: 'https://push.example/device', language: 'fr' } });
    await expect(away).toBeVisible();
    await expectAccessible(piet);
    // The page shows it again after opening; the server knows it and gets no second request.
    const puts: string[] = [];
    piet.on('request', (request) => void (request.url().endsWith('/push/seat') && puts.push(request.method())));
    await piet.reload();
    await expect(choice).toBeChecked();
    await expect(away).toBeVisible();
    expect(puts).toEqual([]);

    const dropped = pushResponse('DELETE');
    await choice.uncheck();
    expect(await dropped).toEqual({ status: 204, body: { endpoint: 'https://push.example/device' } });
    await expect(away).toHaveCount(0);
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: unknown;
}

/** What is recorded in the worker. */
interface Noted {
  /** The number of handled messages and presses. */
  done: number;
  /** The windows that were to be opened. */
  opened: string[];
}

type Scope = ServiceWorkerGlobalScope & { noted: Noted };

/** The service worker of a page, with its handled events recorded. */
async function workerOf(page: Page): Promise<Worker> {
  const running = (): Worker | undefined => page.context().serviceWorkers().find((it) => it.url().endsWith('/service-worker.js'));
  await expect.poll(() => running() !== undefined).toBe(true);
  const worker = running()!;
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.noted = { done: 0, opened: [] };
    const waitUntil = ExtendableEvent.prototype.waitUntil;
    ExtendableEvent.prototype.waitUntil = function (this: ExtendableEvent, promise: Promise<unknown>) {
      void promise.finally(() => (scope.noted.done += 1));
      if (this.isTrusted) waitUntil.call(this, promise); // a browser accepts no other event
    };
    // Both require a user's press.
    Clients.prototype.openWindow = async (address) => {
      scope.noted.opened.push(String(address));
      return null;
    };
    WindowClient.prototype.focus = async function (this: WindowClient) {
      return this;
    };
  });
  return worker;
}

const noted = (worker: Worker): Promise<Noted> => worker.evaluate(() => (self as unknown as Scope).noted);

const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const all = await (self as unknown as Scope).registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });

/** Presses the only visible notification. */
async function press(worker: Worker): Promise<void> {
  const before = (await noted(worker)).done;
  await worker.evaluate(async () => {
    const scope = self as unknown as Scope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }));
  });
  await expect.poll(async () => (await noted(worker)).done).toBe(before + 1);
}

/** The number by which the browser knows the registration of the page's service worker. */
async function registrationOf(cdp: CDPSession, baseURL: string): Promise<string> {
  let id = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find((it) => it.scopeURL.startsWith(new URL(baseURL).origin) && !it.isDeleted);
    if (own) id = own.registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => id).not.toBe('');
  return id;
}

/** Delivers push messages to the service worker of a page, as a push service would. */
async function callsOf(page: Page, baseURL: string): Promise<{ worker: Worker; deliver(call: object | string): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(cdp, baseURL);
  const worker = await workerOf(page);
  const deliver = async (call: object | string): Promise<void> => {
    const before = (await noted(worker)).done;
    const data = typeof call === 'string' ? call : JSON.stringify({ language: 'fr', name: 'Awa', ...call });
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(baseURL).origin, registrationId, data });
    await expect.poll(async () => (await noted(worker)).done).toBe(before + 1);
  };
  return { worker, deliver };
}

/** The visibility of the page's windows, as its service worker sees it. */
const windows = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => (await (self as unknown as Scope).clients.matchAll({ type: 'window', includeUncontrolled: true })).map((it) => it.visibilityState));

test('the service worker shows a push message, not while the page is visible, and opens the game', async ({ browser, baseURL }) => {
  test.slow();
  const awa = await newPlayer(browser, baseURL);
  const piet = await newPlayer(browser, baseURL, { locale: 'fr-FR', permissions: ['notifications'] });
  await piet.goto('./');
  test.skip(!(await piet.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
  await atTheBoard(awa, piet, { clock: BY_DAYS });
  await opensOffline(piet);
  const seat = await piet.evaluate(() => (JSON.parse(localStorage.getItem('damier.seats')!) as { game: string; address: string }[])[0]!);
  const atTheGame = new RegExp(`#/live/${seat.address}$`);

  const { worker, deliver: hand } = await callsOf(piet, baseURL!);
  const deliver = (call: object | string): Promise<void> => hand(typeof call === 'string' ? call : { game: seat.game, ...call });

  // A window is visible, and its bell shows the turn. Another notification would appear later
  // beside the offer, which the bell does not show.
  await piet.goto('about:blank');
  await piet.goto('./');
  await expect.poll(() => windows(worker)).toEqual(['visible']);
  await deliver({ kind: 'turn', game: 'another' });
  const own = { body: '', tag: seat.game, data: `#/own/${seat.game}` };
  await deliver({ kind: 'offer', what: 'draw' });
  await expect.poll(() => shown(worker)).toEqual([{ ...own, title: 'Awa propose la remise' }]);
  await deliver({ kind: 'over' });
  await expect.poll(() => shown(worker)).toEqual([{ ...own, title: 'Votre partie contre Awa est terminée' }]);

  // No window is open.
  await piet.goto('about:blank');
  await expect.poll(() => windows(worker)).toEqual([]);
  await deliver({ kind: 'turn' });
  await expect.poll(() => shown(worker)).toEqual([{ ...own, title: 'À vous de jouer contre Awa' }]);
  // A newer notification replaces the older one; an unknown message changes nothing.
  await deliver({ kind: 'offer', what: 'draw' });
  await expect.poll(() => shown(worker)).toEqual([{ ...own, title: 'Awa propose la remise' }]);
  for (const nothing of ['', 'x', '{"kind":"nobody"}']) await deliver(nothing);
  await deliver({ kind: 'over', language: 'en' });
  await expect.poll(() => shown(worker)).toEqual([{ ...own, title: 'Your game against Awa is over' }]);

  // Pressed with no window open: one is opened, and this browser finds its seat. The message
  // contained no seat.
  await press(worker);
  const wanted = new URL(`./#/own/${seat.game}`, baseURL).href;
  expect((await noted(worker)).opened).toEqual([wanted]);
  await expect.poll(() => shown(worker)).toEqual([]);
  await piet.goto(wanted);
  await expect(piet).toHaveURL(atTheGame);
  await expect(piet.getByRole('grid')).toBeVisible();

  // Pressed with a window open elsewhere: that window goes to the game.
  await piet.goto('about:blank');
  await expect.poll(() => windows(worker)).toEqual([]);
  await deliver({ kind: 'turn' });
  await piet.goto('./');
  await expect(piet.getByRole('button', { name: /Notifications/ })).toBeVisible();
  await expect.poll(async () => (await shown(worker)).length).toBe(1); // it is visible and can be pressed
  await press(worker);
  await expect(piet).toHaveURL(atTheGame);
  await expect(piet.getByRole('grid')).toBeVisible();
  expect((await noted(worker)).opened).toHaveLength(1);
});

test('pressing a notification opens the game in a window without the bell', async ({ browser, baseURL }) => {
  const zoe = await newPlayer(browser, baseURL, { locale: 'fr-FR', permissions: ['notifications'] });
  await zoe.goto('./');
  test.skip(!(await zoe.evaluate(() => isSecureContext)), 'plain HTTP allows no service worker');
  await opensOffline(zoe);
  const { worker, deliver } = await callsOf(zoe, baseURL!);
  // She has neither an account nor games in this browser.
  await expect(zoe.getByRole('button', { name: /Notifications/ })).toHaveCount(0);
  await deliver({ kind: 'over', game: ELSEWHERE });
  await expect.poll(async () => (await shown(worker)).length).toBe(1);
  await press(worker);
  await expect(zoe).toHaveURL(new RegExp(`#/own/${ELSEWHERE}$`));
});

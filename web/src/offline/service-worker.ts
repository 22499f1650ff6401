/**
 * Keeps the page openable without a network: stores every file of one build and answers with them. What goes to the
 * server's library (`/api/`) always goes to the network; waiting for it is the keeper's business. A new build is fetched
 * aside and takes over when no window shows the old one.
 */
import { readCall } from './push-words';

const scope = self as unknown as ServiceWorkerGlobalScope;

// Both are written in by the build (vite.config.ts).
const FILES = JSON.parse('__PRECACHE_FILES__') as string[];
const CACHE = 'damier-__PRECACHE_VERSION__';
/** Recorded sentences are not fetched before they are heard; then they stay. */
const CLIP = /\.(opus|m4a|mp3)$/;

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))),
  );
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const ours = address.origin === scope.location.origin && !address.pathname.includes('/api/');
  if (request.method !== 'GET' || !ours) return;
  event.respondWith(answer(request));
});

/** The server calls this device: while a window of the page is seen, that one tells what its bell knows. */
scope.addEventListener('push', (event) => {
  const call = readCall(event.data?.text() ?? '');
  event.waitUntil(
    scope.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      if (call === null || (call.belled && windows.some((it) => it.visibilityState === 'visible'))) return undefined;
      return scope.registration.showNotification(call.title, { tag: call.tag, icon: 'icon-192.png', data: call.address });
    }),
  );
});

/** A call is pressed: a window of the page goes there, or a new one. */
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = typeof event.notification.data === 'string' ? event.notification.data : '';
  const wanted = new URL(`./${address}`, scope.registration.scope).href;
  event.waitUntil(
    scope.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const [there] = windows;
      if (!there) return void (await scope.clients.openWindow(wanted));
      await there.focus();
      // To another place of the same page, without loading it anew.
      there.postMessage({ go: address });
    }),
  );
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(asked(request), { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && CLIP.test(new URL(request.url).pathname)) await cache.put(request, fetched.clone());
  return fetched;
}

/** Every address of the page is one document, but for what another site shows in a frame. */
function asked(request: Request): Request | string {
  if (request.mode !== 'navigate' || new URL(request.url).pathname.endsWith('/embed.html')) return request;
  return './';
}

/**
 * Makes the page available offline: caches every file of one build. Requests to the API (`/api/`)
 * always go to the network. A new build is cached in the background and takes over when no window
 * uses the old one.
 */
import { readCall } from './push-words';

const scope = self as unknown as ServiceWorkerGlobalScope;

// Set by the build (vite.config.ts).
const FILES = JSON.parse('__PRECACHE_FILES__') as string[];
const CACHE = 'damier-__PRECACHE_VERSION__';
/** Recorded sentences are cached when they are first played. */
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

/** A push message. If a window of the page is visible, its bell shows what it can. */
scope.addEventListener('push', (event) => {
  const call = readCall(event.data?.text() ?? '');
  event.waitUntil(
    scope.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      if (call === null || (call.belled && windows.some((it) => it.visibilityState === 'visible'))) return undefined;
      return scope.registration.showNotification(call.title, { tag: call.tag, icon: 'icon-192.png', data: call.address });
    }),
  );
});

/** A press of a notification: a window of the page goes to its address, or a new one opens. */
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = typeof event.notification.data === 'string' ? event.notification.data : '';
  const wanted = new URL(`./${address}`, scope.registration.scope).href;
  event.waitUntil(
    scope.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const [there] = windows;
      if (!there) return void (await scope.clients.openWindow(wanted));
      await there.focus();
      // Goes to another address of the same page without reloading it.
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

/** All addresses of the page are one document, except the document for frames of other sites and the third-party licences. */
function asked(request: Request): Request | string {
  if (request.mode !== 'navigate' || /\/(embed\.html|third-party\.txt)$/.test(new URL(request.url).pathname)) return request;
  return './';
}

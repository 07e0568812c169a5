// service_worker.js: the page without a network, and never two builds at once. tools/site puts it into sw.js, behind a
// line that says which files there are:
//
//     self.BUILD = {id: '3f...', files: {'index.html': 'SHA-256 in hex', ...}};
//
// All files of a build lie in one cache, named after it. Nothing goes in whose bytes are not those of the list, so a
// server that is being updated cannot give half of each. A tab keeps the build it was opened with: after an
// update, tabs that are still open get the old files until they are closed or reloaded. Whatever a tab's build does not
// list (the house's API, games of the house) goes to the network.
//
// This is a classic script: browsers still differ over modules here.
'use strict';

/** What a service worker has of its own; the page's types know it not. @type {any} */
const worker = globalThis;
/** @type {{id: string, files: Record<string, string>}} */
const build = worker.BUILD;

const CACHE = 'speakeasy-build-',
  TABS = 'speakeasy-tabs', // which tab has which build
  SHARED = 'speakeasy-shared', // a file that another app gave us: pages/replay.js takes it
  LIST = 'files.json', // of a cache's build; no file of ours
  AT_ONCE = 6, // files that are fetched at a time
  MOST_SHARED = 4 << 20; // bytes of a file that is given to us

const home = new URL('./', worker.location.href);

// -- A new build --------------------------------------------------------------------------------------------

/** @param {ArrayBuffer} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map(b => b.toString(16).padStart(2, '0')).join('');
}

/** What earlier builds have of this one's files: an update fetches only what has changed. */
async function earlierCaches() {
  const names = (await caches.keys()).filter(name => name.startsWith(CACHE) && name !== CACHE + build.id);
  return Promise.all(
    names.map(async name => {
      const cache = await caches.open(name),
        list = await cache.match(new URL(LIST, home));
      return {cache, files: list ? await list.json() : {}};
    }),
  );
}

/** A file whose bytes are those of the list, or an error. The answer is made anew: what came by way of a redirect may
 * not answer a navigation. The headers stay, since among them is what the page may do. @param {string} path */
async function fetchFile(path) {
  const answer = await fetch(new URL(path, home), {cache: 'no-cache'});
  const bytes = await answer.arrayBuffer();
  if (!answer.ok || (await hashOf(bytes)) !== build.files[path]) throw new Error(`${path} is of another build`);
  const headers = new Headers(answer.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response(bytes, {headers});
}

/** Everything into the cache, or nothing is installed. What is there from an attempt before is right. */
async function fill() {
  const cache = await caches.open(CACHE + build.id),
    earlier = await earlierCaches(),
    paths = Object.keys(build.files);
  /** @param {string} path */
  async function take(path) {
    const url = new URL(path, home);
    if (await cache.match(url)) return;
    const same = earlier.find(e => e.files[path] === build.files[path]);
    await cache.put(url, (same && (await same.cache.match(url))) ?? (await fetchFile(path)));
  }
  async function some() {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) await take(path);
  }
  await Promise.all(Array.from({length: AT_ONCE}, some));
  await cache.put(new URL(LIST, home), new Response(JSON.stringify(build.files)));
}

// -- Which tab has which build ------------------------------------------------------------------------------

/** By client, as the browser calls a tab or a Worker. It is written down, since a service worker is stopped and started
 * as the browser likes. @type {Promise<Map<string, string>>|null} */
let tabs = null;

function allTabs() {
  tabs ??= (async () => {
    const kept = await (await caches.open(TABS)).match(home);
    return new Map(kept ? await kept.json() : []);
  })();
  return tabs;
}

/** @param {string} client @param {string} id */
async function keepTab(client, id) {
  const all = await allTabs();
  if (!client || all.get(client) === id) return;
  all.set(client, id);
  await (await caches.open(TABS)).put(home, new Response(JSON.stringify([...all])));
}

/** Tabs that are gone, and the files of builds that no tab has any more. */
async function tidy() {
  const all = await allTabs();
  const there = await worker.clients.matchAll({type: 'all', includeUncontrolled: true});
  const living = new Set(there.map((/** @type {{id: string}} */ client) => client.id));
  for (const client of all.keys()) if (!living.has(client)) all.delete(client);
  await (await caches.open(TABS)).put(home, new Response(JSON.stringify([...all])));
  const wanted = new Set([build.id, ...all.values()].map(id => CACHE + id));
  for (const name of await caches.keys()) if (name.startsWith(CACHE) && !wanted.has(name)) await caches.delete(name);
}

/** The build that a request belongs to; undefined: one we know nothing of, which the network serves. A page that is
 * opened gets ours, a Worker that of its page. @param {any} event */
async function buildOf(event) {
  if (event.request.mode === 'navigate') {
    event.waitUntil(keepTab(event.resultingClientId, build.id));
    return build.id;
  }
  const id = (await allTabs()).get(event.clientId);
  if (id && event.resultingClientId) event.waitUntil(keepTab(event.resultingClientId, id));
  return id;
}

// -- Answering ----------------------------------------------------------------------------------------------

/** @param {any} event @param {string} path */
async function answer(event, path) {
  const {request} = event,
    id = await buildOf(event),
    file = path === '' ? 'index.html' : path;
  const found = id && (await caches.match(new URL(file, home), {cacheName: CACHE + id}));
  if (found) return found;
  if (request.mode !== 'navigate') return fetch(request);
  return fetch(request).catch(() => Response.redirect(new URL('index.html', home).href));
}

/** Whether there is a house behind the page: the page asks at every start, and without a network there is none. */
const askHouse = (/** @type {Request} */ request) =>
  fetch(request).catch(() => new Response('{"protocol": 0, "offline": true}'));

/** A .play file from another app. The page finds it in the cache. @param {Request} request */
async function takeShared(request) {
  const file = (await request.formData().catch(() => null))?.get('play');
  const text = file instanceof File && file.size <= MOST_SHARED ? await file.text() : '';
  await (await caches.open(SHARED)).put(home, new Response(text));
  return Response.redirect(new URL('replay.html?shared', home).href, 303);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const {request} = event,
    url = new URL(request.url),
    path = url.href.startsWith(home.href) ? url.pathname.slice(home.pathname.length) : 'api/';
  if (request.method === 'POST' && path === 'share') event.respondWith(takeShared(request));
  if (request.method !== 'GET' || path.startsWith('api/')) return;
  event.respondWith(path === 'house.json' ? askHouse(request) : answer(event, path));
});

/** What a page asks: to take over from the build before; or, on a first visit, to look after a page that was opened
 * without us, if it is of the same build. */
worker.addEventListener('message', (/** @type {any} */ event) => {
  const {t, id} = event.data ?? {};
  if (t === 'take over') void worker.skipWaiting();
  if (t === 'look after' && id === build.id)
    event.waitUntil(keepTab(event.source.id, id).then(() => worker.clients.claim()));
});

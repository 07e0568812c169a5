// app.js: the page as an app: it starts without a network, and a new version is announced in one quiet line. What is kept,
// and that an update never mixes two versions, is service_worker.js's business. A page that was not built, or does not
// come over a secure connection, has no service worker and works without.
import {h} from './dom.js';
import {_} from './words.js';

const LOOK_MS = 3600e3; // how often a tab that stays open asks for a new version, at most

/** Which build this page is of; null: none. @returns {Promise<string|null>} */
async function ownBuild() {
  try {
    return (await (await fetch('build.json', {cache: 'no-cache'})).json()).id;
  } catch {
    return null;
  }
}

/** Keep the app, and say when there is a newer one. */
export async function keepApp() {
  if (!('serviceWorker' in navigator)) return;
  const own = navigator.serviceWorker.controller ? '' : ownBuild(); // early: of the build that has just been loaded
  await loaded();
  const there = await navigator.serviceWorker.register('sw.js', {updateViaCache: 'none'}).catch(() => null);
  if (!there) return;
  if (own) void join(await own);
  watch(there);
  lookNowAndThen(there);
}

/** Everything the page itself needs comes first. */
const loaded = () =>
  new Promise(done => (document.readyState === 'complete' ? done(null) : addEventListener('load', done, {once: true})));

/** On a first visit the page was here before its service worker. @param {string|null} id */
async function join(id) {
  const {active} = await navigator.serviceWorker.ready;
  active?.postMessage({t: 'look after', id});
}

/** @param {ServiceWorkerRegistration} there */
function watch(there) {
  const isUpdate = () => !!navigator.serviceWorker.controller;
  if (there.waiting && isUpdate()) announce(there);
  there.addEventListener('updatefound', () => {
    const fresh = there.installing;
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'installed' && isUpdate()) announce(there);
    });
  });
}

/** @param {ServiceWorkerRegistration} there */
function lookNowAndThen(there) {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - last < LOOK_MS) return;
    last = Date.now();
    void there.update().catch(() => null);
  });
}

/** One line, once; it waits until somebody wants it. Other tabs keep what they have. @param {ServiceWorkerRegistration} there */
function announce(there) {
  if (document.querySelector('.new-version')) return;
  const take = () => {
    if (!there.waiting) return location.reload(); // another tab has brought it in
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
    there.waiting.postMessage({t: 'take over'});
  };
  document.body.append(
    h(
      'p',
      {class: 'new-version', role: 'status'},
      h('span', {}, _('There is a new version.')),
      h('button', {type: 'button', onclick: take}, _('Reload')),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': _('Later'),
          onclick: () => document.querySelector('.new-version')?.remove(),
        },
        '\u00D7',
      ),
    ),
  );
}

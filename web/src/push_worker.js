// push_worker.js: what a browser does with an alert of the house while no page is open: show it, and open its table when it is
// tapped. It runs in a service worker, alone or imported by one that does more: importScripts('src/push_worker.js').
// A message is {title, body, link, tag} (docs/alerts.md); a newer one about the same table takes the older one's place.
/* global self, clients */
(() => {
  const worker = /** @type {any} */ (self);

  /** @param {any} event @returns {any} */
  const read = event => {
    try {
      return event.data.json();
    } catch {
      return {};
    }
  };

  worker.addEventListener('push', (/** @type {any} */ event) => {
    const {title, body, link, tag} = read(event);
    event.waitUntil(
      worker.registration.showNotification(title || 'Speakeasy', {
        body: body || '',
        tag: tag || 'speakeasy',
        renotify: true,
        icon: new URL('style/sign_lit.svg', home()).href,
        data: {link: link || home()},
      }),
    );
  });

  /** The start page, wherever this file lies below it. */
  const home = () => new URL(worker.location.pathname.includes('/src/') ? '../' : './', worker.location.href).href;

  /** Only pages of this house are opened, whatever a message says. @param {string} link */
  const own = link => {
    const url = new URL(link, home());
    return url.origin === worker.location.origin ? url.href : home();
  };

  worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(open(own(event.notification.data.link)));
  });

  /** A tab that shows it already, or a new one. @param {string} link */
  async function open(link) {
    const tabs = await worker.clients.matchAll({type: 'window', includeUncontrolled: true});
    const id = link.split('/t/')[1],
      there = tabs.find((/** @type {any} */ tab) => tab.url === link || (id && tab.url.includes(`t=${id}`)));
    return there ? there.focus() : worker.clients.openWindow(link);
  }
})();

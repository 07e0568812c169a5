// alerts.js: "Tell me when it is my turn": in this browser, by mail, by webhook, as the house offers it; with quiet hours. Part of
// the account on the start page. What is chosen is kept by the house (docs/protocol.md, "Alerts").
import {h} from './dom.js';
import {_, __} from './words.js';
import {call, house, Refused} from './api.js';
import {reason} from './phrase.js';
import {tick} from './shell.js';

const WORKER = 'src/push_worker.js',
  NIGHT = {from: 22 * 60, to: 8 * 60};

/** @typedef {{offers: string[], push_key: string|null, news: Record<string, boolean>, quiet: {from: number, to: number}|null,
 * muted: string[], language: string, offset: number, shift: {at: number, offset: number}|null, ways: {id: string, kind: string, name: string, confirmed: boolean}[], secret?: string}} Alerts */

/** The panel; nothing if the house sends no alerts. @param {string} token of the session @returns {Promise<HTMLElement|null>} */
export async function alertsPanel(token) {
  const root = h('details', {class: 'alerts'});
  /** @param {string} method @param {string} [path] @param {object} [body] @returns {Promise<Alerts>} */
  const ask = (method, path = '', body) => call(method, `api/me/alerts${path}`, {token, body});
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  /** @param {() => Promise<Alerts>} act */
  const change = async act => {
    trouble.hidden = true;
    try {
      draw(await act());
    } catch (why) {
      trouble.hidden = false;
      trouble.textContent = why instanceof Error && !(why instanceof Refused) ? why.message : reason(why);
    }
  };
  /** @param {Alerts} a */
  const draw = a => {
    const open = root.open;
    root.replaceChildren(
      h('summary', {}, _('Tell me when it is my turn')),
      trouble,
      ...(a.secret
        ? [h('p', {class: 'notice'}, _('The secret of this webhook, shown once:'), ' ', h('code', {}, a.secret))]
        : []),
      ...a.ways.map(w => wayRow(w, () => change(() => ask('DELETE', `/${w.id}`)))),
      ...offers(a, ask, change),
      ...(a.ways.length ? choices(a, body => change(() => ask('PATCH', '', body))) : []),
    );
    root.open = open;
  };
  const known = (await house())?.alerts ? await ask('GET').catch(() => null) : null;
  if (!known || !known.offers.length) return null;
  draw(known);
  if (known.ways.length && isStale(known)) void prepared(ask).catch(() => null);
  return root;
}

/** For a table's menu: no news of this one, or again. Hidden where nothing would be told anyway.
 * @param {string} table @param {string|undefined} token of the session */
export function muteButton(table, token) {
  const button = h('button', {type: 'button', class: 'mute', hidden: true});
  /** @param {Alerts|null} a */
  const draw = a => {
    const muted = Boolean(a?.muted.includes(table));
    button.hidden = !a?.ways.length;
    button.textContent = muted ? _('Tell me about this table again') : _('No alerts of this table');
    button.onclick = () => void ask('PATCH', {mute: {[table]: !muted}}).then(draw);
  };
  /** @param {string} method @param {object} [body] @returns {Promise<Alerts|null>} */
  const ask = (method, body) => call(method, 'api/me/alerts', {token, body}).catch(() => null);
  if (token) void house().then(async there => there?.alerts && draw(await ask('GET')));
  return button;
}

/** Tables that are muted: one click brings them back. @param {Alerts} a @param {(body: object) => void} patch */
const mutedRow = ({muted}, patch) =>
  h(
    'p',
    {class: 'way muted'},
    __(muted.length, _('One table is muted.'), _('{n} tables are muted.')),
    ' ',
    h(
      'button',
      {type: 'button', class: 'quiet', onclick: () => patch({mute: Object.fromEntries(muted.map(t => [t, false]))})},
      _('Hear of them again'),
    ),
  );

/** @param {Alerts['ways'][0]} way @param {() => void} remove */
function wayRow(way, remove) {
  const kinds = {push: _('In a browser'), mail: _('By mail'), webhook: _('By webhook')},
    kind = kinds[/** @type {'push'} */ (way.kind)] ?? way.kind;
  return h(
    'p',
    {class: 'way', 'data-way': way.kind},
    h('strong', {}, kind),
    ` \u00B7 ${way.name}`,
    way.confirmed ? '' : ` \u00B7 ${_('not confirmed yet')}`,
    ' ',
    h('button', {type: 'button', class: 'quiet', onclick: remove}, _('Remove')),
  );
}

/** What can still be chosen. @param {Alerts} a @param {(method: string, path?: string, body?: object) => Promise<Alerts>} ask
 * @param {(act: () => Promise<Alerts>) => void} change */
function offers(a, ask, change) {
  const rows = [];
  if (a.offers.includes('push') && 'serviceWorker' in navigator && 'PushManager' in window)
    rows.push(
      h(
        'button',
        {type: 'button', onclick: () => change(() => inThisBrowser(a.push_key, ask))},
        _('In this browser, also when this page is closed'),
      ),
    );
  const waiting = a.ways.find(w => w.kind === 'mail' && !w.confirmed);
  if (waiting)
    rows.push(
      field(_('The code from the mail'), _('Confirm'), {inputmode: 'numeric', maxlength: 8}, code =>
        change(() => ask('POST', '/code', {code})),
      ),
    );
  else if (a.offers.includes('mail') && !a.ways.some(w => w.kind === 'mail'))
    rows.push(
      field(_('By mail to'), _('Send me a code'), {type: 'email', maxlength: 254}, address =>
        change(() => prepared(ask).then(() => ask('POST', '/mail', {address}))),
      ),
    );
  if (a.offers.includes('webhook') && !a.ways.some(w => w.kind === 'webhook')) rows.push(webhook(ask, change));
  return rows.map(r => h('div', {class: 'offer'}, r));
}

/** Minutes ahead of UTC. @param {number} [ms] */
const offsetAt = (ms = Date.now()) => -new Date(ms).getTimezoneOffset();

/** When clocks change next here, to the minute, and to what; the server knows no time zones. */
export function nextShift(now = Date.now()) {
  const DAY = 864e5;
  for (let at = now; at < now + 400 * DAY; at += DAY) {
    if (offsetAt(at + DAY) === offsetAt(at)) continue;
    let low = at,
      high = at + DAY;
    while (high - low > 1000) {
      const middle = (low + high) / 2;
      if (offsetAt(middle) === offsetAt(at)) low = middle;
      else high = middle;
    }
    return {at: Math.round(high / 60000) * 60000, offset: offsetAt(high)};
  }
  return null;
}

/** What is written is in the reader's language, and at night is night where they are. */
const whereIAm = () => ({language: document.documentElement.lang, offset: offsetAt(), shift: nextShift()});

/** They read another language now, or have travelled, or clocks have changed. @param {Alerts} a */
const isStale = a => {
  const {language, offset, shift} = whereIAm();
  return a.language !== language || a.offset !== offset || a.shift?.at !== shift?.at;
};

/** @param {string|null} key @param {(method: string, path?: string, body?: object) => Promise<Alerts>} ask */
async function inThisBrowser(key, ask) {
  const address = await subscribe(key);
  await prepared(ask);
  return ask('POST', '/push', address);
}

/** @param {(method: string, path?: string, body?: object) => Promise<Alerts>} ask */
const prepared = ask => ask('PATCH', '', whereIAm());

/** @param {(method: string, path?: string, body?: object) => Promise<Alerts>} ask @param {(act: () => Promise<Alerts>) => void} change */
function webhook(ask, change) {
  const style = h(
    'select',
    {'aria-label': _('Shape')},
    ...['plain', 'discord', 'slack', 'matrix'].map(name => h('option', {value: name}, name)),
  );
  const form = field(_('By webhook at'), _('Use it'), {type: 'url', maxlength: 1000, placeholder: 'https://'}, url =>
    change(() => prepared(ask).then(() => ask('POST', '/webhook', {url, style: style.value}))),
  );
  form.insertBefore(style, form.lastElementChild);
  return form;
}

/** @param {string} label @param {string} button @param {object} attributes @param {(value: string) => void} send */
function field(label, button, attributes, send) {
  const input = h('input', {required: true, ...attributes});
  const form = h('form', {class: 'inline'}, h('label', {}, label, ' ', input), ' ', h('button', {}, button));
  form.addEventListener('submit', e => {
    e.preventDefault();
    send(input.value.trim());
  });
  return form;
}

/** What, and when not. @param {Alerts} a @param {(body: object) => void} patch */
function choices(a, patch) {
  const now = whereIAm();
  const words = {
    turn: _('It is my turn'),
    over: _('A game is over'),
    seat: _('A seat is kept for me'),
    invite: _('Somebody invites me'),
  };
  const night = h(
    'span',
    {class: 'night'},
    time(_('from'), (a.quiet ?? NIGHT).from, from => patch({...now, quiet: {...(a.quiet ?? NIGHT), from}})),
    time(_('until'), (a.quiet ?? NIGHT).to, to => patch({...now, quiet: {...(a.quiet ?? NIGHT), to}})),
  );
  night.hidden = !a.quiet;
  return [
    ...Object.entries(words).map(([key, text]) =>
      tick(text, a.news[key] ?? false, on => patch({...now, news: {[key]: on}})),
    ),
    tick(_('Quiet at night'), Boolean(a.quiet), on => patch({...now, quiet: on ? NIGHT : null})),
    night,
    ...(a.muted.length ? [mutedRow(a, patch)] : []),
  ];
}

/** @param {string} label @param {number} minutes @param {(minutes: number) => void} change */
function time(label, minutes, change) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const input = h('input', {type: 'time', value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`});
  input.addEventListener('change', () => {
    const [hour, minute] = input.value.split(':').map(Number);
    if (input.value) change((hour ?? 0) * 60 + (minute ?? 0));
  });
  return h('label', {}, label, ' ', input, ' ');
}

/** This browser's address at its push service. @param {string|null} key of the house */
async function subscribe(key) {
  if (!key) throw new Error(_('The house has just started. Try again in a moment.'));
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(_('This browser may not show messages of this page. Allow it in its settings.'));
  const worker = (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register(WORKER));
  await ready(worker);
  const subscription = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
  const {endpoint, keys} = subscription.toJSON();
  return {endpoint, p256dh: keys?.p256dh, auth: keys?.auth, name: browserName()};
}

/** @param {ServiceWorkerRegistration} worker */
const ready = worker =>
  new Promise(done => {
    const coming = worker.installing ?? worker.waiting;
    if (worker.active || !coming) return done(undefined);
    coming.addEventListener('statechange', () => worker.active && done(undefined));
  });

/** "Firefox, Android": what its owner knows it by. */
function browserName() {
  const agent = navigator.userAgent,
    find = (/** @type {string[]} */ names) => names.find(n => agent.includes(n));
  return [
    find(['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari']),
    find(['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']),
  ]
    .filter(Boolean)
    .join(', ');
}

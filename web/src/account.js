// account.js: an account, for those who want their tables on all their devices: signing in and out, and what the house knows
// of them. The session is kept in this browser. Nobody needs one.
import {h} from './dom.js';
import {_, __} from './words.js';
import {call, Refused} from './api.js';
import {reason} from './phrase.js';
import {alertsPanel} from './alerts.js';

const KEY = 'speakeasy.session';

/** @typedef {{name: string, session: string, expires: number}} Session */

/** @returns {Session|null} */
export function session() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return kept && kept.expires > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Session|null} s */
function keep(s) {
  if (s) localStorage.setItem(KEY, JSON.stringify(s));
  else localStorage.removeItem(KEY);
}

/** The seat is the account's from now on, if there is one. @param {string} table @param {string|null} token */
export async function claim(table, token) {
  const mine = session();
  if (mine && token) await call('POST', 'api/me/seats', {body: {table, token}, token: mine.session}).catch(() => null);
}

/** What the house knows of this reader; null: nobody is signed in (any more). @returns {Promise<any>} */
export async function me() {
  const mine = session();
  if (!mine) return null;
  try {
    return await call('GET', 'api/me', {token: mine.session});
  } catch (e) {
    if (e instanceof Refused && e.status === 401) keep(null);
    return null;
  }
}

/** The part of the start page. @param {any} known what me() said @param {() => void} changed */
export function accountPanel(known, changed) {
  const root = h('section', {class: 'panel account', 'aria-label': _('Account')}, h('h2', {}, _('Account')));
  if (!known) {
    root.append(
      h('p', {class: 'small'}, _('Optional. With an account you see your tables on all your devices.')),
      h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: () => signIn(changed)}, _('Sign in'))),
    );
    return root;
  }
  const {games, wins} = known.statistics;
  root.append(
    h(
      'p',
      {},
      h('a', {href: `person.html?name=${encodeURIComponent(known.name)}`}, h('strong', {}, known.name)),
      ' \u00B7 ',
      __(games, _('one game'), _('{n} games')),
      ', ',
      __(wins, _('one win'), _('{n} wins')),
    ),
    h(
      'div',
      {class: 'buttons'},
      h('a', {class: 'button', href: 'people.html'}, _('Friends and crews')),
      h('button', {type: 'button', onclick: () => void leave(changed)}, _('Sign out')),
      h('button', {type: 'button', class: 'quiet', onclick: () => forgetMe(changed)}, _('Delete the account')),
    ),
  );
  void alertsPanel(session()?.session ?? '').then(alerts => alerts && root.append(alerts));
  return root;
}

/** @param {() => void} then */
async function leave(then) {
  await call('DELETE', 'api/sessions', {token: session()?.session}).catch(() => null);
  keep(null);
  then();
}

/** A form in a dialog: what is asked, and what happens with it. What the house refuses is said in it.
 * @param {string} title @param {HTMLElement[]} fields @param {HTMLButtonElement[]} buttons
 * @param {(button: HTMLButtonElement|null) => Promise<void>} send @param {() => void} then */
function askIn(title, fields, buttons, send, then) {
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  const cancel = h('button', {type: 'button', class: 'quiet', onclick: () => box.close()}, _('Cancel'));
  const form = h('form', {}, ...fields, trouble, h('div', {class: 'buttons'}, ...buttons, cancel));
  const box = h('dialog', {class: 'sign-in', 'aria-label': title}, h('h2', {}, title), form);
  form.addEventListener('submit', async e => {
    e.preventDefault();
    try {
      await send(/** @type {HTMLButtonElement|null} */ (e.submitter));
      box.close();
      then();
    } catch (why) {
      trouble.hidden = false;
      trouble.textContent = reason(why);
    }
  });
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}

const passwordField = () =>
  h('input', {
    name: 'password',
    type: 'password',
    required: true,
    minlength: 8,
    maxlength: 200,
    autocomplete: 'current-password',
  });

/** With the password: whoever finds this browser signed in cannot take the account away. @param {() => void} then */
function forgetMe(then) {
  const word = passwordField();
  askIn(
    _('Delete the account'),
    [
      h('p', {}, _('Your games stay, without your name. This cannot be undone.')),
      h('label', {}, _('Your password'), word),
    ],
    [h('button', {class: 'main'}, _('Delete the account'))],
    async () => {
      await call('DELETE', 'api/me', {body: {password: word.value}, token: session()?.session});
      keep(null);
    },
    then,
  );
}

/** @param {() => void} then */
function signIn(then) {
  const name = h('input', {name: 'name', required: true, maxlength: 39, autocomplete: 'username'});
  const word = passwordField();
  askIn(
    _('Sign in'),
    [h('label', {}, _('Name'), name), h('label', {}, _('Password (at least 8 characters)'), word)],
    [
      h('button', {class: 'main', value: 'api/sessions'}, _('Sign in')),
      h('button', {value: 'api/accounts'}, _('Create an account')),
    ],
    async button =>
      keep(await call('POST', button?.value ?? 'api/sessions', {body: {name: name.value, password: word.value}})),
    then,
  );
}

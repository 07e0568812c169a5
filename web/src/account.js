// account.js: an account, for those who want their tables on all their devices: signing in and out, and what the house knows
// of them. The session is kept in this browser. Nobody needs one.
import {h} from './dom.js';
import {_, __} from './words.js';
import {call, Refused} from './api.js';
import {askFirst} from './shell.js';
import {fromEngine} from './words.js';

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
    root.append(h('p', {class: 'small'}, _('Nobody needs one. It brings your tables to all your devices.')),
                h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: () => signIn(changed)}, _('Sign in'))));
    return root;
  }
  const {games, wins} = known.statistics;
  root.append(h('p', {}, h('strong', {}, known.name), ' \u00B7 ', __(games, _('one game'), _('{n} games')), ', ', __(wins, _('one win'), _('{n} wins'))),
              h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: () => void leave('DELETE', 'api/sessions', changed)}, _('Sign out')),
                h('button', {type: 'button', class: 'quiet', onclick: () => forgetMe(changed)}, _('Delete the account'))));
  return root;
}

/** @param {string} method @param {string} path @param {() => void} then */
async function leave(method, path, then) {
  await call(method, path, {token: session()?.session}).catch(() => null);
  keep(null);
  then();
}

/** @param {() => void} then */
function forgetMe(then) {
  askFirst(_('Delete the account'), _('Your games stay, without your name. This cannot be taken back.'), _('Delete the account'), () => void leave('DELETE', 'api/me', then));
}

/** @param {() => void} then */
function signIn(then) {
  const name = h('input', {name: 'name', required: true, maxlength: 39, autocomplete: 'username'});
  const word = h('input', {name: 'password', type: 'password', required: true, minlength: 8, maxlength: 200, autocomplete: 'current-password'});
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  const form = h('form', {}, h('label', {}, _('Name'), name), h('label', {}, _('Password, at least 8 letters'), word), trouble,
                 h('div', {class: 'buttons'}, h('button', {class: 'main', value: 'api/sessions'}, _('Sign in')), h('button', {value: 'api/accounts'}, _('Make a new account')),
                   h('button', {type: 'button', class: 'quiet', onclick: () => box.close()}, _('Cancel'))));
  const box = h('dialog', {class: 'sign-in', 'aria-label': _('Sign in')}, h('h2', {}, _('Sign in')), form);
  form.addEventListener('submit', async e => {
    e.preventDefault();
    try {
      keep(await call('POST', /** @type {HTMLButtonElement} */ (e.submitter)?.value ?? 'api/sessions', {body: {name: name.value, password: word.value}}));
      box.close();
      then();
    } catch (why) {
      trouble.hidden = false;
      trouble.textContent = fromEngine(String(/** @type {Error} */ (why).message));
    }
  });
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}

// here.js: "I am here", said to the house while the page is looked at, so that friends see it; and the invitations that come back. Loaded by
// shell.js when somebody is signed in.
import {session} from './account.js';
import {call, house} from './api.js';
import {h} from './dom.js';
import {gameInfo} from './games.js';
import {_} from './words.js';

const AGAIN_MS = 45000;

/** @typedef {{from: string, table: string, game: string, crew: string|null, at: number}} Invite */

/** @param {Invite} i */
export const inviteWords = i =>
  i.crew
    ? _('{name} deals for {crew}: {game}', {name: i.from, crew: i.crew, game: gameInfo(i.game)?.name ?? i.game})
    : _('{name} invites you: {game}', {name: i.from, game: gameInfo(i.game)?.name ?? i.game});

/** @param {string} table */
export const dismiss = table =>
  call('DELETE', `api/me/invites/${table}`, {token: session()?.session}).catch(() => null);

export async function keepHere() {
  const there = await house();
  if (!there || !session() || (!there.friends && !there.crews)) return;
  const bar = h('aside', {class: 'invites', 'aria-label': _('Invitations'), hidden: true});
  document.body.append(bar);
  const say = async () => {
    const mine = session();
    if (document.hidden || !mine) return;
    const told = await call('POST', 'api/me/here', {body: {}, token: mine.session}).catch(() => null);
    if (told) show(bar, told.invites);
  };
  await say();
  setInterval(() => void say(), AGAIN_MS);
  document.addEventListener('visibilitychange', () => void say());
}

/** The newest; none of the table one is at. @param {HTMLElement} bar @param {Invite[]} invites */
function show(bar, invites) {
  const at = new URLSearchParams(location.search).get('t'),
    [newest] = invites.filter(i => i.table !== at);
  bar.hidden = !newest || location.pathname.endsWith('people.html');
  if (bar.hidden || bar.dataset.table === newest.table) return;
  bar.dataset.table = newest.table;
  bar.replaceChildren(
    h('p', {role: 'status'}, inviteWords(newest)),
    h(
      'div',
      {class: 'buttons'},
      h('a', {class: 'button main', href: `table.html?t=${newest.table}`}, _('To the table')),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            bar.hidden = true;
            void dismiss(newest.table);
          },
        },
        _('Not now'),
      ),
    ),
  );
}

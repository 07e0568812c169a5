// pages/index.js: the start page: four games, one click to a game against bots, a table for friends, the open
// tables of the house, and one's own.
import {h} from '../dom.js';
import {_, __} from '../words.js';
import {accountPanel, me} from '../account.js';
import {call, house} from '../api.js';
import {games, gameInfo} from '../games.js';
import {dropLocal, dropRemote, keepLocal, localTables, newId, remoteTables, seatsAt} from '../mine.js';
import {prefs} from '../prefs.js';
import {open, sign} from '../shell.js';
import {newTable} from '../newtable.js';
import {poster} from '../../boards/posters.js';

/** @import {GameInfo} from '../games.js' */

const FIRST = 3; // of one's own tables; the others unfold

open(async main => {
  main.className = 'home';
  document.title = 'Speakeasy';
  main.append(h('div', {class: 'door'}, sign(), h('h1', {}, 'Speakeasy'),
                h('p', {}, _('Four gangster games, dealt in the back room: against bots, at one device, or with friends by a link.'))),
              h('ul', {class: 'games'}, ...games.map(gameCard)));
  const mine = myTables([]);
  main.insertBefore(mine, main.lastElementChild); // whoever comes again wants to go on
  performance.mark('ready');
  const there = await house(), known = there && await me();
  if (known) mine.replaceWith(myTables(known.tables));
  main.append(await openTables(there), there ? accountPanel(known, () => location.reload()) : '');
});

/** @param {GameInfo} g */
function gameCard(g) {
  const players = g.least === g.most ? _('{n} players', {n: g.least}) : _('{a} to {b} players', {a: g.least, b: g.most});
  return h('li', {class: 'panel game-card', 'data-game': g.key},
           poster(g.key),
           h('h2', {}, g.name), h('p', {class: 'small'}, players + ' \u00B7 ' + _('{minutes} minutes', {minutes: g.minutes})),
           h('p', {}, g.line()), h('p', {class: 'small'}, g.more()),
           h('div', {class: 'buttons'},
             h('button', {class: 'main', type: 'button', 'data-play': g.key, onclick: () => playNow(g)}, _('Play now')),
             h('button', {type: 'button', 'data-new': g.key, onclick: () => newTable(g)}, _('Set up a table')),
             h('a', {class: 'button', href: `rules.html?game=${g.key}`}, _('Rules'))));
}

/** One click: me against bots, as many as the game is best with. @param {GameInfo} g */
function playNow(g) {
  const id = newId(), level = prefs().level;
  const bots = Array.from({length: g.best - 1}, () => ({kind: /** @type {const} */ ('bot'), bot: level}));
  keepLocal({id, game: g.key, players: g.best, options: {}, seats: [{kind: 'me', name: prefs().name}, ...bots], updated: Date.now(), over: false, play: ''});
  location.assign(`table.html?local=${id}`);
}

/** @param {any} there */
async function openTables(there) {
  const part = h('section', {class: 'panel', hidden: true, 'aria-label': _('Open tables')}, h('h2', {}, _('Open tables')));
  if (!there) return part;
  const {tables} = await call('GET', 'api/tables?status=open&limit=20').catch(() => ({tables: []}));
  part.hidden = false;
  part.append(tables.length ? h('ul', {class: 'rows'}, ...tables.map(openRow)) : h('p', {class: 'small'}, _('Nobody is waiting. Set up a table and invite somebody.')));
  return part;
}

/** @param {any} t */
function openRow(t) {
  const names = t.seats.filter((/** @type {any} */ s) => s.kind !== 'open').map((/** @type {any} */ s) => s.name || s.bot).join(', ');
  return h('li', {}, h('a', {href: `table.html?t=${t.id}`}, gameInfo(t.game)?.name ?? t.game), ' ', h('span', {class: 'small'}, names));
}

/** @param {any[]} account the account's, from other devices too */
function myTables(account) {
  const local = localTables(), remote = remoteTables().filter((t, i, all) => all.findIndex(o => o.id === t.id) === i);
  const elsewhere = account.filter(t => !remote.some(r => r.id === t.id));
  const rows = [
    ...remote.map(t => ({updated: t.updated, over: false, e: row(t.game, `table.html?t=${t.id}`, t.updated, _('with friends'), () => seatsAt(t.id).forEach(dropRemote))})),
    ...elsewhere.map(t => ({updated: t.updated, over: t.status === 'finished', e: row(t.game, `table.html?t=${t.id}`, t.updated, t.status === 'finished' ? _('over') : _('with friends'), null)})),
    ...local.map(t => ({updated: t.updated, over: t.over, e: row(t.game, `table.html?local=${t.id}`, t.updated, t.over ? _('over') : _('in this browser'), () => dropLocal(t.id))})),
  ].sort((a, b) => Number(a.over) - Number(b.over) || b.updated - a.updated).map(r => r.e);
  const more = rows.splice(FIRST);
  return h('section', {class: 'panel mine', hidden: !rows.length, 'aria-label': _('My tables')}, h('h2', {}, _('My tables')), h('ul', {class: 'rows'}, ...rows),
           more.length > 0 && h('details', {}, h('summary', {}, __(more.length, _('one more'), _('{n} more'))), h('ul', {class: 'rows'}, ...more)));
}

/** @param {string} game @param {string} href @param {number} updated @param {string} more @param {(() => void)|null} drop */
function row(game, href, updated, more, drop) {
  const li = h('li', {}, h('a', {href}, gameInfo(game)?.name ?? game), ' ',
               h('span', {class: 'small'}, `${more}, ${new Date(updated).toLocaleString(document.documentElement.lang)}`), ' ',
               drop && h('button', {class: 'quiet', type: 'button', onclick: () => { drop(); li.remove(); }}, _('Forget')));
  return li;
}

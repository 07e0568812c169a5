// pages/index.js: the start page: the games, one click to a game against bots, a table for friends, the open
// tables of the house, and one's own.
import {h} from '../dom.js';
import {_, __} from '../words.js';
import {accountPanel, me} from '../account.js';
import {call, house} from '../api.js';
import {games, gameInfo, newGames} from '../games.js';
import {hasLessons, progressWords} from '../lessons.js';
import {dropLocal, dropRemote, goTo, keepRemote, localTables, remoteTables, seatsAt} from '../mine.js';
import {apart} from '../names.js';
import {prefs} from '../prefs.js';
import {askFirst, open, sign} from '../shell.js';
import {newTable} from '../newtable.js';
import {poster} from '../../boards/posters.js';

/** @import {GameInfo} from '../games.js' */

const FIRST = 3; // of one's own tables; the others unfold

open(async main => {
  const cards = h('ul', {class: 'games'}, ...games.map(gameCard));
  main.className = 'home';
  document.title = 'Speakeasy';
  main.append(
    h(
      'div',
      {class: 'door'},
      sign(),
      h('h1', {}, 'Speakeasy'),
      h('p', {}, _('Gangster games in the back room: against bots, on one device, or with friends by link.')),
    ),
    cards,
  );
  let mine = myTables([]);
  main.insertBefore(mine, main.lastElementChild); // whoever comes again wants to go on
  const welcome = () => main.firstElementChild?.classList.toggle('unseen', !mine.hidden); // and knows the door
  welcome();
  performance.mark('ready');
  cards.append(...(await newGames()).map(gameCard));
  const there = await house(),
    known = there && (await me());
  if (known) mine.replaceWith((mine = myTables(known.tables)));
  welcome();
  main.append(await openTables(there), fileLink(), there ? accountPanel(known, () => location.reload()) : '');
});

/** @param {GameInfo} g */
function gameCard(g) {
  const players =
    g.least === g.most ? _('{n} players', {n: g.least}) : _('{a} to {b} players', {a: g.least, b: g.most});
  return h(
    'li',
    {class: 'panel game-card', 'data-game': g.key},
    poster(g.key),
    h('h2', {}, g.name),
    h('p', {class: 'small'}, g.minutes ? `${players} \u00B7 ${_('{minutes} minutes', {minutes: g.minutes})}` : players),
    h('p', {}, g.line()),
    h('p', {class: 'small'}, g.more()),
    h(
      'div',
      {class: 'buttons'},
      h('button', {class: 'main', type: 'button', 'data-play': g.key, onclick: () => playNow(g)}, _('Play now')),
      hasLessons(g.key) && lessonsLink(g.key),
      h('a', {class: 'button', href: `rules.html?game=${g.key}`}, _('Rules')),
      h('button', {type: 'button', 'data-new': g.key, onclick: () => newTable(g)}, _('Set up a table')),
    ),
  );
}

/** To the first lesson that is not done. @param {string} key */
const lessonsLink = key =>
  h(
    'a',
    {class: 'button', 'data-learn': key, href: `lesson.html?game=${key}`},
    [_('Lessons'), progressWords(key)].join(' ').trim(),
  );

/** One click: me against bots, as many as the game is best with. @param {GameInfo} g */
function playNow(g) {
  const level = prefs().level;
  const bots = Array.from({length: g.best - 1}, () => ({kind: /** @type {const} */ ('bot'), bot: level}));
  goTo({game: g.key, players: g.best, options: {}, seats: [{kind: 'me', name: prefs().name}, ...bots]});
}

/** A game that was saved as a file, here or elsewhere. */
function fileLink() {
  return h(
    'section',
    {class: 'panel files', 'aria-label': _('Look back')},
    h('h2', {}, _('Look back')),
    h('p', {class: 'small'}, _('You can go through a saved game step by step.')),
    h('div', {class: 'buttons'}, h('a', {class: 'button', href: 'replay.html'}, _('Open a game file'))),
  );
}

/** @param {any} there */
async function openTables(there) {
  const part = h(
    'section',
    {class: 'panel', hidden: true, 'aria-label': _('Open tables')},
    h('h2', {}, _('Open tables')),
  );
  if (!there) return part;
  const {tables} = await call('GET', 'api/tables?status=open&limit=20').catch(() => ({tables: []}));
  part.hidden = false;
  part.append(
    tables.length
      ? h('ul', {class: 'rows'}, ...tables.map(openRow))
      : h('p', {class: 'small'}, _('Nobody is waiting. Set up a table and invite somebody.')),
  );
  return part;
}

/** @param {any} t */
function openRow(t) {
  const names = apart(/** @type {any[]} */ (t.seats))
    .filter(s => s.kind !== 'open')
    .map(s => s.name || s.bot)
    .join(', ');
  return h(
    'li',
    {},
    h('a', {href: `table.html?t=${t.id}`}, gameInfo(t.game)?.name ?? t.game),
    ' ',
    h('span', {class: 'small'}, names),
  );
}

/** A table of one's own, as the list shows it; 'more' asks the house what has become of it.
 * @typedef {{game: string, href: string, updated: number, over: boolean, words: string[], drop: (() => void)|null, more?: () => Promise<{over: boolean, words: string[]}>}} Mine */

/** @param {any[]} account the account's, from other devices too */
function myTables(account) {
  const remote = remoteTables().filter((t, i, all) => all.findIndex(o => o.id === t.id) === i);
  const elsewhere = account.filter(t => !remote.some(r => r.id === t.id));
  const rows = [...remote.map(thereRow), ...elsewhere.map(accountRow), ...localTables().map(hereRow)].sort(
    (a, b) => Number(a.over) - Number(b.over) || b.updated - a.updated,
  );
  const first = rows.slice(0, FIRST),
    rest = rows.slice(FIRST);
  const more = h('ul', {class: 'rows', hidden: true});
  const unfold = h(
    'button',
    {
      type: 'button',
      onclick: () => {
        more.append(...rest.map(row));
        more.hidden = false;
        unfold.remove();
        /** @type {HTMLElement|null} */ (more.querySelector('a'))?.focus();
      },
    },
    __(rest.length, _('one more'), _('{n} more')),
  );
  return h(
    'section',
    {class: 'panel mine', hidden: !rows.length, 'aria-label': _('My tables')},
    h('h2', {}, _('My tables')),
    rest.length > 0 && unfold,
    h('ul', {class: 'rows'}, ...first.map(row)),
    rest.length > 0 && more,
  );
}

/** @param {import('../mine.js').LocalTable} t @returns {Mine} */
function hereRow(t) {
  const me = t.seats.findIndex(s => s.kind === 'me'),
    others = t.names?.filter((_name, i) => i !== me) ?? [];
  return {
    game: t.game,
    href: `table.html?local=${t.id}`,
    updated: t.updated,
    over: t.over,
    words: [t.over ? _('over') : _('in this browser'), others.join(', ')],
    drop: () => dropLocal(t.id),
  };
}

/** What this browser noted when it was there last; then the house is asked. @param {import('../mine.js').RemoteTable} t @returns {Mine} */
function thereRow(t) {
  const told = (/** @type {string} */ status, /** @type {string[]} */ others) => [stage(status), others.join(', ')];
  const more = async () => {
    const facts = await call('GET', `api/tables/${t.id}`, {token: t.token}).catch(() => null),
      seats = apart(/** @type {any[]} */ (facts?.seats ?? []));
    if (!facts) return {over: false, words: [_('with friends')]};
    const others = seats.filter(s => s.seat !== (t.seat ?? t.you) && s.kind !== 'open').map(s => s.name),
      over = facts.status === 'finished' || facts.status === 'closed';
    for (const mine of seatsAt(t.id)) keepRemote({...mine, over, others});
    return {over, words: told(facts.status, others)};
  };
  return {
    game: t.game,
    href: `table.html?t=${t.id}`,
    updated: t.updated,
    over: !!t.over,
    words: told(t.over ? 'finished' : '', t.others ?? []),
    drop: () => seatsAt(t.id).forEach(dropRemote),
    more: t.over ? undefined : more,
  };
}

/** @param {any} t of the account @returns {Mine} */
function accountRow(t) {
  const others = apart(/** @type {any[]} */ (t.seats))
    .filter((s, i) => !t.mine.includes(i) && s.kind !== 'open')
    .map(s => s.name)
    .join(', ');
  return {
    game: t.game,
    href: `table.html?t=${t.id}`,
    updated: t.updated,
    over: t.status === 'finished',
    words: [stage(t.status), others],
    drop: null,
  };
}

/** @param {string} status */
const stage = status =>
  ({open: _('waiting for players'), paused: _('paused'), finished: _('over'), closed: _('closed')})[status]
  ?? _('with friends');

/** @param {Mine} t */
function row(t) {
  const date = new Date(t.updated).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const say = (/** @type {string[]} */ words) => [...words, date].filter(w => w).join(' \u00B7 ');
  const about = h('span', {class: 'small'}, say(t.words)),
    drop = t.drop;
  const forget = () => {
    drop?.();
    li.remove();
  };
  const li = h(
    'li',
    {},
    h('a', {href: t.href}, gameInfo(t.game)?.name ?? t.game),
    about,
    drop
      && h(
        'button',
        {
          class: 'quiet',
          type: 'button',
          onclick: () =>
            t.over
              ? forget()
              : askFirst(_('Remove'), _('This game is not over. Remove it anyway?'), _('Remove'), forget),
        },
        _('Remove'),
      ),
  );
  void t.more?.().then(now => {
    about.textContent = say(now.words);
  });
  return li;
}

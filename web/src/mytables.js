// mytables.js: one's own tables, on the start page: first those where one is waited for, then those that wait for others,
// then the finished ones with how they ended; of each the newest first. Tables of this browser, seats it has a secret for, and those of the
// account from other devices. The house is asked about every one that goes on, again each minute and when somebody comes back.
import {h} from './dom.js';
import {_, __} from './words.js';
import {session} from './account.js';
import {call} from './api.js';
import {gameInfo} from './games.js';
import {dropLocal, dropRemote, keepRemote, localTables, remoteTables, seatsAt} from './mine.js';
import {apart} from './names.js';
import {askFirst} from './shell.js';
import {play} from './sound.js';
import {showTab} from './tab.js';

const FIRST = 3, // of the tables; the others unfold, but for those where it is one's turn
  MOST_ASKED = 30,
  AGAIN_MS = 60000;

/** How a table stands for the reader, in the order of the list. */
const STANDS = /** @type {const} */ (['yours', 'waiting', 'over']);

/** @typedef {{stand: typeof STANDS[number], words: string[], updated: number}} Now
 * @typedef {Now & {key: string, game: string, href: string, drop: (() => void)|null, ask?: () => Promise<Now|null>}} Row 'ask':
 * what the house knows of it now */

/** @param {any[]} account the account's tables, as GET /api/me has them
 * @returns {{root: HTMLElement, isEmpty: () => boolean}} */
export function myTables(account) {
  const rows = allRows(account);
  let unfolded = false;
  const root = h('section', {class: 'panel mine', 'aria-label': _('My tables')});
  const draw = () => {
    rows.sort((a, b) => STANDS.indexOf(a.stand) - STANDS.indexOf(b.stand) || b.updated - a.updated);
    const yours = rows.filter(r => r.stand === 'yours').length,
      n = unfolded ? rows.length : Math.max(FIRST, yours);
    const unfold = h('button', {type: 'button', onclick: showAll}, __(rows.length - n, _('one more'), _('{n} more')));
    root.hidden = !rows.length;
    root.replaceChildren(
      h('h2', {}, _('My tables')),
      ...(rows.length > n ? [unfold] : []),
      h('ul', {class: 'rows'}, ...rows.slice(0, n).map(r => line(r, () => forget(r)))),
    );
    showTab((yours ? `(${yours}) ` : '') + 'Speakeasy', yours > 0);
  };
  const showAll = () => {
    const n = root.querySelectorAll('li').length;
    unfolded = true;
    draw();
    /** @type {HTMLElement|null} */ (root.querySelectorAll('li')[n]?.querySelector('a'))?.focus();
  };
  /** @param {Row} r */
  const forget = r => {
    r.drop?.();
    rows.splice(rows.indexOf(r), 1);
    draw();
  };
  draw();
  keepAsking(rows, draw, root);
  return {root, isEmpty: () => !rows.length};
}

/** @param {Row[]} rows @param {() => void} draw @param {HTMLElement} root asked about for as long as it is on the page */
function keepAsking(rows, draw, root) {
  const ask = async () => {
    const open = rows.filter(r => r.ask && r.stand !== 'over').slice(0, MOST_ASKED),
      focused = root.contains(document.activeElement);
    const before = rows.filter(r => r.stand === 'yours').length;
    const told = await Promise.all(open.map(r => r.ask?.()));
    const facts = () => JSON.stringify(rows.map(r => [r.stand, r.words, r.updated])),
      was = facts();
    open.forEach((r, i) => Object.assign(r, told[i]));
    if (facts() !== was && !focused) draw(); // nothing moves under a key
    if (rows.filter(r => r.stand === 'yours').length > before) play('turn');
  };
  void ask();
  const timer = setInterval(() => {
    if (!root.isConnected) clearInterval(timer);
    else void ask();
  }, AGAIN_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && root.isConnected) void ask();
  });
}

/** @param {any[]} account @returns {Row[]} */
function allRows(account) {
  const remote = remoteTables().filter((t, i, all) => all.findIndex(o => o.id === t.id) === i);
  const elsewhere = account.filter(t => !remote.some(r => r.id === t.id));
  return [...remote.map(thereRow), ...elsewhere.map(accountRow), ...localTables().map(hereRow)];
}

/** @param {import('./mine.js').LocalTable} t @returns {Row} */
function hereRow(t) {
  const me = t.seats.findIndex(s => s.kind === 'me'),
    others = t.names?.filter((_name, i) => i !== me) ?? [];
  return {
    key: t.id,
    game: t.game,
    href: `table.html?local=${t.id}`,
    updated: t.updated,
    stand: t.over ? 'over' : 'waiting',
    words: [t.over ? _('over') : _('in this browser'), others.join(', ')],
    drop: () => dropLocal(t.id),
  };
}

/** What this browser noted when it was there last; then the house is asked. @param {import('./mine.js').RemoteTable} t @returns {Row} */
function thereRow(t) {
  const ask = async () => {
    const facts = await call('GET', `api/tables/${t.id}`, {token: t.token}).catch(() => null);
    if (!facts) return null;
    const now = nowOf(facts, [t.seat ?? t.you ?? -1]);
    for (const mine of seatsAt(t.id)) keepRemote({...mine, over: now.stand === 'over', others: now.others});
    return now;
  };
  return {
    key: t.id,
    game: t.game,
    href: `table.html?t=${t.id}`,
    updated: t.updated,
    stand: t.over ? 'over' : 'waiting',
    words: [t.over ? _('over') : _('with friends'), (t.others ?? []).join(', ')],
    drop: () => seatsAt(t.id).forEach(dropRemote),
    ask,
  };
}

/** @param {any} t of the account @returns {Row} */
function accountRow(t) {
  const ask = async () => {
    const facts = await call('GET', `api/tables/${t.id}`, {token: session()?.session}).catch(() => null);
    return facts && nowOf(facts, t.mine);
  };
  return {key: t.id, game: t.game, href: `table.html?t=${t.id}`, ...nowOf(t, t.mine), drop: null, ask};
}

/** A table as the house tells of it, for whoever has these seats. @param {any} t @param {number[]} mine @returns {Now & {others: string[]}} */
function nowOf(t, mine) {
  const seats = apart(/** @type {any[]} */ (t.seats)),
    at = (/** @type {number} */ i) => seats[i]?.name ?? '',
    others = seats.filter((s, i) => !mine.includes(i) && s.kind !== 'open').map(s => s.name),
    over = t.status === 'finished' || t.status === 'closed';
  const stand = over ? 'over' : t.turn?.yours ? 'yours' : 'waiting';
  return {stand, others, updated: t.updated ?? t.created, words: [stage(t, mine, at), others.join(', ')]};
}

/** @param {any} t @param {number[]} mine @param {(seat: number) => string} at */
function stage(t, mine, at) {
  if (t.status === 'open') return _('waiting for players');
  if (t.status === 'paused') return _('paused');
  if (t.status === 'closed') return _('closed');
  if (t.status === 'finished') return ending(t.result, mine[0] ?? -1);
  if (t.turn?.yours) return _('your turn');
  return t.turn?.seats.length ? _('waiting for {names}', {names: t.turn.seats.map(at).join(', ')}) : _('with friends');
}

/** "won, 38 to 20" @param {any} result @param {number} me */
function ending(result, me) {
  if (!result || me < 0) return _('over');
  const own = result.scores[me],
    others = result.scores.filter((/** @type {number} */ _score, /** @type {number} */ i) => i !== me).join(', ');
  if (result.winners.includes(me)) return _('won, {own} to {others}', {own, others});
  return _('place {n}, {own} to {others}', {n: result.ranks[me], own, others});
}

/** @param {Row} t @param {() => void} forget */
function line(t, forget) {
  const date = new Date(t.updated).toLocaleString(document.documentElement.lang, {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
    [first, ...rest] = t.words;
  const remove = () =>
    t.stand === 'over'
      ? forget()
      : askFirst(_('Remove'), _('This game is not over. Remove it anyway?'), _('Remove'), forget);
  return h(
    'li',
    {class: t.stand, 'data-table': t.key},
    h('a', {href: t.href}, gameInfo(t.game)?.name ?? t.game),
    h(
      'span',
      {class: 'small'},
      t.stand === 'yours' ? h('strong', {class: 'your-turn'}, first) : first,
      [...rest, date]
        .filter(w => w)
        .map(w => ` \u00B7 ${w}`)
        .join(''),
    ),
    t.drop && h('button', {class: 'quiet', type: 'button', onclick: remove}, _('Remove')),
  );
}

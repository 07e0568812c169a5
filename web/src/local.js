// local.js: the way to a table in this browser: a Worker with the engine in it, in place of socket.js. It gives the same
// channel and speaks the same messages. Where several people share the device, and the game has secrets, a curtain
// falls between two of them, so that nobody sees the other's cards.
import {h} from './dom.js';
import {apart, myName} from './names.js';
import {prefs} from './prefs.js';
import {_, language} from './words.js';
import {reason} from './phrase.js';

/** @import {Box, Channel, Ear} from './types.js' */
/** @import {LocalTable} from './mine.js' */

/** The record so far, after every change. @typedef {(play: string, over: boolean) => void} Keep */

const newWorker = () => new Worker(new URL('engine/worker.js', import.meta.url), {type: 'module'});

/** A Worker for this table: what it is drawn from, and the way to it; 'reopen': the same table with another record.
 * @param {LocalTable} table @returns {Promise<{box: Box, open(table: LocalTable, ear: Ear, keep: Keep): Channel, reopen(table: LocalTable): void}>} */
export async function startLocal(table) {
  const worker = newWorker();
  const {box} = await askOf(worker, {t: 'box', table: named(table)});
  return {box, open: (now, ear, keep) => openLocal(worker, now, ear, keep), reopen: now => openIn(worker, now)};
}

/** What a table of this browser would be drawn from; or why there cannot be such a table. @param {Omit<LocalTable, 'id'|'updated'|'over'>} table
 * @returns {Promise<Box>} */
export const boxOf = async table => (await ask({t: 'box', table: named(/** @type {LocalTable} */ (table))})).box;

/** @param {Worker} worker @param {LocalTable} table @param {Ear} ear @param {Keep} keep @returns {Channel} */
function openLocal(worker, table, ear, keep) {
  const curtain = makeCurtain(named(table), m => ear.message(m));
  ear.link('connecting');
  worker.onmessage = e => {
    const m = e.data;
    if (m.t === 'keep') return keep(m.play, m.over);
    if (m.t === 'hello') ear.link('live');
    curtain(m);
    if (m.t === 'bye') ear.link('closed');
  };
  worker.onerror = e => ear.message({t: 'bye', text: e.message});
  openIn(worker, table);
  return {
    send: message => worker.postMessage(message),
    close: () => worker.terminate(),
  };
}

/** @param {Worker} worker @param {LocalTable} table */
function openIn(worker, table) {
  const {pace, budget, patience} = prefs();
  worker.postMessage({t: 'open', table: named(table), language, pace, ms: budget, patience});
}

/** People without a name are called by their number, in the reader's language; the reader, if alone, has one in any case.
 * @param {LocalTable} table */
function named(table) {
  const alone = table.seats.filter(s => s.kind !== 'bot').length === 1;
  const seats = table.seats.map((s, i) =>
    s.kind === 'bot' || s.name ? s : {...s, name: alone ? myName() : _('Player {n}', {n: i + 1})},
  );
  return {...table, seats: apart(seats)};
}

/** Messages go through here. When the device goes to somebody who must not see what the last one saw, they wait behind
 * a curtain until that person says: it is me. @param {LocalTable} table @param {(m: any) => void} tell */
function makeCurtain(table, tell) {
  /** @type {any[]} */
  let held = [];
  let down = false;

  function lift() {
    const all = held;
    held = [];
    down = false;
    for (const m of all) tell(m);
  }

  /** @param {any} m */
  return m => {
    if (m.t === 'hello' && m.curtain && !down) {
      down = true;
      askFor(table.seats[m.you].name || _('Player {n}', {n: m.you + 1}), lift);
    }
    if (down) held.push(m);
    else tell(m);
  };
}

/** The device goes to somebody: nothing is shown until that person says so. @param {string} name @param {() => void} then */
export function askFor(name, then) {
  const box = h(
    'dialog',
    {class: 'curtain', 'aria-label': _('Hand over')},
    h('h2', {}, name),
    h('p', {}, _('It is your turn. Everybody else, look away.')),
    h('form', {method: 'dialog'}, h('div', {class: 'buttons'}, h('button', {class: 'main'}, _('Show my table')))),
  );
  box.addEventListener('cancel', e => e.preventDefault());
  box.addEventListener('close', () => {
    box.remove();
    then();
  });
  document.body.append(box);
  box.showModal();
}

/** One question to an engine of its own. @param {object} message @returns {Promise<any>} */
function ask(message) {
  const worker = newWorker();
  return askOf(worker, message).finally(() => worker.terminate());
}

/** @param {Worker} worker @param {object} message @returns {Promise<any>} */
function askOf(worker, message) {
  return new Promise((done, failed) => {
    worker.onmessage = ({data}) => {
      if (data.t === 'no' || data.t === 'bye')
        failed(Object.assign(new Error(data.text), {code: data.error, line: data.line ?? 0, phrase: data.phrase}));
      else done(data);
    };
    worker.onerror = e => failed(new Error(e.message));
    worker.postMessage({...message, ref: 'q'});
  });
}

/** What is wrong with a file that was opened: a sentence. Of a line of a record the engine speaks to programmers: then the line is enough.
 * @param {Error & {line?: number}} e */
export function fileTrouble(e) {
  const text = reason(e),
    known = language === 'en' || text !== e.message;
  if (!e.line) return known ? text : '';
  return known ? _('Line {n}: {text}', {n: e.line, text}) : _('Line {n} does not fit the game.', {n: e.line});
}

/** @type {Promise<any>|null} */
let lists = null;

/** The engine's own list of games: options with their ranges, and the bots. @returns {Promise<any>} */
const engineLists = () => (lists ??= ask({t: 'games'}));
/** @returns {Promise<any[]>} */
export const engineGames = async () => (await engineLists()).games;
/** @returns {Promise<any[]>} */
export const engineBots = async () => (await engineLists()).bots;

/** A finished game from its record, as somebody saw it. @param {{play: string, edition?: string}} file a .play file, and the edition it was
 * played with @param {string} viewer a seat, 'onlooker' or 'house' @param {string[]} [names]
 * @returns {Promise<{box: Box, facts: any, steps: any[], result: any}>} */
export async function replayRecord({play, edition}, viewer, names) {
  const {lines, box} = await ask({t: 'replay', play, edition, viewer, names});
  const [facts, ...rest] = lines;
  return {box, facts, steps: rest.filter((/** @type {any} */ s) => 'view' in s), result: rest.at(-1).result};
}

/** A finished game with chance drawn anew from a key. @param {string} play @param {string} key
 * @returns {Promise<import('./engine/verify.js').Verdict>} */
export const drawAgain = (play, key) => ask({t: 'verify', play, key});

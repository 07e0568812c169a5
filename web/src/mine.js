// mine.js: the tables of this browser: games kept here, and seats at a server's tables with their secret.

/** @typedef {{kind: 'bot'|'hotseat'|'me', name?: string, bot?: string}} LocalSeat */

/** A table without a server. 'play' is its record so far, "" before the deal; 'names' are those it was played with,
 * 'owner' the tab where it goes on, 'edition' the text of an edition file, if it is not the default one; 'still': bots do not move, and
 * chance is the same every time (a lesson).
 * @typedef {{id: string, game: string, players: number, options: Record<string, string|number>, seats: LocalSeat[],
 *   updated: number, over: boolean, play: string, edition?: string, names?: string[], owner?: string, still?: boolean}} LocalTable */

/** 'others', 'over' and 'you' (the seat, where the link did not tell) are what was seen of it last.
 * @typedef {{id: string, token: string|null, seat: number|null, game: string, host?: string, updated: number,
 *   commitment?: string, nonce?: string, others?: string[], over?: boolean, you?: number|null}} RemoteTable */

const LOCAL = 'speakeasy.local.',
  REMOTE = 'speakeasy.remote.';

/** @template T @param {string} prefix @returns {T[]} */
function all(prefix) {
  /** @type {T[]} */
  const found = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    if (!key?.startsWith(prefix)) continue;
    try {
      found.push(JSON.parse(localStorage.getItem(key) ?? ''));
    } catch {
      /* not ours, or damaged: left alone */
    }
  }
  return found;
}

/** @template T @param {string} key @returns {T|null} */
function get(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns {LocalTable[]} newest first */
export const localTables = () => /** @type {LocalTable[]} */ (all(LOCAL)).sort((a, b) => b.updated - a.updated);
/** @param {string} id @returns {LocalTable|null} */
export const localTable = id => get(LOCAL + id);
let going = false;
/** Sit down at a new table of this browser: once, however often somebody clicks. @param {Omit<LocalTable, 'id'|'updated'|'over'|'play'>} table
 * @param {string} [play] a record to go on from */
export function goTo(table, play = '') {
  if (going) return;
  going = true;
  addEventListener(
    'pageshow',
    () => {
      going = false;
    },
    {once: true},
  ); // back again, out of the browser's memory
  const id = newId();
  keepLocal({...table, id, updated: Date.now(), over: false, play});
  location.assign(`table.html?local=${id}`);
}

/** @param {LocalTable} table */
export const keepLocal = table => localStorage.setItem(LOCAL + table.id, JSON.stringify(table));
/** A local table goes on in the tab that opened it last: only that one writes. 'gone' is told when another tab has it.
 * @param {string} id @param {() => void} gone @returns {{keep(table: LocalTable): void}} */
export function ownLocal(id, gone) {
  const owner = newId(),
    now = localTable(id);
  let mine = true;
  if (now) keepLocal({...now, owner});
  const look = () => {
    const other = localTable(id)?.owner;
    if (!mine || !other || other === owner) return;
    mine = false;
    gone();
  };
  addEventListener('storage', look);
  addEventListener('pageshow', look); // out of the browser's memory, where it heard nothing
  document.addEventListener('visibilitychange', look);
  return {
    keep: table => {
      look();
      if (mine) keepLocal({...table, owner});
    },
  };
}
/** @param {string} id */
export const dropLocal = id => localStorage.removeItem(LOCAL + id);

/** @returns {RemoteTable[]} newest first */
export const remoteTables = () => /** @type {RemoteTable[]} */ (all(REMOTE)).sort((a, b) => b.updated - a.updated);
/** Seats of this browser at one table (several where a device is shared). @param {string} id */
export const seatsAt = id => remoteTables().filter(t => t.id === id);
/** @param {RemoteTable} table */
export const keepRemote = table =>
  localStorage.setItem(`${REMOTE}${table.id}.${table.seat ?? 'host'}`, JSON.stringify(table));
/** @param {RemoteTable} table */
export const dropRemote = table => localStorage.removeItem(`${REMOTE}${table.id}.${table.seat ?? 'host'}`);

/** A seat that was asked for and not answered yet, in this tab: asked for again with the same key, after a reload too, it is the same seat.
 * @typedef {{seat: number, name: string, nonce: string, key: string}} AskedSeat */

const ASKED = 'speakeasy.asked.';

/** @param {string} id @returns {AskedSeat|null} */
export function askedSeat(id) {
  try {
    return JSON.parse(sessionStorage.getItem(ASKED + id) ?? 'null');
  } catch {
    return null;
  }
}
/** @param {string} id @param {AskedSeat} asked */
export function keepAsked(id, asked) {
  try {
    sessionStorage.setItem(ASKED + id, JSON.stringify(asked));
  } catch {
    /* a browser that keeps nothing: then a reload forgets it */
  }
}
/** @param {string} id */
export const dropAsked = id => sessionStorage.removeItem(ASKED + id);

export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(9))].map(b => 'abcdefghijkmnpqrstuvwxyz23456789'[b % 32]).join('');

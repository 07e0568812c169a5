// gangster_tale.js: what came of an event of Gangster: which tile it was, which lines it filled and what they paid, and who was
// passed over. And what a line pays, which the board shows as well.
import {makeTale} from './tale.js';

/** @import {GameEvent, TableState} from '../src/types.js' */

/** @typedef {'R'|'B'|'Y'|'G'} Gang */
/** @typedef {{line: string, gang: Gang|null, seat: number|null, points: number, total: number}} Paid  seat null: nobody plays that gang */
/** @typedef {{tile: string|null, paid: Paid[], skipped: number[], drawn: boolean}} Note */
/** @typedef {{board: (string|null)[], open: (string|null)[], drawn: string|null, drawing: boolean, gangs: Gang[], points: number[],
 *   next: number|null, scored: string[], pending: string[], allEqual: boolean}} World */

export const N = 6, GOAL = 17;
export const LETTERS = /** @type {Gang[]} */ (['R', 'B', 'Y', 'G']);
const COLOURS = {red: 'R', blue: 'B', yellow: 'Y', grey: 'G'};

/** @param {string} tile "R3" or "xR3" */
export const gangOf = tile => /** @type {Gang} */ (tile.at(-2));
/** @param {string} tile */
export const power = tile => Number(tile.at(-1));
/** @param {string} tile */
export const isDead = tile => tile[0] === 'x';
/** @param {string} gang "red" @returns {Gang} */
export const letterOf = gang => /** @type {Gang} */ (COLOURS[/** @type {keyof typeof COLOURS} */ (gang)] ?? 'R');
/** @param {string} name "c4" */
export const cellAt = name => (Number(name[1]) - 1) * N + 'abcdef'.indexOf(name[0]);
/** @param {number} i from 0, row by row */
export const cellName = i => 'abcdef'[i % N] + String(Math.floor(i / N) + 1);

/** The cells of a line: "4" is a row, "c" a column. @param {string} line */
export function cellsOf(line) {
  const row = 'abcdef'.indexOf(line) < 0;
  const k = row ? Number(line) - 1 : 'abcdef'.indexOf(line);
  return Array.from({length: N}, (_x, i) => (row ? k * N + i : i * N + k));
}

/** What a line would pay now: the strongest gang's lead, or nothing while the first are even.
 * @param {(string|null)[]} board @param {string} line @param {boolean} allEqual */
export function pays(board, line, allEqual) {
  /** @type {Record<Gang, number>} */
  const sum = {R: 0, B: 0, Y: 0, G: 0};
  for (const i of cellsOf(line)) {
    const tile = board[i];
    if (tile && !isDead(tile)) sum[gangOf(tile)] += power(tile);
  }
  let order = LETTERS.filter(l => sum[l] > 0).sort((a, b) => sum[b] - sum[a]);
  const topOnly = order.length ? order.filter(l => sum[l] === sum[order[0]]) : [];
  if (topOnly.length > 1) order = order.filter(l => sum[l] !== sum[topOnly[0]]);
  if (allEqual) order = order.filter(l => order.filter(o => sum[o] === sum[l]).length === 1);
  const [first, second] = order, points = first ? sum[first] - (second ? sum[second] : 0) : 0;
  return {gang: points ? first : null, points, sum}; // even again behind those who cancelled out: nobody (GB-R32)
}

/** @param {TableState} state @returns {World} */
function begin(state) {
  const players = /** @type {{gang: string}[]} */ (state.view?.players ?? []);
  const first = /^seat_(\d)$/.exec(String(state.facts?.options.start_player ?? ''));
  return {
    board: Array(N * N).fill(null), open: [null, null], drawn: null, drawing: false, gangs: players.map(p => letterOf(p.gang)),
    points: players.map(() => 0), next: first ? Number(first[1]) - 1 : null, scored: [], pending: [],
    allEqual: state.facts?.options.tie_rule === 'all_equal',
  };
}

/** @param {World} w @param {GameEvent} event @returns {Note} */
export function follow(w, event) {
  const [verb, a, b] = event.text.split(' ');
  if (event.seat === 'chance') return chance(w, verb, a);
  const skipped = turnOf(w, verb, event.seat);
  const note = (/** @type {string|null} */ tile, /** @type {Paid[]} */ paid = []) => ({tile, paid, skipped, drawn: false});
  switch (verb) {
    case 'draw': w.drawing = true; return note(null);
    case 'lay_own': return note(...laid(w, w.gangs[event.seat] + a, b));
    case 'lay_open': return note(...laid(w, take(w.open, Number(a) - 1), b));
    case 'lay_drawn': { const tile = w.drawn; w.drawn = null; return note(...laid(w, tile, a)); }
    case 'move': return note(...laid(w, take(w.board, cellAt(a.slice(0, 2))), a.slice(3)));
    case 'shoot': { const tile = w.board[cellAt(a)]; w.board[cellAt(a)] = `x${must(tile)}`; return note(tile); }
    case 'choose_order': return note(null, scoreAll(w, w.pending.splice(0).sort((x, y) => rank(x, a) - rank(y, a))));
    default: throw new Error(`what is ${verb}?`);
  }
}

/** A row is a digit. @param {string} line @param {string} first */
const rank = (line, first) => Number(/\d/.test(line) !== (first === 'row'));

/** @param {World} w @param {string} verb @param {string} a @returns {Note} */
function chance(w, verb, a) {
  const drawn = verb === 'reveal' && w.drawing;
  if (verb === 'start') w.next = Number(a);
  else if (drawn) [w.drawn, w.drawing] = [a, false];
  else if (verb === 'reveal') w.open[w.open[0] ? 1 : 0] = a;
  return {tile: verb === 'reveal' ? a : null, paid: [], skipped: [], drawn};
}

/** Who was passed over before this seat began its turn. @param {World} w @param {string} verb @param {number} seat */
function turnOf(w, verb, seat) {
  /** @type {number[]} */
  const skipped = [];
  if (verb === 'lay_drawn' || verb === 'choose_order') return skipped;
  for (let s = w.next ?? seat; s !== seat && skipped.length < w.gangs.length; s = (s + 1) % w.gangs.length) skipped.push(s);
  w.next = (seat + 1) % w.gangs.length;
  return skipped;
}

/** @template T @param {T|null} x @returns {T} */
function must(x) {
  if (x === null || x === undefined) throw new Error('there is nothing');
  return x;
}

/** @param {(string|null)[]} from @param {number} i */
function take(from, i) {
  const tile = from[i];
  from[i] = null;
  return tile;
}

/** The tile lies; if it fills one line that is scored, two wait for their order.
 * @param {World} w @param {string|null} tile @param {string} cell @returns {[string, Paid[]]} */
function laid(w, tile, cell) {
  w.board[cellAt(cell)] = must(tile);
  const full = [cell[1], cell[0]].filter(line => !w.scored.includes(line) && cellsOf(line).every(i => w.board[i]));
  if (full.length > 1) w.pending = full;
  return [must(tile), full.length === 1 ? scoreAll(w, full) : []];
}

/** One after the other, until somebody is Al Capone. @param {World} w @param {string[]} lines @returns {Paid[]} */
function scoreAll(w, lines) {
  /** @type {Paid[]} */
  const paid = [];
  for (const line of lines) {
    const {gang, points} = pays(w.board, line, w.allEqual), at = gang ? w.gangs.indexOf(gang) : -1, seat = at < 0 ? null : at;
    const total = seat === null ? 0 : Math.min(GOAL, w.points[seat] + points);
    paid.push({line, gang, seat, points: seat === null ? points : total - w.points[seat], total});
    w.scored.push(line);
    if (seat !== null) w.points[seat] = total;
    if (total === GOAL) break;
  }
  return paid;
}

export const makeGangsterTale = () => makeTale(begin, follow);
export {begin};

// puzzles.js: "best move?": the puzzles of docs/puzzles.md, which of them this reader has tried, and how strong that makes them. An account's
// ratings are the server's business (docs/protocol.md, "Puzzles"); without one, or without a network, they are kept here.
import {session} from './account.js';
import {call, house} from './api.js';
import {startLocal} from './local.js';
import {readRecord} from './lesson.js';
import {_} from './words.js';

/** @import {Channel, Ear} from './types.js' */

/** @typedef {{number: number, seat: number, difficulty: number, gap: number, best: string, looks_best: string,
 *   lines: {move: string, percent: number}[], ends?: {best: End, looks_best: End}, record: string}} Puzzle */

/** How games end after a move, on average: my score, and that of the strongest rival. @typedef {{percent: number, own: number, rival: number}} End */

/** 'tried': by number, whether the first try was right. @typedef {{rating: number, tried: Record<string, boolean>}} Solver */

const KEY = 'speakeasy.puzzles',
  START = 1500,
  HARD = [1200, 1400, 1600, 1800]; // the rating of a puzzle that nobody has tried, by difficulty

/** @param {string} game @returns {Promise<Puzzle[]>} */
export async function puzzlesOf(game) {
  const answer = await fetch(`puzzles/${game}.json`);
  return answer.ok ? (await answer.json()).puzzles : [];
}

/** @returns {Record<string, Solver>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** @param {string} game @returns {Solver} */
export const solverOf = game => all()[game] ?? {rating: START, tried: {}};

/** @param {string} game @param {Solver} solver */
function keep(game, solver) {
  try {
    localStorage.setItem(KEY, JSON.stringify({...all(), [game]: solver}));
  } catch {
    /* a browser that keeps nothing: then every puzzle is a new one */
  }
}

/** What a first try does to a rating: Elo, quicker in the beginning. @param {number} rating @param {number} against @param {boolean} right
 * @param {number} n tries before */
export function rated(rating, against, right, n) {
  const expected = 1 / (1 + 10 ** ((against - rating) / 400));
  return Math.round(rating + (n < 20 ? 40 : 20) * (Number(right) - expected));
}

/** @param {Puzzle} p */
export const ratingOf = p => HARD[p.difficulty - 1] ?? START;

/** The first try at a puzzle: how it changes the solver's rating; null: it was tried before. With an account the server rates it.
 * @param {string} game @param {Puzzle} p @param {string} move @returns {Promise<{before: number, after: number}|null>} */
export async function noteTry(game, p, move) {
  const solver = solverOf(game),
    right = move === p.best;
  if (p.number in solver.tried) return null;
  const before = solver.rating;
  const there = (await house()) && session();
  const answer = there
    ? await call('POST', `api/puzzles/${game}/${p.number}`, {body: {move}, token: there.session}).catch(() => null)
    : null;
  const after = answer?.rating ?? rated(before, ratingOf(p), right, Object.keys(solver.tried).length);
  keep(game, {rating: after, tried: {...solver.tried, [p.number]: right}});
  return {before: answer?.before ?? before, after};
}

/** What the server knows of this reader, from all devices, is more than what is kept here. @param {string} game */
export async function fetchSolver(game) {
  const there = (await house()) && session();
  const known = there ? await call('GET', `api/puzzles/${game}`, {token: there.session}).catch(() => null) : null;
  if (!known) return;
  keep(game, {rating: known.rating, tried: {...solverOf(game).tried, ...known.tried}});
}

/** The next one: not tried yet, of that difficulty if one is asked for, and the nearest to the solver's rating; when all are tried, those that went
 * wrong come again. @param {Puzzle[]} puzzles @param {Solver} solver @param {number} difficulty 0: any */
export function nextPuzzle(puzzles, {rating, tried}, difficulty) {
  const fit = puzzles.filter(p => !difficulty || p.difficulty === difficulty),
    fresh = fit.filter(p => !(p.number in tried)),
    wrong = fit.filter(p => tried[p.number] === false);
  const among = fresh.length ? fresh : wrong.length ? wrong : fit;
  return [...among].sort(
    (a, b) => Math.abs(ratingOf(a) - rating) - Math.abs(ratingOf(b) - rating) || a.number - b.number,
  )[0];
}

/** A puzzle at a real table: nobody moves but the reader, and a move that is not the best one changes nothing.
 * @param {string} game @param {Puzzle} p @param {(move: string) => string|null} judge null: it is the best; else what to say of it */
export async function startPuzzle(game, p, judge) {
  const {players} = readRecord(p.record);
  /** @type {import('./mine.js').LocalTable} */
  const table = {
    id: `puzzle-${game}-${p.number}`,
    game,
    players,
    options: {},
    updated: 0,
    over: false,
    still: true,
    seats: Array.from({length: players}, (_x, i) => (i === p.seat ? {kind: 'me'} : {kind: 'bot', bot: 'normal'})),
    play: p.record,
  };
  const way = await startLocal(table);
  let solved = false;

  /** @param {Channel} channel @param {Ear} ear @returns {Channel} */
  function ask(channel, ear) {
    const no = (/** @type {any} */ m, /** @type {string} */ text) =>
      ear.message({t: 'no', ref: m.ref, error: 'lesson', text});
    /** @type {Record<string, (m: any) => void>} */
    const own = {
      move(m) {
        const objection = solved ? _('This puzzle is solved.') : judge(m.text);
        if (objection !== null) return no(m, objection);
        solved = true;
        channel.send(m);
      },
      say: m => no(m, _('In a puzzle there is no need for that.')),
      undo: m => no(m, _('In a puzzle there is no need for that.')),
      hint: m => ear.message({t: 'ok', ref: m.ref, moves: solved ? [] : [{text: p.best, share: 10000, value: null}]}),
    };
    return {send: (/** @type {any} */ m) => (own[m.t] ?? channel.send)(m), close: channel.close};
  }
  return {
    box: way.box,
    open: (/** @type {Ear} */ ear) =>
      ask(
        way.open(table, ear, () => {}),
        ear,
      ),
  };
}

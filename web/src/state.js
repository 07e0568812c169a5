// state.js: the one state of a table page, and how a message makes the next one. No element, no socket: given
// the same messages it is the same state, which is what tests and replays use.

/** @import {TableState, ViewMessage} from './types.js' */

/** @returns {TableState} */
export function emptyState() {
  return {
    link: 'connecting', you: null, host: false, facts: null, seq: 0, view: null, before: null, actors: [],
    moves: [], ends: [], undo: false, speakers: [], clocks: [], clocksAt: 0, result: null, events: [],
    fresh: 0, chat: [], pending: null, refusal: null, hint: null,
    away: false, goodbye: '',
  };
}

/** @param {TableState} state @param {any} m a message of the house @param {number} now
 * @returns {TableState} */
export function hear(state, m, now) {
  switch (m.t) {
    case 'hello': return {...(m.you === state.you ? state : emptyState()), link: state.link, you: m.you, host: m.host};
    case 'facts': return {...state, facts: m};
    case 'view': return look(state, m, now);
    case 'chat': return state.chat.some(c => c.n === m.n) ? state : {...state, chat: [...state.chat, m]};
    case 'bye': return {...state, goodbye: m.text ?? ''};
    case 'ok': return {...state, pending: null, refusal: null, hint: m.moves ?? state.hint};
    case 'no': return {...state, pending: null, refusal: {rule: m.rule ?? null, text: m.text, about: '', stale: m.error === 'stale'}};
    default: return state;
  }
}

/** @param {TableState} state @param {ViewMessage} m @param {number} now @returns {TableState} */
function look(state, m, now) {
  const known = new Set(state.events.map(e => e.n));
  const fresh = m.events.filter(e => !known.has(e.n));
  return {
    ...state, seq: m.n, before: state.view, view: m.view, actors: m.actors, moves: m.moves, ends: m.ends,
    undo: m.undo, speakers: m.speakers, clocks: m.clocks, clocksAt: now, result: m.result, away: !!m.away,
    events: fresh.length ? [...state.events, ...fresh].sort((a, b) => a.n - b.n) : state.events, fresh: fresh.length,
    refusal: !fresh.length ? state.refusal : state.refusal?.stale ? {...state.refusal, stale: false} : null, hint: fresh.length ? null : state.hint,
  };
}

/** Is a message missing before this one? Then the house is asked with 'since'.
 * @param {TableState} state @param {ViewMessage} m */
export const hasGap = (state, m) => m.first > state.seq;

/** @param {TableState} state */
export const myTurn = state => state.you !== null && state.moves.length > 0;

/** Events since this seat's own last act, the newest last: what the recap tells.
 * @param {TableState} state */
export function sinceMine(state) {
  let from = state.events.length;
  while (from > 0 && state.events[from - 1].seat !== state.you) from--;
  return state.events.slice(from);
}

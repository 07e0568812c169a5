// state.js: the one state of a table page, and how a message makes the next one. No element, no socket: given
// the same messages it is the same state, which is what tests and replays use.

import {apart} from './names.js';

/** @import {TableState, ViewMessage} from './types.js' */

/** @returns {TableState} */
export function emptyState() {
  return {
    link: 'connecting', you: null, host: false, facts: null, seq: 0, view: null, before: null, actors: [],
    moves: [], ends: [], undo: false, speakers: [], clocks: [], clocksAt: 0, result: null, events: [],
    fresh: 0, chat: [], pending: null, refusal: null, hint: null,
    away: false, goodbye: '', talkMs: null, newsAt: 0,
  };
}

/** @param {TableState} state @param {any} m a message of the house @param {number} now
 * @returns {TableState} */
export function hear(state, m, now) {
  switch (m.t) {
    case 'hello': return {...(m.you === state.you ? state : emptyState()), link: state.link, you: m.you, host: m.host, talkMs: m.talk_ms ?? null};
    case 'facts': return {...state, facts: {...m, seats: apart(m.seats)}};
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
    undo: m.undo, speakers: m.speakers, clocks: m.clocks, clocksAt: now, newsAt: fresh.length ? now : state.newsAt, result: m.result, away: !!m.away,
    events: fresh.length ? [...state.events, ...fresh].sort((a, b) => a.n - b.n) : state.events, fresh: fresh.length,
    refusal: !fresh.length ? state.refusal : state.refusal?.stale ? {...state.refusal, stale: false} : null, hint: fresh.length ? null : state.hint,
  };
}

/** Is a message missing before this one? Then the house is asked with 'since'.
 * @param {TableState} state @param {ViewMessage} m */
export const hasGap = (state, m) => m.first > state.seq;

/** @param {TableState} state */
export const myTurn = state => state.you !== null && state.moves.length > 0;

/** @param {TableState} state */
export const mayTalk = state => state.you !== null && !!state.facts?.rules.talk && state.speakers.includes(state.you);

/** How long a bot that is asked still waits for this reader's words, in ms; null: nobody waits, or it was not told.
 * @param {TableState} state @param {number} now */
export function talkLeft(state, now) {
  const waits = state.actors.some(seat => state.facts?.seats[seat]?.kind === 'bot' || state.facts?.seats[seat]?.away);
  if (!mayTalk(state) || myTurn(state) || !waits || !state.talkMs) return null;
  return Math.max(0, state.newsAt + state.talkMs - now);
}

/** Events since this seat's own last act, the newest last: what the recap tells. What chance made of that act, and what was dealt to this
 * seat, are no news. @param {TableState} state */
export function sinceMine({events, you}) {
  let from = events.length;
  while (from > 0 && events[from - 1].seat !== you) from--;
  if (from > 0) while (events[from]?.seat === 'chance') from++;
  return events.slice(from).filter(e => e.seat !== 'chance' || !e.text.startsWith(`deal ${you} `));
}

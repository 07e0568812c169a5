// state.js: the one state of a table page, and how a message makes the next one. No element, no socket: given
// the same messages it is the same state, which is what tests and replays use.

import {apart} from './names.js';

/** @import {GameEvent, TableState, ViewMessage} from './types.js' */

/** @returns {TableState} */
export function emptyState() {
  return {
    link: 'connecting',
    you: null,
    host: false,
    facts: null,
    seq: 0,
    view: null,
    text: '',
    position: null,
    before: null,
    actors: [],
    moves: [],
    ends: [],
    undo: false,
    speakers: [],
    said: 0,
    promises: [],
    clocks: [],
    clocksAt: 0,
    result: null,
    events: [],
    fresh: 0,
    chat: [],
    pending: null,
    refusal: null,
    hint: null,
    away: false,
    acted: false,
    late: null,
    goodbye: '',
    talkMs: null,
    hurry: false,
    newsAt: 0,
  };
}

/** @param {TableState} state @param {any} m a message of the house @param {number} now
 * @returns {TableState} */
export function hear(state, m, now) {
  switch (m.t) {
    case 'hello':
      return {
        ...(m.you === state.you ? state : emptyState()),
        link: state.link,
        you: m.you,
        host: m.host,
        talkMs: m.talk_ms ?? null,
        hurry: !!m.hurry,
      };
    case 'facts':
      return {...state, facts: {...m, seats: apart(m.seats)}};
    case 'view':
      return look(state, m, now);
    case 'chat':
      return state.chat.some(c => c.n === m.n) ? state : {...state, chat: [...state.chat, m].sort((a, b) => a.n - b.n)};
    case 'unheard': // somebody was blocked: what they wrote before goes, too
      return {...state, chat: state.chat.filter(c => c.seat === null || !m.seats.includes(c.seat))};
    case 'bye':
      return {...state, goodbye: m.text ?? ''};
    case 'ok':
      return {
        ...state,
        acted: state.acted || state.pending !== null,
        pending: null,
        refusal: null,
        hint: m.moves ?? state.hint,
      };
    case 'no':
      return {
        ...state,
        pending: null,
        refusal: {rule: m.rule ?? null, text: m.text, phrase: m.phrase, about: '', stale: m.error === 'stale'},
      };
    default:
      return state;
  }
}

/** @param {TableState} state @param {ViewMessage} m @param {number} now @returns {TableState} */
function look(state, m, now) {
  const known = new Set(state.events.map(e => e.n));
  const fresh = m.events.filter(e => !known.has(e.n));
  return {
    ...state,
    seq: m.n,
    before: state.view,
    view: m.view,
    text: m.board ?? '',
    position: m.position ?? null,
    actors: m.actors,
    moves: m.moves,
    ends: m.ends,
    undo: m.undo,
    speakers: m.speakers,
    said: m.said ?? 0,
    promises: m.promises ?? [],
    clocks: m.clocks,
    clocksAt: now,
    newsAt: fresh.length ? now : state.newsAt,
    result: m.result,
    away: !!m.away,
    acted: false,
    late: late(state, fresh, now),
    events: fresh.length ? [...state.events, ...fresh].sort((a, b) => a.n - b.n) : state.events,
    fresh: fresh.length,
    refusal: !fresh.length ? state.refusal : state.refusal?.stale ? {...state.refusal, stale: false} : null,
    hint: fresh.length ? null : state.hint,
  };
}

const LATE_MS = 300; // the house's clock and this one differ by as long as messages take

/** What was done for the reader because their time was up, until they do something themselves. That it was the clock the house does not say: they
 * did nothing, and it stood at nothing. @param {TableState} state @param {GameEvent[]} fresh @param {number} now @returns {TableState['late']} */
function late(state, fresh, now) {
  const own = fresh.findLast(e => e.seat === state.you && isMove(e));
  if (!own) return state.late;
  const face = state.clocks[Number(state.you)],
    left = (face?.left ?? Infinity) - (face?.running ? now - state.clocksAt : 0);
  if (left > LATE_MS || state.acted || state.pending) return null;
  return own.kind === 'safe' ? 'safe' : 'bot';
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
  if (!mayTalk(state) || myTurn(state) || !waits || !state.talkMs || isAlone(state)) return null;
  return Math.max(0, state.newsAt + state.talkMs - now);
}

/** One person among bots has all the time there is, unless this one set a time (local_game.js). @param {TableState} state */
const isAlone = ({facts, hurry}) => !hurry && facts?.seats.filter(s => s.kind !== 'bot').length === 1;

/** The events that no longer count: moves that were taken back, and all that somebody went back behind. @param {GameEvent[]} events */
export function struck(events) {
  /** @type {Set<number>} */
  const out = new Set();
  events.forEach((e, i) => {
    if (e.kind !== 'undo') return;
    const {back} = e,
      last = back ? undefined : events.slice(0, i).findLast(o => o.seat === e.seat && isMove(o) && !out.has(o.n));
    if (last) out.add(last.n);
    if (back) for (const o of events.slice(0, i)) if (o.n >= back && o.kind !== 'undo') out.add(o.n);
  });
  return out;
}

/** @param {GameEvent} e */
const isMove = e => e.kind === 'move' || e.kind === 'safe';

/** The reader's last deed, as it was made: the event of its first move, where several are one, as the steps of a walk. Undefined: there is none.
 * @param {TableState} state @param {((before: GameEvent, event: GameEvent) => boolean)|undefined} goesOn */
export function lastDeed({events, you}, goesOn) {
  const gone = struck(events),
    own = events.filter(e => e.seat === you && isMove(e) && !gone.has(e.n));
  let at = own.length - 1;
  while (at > 0 && own[at].n === own[at - 1].n + 1 && goesOn?.(own[at - 1], own[at])) at--;
  return own[at]?.n;
}

/** Events since this seat's own last act, the newest last: what the recap tells. What chance made of that act, and what was dealt to this
 * seat, are no news. @param {TableState} state */
export function sinceMine({events, you}) {
  let from = events.length;
  while (from > 0 && events[from - 1].seat !== you) from--;
  if (from > 0) while (events[from]?.seat === 'chance') from++;
  return events.slice(from).filter(e => e.seat !== 'chance' || !e.text.startsWith(`deal ${you} `));
}

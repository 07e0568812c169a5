// reel.js: a finished game as turns and sentences: which steps are one turn, what is said of each, the list to click, and the bar with its marks.
// What a step looks like is the board's business; where the steps come from, pages/replay.js's.
import {h, say, set} from './dom.js';
import {_} from './words.js';
import {runs, sentence} from './panels/log.js';
import {struck} from './state.js';

/** @import {GameEvent, Speaker, TableState} from './types.js' */

/** @typedef {{n: number, entry: number, turn: number, event: GameEvent|null}} Step */

/** A turn: its first and last step, and whose it is; null: several play at once, or nobody.
 * @typedef {{from: number, to: number, seat: number|null, number: number}} Turn */

/** A sentence and the step after which it is true. @typedef {{at: number, text: string, gone: boolean}} Line */

/** The steps of each turn. What is dealt before anybody moves is no turn: number 0. @param {Step[]} steps @returns {Turn[]} */
export function turnsOf(steps) {
  /** @type {Turn[]} */
  const turns = [];
  for (let i = 1; i < steps.length; i++) {
    const last = turns.at(-1);
    if (last && steps[i - 1].turn === steps[i - 2]?.turn) last.to = i;
    else turns.push({from: i, to: i, seat: null, number: 0});
  }
  return named(turns, steps);
}

/** Whose turn each is. One in which only chance acts belongs to the one after it; several before anybody moves are one deal. @param {Turn[]} turns @param {Step[]} steps */
function named(turns, steps) {
  /** @type {Turn[]} */
  const out = [];
  let number = 0;
  for (const t of turns) {
    const who = new Set(
      steps
        .slice(t.from, t.to + 1)
        .flatMap(s => (s.event && s.event.seat !== 'chance' && s.event.kind !== 'talk' ? [s.event.seat] : [])),
    );
    const before = out.at(-1),
      seat = who.size === 1 ? Number([...who][0]) : null;
    if (before && !before.number && !who.size)
      before.to = t.to; // persons, then cards: one deal
    else if (before && before.number && !steps.slice(before.from, before.to + 1).some(s => s.event?.seat !== 'chance'))
      Object.assign(before, {to: t.to, seat});
    else out.push({...t, seat, number: who.size ? ++number : 0});
  }
  return out;
}

/** Everything that is worth a line, in order. @param {Speaker} speaker @param {Step[]} steps @param {(i: number) => TableState} stateAt
 * @param {(seat: number) => string} name @returns {Line[]} */
export function linesOf(speaker, steps, stateAt, name) {
  const events = steps.flatMap(s => (s.event ? [s.event] : [])),
    place = new Map(steps.map((s, i) => [s.event, i])),
    gone = struck(events);
  return runs(speaker, events, gone).flatMap(({e, last}) => {
    const at = place.get(last) ?? 0,
      text = sentence(speaker, last, e, stateAt(at), name);
    return text ? [{at, text: text.charAt(0).toLocaleUpperCase() + text.slice(1), gone: gone.has(last.n)}] : [];
  });
}

/** The sentence under a step: its own, or the last one before it; at the beginning that nothing has happened. @param {Line[]} lines @param {number} at */
export const captionAt = (lines, at) =>
  at === 0 ? _('The table is ready.') : (lines.findLast(l => l.at <= at)?.text ?? _('The deal.'));

/** @param {Turn} turn @param {(seat: number) => string} name */
function titleOf(turn, name) {
  if (!turn.number) return _('The deal');
  return turn.seat === null
    ? _('Turn {n}', {n: turn.number})
    : _('Turn {n}: {name}', {n: turn.number, name: name(turn.seat)});
}

/** The list: turns, and under each its sentences. @param {(seat: number) => string} name @param {number[]} mine the reader's own seats
 * @param {(i: number) => void} go */
export function turnList(name, mine, go) {
  const root = h('ol', {class: 'turns', tabindex: 0, 'aria-label': _('Turns')});
  /** @type {{e: HTMLElement, at: number}[]} */
  let stops = [];
  /** @param {string} text @param {number} at @param {string} kind */
  function stop(text, at, kind) {
    const e = h('a', {href: `#${at}`, class: kind}, text);
    e.addEventListener('click', press => {
      press.preventDefault();
      go(at);
    });
    stops.push({e, at});
    return e;
  }

  return {
    root,
    /** @param {Turn[]} turns @param {Line[]} lines */
    draw(turns, lines) {
      stops = [];
      root.replaceChildren(
        ...turns.map(t =>
          h(
            'li',
            {class: t.seat !== null && mine.includes(t.seat) ? 'turn own' : 'turn'},
            stop(titleOf(t, name), t.from - 1, 'turn-title'),
            ...lines
              .filter(l => l.at >= t.from && l.at <= t.to)
              .map(l => stop(l.text, l.at, l.gone ? 'line gone' : 'line')),
          ),
        ),
      );
    },
    /** Where the reader is; it is brought into sight. @param {number} at */
    mark(at) {
      const now = stops.findLast(s => s.at <= at && s.e.matches('.line')) ?? stops[0];
      for (const {e} of stops) set(e, {'aria-current': e === now?.e ? 'step' : null});
      if (!now) return;
      const y = now.e.offsetTop - root.offsetTop;
      if (y < root.scrollTop || y + now.e.offsetHeight > root.scrollTop + root.clientHeight)
        root.scrollTop = y - root.clientHeight / 3;
    },
  };
}

/** The marks above the bar: where turns begin, and what changed the game. @param {number} last @param {number[]} mine
 * @param {(i: number) => void} go */
export function barMarks(last, mine, go) {
  const root = h('div', {class: 'marks', 'aria-hidden': 'true'});
  const place = (/** @type {number} */ at) => `${(100 * at) / Math.max(1, last)}%`;
  return {
    root,
    /** @param {Turn[]} turns @param {{at: number}[]} points */
    draw(turns, points) {
      root.replaceChildren(
        ...turns.map(t => {
          const e = h('i', {
            class: t.seat !== null && mine.includes(t.seat) ? 'mark own' : 'mark',
            onclick: () => go(t.from - 1),
          });
          e.style.left = place(t.from - 1);
          return e;
        }),
        ...points.map((p, i) => {
          const e = h('b', {class: 'point', onclick: () => go(p.at)});
          say(e, String(i + 1));
          e.style.left = place(p.at);
          return e;
        }),
      );
    },
  };
}

// seats.js: who sits where, whose turn it is, clocks; and how everybody stands, which the board draws there (boards/stands.js).
import {h, keep, say, set} from '../dom.js';
import {_, duration} from '../words.js';
import {scoreWords} from '../games.js';
import {portrait} from '../../boards/kit.js';
import {lately} from '../remarks.js';

/** @import {Seat, TableState} from '../types.js' */

/** The name in sentences. @param {Seat} seat */
export function plainName(seat) {
  if (seat.kind === 'open') return _('open seat');
  return seat.name || (seat.kind === 'bot' && seat.bot ? botName(seat.bot) : _('Player {n}', {n: seat.seat + 1}));
}

/** The name where seats are listed. @param {Seat} seat @param {number|null} you */
export const seatName = (seat, you) =>
  seat.seat === you ? _('{name} (you)', {name: plainName(seat)}) : plainName(seat);

/** The same, with what follows the name apart: a chip has no room for it. @param {Seat} seat @param {number|null} you @returns {[string, string]} */
function nameParts(seat, you) {
  const name = seat.kind === 'open' && seat.name ? seat.name : plainName(seat),
    whole = seat.seat === you ? seatName(seat, you) : name;
  return whole.startsWith(name) ? [name, whole.slice(name.length)] : [whole, ''];
}

/** "hard@50ms" for people. @param {string} bot */
export function botName(bot) {
  /** @type {Record<string, string>} */
  const names = {easy: _('Bot, easy'), normal: _('Bot, normal'), hard: _('Bot, hard'), boss: _('Bot, boss')};
  return names[bot.split('@')[0]] ?? _('Bot {name}', {name: bot});
}

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What is to be known of a seat beside its name. @param {Seat} seat */
function besides(seat) {
  if (seat.kind === 'open') return _('free');
  if (seat.kind === 'bot') return seat.bot && seat.name ? botName(seat.bot) : '';
  if (seat.away) return seat.bot ? _('away: a bot plays') : _('away');
  return seat.here || seat.kind === 'hotseat' ? '' : _('not here');
}

/** Whoever plays need not wait for ever for somebody who is gone; the house says when it has been long enough.
 * @param {Seat} seat @param {TableState} state */
const mayGoOnWithout = (seat, state) =>
  state.facts?.status === 'playing'
  && !!state.facts.rules.absence
  && state.you !== null
  && seat.seat !== state.you
  && ['person', 'hotseat'].includes(seat.kind)
  && !seat.here
  && !seat.away;

/** Where a board draws how somebody stands: 'stand' is always seen, 'about' when the name is pressed.
 * @typedef {{stand: HTMLElement, about: HTMLElement}} Place */

/** 'manner': how a bot plays, in words; 'about': what can be done about whoever sits there, if anything
 * @typedef {{goOnWithout(seat: Seat): void, manner(bot: string): string, about?: (seat: number) => void}} Knows */

/** @param {HTMLElement} root @param {Knows} knows */
export function seatsPanel(root, {goOnWithout, manner, about}) {
  const list = h('ul', {class: 'seats'});
  /** @type {Map<number, Place>} */
  const places = new Map();
  root.replaceChildren(h('h2', {class: 'unseen'}, _('At the table')), list);

  /** @param {number} seat @returns {Place} */
  function place(seat) {
    const there = places.get(seat) ?? {stand: h('div', {class: 'stand'}), about: h('div')};
    places.set(seat, there);
    return there;
  }

  /** Who is pressed opens, and any other shuts; so does who is open. @param {Element|null} which */
  function unfold(which) {
    for (const li of list.children) {
      const open = li === which && !li.classList.contains('unfolded');
      li.classList.toggle('unfolded', open);
      set(/** @type {Element} */ (li.querySelector('.unfold')), {'aria-expanded': String(open)});
    }
  }
  document.addEventListener('click', e => {
    if (!e.composedPath().includes(list)) unfold(null);
  });
  list.addEventListener('keydown', e => {
    if (e.key === 'Escape' && list.querySelector('.unfolded')) (e.stopPropagation(), unfold(null));
  });

  /** @param {Seat} s */
  function makeSeat(s) {
    const {stand, about: told} = place(s.seat);
    const unfolds = h('button', {
      type: 'button',
      class: 'unfold',
      'aria-expanded': 'false',
      onclick: () => unfold(unfolds.closest('li')),
    });
    return h(
      'li',
      {},
      h(
        'div',
        {class: 'face'},
        unfolds,
        h(
          'span',
          {class: 'name'},
          h('span', {class: 'mark'}),
          h('span', {class: 'presence'}),
          h('span', {class: 'who'}),
        ),
        h('span', {class: 'clock'}),
        h('span', {class: 'score'}),
        stand,
        h('span', {class: 'portrait'}),
      ),
      h(
        'div',
        {class: 'about'},
        h('p', {class: 'small'}),
        h('p', {class: 'small plays'}),
        told,
        about
          && h('button', {type: 'button', class: 'person', onclick: () => about(s.seat)}, _('Friend, block, report')),
      ),
      h('p', {class: 'remark', hidden: true}),
      h('button', {type: 'button', class: 'without', onclick: () => goOnWithout(s)}),
    );
  }

  /** @param {TableState} state */
  const draw = state => {
    keep(
      list,
      state.facts?.seats ?? [],
      s => String(s.seat),
      makeSeat,
      (e, s) => {
        drawSeat(e, s, state);
        say(e.querySelector('.plays'), s.kind === 'bot' && s.bot ? capital(manner(s.bot)) : '');
      },
    );
    set(list, {'data-seats': list.children.length});
  };
  return Object.assign(draw, {place});
}

/** @param {HTMLElement} e @param {Seat} s @param {TableState} state */
function drawSeat(e, s, state) {
  const [face, about, remark, without] = /** @type {HTMLElement[]} */ ([...e.children]),
    [unfolds, name, clock, score] = /** @type {HTMLElement[]} */ ([...face.children]),
    [mark, presence, who] = name.children;
  const asked = state.actors.includes(s.seat) && !state.result,
    more = besides(s);
  e.classList.toggle('asked', asked);
  e.classList.toggle('mine', s.seat === state.you);
  say(mark, asked ? '\u25B6' : state.result ? `${state.result.ranks[s.seat]}.` : String(s.seat + 1));
  set(mark, {
    role: 'img',
    'aria-label': asked
      ? _('to move')
      : state.result
        ? _('place {n}', {n: state.result.ranks[s.seat]})
        : _('seat {n}', {n: s.seat + 1}),
  });
  drawPresence(/** @type {HTMLElement} */ (presence), s, state);
  keep(
    who,
    [...nameParts(s, state.you), more ? ` \u2013 ${more}` : ''],
    (_x, i) => String(i),
    () => h('span'),
    (span, text, i) => {
      say(span, text);
      span.className = ['', 'you', 'manner'][i];
    },
  );
  drawPortrait(/** @type {HTMLElement} */ (face.querySelector('.portrait')), s);
  set(unfolds, {'aria-label': _('About {name}', {name: plainName(s)})});
  e.classList.toggle('absent', s.kind !== 'bot' && !!more);
  say(
    /** @type {Element} */ (about.firstElementChild),
    [_('Seat {n}', {n: s.seat + 1}), more].filter(Boolean).join(' \u00B7 '),
  );
  const person = /** @type {HTMLElement|null} */ (about.querySelector('.person'));
  if (person) person.hidden = s.kind !== 'person' || s.seat === state.you;
  drawRemark(remark, lately(state.events, s.seat));
  without.hidden = !mayGoOnWithout(s, state);
  say(without, _('Go on without {name}', {name: plainName(s)}));
  drawClock(clock, state, s.seat);
  say(score, state.result ? scoreWords(state.facts?.game, state.result.scores[s.seat]) : '');
}

/** What a bot has just said. The log reads it out. @param {HTMLElement} e @param {string} words */
function drawRemark(e, words) {
  e.hidden = !words;
  if (e.textContent === words) return;
  e.replaceChildren(h('span', {'aria-hidden': 'true'}, words)); // another one: it fades by itself
  if (words) queueMicrotask(() => hang(e));
}

/** Beside all seats, or below them on a phone held upright: never upon the standings. Within the window wherever the seat is: it lies over the page, which
 * neither moves nor grows for it. @param {HTMLElement} e */
function hang(e) {
  const seat = /** @type {HTMLElement} */ (e.parentElement).getBoundingClientRect(),
    all = /** @type {HTMLElement} */ (e.closest('.seats')).getBoundingClientRect(),
    own = e.getBoundingClientRect(),
    beside = innerHeight <= 500 || innerWidth > 860,
    within = (/** @type {number} */ at, /** @type {number} */ most) => `${Math.max(4, Math.min(at, most - 4))}px`;
  e.style.left = within(beside ? all.left - own.width - 4 : seat.left + 6, innerWidth - own.width);
  e.style.top = within(beside ? seat.top + 4 : all.bottom + 3, innerHeight - own.height);
}

/** @param {HTMLElement} e @param {Seat} s */
function drawPortrait(e, s) {
  e.hidden = s.kind === 'open';
  if (e.dataset.of === s.name) return;
  e.dataset.of = s.name;
  e.replaceChildren(portrait(s.name, s.seat));
}

/** Who is there: a dot, a ring where nobody is, a ring with a bar where somebody is played for. At a table of this browser everybody is.
 * @param {HTMLElement} e @param {Seat} s @param {TableState} state */
function drawPresence(e, s, state) {
  const person = ['person', 'hotseat'].includes(s.kind) && !!state.facts?.rules.absence,
    here = s.seat === state.you ? state.link === 'live' : s.here,
    how = s.away ? 'away' : here ? 'here' : 'gone',
    /** @type {Record<string, string>} */ words = {
      away: _('is played for'),
      here: _('is here'),
      gone: _('is not here'),
    };
  e.hidden = !person || !!state.result;
  e.dataset.presence = how;
  set(e, {role: 'img', 'aria-label': words[how], title: words[how]});
}

/** @param {HTMLElement} e @param {TableState} state @param {number|undefined} seat */
export function drawClock(e, state, seat) {
  const face = seat === undefined ? null : state.clocks[seat];
  e.hidden = !face || face.left === null;
  if (!face || face.left === null) return;
  const left = face.left - (face.running ? performance.now() - state.clocksAt : 0);
  say(e, duration(left));
  e.classList.toggle('short', left < 30000 && face.running);
}

/** Whose clock the line above shows: the reader's if it runs, else the one that does. @param {TableState} state */
export function clockNow({clocks, you}) {
  const running = clocks.findIndex(c => c.running);
  return running < 0 || (you !== null && clocks[you]?.running) ? (you ?? 0) : running;
}

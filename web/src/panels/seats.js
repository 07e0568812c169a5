// seats.js: who sits where, whose turn it is, points and clocks.
import {h, keep, say} from '../dom.js';
import {_, duration} from '../words.js';
import {scoreWords} from '../games.js';

/** @import {Seat, TableState} from '../types.js' */

/** The name in sentences. @param {Seat} seat */
export function plainName(seat) {
  if (seat.kind === 'open') return _('open seat');
  return seat.name || (seat.kind === 'bot' && seat.bot ? botName(seat.bot) : _('Player {n}', {n: seat.seat + 1}));
}

/** The name where seats are listed. @param {Seat} seat @param {number|null} you */
export const seatName = (seat, you) => (seat.seat === you ? _('{name} (you)', {name: plainName(seat)}) : plainName(seat));

/** "hard@50ms" for people. @param {string} bot */
export function botName(bot) {
  /** @type {Record<string, string>} */
  const names = {easy: _('Bot, easy'), normal: _('Bot, normal'), hard: _('Bot, hard')};
  return names[bot.split('@')[0]] ?? _('Bot {name}', {name: bot});
}

/** What is to be known of a seat beside its name. @param {Seat} seat */
function manner(seat) {
  if (seat.kind === 'open') return _('free');
  if (seat.kind === 'bot') return seat.bot && seat.name ? botName(seat.bot) : '';
  if (seat.away) return seat.bot ? _('away: a bot plays') : _('away');
  return seat.here || seat.kind === 'hotseat' ? '' : _('not here');
}

/** @param {HTMLElement} root */
export function seatsPanel(root) {
  const list = h('ul', {class: 'seats'});
  root.replaceChildren(h('h2', {}, _('At the table')), list);

  /** @param {TableState} state */
  return state => {
    keep(list, state.facts?.seats ?? [], s => String(s.seat),
         () => h('li', {}, h('span', {class: 'mark'}), h('span', {class: 'who'}), h('span', {class: 'clock'}), h('span', {class: 'score'})),
         (e, s) => drawSeat(e, s, state));
  };
}

/** @param {HTMLElement} e @param {Seat} s @param {TableState} state */
function drawSeat(e, s, state) {
  const [mark, who, clock, score] = /** @type {HTMLElement[]} */ ([...e.children]);
  const asked = state.actors.includes(s.seat);
  e.classList.toggle('asked', asked);
  say(mark, asked ? '\u25B6' : state.result ? '' : String(s.seat + 1)); // beside the scores it would look like a place
  mark.setAttribute('aria-label', asked ? _('to move') : _('seat {n}', {n: s.seat + 1}));
  mark.setAttribute('role', 'img');
  const more = manner(s);
  say(who, (s.kind === 'open' && s.name ? s.name : seatName(s, state.you)) + (more ? ` \u2013 ${more}` : ''));
  drawClock(clock, state, s.seat);
  say(score, state.result ? scoreWords(state.facts?.game, state.result.scores[s.seat]) : '');
}

/** @param {HTMLElement} e @param {TableState} state @param {number} seat */
function drawClock(e, state, seat) {
  const face = state.clocks[seat];
  e.hidden = !face || face.left === null;
  if (!face || face.left === null) return;
  const left = face.left - (face.running ? performance.now() - state.clocksAt : 0);
  say(e, duration(left));
  e.classList.toggle('short', left < 30000 && face.running);
}

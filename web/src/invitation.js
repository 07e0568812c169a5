// invitation.js: what somebody sees who follows a link to a table with a free seat: who invites, to which game, how long it takes, by which
// clock, who sits there already; and the way in.
import {poster} from '../boards/posters.js';
import {h} from './dom.js';
import {gameInfo} from './games.js';
import {hasLessons} from './lessons.js';
import {apart} from './names.js';
import {prefs} from './prefs.js';
import {_, __, timeSpan} from './words.js';

/** @import {Facts, Seat} from './types.js' */

/** The form to sit down with, and its field for a name. @param {Facts} facts @param {() => void} watch */
export function invitation(facts, watch) {
  const name = h('input', {name: 'name', required: true, maxlength: 30, autocomplete: 'nickname'});
  name.value = prefs().name;
  const info = gameInfo(facts.game),
    seats = apart(facts.seats);
  const picture = poster(facts.game);
  picture.setAttribute('preserveAspectRatio', 'xMidYMid slice'); // it fills its place
  const form = h(
    'form',
    {class: 'panel sit invitation'},
    picture,
    h('p', {class: 'who-invites'}, whoInvites(facts, seats)),
    h('h1', {}, info?.name ?? facts.name),
    info && h('p', {}, info.line()),
    h('ul', {class: 'facts'}, ...factLines(facts).map(line => h('li', {}, line))),
    h('ul', {class: 'seats-taken', 'aria-label': _('Seats')}, ...seats.map(s => seatLine(s, facts))),
    h('label', {}, _('What should the others call you?'), name),
    h(
      'div',
      {class: 'buttons'},
      h('button', {class: 'main'}, _('Sit down')),
      facts.rules.onlookers && h('button', {type: 'button', onclick: watch}, _('Only watch')),
    ),
    h(
      'p',
      {class: 'small'},
      h('a', {href: `rules.html?game=${facts.game}`, target: '_blank', rel: 'noopener'}, _('Rules')),
      hasLessons(facts.game) && ' \u00B7 ',
      hasLessons(facts.game)
        && h('a', {href: `lesson.html?game=${facts.game}`, target: '_blank', rel: 'noopener'}, _('Learn by playing')),
    ),
  );
  return {form, name};
}

/** @param {Facts} facts @param {Seat[]} seats */
function whoInvites(facts, seats) {
  const maker = seats[facts.maker ?? -1];
  return maker?.name ? _('{name} invites you to play', {name: maker.name}) : _('You are invited to play');
}

/** How many, how long, by which clock. @param {Facts} facts */
function factLines({game, players, seats, rules, rated}) {
  const minutes = gameInfo(game)?.minutes,
    free = seats.filter(s => s.kind === 'open').length;
  return [
    `${_('{n} players', {n: players})}: ${__(free, _('one seat is free'), _('{n} seats are free'))}`,
    minutes && _('{minutes} minutes', {minutes}),
    clockWords(rules.clock),
    rated && _('Rated: the result counts for the standings. Sign in to play.'),
  ].filter(line => !!line);
}

/** "bank 15m+10s bot": as the dialog that sets up a table says it. @param {string} clock */
export function clockWords(clock) {
  const [kind, time = ''] = clock.split(' ');
  if (kind === 'move') return _('{time} for each move', {time: timeSpan(time)});
  const [bank, more] = time.split('+');
  if (kind === 'bank' && more)
    return _('{time} each, and {more} for each move', {time: timeSpan(bank), more: timeSpan(more)});
  return kind === 'bank' ? _('{time} each', {time: timeSpan(bank)}) : _('without a clock');
}

/** @param {Seat} seat @param {Facts} facts */
function seatLine(seat, facts) {
  const free = seat.kind === 'open',
    bot = seat.kind === 'bot' && _('bot');
  return h(
    'li',
    {class: free ? 'free' : 'taken'},
    h('b', {}, free ? (seat.name ? _('waiting for {name}', {name: seat.name}) : _('free')) : seat.name),
    !!bot && h('span', {class: 'small'}, bot),
    seat.seat === facts.maker && h('span', {class: 'small'}, _('invites')),
  );
}

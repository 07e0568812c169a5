// chicago_stands.js: how everybody stands in Chicago: a line for each gang (money, income, houses, men), and how far the goals are.
import {h, keep, say, set} from '../src/dom.js';
import {countUp} from '../src/motion.js';
import {_} from '../src/words.js';
import {gangs, mark, money} from './chicago_words.js';

/** @import {TableState} from '../src/types.js' */
/** @import {Place} from '../src/panels/seats.js' */
/** @import {Gang, GangState, Goal, Player} from './chicago_words.js' */

/** @param {TableState} state @param {(seat: number) => Place} placeOf */
export function drawStands(state, placeOf) {
  /** @type {Player[]} */ (state.view?.players ?? []).forEach((player, seat) => {
    const {stand, about} = placeOf(seat),
      own = /** @type {GangState[]} */ (state.view?.gangs ?? []).filter(g => g.seat === seat);
    stand.closest('li')?.style.setProperty('--tint', `var(--print-${own[0]?.gang})`); // his portrait wears his colour
    if (!stand.firstChild) stand.append(h('div', {class: 'gangs'}), goalSigns());
    const [lines, goals] = stand.children;
    keep(
      lines,
      own,
      g => g.gang,
      g => gangLine(g.gang),
      (e, g) => drawGang(e, g, state.view?.gang_on_turn === g.gang && !state.result),
    );
    drawGoals(goals, player);
    say(goals.children[4], `+${money(own.reduce((sum, g) => sum + g.payout, 0))}`);
    say(goals.children[5], `\u2302${own.reduce((sum, g) => sum + g.buildings.length, 0)}`);
    keep(
      about,
      bookLines(own, player),
      (_x, i) => String(i),
      () => h('p'),
      (e, line) => say(e, line),
    );
  });
}

/** @param {Element} goals @param {Player} player */
function drawGoals(goals, player) {
  goalsOf(player).forEach((goal, i) => {
    const e = /** @type {HTMLElement} */ (goals.children[i]),
      words = goalWords(goal, goalNames()[i]);
    say(/** @type {Element} */ (e.lastElementChild), `${goal.has}/${goal.needs}`); // whoever holds it has a star, where there is room
    e.style.setProperty('--part', `${Math.min(100, (100 * goal.has) / goal.needs)}%`);
    e.classList.toggle('held', goal.since !== null);
    set(e, {'aria-label': words, title: words});
  });
  say(goals.children[3], _('worth {ft}', {ft: money(player.wealth)}));
}

/** The goals in words, with how far each gang's player is: beside the city, where there is room. @param {Element} root @param {TableState} state */
export function drawAims(root, state) {
  const players = /** @type {Player[]} */ (state.view?.players ?? []),
    gangsAt = (/** @type {number} */ seat) =>
      /** @type {GangState[]} */ (state.view?.gangs ?? []).filter(g => g.seat === seat).map(g => g.gang);
  const goals = players.length
    ? SIGNS.map((sign, i) => ({sign, name: goalNames()[i], of: players.map(p => goalsOf(p)[i])}))
    : [];
  keep(
    root,
    goals,
    g => g.sign,
    g =>
      h('section', {}, h('h3', {}, h('span', {class: 'goal-sign', 'aria-hidden': 'true'}, g.sign), h('span')), h('ul')),
    (e, g) => {
      say(
        /** @type {Element} */ (e.querySelector('h3 > :last-child')),
        _('{goal}: {n} needed', {goal: capital(g.name), n: g.of[0].needs}),
      );
      keep(
        /** @type {Element} */ (e.lastElementChild),
        g.of,
        (_x, seat) => String(seat),
        () => h('li', {}, h('b'), h('i', {'aria-hidden': 'true'}), h('span')),
        (li, goal, seat) => {
          const [who, bar, has] = li.children;
          li.className = `print tint-${gangsAt(seat)[0]}${goal.since !== null ? ' held' : ''}`;
          say(who, gangsAt(seat).map(mark).join('\u00B7'));
          /** @type {HTMLElement} */ (bar).style.setProperty(
            '--part',
            `${Math.min(100, (100 * goal.has) / goal.needs)}%`,
          );
          say(has, `${goal.has}${goal.since !== null ? ' \u2605' : ''}`);
        },
      );
    },
  );
}

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {Player} p */
const goalsOf = p => [p.goal_casinos, p.goal_square, p.goal_fours];

const SIGNS = ['\u2605', '\u25A3', '\u2463'];

const goalNames = () => [_('casinos'), _('square'), _('four rings')];

/** @param {Goal} goal @param {string} name */
const goalWords = (goal, name) => `${name} ${goal.has}/${goal.needs}${goal.since !== null ? ' \u2605' : ''}`;

/** Three goals, each with its sign, and the wealth. */
const goalSigns = () =>
  h(
    'div',
    {class: 'goals'},
    ...SIGNS.map(sign => h('span', {class: 'goal', role: 'img'}, h('span', {class: 'goal-sign'}, sign), h('b'))),
    h('span', {class: 'worth small'}),
    h('span', {class: 'income', 'aria-hidden': 'true'}), // where a gang's line has no room for it
    h('span', {class: 'houses', 'aria-hidden': 'true'}),
  );

/** @param {Gang} gang */
const gangLine = gang =>
  h(
    'div',
    {class: `gang print tint-${gang}`, role: 'img'},
    h('span', {class: 'chip'}),
    h('b', {class: 'cash'}),
    h('span', {class: 'pay'}),
    h('span', {class: 'owns'}),
    h('span', {class: 'men'}, ...COINS.map(() => h('span', {class: 'kind'}, h('i'), h('b')))),
  );

/** @param {Element} e @param {GangState} g @param {boolean} turn */
function drawGang(e, g, turn) {
  const [chip, cash, pay, owns, men] = e.children;
  e.classList.toggle('turn', turn);
  say(chip, mark(g.gang));
  drawCash(/** @type {HTMLElement} */ (cash), g.cash);
  say(pay, `+${money(g.payout)}`);
  say(owns, `\u2302${g.buildings.length}`);
  COINS.forEach((coin, i) => {
    const n = g.members.filter(m => m.rings === COINS.length - i).length,
      [sign, count] = men.children[i].children;
    say(sign, coin);
    say(count, n ? String(n) : '');
    men.children[i].classList.toggle('none', !n);
  });
  set(e, {'aria-label': gangWords(g)});
}

/** It counts to what it is now. @param {HTMLElement} e @param {number} now in FT */
function drawCash(e, now) {
  const was = Number(e.dataset.n ?? now);
  if (e.dataset.n === String(now)) return;
  e.dataset.n = String(now);
  countUp(e, was / 1000, now / 1000, n => money(1000 * n));
}

/** Men with four rings, three, two, one: how many there are of each stands always in the same place, and twenty take no more room than one. */
const COINS = ['\u2463', '\u2462', '\u2461', '\u2460'];

/** The rings of its men, the strongest first. @param {GangState} g */
const menOf = g =>
  g.members
    .map(m => m.rings)
    .sort((a, b) => b - a)
    .join('\u00A0');

/** A gang's books in words. @param {GangState} g */
const gangWords = g =>
  [
    gangs[g.gang].name(),
    `${_('Cash')} ${money(g.cash)}`,
    `${_('Pay')} +${money(g.payout)}`,
    `${_('Houses')} ${g.buildings.length}`,
    `${_('Men')} ${menOf(g) || '\u2013'}`,
    `${_('Reserve')} ${g.reserve}${g.waiting.length ? ` (${_('waiting: {rings}', {rings: g.waiting.join(' ')})})` : ''}`,
  ].join(' \u00B7 ');

/** @param {GangState[]} own @param {Player} player */
const bookLines = (own, player) => [
  ...own.map(gangWords),
  [
    ...goalsOf(player).map((goal, i) => goalWords(goal, goalNames()[i])),
    _('worth {ft}', {ft: money(player.wealth)}),
  ].join(' \u00B7 '),
];

// chicago_hire.js: hiring as counters, one for each kind of men, among what can be done.
import {h, s, say, set} from '../src/dom.js';
import {_} from '../src/words.js';
import {drawMan} from './chicago_city.js';
import {gangNow, money} from './chicago_words.js';

/** @import {BoardContext, TableState} from '../src/types.js' */
/** @import {Gang} from './chicago_words.js' */

/** @param {number[]} prices of men with one ring, two, three @param {BoardContext} table */
export function makeHiring(prices, table) {
  const panel = hiringPanel(prices.length);
  let count = prices.map(() => 0),
    countFor = '',
    sure = false; // asked once more whether really nobody

  /** @param {TableState} state @param {string[]} mine */
  function drawCounts(state, mine) {
    panel.counts.forEach((c, i) => {
      const man = table.thing(`m${i + 1}`);
      drawPicture(c.picture, gangNow(state)?.gang, i + 1);
      say(c.what, `${man}, ${money(prices[i])}`);
      set(c.less, {'aria-label': _('one less: {man}', {man})});
      set(c.more, {'aria-label': _('one more: {man}', {man})});
      say(c.n, String(count[i]));
      c.less.disabled = count[i] === 0;
      c.more.disabled = !mine.some(m => Number(m.split(' ')[i + 1]) > count[i]);
    });
    panel.change = (i, by) => {
      count[i] = Math.max(0, count[i] + by);
      sure = false;
      table.chosen?.();
      draw(state);
    };
  }

  /** @param {TableState} state */
  function draw(state) {
    const mine = state.moves.filter(m => m.startsWith('hire '));
    panel.root.hidden = !mine.length;
    if (!mine.length) return;
    const key = `${state.seq} ${state.view?.gang_on_turn}`;
    if (key !== countFor) [countFor, count, sure] = [key, prices.map(() => 0), false];
    const text = `hire ${count.join(' ')}`,
      cost = count.reduce((sum, n, i) => sum + n * prices[i], 0),
      nobody = count.every(n => n === 0);
    say(panel.sum, _('{cost} of {cash}', {cost: money(cost), cash: money(gangNow(state)?.cash ?? 0)}));
    panel.why.classList.toggle('wrong', !mine.includes(text));
    panel.go.disabled = !mine.includes(text) || !!state.pending;
    panel.go.classList.toggle('main', !nobody || sure);
    say(panel.go, !nobody ? _('Hire') : sure ? _('Really nobody? Tap again.') : _('Hire nobody'));
    drawCounts(state, mine);
    panel.make = () => {
      if (!nobody || sure) return table.make(text);
      sure = true;
      draw(state);
    };
  }
  return {root: panel.root, draw};
}

/** @param {SVGSVGElement} e @param {Gang|undefined} gang @param {number} rings */
function drawPicture(e, gang, rings) {
  if (!gang || e.dataset.of === gang) return;
  e.dataset.of = gang;
  e.replaceChildren(drawMan(gang, rings));
}

/** A counter for each kind of men; what they are called and cost is said when it is drawn. @param {number} kinds */
function hiringPanel(kinds) {
  /** @type {{root: HTMLElement, sum: HTMLElement, why: HTMLElement, go: HTMLButtonElement, counts: {picture: SVGSVGElement, what: HTMLElement, n: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement}[], change(i: number, by: number): void, make(): void}} */
  const panel = {
    root: h('section', {class: 'hiring', hidden: true, 'aria-label': _('Hiring')}),
    sum: h('strong'),
    why: h(
      'p',
      {class: 'small rule'},
      _('As many men with one ring as with two, give or take one; at most one with three.'),
    ),
    go: h('button', {class: 'go', type: 'button', onclick: () => panel.make()}),
    counts: [],
    change() {},
    make() {},
  };
  const rows = Array.from({length: kinds}, (_x, i) => {
    const picture = s('svg', {viewBox: '-16 -17 32 33', class: 'picture', 'aria-hidden': 'true'}),
      what = h('span', {class: 'what'}),
      n = h('output', {class: 'n'}, '0'),
      less = h('button', {type: 'button', onclick: () => panel.change(i, -1)}, '\u2212'),
      more = h('button', {type: 'button', onclick: () => panel.change(i, 1)}, '+');
    panel.counts.push({picture, what, n, less, more});
    return h('div', {class: 'count'}, picture, what, h('span', {class: 'step'}, less, n, more));
  });
  panel.root.append(
    h('h2', {class: 'unseen'}, _('Hiring')),
    h('div', {class: 'counts'}, ...rows),
    panel.why,
    h('div', {class: 'buttons'}, panel.sum, panel.go),
  );
  return panel;
}

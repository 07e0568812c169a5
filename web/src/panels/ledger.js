// panels/ledger.js: who promised what, and who kept it. The engine judges, by what everybody has seen (promises of a view); here it
// is counted for each player and listed, the newest first.
import {h, keep, say, set} from '../dom.js';
import {_, __} from '../words.js';

/** @import {Given, Speaker, TableState} from '../types.js' */

/** How a promise is marked. @param {string|undefined} state */
export function signOf(state) {
  switch (state) {
    case 'open':
      return {mark: '\u25CB', name: _('a promise, still open')};
    case 'kept':
      return {mark: '\u2713', name: _('kept')};
    case 'broken':
      return {mark: '\u2717', name: _('broken')};
    case 'replaced':
      return {mark: '\u21BA', name: _('replaced by a later word, before anybody moved')};
    case 'lapsed':
      return {mark: '\u2013', name: _('nobody could tell')};
    default:
      return {mark: '', name: ''};
  }
}

/** How many of a player's promises were kept, and broken. @param {Given[]} promises @param {number} seat */
export function countWord(promises, seat) {
  const own = promises.filter(p => p.seat === seat),
    n = (/** @type {Given['state']} */ state) => own.filter(p => p.state === state).length;
  return {kept: n('kept'), broken: n('broken'), open: n('open')};
}

/** @param {{kept: number, broken: number}} count in words */
export const countWords = ({kept, broken}) =>
  [__(kept, _('one promise kept'), _('{n} promises kept')), __(broken, _('one broken'), _('{n} broken'))].join(', ');

/** @param {Speaker} board @param {(seat: number) => string} name */
export function ledgerPanel(board, name) {
  const players = h('ul', {class: 'word-of'}),
    list = h('ol', {class: 'promises'});
  const root = h('details', {class: 'ledger', open: true}, h('summary', {}, _('Promises')), players, list);

  /** @param {TableState} state */
  function draw(state) {
    const events = new Map(state.events.map(e => [e.n, e]));
    keep(
      players,
      (state.facts?.seats ?? []).map(s => s.seat),
      seat => String(seat),
      () => h('li', {}, h('span'), h('b', {class: 'kept'}), h('b', {class: 'broken'})),
      (li, seat) => {
        const count = countWord(state.promises, seat),
          [who, kept, broken] = li.children;
        say(who, name(seat));
        say(kept, `\u2713${count.kept}`);
        say(broken, `\u2717${count.broken}`);
        set(li, {'aria-label': `${name(seat)}: ${countWords(count)}`});
      },
    );
    keep(
      list,
      [...state.promises].reverse(),
      p => String(p.n),
      () => h('li', {}, h('b', {class: 'sign', role: 'img'}), h('span')),
      (li, p) => {
        const {mark, name: meaning} = signOf(p.state),
          event = events.get(p.n),
          bubble = event && board.bubble(event, state);
        li.className = p.state;
        say(li.firstElementChild, mark);
        set(li.firstElementChild, {'aria-label': meaning, title: meaning});
        const words = bubble
          ? bubble.to
            ? `${bubble.words} ${_('\u201C{words}\u201D', {words: bubble.to.words})}`
            : bubble.words
          : '';
        say(li.lastElementChild, `${name(p.seat)}: ${words}`);
      },
    );
  }
  return {root, draw};
}

// end.js: the end of a game: who won, with how many points, and what to do now.
import {portrait} from '../../boards/kit.js';
import {h} from '../dom.js';
import {_} from '../words.js';
import {gameInfo, scoreWords} from '../games.js';

/** @import {TableState} from '../types.js' */

/** @param {TableState} state @param {(seat: number) => string} name @returns {string} "Ann wins." */
export function winners(state, name) {
  const shared = state.facts?.seats.some(s => s.kind === 'hotseat'); // then it is not clear who reads
  if (!shared && state.result?.winners.join() === String(state.you)) return _('You win!');
  const names = (state.result?.winners ?? []).map(name);
  return names.length > 1
    ? _('{names} share the win.', {names: names.join(', ')})
    : _('{name} wins.', {name: names[0] ?? ''});
}

/** Why one of two with the same score is ahead of the other; '': nobody is. @param {TableState} state */
export function tieWords({result, facts}) {
  const {scores, ranks} = result ?? {scores: [], ranks: []},
    apart = scores.some((a, i) => scores.some((b, j) => a === b && ranks[i] !== ranks[j]));
  return apart ? (gameInfo(facts?.game ?? '')?.tie?.() ?? '') : '';
}

/** @param {{name(seat: number): string, who(seat: number): string, named(code: string): string|null}} table @param {HTMLElement[]} buttons */
export function endPanel(table, buttons) {
  const title = h('h2'),
    face = h('span', {class: 'winner', 'aria-hidden': 'true'}),
    why = h('p', {class: 'small'}),
    tie = h('p', {class: 'small tie', hidden: true}),
    rows = h('tbody'),
    counts = h('th', {scope: 'col'});
  const root = h(
    'section',
    {class: 'panel end', hidden: true, role: 'status', 'aria-label': _('The end')},
    face,
    title,
    why,
    h(
      'table',
      {class: 'scores'},
      h('thead', {}, h('tr', {}, ...[_('Place'), _('Name')].map(t => h('th', {scope: 'col'}, t)), counts)),
      rows,
    ),
    tie,
    h('div', {class: 'buttons'}, ...buttons),
  );

  /** @param {TableState} state */
  function draw(state) {
    const result = state.result;
    root.hidden = !result;
    if (!result) return;
    title.textContent = winners(state, table.name);
    face.replaceChildren(
      ...result.winners.slice(0, 2).map(seat => portrait(state.facts?.seats[seat]?.name ?? '', seat)),
    );
    why.textContent = table.named(result.reason) ?? '';
    counts.textContent = gameInfo(state.facts?.game ?? '')?.score?.title() ?? _('Score');
    tie.textContent = tieWords(state);
    tie.hidden = !tie.textContent;
    const order = result.scores.map((_x, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b]);
    rows.replaceChildren(
      ...order.map(seat =>
        h(
          'tr',
          {class: result.winners.includes(seat) ? 'won' : ''},
          h('td', {}, `${result.ranks[seat]}.`),
          h('td', {}, table.who(seat)),
          h('td', {class: 'n'}, scoreWords(state.facts?.game, result.scores[seat])),
        ),
      ),
    );
  }
  return {root, draw};
}

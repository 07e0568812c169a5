// end.js: the end of a game: who won, with how many points, and what to do now.
import {h} from '../dom.js';
import {_} from '../words.js';
import {gameInfo, scoreWords} from '../games.js';

/** @import {TableState} from '../types.js' */

/** @param {TableState} state @param {(seat: number) => string} name @returns {string} "Ann wins." */
export function winners(state, name) {
  const shared = state.facts?.seats.some(s => s.kind === 'hotseat'); // then it is not clear who reads
  if (!shared && state.result?.winners.join() === String(state.you)) return _('You win!');
  const names = (state.result?.winners ?? []).map(name);
  return names.length > 1 ? _('{names} share the win.', {names: names.join(', ')}) : _('{name} wins.', {name: names[0] ?? ''});
}

/** Why it ended, as the engine calls it. @param {string} word */
function reason(word) {
  /** @type {Record<string, string>} */
  const words = {
    double_pass: _('Both recruited nobody, one right after the other.'), end_trigger: _('The pile was gone through twice.'),
    al_capone: _('Somebody reached 17 points.'), board_full: _('The city is full.'),
    goal_casinos: _('Enough casinos were held at the end of a phase.'), goal_square: _('The bars at the square were held at the end of a phase.'),
    goal_fours: _('Five men had four rings at the end of a phase.'), wealth: _('Phase D is over: the greatest wealth wins.'),
    game_end: _('The game-end card was turned up.'),
  };
  return words[word] ?? '';
}

/** @param {{name(seat: number): string, who(seat: number): string}} table @param {HTMLElement[]} buttons */
export function endPanel(table, buttons) {
  const title = h('h2'), why = h('p', {class: 'small'}), rows = h('tbody'), counts = h('th', {scope: 'col'});
  const root = h('section', {class: 'panel end', hidden: true, role: 'status', 'aria-label': _('The end')}, title, why,
                 h('table', {class: 'scores'}, h('thead', {}, h('tr', {}, ...[_('Place'), _('Name')].map(t => h('th', {scope: 'col'}, t)), counts)), rows),
                 h('div', {class: 'buttons'}, ...buttons));

  /** @param {TableState} state */
  function draw(state) {
    const result = state.result;
    const comes = root.hidden && !!result;
    root.hidden = !result;
    if (!result) return;
    title.textContent = winners(state, table.name);
    why.textContent = reason(result.reason);
    counts.textContent = gameInfo(state.facts?.game ?? '')?.score?.title() ?? _('Score');
    const order = result.scores.map((_x, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b]);
    rows.replaceChildren(...order.map(seat => h('tr', {class: result.winners.includes(seat) ? 'won' : ''},
      h('td', {}, `${result.ranks[seat]}.`), h('td', {}, table.who(seat)), h('td', {class: 'n'}, scoreWords(state.facts?.game, result.scores[seat])))));
    if (comes) root.scrollIntoView({block: 'nearest'});
  }
  return {root, draw};
}

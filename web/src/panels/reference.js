// reference.js: the rules that one forgets, beside the table.
import {h} from '../dom.js';
import {_} from '../words.js';

/** @import {Board} from '../types.js' */

/** @param {HTMLDetailsElement} root @param {Board} board */
export function referencePanel(root, board) {
  const parts = [...board.reference?.() ?? [], {title: _('Keyboard'), lines: keyLines()}];
  root.replaceChildren(h('summary', {}, _('Quick reference')),
                       ...parts.flatMap(p => [h('h3', {}, p.title), h('ul', {}, ...p.lines.map(line => h('li', {}, line)))]));
}

/** What keys.js listens to. */
function keyLines() {
  return [_('Tab: to the table and on. Arrows: to what lies there. N: to the next thing that can be tapped.'), _('Enter: choose, and once more to do it. Escape: a step back.'),
          _('U: take back. H: hint. T: talk.')];
}

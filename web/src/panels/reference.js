// reference.js: the rules that one forgets, beside the table.
import {h} from '../dom.js';
import {_} from '../words.js';

/** @import {Board} from '../types.js' */

/** @param {HTMLElement} root @param {Board} board */
export function referencePanel(root, board) {
  const parts = [...(board.reference?.() ?? []), {title: _('Keyboard'), lines: keyLines()}];
  root.replaceChildren(
    h('h2', {}, _('Quick reference')),
    ...parts.flatMap(p => [h('h3', {}, p.title), h('ul', {}, ...p.lines.map(line => h('li', {}, line)))]),
  );
}

/** What keys.js listens to. */
function keyLines() {
  return [
    _('Tab: to the table and onwards. Arrow keys: from thing to thing. N: the next thing you can choose.'),
    _('Enter: choose, then Enter again to do it. Escape: one step back.'),
    _('U: take back. H: hint. T: talk.'),
  ];
}

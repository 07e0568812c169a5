// reference.js: the rules that one forgets, beside the table.
import {h} from '../dom.js';
import {_} from '../words.js';

/** @import {Board} from '../types.js' */

/** @param {HTMLDetailsElement} root @param {Board} board */
export function referencePanel(root, board) {
  const parts = board.reference?.() ?? [];
  root.hidden = !parts.length;
  root.replaceChildren(h('summary', {}, _('Quick reference')),
                       ...parts.flatMap(p => [h('h3', {}, p.title), h('ul', {}, ...p.lines.map(line => h('li', {}, line)))]));
}

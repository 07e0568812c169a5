// stands.js: where a board draws how everybody stands. At a table that is beside the board, with name and clock
// (src/panels/seats.js); where there is no such list, as when one looks back, the board has one of its own.
import {h, say} from '../src/dom.js';

/** @import {BoardContext} from '../src/types.js' */
/** @import {Place} from '../src/panels/seats.js' */

/** @param {HTMLElement} root of the board @param {BoardContext} table @returns {(seat: number) => Place} */
export function makeStands(root, table) {
  if (table.place) return table.place;
  const list = h('ul', {class: 'seats own-list'});
  /** @type {Map<number, Place & {who: HTMLElement}>} */
  const all = new Map();
  root.prepend(list);
  return seat => {
    let there = all.get(seat);
    if (!there) {
      there = {who: h('span', {class: 'who'}), stand: h('div', {class: 'stand'}), about: h('div')};
      all.set(seat, there);
      list.append(h('li', {}, h('span', {class: 'name'}, there.who), there.stand));
    }
    say(there.who, table.who(seat));
    return there;
  };
}

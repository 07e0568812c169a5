// plain.js: the board of a game that has no drawn one yet: the table as the game itself words it, as in a terminal,
// and moves as they are spelled. Nothing on it can be tapped; moves are made from their list.

/** @import {Board} from '../src/types.js' */

/** @returns {Board} */
export function makePlain() {
  /** @type {HTMLElement} */
  let out;
  /** @type {(seat: number) => string} */
  let name;
  return {
    mount(root, hands) {
      name = hands.name;
      out = document.createElement('pre');
      out.className = 'plain-board';
      root.replaceChildren(out);
    },
    render(state) {
      out.textContent = state.text;
    },
    targets: () => [],
    label: move => move,
    group: () => '',
    sentence: event => (event.seat === 'chance' ? event.text : `${name(event.seat)}: ${event.text}`),
    status: () => '',
    tour: [],
  };
}

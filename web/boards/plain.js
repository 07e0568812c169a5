// plain.js: a board for games that have none: moves as they are spelled, nothing to tap.

/** @import {Board} from '../src/types.js' */

/** @returns {Board} */
export function makePlain() {
  /** @type {HTMLElement} */
  let out;
  return {
    mount(root) {
      out = document.createElement('pre');
      root.replaceChildren(out);
    },
    render(state) { out.textContent = JSON.stringify(state.view, null, 1); },
    targets: () => [],
    label: move => move,
    group: move => move.split(' ')[0],
    sentence: event => `${event.seat}: ${event.text}`,
    status: () => '',
    tour: [],
  };
}

// hints.js: what a bot would play here, as it was told once: the same position has the same hint, also after a reload or when somebody comes
// back to it. A search that is asked twice may answer twice.

/** @import {HintLine, TableState} from './types.js' */

const KEY = 'speakeasy.hints.',
  MOST = 40; // of one table

/** What a hint depends on: what the seat sees and what was said. @param {TableState} state */
const keyOf = ({you, position, said}) => `${you} ${said} ${position}`;

/** @param {() => string} table whose hints they are */
export function makeHints(table) {
  /** @returns {[string, HintLine[]][]} */
  function all() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY + table()) ?? '[]');
    } catch {
      return [];
    }
  }
  return {
    /** @param {TableState} state @returns {HintLine[]|null} */
    find: state => (state.position && all().find(([key]) => key === keyOf(state))?.[1]) || null,
    /** @param {TableState} state @param {HintLine[]} moves */
    keep(state, moves) {
      if (!state.position) return;
      const rest = all().filter(([key]) => key !== keyOf(state));
      try {
        sessionStorage.setItem(KEY + table(), JSON.stringify([...rest, [keyOf(state), moves]].slice(-MOST)));
      } catch {
        /* a browser that keeps nothing: then it is asked again */
      }
    },
  };
}

// chooser.js: from taps to a move. The engine lists what may be done; a board says which things on the table
// each move is about, in order ("recruit F3 exhaust M1": the card in the street, then the one in hand).
// Tapping a thing leaves the moves that go on with it. When one is left it is ready: tapping its last thing
// once more, or the button, makes it. A wrong tap chooses nothing and asks why not.

/** @import {Board, Choice, TableState, Target} from './types.js' */

/** @param {Board} board */
export function makeChooser(board) {
  /** @type {Target[]} */
  let picked = [];
  /** @type {string|null} */
  let group = null;

  /** @param {TableState} state */
  function listed(state) {
    return state.moves.map(text => ({text, path: board.targets(text, state)}))
      .filter(m => group === null || board.group(m.text, state) === group);
  }

  /** Moves that begin with what is picked.
   * @param {TableState} state */
  function left(state) {
    return listed(state).filter(m => picked.every((p, i) => m.path[i] === p));
  }

  return {
    /** @param {TableState} state @returns {Choice} */
    look(state) {
      const rest = left(state);
      if (!rest.length && (picked.length || group !== null)) {
        picked = [];
        group = null;
        return this.look(state);
      }
      const open = new Set(rest.map(m => m.path[picked.length]).filter(t => t !== undefined));
      const whole = rest.filter(m => m.path.length === picked.length);
      const ready = picked.length && whole.length === 1 ? whole[0].text : null;
      return {picked: [...picked], open, ready, left: rest.map(m => m.text)};
    },

    /** 'made': make this move; 'picked': something new is chosen; 'no': this cannot be chosen.
     * @param {TableState} state @param {Target} target
     * @returns {{what: 'made', move: string}|{what: 'picked'}|{what: 'no'}} */
    tap(state, target) {
      const now = this.look(state);
      if (now.ready && target === picked.at(-1) && !now.open.has(target)) return {what: 'made', move: now.ready};
      if (now.open.has(target)) {
        picked.push(target);
        return {what: 'picked'};
      }
      const at = picked.indexOf(target);
      if (at >= 0) {
        picked.length = at;
        return {what: 'picked'};
      }
      const kept = picked;
      picked = [];
      if (this.look(state).open.has(target)) {
        picked = [target];
        return {what: 'picked'};
      }
      picked = kept;
      return {what: 'no'};
    },

    /** Only moves of this kind (a group of the board's), or all again.
     * @param {string|null} name */
    narrow(name) {
      group = name;
      picked = [];
    },

    group: () => group,

    /** One step back. True: there was one. */
    back() {
      if (picked.length) picked.pop();
      else if (group !== null) group = null;
      else return false;
      return true;
    },

    clear() {
      picked = [];
      group = null;
    },
  };
}

// chooser.js: from taps to a move. The engine lists what may be done; a board says which things on the table
// each move is about, in order ("recruit F3 exhaust M1": the card in the street, then the one in hand), and
// which of them may come in any order ("lay W2 B5": a list inside the list). Tapping a thing leaves the moves
// that go on with it. When one is complete it is ready: tapping the last thing that had to come in order once more,
// or the button, makes it. A wrong tap chooses nothing and asks why not.
//
// Things of one kind have one name and a number each: "hand:W2" and "hand:W2#2". Moves are about kinds.

/** @import {Board, Choice, Step, TableState, Target} from './types.js' */

/** @param {Target} target */
export const kindOf = target => target.replace(/#\d+$/, '');

/** What may come next on a path after these picks; [] if it is complete, null if it is another path.
 * @param {Step[]} path @param {Target[]} kinds @returns {Target[]|null} */
function after(path, kinds) {
  let i = 0;
  for (const step of path) {
    const rest = typeof step === 'string' ? [step] : [...step];
    while (rest.length) {
      if (i === kinds.length) return rest;
      const at = rest.indexOf(kinds[i++]);
      if (at < 0) return null;
      rest.splice(at, 1);
    }
  }
  return i === kinds.length ? [] : null;
}

/** Where the last thing stands that had to come in order; -1: none had to. @param {Step[]} path */
function lastInOrder(path) {
  let i = 0,
    last = -1;
  for (const step of path) {
    if (typeof step === 'string') last = i;
    i += typeof step === 'string' ? 1 : step.length;
  }
  return last;
}

/** @param {Board} board */
export function makeChooser(board) {
  /** @type {Target[]} */
  let picked = [];
  /** @type {string|null} */
  let group = null;
  /** @type {{state: TableState|null, group: string|null, all: {text: string, path: Step[]}[]}} */
  let list = {state: null, group: null, all: []};

  /** @param {TableState} state */
  function listed(state) {
    if (list.state?.moves !== state.moves || list.state.view !== state.view || list.group !== group)
      list = {
        state,
        group,
        all: state.moves
          .filter(m => group === null || board.group(m, state) === group)
          .map(text => ({text, path: board.targets(text, state)})),
      };
    return list.all;
  }

  /** Moves that go on from these picks. @param {TableState} state @param {Target[]} picks */
  function left(state, picks) {
    const kinds = picks.map(kindOf);
    return listed(state)
      .map(m => ({...m, next: after(m.path, kinds)}))
      .filter(m => m.next !== null);
  }

  /** @param {TableState} state @param {Target[]} picks */
  const fits = (state, picks) => left(state, picks).length > 0;

  /** The picks with a thing that is not open now: without it if it was picked, else from the latest step at
   * which it could be picked. @param {TableState} state @param {Target} target */
  function changed(state, target) {
    const at = picked.indexOf(target);
    if (at >= 0) {
      const without = picked.filter(t => t !== target);
      return at < picked.length - 1 && fits(state, without) ? without : picked.slice(0, at);
    }
    for (let n = picked.length - 1; n >= 0; n--)
      if (fits(state, [...picked.slice(0, n), target])) return [...picked.slice(0, n), target];
    return null;
  }

  return {
    /** @param {TableState} state @returns {Choice} */
    look(state) {
      const rest = left(state, picked);
      if (!rest.length && (picked.length || group !== null)) {
        picked = [];
        group = null;
        return this.look(state);
      }
      const open = new Set(rest.flatMap(m => m.next ?? []));
      const whole = rest.filter(m => m.next?.length === 0);
      const ready = picked.length && whole.length === 1 ? whole[0].text : null;
      return {
        picked: [...picked],
        open,
        ready,
        left: rest.map(m => m.text),
        next: new Map(rest.map(m => [m.text, m.next ?? []])),
        group,
      };
    },

    /** 'made': make this move; 'picked': something new is chosen; 'no': this cannot be chosen.
     * @param {TableState} state @param {Target} target
     * @returns {{what: 'made', move: string}|{what: 'picked'}|{what: 'no'}} */
    tap(state, target) {
      const now = this.look(state),
        isPicked = picked.includes(target);
      const path = listed(state).find(m => m.text === now.ready)?.path;
      if (now.ready && path && target === picked[lastInOrder(path)]) return {what: 'made', move: now.ready};
      const next = now.open.has(kindOf(target)) && !isPicked ? [...picked, target] : changed(state, target);
      if (!next) return this.widen(state, target);
      picked = next;
      return {what: 'picked'};
    },

    /** Whoever asked for one kind of moves and taps something of another wants that one. @param {TableState} state @param {Target} target
     * @returns {{what: 'made', move: string}|{what: 'picked'}|{what: 'no'}} */
    widen(state, target) {
      if (group === null) return {what: 'no'};
      const [kind, before] = [group, picked];
      [group, picked] = [null, []];
      const came = this.tap(state, target);
      if (came.what === 'no') [group, picked] = [kind, before];
      return came;
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

    /** What was picked once, as far as it is still there to be picked. @param {Target[]} targets */
    put(targets) {
      picked = [...targets];
    },

    clear() {
      picked = [];
      group = null;
    },
  };
}

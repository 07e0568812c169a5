// tale.js: an event says what was done ("lay_open 1 b4"), not what came of it. Where everything is open the page can follow
// the game from its first event and know: which tile that was, who earned what, who fell. Then a log is the same
// whether it was watched, read after a reload or when the device comes back from the others. It only tells; what is legal
// and what is true stays the engine's to say, and a story that lost the thread tells less.

/** @import {GameEvent, TableState} from '../src/types.js' */

/** @template World, Note
 * @param {(state: TableState) => World} begin the table before its first event; plain data, for it is copied
 * @param {(world: World, event: GameEvent) => Note} follow changes the world and notes what came of the event
 * @returns {(event: GameEvent, state: TableState) => Note|null} null: not known */
export function makeTale(begin, follow) {
  /** @type {World|null} */ let world = null;
  /** @type {GameEvent[]} */ let done = [];
  /** What stood before each move that can still be taken back. @type {{seat: number|'chance', world: World}[]} */ let back = [];
  /** @type {WeakMap<GameEvent, Note>} */ let notes = new WeakMap();
  let lost = false;

  /** @param {GameEvent} e */
  function hear(e) {
    if (!world || e.kind === 'talk' || (e.kind !== 'undo' && !e.text)) return; // a look back begins with nothing
    if (e.kind === 'undo') {
      const last = back.pop();
      if (last?.seat !== e.seat) throw new Error('nothing to take back');
      world = last.world;
      return;
    }
    back = e.seat === 'chance' || back.at(-1)?.seat !== e.seat ? [] : back;
    if (e.seat !== 'chance') back.push({seat: e.seat, world: structuredClone(world)});
    notes.set(e, follow(world, e));
  }

  /** @param {TableState} state */
  function catchUp(state) {
    const {events} = state, n = done.length;
    if (!world || n > events.length || (n > 0 && (events[n - 1] !== done[n - 1] || events[0] !== done[0])))
      [world, done, back, lost] = [begin(state), [], [], false];
    for (const e of events.slice(done.length)) {
      done.push(e);
      try {
        if (!lost) hear(e);
      } catch {
        lost = true;
      }
    }
  }

  return (event, state) => {
    if (!notes.has(event)) catchUp(state);
    return notes.get(event) ?? null;
  };
}

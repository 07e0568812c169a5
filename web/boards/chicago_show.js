// chicago_show.js: what happened is seen to happen, one thing after the other: a walk as one motion, then the fight it led to. The table
// is right at once; only a field where something is still to be seen keeps its old look until then. Readers who want less motion
// see the outcome, and the way that was walked as a dotted line.
import {h, s} from '../src/dom.js';
import {C, drawMan, middle} from './chicago_city.js';
import {over, paced, readThrow} from './chicago_fight.js';
import {moveOf} from './chicago_words.js';
import {struck} from '../src/state.js';

/** @import {GameEvent, TableState} from '../src/types.js' */
/** @import {Man} from './chicago_city.js' */
/** @import {City} from './chicago_map.js' */
/** @import {Gang, GangState} from './chicago_words.js' */

/** Whoever stands on each field. @typedef {Map<string, Man[]>} Crowd */
/** Something to be seen: where; a step: from where and whose; else how it is played.
 * @typedef {{to: string, from?: string, gang?: Gang, rings?: number, play(): Promise<void>}} Act */

const MANY = 40; // so much at once is not told but shown: the page was just opened, or came back
const STEP = {least: 95, first: 380, most: 650}; // ms for one field

/** Whose event it is: with two players it says so. @param {GameEvent} e @param {TableState} state @returns {Gang|undefined} */
const gangOf = (e, state) =>
  /** @type {Gang|undefined} */ (/; gang (\w+)/.exec(e.text)?.[1])
  ?? /** @type {GangState[]} */ (state.view?.gangs ?? []).find(g => g.seat === e.seat)?.gang;

/** @param {City} city @param {HTMLElement} layer above the city, where a thing as large as a field can be put on any of them
 * @param {{fight(event: GameEvent, field: string, more: boolean): Promise<void>, reduced(): boolean, drawn(): void}} how drawn: a field may be drawn again */
export function makeShow(city, layer, how) {
  /** @type {Act[]} */ const queue = [];
  /** @type {Map<string, number>} */ const busy = new Map();
  /** @type {Crowd} */ let before = new Map();
  let told = -1,
    running = false,
    battle = '',
    heard = 0,
    fights = 0, // that are still to be seen
    pace = STEP.first;
  /** Whoever is on the way. @type {{e: HTMLElement, at: string}|null} */ let walker = null;

  /** @param {string} id @param {number} by */
  const hold = (id, by) => void busy.set(id, (busy.get(id) ?? 0) + by);

  /** Steps of one man that follow each other are one motion. @param {Act[]} steps */
  async function walk(steps) {
    const {from = '', gang = 'red', rings = 1} = steps[0];
    if (walker?.at !== from) {
      walker?.e.remove();
      walker = {e: makeWalker(gang, rings), at: from};
      layer.append(walker.e);
    }
    walker.at = steps[steps.length - 1].to;
    const each = steps.length > 1 || queue.length ? STEP.least : pace;
    await over(
      walker.e.animate(framesOf(city, [from, ...steps.map(a => a.to)]), {
        duration: paced(each) * steps.length,
        fill: 'forwards',
      }),
    );
  }

  /** What comes next; of a walk as much as is known. */
  function next() {
    const acts = queue.splice(0, 1);
    while (acts[0]?.from && queue[0]?.from === acts[acts.length - 1].to) acts.push(...queue.splice(0, 1));
    return acts;
  }

  async function run() {
    if (running) return;
    running = true;
    for (let acts = next(); acts.length; acts = next()) {
      const [{from, play}] = acts;
      if (from) hold(from, -1);
      const played = from ? walk(acts) : play();
      if (from) how.drawn(); // his old place is empty once he is on his way
      await played;
      if (!from) fights--;
      acts.forEach((a, i) => {
        hold(a.to, -1);
        if (i && a.from) hold(a.from, -1);
      });
      if (queue[0]?.from !== walker?.at) {
        walker?.e.remove();
        walker = null;
      }
      how.drawn();
    }
    running = false;
  }

  /** @param {GameEvent} e @param {TableState} state */
  function take(e, state) {
    const [verb, from, to, r] = moveOf(e),
      now = performance.now();
    if (verb === 'step') {
      const gang = gangOf(e, state),
        men = before.get(from) ?? [],
        man = men.find(m => m.gang === gang && (!r || m.rings === Number(r)));
      if (!man) return;
      before.set(
        from,
        men.filter(m => m !== man),
      );
      before.set(to, [...(before.get(to) ?? []), man]);
      pace = Math.min(STEP.most, Math.max(STEP.least, heard && now - heard < 1500 ? now - heard : STEP.first));
      [heard, battle] = [now, to];
      add({from, to, gang: man.gang, rings: man.rings, play: async () => {}});
    } else if (verb === 'throw' && (battle || state.before?.battle)) {
      const field = state.before?.battle?.field ?? battle;
      add({to: field, play: () => how.fight(e, field, !!readThrow(e.text)?.goesOn)});
    }
  }

  /** @param {Act} act */
  function add(act) {
    hold(act.to, 1);
    if (act.from) hold(act.from, 1);
    else fights++;
    queue.push(act);
  }

  return {
    /** Something is still to be seen there. @param {string} id */
    isBusy: id => (busy.get(id) ?? 0) > 0,
    /** A fight is still to be seen: whoever tells how it ended waits. */
    isFighting: () => fights > 0,
    /** The table has changed: what of it is new is put on. @param {TableState} state @param {Crowd} crowd as it stands now */
    hear(state, crowd) {
      const newest = state.events.at(-1)?.n ?? 0,
        fresh = state.events.filter(e => e.n > told),
        plain = told < 0 || newest < told || fresh.length > MANY || how.reduced() || document.hidden;
      told = newest;
      if (!plain) for (const e of fresh) take(e, state);
      if (fresh.length || plain) before = new Map(crowd);
      if (queue.length) run();
    },
  };
}

/** A man to be moved: an element of its own, which the browser moves without painting the city again. @param {Gang} gang @param {number} rings */
const makeWalker = (gang, rings) =>
  h(
    'div',
    {class: 'walker'},
    h('div', {class: 'stride'}, s('svg', {viewBox: '-15 -17 30 32', class: 'print'}, drawMan(gang, rings))),
  );

/** Along these fields; out of the city on one side and in on another is not walked. @param {City} city @param {string[]} fields @returns {Keyframe[]} */
function framesOf(city, fields) {
  const n = fields.length - 1,
    place = (/** @type {string} */ id) =>
      `translate(${100 * (city.fields.get(id)?.col ?? 0)}%, ${100 * (city.fields.get(id)?.row ?? 0)}%)`;
  return fields.flatMap((id, i) => {
    const here = {transform: place(id), opacity: 1, offset: i / n},
      last = i ? fields[i - 1] : id;
    if (isNear(city, last, id)) return [here];
    const gone = {opacity: 0, offset: (i - 0.5) / n};
    return [{...gone, transform: place(last)}, {...gone, transform: place(id)}, here];
  });
}

/** Side by side, or the same. @param {City} city @param {string} a @param {string} b */
function isNear(city, a, b) {
  const from = middle(city, a),
    to = middle(city, b);
  return Math.hypot(from.x - to.x, from.y - to.y) < 1.5 * C;
}

/** What the others did before this turn, whatever of it the reader has done already. @param {TableState} state */
export function lastRound({events, you}) {
  const gone = struck(events),
    acts = events.filter(e => e.seat !== 'chance'),
    others = acts.findLastIndex(e => e.seat !== you),
    own = acts.slice(0, others + 1).findLastIndex(e => e.seat === you);
  const from = acts[own]?.n ?? 0,
    to = acts[others + 1]?.n ?? Infinity;
  const fights = events.filter(e => e.n > to && e.text.startsWith('throw ') && !gone.has(e.n));
  if (fights.length) return fights;
  return events.filter(e => e.n > from && e.n < to);
}

/** The ways to be seen: what the reader has walked in this turn, else what the others walked before it. @param {TableState} state
 * @returns {{gang: Gang, fields: string[]}[]} */
export function waysOf(state) {
  const rolled = state.events.findLastIndex(e => e.text.startsWith('roll ')),
    turn = rolled < 0 ? [] : state.events.slice(rolled).filter(e => e.text.startsWith('step ')),
    events = turn.length ? turn : lastRound(state); // without a step there was no fight of the reader's
  /** @type {{gang: Gang, fields: string[]}[]} */
  const ways = [];
  for (const e of events) {
    const [verb, from, to] = moveOf(e),
      gang = gangOf(e, state),
      last = ways.at(-1);
    if (e.kind === 'undo' && last?.fields.pop() && last.fields.length < 2) ways.pop(); // that step was not made
    if (verb !== 'step' || e.kind === 'undo' || !gang) continue;
    if (last?.gang === gang && last.fields.at(-1) === from) last.fields.push(to);
    else ways.push({gang, fields: [from, to]});
  }
  return ways;
}

/** Where somebody died lately: the chalk stays until everybody has had another turn, or the shot was taken back. @param {TableState} state @returns {string[]} */
export function chalkedFields({events, view}) {
  const out = /** @type {Set<string>} */ (new Set()),
    gone = struck(events),
    counts = events.filter(e => !gone.has(e.n)),
    rolls = counts.filter(e => e.text.startsWith('roll ')),
    from = rolls.at(-1 - (view?.gangs?.length ?? 0))?.n ?? 0;
  let field = '';
  for (const e of counts) {
    const [verb, , to] = moveOf(e);
    if (verb === 'step') field = to;
    if (verb === 'throw' && field && e.n > from && /; dead /.test(e.text)) out.add(field);
  }
  return [...out];
}

/** A way as a line; it is broken where it leaves the city. @param {City} city @param {string[]} fields */
export function wayLine(city, fields) {
  return fields
    .map((id, i) => {
      const {x, y} = middle(city, id);
      return `${i && isNear(city, fields[i - 1], id) ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
}

// analysis.js: under a replay: who stood how when, what changed the game, and what would have been better. The verdicts are the engine's
// (docs/analysis.md), computed by the house's workers or in one of this browser; here they are drawn and told.
import {h, s, say} from './dom.js';
import {_} from './words.js';
import {tell} from './phrase.js';
import {call} from './api.js';

/** @import {Phrase, Names} from './phrase.js' */

/** @typedef {{n: number, seat: number|null, text: string, words: Phrase[], verdict?: string, before?: number[], after?: number[], lost?: number}} Step */
/** @typedef {{n: number, kind: 'turn'|'luck', seat: number, change: number, words: Phrase[]}} TurningPoint */
/** What docs/analysis.md describes. @typedef {{players: number, done: number, decisions: number, seats: {result: number, words: Phrase[]}[],
 *   turning_points: TurningPoint[], steps: Step[]}} Analysis */

/** Where the reader is: how things are called there, and how to go to an entry of the log.
 * @typedef {{names: Names, goTo(entry: number): void, tryAgain(entry: number, seat: number): void, found(points: number[]): void,
 *   line(seat: number): number}} Place
 * tryAgain: play on from before that entry; found: the entries of the turning points; line: the style of a seat's line */

const MS = 20, // for a decision
  ASK_MS = 700, // how often the house is asked how far it is
  WIN = 10000,
  WIDTH = 640,
  HEIGHT = 180;

/** The panel. It belongs to a record and outlives a change of eyes: 'enter' says where it is shown now, 'at' which entry is.
 * @param {() => Promise<{play: string, edition?: string}>} record @param {string|null} [table] of a house, which then does the work if it can */
export function analysisPanel(record, table = null) {
  /** @type {Place|null} */
  let place = null;
  /** @type {Analysis|null} */
  let found = null;
  /** @type {Worker|null} */
  let worker = null;
  let entry = 0,
    run = 0; // counts how often it was begun or stopped
  const body = h('div', {class: 'analysis-body'}),
    told = h('p', {class: 'analysis-told', 'aria-live': 'polite'}),
    again = h(
      'button',
      {type: 'button', class: 'try-again', hidden: true, onclick: () => tryAgain()},
      _('Try again from here'),
    ),
    now = h('div', {class: 'analysis-now'}, told, again),
    bar = h('progress', {max: 1, value: 0, 'aria-label': _('Analysis')}),
    trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  const begin = h('button', {type: 'button', class: 'main', onclick: () => void start()}, _('Analyse this game')),
    end = h('button', {type: 'button', onclick: () => stop()}, _('Stop'));
  const element = h('section', {class: 'analysis panel', 'aria-label': _('Analysis')}, begin, trouble);

  async function start() {
    const mine = ++run;
    element.replaceChildren(bar, end);
    trouble.hidden = true;
    try {
      if (table && (await askHouse(table, mine))) return;
      const asked = await record();
      if (run !== mine) return;
      worker = new Worker(new URL('engine/analysis_worker.js', import.meta.url), {type: 'module'});
      worker.onmessage = ({data}) => heard(data);
      worker.onerror = e => fail(e.message);
      worker.postMessage({...asked, ms: MS});
    } catch (e) {
      fail(/** @type {Error} */ (e).message);
    }
  }

  /** The house is asked until it has an answer; false: it has other things to do. @param {string} id @param {number} mine */
  async function askHouse(id, mine) {
    while (run === mine) {
      const answer = await call('GET', `api/tables/${id}/analysis`).catch(() => null);
      if (run !== mine) break;
      if (!answer) return false;
      if (answer.steps) {
        heard({t: 'analysis', analysis: answer});
        break;
      }
      heard({t: 'progress', ...answer});
      await new Promise(done => setTimeout(done, ASK_MS));
    }
    return true;
  }

  function stop() {
    run++;
    worker?.terminate();
    worker = null;
    element.replaceChildren(begin, trouble);
  }

  /** @param {string} text */
  function fail(text) {
    stop();
    trouble.hidden = false;
    say(trouble, _(text));
  }

  /** @param {any} message */
  function heard(message) {
    if (message.t === 'progress') bar.value = message.decisions ? message.done / message.decisions : 1;
    if (message.t === 'no') fail(message.text);
    if (message.t !== 'analysis') return;
    worker?.terminate();
    worker = null;
    found = message.analysis;
    element.replaceChildren(body, now);
    draw();
  }

  function draw() {
    if (!found || !place) return;
    body.replaceChildren(curve(found, place), points(found, place), seats(found, place));
    place.found(found.turning_points.map(p => p.n));
    mark();
  }

  /** What there is to say about the entry that is shown. */
  function mark() {
    const step = found?.steps.find(x => x.n === entry);
    say(told, step && place ? tell(step.words, place.names) : '');
    again.hidden = step?.seat == null || !step.before;
    const x = found ? xOf(found, entry) : 0;
    element.querySelector('.analysis-here')?.setAttribute('d', `M${x} 0V${HEIGHT}`);
  }

  /** From before the decision that is shown, in the seat that made it. */
  function tryAgain() {
    const step = found?.steps.find(x => x.n === entry);
    if (step?.seat != null) place?.tryAgain(entry, step.seat);
  }

  return {
    element,
    /** @param {Place} where */
    enter(where) {
      place = where;
      draw();
    },
    /** @param {number} n the entry that is shown */
    at(n) {
      entry = n;
      mark();
    },
  };
}

// -- The curve -------------------------------------------------------------------------------------------------

/** @param {Analysis} a */
const lastEntry = a => Math.max(1, a.steps.at(-1)?.n ?? 1);
/** @param {Analysis} a @param {number} entry */
const xOf = (a, entry) => Math.round((10 * WIDTH * entry) / lastEntry(a)) / 10;
/** @param {number} value */
const yOf = value => Math.round((10 * HEIGHT * (WIN - value)) / WIN) / 10;

/** From one decision to the next, straight down by what a move lost, and at last to the result. @param {Analysis} a @param {number} seat */
function pathOf(a, seat) {
  const stops = a.steps.flatMap(x =>
    x.before && x.after
      ? [
          `${xOf(a, x.n)} ${yOf(x.before[seat])}`,
          ...(x.lost && x.lost > 0 ? [`${xOf(a, x.n)} ${yOf(x.after[seat])}`] : []),
        ]
      : [],
  );
  return `M${[...stops, `${xOf(a, lastEntry(a))} ${yOf(a.seats[seat].result)}`].join('L')}`;
}

/** Where a turning point stands: on the line of the seat it changed. @param {Analysis} a @param {TurningPoint} p */
function heightOf(a, p) {
  const here = a.steps.findLast(x => x.n <= p.n && x.before);
  return yOf((here?.n === p.n ? here.before : here?.after)?.[p.seat] ?? WIN / a.players);
}

/** Seats differ by colour and by dashes; the names below show both. @param {Analysis} a @param {Place} place */
function curve(a, place) {
  const grid = [0, 0.5, 1].map(part => s('path', {class: 'analysis-grid', d: `M0 ${HEIGHT * part}H${WIDTH}`}));
  const lines = a.seats.map((_x, seat) =>
    s('path', {class: `analysis-line seat-line-${place.line(seat)}`, d: pathOf(a, seat)}),
  );
  const marks = a.turning_points.map((p, i) =>
    s(
      'g',
      {class: 'analysis-mark', onclick: () => place.goTo(p.n)},
      s('circle', {class: `seat-line-${place.line(p.seat)}`, cx: xOf(a, p.n), cy: heightOf(a, p), r: 9}),
      s('text', {x: xOf(a, p.n), y: heightOf(a, p) + 4}, i + 1),
    ),
  );
  const picture = s(
    'svg',
    {viewBox: `-12 -12 ${WIDTH + 24} ${HEIGHT + 24}`, role: 'img', 'aria-label': _('Prospects over the game')},
    ...grid,
    s('path', {class: 'analysis-here', d: ''}),
    ...lines,
    ...marks,
  );
  const key = a.seats.map((_x, seat) =>
    h(
      'li',
      {},
      s(
        'svg',
        {viewBox: '0 0 30 8', class: 'analysis-key', 'aria-hidden': 'true'},
        s('path', {class: `analysis-line seat-line-${place.line(seat)}`, d: 'M1 4H29'}),
      ),
      place.names.seat(seat),
    ),
  );
  return h('div', {class: 'analysis-curve'}, picture, h('ul', {class: 'analysis-names'}, ...key));
}

// -- In words --------------------------------------------------------------------------------------------------

/** @param {Analysis} a @param {Place} place */
function points(a, place) {
  const rows = a.turning_points.map(p =>
    h('li', {}, h('button', {type: 'button', onclick: () => place.goTo(p.n)}, tell(p.words, place.names))),
  );
  return h(
    'div',
    {hidden: !rows.length},
    h('h2', {}, _('Turning points')),
    h('ol', {class: 'analysis-points'}, ...rows),
  );
}

/** @param {Analysis} a @param {Place} place */
const seats = (a, place) =>
  h('ul', {class: 'analysis-seats'}, ...a.seats.map(own => h('li', {}, tell(own.words, place.names))));

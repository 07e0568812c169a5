// chicago_frame.js: the window on Chicago's map. The whole city is always in it. Where a field is smaller than a finger a tap means the only place around
// it that can be chosen; if there are several or none, or if the man who was meant can go somewhere, a lens shows that part of the city (chicago_lens.js).
import {h} from '../src/dom.js';
import {_} from '../src/words.js';
import {makeLens} from './chicago_lens.js';

/** @typedef {{x: number, y: number}} Spot  in fields, from the map's upper left */

/** Screens on which the page is laid out for a phone (table.css), and fingers. */
const small = () => matchMedia('(max-width: 860px), (max-height: 500px), (pointer: coarse)').matches;

const FINGER = 32; // px: fields of that size are tapped as they are
const FINGERTIP = 22; // px: what lies no farther from the middle of a tap may be meant
const FACES = 24; // px: in fields of that size faces and rings are seen; in smaller ones a man is a disc

/** @param {HTMLElement} plan @param {{cols: number, rows: number, lead: number}} size its width and height in fields, the edge included; and how far
 * the first field lies within it
 * @param {{tap(target: string): void, at(spot: Spot): string|undefined, spotOf(target: string): Spot|undefined, reduced(): boolean}} table
 * 'at': what lies there, as a target */
export function makeFrame(plan, {cols, rows, lead}, {tap, at, spotOf, reduced}) {
  const root = h('div', {class: 'map'}, plan),
    button = h(
      'button',
      {type: 'button', class: 'zoom', onclick: () => (lens.isOpen() ? lens.close() : lens.open(best()))},
      _('Closer'),
    ),
    beacon = h('i', {class: 'beacon', hidden: true});
  /** Where something can be done. @type {Spot[]} */
  let spots = [];
  /** What can be chosen. @type {Map<string, Spot>} */
  let open = new Map();
  let seq = 0,
    choosing = false; // somebody was chosen, and it is open where he goes
  /** The place that was chosen. @type {Spot|null} */
  let chosen = null;

  const lens = makeLens(
    {plan, cols, rows, lead},
    spot => {
      const target = at(spot);
      if (target) tap(target);
      if (choosing && chosen) lens.look(chosen, true);
    },
    () => button.focus(),
    reduced,
  );
  plan.append(lens.mark, beacon);

  const field = () => plan.clientWidth / cols;

  /** The place with most of them near it, or the middle of the city. @returns {Spot} */
  function best() {
    const near = (/** @type {Spot} */ a) =>
      spots.filter(b => Math.abs(a.x - b.x) < 4 && Math.abs(a.y - b.y) < 3).length;
    return spots.reduce((a, b) => (near(b) > near(a) ? b : a), spots[0] ?? {x: cols / 2, y: rows / 2});
  }

  /** A ring round a place, to be found at a glance. @param {Spot|null|undefined} spot */
  function ring(spot) {
    const {x, y} = spot ?? {x: 0, y: 0};
    beacon.hidden = !spot;
    beacon.style.left = `${(100 * (x + lead + 0.5)) / cols}%`;
    beacon.style.top = `${(100 * (y + lead + 0.5)) / rows}%`;
  }

  /** Too small to hit. */
  root.addEventListener(
    'click',
    e => {
      if (!small() || field() >= FINGER || !e.isTrusted || e.detail === 0) return; // a key or a screen reader knows what it means
      const b = plan.getBoundingClientRect(),
        x = (e.clientX - b.x) / field() - lead - 0.5,
        y = (e.clientY - b.y) / field() - lead - 0.5;
      const meant = [...open].filter(([, f]) => Math.hypot(f.x - x, f.y - y) * field() <= FINGERTIP);
      e.stopPropagation();
      if (lens.isOpen() || meant.length !== 1) return lens.open({x, y});
      tap(meant[0][0]);
      if (choosing) lens.open(meant[0][1]);
    },
    {capture: true},
  );
  root.addEventListener('focusin', e => {
    const spot = spotOf(/** @type {Element} */ (e.target).getAttribute('data-target') ?? '');
    if (lens.isOpen() && spot) lens.open(spot); // it follows the keys
  });
  new ResizeObserver(() => {
    root.classList.toggle('far-off', field() < FACES);
    button.hidden = field() >= FINGER;
  }).observe(plan);
  root.style.setProperty('--cols', String(cols));
  root.style.setProperty('--ratio', String(cols / rows));

  return {
    root,
    button,
    /** Whether on a place so large and so wide the fields are smaller than a finger. @param {number} wide @param {number} high */
    isSmall: (wide, high) => small() && Math.min(wide / cols, high / rows) < FINGER,
    /** What can be chosen now, by its target. @param {Map<string, Spot>} now */
    offer: now => void (open = now),
    /** Somebody speaks of a place: where the map is small a ring shows it; of none: the one that was chosen. @param {string|null} target */
    point: target => ring((target && spotOf(target)) || chosen),
    /** Drawn anew. 'picked': the place that was chosen last; 'done': nothing is left to be chosen on the map.
     * @param {number} now @param {{picked: string|undefined, done: boolean}} choice @param {Spot[]} where something can be done */
    show(now, {picked, done}, where) {
      spots = where;
      chosen = (picked && spotOf(picked)) || null;
      choosing = !!chosen && !done;
      ring(chosen);
      if (now !== seq || done) lens.close();
      else lens.copy();
      seq = now;
    },
  };
}

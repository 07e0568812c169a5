// chicago_frame.js: the window on Chicago's map. The whole city is in it. Where a field is smaller than a finger a tap means the only place around
// it that can be chosen; if there are several or none it leads close to that place, and there the map is pushed about by touch; a button leads
// back, and so does a move that was made.
import {h, say} from '../src/dom.js';
import {_} from '../src/words.js';

/** @typedef {{x: number, y: number}} Spot  in fields, from the map's upper left */

/** Screens on which the page is laid out for a phone (table.css), and fingers. */
const small = () => matchMedia('(max-width: 860px), (pointer: coarse)').matches;

const FINGER = 32; // px: fields of that size are tapped as they are
const FINGERTIP = 22; // px: what lies no farther from the middle of a tap may be meant
const FACES = 24; // px: in fields of that size faces and rings are seen; in smaller ones a man is a disc

/** @param {HTMLElement} map @param {{cols: number, rows: number, lead: number}} size its width and height in fields, the edge included: the
 * style makes each as wide as a finger; and how far the first field lies within it @param {(target: string) => void} tap
 * @param {(close: boolean) => void} turned it leads close, or back */
export function makeFrame(map, {cols, rows, lead}, tap, turned) {
  let close = false;
  const root = h('div', {class: 'map'}, map);
  const button = h('button', {type: 'button', class: 'zoom', onclick: () => turn(!close)});
  /** Where something can be done, the best place first. @type {Spot[]} */
  let spots = [];
  /** What can be chosen. @type {Map<string, Spot>} */
  let open = new Map();
  let last = '',
    seq = 0;

  /** @param {boolean} closer @param {Spot} [to] */
  function turn(closer, to) {
    close = closer;
    root.classList.toggle('close', close);
    turned(close);
    say(button, close ? _('Whole city') : _('Closer'));
    if (close) look(to ?? best());
  }

  const field = () => map.clientWidth / cols;

  /** @param {Spot|undefined} spot */
  function look(spot) {
    if (spot)
      root.scrollTo({
        left: (spot.x + lead + 0.5) * field() - root.clientWidth / 2,
        top: (spot.y + lead + 0.5) * field() - root.clientHeight / 2,
        behavior: 'instant',
      });
  }

  /** The place with most of them around it. */
  function best() {
    const w = root.clientWidth / field() / 2,
      h = root.clientHeight / field() / 2;
    const around = (/** @type {Spot} */ a) =>
      spots.filter(b => Math.abs(a.x - b.x) < w && Math.abs(a.y - b.y) < h).length;
    return spots.reduce(
      (/** @type {{spot?: Spot, n: number}} */ most, spot) => (around(spot) > most.n ? {spot, n: around(spot)} : most),
      {n: 0},
    ).spot;
  }

  /** @param {Spot} s */
  function inSight({x, y}) {
    const f = field(),
      left = (x + lead) * f - root.scrollLeft,
      top = (y + lead) * f - root.scrollTop;
    return left >= 0 && top >= 0 && left + f <= root.clientWidth && top + f <= root.clientHeight;
  }

  /** Too small to hit: the first tap leads there. */
  root.addEventListener(
    'click',
    e => {
      if (close || !small() || field() >= FINGER || !e.isTrusted || e.detail === 0) return; // a key or a screen reader knows what it means
      const b = map.getBoundingClientRect(),
        x = (e.clientX - b.x) / field() - lead - 0.5,
        y = (e.clientY - b.y) / field() - lead - 0.5;
      const meant = [...open].filter(([, f]) => Math.hypot(f.x - x, f.y - y) * field() <= FINGERTIP);
      e.stopPropagation();
      if (meant.length === 1) tap(meant[0][0]);
      else turn(true, {x, y});
    },
    {capture: true},
  );
  new ResizeObserver(() => root.classList.toggle('far-off', field() < FACES)).observe(map);
  root.style.setProperty('--cols', String(cols));
  root.style.setProperty('--ratio', String(cols / rows));
  turn(close);

  return {
    root,
    button,
    /** Whether on a place so large and so wide the fields are smaller than a finger. @param {number} wide @param {number} high */
    isSmall: (wide, high) => small() && Math.min(wide / cols, high / rows) < FINGER,
    /** What can be chosen now, by its target. @param {Map<string, Spot>} now */
    offer: now => void (open = now),
    /** Somebody speaks of these places: if they are out of sight, go there. @param {Spot[]} where */
    lookAt(where) {
      if (close && where.length && !where.every(inSight)) look(where[where.length - 1]);
    },
    /** Something else can be done now: if nothing of it is in sight, go there; if the table has changed, back to the whole.
     * @param {number} now @param {string} picked @param {Spot[]} where */
    show(now, picked, where) {
      const key = `${now} ${picked}`;
      if (key === last) return;
      last = key;
      spots = where;
      if (close && now !== seq && small()) turn(false);
      seq = now;
      requestAnimationFrame(() => {
        if (close && root.clientWidth && !spots.some(inSight)) look(best());
      });
    },
  };
}

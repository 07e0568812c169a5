// chicago_shelf.js: the places that can be tapped now, each as large as a finger, where the fields of the map are smaller than that. One's own men, the strongest
// first; of the places one of them can reach foes and houses, one's own houses, then streets, the near ones before the far ones: as many as there is room for. The map shows all of them.
import {h, keep, s, say, set} from '../src/dom.js';
import {_} from '../src/words.js';
import {C, drawInside, walls} from './chicago_city.js';

/** @import {Man} from './chicago_city.js' */
/** @import {Field} from './chicago_map.js' */
/** @import {Gang} from './chicago_words.js' */

/** 'cost': in points, 0 where it costs nothing; 'words': as the map names it for ears.
 * @typedef {{field: Field, name: string, words: string, cost: number, picked: boolean, hinted: boolean, own: boolean, owner: Gang|null, men: Man[]}} Spot */

const WIDE = 47, // px, the gap included: chicago.css
  HIGH = 48;

/** @param {(target: string) => void} tap @param {(target: string|null) => void} point a place is held, or none: the map shows where it lies */
export function makeShelf(tap, point) {
  const root = h('div', {class: 'shelf', role: 'group', 'aria-label': _('Moves')});
  /** @type {Spot[]} */
  let spots = [];

  /** How many there is room for, as it was told last: to ask would make the browser lay out the page. */
  let room = 0;

  function fill() {
    keep(
      root,
      spots.slice(0, room),
      spot => spot.field.id,
      ({field}) =>
        h(
          'button',
          {type: 'button', class: 'spot-of', onclick: () => tap(`field:${field.id}`)},
          s('svg', {viewBox: `0 0 ${C} ${C}`, class: 'print', 'aria-hidden': 'true'}),
          h('b', {class: 'name'}),
          h('b', {class: 'price'}),
        ),
      draw,
    );
  }

  /** @param {HTMLElement} e @param {Spot} spot */
  function draw(e, {field, name, words, cost, picked, hinted, owner, men}) {
    const [picture, label, price] = e.children,
      key = JSON.stringify([owner, men]);
    if (picture.getAttribute('data-for') !== key) {
      set(picture, {'data-for': key});
      picture.replaceChildren(
        field.kind === 'street' ? s('rect', {width: C, height: C, class: 'street'}) : walls(field),
        ...drawInside(field, owner, men),
      );
    }
    say(label, name);
    say(price, cost ? String(cost) : '');
    set(e, {'aria-label': words, 'aria-pressed': String(picked)});
    e.classList.toggle('hinted', hinted);
  }

  for (const kind of ['pointerover', 'pointerdown', 'focusin'])
    root.addEventListener(kind, e => {
      const id = /** @type {Element} */ (e.target).closest('button')?.getAttribute('data-key');
      point(id ? `field:${id}` : null);
    });
  for (const kind of ['pointerleave', 'pointercancel', 'focusout']) root.addEventListener(kind, () => point(null));
  new ResizeObserver(
    ([
      {
        contentRect: {width, height},
      },
    ]) => {
      room = Math.floor((width + 3) / WIDE) * Math.max(1, Math.floor((height + 3) / HIGH));
      fill();
    },
  ).observe(root);
  return {
    root,
    /** @param {Spot[]} now what can be tapped, in any order */
    show(now) {
      const rank = (/** @type {Spot} */ {field, men, picked, cost, own}) =>
        picked ? -1 : !cost || men.length ? 0 : field.kind === 'street' ? 2 : own ? 1 : 0;
      const rings = (/** @type {Spot} */ {men}) => Math.max(0, ...men.map(m => m.rings));
      spots = [...now].sort((a, b) => rank(a) - rank(b) || a.cost - b.cost || rings(b) - rings(a));
      fill();
    },
  };
}

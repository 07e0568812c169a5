// chicago_lens.js: a magnifier for Chicago's map, where a field is smaller than a finger. It shows a part of the city in fields that can be hit, and it lies
// over the other half of the screen: the part itself stays in sight, with a frame round what the lens shows. It is pushed about by touch and goes away when
// something was chosen. What is in it is a copy of the map, for eyes alone: keys and ears have the map itself.
import {h, oncePerFrame, set} from '../src/dom.js';
import {_} from '../src/words.js';

/** @import {Spot} from './chicago_frame.js' */

const FINGERS = 9; // how many fields side by side,
const LEAST = 41; // px: but none is smaller than this,
const MOST = 56; // nor larger

/** @param {{plan: HTMLElement, cols: number, rows: number, lead: number}} map 'plan': the drawing and what lies upon it; its width and height in
 * fields, the edge included; how far the first field lies within it
 * @param {(spot: Spot) => void} tap on a field of the lens @param {() => void} gone the focus was in it when it went @param {() => boolean} reduced less motion */
export function makeLens({plan, cols, rows, lead}, tap, gone, reduced) {
  const sheet = h('div', {}),
    view = h(
      'div',
      {class: 'lens-view', tabindex: 0, role: 'group', 'aria-label': _('Part of the city, enlarged')},
      sheet,
    ),
    shut = h('button', {type: 'button', class: 'shut', 'aria-label': _('Close'), onclick: () => close()}, '\u00d7'),
    root = h('div', {class: 'lens chicago', hidden: true}, view, shut),
    mark = h('i', {class: 'lens-mark', hidden: true});
  let size = LEAST; // of a field, in px

  /** The map as it is now. */
  const copy = oncePerFrame(() => {
    if (root.hidden) return;
    const drawing = /** @type {Element} */ (/** @type {Element} */ (plan.querySelector('.city')).cloneNode(true));
    for (const e of [drawing, ...drawing.querySelectorAll('[data-target]')])
      for (const name of ['role', 'tabindex', 'aria-label', 'aria-pressed', 'aria-disabled', 'data-target'])
        e.removeAttribute(name);
    set(drawing, {'aria-hidden': 'true'});
    sheet.replaceChildren(drawing);
  });

  /** Over the half of the screen in which the spot is not; beside the map where there is room. @param {Spot} spot */
  function lie({y}) {
    const b = plan.getBoundingClientRect(),
      beside = innerWidth > innerHeight && innerWidth - b.right > 5 * LEAST;
    root.classList.toggle('beside-map', beside);
    root.classList.toggle('over-map', !beside && y + lead + 0.5 > rows / 2);
    root.style.setProperty('--middle', `${b.y + b.height / 2}px`);
    root.style.setProperty('--edge', `${b.right}px`);
    size = Math.min(MOST, Math.max(LEAST, root.clientWidth / FINGERS));
    Object.assign(sheet.style, {width: `${cols * size}px`, height: `${rows * size}px`});
  }

  /** @param {Spot} spot @param {boolean} [smooth] */
  function look({x, y}, smooth = false) {
    view.scrollTo({
      left: (x + lead + 0.5) * size - view.clientWidth / 2,
      top: (y + lead + 0.5) * size - view.clientHeight / 2,
      behavior: smooth && !reduced() ? 'smooth' : 'instant',
    });
    frame();
  }

  /** Round what is seen. */
  function frame() {
    const part = (/** @type {number} */ px, /** @type {number} */ whole) => `${(100 * px) / size / whole}%`;
    Object.assign(mark.style, {
      left: part(view.scrollLeft, cols),
      top: part(view.scrollTop, rows),
      width: part(view.clientWidth, cols),
      height: part(view.clientHeight, rows),
    });
  }

  /** @param {Spot} spot */
  function open(spot) {
    const was = !root.hidden;
    if (!root.isConnected) plan.closest('.table')?.append(root);
    root.hidden = mark.hidden = false;
    lie(spot);
    copy();
    look(spot, was);
  }

  function close() {
    if (root.hidden) return;
    const had = root.contains(document.activeElement);
    root.hidden = mark.hidden = true;
    sheet.replaceChildren();
    if (had) gone();
  }

  view.addEventListener('scroll', frame, {passive: true});
  view.addEventListener('click', e => {
    const b = view.getBoundingClientRect();
    tap({
      x: Math.floor((e.clientX - b.x + view.scrollLeft) / size - lead),
      y: Math.floor((e.clientY - b.y + view.scrollTop) / size - lead),
    });
  });
  document.addEventListener(
    'keydown',
    e => {
      if (e.key !== 'Escape' || root.hidden) return;
      e.stopPropagation();
      close();
    },
    {capture: true},
  );
  addEventListener('resize', close);

  return {mark, open, close, look, copy, isOpen: () => !root.hidden};
}

// motion.js: things that move are seen to move. 'flip' notes where everything with a data-move lies, lets the
// page change, and lets what now lies elsewhere travel there. Readers who want less motion get none.
import {wantsLessMotion} from './prefs.js';

const MS = 320;

/** @param {Element} root @param {() => void} change */
export function flip(root, change) {
  if (wantsLessMotion()) return change();
  const before = places(root);
  change();
  for (const [name, {box, e}] of places(root)) {
    const old = before.get(name);
    if (old) travel(e, old.box, box);
    else if (before.size) e.animate([{opacity: 0}, {opacity: 1}], {duration: MS, easing: 'ease-out'});
  }
}

/** @param {Element} root */
function places(root) {
  /** @type {Map<string, {box: DOMRect, e: Element}>} */
  const all = new Map();
  for (const e of root.querySelectorAll('[data-move]'))
    all.set(e.getAttribute('data-move') ?? '', {box: e.getBoundingClientRect(), e});
  return all;
}

/** @param {Element} e @param {DOMRect} from @param {DOMRect} to */
function travel(e, from, to) {
  const dx = from.x - to.x, dy = from.y - to.y;
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  const scale = e instanceof SVGElement ? svgScale(e) : 1;
  e.animate([{transform: `translate(${dx / scale}px, ${dy / scale}px)`}, {transform: 'none'}],
            {duration: MS, easing: 'cubic-bezier(.2,.7,.2,1)', composite: 'add'});
}

/** @param {SVGElement} e */
function svgScale(e) {
  const m = /** @type {SVGGraphicsElement} */ (e).getScreenCTM?.();
  return m ? Math.hypot(m.a, m.b) || 1 : 1;
}

// motion.js: things that move are seen to move. 'flip' notes where everything with a data-move lies, lets the page change, and lets
// what now lies elsewhere travel there; what is new comes from its home (data-from names one or more data-home, which may be
// anywhere on the page: a pile, a player's seat) or fades in. Also: cards that turn over, a flash, a number that counts up.
// Only transform and opacity are animated, which costs a browser next to nothing. Readers who want less motion get none; how long
// it takes is the reader's (prefs.js, speed).
import {motionShare, wantsLessMotion} from './prefs.js';

const MS = 320;
const EASE = 'cubic-bezier(.2,.7,.2,1)';

/** So long, at the reader's speed. @param {number} ms */
const time = ms => ms * motionShare();

/** @param {Element} root @param {() => void} change */
export function flip(root, change) {
  if (wantsLessMotion()) return change();
  const before = places(root),
    homes = before.size ? homePlaces() : new Map();
  change();
  for (const [name, {box, e}] of places(root)) {
    const old = before.get(name)?.box ?? homeOf(e, homes);
    if (old) travel(e, old, box);
    else if (before.size) e.animate([{opacity: 0}, {opacity: 1}], {duration: time(MS), easing: 'ease-out'});
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

/** The first of the homes it may come from that was there. @param {Element} e @param {Map<string, DOMRect>} homes */
function homeOf(e, homes) {
  const names = e.getAttribute('data-from')?.split('|') ?? [];
  return homes.get(names.find(name => homes.has(name)) ?? '');
}

function homePlaces() {
  /** @type {Map<string, DOMRect>} */
  const all = new Map();
  for (const e of document.querySelectorAll('[data-home]'))
    if (e.getClientRects().length) all.set(e.getAttribute('data-home') ?? '', e.getBoundingClientRect());
  return all;
}

/** From the middle of one place to that of the other. @param {Element} e @param {DOMRect} from @param {DOMRect} to */
function travel(e, from, to) {
  const dx = from.x + from.width / 2 - to.x - to.width / 2,
    dy = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width) return;
  const scale = e instanceof SVGElement && e.ownerSVGElement ? svgScale(e) : 1;
  e.animate([{transform: `translate(${dx / scale}px, ${dy / scale}px)`}, {transform: 'none'}], {
    duration: time(MS),
    easing: EASE,
    composite: 'add',
  });
}

/** @param {SVGElement} e */
function svgScale(e) {
  const m = /** @type {SVGGraphicsElement} */ (e).getScreenCTM?.();
  return m ? Math.hypot(m.a, m.b) || 1 : 1;
}

/** Cards that lay face down are turned, all at once. @param {Element[]} cards */
export function turnOver(cards) {
  if (wantsLessMotion()) return;
  for (const e of cards)
    e.animate([{transform: 'perspective(400px) rotateY(88deg)'}, {transform: 'none'}], {
      duration: time(420),
      easing: 'ease-out',
    });
}

/** Something appears with a bang and goes again; it is removed at once where nothing moves. @param {Element} e */
export function flash(e) {
  if (wantsLessMotion()) return e.remove();
  e.animate(
    [
      {opacity: 0, transform: 'scale(.2)'},
      {opacity: 1, transform: 'scale(1.15)', offset: 0.2},
      {opacity: 0, transform: 'scale(1.4)'},
    ],
    {duration: time(520), easing: 'ease-out', fill: 'forwards'},
  ).onfinish = () => e.remove();
}

/** It grows for a moment: look here. @param {Element} e */
export function pulse(e) {
  if (wantsLessMotion()) return;
  e.animate([{transform: 'none'}, {transform: 'scale(1.25)'}, {transform: 'none'}], {
    duration: time(600),
    easing: 'ease-in-out',
    composite: 'add',
  });
}

/** Numbers that are on their way. @type {WeakMap<Element, number>} */
const counting = new WeakMap();

/** A number counts up to what it is now; at once where nothing moves. @param {Element} e @param {number} from @param {number} to
 * @param {(n: number) => string} words */
export function countUp(e, from, to, words) {
  const run = (counting.get(e) ?? 0) + 1,
    begun = performance.now(),
    lasts = time(Math.min(900, 90 * Math.abs(to - from)));
  counting.set(e, run);
  const step = () => {
    if (counting.get(e) !== run) return;
    const share = lasts ? Math.min(1, (performance.now() - begun) / lasts) : 1;
    e.textContent = words(Math.round(from + (to - from) * share));
    if (share < 1) requestAnimationFrame(step);
  };
  if (wantsLessMotion() || from === to || document.hidden) e.textContent = words(to);
  else step();
}

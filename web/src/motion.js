// motion.js: things that move are seen to move. 'flip' notes where everything with a data-move lies, lets the page change, and lets
// what now lies elsewhere travel there; what is new comes from its home (data-from names one or more data-home, which may be
// anywhere on the page: a pile, a player's seat) or fades in. Also: cards that turn over, a flash, a number that counts up.
// Only transforms and opacity are animated, which costs a browser next to nothing. Readers who want less motion get none; how long
// it takes is the reader's (prefs.js, speed).
import {motionShare, wantsLessMotion} from './prefs.js';

const MS = 320;
const EASE = 'cubic-bezier(.2,.7,.2,1)';

/** So long, at the reader's speed. @param {number} ms */
const time = ms => ms * motionShare();

/** What is on its way. @type {Set<Animation>} */
const underWay = new Set();

/** For how long it still is, in ms. What is only looked at (a stamp, an extra) is none of it. */
export function stillMoving() {
  const left = [...underWay].map(a => Number(a.effect?.getComputedTiming().endTime) - Number(a.currentTime ?? 0));
  return document.hidden ? 0 : Math.max(0, ...left);
}

/** @param {Element} e @param {Keyframe[]} keys @param {number} ms @param {string} easing */
function move(e, keys, ms, easing) {
  const motion = e.animate(keys, {duration: time(ms), easing}),
    over = () => underWay.delete(motion);
  underWay.add(motion);
  motion.addEventListener('finish', over);
  motion.addEventListener('cancel', over);
  return motion;
}

/** @param {Element} root @param {() => void} change */
export function flip(root, change) {
  if (wantsLessMotion()) return change();
  const before = places(root),
    homes = before.size ? homePlaces() : new Map();
  change();
  for (const [name, {box, e}] of places(root)) {
    const old = before.get(name)?.box ?? homeOf(e, homes);
    if (old) travel(root, e, old, box);
    else if (before.size) move(e, [{opacity: 0}, {opacity: 1}], MS, 'ease-out');
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

/** From the middle of one place to that of the other. @param {Element} root @param {Element} e @param {DOMRect} from @param {DOMRect} to */
function travel(root, e, from, to) {
  const dx = from.x + from.width / 2 - to.x - to.width / 2,
    dy = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width) return;
  const one = /** @type {HTMLElement|SVGElement} */ (e),
    picture = e instanceof SVGElement && e.ownerSVGElement ? pictureOf(root, e, to) : null,
    moving = picture ?? one;
  onTheWay.get(e)?.finish();
  if (picture) one.style.visibility = 'hidden';
  moving.style.willChange = 'transform'; // a layer of its own: nothing is painted again while it moves
  const way = come(moving, dx, dy);
  onTheWay.set(e, way);
  way.onfinish = way.oncancel = () => {
    moving.style.willChange = '';
    picture?.remove();
    if (picture && onTheWay.get(e) === way) one.style.visibility = '';
  };
}

/** What travels. @type {WeakMap<Element, Animation>} */
const onTheWay = new WeakMap();

/** What something does where it lies, or on its way: it turns, it grows. @typedef {{keys: {transform: string, offset?: number}[], ms: number, easing: string}} Pose */

/** What has just begun. @type {WeakMap<Element, {pose: Pose, motion: Animation}>} */
const posing = new WeakMap();

/** @param {Element} e @param {Pose} pose */
function strike(e, pose) {
  const {keys, ms, easing} = pose,
    motion = move(e, keys, ms, easing);
  posing.set(e, {pose, motion});
  return motion;
}

/** From so far away, by 'transform' alone: of a drawing (an svg of its own) the browser moves nothing else without the page, frame by frame. A card that turns or
 * is held up does so on its way: of two motions the later would undo the earlier. @param {Element} e @param {number} dx @param {number} dy */
function come(e, dx, dy) {
  const {pose, motion} = posing.get(e) ?? {},
    {keys, ms, easing} =
      pose && motion?.pending ? pose : {keys: [{transform: ''}, {transform: ''}], ms: MS, easing: EASE};
  if (motion?.pending) motion.cancel();
  const way = keys.map((key, i) => ({
    ...key,
    transform: `translate(${i ? 0 : dx}px, ${i ? 0 : dy}px) ${key.transform}`,
  }));
  return move(e, way, ms, easing);
}

/** A part of a drawing as a picture of its own, which lies upon it: else the whole drawing is painted for every frame. It has the
 * classes of what it is in, so that it looks the same. @param {Element} root @param {SVGElement} e @param {DOMRect} at */
function pictureOf(root, e, at) {
  const drawing = /** @type {SVGSVGElement} */ (e.ownerSVGElement),
    m = /** @type {SVGGraphicsElement|null} */ (e.parentNode)?.getScreenCTM?.(),
    around = root.getBoundingClientRect(),
    box = document.createElement('div');
  if (!m) return null;
  let node = /** @type {Element} */ (e.cloneNode(true));
  for (let over = /** @type {Element|null} */ (e.parentElement); over && over !== drawing; over = over.parentElement)
    node = shellOf(over, node);
  node = shellOf(drawing, node);
  for (const part of [node, ...node.querySelectorAll('*')])
    for (const name of part.getAttributeNames())
      if (/^(data-|aria-|id$|role$|tabindex$)/.test(name)) part.removeAttribute(name);
  node.setAttribute('viewBox', [(at.x - m.e) / m.a, (at.y - m.f) / m.d, at.width / m.a, at.height / m.d].join(' '));
  box.className = 'traveller';
  box.setAttribute('aria-hidden', 'true');
  for (const [name, px] of Object.entries({
    left: at.x - around.x,
    top: at.y - around.y,
    width: at.width,
    height: at.height,
  }))
    box.style.setProperty(name, `${px}px`);
  box.append(node);
  root.append(box);
  return box;
}

/** @param {Element} over @param {Element} inside */
function shellOf(over, inside) {
  const shell = /** @type {Element} */ (over.cloneNode(false));
  shell.removeAttribute('transform');
  shell.append(inside);
  return shell;
}

/** Cards that lay face down are turned, all at once. @param {Element[]} cards */
export function turnOver(cards) {
  if (wantsLessMotion()) return;
  const keys = [{transform: 'perspective(400px) rotateY(88deg)'}, {transform: 'perspective(400px) rotateY(0deg)'}];
  for (const e of cards) strike(e, {keys, ms: 420, easing: 'ease-out'});
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

/** A card on its way is held up for all to see. @param {Element} e of a row that may lie under its neighbours */
export function holdUp(e) {
  if (wantsLessMotion()) return;
  const card = /** @type {HTMLElement|SVGElement} */ (e);
  card.style.zIndex = '4';
  const up = 'scale(1.45)',
    keys = [
      {transform: 'scale(1)'},
      {transform: up, offset: 0.45},
      {transform: up, offset: 0.7},
      {transform: 'scale(1)'},
    ];
  strike(e, {keys, ms: 900, easing: 'ease-in-out'});
  setTimeout(() => (card.style.zIndex = ''), time(900));
}

/** It sinks to one side for a moment. @param {Element} e */
export function slump(e) {
  if (wantsLessMotion()) return;
  const keys = [{transform: 'rotate(0deg)'}, {transform: 'rotate(-16deg)', offset: 0.5}, {transform: 'rotate(0deg)'}];
  strike(e, {keys, ms: 800, easing: 'ease-in-out'});
}

/** A word stamped where something lies; it rises and is gone. @param {HTMLElement} root @param {Element} at @param {string} text */
export function stamp(root, at, text) {
  if (wantsLessMotion()) return;
  const box = at.getBoundingClientRect(),
    around = root.getBoundingClientRect(),
    e = document.createElement('span');
  e.className = 'stamp';
  e.setAttribute('aria-hidden', 'true');
  e.textContent = text;
  e.style.left = `${box.x + box.width / 2 - around.x}px`;
  e.style.top = `${box.y + box.height / 3 - around.y}px`;
  root.append(e);
  e.animate(
    [
      {opacity: 0, transform: 'scale(2)'},
      {opacity: 1, transform: 'none', offset: 0.2},
      {opacity: 1, transform: 'none', offset: 0.7},
      {opacity: 0, transform: 'translateY(-1.6em)'},
    ],
    {duration: time(1400), easing: 'ease-out', fill: 'forwards'},
  ).onfinish = () => e.remove();
}

/** It grows for a moment: look here. @param {Element} e */
export function pulse(e) {
  if (wantsLessMotion()) return;
  const keys = ['scale(1)', 'scale(1.25)', 'scale(1)'].map(transform => ({transform}));
  strike(e, {keys, ms: 600, easing: 'ease-in-out'});
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

// dom.js: making and changing elements without a framework. 'h' makes HTML, 's' makes SVG; 'keep' brings a
// list of children to what is wanted and touches only what changed, so that motion and focus survive.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node|string|number|null|undefined|false} Child */

/** @typedef {Record<string, any>} Attributes  'on' + event: a listener; 'data' an object; else attributes */

/** @param {Element} e @param {Attributes} attributes */
export function set(e, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) e.removeAttribute(name);
    else if (e.getAttribute(name) !== String(value)) e.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Element} e @param {Child[]} children */
function fill(e, children) {
  for (const c of children)
    if (c !== null && c !== undefined && c !== false) e.append(c instanceof Node ? c : String(c));
}

/** @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  set(e, attributes);
  fill(e, children);
  return e;
}

/** @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[T]} */
export function s(tag, attributes = {}, ...children) {
  const e = document.createElementNS(SVG, tag);
  set(e, attributes);
  fill(e, children);
  return e;
}

/** @param {Element} e @param {string} text */
export function say(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

/** Make the children of a parent those of a list: each item has a key; an element that is there already is
 * given to 'update', others are made, those not wanted go.
 * @template T
 * @param {Element} parent @param {T[]} items @param {(item: T, i: number) => string} key
 * @param {(item: T) => Element} make @param {(e: any, item: T, i: number) => void} [update] */
export function keep(parent, items, key, make, update) {
  const old = new Map([...parent.children].map(e => [e.getAttribute('data-key') ?? '', e]));
  let at = parent.firstElementChild;
  items.forEach((item, i) => {
    const k = key(item, i);
    let e = old.get(k);
    if (e) old.delete(k);
    else (e = make(item)).setAttribute('data-key', k);
    update?.(e, item, i);
    if (e === at) at = at.nextElementSibling;
    else parent.insertBefore(e, at);
  });
  for (const e of old.values()) e.remove();
}

/** How many there are, for styles that ask for it: [data-least~='7'] means seven or more. A ':has(> :nth-child(7))' says the same, but
 * makes the browser look through the whole page after every change. @param {Element} e @param {number} n */
export const count = (e, n) => set(e, {'data-least': Array.from({length: n}, (_x, i) => i + 1).join(' ')});

/** Calls that come while something is drawn are one call, when all of it is: what measures the page does it once, and before the frame in which things begin to
 * move, for in that there is no time. @param {() => void} act */
export function onceDrawn(act) {
  let asked = false;
  return () => {
    if (!asked) queueMicrotask(() => ((asked = false), act()));
    asked = true;
  };
}

/** Calls that come before the next frame are one call, in that frame: what measures the page does it once. @param {() => void} act */
export function oncePerFrame(act) {
  let asked = 0;
  return () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      act();
    });
  };
}

/** @template {Element} T @param {string} selector @param {ParentNode} [root] @returns {T} */
export function find(selector, root = document) {
  const e = root.querySelector(selector);
  if (!e) throw new Error(`no ${selector} on this page`);
  return /** @type {T} */ (e);
}

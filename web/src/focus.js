// focus.js: the focus stays at the table. What had it may be taken away, hidden or made useless by a move, by news or by the reader's own
// act: then it goes to what stands nearest to it, not to the top of the page, from where a keyboard would have to walk the whole way again.
// Whoever writes, has a dialog before them or has gone elsewhere is left alone.
import {kindOf} from './chooser.js';
import {oncePerFrame} from './dom.js';

/** What had the focus, what it stood in, from the inside out, and as what of the board.
 * @typedef {{e: HTMLElement|SVGElement, trail: Element[], target: string|null, nth: number, ring: boolean}} Holder */

const STOPS = 'button, a[href], input, select, textarea, summary, [tabindex]';

/** As far as the page knows without laying itself out. @param {Element} e */
const seemsUsable = e => e.isConnected && e.matches(STOPS) && !e.matches(':disabled') && !e.closest('[hidden]');

/** @param {Element} e */
const usable = e => seemsUsable(e) && (e.checkVisibility?.() ?? e.getClientRects().length > 0);

/** @param {unknown} e @returns {e is HTMLElement|SVGElement} */
const isThing = e => e instanceof HTMLElement || e instanceof SVGElement;

/** @param {HTMLElement} root the table @param {{board: HTMLElement, doing: HTMLElement, headline: HTMLElement}} parts */
export function keepFocus(root, {board, doing, headline}) {
  /** @type {Holder|null} */
  let holder = null;
  /** Where something was chosen last: from the button that makes a move the way leads back there. @type {Holder|null} */
  let chosen = null;
  const targets = () => [...board.querySelectorAll('[data-target]')];

  /** @param {HTMLElement|SVGElement} e @returns {Holder} */
  function note(e) {
    const trail = [],
      target = e.getAttribute('data-target');
    for (let p = e.parentElement; p && p !== root; p = p.parentElement) trail.push(p);
    return {e, trail, target, nth: target === null ? -1 : targets().indexOf(e), ring: e.matches(':focus-visible')};
  }

  /** The same thing if it is drawn anew, or another of its kind; else the next that can be tapped; else its neighbour.
   * @param {Holder} was @returns {(Element|undefined)[]} */
  function onBoard({target, nth}) {
    const all = targets(),
      id = (/** @type {Element} */ e) => e.getAttribute('data-target') ?? '',
      open = all.filter(e => e.classList.contains('open'));
    const where = (/** @type {string} */ t) => t.split(':')[0],
      beside = target === null ? [] : all.filter(e => where(id(e)) === where(target));
    return [
      ...(target === null ? [] : [all.find(e => id(e) === target), all.find(e => kindOf(id(e)) === kindOf(target))]),
      open.find(e => all.indexOf(e) >= nth),
      open[0],
      beside.find(e => all.indexOf(e) >= nth),
      beside.at(-1),
      all.find(e => e.getAttribute('tabindex') === '0'),
    ];
  }

  /** What stands around it, as the other button of a pair. @param {Holder} was @returns {(Element|undefined)[]} */
  function around({e, trail}) {
    const near = trail
      .slice(
        0,
        trail.findIndex(p => p === board || p === doing),
      )
      .flatMap(p => [...p.querySelectorAll(STOPS)]);
    return [
      near.find(x => usable(x) && e.compareDocumentPosition(x) & Node.DOCUMENT_POSITION_FOLLOWING),
      near.find(usable),
    ];
  }

  /** @param {Holder} was @returns {HTMLElement|SVGElement|undefined} */
  function heir(was) {
    const list = [...doing.querySelectorAll('.ready .main, .groups button, .choices button, .all summary')];
    const again = was.e.matches('.back') ? [doing.querySelector('.ready .back')] : [],
      at = was.e.matches('.main, .back') && was.trail.includes(doing) && chosen ? chosen : was;
    const near = at.trail.includes(board)
      ? [...(at.target === null ? around(at) : []), ...onBoard(at)]
      : at.trail.includes(doing)
        ? [...(at.trail[0]?.closest('.form') ? around(at) : []), ...list]
        : [];
    return [was.e, ...again, ...near, doing, headline].filter(isThing).find(usable); // itself: it was only put elsewhere
  }

  /** @param {(e: Element) => boolean} torn whether it was taken from its place and put back, and lost the focus by that */
  function mend(torn) {
    const at = document.activeElement,
      nowhere = !at || at === document.body;
    if (!holder || document.querySelector('dialog[open]') || !(nowhere || at === holder.e)) return;
    if (usable(holder.e) && !(nowhere && torn(holder.e))) return;
    const {ring} = holder,
      to = heir(holder);
    to?.focus({preventScroll: !ring}); // whoever uses keys has to see where it is
  }

  document.addEventListener('focusin', e => {
    const at = e.target;
    if (isThing(at) && root.contains(at)) {
      holder = note(at);
      if (at.matches('[data-target], [data-move-text]')) chosen = holder;
    } else if (!(at instanceof Element && at.closest('dialog'))) holder = null;
  });
  // What is taken away may say first that it was left, and is mended at once. Whoever then is nowhere while it is still there has left it of
  // their own will; not so if they left the whole window: they come back to it.
  document.addEventListener('focusout', e => {
    if (!e.relatedTarget && document.hasFocus())
      setTimeout(() => {
        if (holder?.e === e.target && document.activeElement === document.body && usable(holder.e)) holder = null;
      });
  });
  document.addEventListener('close', () => setTimeout(() => mend(() => true)), {capture: true}); // a dialog gives the focus back, if it can
  // What was taken away or made useless is mended at once; whether a style hides it is asked with the next frame, which is laid out anyway.
  const mendLater = oncePerFrame(() => mend(() => false));
  new MutationObserver(all => {
    if (holder && document.activeElement === holder.e && seemsUsable(holder.e)) mendLater();
    else mend(e => all.some(m => [...m.removedNodes].some(n => n.contains(e))));
  }).observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled', 'tabindex'],
  });
}

// reveal.js: leads the eye. On a wide screen the headline stays above the board, on a phone what can be done stays below it; their
// heights are known to the style (--status-height, --do-height), so that nothing is led beneath them. When something new can be tapped, or
// what was tapped or ends the move ('data-finish') would lie beneath them or off the screen, the page moves as little as is needed; so it
// does if all that can be tapped can be seen at once, and with it what one decides by ('data-along'). A page that was only opened stays at its top.
import {wantsLessMotion} from './prefs.js';

/** @param {{board: HTMLElement, doing: HTMLElement, status: HTMLElement}} parts */
export function makeReveal({board, doing: bar, status}) {
  let last = '', touched = false, awake = false;
  for (const how of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(how, () => { awake = touched = true; }, {passive: true});
  const measure = () => {
    for (const [name, e] of /** @type {const} */ ([['--do-height', bar], ['--status-height', status]])) document.documentElement.style.setProperty(name, `${e.offsetHeight}px`);
  };
  const watch = new ResizeObserver(measure);
  for (const e of [bar, status]) watch.observe(e);

  const stays = () => getComputedStyle(bar).position === 'fixed';
  const floor = () => (bar.offsetHeight && stays() ? bar.getBoundingClientRect().top : innerHeight);
  const ceiling = () => (stays() ? 0 : status.offsetHeight);
  const behavior = () => (wantsLessMotion() ? 'instant' : 'smooth');

  /** Seen whole between what stays above and below, with nothing upon it. @param {Element} e */
  function inSight(e) {
    const b = e.getBoundingClientRect();
    if (b.top < ceiling() - 1 || b.bottom > floor() + 1) return false;
    const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    return !!top && e.contains(top);
  }

  /** Whoever reads elsewhere on the page or writes is left alone. */
  function looksHere() {
    const b = board.getBoundingClientRect();
    return b.bottom > 0 && b.top < floor() && !document.activeElement?.matches('input, select, textarea');
  }

  /** The nearest of them, and with it as many others as can be seen at the same time: the last of those. @param {Element[]} open */
  function most(open) {
    const room = floor() - ceiling() - 16, middle = (floor() + ceiling()) / 2, box = (/** @type {Element} */ e) => e.getBoundingClientRect();
    const away = (/** @type {Element} */ e) => Math.abs(box(e).top - middle);
    const first = open.reduce((a, b) => (away(b) < away(a) ? b : a));
    const spans = (/** @type {Element} */ e) => Math.max(box(e).bottom, box(first).bottom) - Math.min(box(e).top, box(first).top);
    return open.filter(e => spans(e) < room).reduce((a, b) => (away(b) > away(a) ? b : a), first);
  }

  /** Of things that can all be seen at once one that is not yet: the lowest or the highest. What moves in a frame of its own is that frame's
   * business. @param {Element[]} all */
  function missing(all) {
    const box = all.map(e => e.getBoundingClientRect()), top = Math.min(...box.map(b => b.top)), bottom = Math.max(...box.map(b => b.bottom));
    if (bottom - top > floor() - ceiling() - 16 || all.some(e => e.closest('.map'))) return undefined;
    return bottom > floor() + 1 ? all[box.findIndex(b => b.bottom === bottom)] : top < ceiling() - 1 ? all[box.findIndex(b => b.top === top)] : undefined;
  }

  /** What has to come into sight, if anything. @returns {Element|undefined} */
  function wanted() {
    const picked = [...board.querySelectorAll('[data-target].picked')].at(-1), any = [...board.querySelectorAll('[data-target].open')];
    const first = any.filter(e => !e.hasAttribute('data-finish')), open = first.length && !picked ? first : any;
    if (picked && !inSight(picked)) return picked;
    const finish = picked && [...board.querySelectorAll('[data-finish].open, [data-finish].picked')].at(-1);
    if (finish && !inSight(finish) && finish.getBoundingClientRect().bottom - picked.getBoundingClientRect().top < floor() - ceiling()) return finish;
    if (open.length && !open.some(inSight)) return most(open);
    const asked = picked ? [picked, ...open] : open;
    return asked.length ? missing([...asked, ...board.querySelectorAll('[data-along]')]) ?? missing(asked) : undefined;
  }

  /** Beside the board what can be done may have been pushed out of its column. */
  function showBar() {
    const go = bar.querySelector('.ready .main');
    if (!stays() && (go ? !inSight(go) : bar.getBoundingClientRect().bottom < ceiling() + 40)) bar.parentElement?.scrollTo({top: 0, behavior: behavior()});
  }

  /** News may come while the page moves, and push away what was wanted: so it is looked at again, unless the reader moved.
   * @param {string} key @param {number} times */
  function lead(key, times) {
    if (key !== last || touched || !times || document.querySelector('dialog[open]') || !looksHere()) return;
    wanted()?.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: behavior()});
    showBar();
    setTimeout(() => lead(key, times - 1), 500);
  }

  /** To be called with a key of what can be done; the same key twice moves nothing. @param {string} key */
  return key => {
    if (key === last) return;
    last = key;
    touched = false;
    if (matchMedia('(max-width: 860px)').matches) measure(); // at once: on a phone who taps quickly is not led beneath what has just grown
    if (awake) requestAnimationFrame(() => requestAnimationFrame(() => lead(key, 3))); // after the board has settled
  };
}

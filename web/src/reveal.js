// reveal.js: on a phone what can be done stays at the bottom of the screen, above the board. Its height is known to the
// style (--do-height), so that all of the board can be pushed clear of it; and when something new can be tapped, or
// what was tapped or ends the move ('data-finish') would lie beneath it or off the screen, the page moves as little as is needed.
import {wantsLessMotion} from './prefs.js';

/** @param {HTMLElement} board @param {HTMLElement} bar */
export function makeReveal(board, bar) {
  let last = '', touched = false;
  for (const how of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(how, () => { touched = true; }, {passive: true});
  new ResizeObserver(() => document.documentElement.style.setProperty('--do-height', `${bar.offsetHeight}px`)).observe(bar);

  const stays = () => getComputedStyle(bar).position === 'fixed';
  const floor = () => (bar.offsetHeight && stays() ? bar.getBoundingClientRect().top : innerHeight);

  /** Seen whole between the top and the bar, with nothing upon it. @param {Element} e */
  function inSight(e) {
    const b = e.getBoundingClientRect();
    if (b.top < -1 || b.bottom > floor() + 1) return false;
    const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    return !!top && e.contains(top);
  }

  /** Whoever reads elsewhere on the page or writes is left alone. */
  function looksHere() {
    const b = board.getBoundingClientRect();
    return b.bottom > 0 && b.top < floor() && !document.activeElement?.matches('input, select, textarea');
  }

  /** What has to come into sight, if anything. @returns {Element|undefined} */
  function wanted() {
    const picked = [...board.querySelectorAll('[data-target].picked')].at(-1), any = [...board.querySelectorAll('[data-target].open')];
    const first = any.filter(e => !e.hasAttribute('data-finish')), open = first.length && !picked ? first : any;
    if (picked && !inSight(picked)) return picked;
    const finish = picked && [...board.querySelectorAll('[data-finish].open, [data-finish].picked')].at(-1);
    if (finish && !inSight(finish) && finish.getBoundingClientRect().bottom - picked.getBoundingClientRect().top < floor()) return finish;
    if (!open.length || open.some(inSight)) return undefined;
    const middle = floor() / 2, away = (/** @type {Element} */ e) => Math.abs(e.getBoundingClientRect().top - middle);
    return open.reduce((a, b) => (away(b) < away(a) ? b : a));
  }

  /** News may come while the page moves, and push away what was wanted: so it is looked at again, unless the reader moved.
   * @param {string} key @param {number} times */
  function lead(key, times) {
    if (key !== last || touched || !times || document.querySelector('dialog[open]') || !looksHere()) return;
    wanted()?.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: wantsLessMotion() ? 'instant' : 'smooth'});
    setTimeout(() => lead(key, times - 1), 500);
  }

  /** To be called with a key of what can be done; the same key twice moves nothing. @param {string} key */
  return key => {
    if (key === last) return;
    last = key;
    touched = false;
    requestAnimationFrame(() => requestAnimationFrame(() => lead(key, 3))); // after the board has settled
  };
}

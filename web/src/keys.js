// keys.js: the whole table by keyboard. Tab enters the board, arrows go to the nearest thing in that
// direction, N to the next that can be tapped or pressed in a form, Enter or Space taps it, Escape goes a step back, U takes back, H asks for a hint,
// T leads to where one talks. panels/reference.js tells people so.
import {set} from './dom.js';

/** @typedef {{tap(target: string): void, back(): void, undo(): void, hint(): void, talk(): void}} Keys */

const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** @param {HTMLElement} board @param {Keys} keys @param {HTMLElement} form of the board's own, as the counters for hiring */
export function listenToKeys(board, keys, form) {
  board.addEventListener('keydown', e => {
    const here = /** @type {Element|null} */ (document.activeElement)?.closest('[data-target]');
    if (!here || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      if (!e.repeat) keys.tap(here.getAttribute('data-target') ?? '');
    } else if (e.key in WAYS) {
      e.preventDefault();
      nearest(board, here, WAYS[/** @type {keyof typeof WAYS} */ (e.key)])?.focus();
    }
  });
  board.addEventListener('focusin', () => rove(board)); // Tab leaves the board from any of its things,
  board.addEventListener('focusout', e => {
    // and comes back to the first that can be tapped
    if (!(e.relatedTarget instanceof Node && board.contains(e.relatedTarget))) rove(board);
  });
  document.addEventListener('keydown', e => {
    const at = /** @type {Element} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || at.closest('input, textarea, select, dialog')) return;
    if (e.repeat && e.key === 'Enter' && at.closest('.do'))
      e.preventDefault(); // a key held down chooses once: it must not play on
    else if (e.key === 'Escape') keys.back();
    else if (e.key === 'u') keys.undo();
    else if (e.key === 'h') keys.hint();
    else if (e.key === 'n' || e.key === 'N') next(board, form, e.shiftKey ? -1 : 1)?.focus();
    else if (e.key === 't') {
      e.preventDefault(); // or the letter goes where it leads
      keys.talk();
    }
  });
}

/** @param {Element} e */
function middle(e) {
  const b = e.getBoundingClientRect();
  return [b.x + b.width / 2, b.y + b.height / 2];
}

/** @param {HTMLElement} board @param {Element} from @param {number[]} way @returns {HTMLElement|null} */
function nearest(board, from, [wx, wy]) {
  const [x0, y0] = middle(from);
  let best = null,
    least = Infinity;
  for (const e of board.querySelectorAll('[data-target]')) {
    const [x, y] = middle(e),
      ahead = (x - x0) * wx + (y - y0) * wy;
    const aside = Math.abs((x - x0) * wy) + Math.abs((y - y0) * wx);
    if (e === from || ahead <= 2) continue;
    const far = ahead + 2.5 * aside;
    if (far < least) [best, least] = [e, far];
  }
  return /** @type {HTMLElement|null} */ (best);
}

/** The next thing that can be tapped, round and round, and then what a form offers. @param {HTMLElement} board @param {HTMLElement} form
 * @param {1|-1} by @returns {HTMLElement|undefined} */
function next(board, form, by) {
  const counters = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('button, select, input')]),
    usable = counters.filter(e => !e.matches(':disabled, [aria-disabled="true"]') && e.checkVisibility()),
    things = /** @type {HTMLElement[]} */ ([...board.querySelectorAll('[data-target]')]),
    all = [...things, ...counters],
    open = [...things.filter(e => e.classList.contains('open') || e.classList.contains('far')), ...usable];
  const at = all.findIndex(e => e === document.activeElement),
    order = by > 0 ? open : open.reverse();
  return order.find(e => (all.indexOf(e) - at) * by > 0) ?? order[0];
}

/** One thing of the board is in the order of Tab: the first that can be tapped, or the one with the focus.
 * @param {HTMLElement} board */
export function rove(board) {
  const all = [...board.querySelectorAll('[data-target]')];
  const now = all.find(e => e === document.activeElement) ?? all.find(e => e.classList.contains('open')) ?? all[0];
  for (const e of all) set(e, {tabindex: e === now ? 0 : -1});
}

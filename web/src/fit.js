// fit.js: everything in its place, as large as the place allows. A line of words takes the largest letters in which it is
// whole; a board takes the largest unit (--u, in px) at which nothing of it is pushed out. Both are tried, not computed: what a
// browser makes of words in three languages nobody knows better than the browser.

const LETTERS = [1.15, 1.05, 0.95, 0.86, 0.78, 0.7, 0.64]; // rem

/** @param {HTMLElement} e a box that does not grow with its words */
export function fitWords(e) {
  for (const size of LETTERS.slice(innerWidth < 600 ? 2 : 0)) {
    e.style.fontSize = `${size}rem`;
    if (e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1) return;
  }
}

/** Our fonts may come late, and words are then of another size. @param {() => void} fit */
export const whenLettersCome = fit => document.fonts?.addEventListener('loadingdone', fit);

/** Steps to make room where the least unit is still too large; how long nothing must happen before a better size is sought, in ms. */
const PACKED = ['packed', 'bare', 'tight'],
  QUIET = 500;

/** By how many rungs it must become larger at least, or it stays: first, and after it had to become smaller again and again. Cards that are another
 * size after every move are no table, and each size restyles all of the board while cards travel. */
const GAIN = 3,
  MOST_GAIN = 10,
  SLACK = 0.92; // of what is seen to fit

/** The units that are tried: so far apart that one sees the difference. @param {number} least @param {number} most */
function ladder(least, most) {
  const all = [];
  for (let u = least; u <= most; u = Math.max(u + 1, Math.round(u * 1.04))) all.push(u);
  return all;
}

/** What is animated, but for transitions: those end where the style says, and that is what is measured. @param {Element} box */
const motions = box => box.getAnimations({subtree: true}).filter(a => !(a instanceof CSSTransition));

/** What is on its way, or stays where an animation has left it: it is measured where it will lie (.fitting in kit.css). @param {Element} box
 * @returns {Element[]} */
const onTheWay = box =>
  motions(box).flatMap(a => (a.effect instanceof KeyframeEffect && a.effect.target ? a.effect.target : []));

/** @param {HTMLElement} box as large as the page makes it @param {{least: number, most: number, small: number}} unit in px; below
 * 'small' the box has the class 'small', for drawings that then leave fine print out
 * @returns {(idle?: boolean) => void} to be called when something was drawn; when the box changes it is done by itself. idle: nothing is to be tapped,
 * and what is only looked at may be smaller than a finger */
export function makeFit(box, {least, most, small}) {
  let unit = 0,
    rungs = ladder(least, most),
    screen = '',
    settled = '',
    area = 0,
    gain = GAIN,
    waiting = /** @type {any} */ (0);
  const isWhole = () => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  /** @param {number} i a rung. A try restyles the whole board; its words are those of its size, for fewer of them are of another height. */
  const fits = i => {
    if (rungs[i] !== unit) {
      box.style.setProperty('--u', `${(unit = rungs[i])}px`);
      box.classList.toggle('small', unit < small);
    }
    return isWhole();
  };

  /** How much more there is than room for: twice as high, or twice as wide, is 2. */
  const over = () => Math.max(box.scrollHeight / box.clientHeight, box.scrollWidth / box.clientWidth);

  /** The largest unit that fits, or the least there is, sought from what it was: mostly it stays or changes little. What does not fit tells by how
   * much: cards that wrap need room by the square of their size, so the next try is near the answer.
   * @param {number} from a rung @param {number} by how many rungs it must become larger, or it stays */
  function search(from, by) {
    let low = from, // it fits, or there is none smaller
      high = rungs.length; // too large
    for (let step = 1; low > 0 && !fits(low); step *= 2)
      [low, high] = [Math.max(0, Math.min(low - step, rungOf(unit / Math.sqrt(over())))), low];
    for (let step = low === from ? by : 1; low < high - 1; step *= 2) {
      const next = Math.min(high - 1, low + step);
      if (fits(next)) low = next;
      else if (low === from) return fits(low);
      else {
        high = next;
        break;
      }
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return fits(low);
  }

  /** How much there is to show, and where. As long as that stays, there is nothing better to be found. */
  const amount = () =>
    [
      rungs[0],
      box.clientWidth,
      box.clientHeight,
      ...['*', '[hidden]', '[data-target]'].map(s => box.querySelectorAll(s).length),
    ].join();

  /** Too much even at the least unit: things move together, then what is told elsewhere too is left out; on a screen smaller than we know it
   * scrolls. */
  function pack() {
    for (const step of PACKED.filter(c => !box.classList.contains(c))) {
      box.classList.add(step);
      if (search(0, 1)) return;
    }
  }

  /** The rung of the unit that is set, or of a smaller one. @param {number} u */
  const rungOf = u =>
    Math.max(
      0,
      rungs.findLastIndex(r => r <= u),
    );

  /** Something does not fit. It becomes smaller at once, by about as much as there is too much and a little more, for what comes next: the best size is
   * sought when nothing moves. */
  function shrink() {
    gain = Math.min(2 * gain, MOST_GAIN);
    for (let i = rungOf(Math.min((SLACK * unit) / over(), unit - 1)); i > 0; i = rungOf(rungs[i] * 0.9))
      if (fits(i)) return;
    if (!fits(0)) pack();
  }

  /** As large as can be, as little packed as can be; in a box that has become larger or smaller it is first tried by as much larger or smaller.
   * @param {number} by how many rungs it must become larger, or it stays */
  function settle(by) {
    const now = box.clientWidth * box.clientHeight,
      from = unit ? rungOf(unit * Math.sqrt(area && by === 1 ? now / area : 1)) : rungs.length >> 1;
    area = now;
    box.classList.remove(...PACKED);
    if (!search(from, by)) pack();
    settled = amount();
  }

  /** Measures as if nothing were on its way. @param {() => void} how */
  function still(how) {
    const travelling = onTheWay(box);
    for (const e of travelling) e.classList.add('fitting');
    how();
    for (const e of travelling) e.classList.remove('fitting');
  }

  /** When nothing has happened for a while it may grow again: each try restyles the whole board, and in the frame in which something begins to
   * move there is no time for that. */
  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (!box.clientHeight || document.hidden) return;
      if (motions(box).some(a => a.playState === 'running')) return later();
      if (amount() !== settled) still(() => settle(gain));
    }, QUIET);
  }

  function fit() {
    if (!box.clientHeight) return;
    const now = `${innerWidth} ${innerHeight}`,
      another = now !== screen;
    screen = now;
    if (another) {
      gain = GAIN;
      return still(() => settle(1)); // as large as can be
    }
    if (!isWhole()) still(() => void (isWhole() || shrink()));
    later();
  }

  new ResizeObserver(fit).observe(box);
  whenLettersCome(() => {
    screen = '';
    fit();
  });
  /** Another least unit. That is a reason to seek a size at once only where the old one bound: what is to be tapped was smaller than a finger, or
   * what is only looked at was packed. @param {number} floor */
  function setFloor(floor) {
    rungs = ladder(floor, most);
    if (unit < floor || PACKED.some(c => box.classList.contains(c))) screen = '';
  }

  return (idle = false) => {
    const floor = idle ? least / 2 : least;
    if (floor !== rungs[0]) setFloor(floor);
    fit();
  };
}

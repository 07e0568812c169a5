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

/** @param {HTMLElement} box as large as the page makes it @param {{least: number, most: number, small: number}} unit in px; below
 * 'small' the box has the class 'small', for drawings that then leave fine print out
 * @returns {(still?: boolean) => void} to be called when something was drawn; when the box changes it is done by itself. still: nothing is to be tapped,
 * and what is only looked at may be smaller than a finger */
export function makeFit(box, {least, most, small}) {
  let unit = 0,
    floor = least;
  /** @param {number} u */
  const fits = u => {
    if (u !== unit) box.style.setProperty('--u', `${(unit = u)}px`);
    return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  };

  /** The largest unit that fits, or the least there is. @param {number} was what it was: mostly it stays */
  function search(was) {
    if (was >= floor && (was === most || !fits(was + 1)) && fits(was)) return true;
    let low = floor,
      high = most + 1; // low: as small as it gets, fitting or not; high: too large
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return fits(low);
  }

  function fit() {
    if (!box.clientHeight) return;
    box.classList.remove('packed', 'tight');
    box.classList.toggle('fitting', box.getAnimations({subtree: true}).length > 0); // what is on its way is measured where it will lie
    if (!search(unit)) {
      box.classList.add('packed'); // what is told elsewhere too is left out
      box.classList.toggle('tight', !search(unit)); // a screen smaller than we know: there it scrolls
    }
    box.classList.toggle('small', unit < small);
    box.classList.remove('fitting');
  }

  new ResizeObserver(fit).observe(box);
  whenLettersCome(fit);
  return (still = false) => {
    floor = still ? least / 2 : least;
    fit();
  };
}

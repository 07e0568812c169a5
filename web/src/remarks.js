// remarks.js: what bots that are characters say when they win, lose, strike a blow or break their word. The engine chooses the words, from
// what everybody has heard; here they are read, unless this reader does not want them (Settings).
import {tell} from './phrase.js';
import {prefs} from './prefs.js';
import {_} from './words.js';

/** @import {GameEvent, Remark} from './types.js' */

/** How many events ago it may have been said to be still in the air. */
const FRESH = 12;

const nobody = {seat: (/** @type {number} */ n) => String(n + 1), thing: (/** @type {string} */ code) => code};

/** @param {Remark} remark in the reader's language */
export const remarkWords = remark => tell(remark.phrase, nobody);

/** @param {GameEvent} e @returns {Remark[]} */
export const remarksOf = e => (prefs().remarks ? (e.remarks ?? []) : []);

/** What a log says of an event, with the remarks behind it. @param {GameEvent[]} events of one line @param {string|null} text
 * @param {(seat: number) => string} name */
export function withRemarks(events, text, name) {
  const said = events
    .flatMap(remarksOf)
    .map(r => _('{name}: \u201C{words}\u201D', {name: name(r.seat), words: remarkWords(r)}));
  return said.length ? [text, ...said].filter(Boolean).join(' ') : text;
}

/** What a seat has just said, at its place; '': nothing that is still in the air. @param {GameEvent[]} events @param {number} seat */
export function lately(events, seat) {
  for (const e of events.slice(-FRESH).reverse()) {
    const own = remarksOf(e).find(r => r.seat === seat);
    if (own) return remarkWords(own);
  }
  return '';
}

// names.js: what people and bots are called who have not said it themselves, or are called alike.
import {prefs} from './prefs.js';
import {_} from './words.js';

/** @import {Seat} from './types.js' */

/** For bots beside another one of the same character. */
const NICKNAMES = ['Silent Sal', 'Lucky Nell', 'Dapper Dan', 'Mae Mulligan'];

/** The reader's own name. */
export const myName = () => prefs().name.trim() || _('Boss');

/** No two bots are called alike: "Ledger Lou" and "Silent Sal", not "Ledger Lou 2". @param {Seat[]} seats @returns {Seat[]} */
export function apart(seats) {
  const taken = new Set(), free = NICKNAMES.filter(n => !seats.some(s => s.name === n));
  return seats.map(s => {
    const base = s.kind === 'bot' ? s.name.replace(/ \d+$/, '') : s.name;
    const name = s.kind === 'bot' && taken.has(base) ? free.shift() ?? s.name : s.kind === 'bot' ? base : s.name;
    taken.add(name);
    return name === s.name ? s : {...s, name};
  });
}

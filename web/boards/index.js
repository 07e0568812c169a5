// boards/index.js: the one list of drawn boards. A game that is not here is played from its list of moves.
import {makePlain} from './plain.js';

/** @import {Board} from '../src/types.js' */

/** @type {Record<string, () => Promise<{makeBoard(): Board|Promise<Board>}>>} */
const boards = {
  chicago_gangsters: () => import('./chicago_gangsters.js'),
  famiglia: () => import('./famiglia.js'),
  gangster: () => import('./gangster.js'),
  chicago: () => import('./chicago.js'),
};

/** A board of its own for every table. @param {string} game @returns {Promise<Board>} */
export async function boardOf(game) {
  const load = boards[game];
  if (!load) return makePlain();
  addStyle(`${game}.css`);
  return (await load()).makeBoard();
}

/** @param {string} file */
function addStyle(file) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(file, import.meta.url).href;
  document.head.append(link);
}

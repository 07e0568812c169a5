// boards/index.js: the one list of drawn boards. A game that is not here is played from its list of moves.
import {makePlain} from './plain.js';

/** @import {Board, Box} from '../src/types.js' */

/** @type {Record<string, () => Promise<{makeBoard(box: Box): Board|Promise<Board>}>>} */
const boards = {
  chicago_gangsters: () => import('./chicago_gangsters.js'),
  famiglia: () => import('./famiglia.js'),
  gangster: () => import('./gangster.js'),
  chicago: () => import('./chicago.js'),
};

/** A board for one table, drawn with that table's edition and options. @param {Box} box @returns {Promise<Board>} */
export async function boardOf(box) {
  const load = boards[box.game];
  if (!load) return makePlain();
  addStyle(`${box.game}.css`);
  return (await load()).makeBoard(box);
}

/** @param {string} file */
function addStyle(file) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(file, import.meta.url).href;
  document.head.append(link);
}

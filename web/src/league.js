// league.js: how ratings are shown: points with what is uncertain about them, who somebody is, and the small curve of their last games.
// docs/ratings.md says what the numbers mean.
import {h, s} from './dom.js';
import {gameInfo} from './games.js';
import {_, number} from './words.js';

/** @typedef {{name: string, kind: 'person'|'bot', points: number, doubt: number, games: number, wins: number, last: number, place?: number}} Standing
 * @typedef {[at: number, points: number, doubt: number, table: string]} Point */

/** "1620 ± 85" @param {{points: number, doubt: number}} r */
export const pointsOf = r => `${number(r.points)} \u00B1 ${number(r.doubt)}`;

/** @param {string} name */
export const personLink = name => h('a', {href: `person.html?name=${encodeURIComponent(name)}`}, name);

/** "famiglia/2" in words @param {string} list */
export function listWords(list) {
  const [game, players] = list.split('/'),
    info = gameInfo(game);
  return info && info.least !== info.most
    ? `${info.name}, ${_('{n} players', {n: Number(players)})}`
    : (info?.name ?? game);
}

/** @param {string} list */
export const listLink = list => {
  const [game, players] = list.split('/');
  return `standings.html?game=${game}&players=${players}`;
};

const WIDE = 320,
  HIGH = 96,
  EDGE = 6,
  LEAST_RANGE = 100; // points: little news is drawn as little

/** The last games: the points as a line, and round it what is uncertain. @param {Point[]} points @param {string} what its name for those who do not see it */
export function curveOf(points, what) {
  const low = Math.min(...points.map(p => p[1] - p[2])),
    range = Math.max(LEAST_RANGE, Math.max(...points.map(p => p[1] + p[2])) - low);
  const x = (/** @type {number} */ i) => EDGE + ((WIDE - 2 * EDGE) * i) / Math.max(1, points.length - 1),
    y = (/** @type {number} */ v) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (v - low)) / range,
    at = (/** @type {number} */ i, /** @type {number} */ v) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`;
  const band = [
      ...points.map((p, i) => at(i, p[1] + p[2])),
      ...points.map((p, i) => at(i, p[1] - p[2])).reverse(),
    ].join(' '),
    last = points.length - 1;
  return s(
    'svg',
    {viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'curve', role: 'img', 'aria-label': what},
    s('polygon', {points: band, class: 'band'}),
    s('polyline', {points: points.map((p, i) => at(i, p[1])).join(' '), class: 'line'}),
    s('circle', {cx: x(last), cy: y(points[last][1]), r: 3.5, class: 'now'}),
  );
}

// games.js: what the house says about its games, for people: one sentence, how many, how long, which bots. The
// names are those on the boxes. What a game's options are comes from the engine.
import {engineGames} from './local.js';
import {_, number} from './words.js';

/** @typedef {{key: string, name: string, least: number, most: number, best: number, minutes: string,
 *   line(): string, more(): string, score?: {title(): string, words(n: number): string}, tie?(): string}} GameInfo
 * score: what a result counts, if not points; tie: why one of two with the same score is ahead */

/** @type {GameInfo[]} */
export const games = [
  {
    key: 'chicago_gangsters',
    name: 'Chicago Gangsters',
    least: 3,
    most: 5,
    best: 4,
    minutes: '90',
    line: () => _('Form a coalition, talk, bluff, and divide the loot.'),
    more: () => _('Every fight makes new partners. Promise what you like: nobody is bound to it.'),
    score: {title: () => _('Bottles'), words: number},
  },
  {
    key: 'famiglia',
    name: 'Famiglia',
    least: 2,
    most: 2,
    best: 2,
    minutes: '30',
    line: () => _('Two gangs recruit from one street, card by card up the ladder.'),
    more: () => _('Two of a kind bring in the next better one. Accountants, Brutes and Mercenaries bend the rule.'),
    tie: () => _('Equal points: the more valuable best card is ahead.'),
  },
  {
    key: 'gangster',
    name: 'Gangster \u2013 Die Bosse von Chicago',
    least: 2,
    most: 4,
    best: 3,
    minutes: '25',
    line: () => _('Fill the streets of a six-by-six city and win its rows and columns.'),
    more: () => _('Lay, move, shoot: a line counts when it is full, and only the strongest gang earns.'),
    tie: () => _('Equal points: whoever had them first is ahead.'),
  },
  {
    key: 'chicago',
    name: 'Chicago',
    least: 2,
    most: 4,
    best: 3,
    minutes: '90\u2013120',
    line: () => _('Send your gang through the streets, take bars and casinos, fight for the city.'),
    more: () =>
      _(
        'Hire, move, fight, collect. Three casinos, the eight bars at the square, five men with four rings or sheer wealth wins.',
      ),
    score: {title: () => _('Wealth'), words: n => `${number(n / 1000)}k`},
    tie: () => _('Whoever reaches a goal wins, however rich the others are.'),
  },
];

/** Games that this page knows nothing about yet: the engine says what there is to say. Without such a game the engine
 * need not be loaded. @returns {Promise<GameInfo[]>} */
export async function newGames() {
  const pages = await fetch('rules/list.json').then(
    a => (a.ok ? a.json() : []),
    () => [],
  );
  const isNew = (/** @type {string} */ key) => !games.some(g => g.key === key);
  if (!pages.some((/** @type {string} */ page) => isNew(page.split('.')[0]))) return [];
  return (await engineGames()).filter(g => isNew(g.game)).map(asInfo);
}

/** @param {any} g as the engine lists it @returns {GameInfo} */
function asInfo(g) {
  const best = Math.min(Math.max(g.min_players, 2), g.max_players);
  return {
    key: g.game,
    name: g.name,
    least: g.min_players,
    most: g.max_players,
    best,
    minutes: '',
    line: () => g.about,
    more: () => '',
  };
}

/** @param {string} key */
export const gameInfo = key => games.find(g => g.key === key) ?? null;

/** A seat's result as the game counts it. @param {string|undefined} key @param {number} n */
export const scoreWords = (key, n) => gameInfo(key ?? '')?.score?.words(n) ?? number(n);

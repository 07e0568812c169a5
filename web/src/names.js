// names.js: what people and bots are called who have not said it themselves, or are called alike.
import {prefs} from './prefs.js';
import {_} from './words.js';

/** For bots beside another one of the same character. */
const NICKNAMES = ['Silent Sal', 'Lucky Nell', 'Dapper Dan', 'Mae Mulligan'];

/** The reader's own name. */
export const myName = () => prefs().name.trim() || _('Boss');

/** No two are called alike. Of people the first keeps the bare name, and another one has a number: "Anneke 2". A bot has another name
 * than everybody who sits there: "Ledger Lou" and "Silent Sal". @template {{kind: string, name?: string}} T @param {T[]} seats @returns {T[]} */
export function apart(seats) {
  const people = seats.filter(s => s.kind !== 'bot' && s.name),
    given = new Set(seats.map(s => fold(s.name)));
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {Map<T, string>} */
  const names = new Map();
  for (const s of people)
    names.set(
      s,
      take(s.name ?? '', taken, name => numbered(name, n => taken.has(n) || given.has(n))),
    );
  const free = NICKNAMES.filter(n => !given.has(fold(n)));
  for (const s of seats)
    if (s.kind === 'bot' && s.name)
      names.set(
        s,
        take(s.name.replace(/ \d+$/, ''), taken, () => free.shift() ?? s.name ?? ''),
      );
  return seats.map(s => ((names.get(s) ?? s.name) === s.name ? s : {...s, name: names.get(s)}));
}

/** Capitals make no other name. @param {string|undefined} name */
const fold = name => (name ?? '').trim().toLocaleLowerCase();

/** The name, or another one if somebody has it. @param {string} name @param {Set<string>} taken @param {(name: string) => string} other */
function take(name, taken, other) {
  const now = taken.has(fold(name)) ? other(name) : name;
  taken.add(fold(now));
  return now;
}

/** @param {string} name @param {(name: string) => boolean} taken */
function numbered(name, taken) {
  let n = 2;
  while (taken(fold(`${name} ${n}`))) n++;
  return `${name} ${n}`;
}

/** A level of bots as a character of a game, as the engine lists it. @typedef {{name: string, about: string, risk?: string}} Character */

/** @param {any[]} bots of the engine's list @param {string} bot "hard@50ms" @param {string} game @returns {Character|null} */
export const characterOf = (bots, bot, game) => bots.find(b => b.bot === bot.split('@')[0])?.games[game] ?? null;

/** How somebody plays: "counts cards, and sometimes counts wrong; would rather gamble than share". @param {Character} character */
export const mannerWords = ({about, risk}) => [_(about), risk && _(risk)].filter(Boolean).join('; ');

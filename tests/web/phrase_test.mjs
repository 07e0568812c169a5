// phrase_test.mjs: phrases of the engine in the reader's language: translated first, filled in then.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {afterEach, test} from 'node:test';
import {inWords, reason, tell} from '../../web/src/phrase.js';
import {setWords} from '../../web/src/words.js';

/** @import {Arg, Item} from '../../web/src/phrase.js' */

/** @type {Record<string, string>} */
const things = {F3: 'Famiglia 3', m1: 'man with one ring'};
const names = {
  seat: (/** @type {number} */ seat) => ['Ann', 'Bob'][seat],
  thing: (/** @type {string} */ code) => things[code] ?? code,
};

/** @param {string} format @param {Record<string, Arg>} [args] */
const phrase = (format, args = {}) => ({format, args});

afterEach(() => setWords('en', {}));

test('gaps are filled with numbers, seats, words, texts and things', () => {
  const all = phrase('{name} pays {n} for {card}, {gang}: {text}', {
    name: {seat: 1},
    n: 0,
    card: {thing: 'F3'},
    gang: {word: 'red'},
    text: {text: '{n} as it is'},
  });
  assert.equal(tell([all], names), 'Bob pays 0 for Famiglia 3, red: {n} as it is');
  assert.equal(tell([phrase('{who} is {unknown}', {who: {thing: 'ZZ'}})], names), 'ZZ is {unknown}');
});

test('the format is translated before it is filled in, and so are words; names and texts are not', () => {
  setWords('de', {'{name} takes {gang} {n}.': '{gang} {n} geht an {name}.', red: 'Rot', Ann: 'Anna', '3k': 'drei'});
  const args = {name: {seat: 0}, gang: {word: 'red'}, n: {text: '3k'}};
  assert.equal(tell([phrase('{name} takes {gang} {n}.', args)], names), 'Rot 3k geht an Ann.');
});

test('lists have commas, and equal neighbours are counted', () => {
  /** @type {(...list: Item[]) => string} */
  const hired = (...list) => tell([phrase('Hires {men}', {men: {list}})], names);
  const strong = phrase('man with {n} rings', {n: 2});
  assert.equal(hired({thing: 'm1'}), 'Hires man with one ring');
  assert.equal(hired({thing: 'm1'}, {thing: 'm1'}, strong), 'Hires 2 \u00D7 man with one ring, man with 2 rings');
  assert.equal(hired({thing: 'm1'}, strong, {thing: 'm1'}).split(', ').length, 3);
  assert.equal(hired(), 'Hires ');
});

test('a sentence begins with a capital, a mark on the map does not, and a name within a sentence neither', () => {
  const bar = phrase('{kind} c4', {kind: {word: 'bar'}});
  assert.equal(tell([bar, bar], names), 'Bar c4 Bar c4');
  assert.equal(inWords([bar], names), 'bar c4');
  assert.equal(tell([phrase('c4 burns')], names), 'c4 burns');
});

test('a refusal is its phrase, else its text in the reader\u2019s language; without a table seats have numbers', () => {
  setWords('nl', {'Not your turn.': 'Je bent niet aan de beurt.', 'Player {n}': 'Speler {n}'});
  assert.equal(reason({text: 'x', phrase: [phrase('{name} first', {name: {seat: 1}})]}), 'Speler 2 first');
  assert.equal(reason({text: 'Not your turn.', phrase: []}), 'Je bent niet aan de beurt.');
  assert.equal(reason(new Error('Not your turn.')), 'Je bent niet aan de beurt.');
});

test('the page has its own words and those of the games, not those of the terminal', () => {
  for (const language of ['de', 'nl']) {
    const file = new URL(`../../build/web/words/${language}.json`, import.meta.url);
    const words = JSON.parse(readFileSync(file, 'utf8'));
    assert.ok(words['Rules'] && words['{name} takes the last move back.'] && words['{name} hires {men}.']);
    assert.equal(words['Your moves'], undefined);
  }
});

// famiglia_show_test.mjs: what a bot says at the table of Famiglia: of what is worth a word, always the same, and never for a person; and what an
// extra is printed for.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {extraOf, remarkOf} from '../../web/boards/famiglia_show.js';
import {emptyState} from '../../web/src/state.js';

/** @import {GameEvent, TableState} from '../../web/src/types.js' */

/** A table where that happened last. @param {string} kind of the other seat @param {GameEvent['seat']} seat @param {string} text @param {number[]} [winners]
 * @returns {TableState} */
const after = (kind, seat, text, winners) => ({
  .../** @type {any} */ (emptyState()),
  you: 0,
  facts: /** @type {any} */ ({seats: [{kind: 'me'}, {kind}]}),
  events: [{n: 7, seat, kind: 'move', text}],
  result: winners ? {winners, scores: [1, 2], ranks: [2, 1], reason: 'double_pass'} : null,
});
const words = (/** @type {Parameters<typeof after>} */ ...of) => remarkOf(after(...of), 0)[0];

test('a bot has a word for what matters, and none for the rest', () => {
  assert.notEqual(words('bot', 1, 'recruit F3 exhaust F2'), '');
  assert.equal(words('bot', 1, 'recruit F1 exhaust F0'), '');
  assert.notEqual(words('bot', 1, 'play_brute B2 F3 2'), '');
  assert.notEqual(words('bot', 0, 'recruit A4* exhaust A3'), '', 'the reader took somebody it wanted');
  assert.equal(words('bot', 0, 'refresh A1'), '');
  assert.equal(words('bot', 1, 'pass'), words('bot', 1, 'pass'), 'the same again');
});

test('at the end it wins, loses or shares as it is', () => {
  const said = [[1], [0], [0, 1]].map(winners => words('bot', 1, 'pass', winners));
  assert.equal(new Set(said).size, 3);
});

test('nobody speaks for a person, or to somebody who only looks', () => {
  assert.equal(words('person', 1, 'recruit F3 exhaust F2'), '');
  assert.equal(remarkOf({...after('bot', 1, 'recruit F3 exhaust F2'), you: null}, 0)[0], '');
});

test('an extra is for a whole family, a boss and a new leader, and for nothing else', () => {
  /** What it says of the latest event. @param {string} text @param {string[]|undefined} hand @param {number[]} scores @param {number|null} leader */
  const words = (text, hand, scores = [5, 5], leader = null) =>
    extraOf(
      after('bot', 0, text).events,
      /** @type {any} */ ({
        view: {
          players: [
            {hand, display: ['F2'], score: scores[0]},
            {display: [], score: scores[1]},
          ],
        },
      }),
      leader,
      () => 3,
    )?.words ?? '';
  assert.equal(words('recruit F1 exhaust F0', ['F0', 'F1']), '');
  assert.equal(words('recruit F1 exhaust F0', ['F0', 'F1', 'F3']), 'The family is complete');
  assert.equal(words('recruit F1 exhaust F0', ['F0', 'F1', 'F1', 'F3']), '', 'it was so before');
  assert.equal(words('recruit F3* exhaust F2', ['F0', 'F3']), 'The boss in person');
  assert.equal(words('recruit F1 exhaust F0', undefined), '', 'a hand that nobody sees');
  assert.equal(words('recruit F0', ['F0'], [6, 5], 1), 'Takes the lead');
  assert.equal(words('recruit F0', ['F0'], [6, 5], 0), '', 'ahead already');
  assert.equal(words('recruit F0', ['F0'], [5, 5], 1), '', 'only level');
  assert.equal(words('refresh F0', ['F0'], [6, 5], 1), '');
});

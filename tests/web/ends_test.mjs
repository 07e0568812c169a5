// ends_test.mjs: why somebody is ahead of another with the same score, in words; and nothing where nobody is.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {tieWords} from '../../web/src/panels/end.js';
import {emptyState} from '../../web/src/state.js';

/** @param {string} game @param {number[]} scores @param {number[]} ranks */
const words = (game, scores, ranks) =>
  tieWords({
    ...emptyState(),
    facts: /** @type {any} */ ({game}),
    result: {scores, ranks, winners: [0], reason: 'board_full'},
  });

test('equal points with different places are explained', () => {
  assert.match(words('gangster', [7, 7, 3], [1, 2, 3]), /whoever had them first/);
  assert.match(words('famiglia', [20, 20], [2, 1]), /best card/);
  assert.match(words('chicago', [5000, 5000], [1, 2]), /reaches a goal/);
});

test('where places follow the points there is nothing to explain', () => {
  assert.equal(words('gangster', [7, 6, 3], [1, 2, 3]), '');
  assert.equal(words('chicago_gangsters', [9, 9, 3], [1, 1, 3]), '');
  assert.equal(tieWords(emptyState()), '');
});

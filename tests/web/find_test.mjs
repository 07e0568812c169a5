// find_test.mjs: where a text is found, whatever its capitals and accents.
import assert from 'node:assert/strict';
import test from 'node:test';
import {placesOf} from '../../web/src/find.js';

test('a text is found with other capitals and without its accents', () => {
  assert.deepEqual(placesOf('Die Straße, die STRASSE', 'straße'), [[4, 10]]);
  assert.deepEqual(placesOf('één uitdager, een Uitdager', 'een'), [
    [0, 3],
    [14, 17],
  ]);
  assert.deepEqual(placesOf('Söldner und Soeldner', 'soldner'), [[0, 7]]);
});

test('one letter finds nothing, and places do not overlap', () => {
  assert.deepEqual(placesOf('aaaa', 'a'), []);
  assert.deepEqual(placesOf('aaaa', 'aa'), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(placesOf('card', '  '), []);
});

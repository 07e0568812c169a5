// names_test.mjs: what seats are called, and the choices of options as people say them.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {apart} from '../../web/src/names.js';
import {valueName} from '../../web/src/options.js';
import {newEngine} from './wasm_kit.mjs';

/** @param {string} name @param {'bot'|'person'|'open'} [kind] */
const seat = (name, kind = 'bot') => ({
  seat: 0,
  kind,
  name,
  bot: kind === 'bot' ? 'easy' : null,
  here: true,
  away: false,
});

test('no two bots are called alike, and nobody who sits there', () => {
  const names = (/** @type {ReturnType<typeof seat>[]} */ ...seats) => apart(seats).map(s => s.name);
  assert.deepEqual(names(seat('Ann', 'person'), seat('Lou'), seat('Lou'), seat('Lou')), [
    'Ann',
    'Lou',
    'Silent Sal',
    'Lucky Nell',
  ]);
  assert.deepEqual(names(seat('Lou'), seat('Lou 2'), seat('Silent Sal', 'person')), [
    'Lou',
    'Lucky Nell',
    'Silent Sal',
  ]);
  assert.deepEqual(names(seat('Louis 2', 'person'), seat('', 'open'), seat('', 'open')), ['Louis 2', '', '']);
});

test('no two people are called alike: the first keeps the bare name', () => {
  const names = (/** @type {ReturnType<typeof seat>[]} */ ...seats) => apart(seats).map(s => s.name);
  assert.deepEqual(names(seat('Anneke', 'person'), seat('anneke', 'person'), seat('Anneke', 'open')), [
    'Anneke',
    'anneke 2',
    'Anneke 3',
  ]);
  assert.deepEqual(names(seat('Anneke', 'person'), seat('Anneke', 'person'), seat('Anneke 2', 'person')), [
    'Anneke',
    'Anneke 3',
    'Anneke 2',
  ]);
  assert.deepEqual(
    names(seat('Lou'), seat('Lou', 'person'), seat('Lou')),
    ['Silent Sal', 'Lou', 'Lucky Nell'],
    'a bot makes room for a person',
  );
  assert.deepEqual(
    apart([{kind: 'me', name: 'Ann'}, {kind: 'hotseat', name: 'Ann'}, {kind: 'bot'}]).map(s => s.name),
    ['Ann', 'Ann 2', undefined],
  );
});

test('every choice of every option has words, and no two of one option the same', async () => {
  for (const {game, options} of (await newEngine()).games().games)
    for (const o of options) {
      assert.match(o.help, /^[A-Z]/, `${game}: ${o.help}`);
      if (!o.values) continue;
      const shown = o.values.map((/** @type {string} */ v) => valueName(o, v));
      assert.equal(new Set(shown).size, shown.length, `${game} ${o.name}: ${shown.join()}`);
      for (const s of shown) assert.doesNotMatch(s, /_|^(on|off|d12|3d6|holder|own|full|none)$/, `${game} ${o.name}`);
    }
  assert.equal(valueName({name: 'first_mr_x', values: ['random', 'seat_0', 'seat_1']}, 'seat_0'), 'Seat 1');
  assert.equal(valueName({name: 'start_player', values: ['random', 'seat_1', 'seat_2']}, 'seat_1'), 'Seat 1');
  assert.equal(valueName({name: 'colours', values: []}, 'YRGB'), 'yellow, red, green, blue');
});

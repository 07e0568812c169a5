// chicago_board_test.mjs: what the board of Chicago says of a fight before it is fought, against the engine's dice and the page of rules.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {oddsOf, status} from '../../web/boards/chicago_words.js';
import {emptyState} from '../../web/src/state.js';
import {bots, Guest, newEngine, root, tableOf} from './wasm_kit.mjs';

const engine = await newEngine();

/** What a table is drawn from. */
function boxData() {
  const guest = new Guest(engine);
  guest.open(tableOf('chicago', [{kind: 'me', name: 'Ann'}, ...bots(3)], {}), {ms: 2});
  const {data} = engine.box();
  guest.local.close();
  return data;
}

const data = boxData();

test('the odds of a duel are those of the rules', () => {
  const rows = [
    ...readFileSync(join(root, 'src/games/chicago/rules.md'), 'utf8').matchAll(
      /^\| (\d) : (\d) \| ([\d.]+) % \| ([\d.]+) % \| (?:([\d.]+) %|\u2013) \|$/gm,
    ),
  ];
  assert.equal(rows.length, 16);
  for (const [, a, b, ...shares] of rows)
    assert.deepEqual(
      oddsOf(data, Number(a), Number(b)).map(x => (100 * x).toFixed(1)),
      shares.map(x => Number(x ?? 0).toFixed(1)),
      `${a} against ${b}`,
    );
});

test('a move into a fight says what it needs, any other only how it is made', () => {
  const gang = (/** @type {string} */ name, /** @type {number} */ seat, /** @type {object[]} */ members) => ({
    gang: name,
    seat,
    members,
    waiting: [],
    cash: 0,
  });
  const view = {
    stage: 'step',
    points: 3,
    gang_on_turn: 'yellow',
    gangs: [gang('yellow', 0, [{field: '1,5', rings: 3}]), gang('red', 1, [{field: '1,7', rings: 2}])],
  };
  const state = /** @type {any} */ ({...emptyState(), you: 0, view}),
    table = /** @type {any} */ ({thing: (/** @type {string} */ code) => code, label: (/** @type {string} */ m) => m}),
    held = (/** @type {string[]} */ way) =>
      status(state, /** @type {any} */ ({picked: ['field:1,5'], way}), table, data);
  assert.match(held(['step 1,5 1,6', 'step 1,6 1,7']), /rings 3 to 2, won 77 times in 100/);
  assert.doesNotMatch(held(['step 1,5 1,6']), /rings/);
});

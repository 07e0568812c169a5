// chicago_board_test.mjs: what the board of Chicago says of a fight before it is fought, against the engine's dice and the page of rules; and where chalk is left after it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {chalkedFields} from '../../web/boards/chicago_show.js';
import {oddsOf, pairWords, status} from '../../web/boards/chicago_words.js';
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
  assert.match(held(['step 1,5 1,6', 'step 1,6 1,7']), /rings 3 to 2. You win 77 times in 100/);
  assert.doesNotMatch(held(['step 1,5 1,6']), /rings/);
});

test('of two who might meet in an assault it is told how often the man of whoever chooses wins', () => {
  const words = (/** @type {string} */ right) =>
      pairWords(3, 2, /** @type {any} */ ({...emptyState(), view: {battle: {right}}}), data),
    [attacker, defender] = oddsOf(data, 3, 2).map(x => Math.round(100 * x));
  assert.ok(words('attacker').includes(`wins ${attacker} of 100`), words('attacker'));
  assert.ok(words('defender').includes(`wins ${defender} of 100`), words('defender'));
});

test('chalk is left where somebody died, and not where nobody did, until everybody has had another turn', () => {
  const events = (/** @type {string[]} */ ...texts) =>
      texts.map((text, i) => ({n: i + 1, seat: /** @type {const} */ (0), kind: 'move', text})),
    after = (/** @type {string[]} */ ...texts) =>
      chalkedFields({
        .../** @type {any} */ (emptyState()),
        view: {gangs: [{}, {}, {}]},
        events: events('roll 6; gang red', 'step 1,2 1,3', 'step 1,3 R05', ...texts),
      });
  const dead = 'throw 5 4; gang red; duel red 2 blue 3; dead blue; won red 3 40000';
  assert.deepEqual(after(), []);
  assert.deepEqual(after('throw 4 4; gang red; duel red 2 blue 3; even'), []);
  assert.deepEqual(after('throw 4 4; gang red; duel red 2 blue 3; even', dead), ['R05']);
  assert.deepEqual(after(dead, 'roll 2', 'roll 3', 'roll 4'), ['R05']);
  assert.deepEqual(after(dead, 'roll 2', 'roll 3', 'roll 4', 'roll 5'), []);
});

test('a shot that was taken back leaves no chalk', () => {
  const event = (/** @type {number} */ n, /** @type {string} */ text, more = {}) => ({
      n,
      seat: 0,
      kind: 'move',
      text,
      ...more,
    }),
    shot = [
      event(1, 'roll 6; gang red', {seat: 'chance'}),
      event(2, 'step 1,2 R05'),
      event(3, 'throw 5 4; gang red; duel red 2 blue 3; dead blue; won red 3 40000', {seat: 'chance'}),
    ],
    chalked = (/** @type {any[]} */ events) =>
      chalkedFields({.../** @type {any} */ (emptyState()), view: {gangs: [{}, {}]}, events});
  assert.deepEqual(chalked(shot), ['R05']);
  assert.deepEqual(chalked([...shot, event(4, 'undo', {kind: 'undo', back: 2})]), []);
});

// chicago_gangsters_board_test.mjs: the board of Chicago Gangsters against real games: every move has words of its own and
// can be tapped together, everything that happens has a sentence, what can be said is accepted, sums are right.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {makeBoardOf} from '../../web/boards/chicago_gangsters.js';
import {bring, foughtWith, readEdition, seatsOf, SIDES, viewOf} from '../../web/boards/chicago_gangsters_facts.js';
import {forms, message, toldTalk, windowAt} from '../../web/boards/chicago_gangsters_talk.js';
import {told} from '../../web/boards/chicago_gangsters_words.js';
import {makeChooser} from '../../web/src/chooser.js';
import {emptyState, hear} from '../../web/src/state.js';
import {bots, Guest, newEngine, root, tableOf} from './wasm_kit.mjs';

/** @import {TableState} from '../../web/src/types.js' */

const file = readFileSync(join(root, 'editions/chicago_gangsters/default.edition'), 'utf8');
const board = makeBoardOf(file), edition = readEdition(file), engine = await newEngine();
const name = (/** @type {number} */ seat) => `P${seat}`;
const table = {tap() {}, make() {}, name, who: name, reduced: () => true};
const TABLES = /** @type {[number, Record<string, string>][]} */ ([[3, {}], [3, {godfather: 'on'}], [4, {}], [4, {godfather: 'on'}], [5, {}]]);

/** A whole game, talk included; every state in which something is asked or said is given to 'look'.
 * @param {number} players @param {Record<string, string>} options @param {(state: TableState) => void} look */
async function playThrough(players, options, look) {
  const guest = new Guest(engine);
  let state = emptyState(), heard = 0;
  guest.open(tableOf('chicago_gangsters', [{kind: 'me', name: 'Ann'}, ...bots(players - 1)], {options}), {ms: 2});
  for (let i = 1;; i++) {
    for (; heard < guest.heard.length; heard++) state = hear(state, guest.heard[heard], 0);
    look(state);
    if (state.result) return guest.house.close(), state;
    if (state.you !== null && state.speakers.includes(state.you) && i % 3) await saySomething(guest, state, i);
    else if (state.moves.length) await guest.say('move', {n: state.seq, text: state.moves[i * 7 % state.moves.length]});
    else if (guest.heard.length === heard) await guest.until(m => m.t === 'view');
  }
}

/** @param {Guest} guest @param {TableState} state @param {number} i */
async function saySomething(guest, state, i) {
  const list = forms(state, name), form = list[i * 5 % list.length];
  const answer = await guest.say('say', {text: form.text});
  // The word may have passed on meanwhile; a message itself is never wrong.
  if (answer.t === 'no') assert.match(answer.text, /word is with|No window/, form.text);
}

/** What is picked and in which order, with lists in any order. @param {string} move @param {TableState} state */
const path = (move, state) => JSON.stringify(board.targets(move, state).map(s => (typeof s === 'string' ? s : [...s].sort())));

/** @param {TableState} state */
function checkMoves(state) {
  const labels = state.moves.map(m => board.label(m, state));
  assert.ok(labels.every(l => l && !/[{}_]|undefined/.test(l)), labels.find(l => /[{}_]|undefined/.test(l)));
  assert.equal(new Set(labels).size, labels.length);
  const tapped = state.moves.filter(m => board.targets(m, state).length);
  assert.equal(new Set(tapped.map(m => path(m, state))).size, tapped.length);
  const every = Math.ceil(tapped.length / 8);
  for (let i = 0; i < tapped.length; i += every) checkWalk(state, tapped[i]);
  assert.ok(board.status(state).length > 5 || !state.moves.length);
}

/** Tapping the things of a move, lists backwards, makes it ready; once more makes it. @param {TableState} state @param {string} move */
function checkWalk(state, move) {
  const chooser = makeChooser(board);
  /** @type {Map<string, number>} */
  const seen = new Map();
  let last = '';
  for (const step of board.targets(move, state))
    for (const kind of typeof step === 'string' ? [step] : [...step].reverse()) {
      const n = (seen.get(kind) ?? 0) + 1, target = n > 1 ? `${kind}#${n}` : kind;
      seen.set(kind, n);
      assert.equal(chooser.tap(state, target).what, 'picked', `${move}: ${target}`);
      if (typeof step === 'string') last = target;
    }
  assert.equal(chooser.look(state).ready, move);
  assert.deepEqual(chooser.tap(state, last), {what: 'made', move});
}

/** The cards that everybody heard of make what the players have brought, before the loot changes who they have. A thug is gone by then.
 * @param {TableState} state */
function checkFight(state) {
  const v = viewOf(state);
  if (v?.phase !== 'choose_package' || v.sharing !== v.winner || state.events.slice(state.events.findLastIndex(e => e.text.startsWith('coalition'))).some(e => e.text.startsWith('use_thug yes'))) return 0;
  const seats = SIDES.flatMap(side => seatsOf(v, side));
  for (const seat of seats) assert.equal(bring(edition, state, seat, foughtWith(state.events, seat)).total, v.players[seat].contribution);
  return seats.filter(seat => foughtWith(state.events, seat).length).length;
}

/** What the challengers bring, as soon as it is announced, is what the board adds up. @param {TableState} state */
function checkSums(state) {
  const v = viewOf(state);
  if (v) for (const side of SIDES) assert.equal(new Set(seatsOf(v, side)).size, seatsOf(v, side).length);
  if (v?.mr_x_side) assert.equal(seatsOf(v, v.mr_x_side).length, 3);
  if (!v?.district || v.winner !== null || v.stage !== 'defender_turn') return 0;
  const seats = [v.sides[0].marker, v.sides[0].other].filter(seat => seat !== null);
  for (const seat of seats) assert.equal(bring(edition, state, seat, v.players[seat].shown).total, v.players[seat].contribution);
  return seats.length;
}

for (const [players, options] of TABLES)
  test(`${players} players ${JSON.stringify(options)}: moves, sums, sentences, talk`, async () => {
    let asked = 0, spoke = 0, added = 0, fought = 0;
    const end = await playThrough(players, options, state => {
      if (state.moves.length) asked++, checkMoves(state);
      if (state.you !== null && state.speakers.includes(state.you)) spoke++;
      added += checkSums(state);
      fought += checkFight(state);
    });
    assert.ok(asked > 20 && spoke > 5 && added > 10 && fought > 5, `${asked} ${spoke} ${added} ${fought}`);
    end.events.forEach((e, i) => {
      const [verb, n] = e.text.split(' ');
      if (e.kind === 'talk' && /accept|reject/.test(verb)) assert.notEqual(windowAt(end, i).said[Number(n) - 1]?.seat ?? e.seat, e.seat, e.text);
    });
    const silent = /^(draw|end_turn|done$|use_thug no$|loot |deal \d \?)/;
    for (const e of end.events) {
      const words = e.kind === 'talk' && e.seat !== 'chance' ? toldTalk(e, end, () => 'P') : told(edition, e, end, table);
      assert.ok(words ? !/[{}_]|undefined/.test(words) : silent.test(e.text) || e.text === 'pass', `${e.text}: ${words}`);
    }
  });

test('an answer quotes what it answers', () => {
  const said = ['aim win', 'my_points 4 40'].map((text, seat) => ({n: seat + 1, seat, kind: /** @type {const} */ ('talk'), text})), name = (/** @type {number} */ seat) => ['Ann', 'Bob'][seat];
  assert.equal(message('accept 2', said, name), 'Agreed, Bob: \u2018I bring 4 points or more.\u2019');
  assert.equal(message('reject 3', said, name), 'No.');
});

test('a window ends with what everybody hears: Mr. X\u2019s lay, not a step of one\u2019s own', () => {
  /** @param {(readonly [number|'chance', 'move'|'talk', string])[]} all */
  const said = all => {
    const events = all.map(([seat, kind, text], i) => ({n: i + 1, seat, kind, text}));
    return windowAt({...emptyState(), view: {players: [{}, {}, {}, {}, {}]}, events}, events.length).said.map(e => e.text);
  };
  const first = /** @type {const} */ ([['chance', 'move', 'person thug'], [1, 'talk', 'join_us defender'], [2, 'talk', 'pass']]);
  assert.deepEqual(said([...first, [0, 'move', 'lay W2 defender'], [1, 'talk', 'my_points 4 6']]), ['my_points 4 6']);
  assert.deepEqual(said([...first, [0, 'move', 'lay W2'], [3, 'talk', 'aim win']]), ['join_us defender', 'aim win']);
});

test('picks can be changed one by one', () => {
  const state = {...emptyState(), view: {}, moves: ['lay -', 'lay W2', 'lay W2 W2', 'lay W2 B5', 'lay W2 W2 B5', 'lay B5', 'lay B5 cover']};
  const chooser = makeChooser(board), picks = () => chooser.look(state).picked;
  for (const t of ['hand:B5', 'hand:W2#2']) chooser.tap(state, t);
  assert.deepEqual(picks(), ['hand:B5', 'hand:W2#2']);
  chooser.tap(state, 'hand:B5');
  assert.deepEqual(picks(), ['hand:W2#2']);
  assert.deepEqual(chooser.tap(state, 'lay:cover'), {what: 'no'});
  chooser.tap(state, 'lay:open');
  assert.equal(chooser.look(state).ready, 'lay W2');
  chooser.tap(state, 'hand:W2');
  assert.deepEqual(picks(), ['hand:W2#2', 'hand:W2']);
});

for (const language of ['de', 'nl'])
  test(`every text of the board is there in ${language}`, () => {
    const po = readFileSync(join(root, `po/${language}.po`), 'utf8');
    const mine = po.split('\n\n').filter(entry => entry.includes('chicago_gangsters'));
    assert.ok(mine.length > 150);
    assert.deepEqual(mine.filter(entry => /\nmsgstr ""$/.test(entry.trimEnd())).map(entry => /msgid (.*)/.exec(entry)?.[1]), []);
  });

test('the log tells what came of it: a duel, the cards of a fight, the loot', () => {
  const said = (/** @type {string} */ text) => told(edition, {n: 1, seat: 0, kind: 'move', text}, emptyState(), table);
  assert.equal(said('duel B4; duels 0:B5 3:B4; godfather 0'), 'P0 chooses bribe money 4 for the duel. The duel: P0 bribe money 5, P3 bribe money 4. P0 wins, is the Godfather and fights alone.');
  assert.match(said('claims 0 1; duels 0:none 1:none; godfather -') ?? '', /P0 \u2013, P1 \u2013\. .*nobody is it/);
  assert.equal(said('laid - + 1 down; cards 0 W4 W4; back 0 E3; cards 2 B5; challengers 8 defenders 5'),
               'P0 lays one card face down. On the table: P0: 2 \u00D7 weapons 4; P2: bribe money 5. P0 takes back blackmail 3. Challengers 8, defenders 5: the challengers win.');
  assert.equal(said('choose_package 1; gets 0 2 1 -; gets 1 0 0 senator'), 'P0 takes package 1. P0 gets: 2 bottles, one card. P1 gets: senator.');
});

test('a refusal speaks of cards and persons by their names', () => {
  assert.equal(board.spell?.('W4 is not in your hand.'), 'weapons 4 is not in your hand.');
  assert.equal(board.spell?.('You do not control whiskey_smuggler.'), 'You do not control whiskey smuggler.');
});

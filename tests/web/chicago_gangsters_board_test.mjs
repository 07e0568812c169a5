// chicago_gangsters_board_test.mjs: the board of Chicago Gangsters against real games: every move has words of its own and
// can be tapped together, everything that happens has a sentence, what can be said is accepted, sums are right.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {makeBoard} from '../../web/boards/chicago_gangsters.js';
import {
  editionOf,
  foughtWith,
  inSight,
  kind,
  points,
  seatsOf,
  SIDES,
  thugAdds,
  viewOf,
  wouldBring,
} from '../../web/boards/chicago_gangsters_facts.js';
import {saidInRound} from '../../web/boards/chicago_gangsters_talk.js';
import {cardsIn} from '../../web/boards/chicago_gangsters_words.js';
import {makeChooser} from '../../web/src/chooser.js';
import {Look, speaking} from '../../web/src/look.js';
import {emptyState, hear, mayTalk} from '../../web/src/state.js';
import {setWords} from '../../web/src/words.js';
import {bots, Guest, newEngine, root, tableOf} from './wasm_kit.mjs';

/** @import {TableState} from '../../web/src/types.js' */

const engine = await newEngine();

/** As a table's own box says. */
function boxOfTable() {
  const guest = new Guest(engine);
  guest.open(tableOf('chicago_gangsters', [{kind: 'me', name: 'Ann'}, ...bots(3)], {}), {ms: 2});
  const box = engine.box();
  guest.local.close();
  return box;
}

const box = boxOfTable(),
  edition = editionOf(box);
const name = (/** @type {number} */ seat) => `P${seat}`;
/** @type {Look|null} */
let look = null;
const board = speaking(makeBoard(box), () => look, name);

/** The engine explains such a table. @param {number} players @param {Record<string, string>} options */
function lookAt(players, options) {
  const given = Object.entries(options).map(([key, value]) => `option ${key}=${value}`);
  engine.lookOpen(['game chicago_gangsters', `players ${players}`, ...given]);
  look = new Look(engine, board, name, 'chicago_gangsters');
}

const TABLES = /** @type {[number, Record<string, string>][]} */ ([
  [3, {}],
  [3, {godfather: 'on', thug_lone_order: 'thug_first', thug_doubles_persons: 'no'}],
  [4, {}],
  [4, {godfather: 'on'}],
  [4, {godfather: 'on', claims: 'spoken'}],
  [5, {}],
]);

/** A whole game, talk included; every state in which something is asked or said is given to 'watch', with the move that is made
 * next, if it is one. @param {number} players @param {Record<string, string>} options @param {(state: TableState, next?: string) => void} watch */
async function playThrough(players, options, watch) {
  const guest = new Guest(engine);
  let state = emptyState(),
    heard = 0;
  guest.open(tableOf('chicago_gangsters', [{kind: 'me', name: 'Ann'}, ...bots(players - 1)], {options}), {ms: 2});
  for (let i = 1; ; i++) {
    for (; heard < guest.heard.length; heard++) state = hear(state, guest.heard[heard], 0);
    const thug = state.moves.find(m => m === 'use_thug yes'), // seldom asked for: whoever may, does
      next = thug ?? state.moves[(i * 7) % state.moves.length];
    watch(state, next);
    if (state.result) return (guest.local.close(), state);
    if (state.you !== null && state.speakers.includes(state.you) && i % 3) await saySomething(guest, state, i);
    else if (state.moves.length) await guest.say('move', {n: state.seq, text: next});
    else if (guest.heard.length === heard) await guest.until(m => m.t === 'view');
  }
}

/** @param {Guest} guest @param {TableState} state @param {number} i */
async function saySomething(guest, state, i) {
  const list = board.forms(state),
    form = list[(i * 5) % list.length];
  assert.ok(list.length, 'whoever may speak has something to say');
  assert.ok(
    list.every(f => f.label && !/[{}_]/.test(f.label)),
    JSON.stringify(list),
  );
  const answer = await guest.say('say', {text: form.text});
  // The word may have passed on meanwhile; a message itself is never wrong.
  if (answer.t === 'no') assert.match(answer.text, /may speak now|not the time to talk/, form.text);
}

/** What is picked and in which order, with lists in any order. @param {string} move @param {TableState} state */
const path = (move, state) =>
  JSON.stringify(board.targets(move, state).map(s => (typeof s === 'string' ? s : [...s].sort())));

/** @param {TableState} state */
function checkMoves(state) {
  const labels = state.moves.map(m => board.label(m, state));
  assert.ok(
    labels.every(l => l && !/[{}_]|undefined/.test(l)),
    labels.find(l => /[{}_]|undefined/.test(l)),
  );
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
      const n = (seen.get(kind) ?? 0) + 1,
        target = n > 1 ? `${kind}#${n}` : kind;
      seen.set(kind, n);
      assert.equal(chooser.tap(state, target).what, 'picked', `${move}: ${target}`);
      if (typeof step === 'string') last = target;
    }
  assert.equal(chooser.look(state).ready, move);
  assert.deepEqual(chooser.tap(state, last), {what: 'made', move});
}

/** What the page says that its reader would bring is what it comes to when the fight is over. */
function makeSums() {
  /** @type {{round: number, total: number, cards: number}|null} */
  let said = null;
  const after = (/** @type {TableState} */ state) => (/** @type {string} */ move) => look?.after(move, state) ?? null;

  /** @param {TableState} state @param {string} [next] */
  function before(state, next) {
    const v = viewOf(state);
    if (v && next?.startsWith('lay ')) {
      const sum = wouldBring(edition, state, cardsIn(next.split(' ')), after(state));
      assert.ok(sum, next);
      said = {round: v.rounds, total: sum.total, cards: sum.cards};
    }
    if (v?.phase === 'use_thug') {
      const adds = thugAdds(state, after(state));
      assert.equal(adds !== null, state.moves.includes('use_thug yes'));
      if (said && next === 'use_thug yes') said.total += adds ?? 0;
    }
  }

  /** Once a round. @param {TableState} state */
  function fought(state) {
    const v = viewOf(state),
      p = v?.players[state.you ?? 0];
    if (!v || !p || !said || v.winner === null) return 0;
    const {round, total, cards} = said;
    said = null;
    if (v.rounds !== round) return 0; // nobody was asked in between
    assert.equal(p.contribution, total);
    const mine = foughtWith(state.events, Number(state.you)).filter(c => p.usable.includes(kind(c)));
    if (v.phase === 'choose_package' && v.sharing === v.winner)
      assert.equal(points(mine) * (v.lone === state.you ? 2 : 1), cards);
    return mine.length ? 1 : 0;
  }
  return {before, fought};
}

/** Nobody stands twice, and what the challengers bring, as soon as it is announced, is in sight. @param {TableState} state */
function checkSides(state) {
  const v = viewOf(state);
  if (v) for (const side of SIDES) assert.equal(new Set(seatsOf(v, side)).size, seatsOf(v, side).length);
  if (v?.mr_x_side) assert.equal(seatsOf(v, v.mr_x_side).length, 3);
  if (!v?.district || v.winner !== null || v.stage !== 'defender_turn') return 0;
  const seats = [v.sides[0].marker, v.sides[0].other].filter(seat => seat !== null);
  for (const seat of seats) {
    assert.ok(v.players[seat].brings);
    assert.equal(inSight(v.players[seat]), v.players[seat].contribution);
  }
  return seats.length;
}

for (const [players, options] of TABLES)
  test(`${players} players ${JSON.stringify(options)}: moves, sums, sentences, talk`, async () => {
    let asked = 0,
      spoke = 0,
      added = 0,
      fought = 0;
    lookAt(players, options);
    const sums = makeSums();
    const end = await playThrough(players, options, (state, next) => {
      sums.before(state, next);
      if (state.moves.length) (asked++, checkMoves(state));
      if (state.you !== null && state.speakers.includes(state.you)) spoke++;
      added += checkSides(state);
      fought += sums.fought(state);
    });
    assert.ok(asked > 20 && spoke > 5 && added > 10 && fought > 0, `${asked} ${spoke} ${added} ${fought}`);
    for (const e of end.events) {
      const meant = e.phrase?.[0].args.name; // of an answer that quotes what it answers
      if (meant) assert.ok(/accept|reject/.test(e.text) && JSON.stringify(meant) !== `{"seat":${e.seat}}`, e.text);
    }
    const silent = /^(draw|end_turn|done$|use_thug no$|loot |deal \d \?)/;
    for (const e of end.events) {
      const words = board.sentence(e, end);
      assert.ok(
        words ? !/[{}_]|undefined/.test(words) : silent.test(e.text) || e.text === 'pass',
        `${e.text}: ${words}`,
      );
    }
  });

/** @param {[number|'chance', 'move'|'talk', string, object[]?][]} all @returns {TableState['events']} */
const eventsOf = all =>
  all.map(([seat, kind, text, phrase], i) => ({n: i + 1, seat, kind, text, phrase: /** @type {any} */ (phrase)}));
const WIN = {format: 'Let us win this.', args: {}},
  AGREED = {format: 'Agreed, {name}: \u2018{words}\u2019', args: {name: {seat: 1}, words: {list: [WIN]}}};

test('what was said is told in the words that came with it, before there is an engine too', () => {
  look = null;
  const [talk, answer, pass, bare] = eventsOf([
    [1, 'talk', 'aim win', [WIN]],
    [0, 'talk', 'accept 1', [AGREED]],
    [2, 'talk', 'pass', [{format: 'Nothing to say.', args: {}}]],
    [2, 'talk', 'well met'],
  ]);
  assert.equal(board.sentence(talk, emptyState()), 'P1: \u201CLet us win this.\u201D');
  assert.equal(board.sentence(answer, emptyState()), 'P0: \u201CAgreed, P1: \u2018Let us win this.\u2019\u201D');
  assert.equal(board.quote(answer), '\u201CAgreed, P1: \u2018Let us win this.\u2019\u201D');
  assert.equal(board.sentence(pass, emptyState()), null);
  assert.equal(board.sentence(bare, emptyState()), 'P2: \u201Cwell met\u201D');
});

for (const [language, told] of /** @type {const} */ ([
  ['de', 'P0: \u201EEinverstanden, P1: \u201ADas gewinnen wir.\u2018\u201C'],
  ['nl', 'P0: \u201CAkkoord, P1: \u2018Dit gaan we winnen.\u2019\u201D'],
]))
  test(`what is said and can be said is there in ${language}`, async t => {
    t.after(() => setWords('en', {}));
    const words = JSON.parse(readFileSync(join(root, `build/web/words/${language}.json`), 'utf8'));
    lookAt(4, {godfather: 'on'});
    setWords(language, words);
    assert.equal(board.sentence(eventsOf([[0, 'talk', 'accept 1', [AGREED]]])[0], emptyState()), told);
    let offered = 0;
    await playThrough(4, {godfather: 'on'}, state => {
      const forms = mayTalk(state) && offered < 200 ? board.forms(state) : [];
      setWords('en', {});
      const english = new Set(forms.length ? board.forms(state).map(f => f.label) : []);
      setWords(language, words);
      for (const f of forms) {
        assert.ok(!english.has(f.label), f.label);
        const few = board.brief?.(f.text, f.phrase) ?? '';
        assert.ok(few || f.about === undefined, `in few words: ${f.text}`);
        assert.ok(few.length < 34 && !/[{}_]|undefined/.test(few), few);
      }
      offered += forms.length;
    });
    assert.ok(offered > 50);
  });

test('beside a player stands the last that was said in this round', () => {
  const events = eventsOf([
    [1, 'talk', 'aim half'],
    ['chance', 'move', 'person thug'],
    [1, 'talk', 'aim win'],
    [2, 'talk', 'pass'],
    [0, 'move', 'lay W2'],
    [1, 'talk', 'pass'],
  ]);
  const state = {...emptyState(), events};
  const said = (/** @type {TableState} */ of) => saidInRound(of).map(e => `${e.seat} ${e.text}`);
  assert.deepEqual(said(state), ['1 aim win']);
  assert.deepEqual(said({...state, events: events.slice(0, 2)}), []);
});

test('an answer stands below what it answers, and only a wish of the own side may be answered', async () => {
  let asked = 0;
  lookAt(4, {});
  const watch = (/** @type {TableState} */ state) => {
    if (!mayTalk(state)) return;
    for (const [n, {yes, no}] of board.answers(state)) {
      const event = state.events.find(e => e.n === n);
      assert.ok(event && event.seat !== state.you && (yes || no));
      assert.match(event.text, /^(aim|ask_points|ask_cards|want_package) /);
      const v = /** @type {any} */ (state.view),
        side = SIDES.find(s => seatsOf(v, s).includes(Number(state.you)));
      assert.ok(side && seatsOf(v, side).includes(Number(event.seat)));
      asked++;
    }
  };
  for (let game = 0; game < 100 && !asked; game++) await playThrough(4, {}, watch); // bots do not ask in every game
  assert.ok(asked > 0);
  const events = eventsOf([
    [1, 'talk', 'aim win', [WIN]],
    [0, 'talk', 'accept 1', [AGREED]],
  ]);
  const bubble = board.bubble(events[1], {...emptyState(), events});
  assert.deepEqual(bubble.to, {seat: 1, words: 'Let us win!', yes: true});
});

test('what fits the moment comes from the engine: numbered from 1, and never more than may be said', async () => {
  let apt = 0;
  lookAt(4, {});
  await playThrough(4, {}, state => {
    const fit = mayTalk(state) ? board.forms(state).filter(f => f.apt > 0) : [];
    assert.equal(new Set(fit.map(f => f.apt)).size, fit.length);
    apt += fit.length;
  });
  assert.ok(apt > 20);
});

test('picks can be changed one by one', () => {
  const state = {
    ...emptyState(),
    view: {},
    moves: ['lay -', 'lay W2', 'lay W2 W2', 'lay W2 B5', 'lay W2 W2 B5', 'lay B5', 'lay B5 cover'],
  };
  const chooser = makeChooser(board),
    picks = () => chooser.look(state).picked;
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
    assert.deepEqual(
      mine
        .filter(entry => /\nmsgstr ""$/.test(entry.trimEnd()))
        .map(entry => /msgid (.*)/.exec(entry)?.[1] ?? '')
        .filter(text => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))), // "{a} + {b}" is the same everywhere
      [],
    );
  });

test('the log tells what came of it: a duel, the cards of a fight, the loot', () => {
  lookAt(4, {godfather: 'on'});
  const said = (/** @type {string} */ text) => board.sentence({n: 1, seat: 0, kind: 'move', text}, emptyState());
  assert.equal(
    said('duel B4; duels 0:B5 3:B4; godfather 0'),
    'P0 chooses bribe money 4 for the duel. The duel: P0 bribe money 5, P3 bribe money 4. P0 wins, is the Godfather and fights alone.',
  );
  assert.match(said('claims 0 1; duels 0:none 1:none; godfather -') ?? '', /P0 \u2013, P1 \u2013\. .*nobody is it/);
  assert.equal(
    said('laid - + 1 down; cards 0 W4 W4; back 0 E3; cards 2 B5; challengers 8 defenders 5'),
    'P0 lays one card face down. P0 fights with 2 \u00D7 weapons 4. P0 takes back blackmail 3. P2 fights with bribe money 5. Challengers 8, defenders 5: the challengers win.',
  );
  assert.equal(
    said('choose_package 1; gets 0 2 1 -; gets 1 0 0 senator'),
    'P0 takes package 1. P0 gets: 2 bottles, one card. P1 gets: senator.',
  );
});

// tale_test.mjs: the log of Gangster and of Chicago is told from the events alone. Whole games, undo included: after every
// message the story has the same tiles, men, houses, money and points as the engine's view, and never loses the thread.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {readCity} from '../../web/boards/chicago_map.js';
import {chicagoStory} from '../../web/boards/chicago_tale.js';
import {begin, follow} from '../../web/boards/gangster_tale.js';
import {makeTale} from '../../web/boards/tale.js';
import {emptyState, hear} from '../../web/src/state.js';
import {bots, Guest, newEngine, root, tableOf} from './wasm_kit.mjs';

/** @import {TableState} from '../../web/src/types.js' */

const engine = await newEngine();
const city = readCity(readFileSync(join(root, 'editions/chicago/default.edition'), 'utf8'));
const story = chicagoStory(city);

/** A whole game of a person who plays this and that and takes back now and then, against bots.
 * @param {string} game @param {number} players @param {Record<string, string>} options @param {number} n @param {(state: TableState) => void} look
 * @param {(state: TableState) => string[]} [likes] of all moves those that are played */
async function playThrough(game, players, options, n, look, likes = s => s.moves) {
  const guest = new Guest(engine);
  let state = emptyState(), heard = 0, takenBack = 0;
  guest.open(tableOf(game, [{kind: 'me', name: 'Ann'}, ...bots(players - 1)], {options}), {ms: 1, seed: n.toString(16).padStart(64, '7')});
  for (let i = n;; i = i * 31 % 65521) {
    for (; heard < guest.heard.length; heard++) {
      state = hear(state, guest.heard[heard], 0);
      if (guest.heard[heard].t === 'view') look(state);
    }
    if (state.result) return guest.house.close(), {state, takenBack};
    if (state.undo && i % 5 === 0) await guest.say('undo', {n: state.seq}), takenBack++;
    else if (state.moves.length) await guest.say('move', {n: state.seq, text: likes(state)[i % likes(state).length]});
    else await guest.until(m => m.t === 'view' || m.t === 'bye');
  }
}

/** Somebody who looks for fights: hires men and walks to where the foe is. @param {TableState} state */
function fighter({moves, view, you}) {
  const ends = view?.gangs.filter((/** @type {any} */ g) => g.seat !== you).flatMap((/** @type {any} */ g) => g.members.map((/** @type {any} */ m) => m.field)) ?? [];
  const far = new Map(ends.map((/** @type {string} */ f) => [f, 0]));
  for (const at of far.keys()) for (const to of city.fields.get(at)?.near ?? []) if (!far.has(to)) far.set(to, Number(far.get(at)) + 1);
  const cost = (/** @type {string} */ m) => (m.startsWith('step ') ? far.get(m.split(' ')[2]) ?? 99 : m.startsWith('hire ') ? -m.split(' ').slice(1).reduce((a, k) => a + Number(k), 0) : 0);
  const best = Math.min(...moves.map(cost));
  return moves.filter(m => cost(m) === best);
}

/** The world of a story after all events, each followed once. @template W @param {(state: TableState) => W} first @param {(w: W, e: any) => any} then */
function watch(first, then) {
  /** @type {W|null} */ let world = null;
  let told = 0;
  const tale = makeTale(s => first(s), (w, e) => { world = w; told++; return then(w, e) ?? {}; });
  return {
    /** @param {TableState} state @returns {W|null} */
    world(state) {
      const last = state.events.at(-1);
      if (!last) return null;
      for (const e of state.events) if (e.kind === 'move' || e.kind === 'safe') assert.ok(tale(e, state), `event ${e.n} "${e.text}" is told`);
      return last.kind === 'undo' ? null : world; // what was taken back is seen with the next event
    },
    told: () => told,
  };
}

const GANGSTER = /** @type {[number, Record<string, string>][]} */ ([[2, {}], [3, {tie_rule: 'all_equal'}], [4, {}], [4, {shoot_own: 'off', start_player: 'seat_3', colours: 'gybr'}]]);

for (const [players, options] of GANGSTER)
  test(`gangster, ${players} players ${JSON.stringify(options)}: tiles, points and lines are told as they are`, async () => {
    let paid = 0, skips = 0, dead = 0;
    for (let n = 3; n < 7; n++) {
      const seen = watch(begin, (w, e) => {
        const note = follow(w, e);
        paid += note.paid.length, skips += note.skipped.length, dead += Number(e.text.startsWith('shoot'));
        if (e.seat !== 'chance' && !/^(draw|choose)/.test(e.text)) assert.match(String(note.tile), /^[RBYG]\d$/);
        return note;
      });
      const {state} = await playThrough('gangster', players, options, n, state => {
        const w = seen.world(state), v = state.view;
        if (!w || !v) return;
        assert.deepEqual(w.board, v.board);
        assert.deepEqual(w.points, v.players.map((/** @type {any} */ p) => p.points));
        assert.deepEqual([...w.scored].sort(), [...v.scored_lines].sort());
        assert.deepEqual([w.open, w.drawn], [v.open_supply, v.drawn_tile]);
      });
      assert.ok(state.result);
    }
    assert.ok(paid > 8 && dead > 0, `${paid} lines, ${dead} shots, ${skips} skips`);
  });

const CHICAGO = /** @type {[number, Record<string, string>][]} */ ([
  [2, {}], [3, {balance_scope: 'phase', variant_casino_presence: 'on'}], [4, {survivor_prize: 'off', balance_scope: 'game', colours: 'GBYR'}],
  [2, {variant_stacking: 'on', pairing: 'adjacent'}], [4, {variant_stacking: 'on', chip_limit: 'on', fours_scope: 'gang'}],
]);

for (const [players, options] of CHICAGO)
  test(`chicago, ${players} players ${JSON.stringify(options)}: men, houses and money are told as they are`, async () => {
    let fell = 0, took = 0, pays = 0;
    for (let n = 11; n < 13; n++) {
      const seen = watch(story.begin, (w, e) => {
        const note = story.follow(w, e);
        fell += Number(!!note.duel?.over), took += Number(!!note.took), pays += Number(!!note.pay);
        return note;
      });
      await playThrough('chicago', players, options, n, state => {
        const w = seen.world(state), v = state.view;
        if (!w || !v) return;
        const stage = v.stage === 'over' ? 'over' : v.stage;
        assert.deepEqual([w.stage, 'ABCD'[w.phase], w.bank, w.points], [stage, v.phase, v.bank_rings, v.points], `after ${state.events.at(-1)?.text}`);
        if (stage !== 'over') assert.deepEqual([w.round, story.order(w)[w.turn]], [v.round, v.gang_on_turn]);
        for (const g of v.gangs) {
          /** @type {any} */
          const mine = w.gangs[/** @type {'red'} */ (g.gang)];
          const line = (/** @type {any[]} */ men) => men.map(m => `${m.field} ${m.rings}`).sort();
          assert.deepEqual([mine.cash, mine.reserve, mine.dead, mine.waiting, mine.seat], [g.cash, g.reserve, g.dead, g.waiting, g.seat]);
          assert.deepEqual([line(mine.members), [...mine.buildings].sort()], [line(g.members), [...g.buildings].sort()]);
          assert.equal(story.payout(w, g.gang), g.payout);
        }
      }, fighter);
    }
    assert.ok(fell > 5 && took > 5 && pays > 0, `${fell} duels, ${took} houses, ${pays} pay days`);
  });

test('a story that lost the thread tells nothing more, and does not break the log', () => {
  const tale = makeTale(() => ({n: 0}), (_w, e) => { if (e.text === 'bad') throw new Error('?'); return {ok: true}; });
  const event = (/** @type {number} */ n, /** @type {string} */ text) => ({n, seat: 0, kind: /** @type {const} */ ('move'), text});
  const events = [event(1, 'good'), event(2, 'bad'), event(3, 'good')], state = {...emptyState(), events};
  assert.deepEqual(events.map(e => tale(e, state)), [{ok: true}, null, null]);
  const again = [event(1, 'good')];
  assert.deepEqual(tale(again[0], {...emptyState(), events: again}), {ok: true}, 'another table, another story');
});

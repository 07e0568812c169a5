// chicago_tale.js: what came of an event of Chicago: whose turn it was, which man walked, who fought whom and who fell, which house
// changed hands, what the bank paid. It follows the events as docs/games/chicago.md tells; the tests hold it
// to the engine's views, step by step.
import {makeTale} from './tale.js';

/** @import {GameEvent, TableState} from '../src/types.js' */
/** @import {City} from './chicago_map.js' */

/** @typedef {'yellow'|'red'|'green'|'blue'} Gang */
/** @typedef {{field: string, rings: number}} Man */
/** @typedef {{seat: number, cash: number, reserve: number, dead: number, waiting: number[], bought: number[], members: Man[], buildings: string[]}} Books */
/** @typedef {{attacker: Gang, defender: Gang, field: string, assault: boolean, right: number, attackers: number[], rings: number[], before: number[]}} Battle */
/** @typedef {{stacking: boolean, presence: boolean, scope: string, chips: boolean, prize: boolean, byGang: boolean}} Rules */
/** @typedef {{gangs: Partial<Record<Gang, Books>>, bank: number, phase: number, round: number, turn: number, stage: string, points: number,
 *   battle: Battle|null, rules: Rules, seats: number}} World */

/** @typedef {{gang: Gang, rings: number}} Side */
/** What came of an event. 'took': a house has a new owner, who had it 'from' somebody or nobody; 'duel': one throw, 'won' and 'prize'
 * when it decided; 'pay': a phase is over and the bank has paid.
 * @typedef {{gang: Gang, rings?: number, fights?: Side|null, took?: {field: string, from: Gang|null}|null, price?: number,
 *   duel?: {a: Side, b: Side, field: string, even: boolean, over: boolean, won: Side|null, prize: number, promoted: boolean},
 *   pay?: {phase: string, sums: [Gang, number][]}|null}} Note */

const ALL = /** @type {Gang[]} */ (['yellow', 'red', 'green', 'blue']);
const VALUE = [0, 10000, 25000, 40000, 50000];
const HOMES = {yellow: 'YH', red: 'RH', green: 'GH', blue: 'BH'};

/** @template T @param {T|null|undefined} x @returns {T} */
function must(x) {
  if (x === null || x === undefined) throw new Error('there is nothing');
  return x;
}

/** @param {City} city */
export function chicagoStory(city) {
  const houses = [...city.fields.values()].filter(f => f.kind !== 'street');

  /** @param {TableState} state @returns {World} */
  function begin(state) {
    const o = state.facts?.options ?? {}, present = /** @type {{gang: Gang, seat: number}[]} */ (state.view?.gangs ?? []);
    const books = present.map(({gang, seat}) => [gang, {
      seat, cash: 125000, reserve: 19, dead: 0, waiting: [4], bought: [0, 0], members: [], buildings: houses.filter(f => f.owner === gang).map(f => f.id)}]);
    return {
      gangs: Object.fromEntries(books), bank: 150 - 4 * present.length, phase: 0, round: 1, turn: 0, stage: 'hire', points: 0, battle: null,
      rules: {stacking: o.variant_stacking === 'on', presence: o.variant_casino_presence === 'on', scope: String(o.balance_scope ?? 'purchase'),
              chips: o.chip_limit === 'on', prize: o.survivor_prize !== 'off', byGang: o.fours_scope === 'gang'},
      seats: state.facts?.players ?? present.length,
    };
  }

  // -- Looking ---------------------------------------------------------------------------------------------------

  /** @param {World} w @param {Gang} gang @returns {Books} */
  const books = (w, gang) => must(w.gangs[gang]);
  /** The gangs of this phase in their order. @param {World} w */
  const order = w => ALL.map((_g, i) => ALL[(w.phase + i) % 4]).filter(g => w.gangs[g]);
  /** @param {World} w */
  const onTurn = w => order(w)[w.turn];
  /** @param {World} w @param {string} field */
  const standing = (w, field) => order(w).flatMap(gang => books(w, gang).members.filter(m => m.field === field).map(man => ({gang, man})));
  /** @param {World} w @param {string} field */
  const ownerOf = (w, field) => order(w).find(g => books(w, g).buildings.includes(field)) ?? null;
  /** @param {Books} g */
  const isOut = g => !g.members.length && !g.waiting.length && !g.reserve;
  /** @param {World} w @param {Books} g @param {string} field */
  const canStandIn = (w, g, field) => g.buildings.includes(field) && (w.rules.stacking || !standing(w, field).length);

  /** @param {World} w @param {Gang} gang */
  function canEnter(w, gang) {
    const g = books(w, gang);
    const buys = (/** @type {number} */ r) => g.cash >= VALUE[r] && g.reserve > 0 && w.bank >= r && Math.abs(g.bought[0] + Number(r === 1) - g.bought[1] - Number(r === 2)) <= 1;
    return canStandIn(w, g, HOMES[gang]) && (g.waiting.length > 0 || buys(1) || buys(2));
  }

  /** @param {World} w @param {Gang} gang */
  function canStep(w, gang) {
    const g = books(w, gang), foreign = g.buildings.filter(b => city.fields.get(b)?.owner !== gang).length;
    const house = (/** @type {string} */ id) => city.fields.get(id)?.kind !== 'street';
    /** @param {string} to */
    const free = to => {
      if (w.rules.chips && foreign >= 20 && house(to) && !g.buildings.includes(to) && city.fields.get(to)?.owner !== gang) return false;
      return standing(w, to).every(x => books(w, x.gang).seat !== g.seat || (w.rules.stacking && house(to) && x.gang === gang));
    };
    return g.members.some(m => city.fields.get(m.field)?.near.some(free));
  }

  /** What the bank pays a gang. @param {World} w @param {Gang} gang */
  function payout(w, gang) {
    const g = books(w, gang), mine = houses.filter(f => g.buildings.includes(f.id));
    const idle = (/** @type {typeof houses[number]} */ f) => w.rules.presence && f.kind === 'casino' && !g.members.some(m => m.field === f.id);
    const sets = [1000, 2000].map(v => houses.filter(f => f.quarter === gang && f.value === v)).filter(set => set.every(f => g.buildings.includes(f.id)));
    return mine.filter(f => !idle(f)).reduce((sum, f) => sum + f.value, 0) + sets.flat().reduce((sum, f) => sum + 2 * f.value, 0);
  }

  /** Whether somebody has reached a goal. @param {World} w */
  function isWon(w) {
    for (let seat = 0; seat < w.seats; seat++) {
      const mine = order(w).filter(g => books(w, g).seat === seat);
      const count = (/** @type {(f: typeof houses[number]) => boolean} */ which) => mine.reduce((n, g) => n + houses.filter(f => which(f) && books(w, g).buildings.includes(f.id)).length, 0);
      const fours = mine.map(g => [...books(w, g).members.map(m => m.rings), ...books(w, g).waiting].filter(r => r === 4).length);
      if (count(f => f.kind === 'casino') >= (w.seats === 2 ? 4 : 3) || count(f => f.kind !== 'casino' && f.square) >= 8) return true;
      if ((w.rules.byGang ? Math.max(0, ...fours) : fours.reduce((a, b) => a + b, 0)) >= 5) return true;
    }
    return false;
  }

  // -- What happens by itself ----------------------------------------------------------------------------------------
  // Each of these leads to the next thing that somebody or the dice must do; the pay of a phase that ended comes back.

  /** @param {World} w @returns {Note['pay']} */
  function hiring(w) {
    while (w.turn < order(w).length && isOut(books(w, onTurn(w)))) w.turn++;
    w.stage = 'hire';
    if (w.turn < order(w).length) return null;
    w.turn = 0;
    return placing(w);
  }

  /** @param {World} w @returns {Note['pay']} */
  function placing(w) {
    const stuck = (/** @type {Books} */ g) => !g.waiting.length || !g.buildings.some(b => canStandIn(w, g, b));
    while (w.turn < order(w).length && stuck(books(w, onTurn(w)))) w.turn++;
    w.stage = 'place';
    if (w.turn < order(w).length) return null;
    w.turn = 0;
    return turning(w);
  }

  /** @param {World} w @returns {Note['pay']} */
  function turning(w) {
    for (;;) {
      if (w.turn >= order(w).length) [w.turn, w.round] = [0, w.round + 1];
      if (w.round > 6) return closing(w);
      if (canEnter(w, onTurn(w))) return void (w.stage = 'enter');
      if (books(w, onTurn(w)).members.length) return void (w.stage = 'roll');
      w.turn++;
    }
  }

  /** @param {World} w @returns {Note['pay']} */
  function closing(w) {
    const phase = 'ABCD'[w.phase];
    w.stage = 'over';
    if (isWon(w)) return null;
    const sums = /** @type {[Gang, number][]} */ (order(w).map(g => [g, payout(w, g)]));
    for (const [g, sum] of sums) books(w, g).cash += sum;
    if (w.phase === 3) return {phase, sums};
    [w.phase, w.round, w.turn] = [w.phase + 1, 1, 0];
    if (w.rules.scope === 'phase') for (const g of order(w)) books(w, g).bought = [0, 0];
    hiring(w);
    return {phase, sums};
  }

  /** @param {World} w @returns {Note['pay']} */
  function endTurn(w) {
    w.points = 0;
    w.turn++;
    return turning(w);
  }

  /** @param {World} w @returns {Note['pay']} */
  function walking(w) {
    if (!w.points || !canStep(w, onTurn(w))) return endTurn(w);
    w.stage = 'step';
    return null;
  }

  /** The assault goes on with one pair, or with a choice, or it is over. @param {World} w @returns {Note['took']} */
  function pairing(w) {
    const b = must(w.battle), foes = standing(w, b.field).map(x => x.man.rings);
    if (!b.attackers.length || !foes.length) return endAssault(w, b);
    const kinds = new Set(b.attackers).size * new Set(foes).size;
    if (kinds > 1) w.stage = 'pair';
    else face(w, b.attackers[0], foes[0]);
    return null;
  }

  /** @param {World} w @param {Battle} b @returns {Note['took']} */
  function endAssault(w, b) {
    w.battle = null;
    for (const rings of b.attackers) books(w, b.attacker).members.push({field: b.field, rings});
    return b.attackers.length ? own(w, b.attacker, b.field) : null;
  }

  /** @param {World} w @param {number} a @param {number} d */
  function face(w, a, d) {
    const b = must(w.battle);
    b.attackers.splice(b.attackers.indexOf(a), 1);
    pull(books(w, b.defender), b.field, d);
    [b.rings, b.before, b.right, w.stage] = [[a, d], [a, d], 1 - b.right, 'duel'];
  }

  /** @param {World} w @param {Gang} gang @param {string} field @returns {Note['took']} */
  function own(w, gang, field) {
    const before = ownerOf(w, field);
    if (city.fields.get(field)?.kind === 'street' || before === gang) return null;
    if (before) books(w, before).buildings = books(w, before).buildings.filter(b => b !== field);
    books(w, gang).buildings.push(field);
    return {field, from: before};
  }

  /** @param {Books} g @param {string} field @param {number} [rings] @returns {Man} */
  function pull(g, field, rings) {
    const i = g.members.findIndex(m => m.field === field && (!rings || m.rings === rings));
    if (i < 0) throw new Error(`nobody stands on ${field}`);
    return g.members.splice(i, 1)[0];
  }

  // -- Moves ---------------------------------------------------------------------------------------------------------

  /** @param {World} w @param {string[]} words @returns {Note} */
  function hire(w, words) {
    const gang = onTurn(w), g = books(w, gang), n = words.map(Number);
    const price = n.reduce((sum, k, i) => sum + k * VALUE[i + 1], 0);
    g.cash -= price;
    g.reserve -= n[0] + n[1] + n[2];
    w.bank -= n[0] + 2 * n[1] + 3 * n[2];
    if (w.rules.scope !== 'purchase') g.bought = [g.bought[0] + n[0], g.bought[1] + n[1]];
    n.forEach((k, i) => g.waiting.push(...Array(k).fill(i + 1)));
    g.waiting.sort((a, b) => b - a);
    w.turn++;
    return {gang, price, pay: hiring(w)};
  }

  /** @param {World} w @param {string} field @returns {Note} */
  function place(w, field) {
    const gang = onTurn(w), g = books(w, gang), rings = must(g.waiting.shift());
    g.members.push({field, rings});
    return {gang, rings, pay: placing(w)};
  }

  /** @param {World} w @param {string} way @param {number} rings @returns {Note} */
  function enter(w, way, rings) {
    const gang = onTurn(w), g = books(w, gang), price = way === 'buy' ? VALUE[rings] : 0;
    if (way === 'wait') g.waiting.splice(g.waiting.indexOf(rings), 1);
    if (way === 'buy') {
      g.cash -= price;
      g.reserve--;
      w.bank -= rings;
      g.bought[rings - 1]++;
    }
    if (way !== 'none') g.members.push({field: HOMES[gang], rings});
    if (way !== 'none' && w.rules.stacking && canEnter(w, gang)) return {gang, rings, price};
    if (w.rules.scope === 'purchase') g.bought = [0, 0];
    if (g.members.length) return w.stage = 'roll', {gang, rings, price};
    return {gang, rings, price, pay: endTurn(w)};
  }

  /** @param {World} w @param {string} from @param {string} to @param {number} [ofRings] @returns {Note} */
  function step(w, from, to, ofRings) {
    const gang = onTurn(w), {rings} = pull(books(w, gang), from, ofRings);
    const foe = standing(w, to).find(x => books(w, x.gang).seat !== books(w, gang).seat);
    w.points--;
    if (!foe) {
      books(w, gang).members.push({field: to, rings});
      return {gang, rings, took: own(w, gang, to), pay: walking(w)};
    }
    const assault = w.rules.stacking && city.fields.get(to)?.kind !== 'street';
    w.battle = {attacker: gang, defender: foe.gang, field: to, assault, right: 0, attackers: assault ? [rings] : [], rings: [0, 0], before: [0, 0]};
    const fights = {gang: foe.gang, rings: foe.man.rings};
    if (assault) return w.stage = 'reinforce', {gang, rings, fights};
    pull(books(w, foe.gang), to);
    Object.assign(w.battle, {rings: [rings, foe.man.rings], before: [rings, foe.man.rings]});
    w.stage = 'duel';
    return {gang, rings, fights};
  }

  /** @param {World} w @param {string} from @param {number} rings @returns {Note} */
  function reinforce(w, from, rings) {
    const b = must(w.battle), gang = onTurn(w);
    w.points -= freeWay(w, from, b.field);
    pull(books(w, gang), from, rings);
    b.attackers = [...b.attackers, rings].sort((x, y) => y - x);
    return {gang, rings};
  }

  /** @param {World} w @param {string} from @param {string} to how far it is through empty streets */
  function freeWay(w, from, to) {
    const seen = new Set([from]);
    for (let front = [from], n = 1; front.length; n++) {
      /** @type {string[]} */
      const next = [];
      for (const at of front)
        for (const near of city.fields.get(at)?.near ?? []) {
          if (near === to) return n;
          if (seen.has(near) || city.fields.get(near)?.kind !== 'street' || standing(w, near).length) continue;
          seen.add(near);
          next.push(near);
        }
      front = next;
    }
    throw new Error('no way');
  }

  /** @param {World} w @param {number} x @param {number} y @returns {Note} */
  function thrown(w, x, y) {
    const b = must(w.battle), even = x === y, sides = [b.attacker, b.defender];
    const duel = {a: {gang: b.attacker, rings: b.rings[0]}, b: {gang: b.defender, rings: b.rings[1]}, field: b.field, even, over: false,
                  won: /** @type {Side|null} */ (null), prize: 0, promoted: false};
    if (even) {
      b.rings = b.rings.map(r => r - 1);
      w.bank += 2;
      if (b.rings[0] && b.rings[1]) return {gang: b.attacker, duel};
    }
    duel.over = true;
    const won = even ? b.rings.findIndex(r => r > 0) : Number(y > x);
    sides.forEach((gang, i) => {
      if (i === won) return;
      w.bank += b.rings[i];
      books(w, gang).dead++;
    });
    if (won >= 0) Object.assign(duel, reward(w, b, won, even), {won: {gang: sides[won], rings: 0}});
    if (won >= 0 && duel.won) duel.won.rings = b.rings[won];
    return {gang: b.attacker, duel, ...after(w, b, won)};
  }

  /** Money for the beaten man as he went in, and a ring. @param {World} w @param {Battle} b @param {number} won @param {boolean} even */
  function reward(w, b, won, even) {
    if (even && !w.rules.prize) return {prize: 0, promoted: false};
    const prize = VALUE[b.before[1 - won]], promoted = b.rings[won] < 4 && w.bank > 0;
    books(w, won ? b.defender : b.attacker).cash += prize;
    if (promoted) {
      b.rings[won]++;
      w.bank--;
    }
    return {prize, promoted};
  }

  /** The duel is over: who is left stands where they fought, or the assault goes on. @param {World} w @param {Battle} b @param {number} won
   * @returns {{took: Note['took'], pay: Note['pay']}} */
  function after(w, b, won) {
    if (won === 1) books(w, b.defender).members.push({field: b.field, rings: b.rings[1]});
    if (won === 0) b.attackers = [...b.attackers, b.rings[0]].sort((x, y) => y - x);
    [b.rings, b.before] = [[0, 0], [0, 0]];
    const took = b.assault ? pairing(w) : endAssault(w, b);
    return {took, pay: w.battle ? null : walking(w)};
  }

  // -- The door ------------------------------------------------------------------------------------------------------

  /** @param {World} w @param {GameEvent} event @returns {Note} */
  function follow(w, event) {
    const [verb, a, b, c] = event.text.split(' ');
    if (w.stage !== ({throw: 'duel', fight: 'reinforce'}[verb] ?? verb)) throw new Error(`${verb} in ${w.stage}`);
    switch (verb) {
      case 'hire': return hire(w, [a, b, c]);
      case 'place': return place(w, a);
      case 'enter': return enter(w, a, Number(b));
      case 'roll': w.points = Number(a); return {gang: onTurn(w), pay: walking(w)};
      case 'step': return step(w, a, b, c ? Number(c) : undefined);
      case 'reinforce': return reinforce(w, a, Number(b));
      case 'fight': pairing(w); return {gang: onTurn(w)};
      case 'pair': face(w, Number(a), Number(b)); return {gang: onTurn(w)};
      case 'throw': return thrown(w, Number(a), Number(b));
      default: throw new Error(`what is ${verb}?`);
    }
  }

  return {begin, follow, payout, order};
}

/** @param {City} city */
export function makeChicagoTale(city) {
  const {begin, follow} = chicagoStory(city);
  return makeTale(begin, follow);
}

// chicago.js: the table of Chicago: the city, who owns what and who stands where; phase and round, the points of
// the turn, the gangs' money and goals; hiring as a counter. Names of things: "field:1,5", "field:Y11".
import {h, keep, s, say, set} from '../src/dom.js';
import {_, __, number} from '../src/words.js';
import {at, die, word} from './kit.js';
import {makeFrame} from './chicago_frame.js';
import {readCity, walks} from './chicago_map.js';
import {letters} from './letters.js';
import {toldIn} from './told.js';

/** @import {Board, BoardContext, Choice, GameEvent, TableState, Target} from '../src/types.js' */
/** @import {City, Field} from './chicago_map.js' */
/** @import {Told} from './told.js' */

/** @typedef {'yellow'|'red'|'green'|'blue'} Gang */
/** @typedef {{gang: Gang, seat: number, cash: number, reserve: number, dead: number, waiting: number[], bought_1: number,
 *   bought_2: number, members: {field: string, rings: number}[], buildings: string[], payout: number}} GangState */
/** @typedef {{has: number, needs: number, since: number|null}} Goal */
/** @typedef {{wealth: number, goal_casinos: Goal, goal_square: Goal, goal_fours: Goal}} Player */

const C = 30, LEAD = 18; // a field, and the edge with its marks
const COLUMNS = 'abcdefghijklmnopqrstuvwxyz';
const PRICE = [10000, 25000, 40000];

/** @type {Record<Gang, {name(): string}>} */
const gangs = {yellow: {name: () => _('yellow')}, red: {name: () => _('red')}, green: {name: () => _('green')}, blue: {name: () => _('blue')}};

/** @param {Gang} gang */
const mark = gang => letters(Object.values(gangs).map(g => g.name()))[Object.keys(gangs).indexOf(gang)];

/** @param {number} ft */
const money = ft => `${number(ft / 1000)}k`;

/** @param {number} rings */
const member = rings => __(rings, _('man with one ring'), _('man with {n} rings'));

/** Men by their rings: "2 \u00D7 man with one ring". @param {number[]} counts of men with one, two, three rings */
const menWords = counts => counts.map((n, i) => (n ? `${n} \u00D7 ${member(i + 1)}` : '')).filter(Boolean).join(', ');

/** As it is marked at the edge of the map: "c5". @param {City} city @param {string} id */
function cellName(city, id) {
  const f = city.fields.get(id);
  return f ? COLUMNS[f.col] + String(f.row + 1) : id;
}

/** @param {City} city @param {string} field */
function placeName(city, field) {
  const f = city.fields.get(field), id = cellName(city, field);
  if (!f || f.kind === 'street') return _('street {field}', {field: id});
  const kind = f.kind === 'casino' ? _('casino {id}', {id}) : f.kind === 'home' ? _('home bar {id}', {id}) : _('bar {id}', {id});
  return `${kind} (${money(f.value)})`;
}

/** The map is the edition's. @returns {Promise<Board>} */
export async function makeBoard() {
  const answer = await fetch(new URL('../editions/chicago.edition', import.meta.url));
  return makeBoardOf(await answer.text());
}

/** @param {string} edition text of the edition file @returns {Board} */
export function makeBoardOf(edition) {
  const city = readCity(edition);
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  let count = [0, 0, 0];
  let countFor = '', sure = false; // sure: asked once more whether really nobody

  /** @param {TableState} state @returns {GangState[]} */
  const gangsOf = state => state.view?.gangs ?? [];

  /** Who stands on a field, strongest last. @param {TableState} state */
  function standing(state) {
    /** @type {Map<string, {gang: Gang, seat: number, rings: number}[]>} */
    const map = new Map();
    for (const g of gangsOf(state))
      for (const m of g.members) map.set(m.field, [...(map.get(m.field) ?? []), {gang: g.gang, seat: g.seat, rings: m.rings}]);
    const b = state.view?.battle;
    if (b) {
      const fight = [{gang: b.defender, seat: -1, rings: b.defender_rings}, {gang: b.attacker, seat: -1, rings: b.attacker_rings}].filter(x => x.rings > 0);
      map.set(b.field, [...(map.get(b.field) ?? []), ...fight]);
    }
    return map;
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawFields(state, choice) {
    const there = standing(state);
    const owner = new Map(gangsOf(state).flatMap(g => g.buildings.map(b => [b, g.gang])));
    const far = reach(choice.picked, state);
    for (const [id, e] of parts.fields) {
      const men = there.get(id) ?? [], own = owner.get(id), way = far.get(`field:${id}`);
      const key = JSON.stringify([men, own]);
      if (e.getAttribute('data-for') !== key) {
        e.setAttribute('data-for', key);
        /** @type {Element} */ (e.querySelector('.inside')).replaceChildren(...drawInside(city.fields.get(id), own ?? null, men));
      }
      say(/** @type {Element} */ (e.querySelector('.cost')), way ? String(way.length) : '');
      e.classList.toggle('far', !!way);
      const words = [placeName(city, id), own && _('owned by {gang}', {gang: gangs[own].name()}), ...men.map(m => `${gangs[m.gang].name()}: ${member(m.rings)}`), way && __(way.length, _('one point away'), _('{n} points away'))];
      set(e, {'aria-label': words.filter(Boolean).join(', ')});
    }
  }

  /** What can be tapped; if nothing can, the fight, then one's own men and houses. @param {TableState} state @param {Choice} choice */
  function whereToLook(state, choice) {
    const open = [...choice.open].filter(t => t.startsWith('field:')).map(t => t.slice(6)), b = state.view?.battle;
    const mine = gangsOf(state).filter(g => g.seat === (state.you ?? 0)).flatMap(g => [...g.members.map(m => m.field), ...g.buildings]);
    const ids = open.length ? open : b ? [b.field] : mine;
    return ids.map(id => city.fields.get(id)).filter(f => f !== undefined).map(f => ({x: f.col, y: f.row}));
  }

  /** @param {TableState} state */
  function drawHead(state) {
    const v = state.view ?? {};
    say(parts.when, _('Phase {phase}, round {round} of 6', {phase: v.phase, round: v.round}));
    say(parts.points, v.points ? __(v.points, _('one point left'), _('{n} points left')) : '');
    const dice = lastDice(state);
    if (parts.dice.getAttribute('data-for') !== dice.join()) {
      parts.dice.setAttribute('data-for', dice.join());
      parts.dice.replaceChildren(...dice.map(n => s('svg', {viewBox: '-1 -1 26 26', class: 'die print', role: 'img', 'aria-label': _('rolled {n}', {n})}, die(n))));
    }
    drawBattle(parts.battle, state, city);
  }

  /** @param {TableState} state */
  function drawGangs(state) {
    keep(parts.gangs, gangsOf(state), g => g.gang, g => h('tr', {class: `print tint-${g.gang}`, role: 'row'}, ...columns().map(name => h('td', {role: 'cell', 'data-name': name}))), (e, g) => {
      const cells = e.children, turn = state.view?.gang_on_turn === g.gang && !state.result;
      e.classList.toggle('turn', turn);
      say(cells[0], `${turn ? '\u25B6 ' : ''}${mark(g.gang)} ${table.who(g.seat)}`);
      say(cells[1], money(g.cash));
      say(cells[2], `+${money(g.payout)}`);
      say(cells[3], String(g.buildings.length));
      say(cells[4], g.members.map(m => m.rings).sort((a, b) => b - a).join(' ') || '\u2013');
      say(cells[5], `${g.reserve}${g.waiting.length ? ` (${_('waiting: {rings}', {rings: g.waiting.join(' ')})})` : ''}`);
    });
    keep(parts.goals, /** @type {Player[]} */ (state.view?.players ?? []).map((player, seat) => ({player, seat})), x => String(x.seat), () => h('li'), (e, {player, seat}) => {
      const goal = (/** @type {Goal} */ g, /** @type {string} */ name) => `${name} ${g.has}/${g.needs}${g.since !== null ? ' \u2605' : ''}`;
      say(e, `${table.who(seat)}: ${goal(player.goal_casinos, _('casinos'))} \u00B7 ${goal(player.goal_square, _('square'))} \u00B7 ${goal(player.goal_fours, _('four rings'))} \u00B7 ${_('worth {ft}', {ft: money(player.wealth)})}`);
    });
  }

  /** @param {TableState} state */
  function drawHiring(state) {
    const mine = state.moves.filter(m => m.startsWith('hire '));
    parts.hiring.root.hidden = !mine.length;
    if (!mine.length) return;
    const key = `${state.seq} ${state.view?.gang_on_turn}`;
    if (key !== countFor) [countFor, count, sure] = [key, [0, 0, 0], false];
    const gang = gangNow(state);
    const text = () => `hire ${count.join(' ')}`;
    const cost = count.reduce((sum, n, i) => sum + n * PRICE[i], 0);
    say(parts.hiring.sum, _('{cost} of {cash}', {cost: money(cost), cash: money(gang?.cash ?? 0)}));
    parts.hiring.why.classList.toggle('wrong', !mine.includes(text()));
    const nobody = count.every(n => n === 0);
    parts.hiring.go.disabled = !mine.includes(text()) || !!state.pending;
    parts.hiring.go.classList.toggle('main', !nobody || sure);
    say(parts.hiring.go, !nobody ? _('Hire') : sure ? _('Really nobody? Tap again.') : _('Hire nobody'));
    parts.hiring.counts.forEach((c, i) => {
      say(c.n, String(count[i]));
      c.less.disabled = count[i] === 0;
      c.more.disabled = !mine.some(m => Number(m.split(' ')[i + 1]) > count[i]);
    });
    parts.hiring.change = (i, by) => {
      count[i] = Math.max(0, count[i] + by);
      sure = false;
      table.chosen?.();
      drawHiring(state);
    };
    parts.hiring.make = () => {
      if (!nobody || sure) return table.make(text());
      sure = true;
      drawHiring(state);
    };
  }

  /** Farther than one step: the way as moves. @param {Target[]} picked @param {TableState} state @returns {Map<Target, string[]>} */
  function reach(picked, state) {
    /** @type {Map<Target, string[]>} */
    const out = new Map();
    const from = picked.length === 1 && picked[0].startsWith('field:') ? picked[0].slice(6) : null;
    if (!from || state.view?.stage !== 'step' || !state.moves.some(m => m.startsWith(`step ${from} `))) return out;
    const there = standing(state), me = state.you;
    const suffix = state.moves.find(m => m.startsWith(`step ${from} `))?.split(' ')[3];
    const ways = walks(city, from, state.view.points, id => { const men = there.get(id); return !men?.length ? 'free' : men.some(m => m.seat === me) ? 'own' : 'foe'; });
    for (const [to, way] of ways) {
      let here = from;
      out.set(`field:${to}`, way.map(next => { const move = `step ${here} ${next}${suffix ? ` ${suffix}` : ''}`; here = next; return move; }));
    }
    return out;
  }

  return {
    mount(root, context) {
      table = context;
      parts = lay(root, city);
    },
    render(state, choice) {
      drawFields(state, choice);
      drawHead(state);
      drawGangs(state);
      drawHiring(state);
      parts.frame.show(`${state.seq} ${choice.picked.join()}`, whereToLook(state, choice));
    },
    reach,
    targets(move, state) {
      const [verb, a, b, c] = move.split(' ');
      if (verb === 'place') return [`field:${a}`];
      if (verb === 'step') {
        const same = c && state.moves.filter(m => m.startsWith(`step ${a} ${b} `)).length > 1;
        return same ? [`field:${a}`, `field:${b}`, `rings:${c}`] : [`field:${a}`, `field:${b}`];
      }
      if (verb === 'reinforce') {
        const same = state.moves.filter(m => m.startsWith(`reinforce ${a} `)).length > 1;
        return same ? [`field:${a}`, `rings:${b}`] : [`field:${a}`];
      }
      return [];
    },
    label: (move, state) => moveLabel(city, move, state),
    wayLabel: way => wayWords(city, way),
    group: () => '',
    formed: move => move.startsWith('hire '), // the counters offer it
    objection(target, state, picked) {
      const id = target.slice(6), from = picked[0]?.slice(6), v = state.view;
      if (v?.stage !== 'step' || !state.moves.length) return null;
      const mine = standing(state).get(id)?.some(m => m.gang === v.gang_on_turn);
      if (!from) return mine ? null : _('First tap one of your men.');
      if (mine || from === id || city.fields.get(from)?.near.includes(id)) return null;
      const there = standing(state), who = (/** @type {string} */ f) => (!there.get(f)?.length ? 'free' : there.get(f)?.some(m => m.seat === state.you) ? 'own' : 'foe');
      const far = walks(city, from, city.fields.size, who).get(id)?.length;
      return far ? _('Too far: {place} is {n} points away, and you have {left}.', {place: placeName(city, id), n: far, left: v.points})
        : _('No free way leads to {place}.', {place: placeName(city, id)});
    },
    attempt(target, state, picked = []) {
      const id = target.slice(6), stage = state.view?.stage, from = picked[0]?.slice(6);
      if (stage === 'place') return `place ${id}`;
      if (stage === 'reinforce') return `reinforce ${id} 1`;
      const way = from && from !== id ? [from, id] : [id, city.fields.get(id)?.near[0]];
      const rings = state.facts?.options.variant_stacking === 'on' ? standing(state).get(way[0] ?? '')?.at(-1)?.rings ?? 1 : 0;
      return stage === 'step' ? `step ${way.join(' ')}${rings ? ` ${rings}` : ''}` : null;
    },
    point: targets => parts.frame.lookAt(targets.map(t => city.fields.get(t.slice(6))).filter(f => f !== undefined).map(f => ({x: f.col, y: f.row}))),
    sentence: (event, state, first) => told(city, event, first ?? event, state, table),
    goesOn(before, event) {
      const from = toldIn(before.text).move, to = toldIn(event.text).move;
      return isQuiet(before) && from[0] === 'step' && to[0] === 'step' && from[2] === to[1];
    },
    minor: isQuiet,
    status: (state, choice) => status(city, state, choice),
    spell: text => text.replace(/\b(\d+) 000(?: FT)?/g, (_all, k) => money(k * 1000)).replace(/\b[YRGB](?:\d\d|[HC])\b|\b\d+,\d+\b/g, id => placeName(city, id)),
    tour: tourSteps(),
    reference,
  };
}

// -- Drawing ---------------------------------------------------------------------------------------------------

/** @param {Field|undefined} f @param {Gang|null} owner @param {{gang: Gang, rings: number}[]} men */
function drawInside(f, owner, men) {
  const house = !!f && f.kind !== 'street'; // there he stands aside, for the plate
  const stand = men.slice(-3).map((m, i, all) => (men.length < 2 ? at(C / 2 - (house ? 1.5 : 0), C / 2 + (house ? 2 : 0), house ? .95 : 1, drawMan(m.gang, m.rings))
    : at(C / 2 + (i - (all.length - 1) / 2) * (all.length > 2 ? 9 : 14), C / 2 + 4.5 + (all.length > 2 ? (i % 2) * 5 - 2.5 : 0), .74, drawMan(m.gang, m.rings, false))));
  if (!f || !house) return stand;
  const what = f.kind === 'casino' ? '\u2605' : f.kind === 'home' ? 'H' : String(f.value / 1000);
  const walls = s('g', {class: owner ? `tint-${owner}` : ''}, s('rect', {x: 2, y: 2, width: C - 4, height: C - 4, rx: 2, class: owner ? 'k-tint owned' : 'house'}));
  return [walls, ...stand, ...(men.length ? plate(what, owner && !men.some(m => m.gang === owner) ? owner : null) : signs(what, owner))];
}

/** What an empty house is worth, large, and whose it is. @param {string} what @param {Gang|null} owner */
function signs(what, owner) {
  const size = what === '\u2605' ? 17 : 14;
  return owner ? [word(12, C - 5, what, {size, kind: 'k-paper', weight: 700}), word(C - 3.5, 10.5, mark(owner), {size: 8.5, kind: 'k-paper sans', anchor: 'end', weight: 700})]
    : [word(C / 2, C / 2 + 5, what, {size, kind: 'k-word', weight: 700})];
}

/** What a house is worth in which somebody stands, on a plate in the corner. Whoever stands there owns it; if not, the plate says whose it
 * is. @param {string} what @param {Gang|null} owner */
function plate(what, owner) {
  const text = owner ? `${mark(owner)} ${what}` : what, wide = Math.max(10, text.length * 6 + 2);
  return [s('rect', {x: C - 1.5 - wide, y: 1.5, width: wide, height: 10.5, rx: 1.5, class: 'tab'}), word(C - 1.5 - wide / 2, 10.2, text, {size: 9.8, kind: 'who', weight: 700})];
}

/** A man: a disc of his gang's colour, on it gang and rings in writing; his rings in ink round it, on paper, so that he is clear on every
 * ground. Where several stand there is no room for rings. @param {Gang} gang @param {number} rings @param {boolean} [round] with rings */
function drawMan(gang, rings, round = true) {
  const CORE = 8.8, far = (/** @type {number} */ ring) => CORE + .2 + ring * 1.25, text = `${mark(gang)}${rings}`;
  const drawn = round ? Array.from({length: rings}, (_x, i) => s('circle', {r: far(i + 1), class: 'ring'})) : [];
  return s('g', {class: `man tint-${gang}`}, s('circle', {r: round ? far(rings) + 1 : CORE + 1.2, class: 'medal'}), ...drawn, s('circle', {r: CORE, class: 'k-tint'}),
           word(0, 3.1, text, {size: text.length > 2 ? 8.2 : 10, kind: 'k-paper sans', weight: 700}));
}

/** @param {City} city @param {Field} f */
function drawGround(city, f) {
  const kind = f.kind === 'street' ? (f.look === ':' ? 'plaza' : f.look === ',' || f.look === 'E' ? 'road' : 'street') : `ground-of tint-${f.quarter}`;
  /** @type {SVGElement[]} */
  const nodes = [s('rect', {width: C, height: C, class: kind})];
  if (f.kind !== 'street')
    for (const d of f.near) {
      const door = city.fields.get(d);
      if (door) nodes.push(s('rect', {x: C / 2 - 4 + (door.col - f.col) * (C / 2), y: C / 2 - 4 + (door.row - f.row) * (C / 2), width: 8, height: 8, class: 'door'}));
    }
  if (f.look === 'E') nodes.push(s('path', {d: 'M9 15H21M9 15l4-4M9 15l4 4M21 15l-4-4M21 15l-4 4', class: 'arrow', transform: f.row === 0 || f.row === city.rows - 1 ? `rotate(90 ${C / 2} ${C / 2})` : null}));
  return nodes;
}

/** What the books of the gangs tell. */
const columns = () => [_('Gang'), _('Cash'), _('Pay'), _('Houses'), _('Men'), _('Reserve')];

/** @param {HTMLElement} root @param {City} city */
function lay(root, city) {
  /** @type {Map<string, SVGGElement>} */
  const fields = new Map();
  const blocks = city.ground.flatMap((row, r) => [...row].map((look, c) => ('#o'.includes(look) ? s('rect', {x: c * C, y: r * C, width: C, height: C, class: look === 'o' ? 'island' : 'block'}) : null)));
  for (const f of city.fields.values())
    fields.set(f.id, s('g', {'data-target': `field:${f.id}`, class: 'field', transform: `translate(${f.col * C} ${f.row * C})`}, ...drawGround(city, f), s('g', {class: 'inside'}), s('text', {class: 'name', x: 2, y: 8, 'aria-hidden': 'true'}, cellName(city, f.id)), s('text', {class: 'cost', x: C - 3, y: C - 3, 'text-anchor': 'end'}), s('rect', {class: 'halo', x: 1, y: 1, width: C - 2, height: C - 2, rx: 3}), s('rect', {class: 'edge', x: 1, y: 1, width: C - 2, height: C - 2, rx: 3})));
  const edge = [...Array.from({length: city.cols}, (_x, c) => word((c + .5) * C, -4, COLUMNS[c], {size: 10, kind: 'mark'})),
                ...Array.from({length: city.rows}, (_x, r) => word(-9, (r + .5) * C + 4, String(r + 1), {size: 10, kind: 'mark'}))];
  const map = s('svg', {viewBox: `${-LEAD} ${-LEAD} ${city.cols * C + LEAD + 4} ${city.rows * C + LEAD + 4}`, class: 'city print', role: 'group', 'aria-label': _('The city')},
                s('rect', {x: -LEAD, y: -LEAD, width: city.cols * C + LEAD + 4, height: city.rows * C + LEAD + 4, class: 'frame'}), ...edge, ...blocks.filter(b => b !== null), ...fields.values());
  const frame = makeFrame(map, city.cols + (LEAD + 4) / C, LEAD / C);
  const when = h('span', {class: 'when'}), points = h('strong', {class: 'left'}), dice = h('span', {class: 'dice'}), battle = h('p', {class: 'battle', hidden: true});
  const rows = h('tbody', {role: 'rowgroup'}), goals = h('ul', {class: 'goals'}), hiring = hiringPanel();
  root.classList.add('chicago');
  root.replaceChildren(h('div', {class: 'top'}, when, points, dice, frame.button), battle, hiring.root, frame.root,
                       h('div', {class: 'wide', tabindex: 0}, h('table', {class: 'gangs', role: 'table'}, h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, ...columns().map(t => h('th', {scope: 'col', role: 'columnheader'}, t)))), rows)), h('h2', {}, _('Goals')), goals);
  return {fields, frame, when, points, dice, battle, gangs: rows, goals, hiring};
}

function hiringPanel() {
  /** @type {{root: HTMLElement, sum: HTMLElement, why: HTMLElement, go: HTMLButtonElement, counts: {n: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement}[], change(i: number, by: number): void, make(): void}} */
  const panel = {root: h('section', {class: 'panel hiring', hidden: true, 'aria-label': _('Hiring')}), sum: h('strong'), why: h('p', {class: 'small rule'}, _('As many men with one ring as with two, give or take one; at most one with three.')), go: h('button', {class: 'go', type: 'button', onclick: () => panel.make()}), counts: [], change() {}, make() {}};
  const rows = PRICE.map((price, i) => {
    const n = h('output', {class: 'n'}, '0');
    const less = h('button', {type: 'button', 'aria-label': _('one less: {man}', {man: member(i + 1)}), onclick: () => panel.change(i, -1)}, '\u2212');
    const more = h('button', {type: 'button', 'aria-label': _('one more: {man}', {man: member(i + 1)}), onclick: () => panel.change(i, 1)}, '+');
    panel.counts.push({n, less, more});
    return h('div', {class: 'count'}, h('span', {class: 'what'}, `${member(i + 1)}, ${money(price)}`), less, n, more);
  });
  panel.root.append(h('h2', {}, _('Hiring')), ...rows, h('div', {class: 'buttons'}, panel.sum, panel.go), panel.why);
  return panel;
}

/** The die of this turn, or the two of the last throw. @param {TableState} state */
function lastDice(state) {
  for (let i = state.events.length - 1; i >= 0; i--) {
    const [verb, ...n] = toldIn(state.events[i].text).move;
    if (verb === 'roll' || verb === 'throw') return n.map(Number);
  }
  return [];
}

/** @param {HTMLElement} e @param {TableState} state @param {City} city */
function drawBattle(e, state, city) {
  const b = state.view?.battle;
  e.hidden = !b;
  if (b) say(e, _('Fight at {field}: {a} attacks {b}.', {field: placeName(city, b.field), a: `${gangs[/** @type {Gang} */ (b.attacker)].name()} ${[b.attacker_rings || '', ...(b.attackers ?? [])].join(' ').trim()}`, b: `${gangs[/** @type {Gang} */ (b.defender)].name()} ${b.defender_rings || ''}`.trim()}));
}

// -- Words -----------------------------------------------------------------------------------------------------

/** The gang whose turn it is. @param {TableState} state */
const gangNow = state => /** @type {GangState[]} */ (state.view?.gangs ?? []).find(g => g.gang === state.view?.gang_on_turn);

/** The man who is placed next. @param {TableState} state */
const nextMan = state => member(gangNow(state)?.waiting[0] ?? 1);

/** @param {City} city @param {string} move @param {TableState} state */
function moveLabel(city, move, state) {
  const [verb, a, b, c] = move.split(' ');
  switch (verb) {
    case 'hire': return move === 'hire 0 0 0' ? _('Hire nobody') : _('Hire {men}', {men: menWords([a, b, c].map(Number))});
    case 'place': return _('Place the {man} in {place}', {man: nextMan(state), place: placeName(city, a)});
    case 'enter': return a === 'none' ? _('Nobody enters') : a === 'buy' ? _('Buy a {man} for {price}', {man: member(Number(b)), price: money(PRICE[Number(b) - 1])}) : _('A waiting {man} enters', {man: member(Number(b))});
    case 'step': return _('From {from} to {to}', {from: placeName(city, a), to: placeName(city, b)}) + (c ? `, ${member(Number(c))}` : '');
    case 'reinforce': return _('{man} joins from {from}', {man: member(Number(b)), from: placeName(city, a)});
    case 'fight': return _('Fight with those who are here');
    case 'pair': return _('{a} against {b}', {a: member(Number(a)), b: member(Number(b))});
    default: return move;
  }
}

/** Who a gang is: its player, and of a player with two gangs also which. @param {Gang} gang @param {TableState} state @param {BoardContext} table */
function gangName(gang, state, table) {
  const all = /** @type {GangState[]} */ (state.view?.gangs ?? []), seat = all.find(g => g.gang === gang)?.seat ?? 0;
  return all.filter(g => g.seat === seat).length > 1 ? `${table.name(seat)} (${gangs[gang].name()})` : table.name(seat);
}

/** A die or a step, and nothing came of it. @param {GameEvent} event */
const isQuiet = event => /^(roll|step) [^;]+(; gang \w+)?$/.test(event.text);

/** An event with all that came of it; of a walk the last step, and where it began. @param {City} city @param {GameEvent} event @param {GameEvent} first @param {TableState} state @param {BoardContext} table */
function told(city, event, first, state, table) {
  const heard = toldIn(event.text), begun = toldIn(first.text).move[1], gang = heard.one('gang')?.[0];
  const who = (/** @type {string} */ g) => gangName(/** @type {Gang} */ (g), state, table);
  const name = gang ? who(gang) : event.seat === 'chance' ? '' : table.name(event.seat);
  const deed = event.seat === 'chance' ? diceWords(heard, name, who) : deedWords(city, heard, begun, name);
  const all = [deed, ...fightWords(heard, name, who), ...changeWords(city, heard, name, who, table)].filter(Boolean);
  return all.length ? all.join(' ') : null;
}

/** @param {Told} heard @param {string} name @param {(gang: string) => string} who */
function diceWords({move: [verb, a, b], one}, name, who) {
  const duel = one('duel');
  if (verb === 'roll' || !duel) return _('{name} rolls {n}.', {name, n: a});
  return _('{a} throws {x}, {b} {y}.', {a: who(duel[0]), x: a, b: who(duel[2]), y: b});
}

/** Who meets whom, and what a throw decided. @param {Told} heard @param {string} name @param {(gang: string) => string} who */
function fightWords({one, all}, name, who) {
  const meets = one('meets'), won = one('won'), dead = all('dead').map(([gang]) => who(gang)), man = Number(one('man')?.[0]);
  const foes = (meets ?? []).slice(1).map(Number);
  const win = won && {name: who(won[0]), money: money(Number(won[2])), foe: dead[0]};
  return [
    meets && _('Fight: {a}, {am}, against {b}, {bm}.', {a: name, am: member(man), b: who(meets[0]), bm: foes.map(member).join(', ')}),
    one('even') && _('Even: each loses a ring.'),
    dead.length > 1 && _('Both men are dead.'),
    win && (Number(won[2]) ? _('{name} wins and gets {money}; {foe} loses the man.', win) : _('{name} wins; {foe} loses the man.', win)),
    won && __(Number(won[1]), _('The winner has one ring now.'), _('The winner has {n} rings now.')),
  ];
}

/** Houses, goals and money. @param {City} city @param {Told} heard @param {string} name @param {(gang: string) => string} who @param {BoardContext} table */
function changeWords(city, {one, all}, name, who, table) {
  const took = one('took'), place = placeName(city, took?.[0] ?? ''), paid = one('paid');
  const sums = (paid ?? []).slice(1).flatMap((gang, i, list) => (i % 2 ? [] : [`${who(gang)} +${money(Number(list[i + 1]))}`]));
  return [
    took && (took[2] ? _('{name} takes {place} from {foe}.', {name, place, foe: who(took[2])}) : _('{name} takes {place}.', {name, place})),
    ...all('holds').map(([seat, goal]) => _('{name} now holds a goal: {goal}.', {name: table.name(Number(seat)), goal: goalName(goal)})),
    ...all('lost').map(([seat, goal]) => _('{name} no longer holds a goal: {goal}.', {name: table.name(Number(seat)), goal: goalName(goal)})),
    paid && _('Phase {phase} is over. The bank pays: {list}.', {phase: paid[0], list: sums.join(', ')}),
  ];
}

/** @param {string} goal */
const goalName = goal => ({goal_casinos: _('casinos'), goal_square: _('square')}[goal] ?? _('four rings'));

/** @param {City} city @param {Told} heard @param {string} begun where a walk began @param {string} name */
function deedWords(city, {move: [verb, a, b, c], one}, begun, name) {
  const man = member(Number(one('man')?.[0] ?? b));
  switch (verb) {
    case 'hire': return a + b + c === '000' ? _('{name} hires nobody.', {name}) : _('{name} hires {men}.', {name, men: menWords([a, b, c].map(Number))});
    case 'place': return _('{name} places a {man} in {place}.', {name, man, place: placeName(city, a)});
    case 'enter': return a === 'none' ? null : a === 'buy' ? _('{name} buys a {man}, who enters the home bar.', {name, man}) : _('{name}: a {man} enters the home bar.', {name, man});
    case 'step': return begun === b ? _('{name} takes a walk and is back on {place}.', {name, place: cellName(city, b)}) : _('{name} goes from {from} to {to}.', {name, from: cellName(city, begun), to: cellName(city, b)});
    case 'reinforce': return _('{name} brings a {man} from {from} into the fight.', {name, man, from: cellName(city, a)});
    case 'fight': return _('{name} begins the fight.', {name});
    case 'pair': return _('{name}: {a} against {b}.', {name, a: member(Number(a)), b: member(Number(b))});
    default: return null;
  }
}

/** A walk as a button says it. @param {City} city @param {string[]} way moves */
const wayWords = (city, way) => __(way.length, _('Go to {place}: one point', {place: placeName(city, way[0].split(' ')[2])}), _('Go to {place}: {n} points', {place: placeName(city, way.at(-1)?.split(' ')[2] ?? ''), n: way.length}));

/** @param {City} city @param {TableState} state @param {Choice} [choice] */
function status(city, state, choice) {
  const ready = choice?.way ? wayWords(city, choice.way) : choice?.ready && choice.picked.length > 1 && moveLabel(city, choice.ready, state);
  if (ready) return _('{move}: tap the field again.', {move: ready});
  if (state.view?.stage === 'step' && choice?.picked.length === 1) return _('Where to? Every field within reach shows what it costs.');
  const gang = gangs[/** @type {Gang} */ (state.view?.gang_on_turn ?? 'red')].name();
  switch (state.view?.stage) {
    case 'hire': return _('Hire men for {gang}.', {gang});
    case 'place': return _('Place the {man}: tap one of the houses of {gang}.', {man: nextMan(state), gang});
    case 'enter': return _('Shall somebody enter the home bar of {gang}? You have {cash}.', {gang, cash: money(gangNow(state)?.cash ?? 0)});
    case 'step': return __(state.view.points, _('{gang}: one point to walk. Tap a man, then where to.', {gang}), _('{gang}: {n} points to walk. Tap a man, then where to.', {gang, n: state.view.points}));
    case 'reinforce': return _('Bring more men into the fight, or begin it.');
    case 'pair': return _('Who fights whom?');
    default: return _('Your turn.');
  }
}

function tourSteps() {
  return [
    {about: _('The city'), text: _('Four quarters, 92 bars and casinos, and the streets between. The number is what a bar pays, in thousands; a star is a casino with 20.'), at: '.chicago .map'},
    {about: _('Your men'), text: _('A disc is a man; the letter is his gang, the number his rings. More rings mean a better die in a fight.'), at: ['.chicago .field:has(.man)', '.chicago .gangs']},
    {about: _('Hiring'), text: _('Before each of four phases you hire men and place them in your own houses.'), at: ['.chicago .hiring', '.do']},
    {about: _('Walking'), text: _('Tap a man: every field he can reach shows what it costs. Tap one to choose it and again to go. All points must be used.'), at: '.chicago .map'},
    {about: _('Houses and fights'), text: _('Whoever enters a house takes it. Whoever meets a foe fights: the higher number wins, a tie costs both a ring.'), at: '.chicago .map'},
    {about: _('How to win'), text: _('Hold three casinos, the eight bars at the square or five men with four rings when a phase ends; otherwise the richest wins.'), at: '.chicago .goals'},
  ];
}

function reference() {
  return [
    {title: _('Prices'), lines: [_('One ring 10k, two rings 25k, three rings 40k (at most one at a time).'), _('As many men with one ring as with two, give or take one.')]},
    {title: _('Dice'), lines: ['1: 1 2 3 4 5 6', '2: 3 3 4 4 5 6', '3: 4 4 5 5 6 6', '4: 5 5 5 6 6 6']},
    {title: _('Goals'), lines: [_('Three casinos (two players: four), eight bars at the square, or five men with four rings, at the end of a phase.'), _('Otherwise the greatest wealth after phase D.')]},
  ];
}

// chicago.js: the table of Chicago: the city at night, who owns what and who stands where; phase and round, the points of the turn.
// How it is drawn: chicago_city.js; what happens in it: chicago_show.js and chicago_fight.js; beside it chicago_stands.js and
// chicago_hire.js; in words chicago_words.js. Names of things: "field:1,5", "field:Y11".
import {h, keep, s, say, set} from '../src/dom.js';
import {_, __} from '../src/words.js';
import {at, chalk, die, p, word} from './kit.js';
import {C, drawGround, drawInside, middle, walls} from './chicago_city.js';
import {drawDuel, makeFight, readThrow} from './chicago_fight.js';
import {makeFrame} from './chicago_frame.js';
import {makeHiring} from './chicago_hire.js';
import {readCity, walks} from './chicago_map.js';
import {makeShelf} from './chicago_shelf.js';
import {chalkedFields, lastRound, makeShow, wayLine, waysOf} from './chicago_show.js';
import {drawAims, drawStands} from './chicago_stands.js';
import {
  COLUMNS,
  cellName,
  gangs,
  goesOn,
  isQuiet,
  moveOf,
  pairWords,
  reference,
  status,
  tourSteps,
  wayWords,
} from './chicago_words.js';
import {makeStands} from './stands.js';

/** @import {Board, BoardContext, Box, Choice, GameEvent, TableState, Target} from '../src/types.js' */
/** @import {Man} from './chicago_city.js' */
/** @import {Spot} from './chicago_frame.js' */
/** @import {City, Field} from './chicago_map.js' */
/** @import {Gang, GangState} from './chicago_words.js' */

const LEAD = 18; // the edge with its marks

/** @param {Box} box @returns {Board} */
export function makeBoard({data, players, options}) {
  const city = readCity(data),
    prices = /** @type {number[]} */ (data.values).slice(0, 3); // nobody hires a man with four rings
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  /** @type {ReturnType<typeof makeStands>} */
  let placeOf;
  /** @type {ReturnType<typeof makeHiring>} */
  let hiring;
  /** @type {ReturnType<typeof makeShow>} */
  let show;
  /** As it was drawn last. @type {[TableState, Choice]|null} */
  let last = null;
  let waits = false; // what is told beside the city is not what stands there

  /** @param {TableState} state @returns {GangState[]} */
  const gangsOf = state => state.view?.gangs ?? [];

  /** Who stands on a field, strongest last. @param {TableState} state */
  function standing(state) {
    /** @type {Map<string, Man[]>} */
    const map = new Map();
    for (const g of gangsOf(state))
      for (const m of g.members)
        map.set(m.field, [...(map.get(m.field) ?? []), {gang: g.gang, seat: g.seat, rings: m.rings}]);
    const b = state.view?.battle;
    if (b) {
      const fight = [
        {gang: b.defender, seat: -1, rings: b.defender_rings},
        {gang: b.attacker, seat: -1, rings: b.attacker_rings},
        ...(b.attackers ?? []).map((/** @type {number} */ rings) => ({gang: b.attacker, seat: -1, rings})), // of an assault
      ].filter(x => x.rings > 0);
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
      const men = there.get(id) ?? [],
        own = owner.get(id) ?? null,
        way = far.get(`field:${id}`),
        f = /** @type {Field} */ (city.fields.get(id));
      const key = JSON.stringify([men, own]);
      const old = e.getAttribute('data-for');
      if (old !== key && !show.isBusy(id)) {
        e.setAttribute('data-for', key);
        e.classList.toggle('switched', old !== null && JSON.parse(old)[1] !== own); // its neon goes on
        /** @type {Element} */ (e.querySelector('.inside')).replaceChildren(...drawInside(f, own, men));
      }
      drawCost(e, way?.length ?? 0, f.kind === 'street' && !men.length);
      const words = [
        placeWords(f, state),
        own && _('owned by {gang}', {gang: gangs[own].name()}),
        ...men.map(m => `${gangs[m.gang].name()}: ${table.thing(`m${m.rings}`)}`),
        way && __(way.length, _('one point away'), _('{n} points away')),
      ];
      set(e, {'aria-label': words.filter(Boolean).join(', ')});
    }
    drawChalk(state);
  }

  /** Where somebody fell: on the street, and of a house before its door. @param {TableState} state */
  function drawChalk(state) {
    keep(
      parts.chalks,
      chalkedFields(state).filter(id => !show.isBusy(id)),
      id => id,
      id => {
        const f = /** @type {Field} */ (city.fields.get(id)),
          {x, y} = middle(city, f.kind === 'street' ? id : (f.near[0] ?? id));
        return s(
          'g',
          {transform: `translate(${x} ${y}) rotate(${60 * ((f.col + 2 * f.row) % 6)})`},
          at(-14.5, -14.5, 0.54, chalk()),
        );
      },
      () => {},
    );
  }

  /** @param {Field} f @param {TableState} state */
  const placeWords = (f, state) =>
    f.kind === 'home' && gangsOf(state).some(g => g.gang === f.quarter && g.seat === state.you)
      ? _('your home bar {place}', {place: cellName(city, f.id)})
      : table.thing(f.id);

  /** What it costs to go there: large upon an empty street, else in a corner beside what is there. @param {Element} e @param {number} points @param {boolean} free */
  function drawCost(e, points, free) {
    const cost = /** @type {Element} */ (e.lastElementChild);
    if (!points && !cost.textContent) return;
    say(cost, points ? String(points) : '');
    set(cost, free ? {x: C / 2, y: C / 2 + 5, 'text-anchor': 'middle'} : {x: C - 2, y: C - 2.5, 'text-anchor': 'end'});
    cost.classList.toggle('corner', !free);
    e.classList.toggle('far', !!points);
  }

  /** Where the others went, and where the reader is about to go. @param {TableState} state @param {Choice} choice */
  function drawWays(state, choice) {
    const plan = choice.way?.length ? choice.way.map(m => m.split(' ')) : null;
    keep(
      parts.ways,
      [
        ...waysOf(state).map(w => ({d: wayLine(city, w.fields), kind: `trail neon-${w.gang}`})),
        ...(plan ? [{d: wayLine(city, [plan[0][1], ...plan.map(m => m[2])]), kind: 'route'}] : []),
      ],
      (_x, i) => String(i),
      () => p('', ''),
      (e, w) => set(e, {d: w.d, class: w.kind}),
    );
  }

  /** What can be tapped, as large as a finger; and where it lies. @param {TableState} state @param {Choice} choice */
  function drawShelf(state, choice) {
    const far = reach(choice.picked, state),
      there = standing(state),
      owner = new Map(gangsOf(state).flatMap(g => g.buildings.map(b => [b, g.gang]))),
      ours = gangsOf(state).filter(g => g.seat === state.you),
      hint = state.hint?.[0]?.text.split(' ') ?? [],
      goal = choice.way?.at(-1)?.split(' ')[2];
    const ids = new Set(
      [...choice.picked, ...choice.open, ...far.keys()].filter(t => t.startsWith('field:')).map(t => t.slice(6)),
    );
    const spots = [...ids].flatMap(id => {
      const field = city.fields.get(id);
      return field
        ? {
            field,
            name: cellName(city, id),
            words: parts.fields.get(id)?.getAttribute('aria-label') ?? '',
            cost: far.get(`field:${id}`)?.length ?? 0,
            picked: goal ? goal === id : choice.picked.includes(`field:${id}`),
            hinted: hint.includes(id),
            own: ours.some(g => g.buildings.includes(id)),
            owner: owner.get(id) ?? null,
            men: there.get(id) ?? [],
          }
        : [];
    });
    const mine = state.moves.length && !state.pending ? spots : [];
    parts.town.classList.toggle('idle', !mine.length); // nothing is to be tapped
    const players = state.view?.players?.length ?? 0;
    parts.town.classList.toggle('few', players < 4);
    parts.town.classList.toggle('pairs', players === 2); // everybody has two gangs
    parts.shelf.show(mine);
    parts.frame.offer(new Map(mine.map(({field: f}) => [`field:${f.id}`, {x: f.col, y: f.row}])));
  }

  /** What was chosen on the map, and whether that is all there is to be chosen there. @param {Choice} choice */
  const aimOf = ({picked, open, ready, way}) => ({
    picked: way?.length ? `field:${way[way.length - 1].split(' ')[2]}` : picked.findLast(t => t.startsWith('field:')),
    done: !!ready || !!way?.length || (picked.length > 0 && ![...open].some(t => t.startsWith('field:'))),
  });

  /** What can be tapped; if nothing can, the fight, then one's own men and houses. @param {TableState} state @param {Choice} choice */
  function whereToLook(state, choice) {
    const open = [...choice.open].filter(t => t.startsWith('field:')).map(t => t.slice(6)),
      b = state.view?.battle;
    const mine = gangsOf(state)
      .filter(g => g.seat === (state.you ?? 0))
      .flatMap(g => [...g.members.map(m => m.field), ...g.buildings]);
    const ids = open.length ? open : b ? [b.field] : mine;
    return ids
      .map(id => city.fields.get(id))
      .filter(f => f !== undefined)
      .map(f => ({x: f.col, y: f.row}));
  }

  /** @param {TableState} state */
  function drawHead(state) {
    const v = state.view ?? {},
      dice = lastDice(state);
    say(
      parts.when,
      _('Phase {phase}, round {round} of {rounds}', {phase: v.phase, round: v.round, rounds: data.rounds}),
    );
    keep(
      parts.rounds,
      Array.from({length: data.rounds}, (_x, i) => i + 1),
      String,
      () => h('i'),
      (e, n) => set(e, {class: n < v.round ? 'past' : n === v.round ? 'now' : ''}),
    );
    say(parts.points, v.points ? __(v.points, _('one point left'), _('{n} points left')) : '');
    if (parts.dice.getAttribute('data-for') !== dice.key) {
      parts.dice.setAttribute('data-for', dice.key);
      parts.dice.replaceChildren(...dice.dice.map(dieOf));
      parts.fought.replaceChildren(...(dice.duel ? [drawDuel(dice.duel, true)] : []));
    }
    parts.head.classList.toggle('fought', !!dice.duel);
    drawBattle(parts.battle, state, table);
    parts.head.classList.toggle('fighting', !parts.battle.hidden);
    drawAims(parts.aims, state);
  }

  /** Beside the city it is told how everything stands; but not how a fight ended while its dice roll. @param {TableState} state */
  function tell(state) {
    waits = show.isFighting();
    parts.town.closest('.table')?.classList.toggle('in-fight', waits);
    if (waits) return;
    drawHead(state);
    drawStands(state, placeOf);
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawCity(state, choice) {
    drawFields(state, choice);
    drawWays(state, choice);
  }

  /** Farther than one step: the way as moves. @param {Target[]} picked @param {TableState} state @returns {Map<Target, string[]>} */
  function reach(picked, state) {
    /** @type {Map<Target, string[]>} */
    const out = new Map();
    const from = picked.length === 1 && picked[0].startsWith('field:') ? picked[0].slice(6) : null;
    if (!from || state.view?.stage !== 'step' || !state.moves.some(m => m.startsWith(`step ${from} `))) return out;
    const there = standing(state),
      me = state.you;
    const suffix = state.moves.find(m => m.startsWith(`step ${from} `))?.split(' ')[3];
    const ways = walks(city, from, state.view.points, id => {
      const men = there.get(id);
      return !men?.length ? 'free' : men.some(m => m.seat === me) ? 'own' : 'foe';
    });
    for (const [to, way] of ways) {
      let here = from;
      out.set(
        `field:${to}`,
        way.map(next => {
          const move = `step ${here} ${next}${suffix ? ` ${suffix}` : ''}`;
          here = next;
          return move;
        }),
      );
    }
    return out;
  }

  return {
    // With two players everybody has two gangs.
    line: seat => (players > 2 ? {B: 0, R: 1, G: 2, Y: 3}[String(options.colours)[seat]] : null) ?? seat,
    mount(root, context) {
      table = context;
      hiring = makeHiring(prices, context);
      parts = lay(root, city, context);
      (context.form ?? root).append(hiring.root);
      placeOf = makeStands(root, context);
      const fight = makeFight(parts.place, data);
      show = makeShow(city, parts.above, {
        fight: (event, field, more) => fight(event.text, spotOf(parts, field), more),
        reduced: context.reduced,
        drawn() {
          if (last) drawFields(...last);
          if (last && waits) tell(last[0]);
        },
      });
    },
    render(state, choice) {
      last = [state, choice];
      show.hear(state, standing(state));
      drawCity(state, choice);
      drawShelf(state, choice);
      tell(state);
      hiring.draw(state);
      parts.frame.show(state.seq, aimOf(choice), whereToLook(state, choice));
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
    label(move, state) {
      const [verb, from, to, rings] = move.split(' ');
      if (verb === 'pair') return pairWords(Number(from), Number(to), state, data);
      return verb === 'step' && !rings
        ? _('From {from} to {to}', {
            from: cellName(city, from),
            to: city.fields.get(to)?.kind === 'street' ? cellName(city, to) : table.thing(to),
          })
        : null; // the engine words the rest
    },
    wayLabel: way => wayWords(way, table),
    group: () => '',
    formed: move => move.startsWith('hire '), // the counters offer it
    objection(target, state, picked) {
      const id = target.slice(6),
        from = picked[0]?.slice(6),
        v = state.view;
      if (v?.stage !== 'step' || !state.moves.length) return null;
      const mine = standing(state)
        .get(id)
        ?.some(m => m.gang === v.gang_on_turn);
      if (!from) return mine ? null : _('First tap one of your men.');
      if (mine || from === id || city.fields.get(from)?.near.includes(id)) return null;
      const there = standing(state),
        who = (/** @type {string} */ f) =>
          !there.get(f)?.length ? 'free' : there.get(f)?.some(m => m.seat === state.you) ? 'own' : 'foe';
      const far = walks(city, from, city.fields.size, who).get(id)?.length;
      return far
        ? _('Too far: {place} is {n} points away, and you have {left}.', {
            place: table.thing(id),
            n: far,
            left: v.points,
          })
        : _('No free way leads to {place}.', {place: table.thing(id)});
    },
    attempt(target, state, picked = []) {
      const id = target.slice(6),
        stage = state.view?.stage,
        from = picked[0]?.slice(6);
      if (stage === 'place') return `place ${id}`;
      if (stage === 'reinforce') return `reinforce ${id} 1`;
      const way = from && from !== id ? [from, id] : [id, city.fields.get(id)?.near[0]];
      const rings =
        state.facts?.options.variant_stacking === 'on'
          ? (standing(state)
              .get(way[0] ?? '')
              ?.at(-1)?.rings ?? 1)
          : 0;
      return stage === 'step' ? `step ${way.join(' ')}${rings ? ` ${rings}` : ''}` : null;
    },
    point: targets => parts.frame.point(targets.at(-1) ?? null),
    goesOn,
    joined: (first, event) => ({...event, text: event.text.replace(/^step \S+/, `step ${moveOf(first)[1]}`)}),
    thing: code => (code.startsWith('@') ? cellName(city, code.slice(1)) : null),
    minor: event => isQuiet(event) && event.text.startsWith('roll '), // whoever walked is told of
    recap: lastRound,
    status: (state, choice) => status(state, choice, table, data),
    tour: tourSteps(data),
    reference: () => reference(data),
  };
}

// -- The parts -----------------------------------------------------------------------------------------------------

/** @param {HTMLElement} root @param {City} city @param {BoardContext} table */
function lay(root, city, {tap, reduced}) {
  const fields = new Map([...city.fields.values()].map(f => [f.id, layField(city, f)]));
  const edge = [
    ...Array.from({length: city.cols}, (_x, c) => word((c + 0.5) * C, -5, COLUMNS[c], {size: 10, kind: 'mark'})),
    ...Array.from({length: city.rows}, (_x, r) => word(-9, (r + 0.5) * C + 4, String(r + 1), {size: 10, kind: 'mark'})),
  ];
  const chalks = s('g', {class: 'chalks', 'aria-hidden': 'true'}),
    ways = s('g', {class: 'ways', 'aria-hidden': 'true'}),
    wide = city.cols * C + LEAD + 4,
    high = city.rows * C + LEAD + 4,
    viewBox = `${-LEAD} ${-LEAD} ${wide} ${high}`,
    above = h('div', {class: 'above', 'aria-hidden': 'true'}); // what moves, so that the city need not be painted again
  const map = s(
    'svg',
    {viewBox, class: 'city print', role: 'group', 'aria-label': _('The city')},
    s('rect', {x: -LEAD, y: -LEAD, width: wide, height: high, rx: 6, class: 'frame'}),
    ...edge,
    drawGround(city),
    chalks,
    ways,
    ...fields.values(),
  );
  for (const [name, part] of Object.entries({left: LEAD / wide, top: LEAD / high, wide: C / wide, high: C / high}))
    above.style.setProperty(`--${name}`, `${100 * part}%`);
  const town = h('div', {class: 'town'});
  const frame = makeFrame(
      h('div', {class: 'plan'}, map, above),
      {cols: wide / C, rows: high / C, lead: LEAD / C},
      {tap, reduced, ...placesOf(city)},
    ),
    shelf = makeShelf(tap, frame.point),
    place = h('div', {class: 'map-place'}, frame.root);
  const when = h('span', {class: 'when'}),
    rounds = h('span', {class: 'rounds', 'aria-hidden': 'true'}),
    points = h('strong', {class: 'left'}),
    dice = h('span', {class: 'dice'}),
    fought = h('div', {class: 'fought-last'}),
    battle = h('p', {class: 'battle', hidden: true}),
    aims = h('div', {class: 'aims', 'aria-hidden': 'true'}), // the standings say it too
    head = h('div', {class: 'top'}, when, rounds, points, dice, battle);
  town.append(head, place, shelf.root, frame.button, fought, aims);
  town.style.setProperty('--ratio', String(wide / high));
  // By the place and not by the map, which the shelf makes smaller.
  new ResizeObserver(() =>
    town.classList.toggle('by-finger', frame.isSmall(root.clientWidth, root.clientHeight)),
  ).observe(root);
  root.classList.add('chicago');
  root.replaceChildren(town);
  return {
    town,
    fields,
    frame,
    shelf,
    place,
    chalks,
    ways,
    above,
    head,
    when,
    rounds,
    points,
    dice,
    fought,
    battle,
    aims,
  };
}

/** @param {City} city @param {Field} f */
const layField = (city, f) =>
  s(
    'g',
    {
      'data-target': `field:${f.id}`,
      class: `field ${f.kind}`,
      transform: `translate(${f.col * C} ${f.row * C})`,
    },
    f.kind === 'street' ? s('rect', {width: C, height: C, class: 'hit'}) : walls(f),
    s('g', {class: 'inside'}),
    s('text', {class: 'name', x: 2, y: 8, 'aria-hidden': 'true'}, cellName(city, f.id)),
    s('rect', {class: 'halo', x: 1, y: 1, width: C - 2, height: C - 2, rx: 3}),
    s('rect', {class: 'edge', x: 1, y: 1, width: C - 2, height: C - 2, rx: 3}),
    s('text', {class: 'cost'}),
  );

/** What lies where, by targets. @param {City} city */
function placesOf(city) {
  const ids = new Map([...city.fields.values()].map(f => [`${f.col},${f.row}`, f.id]));
  return {
    at: (/** @type {Spot} */ {x, y}) => (id => id && `field:${id}`)(ids.get(`${x},${y}`)),
    spotOf: (/** @type {Target} */ target) => (f => f && {x: f.col, y: f.row})(city.fields.get(target.slice(6))),
  };
}

/** Where a field is seen, in px of the map's place. @param {ReturnType<typeof lay>} parts @param {string} id */
function spotOf(parts, id) {
  const b = parts.fields.get(id)?.getBoundingClientRect() ?? new DOMRect(),
    around = parts.place.getBoundingClientRect();
  return {x: b.x + b.width / 2 - around.x, y: b.y + b.height / 2 - around.y};
}

/** The die of this turn, or the two of the last throw. @param {TableState} state */
function lastDice(state) {
  for (let i = state.events.length - 1; i >= 0; i--) {
    const e = state.events[i],
      [verb, n] = moveOf(e),
      duel = verb === 'throw' ? readThrow(e.text) : null;
    const gang = /; gang (\w+)/.exec(e.text)?.[1] ?? '';
    if (verb === 'roll') return {key: e.text, dice: [{n: Number(n), gang}], duel};
    if (duel) return {key: e.text, dice: duel.sides.map(f => ({n: f.threw, gang: String(f.gang)})), duel};
  }
  return {key: '', dice: [], duel: null};
}

/** @param {{n: number, gang: string}} of */
const dieOf = ({n, gang}) =>
  s(
    'svg',
    {viewBox: '-1 -1 26 26', class: `die neon lit neon-${gang}`, role: 'img', 'aria-label': _('rolled {n}', {n})},
    die(n),
  );

/** @param {HTMLElement} e @param {TableState} state @param {BoardContext} table */
function drawBattle(e, state, table) {
  const b = state.view?.battle;
  e.hidden = !b;
  if (!b) return;
  const there = (state.view?.gangs ?? []).find((/** @type {GangState} */ g) => g.gang === b.defender)?.members ?? [],
    guards = there.filter((/** @type {{field: string}} */ m) => m.field === b.field);
  const side = (/** @type {Gang} */ gang, /** @type {number[]} */ men) =>
    [gangs[gang].name(), men.map(ringSign).join('')].filter(Boolean).join(' ');
  say(
    e,
    _('Fight at {field}: {a} attacks {b}.', {
      field: table.thing(b.field),
      a: side(b.attacker, [b.attacker_rings, ...(b.attackers ?? [])]),
      b: side(b.defender, [b.defender_rings, ...guards.map((/** @type {{rings: number}} */ m) => m.rings)]),
    }),
  );
}

/** A man by his rings, as in the standings; 0: there is none. @param {number} rings */
const ringSign = rings => (rings ? String.fromCharCode(0x245f + rings) : '');

// chicago_words.js: Chicago in words: its gangs and their letters, money, places as the map names them, what the reader is to do, the tour and
// the rules people forget. Nothing is drawn here.
import {_, __, number} from '../src/words.js';
import {letters} from './letters.js';

/** @import {BoardContext, Choice, GameEvent, TableState} from '../src/types.js' */
/** @import {City} from './chicago_map.js' */

/** @typedef {'yellow'|'red'|'green'|'blue'} Gang */
/** @typedef {{gang: Gang, seat: number, cash: number, reserve: number, dead: number, waiting: number[], bought_1: number,
 *   bought_2: number, members: {field: string, rings: number}[], buildings: string[], payout: number}} GangState */
/** @typedef {{has: number, needs: number, since: number|null}} Goal */
/** @typedef {{wealth: number, goal_casinos: Goal, goal_square: Goal, goal_fours: Goal}} Player */

export const COLUMNS = 'abcdefghijklmnopqrstuvwxyz';

/** @type {Record<Gang, {name(): string}>} */
export const gangs = {
  yellow: {name: () => _('yellow')},
  red: {name: () => _('red')},
  green: {name: () => _('green')},
  blue: {name: () => _('blue')},
};

/** @param {Gang} gang */
export const mark = gang => letters(Object.values(gangs).map(g => g.name()))[Object.keys(gangs).indexOf(gang)];

/** @param {number} ft */
export const money = ft => `${number(ft / 1000)}k`;

/** As it is marked at the edge of the map: "c5". @param {City} city @param {string} id */
export function cellName(city, id) {
  const f = city.fields.get(id);
  return f ? COLUMNS[f.col] + String(f.row + 1) : id;
}

/** The gang whose turn it is. @param {TableState} state */
export const gangNow = state =>
  /** @type {GangState[]} */ (state.view?.gangs ?? []).find(g => g.gang === state.view?.gang_on_turn);

/** The man who is placed next. @param {TableState} state @param {BoardContext} table */
const nextMan = (state, table) => table.thing(`m${gangNow(state)?.waiting[0] ?? 1}`);

/** The words of the move itself: an event's text goes on with what came of it. @param {GameEvent} event */
export const moveOf = event => event.text.split(';')[0].split(' ');

/** A die or a step, and nothing came of it. @param {GameEvent} event */
export const isQuiet = event => /^(roll|step) [^;]+(; gang \w+)?$/.test(event.text);

/** Whether a step is the next of the same walk. @param {GameEvent} before @param {GameEvent} event */
export function goesOn(before, event) {
  const from = moveOf(before),
    to = moveOf(event);
  return isQuiet(before) && from[0] === 'step' && to[0] === 'step' && from[2] === to[1];
}

/** A walk as a button says it. @param {string[]} way moves @param {BoardContext} table */
export function wayWords(way, table) {
  const place = table.thing(way.at(-1)?.split(' ')[2] ?? '');
  return __(way.length, _('Go to {place}: one point', {place}), _('Go to {place}: {n} points', {place, n: way.length}));
}

/** How a whole duel ends, a throw after every tie: how often the one survives, the other does, neither. The dice are the box's (rules.md, "Odds in a duel").
 * @param {Record<string, any>} data of the box @param {number} a rings of the one @param {number} b @returns {[number, number, number]} */
export function oddsOf(data, a, b) {
  if (!a || !b) return [Number(a > 0), Number(b > 0), Number(!a && !b)];
  const throws = data[`combat_die_${a}`].flatMap((/** @type {number} */ x) =>
    data[`combat_die_${b}`].map((/** @type {number} */ y) => Math.sign(x - y)),
  );
  const share = (/** @type {number} */ sign) =>
    throws.filter((/** @type {number} */ t) => t === sign).length / throws.length;
  const [wins, loses, both] = oddsOf(data, a - 1, b - 1);
  return [share(1) + share(0) * wins, share(-1) + share(0) * loses, share(0) * both];
}

/** The rings of the two who would meet at the end of a step: null if there is nobody, or several to choose from. @param {string} step the last of a way
 * @param {string} from where it begins @param {TableState} state @returns {[number, number]|null} */
function duelOf(step, from, state) {
  const [verb, , to, r] = step.split(' '),
    men = /** @type {GangState[]} */ (state.view?.gangs ?? []).flatMap(g =>
      g.members.map(m => ({...m, mine: g.gang === state.view?.gang_on_turn, own: g.seat === state.you})),
    );
  const one = men.find(m => m.mine && m.field === from && (!r || m.rings === Number(r))),
    foes = men.filter(m => !m.own && m.field === to);
  return verb === 'step' && one && foes.length === 1 ? [one.rings, foes[0].rings] : null;
}

/** The move that is about to be made; into a fight with what it needs. @param {string} move in words @param {[number, number]|null} duel @param {Record<string, any>} data */
function heldWords(move, duel, data) {
  if (!duel) return _('{move}: tap the field again.', {move});
  const n = Math.round(100 * oddsOf(data, ...duel)[0]);
  return _('{move}: a fight, rings {a} to {b}. You win {n} times in 100. Tap again.', {
    move,
    a: duel[0],
    b: duel[1],
    n,
  });
}

/** Two of an assault who might meet, and how often the reader's own man wins: whoever has the right chooses.
 * @param {number} a rings of the attacker @param {number} b of the defender @param {TableState} state @param {Record<string, any>} data of the box */
export function pairWords(a, b, state, data) {
  const n = Math.round(100 * oddsOf(data, a, b)[state.view?.battle?.right === 'defender' ? 1 : 0]);
  return _('Rings {a} against {b}: wins {n} of 100', {a, b, n});
}

/** @param {TableState} state @param {Choice|undefined} choice @param {BoardContext} table @param {Record<string, any>} data of the box */
export function status(state, choice, table, data) {
  const ready = choice?.way
    ? wayWords(choice.way, table)
    : choice?.ready && choice.picked.length > 1 && table.label(choice.ready);
  const steps = choice?.way ?? (choice?.ready ? [choice.ready] : []);
  if (ready) return heldWords(ready, duelOf(steps.at(-1) ?? '', steps[0]?.split(' ')[1] ?? '', state), data);
  if (state.view?.stage === 'step' && choice?.picked.length === 1)
    return _('Where to? Every field within reach shows what it costs.');
  const gang = gangs[/** @type {Gang} */ (state.view?.gang_on_turn ?? 'red')].name(),
    several = leads(state) > 1, // then it is said which of them is meant
    n = state.view?.points,
    cash = money(gangNow(state)?.cash ?? 0),
    man = nextMan(state, table);
  switch (state.view?.stage) {
    case 'hire':
      return several ? _('Hire men for {gang}.', {gang}) : _('Hire men.');
    case 'place':
      return several
        ? _('Place the {man}: tap one of your houses ({gang}).', {man, gang})
        : _('Place the {man}: tap one of your houses.', {man});
    case 'enter':
      return several
        ? _('Shall somebody enter your home bar ({gang})? You have {cash}.', {gang, cash})
        : _('Shall somebody enter your home bar? You have {cash}.', {cash});
    case 'step':
      return several
        ? __(
            n,
            _('{gang}: one point to walk. Tap a man, then where to.', {gang}),
            _('{gang}: {n} points to walk. Tap a man, then where to.', {gang, n}),
          )
        : __(
            n,
            _('One point to walk. Tap a man, then where to.'),
            _('{n} points to walk. Tap a man, then where to.', {n}),
          );
    case 'reinforce':
      return _('Bring more men into the fight, or begin it.');
    case 'pair':
      return _('Who fights whom?');
    default:
      return _('Your turn.');
  }
}

/** How many gangs the reader leads. @param {TableState} state */
const leads = state => (state.view?.gangs ?? []).filter((/** @type {GangState} */ g) => g.seat === state.you).length;

/** @param {Record<string, any>} data of the box */
export function tourSteps(data) {
  const houses = data.fields.filter((/** @type {any} */ f) => f.value),
    casino = houses.find((/** @type {any} */ f) => f.kind === 'casino');
  return [
    {
      about: _('The city'),
      text: _(
        'Four quarters, {n} bars and casinos, and the streets between. The number is what a bar pays, in thousands; a star is a casino with {k}. Whose it is, its neon shows and a letter says.',
        {n: houses.length, k: casino.value / 1000},
      ),
      at: '.chicago .map',
    },
    {
      about: _('Your men'),
      text: _(
        'The letter is a man\u2019s gang, the number his rings: you see them round his coat. More rings mean a better die in a fight.',
      ),
      at: ['.chicago .field:has(.man)', '.standings'],
    },
    {
      about: _('Hiring'),
      text: _('Before each of {n} phases you hire men and place them in your own houses.', {n: data.phases}),
      at: ['.hiring', '.do'],
    },
    {
      about: _('Walking'),
      text: _(
        'Tap a man: every field he can reach shows what it costs. Tap one to choose it and again to go. All points must be used.',
      ),
      at: '.chicago .map',
    },
    {
      about: _('Houses and fights'),
      text: _(
        'Whoever enters a house takes it. Whoever meets a foe fights: the higher number wins, a tie costs both a ring.',
      ),
      at: '.chicago .map',
    },
    {
      about: _('How to win'),
      text: _(
        'Hold {casinos} casinos, the {bars} bars at the square or {men} men with four rings when a phase ends; otherwise the richest wins.',
        needs(data),
      ),
      at: '.standings',
    },
  ];
}

/** What the goals need at this table. @param {Record<string, any>} data of the box */
const needs = data => ({casinos: data.goal_casinos, bars: data.goal_square, men: data.goal_fours});

/** The faces of the die for walking; of three dice, every sum once. @param {Record<string, any>} data of the box @returns {number[]} */
const walking = data =>
  data.movement_die.flatMap((/** @type {number} */ n, /** @type {number} */ i) =>
    data.movement_die.length > 12 ? [n] : Array(data.movement_weights[i]).fill(n),
  );

/** @param {Record<string, any>} data of the box */
export function reference(data) {
  const [one, two, three] = data.values.map(money),
    die = (/** @type {number} */ n) => `${n}: ${data[`combat_die_${n}`].join(' ')}`;
  return [
    {
      title: _('Prices'),
      lines: [
        _('One ring {one}, two rings {two}, three rings {three} (at most one at a time).', {one, two, three}),
        _('As many men with one ring as with two, give or take one.'),
      ],
    },
    {title: _('Dice'), lines: [_('Walking: {faces}', {faces: walking(data).join(' ')}), ...[1, 2, 3, 4].map(die)]},
    {
      title: _('Goals'),
      lines: [
        _(
          '{casinos} casinos, {bars} bars at the square, or {men} men with four rings, at the end of a phase.',
          needs(data),
        ),
        _('Otherwise the greatest wealth after phase D.'),
      ],
    },
  ];
}

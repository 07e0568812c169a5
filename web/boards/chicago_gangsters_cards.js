// chicago_gangsters_cards.js: the drawings of Chicago Gangsters: means cards, the 18 persons, the clans' signs, what a
// district allows. All printed from the case (kit.js).
import {s} from '../src/dom.js';
import {at, back, bottle, bust, edge, gun, letter, money, p, paper, word} from './kit.js';
import {kind, value} from './chicago_gangsters_facts.js';
import {capital, kindName, personDoes, personName} from './chicago_gangsters_words.js';

/** @import {Coat, Face, Hat} from './kit.js' */
/** @import {Edition, Means, Role} from './chicago_gangsters_facts.js' */

export const W = 70,
  H = 98;
const P = 84; // how high a person's card is

/** @type {Record<Means, {tint: string, draw(): SVGElement}>} */
const means = {
  weapons: {tint: 'red', draw: gun},
  bribe: {tint: 'green', draw: money},
  blackmail: {tint: 'purple', draw: letter},
};

/** The shadow of a card on the table. A rectangle: a filter would be computed again for every frame. @param {number} h */
const cast = h => s('rect', {x: 1, y: 2, width: W, height: h, rx: 5, class: 'cast'});

/** The thing a kind of means is drawn as, 44 by 28. @param {Means} name */
export const meansIcon = name =>
  s(
    'svg',
    {viewBox: '-1 -1 46 30', class: `icon print tint-${means[name].tint}`, 'aria-hidden': 'true'},
    means[name].draw(),
  );

/** A bust as an icon. */
export const personIcon = () =>
  s(
    'svg',
    {viewBox: '14 0 72 100', class: 'icon print tint-blue', 'aria-hidden': 'true'},
    bust({hat: 'fedora', coat: 'suit'}),
  );

/** Bottles in a row, as many as there are. @param {number} n */
export const bottles = n =>
  s(
    'svg',
    {viewBox: `0 -2 ${n * 22} 48`, class: 'icon print tint-red', 'aria-hidden': 'true'},
    ...Array.from({length: n}, (_x, i) => at(i * 22 + 1, 0, 1, bottle())),
  );

/** Card backs in a row. @param {number} n */
export const backs = n =>
  s(
    'svg',
    {viewBox: `-1 -1 ${n * 20 + 24} 50`, class: 'icon print tint-grey', 'aria-hidden': 'true'},
    ...Array.from({length: n}, (_x, i) => at(i * 20, 0, 0.48, back(W, H))),
  );

/** What a card is worth; on small cards the style makes it larger, and leaves out what is too fine to read. @param {number} x @param {number} y @param {number} r @param {string} kind @param {number} n */
const pip = (x, y, r, kind, n) =>
  s(
    'g',
    {class: 'pip'},
    s('circle', {cx: x, cy: y, r, class: kind}),
    word(x, y + 6, String(n), {size: 17, kind: 'k-paper', weight: 700}),
  );

/** A means card with its face up. Its marks: an eye if others have seen it, a shut eye if it lies face down.
 * @param {string} card */
export function meansCard(card) {
  const k = kind(card),
    size = Math.min(10.5, 82 / kindName(k).length);
  return s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${H + 6}`, class: `means print tint-${means[k].tint}`},
    cast(H),
    paper(W, H),
    at(13, 31, 1, means[k].draw()),
    s('rect', {x: 4, y: H - 20, width: W - 8, height: 16, class: 'k-tint'}),
    pip(15, 17, 11.5, 'k-tint', value(card)),
    s(
      'g',
      {class: 'fine'},
      word(W - 10, H - 24, String(value(card)), {size: 15, weight: 700}),
      word(W / 2, H - 8.5, capital(kindName(k)), {size, kind: 'k-paper'}),
    ),
    s('g', {class: 'marks'}),
    edge(W, H),
  );
}

/** @param {string} [sign] */
export const meansBack = sign =>
  s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${H + 6}`, class: 'means print tint-grey'},
    cast(H),
    back(W, H),
    sign ? word(W / 2, H / 2 + 11, sign, {size: 30, weight: 700}) : null,
    edge(W, H),
  );

/** @typedef {'seen'|'down'|'useless'} Mark */

/** @param {Element} e a card @param {Mark[]} wanted */
export function markCard(e, wanted) {
  const marks = e.querySelector('.marks'),
    key = wanted.join();
  e.classList.toggle('down', wanted.includes('down'));
  e.classList.toggle('useless', wanted.includes('useless'));
  if (!marks || marks.getAttribute('data-for') === key) return;
  marks.setAttribute('data-for', key);
  marks.replaceChildren(
    ...(wanted.includes('seen') ? [at(W - 19, 15, 1, eye())] : []),
    ...(wanted.includes('down') ? [at(W - 19, 15, 1, shutEye())] : []),
    ...(wanted.includes('useless') ? [p(`M8 ${H - 26}L${W - 8} 30`, 'no-line')] : []),
  );
}

const eye = () =>
  s(
    'g',
    {},
    s('rect', {x: -15, y: -10, width: 30, height: 20, rx: 10, class: 'k-ink'}),
    p('M-11 0C-6 -8 6 -8 11 0C6 8 -6 8 -11 0z', 'k-paper'),
    s('circle', {cx: 0, cy: 0, r: 3.8, class: 'k-ink'}),
  );
const shutEye = () =>
  s(
    'g',
    {},
    s('rect', {x: -15, y: -10, width: 30, height: 20, rx: 10, class: 'k-ink'}),
    p('M-10 -3C-5 5 5 5 10 -3M-7 1l-3 4M0 3v5M7 1l3 4', 'k-cut'),
  );

/** @type {Record<string, {tint: string, hat: Hat, face: Face, coat: Coat}>} */
const looks = {
  informer: {tint: 'grey', hat: 'cap', face: 'shades', coat: 'coat'},
  whiskey_smuggler: {tint: 'yellow', hat: 'cap', face: 'beard', coat: 'vest'},
  dealer: {tint: 'green', hat: 'straw', face: 'moustache', coat: 'suit'},
  thief: {tint: 'purple', hat: 'cap', face: 'mask', coat: 'coat'},
  explosives_expert: {tint: 'red', hat: 'goggles', face: 'none', coat: 'coat'},
  fence: {tint: 'yellow', hat: 'derby', face: 'pipe', coat: 'vest'},
  poker_player: {tint: 'green', hat: 'visor', face: 'cigar', coat: 'vest'},
  priest: {tint: 'grey', hat: 'bare', face: 'none', coat: 'collar'},
  thug: {tint: 'red', hat: 'bald', face: 'scar', coat: 'vest'},
  reporter: {tint: 'purple', hat: 'fedora', face: 'glasses', coat: 'coat'},
  taxi_driver: {tint: 'red', hat: 'cap', face: 'moustache', coat: 'suit'},
  customs_officer: {tint: 'green', hat: 'police', face: 'moustache', coat: 'uniform'},
  bank_director: {tint: 'green', hat: 'top', face: 'monocle', coat: 'suit'},
  mayor: {tint: 'blue', hat: 'derby', face: 'cigar', coat: 'fur'},
  police_chief: {tint: 'blue', hat: 'police', face: 'none', coat: 'uniform'},
  prosecutor: {tint: 'blue', hat: 'bare', face: 'glasses', coat: 'suit'},
  judge: {tint: 'purple', hat: 'skullcap', face: 'glasses', coat: 'robe'},
  senator: {tint: 'red', hat: 'bald', face: 'beard', coat: 'suit'},
};

/** A person: a bust and its value; the name stands beside it, where it can be read. @param {Edition} edition @param {string} person */
export function personCard(edition, person) {
  const look = looks[person] ?? looks.mayor,
    name = capital(personName(person));
  return s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${P + 6}`, class: `person print tint-${look.tint}`},
    s('title', {}, [name, personDoes(edition, person)].filter(Boolean).join(': ')),
    cast(P),
    paper(W, P),
    at(4, 16, 0.62, bust(look)),
    pip(14, 15, 11, 'k-ink', edition.persons.get(person)?.value ?? 0),
    edge(W, P),
  );
}

/** @type {Record<Role, {tint: string, shape: string}>} */
const signs = {
  clan_a: {tint: 'red', shape: 'M20 1L39 20L20 39L1 20z'},
  clan_b: {tint: 'green', shape: 'M20 2A18 18 0 1 1 19.900 2z'},
  clan_c: {tint: 'blue', shape: 'M3 3H37V20C37 30 28 36 20 39C12 36 3 30 3 20z'},
  clan_d: {tint: 'yellow', shape: 'M10 2H30L39 20L30 38H10L1 20z'},
  mr_x: {tint: 'grey', shape: 'M3 3H37V37H3z'},
};

/** @param {Role} role */
export const tintOf = role => signs[role].tint;

/** A clan's sign: a shape, a colour and a letter of its own. @param {Edition} edition @param {Role} role */
export function emblem(edition, role) {
  const mark = role === 'mr_x' ? 'X' : (edition.clans.get(role) ?? role)[0];
  return s(
    'svg',
    {viewBox: '0 0 40 40', class: `emblem print tint-${signs[role].tint}`, 'aria-hidden': 'true'},
    p(signs[role].shape, 'k-tint'),
    s('path', {d: signs[role].shape, class: 'k-hair', transform: 'translate(4 4) scale(.8)', stroke: 'var(--card)'}),
    word(20, 27, mark, {size: 19, kind: 'k-paper', weight: 700}),
  );
}

/** The Godfather's card. */
export const godfatherCard = () =>
  s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${P + 6}`, class: 'person print tint-yellow'},
    cast(P),
    paper(W, P),
    at(4, 16, 0.62, bust({hat: 'fedora', face: 'cigar', coat: 'fur'})),
    p('M24 20l5 6 6-8 6 8 5-6-2 11H26z', 'k-tint'),
    edge(W, P),
  );

/** Mr. X's own card. */
export const mrXCard = () =>
  s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${P + 6}`, class: 'person print tint-grey'},
    cast(P),
    paper(W, P),
    at(4, 16, 0.62, bust({hat: 'fedora', face: 'shades', coat: 'coat'})),
    edge(W, P),
  );

// -- A street ---------------------------------------------------------------------------------------------------------

const LONG = 240,
  GROUND = 46; // how long a street is, and where its houses stand

/** A number from 0 to below n, another one each time, the same for the same word. @param {string} word */
function drawLots(word) {
  let x = [...word].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7);
  return (/** @type {number} */ n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return (x >>> 10) % n;
  };
}

/** What stands on a roof: nothing, a gable, a water tower, a chimney, a spire. @param {number} kind @param {number} x @param {number} w @param {number} y */
function roof(kind, x, w, y) {
  const mid = x + w / 2;
  return [
    `M${x - 1} ${y}h${w + 2}v2h${-w - 2}z`,
    `M${x} ${y}L${mid} ${y - 7}L${x + w} ${y}z`,
    `M${mid - 3} ${y}v-3h-1v-6l4 -3l4 3v6h-1v3h-1v-3h-4v3z`,
    `M${x + 3} ${y}v-8h4v8z`,
    `M${x + 3} ${y}v-4h${w - 6}v4zM${mid - 2} ${y - 4}L${mid} ${y - 15}L${mid + 2} ${y - 4}z`,
  ][kind];
}

/** The windows of a house, those with light apart. @param {number} x @param {number} w @param {number} y @param {(n: number) => number} lot
 * @returns {[string, string]} */
function windows(x, w, y, lot) {
  const all = ['', ''];
  for (let row = y + 5; row < GROUND - 5; row += 6)
    for (let at = x + 3; at < x + w - 4; at += 5) if (lot(6)) all[lot(3) ? 0 : 1] += `M${at} ${row}h2v3h-2z`;
  return [all[0], all[1]];
}

/** The street of a district at night, cut in lino: another one for each. @param {string} district */
export function street(district) {
  const lot = drawLots(district);
  let houses = `M0 ${GROUND}H${LONG}v2H0z`,
    dark = '',
    lit = '';
  for (let x = 2; x < LONG - 12; ) {
    const w = Math.min(14 + lot(16), LONG - 2 - x),
      y = GROUND - 12 - lot(18),
      [a, b] = windows(x, w, y, lot);
    houses += `M${x} ${y}h${w}V${GROUND}h${-w}z${roof(lot(5), x, w, y)}`;
    dark += a;
    lit += b;
    x += w + 1 + lot(3);
  }
  return s(
    'svg',
    {viewBox: `0 0 ${LONG} 48`, class: 'street print tint-yellow', 'aria-hidden': 'true'},
    p(houses, 'k-ink'),
    p(dark, 'k-paper'),
    p(lit, 'k-tint'),
  );
}

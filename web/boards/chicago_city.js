// chicago_city.js: Chicago at night, as a drawing: streets one can count, roofs, lit doors, bars whose neon shows who owns them, and
// the men with their faces and rings. Where somebody stands and who owns what is chicago.js's business; every place comes from the box.
import {s} from '../src/dom.js';
import {at, p, word} from './kit.js';
import {mark} from './chicago_words.js';

/** @import {City, Field} from './chicago_map.js' */
/** @import {Gang} from './chicago_words.js' */

/** A man on the board. @typedef {{gang: Gang, seat: number, rings: number}} Man */

export const C = 30; // a field
const ROAD = ',E';

/** The middle of a field. @param {City} city @param {string} id */
export function middle(city, id) {
  const f = city.fields.get(id);
  return {x: ((f?.col ?? 0) + 0.5) * C, y: ((f?.row ?? 0) + 0.5) * C};
}

// -- The ground ------------------------------------------------------------------------------------------------------

/** Everything that never changes, below the fields. @param {City} city */
export function drawGround(city) {
  const cells = city.ground.flatMap((row, r) => [...row].map((look, c) => ({look, r, c})));
  const square = (/** @type {{r: number, c: number}} */ {r, c}) => `M${c * C} ${r * C}h${C}v${C}h${-C}z`,
    all = (/** @type {string} */ looks) =>
      cells
        .filter(x => looks.includes(x.look))
        .map(square)
        .join('');
  return s(
    'g',
    {'aria-hidden': 'true'},
    lampLight(),
    p(all('#'), 'roof'),
    p(all('.'), 'street'),
    p(all(ROAD), 'road'),
    p(all(':o'), 'plaza'),
    p(joints(city), 'joint'),
    p(middleLines(city), 'lane'),
    ...roofs(city),
    p(kerbs(city), 'kerb'),
    ...cells.filter(x => x.look === 'o').map(({r, c}) => island(c * C, r * C)),
    ...cells.filter(x => x.look === 'E').map(({r, c}) => way(city, r, c)),
    ...[...city.fields.values()].filter(f => f.kind !== 'street').flatMap(f => doors(city, f)),
  );
}

/** The light of a lamp, to be used by whatever shines. */
const lampLight = () =>
  s(
    'radialGradient',
    {id: 'lamp-light'},
    s('stop', {offset: 0, class: 'lamp-in'}),
    s('stop', {offset: 1, class: 'lamp-out'}),
  );

/** @param {City} city @param {number} r @param {number} c */
const lookAt = (city, r, c) => city.ground[r]?.[c] ?? '';
/** @param {string} look */
const isStreet = look => look !== '' && '.,:E'.includes(look);

/** Where one field of a street ends and the next begins. @param {City} city */
function joints(city) {
  let d = '';
  for (let r = 0; r < city.rows; r++)
    for (let c = 0; c < city.cols; c++) {
      if (!isStreet(lookAt(city, r, c))) continue;
      if (isStreet(lookAt(city, r, c + 1))) d += `M${(c + 1) * C} ${r * C + 7}v${C - 14}`;
      if (isStreet(lookAt(city, r + 1, c))) d += `M${c * C + 7} ${(r + 1) * C}h${C - 14}`;
    }
  return d;
}

/** The line along the middle of a road that is two fields wide. @param {City} city */
function middleLines(city) {
  const road = (/** @type {number} */ r, /** @type {number} */ c) => {
    const look = lookAt(city, r, c);
    return look !== '' && ROAD.includes(look);
  };
  let d = '';
  for (let r = 0; r < city.rows; r++)
    for (let c = 0; c < city.cols; c++) {
      if (!road(r, c)) continue;
      if (road(r, c + 1) && !road(r, c - 1) && !road(r, c + 2)) d += `M${(c + 1) * C} ${r * C}v${C}`;
      if (road(r + 1, c) && !road(r - 1, c) && !road(r + 2, c)) d += `M${c * C} ${(r + 1) * C}h${C}`;
    }
  return d;
}

/** The edge of every pavement. @param {City} city */
function kerbs(city) {
  let d = '';
  for (let r = 0; r < city.rows; r++)
    for (let c = 0; c < city.cols; c++) {
      if (!isStreet(lookAt(city, r, c))) continue;
      const x = c * C,
        y = r * C,
        shut = (/** @type {number} */ dr, /** @type {number} */ dc) => {
          const look = lookAt(city, r + dr, c + dc);
          return look !== '' && !isStreet(look);
        };
      if (shut(-1, 0)) d += `M${x} ${y}h${C}`;
      if (shut(1, 0)) d += `M${x} ${y + C}h${C}`;
      if (shut(0, -1)) d += `M${x} ${y}v${C}`;
      if (shut(0, 1)) d += `M${x + C} ${y}v${C}`;
    }
  return d;
}

/** What stands on the roofs, and the windows of a front that looks south on a street: one path for each ink. @param {City} city */
function roofs(city) {
  let front = '',
    lit = '',
    dark = '',
    line = '';
  for (let r = 0; r < city.rows; r++)
    for (let c = 0; c < city.cols; c++) {
      if (lookAt(city, r, c) !== '#') continue;
      const x = c * C,
        y = r * C,
        n = (r * 7 + c * 13 + r * c) % 6;
      const south = isStreet(lookAt(city, r + 1, c));
      if (south) {
        front += `M${x} ${y + 18}h${C}v12h${-C}z`;
        for (let k = 0; k < 4; k++) {
          const pane = `M${x + 3.5 + k * 6.5} ${y + 21}h3.6v5h-3.6z`;
          if ((r * 3 + c * 5 + k * 7) % 4 === 0) lit += pane;
          else dark += pane;
        }
      }
      line += roofThing(n, x + 15, y + (south ? 9 : 15));
    }
  return [p(front, 'facade'), p(dark, 'pane'), p(lit, 'pane lit'), p(line, 'roof-line')];
}

/** A tank, a skylight, chimneys, or nothing much. @param {number} n @param {number} x @param {number} y */
function roofThing(n, x, y) {
  if (n === 0) return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M${x - 4} ${y}h8M${x} ${y - 4}v8`; // a water tank
  if (n === 1) return `M${x - 6} ${y - 4}h12v8h-12zM${x} ${y - 4}v8M${x - 6} ${y}h12`; // a skylight
  if (n === 2) return `M${x - 7} ${y - 3}h4v4h-4zM${x + 3} ${y}h3v3h-3z`; // chimneys
  if (n === 3) return `M${x - 8} ${y + 4}l8 -8 8 8`; // a gable
  if (n === 4) return `M${x - 9} ${y - 2}h18M${x - 9} ${y + 2}h18`; // washing lines
  return '';
}

/** @param {number} x @param {number} y */
const island = (x, y) =>
  at(
    x + C / 2,
    y + C / 2,
    1,
    s('circle', {r: 30, fill: 'url(#lamp-light)'}),
    s('circle', {r: 11, class: 'bed'}),
    s('circle', {r: 11, class: 'kerb'}),
    p('M-1 9V-4H1V9zM-3 9H3', 'post'),
    s('circle', {cy: -6, r: 3.4, class: 'bulb'}),
  );

/** The two arrows of a way out of the city. @param {City} city @param {number} r @param {number} c */
const way = (city, r, c) =>
  s('path', {
    d: 'M9 15H21M9 15l4-4M9 15l4 4M21 15l-4-4M21 15l-4 4',
    class: 'arrow',
    transform: `translate(${c * C} ${r * C})${r === 0 || r === city.rows - 1 ? ` rotate(90 ${C / 2} ${C / 2})` : ''}`,
  });

/** Light falls from an open door upon the street. @param {City} city @param {Field} f */
function doors(city, f) {
  return f.near.flatMap(id => {
    const street = city.fields.get(id);
    if (!street) return [];
    const turn = (Math.atan2(street.row - f.row, street.col - f.col) * 180) / Math.PI;
    return s(
      'g',
      {transform: `translate(${(f.col + 0.5) * C} ${(f.row + 0.5) * C}) rotate(${turn})`},
      p('M14 -4L26 -10V10L14 4z', 'spill'),
      p('M13 -4.500h3v9h-3z', 'door'),
    );
  });
}

// -- Houses ------------------------------------------------------------------------------------------------------------

const STAR =
  'M0 -9L2.5 -3.100L8.700 -2.800L3.900 1.200L5.500 7.300L0 3.900L-5.500 7.300L-3.900 1.200L-8.700 -2.800L-2.500 -3.100z';

/** The walls, which never change. @param {Field} f */
export const walls = f =>
  s(
    'g',
    {class: `walls tint-${f.quarter}`, 'aria-hidden': 'true'},
    s('rect', {x: 1, y: 1, width: C - 2, height: C - 2, rx: 2, class: 'wall'}),
    p('M1 6V3A2 2 0 0 1 3 1H27A2 2 0 0 1 29 3V6z', 'cornice'),
    f.square ? s('rect', {x: 0.6, y: 0.6, width: C - 1.2, height: C - 1.2, rx: 2.5, class: 'at-square'}) : null,
  );

/** What is in a field now: the neon of a house, and whoever stands there. @param {Field} f @param {Gang|null} owner @param {Man[]} men */
export function drawInside(f, owner, men) {
  const house = f.kind !== 'street';
  const crowd = men
    .slice(-3)
    .map((m, i, all) =>
      men.length < 2
        ? at(C / 2, C / 2, house ? 0.92 : 1, s('g', {class: house ? 'at-home' : null}, drawMan(m.gang, m.rings)))
        : at(
            C / 2 + (i - (all.length - 1) / 2) * (all.length > 2 ? 9 : 14),
            C / 2 + (all.length > 2 ? (i % 2) * 7 - 3.5 : 0),
            0.66,
            drawMan(m.gang, m.rings),
          ),
    );
  if (!house) return crowd;
  const stranger = men.length > 0 && !men.some(m => m.gang === owner);
  return [
    s(
      'g',
      {class: owner ? `neon lit neon-${owner}` : 'neon'},
      ...tube(f),
      ...(men.length ? [] : [...signOf(f), ...(owner ? badge(mark(owner), owner) : [])]),
    ),
    ...crowd,
    ...(men.length ? plate(f, owner, stranger) : []),
  ];
}

/** A bar has a plain tube, a home bar a gable, a casino bulbs all round. @param {Field} f */
function tube(f) {
  const d =
    f.kind === 'home'
      ? 'M4 26V11L15 3L26 11V26z'
      : 'M6 3.500H24A2.500 2.500 0 0 1 26.500 6V24A2.500 2.500 0 0 1 24 26.500H6A2.500 2.500 0 0 1 3.500 24V6A2.500 2.500 0 0 1 6 3.500z';
  return [p(d, 'tube-glow'), p(d, f.kind === 'casino' ? 'tube bulbs' : 'tube')];
}

/** What it pays, in thousands; a casino has its star above that. @param {Field} f */
function signOf(f) {
  const value = String(f.value / 1000);
  if (f.kind === 'casino')
    return [
      at(15, 12.5, 0.95, p(STAR, 'sign')),
      word(24.5, 25.5, value, {size: 8.5, kind: 'sign', anchor: 'end', weight: 700}),
    ];
  return [
    word(f.kind === 'home' ? 15 : 15, f.kind === 'home' ? 21.5 : 20, value, {size: 15, kind: 'sign', weight: 700}),
  ];
}

/** Whose it is, in writing; where the map is small, the shape of the gang. @param {string} text @param {Gang} gang */
function badge(text, gang) {
  const wide = text.length * 5.4 + 3.2;
  return [
    s('rect', {x: 0.5, y: 20.5, width: wide, height: 9, rx: 2, class: 'badge'}),
    word(0.5 + wide / 2, 27.6, text, {size: 8, kind: 'badge-word', weight: 700}),
    at(5, 25, 0.38, p(SHAPES[gang], 'flag')),
  ];
}

/** What a house pays in which somebody stands, in the corner; and whose it is if he does not own it. @param {Field} f @param {Gang|null} owner @param {boolean} stranger */
function plate(f, owner, stranger) {
  const text = `${stranger && owner ? `${mark(owner)} ` : ''}${f.value / 1000}`,
    wide = Math.max(9, text.length * 5.4 + 3.4);
  return [
    s(
      'g',
      {class: `pays ${owner ? `neon lit neon-${owner}` : 'neon'}`},
      s('rect', {x: C - 0.5 - wide, y: 0.5, width: wide, height: 10, rx: 2, class: 'plate'}),
      word(C - 0.5 - wide / 2, 8.6, text, {size: 9, kind: 'sign', weight: 700}),
    ),
  ];
}

// -- Men ---------------------------------------------------------------------------------------------------------------

/** Hats, and what makes a face: the more rings, the better dressed. @type {(() => SVGElement[])[]} */
const faces = [
  () => [
    p(
      'M-5 -8.500C-5.500 -14 5 -14.500 5.200 -9L8 -7.600C8 -6.800 5 -7.400 0 -7.600C-3 -7.600 -5 -7.600 -5 -8.500z',
      'hat',
    ),
  ],
  () => [
    p('M-7 -8.300C-4 -9.600 4 -9.600 7 -8.300C7.500 -7 -7.500 -7 -7 -8.300z', 'hat'),
    p('M-4.800 -8.800C-4.800 -15 4.800 -15 4.800 -8.800z', 'hat'),
    p('M-3 -3.600C-1.500 -4.800 1.500 -4.800 3 -3.600', 'brow'),
  ],
  () => [...fedora(), p('M-3.900 -6.700H-.5V-5.300H-3.900zM.5 -6.700H3.900V-5.300H.5zM-1 -6.500H1', 'brow')],
  () => [...fedora(), p('M1.500 -3L6.500 -1.800', 'cigar'), s('circle', {cx: 7, cy: -1.7, r: 0.9, class: 'ember'})],
];

const fedora = () => [
  p('M-8.500 -8.200C-5 -10.200 5 -10.200 8.500 -8.200C8.500 -6.700 -8.500 -6.700 -8.500 -8.200z', 'hat'),
  p('M-5 -9C-5.200 -14.500 -1.500 -15 0 -13.800C1.500 -15 5.200 -14.500 5 -9z', 'hat'),
  p('M-5 -9V-10.600H5V-9z', 'band'),
];

/** What a man is where the map is small: a shape for each gang, as its standing shows it (chicago.css). @type {Record<Gang, string>} */
const SHAPES = {
  yellow: 'M0 -14A14 14 0 0 1 0 14A14 14 0 0 1 0 -14z',
  red: 'M-10.500 -13H10.500A2.500 2.500 0 0 1 13 -10.500V10.500A2.500 2.500 0 0 1 10.500 13H-10.500A2.500 2.500 0 0 1 -13 10.500V-10.500A2.500 2.500 0 0 1 -10.500 -13z',
  green: 'M-7.500 -13.500H7.500L14.500 0L7.500 13.500H-7.500L-14.500 0z',
  blue: 'M-12.500 -13H12.500V4C12.500 9 6 13 0 14.700C-6 13 -12.500 9 -12.500 4z',
};

/** A man of a gang: a face by his rank, his rings round the coat, gang and rings in writing. Where the map is small, the shape of his gang
 * with the number of his rings. The middle of a field is his. @param {Gang} gang @param {number} rings */
export function drawMan(gang, rings) {
  const text = `${mark(gang)}${rings}`,
    wide = text.length * 5 + 3;
  return s(
    'g',
    {class: `man neon lit neon-${gang}`},
    s(
      'g',
      {class: 'figure'},
      s('ellipse', {cy: 13, rx: 10, ry: 2, class: 'shadow'}),
      p('M-4.500 -1.800C-8 -.5 -9 5 -9.500 13H9.500C9 5 8 -.5 4.500 -1.800z', 'coat'),
      p('M-2 -1.800L0 3L2 -1.800z', 'shirt'),
      ...Array.from({length: rings}, (_x, i) => ringAt(i)),
      s('ellipse', {cy: -5.4, rx: 4.1, ry: 4.7, class: 'skin'}),
      ...faces[Math.min(rings, faces.length) - 1](),
      s('rect', {x: -15, y: 5.5, width: wide, height: 9, rx: 2, class: 'badge'}),
      word(-15 + wide / 2, 12.6, text, {size: 8, kind: 'badge-word', weight: 700}),
    ),
    s(
      'g',
      {class: 'disc'},
      p(SHAPES[gang], 'disc-face'),
      word(0, 7.8, String(rings), {size: 22, kind: 'badge-word', weight: 700}),
    ),
  );
}

/** The i-th ring from below, round the coat. @param {number} i */
function ringAt(i) {
  const y = 10.4 - i * 3,
    half = 9.9 - i * 0.55,
    d = `M${-half} ${y}C${-half / 2} ${y + 1.5} ${half / 2} ${y + 1.5} ${half} ${y}`;
  return s('g', {}, p(d, 'ring-edge'), p(d, 'ring'));
}

// kit.js: the printer's case: what all boards are drawn from, so that they look like one house's work. Linocut:
// black ink, paper, one spot colour (--tint, by a class tint-red ... on any element above). Everything is SVG
// made here; sizes are in the units of whoever draws.
import {s} from '../src/dom.js';

/** @param {string} d @param {string} kind a class: k-ink, k-paper, k-tint, k-skin, k-line, k-cut */
export const p = (d, kind) => s('path', {d, class: kind});

/** @param {number} x @param {number} y @param {string} text @param {{size?: number, kind?: string, anchor?: string, weight?: number}} [how] */
export function word(x, y, text, {size = 12, kind = 'k-word', anchor = 'middle', weight = 600} = {}) {
  return s(
    'text',
    {x, y, class: kind, 'font-size': size, 'text-anchor': anchor, 'font-weight': weight, 'aria-hidden': 'true'},
    text,
  );
}

/** A group put somewhere. @param {number} x @param {number} y @param {number} scale @param {...(Node|null|false)} children */
export const at = (x, y, scale, ...children) =>
  s('g', {transform: `translate(${x} ${y}) scale(${scale})`}, ...children);

// -- Frames --------------------------------------------------------------------------------------------

/** A printed card's paper: an edge, a double line, four fans in the corners.
 * @param {number} w @param {number} h */
export function paper(w, h) {
  const corner = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ turn) =>
    s(
      'g',
      {transform: `translate(${x} ${y}) rotate(${turn})`},
      ...[4, 7, 10].map(r => p(`M0 ${r}A${r} ${r} 0 0 0 ${r} 0`, 'k-hair')),
    );
  const i = 4;
  return s(
    'g',
    {},
    s('rect', {width: w, height: h, rx: 5, class: 'k-paper'}),
    s('rect', {x: i, y: i, width: w - 2 * i, height: h - 2 * i, rx: 2, class: 'k-hair'}),
    corner(i, i, 0),
    corner(w - i, i, 90),
    corner(w - i, h - i, 180),
    corner(i, h - i, 270),
    rim(w, h),
  );
}

/** The back of a card: rays behind a keyhole. @param {number} w @param {number} h */
export function back(w, h) {
  const cx = w / 2,
    cy = h / 2,
    far = Math.hypot(w, h);
  const rays = Array.from({length: 24}, (_x, i) => {
    const a = (i * Math.PI) / 12,
      b = a + Math.PI / 24;
    return `M${cx} ${cy}L${cx + far * Math.cos(a)} ${cy + far * Math.sin(a)}L${cx + far * Math.cos(b)} ${cy + far * Math.sin(b)}z`;
  }).join('');
  return s(
    'g',
    {},
    s('rect', {width: w, height: h, rx: 5, class: 'k-paper'}),
    s('rect', {x: 5, y: 5, width: w - 10, height: h - 10, rx: 2, class: 'k-tint'}),
    s(
      'svg', // it cuts off what reaches out; a clip path has an id, and the first of that id may be where nothing is drawn
      {x: 5, y: 5, width: w - 10, height: h - 10, viewBox: `5 5 ${w - 10} ${h - 10}`},
      s('path', {d: rays, class: 'k-ink', opacity: 0.35}),
    ),
    s('circle', {cx, cy, r: Math.min(w, h) * 0.22, class: 'k-paper'}),
    at(cx, cy, Math.min(w, h) / 60, p('M0 -6a4 4 0 0 1 2.4 7.2L4 8H-4L-2.4 1.2A4 4 0 0 1 0 -6z', 'k-ink')),
    rim(w, h),
  );
}

/** The line around a card. @param {number} w @param {number} h */
const rim = (w, h) =>
  s('rect', {
    x: 0.5,
    y: 0.5,
    width: w - 1,
    height: h - 1,
    rx: 5,
    fill: 'none',
    stroke: 'var(--card-ink)',
    'stroke-width': 1,
  });

/** The shape that is outlined when a thing can be tapped. @param {number} w @param {number} h @param {number} [r] */
export const edge = (w, h, r = 5) => s('rect', {class: 'edge', x: -1, y: -1, width: w + 2, height: h + 2, rx: r});

// -- People: busts in a square of 100 --------------------------------------------------------------------

/** @typedef {'fedora'|'derby'|'cap'|'visor'|'police'|'top'|'bare'|'bald'|'curls'|'veil'|'goggles'|'straw'|'skullcap'} Hat */
/** @typedef {'suit'|'fur'|'vest'|'uniform'|'robe'|'collar'|'coat'|'gown'} Coat */
/** @typedef {'cigar'|'glasses'|'mask'|'moustache'|'beard'|'scar'|'monocle'|'pipe'|'shades'|'none'} Face */

/** @type {Record<Hat, () => Node[]>} */
const hats = {
  fedora: () => [
    p('M22 35C34 28 66 28 78 35C82 38 80 41 74 40C58 36 42 36 26 40C20 41 18 38 22 35z', 'k-ink'),
    p('M32 33C32 16 38 9 46 12C50 14 52 14 55 12C63 9 68 16 68 33C56 29 44 29 32 33z', 'k-ink'),
    p('M32 33C44 28.5 56 28.5 68 33L68 27C56 23 44 23 32 27z', 'k-tint'),
  ],
  derby: () => [
    p('M26 36C40 31 60 31 74 36C80 37 78 33 74 32C58 28 42 28 26 32C22 33 20 37 26 36z', 'k-ink'),
    p('M33 32C33 10 67 10 67 32C56 28 44 28 33 32z', 'k-ink'),
    p('M33 31C44 27 56 27 67 31L67 27C56 23 44 23 33 27z', 'k-tint'),
  ],
  cap: () => [
    p('M30 34C28 18 44 10 58 14C70 17 72 26 70 33C60 30 44 30 30 34z', 'k-ink'),
    p('M30 33C22 33 17 37 18 40C26 37 36 35 46 35L46 31z', 'k-ink'),
    p('M40 15L36 31M52 13L52 30M63 17L64 31', 'k-cut'),
  ],
  visor: () => [
    p('M33 26C40 18 60 18 67 26L67 31C56 27 44 27 33 31z', 'k-ink'),
    p('M29 32C40 27 60 27 71 32C74 36 74 39 72 40C58 34 42 34 28 40C26 39 26 36 29 32z', 'k-tint'),
    p('M36 20C42 12 58 12 64 20', 'k-line'),
  ],
  police: () => [
    p('M28 26C30 12 70 12 72 26L68 32C56 28 44 28 32 32z', 'k-ink'),
    p('M32 32C44 28 56 28 68 32C70 37 66 38 62 37C54 35 46 35 38 37C34 38 30 37 32 32z', 'k-ink'),
    p('M50 15l2 4.500h4.600l-3.7 2.9 1.4 4.6-4.3-2.7-4.3 2.7 1.4-4.6-3.7-2.900h4.600z', 'k-tint'),
    p('M33 30C44 26.5 56 26.5 67 30', 'k-cut'),
  ],
  top: () => [
    p('M24 34C40 29 60 29 76 34C80 36 76 38 72 37C58 34 42 34 28 37C24 38 20 36 24 34z', 'k-ink'),
    p('M34 32L32 4C44 1 56 1 68 4L66 32C56 29 44 29 34 32z', 'k-ink'),
    p('M33.5 28C44 24.5 56 24.5 66.5 28L66.8 22C56 19 44 19 33.2 22z', 'k-tint'),
  ],
  bare: () => [
    p('M32 36C28 18 40 12 52 12C66 12 72 22 68 37C66 28 60 24 52 25C44 26 36 26 32 36z', 'k-ink'),
    p('M42 17C50 14 58 16 62 22', 'k-cut'),
  ],
  bald: () => [p('M33 40C31 36 32 32 34 30C35 34 35 38 34 42zM67 40C69 36 68 32 66 30C65 34 65 38 66 42z', 'k-ink')],
  curls: () => [
    p(
      'M28 52C22 46 26 38 26 32C26 18 38 10 50 10C62 10 74 18 74 32C74 38 78 46 72 52C76 56 72 62 66 60C70 46 68 32 58 28C48 32 38 30 34 34C31 42 31 50 34 60C28 62 24 57 28 52z',
      'k-ink',
    ),
    p('M30 30C40 26 60 22 72 30L72 25C60 18 40 20 30 25z', 'k-tint'),
  ],
  veil: () => [
    p('M26 34C30 16 70 16 74 34C62 28 38 28 26 34z', 'k-ink'),
    p('M30 34L34 54M38 31L42 56M46 30L48 56M54 30L52 56M62 31L58 56M70 34L66 54M31 40H69M33 47H67', 'k-hair'),
    p('M66 18c6-8 14-6 10 0c6 0 4 8-4 6z', 'k-tint'),
  ],
  goggles: () => [
    p('M31 34C28 18 40 11 50 11C60 11 72 18 69 34C60 26 40 26 31 34z', 'k-ink'),
    p('M30 30H70V36H30z', 'k-ink'),
    s('circle', {cx: 41, cy: 33, r: 7, class: 'k-tint'}),
    s('circle', {cx: 59, cy: 33, r: 7, class: 'k-tint'}),
    s('circle', {cx: 41, cy: 33, r: 7, class: 'k-line'}),
    s('circle', {cx: 59, cy: 33, r: 7, class: 'k-line'}),
    p('M37 31l3-2M55 31l3-2', 'k-cut'),
  ],
  straw: () => [
    p('M22 34H78V38H22z', 'k-paper'),
    p('M22 34H78V38H22zM34 34V20H66V34', 'k-line'),
    p('M34 20H66V34H34z', 'k-paper'),
    p('M34 27H66V34H34z', 'k-tint'),
    p('M34 20H66V34H34zM34 24H66', 'k-line'),
  ],
  skullcap: () => [p('M33 30C36 15 64 15 67 30C58 26 42 26 33 30z', 'k-ink')],
};

/** @type {Record<Coat, () => Node[]>} */
const coats = {
  suit: () => [
    p('M10 100C12 80 24 74 40 70L50 78L60 70C76 74 88 80 90 100z', 'k-ink'),
    p('M42 70L50 92L58 70L50 76z', 'k-paper'),
    p('M47 76L53 76L55 96L50 100L45 96z', 'k-tint'),
    p('M40 70L32 82L40 86L50 100M60 70L68 82L60 86L50 100', 'k-cut'),
  ],
  fur: () => [
    p('M6 100C8 82 20 72 36 68C40 78 60 78 64 68C80 72 92 82 94 100z', 'k-ink'),
    p('M24 100C26 88 34 78 38 68C30 72 18 84 16 100zM76 100C74 88 66 78 62 68C70 72 82 84 84 100z', 'k-tint'),
    p('M28 80l4 3M24 88l5 2M70 83l4-3M71 90l5-2', 'k-cut'),
    p('M40 72L50 84L60 72', 'k-cut'),
  ],
  vest: () => [
    p('M12 100C14 82 26 75 40 71H60C74 75 86 82 88 100z', 'k-paper-2'),
    p('M12 100C14 82 26 75 40 71H60C74 75 86 82 88 100', 'k-line'),
    p('M32 100L36 74L50 90L64 74L68 100z', 'k-ink'),
    p('M44 72h12l-3 5 3 5h-12l3-5z', 'k-tint'),
  ],
  uniform: () => [
    p('M10 100C12 80 24 74 40 70H60C76 74 88 80 90 100z', 'k-ink'),
    p('M50 72V100M40 70L50 78L60 70', 'k-cut'),
    s('circle', {cx: 56, cy: 84, r: 1.8, class: 'k-paper'}),
    s('circle', {cx: 56, cy: 93, r: 1.8, class: 'k-paper'}),
    p('M34 82l1.8 3.8 4.2.5-3.1 2.9.8 4.1-3.7-2-3.7 2 .8-4.1-3.1-2.9 4.2-.5z', 'k-tint'),
    p('M16 82L28 76M84 82L72 76', 'k-cut'),
  ],
  robe: () => [
    p('M6 100C10 78 26 72 38 68L50 76L62 68C74 72 90 78 94 100z', 'k-ink'),
    p('M43 71H57L60 92H54L50 78L46 92H40z', 'k-paper'),
    p('M26 100C28 86 32 78 36 72M74 100C72 86 68 78 64 72', 'k-cut'),
  ],
  collar: () => [
    p('M10 100C12 80 24 74 40 70H60C76 74 88 80 90 100z', 'k-ink'),
    p('M40 68H60V75H40z', 'k-paper'),
    p('M47 68H53V75H47z', 'k-ink'),
    p('M50 84V98M45 89H55', 'k-cut'),
  ],
  coat: () => [
    p('M8 100C10 80 24 74 38 66L50 82L62 66C76 74 90 80 92 100z', 'k-ink'),
    p('M38 66L26 74L34 90L50 84zM62 66L74 74L66 90L50 84z', 'k-ink'),
    p('M38 66L26 74L34 90L50 82M62 66L74 74L66 90L50 82', 'k-cut'),
    p('M44 74L50 82L56 74L50 70z', 'k-tint'),
  ],
  gown: () => [
    p('M22 100C24 86 32 78 40 74C46 82 54 82 60 74C68 78 76 86 78 100z', 'k-tint'),
    p('M34 70C40 78 60 78 66 70', 'k-line'),
    ...[36, 41, 46, 50, 54, 59, 64].map((x, i) =>
      s('circle', {cx: x, cy: 71 + [0, 3, 5, 5.5, 5, 3, 0][i], r: 1.7, class: 'k-paper'}),
    ),
  ],
};

/** @type {Record<Face, () => Node[]>} */
const faces = {
  none: () => [],
  cigar: () => [
    p('M55 60L74 64L73.5 67L54.5 63z', 'k-ink'),
    p('M73 63.800l4 .9-.6 3-4-.9z', 'k-tint'),
    p('M79 62c2-3-1-5 1-8', 'k-hair'),
  ],
  glasses: () => [
    s('circle', {cx: 42, cy: 46, r: 6, class: 'k-line'}),
    s('circle', {cx: 58, cy: 46, r: 6, class: 'k-line'}),
    p('M48 46H52M36 45L32 43M64 45L68 43', 'k-line'),
  ],
  mask: () => [
    p('M31 42C38 38 46 40 50 42C54 40 62 38 69 42L68 50C62 53 54 52 50 48C46 52 38 53 32 50z', 'k-ink'),
    p('M38 45.500h7M55 45.500h7', 'k-cut'),
  ],
  moustache: () => [p('M50 56C44 53 38 57 36 61C42 62 47 61 50 58C53 61 58 62 64 61C62 57 56 53 50 56z', 'k-ink')],
  beard: () => [
    p('M33 50C34 72 44 78 50 78C56 78 66 72 67 50C64 58 58 58 50 57C42 58 36 58 33 50z', 'k-ink'),
    p('M45 62H55', 'k-cut'),
  ],
  scar: () => [p('M62 42L66 60M62 48l4-1M63.5 54l4-1', 'k-line')],
  monocle: () => [s('circle', {cx: 58, cy: 46, r: 6.5, class: 'k-line'}), p('M64 49C68 58 66 70 62 80', 'k-hair')],
  pipe: () => [p('M54 61C60 63 66 66 68 70L68 64H75V73C75 77 68 77 66 73C62 68 58 66 53 64z', 'k-ink')],
  shades: () => [
    p('M34 43H48V48C46 52 37 52 35 48zM52 43H66V48C64 52 55 52 53 48z', 'k-ink'),
    p('M48 44H52', 'k-line'),
  ],
};

/** Somebody: hat, face and coat. In a square of 100.
 * @param {{hat?: Hat, face?: Face, coat?: Coat}} who */
export function bust({hat = 'fedora', face = 'none', coat = 'suit'}) {
  const eyes =
    face === 'mask' || face === 'shades'
      ? []
      : [
          p('M39 45.500C41 44 44 44 46 45.500M54 45.500C56 44 59 44 61 45.5', 'k-line'),
          s('circle', {cx: 42.5, cy: 47, r: 1.7, class: 'k-ink'}),
          s('circle', {cx: 57.5, cy: 47, r: 1.7, class: 'k-ink'}),
        ];
  return s(
    'g',
    {'aria-hidden': 'true'},
    p('M42 60H58V76C54 82 46 82 42 76z', 'k-skin'),
    ...coats[coat](),
    p('M33 36C32 56 38 70 50 71C62 70 68 56 67 36C67 14 33 14 33 36z', 'k-skin'),
    p('M50 47C49 52 47 55 48 56C49 57 51 57 52 56.500M44 63C48 65 53 65 56 63', 'k-line'),
    p('M60 31C66 40 66 58 54 70C64 66 68 54 67 36z', 'k-ink'),
    ...eyes,
    ...faces[face](),
    ...hats[hat](),
  );
}

/** Whoever sits at a table; those whose names the house gives have faces of their own. @type {Record<string, Parameters<typeof bust>[0]>} */
const guests = {
  'Silent Sal': {hat: 'fedora', face: 'shades', coat: 'coat'},
  'Lucky Nell': {hat: 'curls', coat: 'gown'},
  'Dapper Dan': {hat: 'derby', face: 'moustache', coat: 'suit'},
  'Mae Mulligan': {hat: 'veil', coat: 'fur'},
  'Two-Thumbs Tino': {hat: 'cap', face: 'scar', coat: 'vest'},
  'Penny Lorenzo': {hat: 'straw', face: 'glasses', coat: 'vest'},
  'Donna Serafina': {hat: 'veil', coat: 'gown'},
  'Il Silenzio': {hat: 'fedora', face: 'mask', coat: 'coat'},
  Shoeshine: {hat: 'cap', coat: 'vest'},
  Doorman: {hat: 'top', face: 'beard', coat: 'uniform'},
  'The Cartographer': {hat: 'bald', face: 'monocle', coat: 'suit'},
  'The Surveyor': {hat: 'goggles', coat: 'coat'},
  'Wrong Door': {hat: 'straw', coat: 'suit'},
  Ledger: {hat: 'visor', face: 'glasses', coat: 'vest'},
  'Four Rings': {hat: 'fedora', face: 'scar', coat: 'fur'},
  'The Alderman': {hat: 'top', face: 'moustache', coat: 'fur'},
  'Loose Lenny': {hat: 'cap', face: 'moustache', coat: 'suit'},
  'Ledger Lou': {hat: 'visor', face: 'moustache', coat: 'vest'},
  'Velvet Vera': {hat: 'curls', coat: 'fur'},
  'Saint Agnes': {hat: 'veil', coat: 'robe'},
};

/** @type {Parameters<typeof bust>[0][]} */
const strangers = [
  {hat: 'fedora', coat: 'suit'},
  {hat: 'cap', face: 'scar', coat: 'vest'},
  {hat: 'bald', face: 'beard', coat: 'coat'},
  {hat: 'straw', face: 'glasses', coat: 'suit'},
  {hat: 'top', face: 'monocle', coat: 'fur'},
];

/** The face of somebody at a seat, as a picture. @param {string} name @param {number} seat */
export const portrait = (name, seat) =>
  s(
    'svg',
    {viewBox: '14 6 72 72', class: 'print', 'aria-hidden': 'true'},
    bust(guests[name] ?? strangers[seat % strangers.length]),
  );

// -- Things ------------------------------------------------------------------------------------------------

/** A bottle of the good stuff, 20 by 44. */
export const bottle = () =>
  s(
    'g',
    {'aria-hidden': 'true'},
    p('M7.5 0H12.500V10C12.5 14 18 15 18 21V42A2 2 0 0 1 16 44H4A2 2 0 0 1 2 42V21C2 15 7.5 14 7.5 10z', 'k-ink'),
    p('M4.5 24H15.500V37H4.500z', 'k-paper'),
    p('M6 28H14M6 31H14M6 34H11', 'k-line'),
    p('M7.5 0H12.500V4H7.500z', 'k-tint'),
    p('M5 20.500C5 17.5 8 16 9 14', 'k-cut'),
  );

/** A bullet, 12 by 34. */
export const bullet = () =>
  s(
    'g',
    {'aria-hidden': 'true'},
    p('M1 14C1 6 4 1 6 0C8 1 11 6 11 14z', 'k-tint'),
    p('M1 14H11V29H1z', 'k-ink'),
    p('M0 30H12V34H0z', 'k-ink'),
    p('M3.5 16V28', 'k-cut'),
  );

/** A gun with a drum, 44 by 28. */
export const gun = () =>
  s(
    'g',
    {'aria-hidden': 'true'},
    p(
      'M0 11L12 7H31V8H39V5.500H41V8H44V11H38L37 20H33.500L33 12.500H19L16.500 24H11.500L13 14.500L4 19.500H0z',
      'k-ink',
    ),
    s('circle', {cx: 25, cy: 17, r: 7, class: 'k-ink'}),
    s('circle', {cx: 25, cy: 17, r: 4.2, class: 'k-cut'}),
    p('M14 9.500H30M33 8.500v2M35 8.500v2M37 8.500v2', 'k-cut'),
  );

/** Banknotes, 44 by 26. */
export const money = () =>
  s(
    'g',
    {'aria-hidden': 'true'},
    s('rect', {x: 6, y: 0, width: 38, height: 20, class: 'k-paper'}),
    s('rect', {x: 6, y: 0, width: 38, height: 20, class: 'k-line'}),
    s('rect', {x: 0, y: 5, width: 38, height: 21, class: 'k-paper'}),
    s('rect', {x: 0, y: 5, width: 38, height: 21, class: 'k-line'}),
    s('circle', {cx: 19, cy: 15.5, r: 6, class: 'k-tint'}),
    word(19, 19.5, '$', {size: 11, kind: 'k-paper'}),
    p('M4 9h4M30 22h4', 'k-line'),
  );

/** A letter with a seal, 44 by 28: what one knows of somebody. */
export const letter = () =>
  s(
    'g',
    {'aria-hidden': 'true'},
    s('rect', {width: 44, height: 28, class: 'k-paper'}),
    p('M0 0H44V28H0zM0 0L22 16L44 0M0 28L16 12M44 28L28 12', 'k-line'),
    s('circle', {cx: 22, cy: 16, r: 5, class: 'k-tint'}),
    p('M20 16l1.5 1.700L24.5 14', 'k-cut'),
  );

/** A die of 24, showing n (1 to 6 as eyes, else the number). @param {number} n */
export function die(n) {
  /** @type {Record<number, number[][]>} */
  const eyes = {
    1: [[1, 1]],
    2: [
      [0, 0],
      [2, 2],
    ],
    3: [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    4: [
      [0, 0],
      [0, 2],
      [2, 0],
      [2, 2],
    ],
    5: [
      [0, 0],
      [0, 2],
      [1, 1],
      [2, 0],
      [2, 2],
    ],
    6: [
      [0, 0],
      [0, 1],
      [0, 2],
      [2, 0],
      [2, 1],
      [2, 2],
    ],
  };
  const face = eyes[n]
    ? eyes[n].map(([x, y]) => s('circle', {cx: 6 + 6 * x, cy: 6 + 6 * y, r: 2.2, class: 'k-ink'}))
    : [word(12, 17, String(n), {size: 14})];
  return s(
    'g',
    {'aria-hidden': 'true'},
    s('rect', {width: 24, height: 24, rx: 4, class: 'k-paper'}),
    s('rect', {x: 0.5, y: 0.5, width: 23, height: 23, rx: 4, class: 'k-line'}),
    ...face,
  );
}

/** A sunrise of rays, for headings and empty places; w by w/2. @param {number} w */
export function rays(w) {
  const n = 9,
    r = w / 2;
  const lines = Array.from({length: n}, (_x, i) => {
    const a = Math.PI * (1 + i / (n - 1));
    return `M${r + r * 0.25 * Math.cos(a)} ${r + r * 0.25 * Math.sin(a)}L${r + r * Math.cos(a)} ${r + r * Math.sin(a)}`;
  }).join('');
  return s('path', {d: lines, class: 'k-hair', 'aria-hidden': 'true'});
}

/** Where somebody was shot: a line of chalk round whoever lay there, one arm up. In a square of 54. */
export const chalk = () =>
  s('path', {
    class: 'chalk',
    'aria-hidden': 'true',
    d: 'M27 7.500A5.800 5.800 0 1 1 26.900 7.500M23.500 19.500C21 20.500 20 22 18 25L9 21.500A2.600 2.600 0 0 0 7 26L17 31.500C17 35 15 38 11 42L8 48A3 3 0 0 0 13 50.500L18 44L25 38.500L33 41L36 49A3 3 0 0 0 41.500 47.500L39 37.500L30 33L32 26L40 27L46 19A2.600 2.600 0 0 0 42 16L37 21.500L30.500 19.500',
  });

const BURST = [
  [0, -35],
  [6, -13],
  [25, -23],
  [15, -5],
  [37, 0],
  [15, 6],
  [25, 24],
  [6, 14],
  [0, 35],
  [-6, 14],
  [-25, 24],
  [-15, 6],
  [-37, 0],
  [-15, -5],
  [-25, -23],
  [-6, -13],
];

/** The burst of a shot or a blow, about a point. @param {number} x @param {number} y @param {number} [scale] */
export const bang = (x, y, scale = 1) =>
  s('path', {
    class: 'bang',
    'aria-hidden': 'true',
    d: `M${BURST.map(([dx, dy]) => `${x + scale * dx} ${y + scale * dy}`).join('L')}z`,
  });

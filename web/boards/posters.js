// posters.js: the pictures on the start page, printed from the same case as the boards. A game that has none of its own
// shows two dice.
import {s} from '../src/dom.js';
import {at, bottle, bullet, bust, p} from './kit.js';

const W = 320,
  H = 220;

/** @param {string} key */
export function poster(key) {
  const [tint, ...parts] = (posters[key] ?? dice)();
  return s(
    'svg',
    {viewBox: `0 0 ${W} ${H}`, class: `poster print tint-${tint}`, 'aria-hidden': 'true'},
    s('rect', {width: W, height: H, class: 'k-paper'}),
    .../** @type {Node[]} */ (parts),
    s('rect', {
      x: 5,
      y: 5,
      width: W - 10,
      height: H - 10,
      fill: 'none',
      stroke: 'var(--card-ink)',
      'stroke-width': 1.5,
    }),
    s('rect', {x: 8.5, y: 8.5, width: W - 17, height: H - 17, class: 'k-hair'}),
  );
}

/** @type {Record<string, () => (string|Node)[]>} */
const posters = {
  chicago_gangsters: () => [
    'red',
    sun(160, 150, 14, 'k-tint'),
    at(14, 62, 0.95, bust({hat: 'derby', face: 'moustache', coat: 'suit'})),
    at(212, 62, 0.95, bust({hat: 'curls', coat: 'gown'})),
    at(88, 40, 1.12, bust({hat: 'fedora', face: 'cigar', coat: 'coat'})),
    at(150, 52, 1.02, bust({hat: 'fedora', face: 'shades', coat: 'suit'})),
    p('M0 168C80 152 240 152 320 168V220H0z', 'k-ink'),
    p('M8 172C84 157 236 157 312 172', 'k-cut'),
    at(146, 126, 1.35, bottle()),
    glass(118, 160),
    glass(190, 160),
    fan(232, 184),
    fan(60, 186),
  ],
  famiglia: () => [
    'green',
    sun(292, 40, 12, 'k-paper-2'),
    p('M0 214V182H64V152H128V122H192V92H256V62H320V214z', 'k-ink'),
    p('M0 182H64V152H128V122H192V92H256V62H320', 'k-cut'),
    at(2, 122, 0.6, bust({hat: 'bare', coat: 'vest'})),
    at(66, 90, 0.62, bust({hat: 'cap', face: 'scar', coat: 'coat'})),
    at(130, 59, 0.63, bust({hat: 'visor', face: 'glasses', coat: 'vest'})),
    at(193, 27, 0.65, bust({hat: 'fedora', face: 'shades', coat: 'coat'})),
    at(256, -6, 0.68, bust({hat: 'fedora', face: 'cigar', coat: 'fur'})),
    lamp(28, 60),
  ],
  gangster: () => [
    'blue',
    ...city(),
    at(24, 22, 1.84, ...gun()),
    at(22, 150, 1.5, bullet()),
    at(48, 158, 1.5, bullet()),
    at(254, 158, 1.5, bullet()),
    at(280, 150, 1.5, bullet()),
  ],
  chicago: () => [
    'yellow',
    s('rect', {width: W, height: H, class: 'k-ink'}),
    s('circle', {cx: 236, cy: 62, r: 34, class: 'k-tint'}),
    ...skyline(),
    ...car(108, 168),
  ],
};

/** @returns {(string|Node)[]} */
function dice() {
  const die = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ turn,
    /** @type {number[][]} */ pips,
  ) =>
    s(
      'g',
      {transform: `translate(${x} ${y}) rotate(${turn})`},
      s('rect', {x: -38, y: -38, width: 76, height: 76, rx: 12, class: 'k-ink'}),
      s('rect', {x: -34, y: -34, width: 68, height: 68, rx: 9, class: 'k-tint'}),
      ...pips.map(([cx, cy]) => s('circle', {cx: 18 * cx, cy: 18 * cy, r: 7, class: 'k-ink'})),
    );
  const five = [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ];
  return [
    'red',
    sun(160, 210, 12, 'k-paper-2'),
    die(112, 122, -14, five),
    die(212, 104, 18, [
      [-1, -1],
      [1, 1],
    ]),
  ];
}

/** Rays from a point. @param {number} x @param {number} y @param {number} n @param {string} kind */
function sun(x, y, n, kind) {
  const d = Array.from({length: n}, (_x, i) => {
    const a = Math.PI + (i * Math.PI) / n,
      b = a + Math.PI / n / 2;
    return `M${x} ${y}L${x + 400 * Math.cos(a)} ${y + 400 * Math.sin(a)}L${x + 400 * Math.cos(b)} ${y + 400 * Math.sin(b)}z`;
  }).join('');
  return s('path', {d, class: kind, opacity: kind === 'k-tint' ? 0.85 : 1});
}

/** @param {number} x @param {number} y */
const glass = (x, y) =>
  at(x, y, 1, p('M0 0H14L11 16H3z', 'k-paper'), p('M1.5 7H12.500L11 16H3z', 'k-tint'), p('M0 0H14L11 16H3z', 'k-line'));

/** Three cards in a fan. @param {number} x @param {number} y */
function fan(x, y) {
  const card = (/** @type {number} */ turn) =>
    s(
      'g',
      {transform: `translate(${x} ${y}) rotate(${turn}) translate(-9 -24)`},
      s('rect', {width: 18, height: 26, rx: 2, class: 'k-paper'}),
      s('rect', {x: 2.5, y: 2.5, width: 13, height: 21, class: 'k-tint'}),
    );
  return s('g', {}, card(-22), card(0), card(22));
}

/** @param {number} x @param {number} y */
const lamp = (x, y) =>
  at(
    x,
    y,
    1,
    p('M-2 0H2V90H-2z', 'k-ink'),
    p('M-9 -20H9L6 0H-6z', 'k-tint'),
    p('M-9 -20H9L6 0H-6zM-11 -22H11M0 -22V-28', 'k-line'),
  );

/** A submachine gun of the twenties with its drum, 148 by 54. */
function gun() {
  const fins = Array.from({length: 9}, (_x, i) => `M${97 + i * 4} 11V20`).join('');
  return [
    p('M0 21L30 13H42V27H33L12 45C8 48 1 47 1 42z', 'k-ink'),
    p('M7 24L28 17.5M8 40L29 24.5', 'k-cut'), // the stock
    p('M40 10H96V25H40z', 'k-ink'),
    p('M62 6H72V10H62z', 'k-ink'),
    p('M44 14H92', 'k-cut'), // the lock and its bolt
    p('M46 25H57L53 47C52 50 43 50 42 47z', 'k-ink'),
    p('M48.5 30L45.5 44', 'k-cut'),
    p('M57 25V31C59 34.5 66 34.5 67 25', 'k-line'),
    p('M61 25L62.5 30', 'k-line'),
    p('M94 11H134V20H94z', 'k-ink'),
    p(fins, 'k-cut'),
    p('M134 9.5H146V21.500H134z', 'k-ink'),
    p('M138 12V19M142 12V19', 'k-cut'),
    p('M128 11L131 5.500V11z', 'k-ink'),
    p('M102 20H112L118 45C118 48.5 108 49 107 45.500z', 'k-ink'),
    p('M107.5 26L111.5 41M110 25L114 40', 'k-cut'), // the hand before it
    s('circle', {cx: 83, cy: 35, r: 18, class: 'k-ink'}),
    s('circle', {cx: 83, cy: 35, r: 14.5, class: 'k-tint'}),
    s('circle', {cx: 83, cy: 35, r: 14.5, class: 'k-cut'}),
    p(
      Array.from({length: 8}, (_x, i) => {
        const a = (i * Math.PI) / 4;
        return `M${83 + 6 * Math.cos(a)} ${35 + 6 * Math.sin(a)}L${83 + 12 * Math.cos(a)} ${35 + 12 * Math.sin(a)}`;
      }).join(''),
      'k-cut',
    ),
    s('circle', {cx: 83, cy: 35, r: 4, class: 'k-ink'}),
  ];
}

/** Six by six, seen from above a corner. */
function city() {
  /** @type {Node[]} */
  const tiles = [];
  const fill = ['k-ink', 'k-tint', 'k-paper', 'k-paper-2'];
  for (let r = 0; r < 6; r++)
    for (let c = 0; c < 6; c++) {
      const x = 160 + (c - r) * 26,
        y = 92 + (c + r) * 11,
        kind = fill[(r * 5 + c * 3 + r * c) % 4];
      tiles.push(
        s('path', {d: `M${x} ${y}l24 10-24 10-24-10z`, class: kind, stroke: 'var(--card-ink)', 'stroke-width': 1}),
      );
    }
  return tiles;
}

function skyline() {
  const towers = [
    [0, 96, 34],
    [30, 70, 30],
    [62, 110, 26],
    [84, 48, 34],
    [122, 84, 28],
    [154, 100, 34],
    [192, 76, 24],
    [268, 58, 34],
    [300, 92, 30],
  ];
  return towers
    .flatMap(([x, top, w], i) => {
      const step =
        i % 3 === 0
          ? `M${x + w / 2 - 3} ${top - 22}h6v10h5v12H${x + w / 2 - 8}v-12h5z`
          : `M${x + w / 2 - 7} ${top - 9}h14v9h-14z`;
      const lit = Array.from(
        {length: 12},
        (_x, k) => `M${x + 5 + (k % 3) * (w / 3.4)} ${top + 8 + Math.floor(k / 3) * 15 + ((k * 7 + i) % 3)}h4v6h-4z`,
      )
        .filter((_x, k) => (k * 5 + i * 3) % 4 !== 0)
        .join('');
      return [
        s('path', {
          d: `M${x} ${top}h${w}V220h${-w}z${step}`,
          class: 'k-paper-2',
          stroke: 'var(--card-ink)',
          'stroke-width': 1,
        }),
        p(lit, i % 2 ? 'k-ink' : 'k-tint'),
      ];
    })
    .concat(p('M0 186H320V220H0z', 'k-ink'), p('M10 203H60M84 203H134M158 203H208M232 203H282', 'k-cut'));
}

/** @param {number} x @param {number} y */
function car(x, y) {
  return [
    at(
      x,
      y,
      1.5,
      p('M0 18C0 12 4 10 12 10L20 0H46L54 10H72C77 10 78 14 78 18V22H0z', 'k-tint'),
      p('M0 18C0 12 4 10 12 10L20 0H46L54 10H72C77 10 78 14 78 18V22H0zM33 0V22', 'k-line'),
      p('M22 3H31V10H17zM35 3H45L50 10H35z', 'k-paper'),
      s('circle', {cx: 15, cy: 22, r: 7, class: 'k-ink'}),
      s('circle', {cx: 63, cy: 22, r: 7, class: 'k-ink'}),
      s('circle', {cx: 15, cy: 22, r: 3, class: 'k-paper'}),
      s('circle', {cx: 63, cy: 22, r: 3, class: 'k-paper'}),
      p('M78 13L120 6V24L78 17z', 'k-paper-2'),
    ),
  ];
}

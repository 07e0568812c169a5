// gangster.js: the table of Gangster: the city with what every row and column would pay, how near everybody is to the goal,
// and beside or below it what can be laid: the own three, two open tiles, two piles, bullets.
// Names of things: "cell:c4", "own:3", "open:1", "pile:2", "gun".
import {h, keep, s, say, set} from '../src/dom.js';
import {countUp, flash, pulse} from '../src/motion.js';
import {play} from '../src/sound.js';
import {_, __, oneOf} from '../src/words.js';
import {at, back, bang, bullet, bust, chalk, edge, word} from './kit.js';
import {letters} from './letters.js';
import {makeStands} from './stands.js';

/** @import {Board, BoardContext, Box, Choice, TableState, Target} from '../src/types.js' */
/** @import {Hat, Face, Coat} from './kit.js' */

/** @typedef {{side: number, goal: number, gangs: Record<string, number[]>}} Data  docs/games/gangster.md, "Box" */
/** @typedef {'R'|'B'|'Y'|'G'} Gang */
/** @typedef {{gang: string, points: number}|null} Pay  what a line would pay as it lies; null: nobody */
/** @typedef {{gang: string, own_supply: string[], bullets: number, points: number, mark: number}} Player */

const LETTERS = /** @type {Gang[]} */ (['R', 'B', 'Y', 'G']);
const COLOURS = {red: 'R', blue: 'B', yellow: 'Y', grey: 'G'};
const CELL = 60,
  LEFT = 16,
  TOP = 24,
  SIDE = 46,
  PLATE = 42;

/** @type {Record<Gang, {tint: string, name(): string, look: {hat: Hat, face: Face, coat: Coat}}>} */
const gangs = {
  R: {tint: 'red', name: () => _('red'), look: {hat: 'fedora', face: 'cigar', coat: 'suit'}},
  B: {tint: 'blue', name: () => _('blue'), look: {hat: 'derby', face: 'moustache', coat: 'coat'}},
  Y: {tint: 'yellow', name: () => _('yellow'), look: {hat: 'straw', face: 'glasses', coat: 'vest'}},
  G: {tint: 'grey', name: () => _('grey'), look: {hat: 'cap', face: 'beard', coat: 'fur'}},
};

/** @param {string} tile "R3" or "xR3" */
const gangOf = tile => /** @type {Gang} */ (tile.at(-2));
/** @param {string} tile */
const power = tile => Number(tile.at(-1));
/** @param {string} tile */
const isDead = tile => tile[0] === 'x';
/** @param {string} gang "red" @returns {Gang} */
const letterOf = gang => /** @type {Gang} */ (COLOURS[/** @type {keyof typeof COLOURS} */ (gang)] ?? 'R');
/** @param {string} text */
const capital = text => text.replace(/^./u, c => c.toLocaleUpperCase());
/** A city of so many rows and columns: the names of its lines and cells. @param {number} side */
function cityOf(side) {
  const columns = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, side),
    rows = columns.map((_x, i) => String(i + 1));
  return {
    side,
    rows,
    columns,
    /** @param {string} name "c4" */
    cellAt: name => (Number(name.slice(1)) - 1) * side + columns.indexOf(name[0]),
    /** @param {number} i from 0, row by row */
    cellName: i => columns[i % side] + rows[Math.floor(i / side)],
  };
}

/** @typedef {ReturnType<typeof cityOf>} City */

/** The power of each gang's living tiles in a line: "4" is a row, "c" a column. @param {City} city @param {(string|null)[]} board
 * @param {string} line */
function powersIn(city, board, line) {
  /** @type {Record<Gang, number>} */
  const sum = {R: 0, B: 0, Y: 0, G: 0};
  board.forEach((tile, i) => {
    if (tile && !isDead(tile) && city.cellName(i).includes(line)) sum[gangOf(tile)] += power(tile);
  });
  return sum;
}

/** Its letter; one more where two letters would also be another colour's, of another game: grau is not gr\u00FCn. @param {Gang} gang */
function mark(gang) {
  const own = letters(LETTERS.map(l => gangs[l].name()))[LETTERS.indexOf(gang)],
    name = gangs[gang].name();
  return own.length > 1 && _('green').toLocaleLowerCase().startsWith(own.toLocaleLowerCase())
    ? own + name.slice(own.length, own.length + 1)
    : own;
}

// -- Tiles ---------------------------------------------------------------------------------------------------

const T = 54;

/** Whoever was shot: asphalt, and a line of chalk where they lay. @param {string} tile */
function drawDead(tile) {
  const g = gangs[gangOf(tile)];
  return s(
    'g',
    {class: `tile print tint-${g.tint} dead`},
    s('rect', {width: T, height: T, rx: 4, class: 'asphalt'}),
    chalk(),
    word(5, 11, mark(gangOf(tile)), {size: 10, kind: 'chalked', anchor: 'start', weight: 700}),
    word(T - 5, 11, String(power(tile)), {size: 10, kind: 'chalked', anchor: 'end', weight: 700}),
  );
}

/** A tile of 54: who, whose, how strong. @param {string} tile */
function drawTile(tile) {
  if (isDead(tile)) return drawDead(tile);
  const g = gangs[gangOf(tile)];
  const n = Math.min(power(tile), 5),
    wide = n * 7 + 2; // bullets on paper: before a dark coat they could not be counted
  const shots = [
    s('rect', {x: T - 3 - wide, y: T - 19.5, width: wide, height: 18, rx: 2, class: 'k-paper'}),
    ...Array.from({length: n}, (_x, i) => at(T - 9 - i * 7, T - 17, 0.42, bullet())),
  ];
  return s(
    'g',
    {class: `tile print tint-${g.tint}`},
    s('rect', {width: T, height: T, rx: 4, class: 'k-paper'}),
    s('rect', {x: 0, y: 0, width: T, height: 13, rx: 4, class: 'k-tint'}),
    at(8, 11, 0.42, bust(g.look)),
    word(5, 10.5, mark(gangOf(tile)), {size: 10, kind: 'k-paper', anchor: 'start', weight: 700}),
    word(T - 5, 10.5, String(power(tile)), {size: 11, kind: 'k-paper', anchor: 'end', weight: 700}),
    ...shots,
    s('rect', {x: 0.6, y: 0.6, width: T - 1.2, height: T - 1.2, rx: 4, class: 'k-line'}),
  );
}

/** @param {string} tile */
const tileCard = tile =>
  s('svg', {viewBox: `-3 -3 ${T + 6} ${T + 6}`, class: 'tile-card'}, drawTile(tile), edge(T, T, 4));

// -- The board ---------------------------------------------------------------------------------------------------

/** @param {Box} box @returns {Board} */
export function makeBoard(box) {
  const data = /** @type {Data} */ (box.data),
    {goal} = data,
    city = cityOf(data.side);
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  /** @type {ReturnType<typeof makeStands>} */
  let placeOf;
  /** @type {{state: TableState, choice: Choice}|null} */
  let last = null;
  /** @type {Target|null} */
  let pointed = null;

  /** @param {TableState} state */
  function drawCells(state) {
    const board = /** @type {(string|null)[]} */ (state.view?.board),
      locked = state.view?.locked;
    board.forEach((tile, i) => {
      const cell = parts.cells[i],
        name = city.cellName(i),
        lock = locked === name && !state.result;
      set(cell, {
        'aria-label': [name, tile ? table.thing(tile) : _('empty'), lock && _('just moved')].filter(Boolean).join(', '),
        class: `cell${lock ? ' locked' : ''}${cellClass(cell)}`,
      });
      const inside = /** @type {SVGGElement} */ (cell.querySelector('.inside')),
        was = inside.getAttribute('data-tile');
      if (was === (tile ?? '')) return;
      inside.setAttribute('data-tile', tile ?? '');
      inside.replaceChildren(...(tile ? [drawTile(tile)] : []));
      set(inside, {'data-move': tile ? `on ${name} ${tile.slice(-2)}` : null, 'data-from': cameFrom(state, name)});
      if (was && tile && isDead(tile) && !isDead(was)) shoot(inside);
    });
  }

  /** @param {SVGGElement} inside of the field where somebody was shot */
  function shoot(inside) {
    const e = bang(27, 27);
    inside.append(e);
    flash(e);
    play('shot');
  }

  /** What the move that is held would change: a ghost of the tile, and what lines would pay then. Which move that is: what is picked, and the
   * field that is pointed at, or picked already. */
  function drawGhost() {
    const held = last && heldMove(last.state, last.choice),
      view = held ? (table.after?.(held) ?? null) : null,
      now = last?.state.view;
    parts.cells.forEach((cell, i) => {
      const ghost = /** @type {SVGGElement} */ (cell.querySelector('.ghost')),
        tile = view && view.board[i] !== now?.board[i] ? (view.board[i] ?? 'gone') : '';
      cell.classList.toggle('leaves', tile === 'gone');
      cell.classList.toggle('held', !!tile && tile !== 'gone');
      if (ghost.getAttribute('data-tile') === tile) return;
      ghost.setAttribute('data-tile', tile);
      ghost.replaceChildren(...(tile && tile !== 'gone' ? [drawTile(tile)] : []));
    });
    if (last) drawLines(last.state, view);
  }

  /** @param {TableState} state @param {Choice} choice @returns {string|null} */
  function heldMove(state, choice) {
    if (state.pending || !state.moves.length) return null;
    const aim = pointed && choice.left.filter(m => targetsOf(m).flat().at(-1) === pointed);
    if (aim?.length === 1 && (choice.picked.length || targetsOf(aim[0]).length === 1)) return aim[0];
    return choice.ready && /^(lay|move|shoot)/.test(choice.ready) ? choice.ready : null;
  }

  /** @param {TableState} state @param {Record<string, any>|null} would the view as a move would leave it: what changes is marked */
  function drawLines(state, would) {
    const scored = new Set(/** @type {string[]} */ ((would ?? state.view)?.scored_lines)),
      before = new Set(/** @type {string[]} */ (state.view?.scored_lines));
    const pays = /** @type {Pay[]} */ (state.view?.line_pays),
      next = /** @type {Pay[]} */ (would?.line_pays ?? pays);
    for (const [i, [line, e]] of [...parts.lines].entries()) {
      const pay = next[i],
        gang = pay && letterOf(pay.gang),
        was = pays[i],
        other = scored.has(line) !== before.has(line) || pay?.gang !== was?.gang || pay?.points !== was?.points;
      const text = pay && gang ? `${mark(gang)}+${pay.points}` : '\u2013';
      const key = `${text} ${scored.has(line)} ${other} ${table.thing(line)}`;
      if (e.getAttribute('data-for') === key) continue;
      const fresh = !would && scored.has(line) && e.hasAttribute('data-for') && !e.classList.contains('done');
      set(e, {
        'data-for': key,
        class: [
          'line',
          pay && `tint-${pay.gang}`,
          scored.has(line) && 'scored',
          other && 'would',
          !would && scored.has(line) && 'done',
        ]
          .filter(Boolean)
          .join(' '),
      });
      e.replaceChildren(
        s('title', {}, lineWords(city, state, line, pay, scored.has(line), table.thing(line))),
        s('rect', {width: PLATE, height: 26, rx: 3, class: 'plate'}),
        word(PLATE / 2, 18, (scored.has(line) ? '\u2713' : '') + text, {
          size: Math.min(scored.has(line) ? 12 : 14, 60 / (text.length + Number(scored.has(line)))),
          kind: pay ? 'k-tint' : 'k-small',
          weight: 700,
        }),
      );
      if (fresh) complete(e, gang ? mark(gang) : '', pay?.points ?? 0);
    }
  }

  /** A line is full: it counts up to what it pays. @param {Element} e @param {string} gang @param {number} points */
  function complete(e, gang, points) {
    const text = e.querySelector('text');
    pulse(/** @type {Element} */ (e.querySelector('.plate')));
    if (text && points) countUp(text, 0, points, n => `\u2713${gang}+${n}`);
    play('score');
  }

  /** Whose gang, how near to the goal, bullets, and the tiles that are left: all of it is open. @param {TableState} state */
  function drawRanking(state) {
    /** @type {Player[]} */ (state.view?.players).forEach((player, seat) => {
      const {stand, about} = placeOf(seat);
      keep(
        about,
        standWords(player),
        (_x, i) => String(i),
        () => h('p'),
        (e, text) => say(e, text),
      );
      if (!stand.firstChild) stand.append(...rankParts(player.gang));
      const [chip, bar, points, shots, tiles] = /** @type {HTMLElement[]} */ ([...stand.children]);
      say(chip, mark(letterOf(player.gang)));
      /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(100 * player.points) / goal}%`;
      drawPoints(points, player.points);
      say(/** @type {Element} */ (shots.lastElementChild), String(player.bullets));
      set(shots, {role: 'img', 'aria-label': __(player.bullets, _('one bullet'), _('{n} bullets'))});
      const left = player.own_supply.map(power).join(' ');
      say(/** @type {Element} */ (tiles.lastElementChild), left.replaceAll(' ', '\u00B7') || '\u2013'); // on a chip a blank is too narrow: twelve
      set(tiles, {role: 'img', 'aria-label': _('own tiles left: {tiles}', {tiles: left || '\u2013'})});
    });
  }

  /** What the signs mean, for whoever presses a name. @param {Player} player */
  const standWords = ({gang, points, bullets, own_supply}) =>
    [
      gangs[letterOf(gang)].name(),
      _('{n} of {need} points to win', {n: points, need: goal}),
      __(bullets, _('one bullet'), _('{n} bullets')),
      _('own tiles left: {tiles}', {tiles: own_supply.map(power).join(', ') || '\u2013'}),
    ].map(capital);

  /** @param {HTMLElement} e @param {number} now */
  function drawPoints(e, now) {
    const was = Number(e.dataset.n ?? now);
    if (e.dataset.n === String(now)) return;
    e.dataset.n = String(now);
    countUp(e, was, now, n => `${n} / ${goal}`);
  }

  /** @param {HTMLElement} heap @param {{key: string, tile: string|null, target: string, about: string, group: string, home: string}[]} items */
  function drawTiles(heap, items) {
    keep(
      heap.lastElementChild ?? heap,
      items,
      x => x.key,
      x =>
        x.tile
          ? tileCard(x.tile)
          : s(
              'svg',
              {viewBox: '-3 -3 60 60', class: 'tile-card'},
              s('rect', {width: T, height: T, rx: 4, class: 'hole'}),
            ),
      (e, x) =>
        set(e, {
          'data-target': x.tile && x.target ? x.target : null,
          'data-move': `${x.group} ${x.key}`,
          'data-home': x.home,
          'data-from': x.group === 'drawn' ? 'pile' : null,
          'aria-label': x.about,
          role: x.target && x.tile ? null : 'img',
        }),
    );
  }

  /** Everybody's own tiles: the reader's first, to be laid; those of the others, by name, smaller. @param {{player: Player, seat: number}[]} owners @param {number|null} you */
  function drawOwners(owners, you) {
    keep(
      parts.supply.own,
      owners,
      x => `${x.seat} ${you}`,
      () => heap(''),
      (e, {player, seat}) => {
        const name = table.name(seat),
          about = (/** @type {string} */ tile) =>
            seat === you ? _('{tile}, in your supply', {tile}) : _('{tile}, in the supply of {name}', {tile, name});
        e.classList.toggle('others', seat !== you); // whoever looks back owns none, and the city has the room
        say(e.firstElementChild, seat === you ? _('Yours') : name);
        drawTiles(
          e,
          player.own_supply.map((t, i) => ({
            key: `own ${t} ${i}`,
            tile: t,
            target: seat === you ? `own:${power(t)}` : '',
            about: about(table.thing(t)),
            group: `own${seat}`,
            home: `own ${seat} ${power(t)}`,
          })),
        );
      },
    );
  }

  /** @param {TableState} state */
  function drawSupply(state) {
    const {you} = state,
      players = /** @type {Player[]} */ (state.view?.players),
      me = players[you ?? 0];
    parts.shelf.classList.toggle('playing', you !== null);
    const owners = players.map((player, seat) => ({player, seat}));
    drawOwners(
      owners.sort((a, b) => Number(b.seat === you) - Number(a.seat === you)),
      you,
    );
    const items = [
      ...(state.view?.open_supply ?? []).map((/** @type {string|null} */ t, /** @type {number} */ i) => ({
        key: `open ${i} ${t}`,
        tile: t,
        target: `open:${i + 1}`,
        about: t
          ? _('{tile}, open tile {n}', {tile: table.thing(t), n: i + 1})
          : _('open place {n}, empty', {n: i + 1}),
        group: 'open',
        home: `open ${i + 1}`,
      })),
      ...(state.view?.drawn_tile
        ? [
            {
              key: `drawn ${state.view.drawn_tile}`,
              tile: state.view.drawn_tile,
              target: '',
              about: _('{tile}, drawn: lay it', {tile: table.thing(state.view.drawn_tile)}),
              group: 'drawn',
              home: 'drawn',
            },
          ]
        : []),
    ];
    for (const group of /** @type {const} */ (['open', 'drawn'])) {
      const mine = items.filter(x => x.group === group);
      parts.supply[group].hidden = !mine.length;
      drawTiles(parts.supply[group], mine);
    }
    [1, 2].forEach(n => {
      const left = state.view?.piles[n - 1] ?? 0,
        pile = parts.piles[n - 1];
      set(pile, {
        'aria-label': __(left, _('pile {pile}, one tile'), _('pile {pile}, {n} tiles'), {pile: n}),
        class: `tile-card print tint-green${left ? '' : ' none'}${cellClass(pile)}`,
      });
      say(/** @type {Element} */ (pile.querySelector('text')), String(left));
    });
    parts.supply.gun.hidden = state.you === null;
    set(parts.gun, {'aria-label': __(me.bullets, _('shoot: one bullet'), _('shoot: {n} bullets'))});
    say(/** @type {Element} */ (parts.gun.querySelector('text')), `\u00D7${me.bullets}`);
  }

  /** What the pointer or the focus is on: its target. @param {Event} e */
  function point(e) {
    const at = e.type === 'pointerleave' ? null : /** @type {Element} */ (e.target).closest('[data-target^="cell:"]'),
      target = at?.getAttribute('data-target') ?? null;
    if (target === pointed) return;
    pointed = target;
    drawGhost();
  }

  return {
    line: seat => ({B: 0, R: 1, Y: 3, G: 5})[String(box.options.colours)[seat].toUpperCase()] ?? seat,
    mount(root, context) {
      table = context;
      parts = lay(root, city);
      placeOf = makeStands(root, context);
      for (const kind of ['pointerover', 'pointerleave', 'focusin']) parts.map.addEventListener(kind, point);
    },
    render(state, choice) {
      last = {state, choice};
      drawCells(state);
      drawRanking(state);
      drawSupply(state);
      drawGhost();
    },
    targets: targetsOf,
    group: move => actionOf(move)?.name() ?? '',
    objection: (target, state, picked) => objection(city, target, state, picked),
    attempt(target, state, picked = []) {
      const [zone, name] = target.split(':'),
        [held, which] = picked[0]?.split(':') ?? [];
      if (zone === 'own') return `lay_own ${name} a1`;
      if (zone === 'open') return `lay_open ${name} a1`;
      if (zone === 'pile') return `draw ${name}`;
      if (zone === 'gun') return `shoot ${somebody(city, state)}`;
      if (zone !== 'cell') return null;
      if (state.view?.phase === 'place_drawn') return `lay_drawn ${name}`;
      if (held === 'own' || held === 'open') return `lay_${held} ${which} ${name}`;
      if (held === 'gun') return `shoot ${name}`;
      return held === 'cell' ? `move ${which}-${name}` : `move ${name}-${fieldBeside(city, state, name)}`;
    },
    status: (state, choice) => status(city, state, choice, table),
    tour: tourSteps(data),
    reference: () => reference(data),
  };
}

/** What has to be tapped for a move, in this order. @param {string} move */
function targetsOf(move) {
  const [verb, a, b] = move.split(' ');
  switch (verb) {
    case 'lay_own':
      return [`own:${a}`, `cell:${b}`];
    case 'lay_open':
      return [`open:${a}`, `cell:${b}`];
    case 'draw':
      return [`pile:${a}`];
    case 'lay_drawn':
      return [`cell:${a}`];
    case 'move':
      return a.split('-').map(c => `cell:${c}`);
    case 'shoot':
      return ['gun', `cell:${a}`];
    default:
      return [];
  }
}

/** From where the tile came that lies there now: the name of a place (data-home). @param {TableState} state @param {string} cell */
function cameFrom(state, cell) {
  const event = state.events.findLast(e => e.kind === 'move' && e.seat !== 'chance' && !e.text.startsWith('draw'));
  const [verb, a, b] = event?.text.split(';')[0].split(' ') ?? [];
  if (verb === 'lay_own' && b === cell) return `own ${event?.seat} ${a}`;
  if (verb === 'lay_open' && b === cell) return `open ${a}`;
  if (verb === 'lay_drawn' && a === cell) return 'drawn';
  return verb === 'move' && a.endsWith(`-${cell}`) ? `cell ${a.split('-')[0]}` : null;
}

/** The page's own marks on a thing survive a new class. @param {Element} e */
const cellClass = e =>
  ['open', 'picked', 'hinted', 'pointed']
    .filter(c => e.classList.contains(c))
    .map(c => ` ${c}`)
    .join('');

/** @param {City} city @param {TableState} state @param {string} line @param {Pay} pay @param {boolean} scored @param {string} name */
function lineWords(city, state, line, pay, scored, name) {
  const sum = powersIn(city, state.view?.board, line),
    sums = LETTERS.filter(l => sum[l])
      .map(l => `${gangs[l].name()} ${sum[l]}`)
      .join(', ');
  const worth = pay
    ? _('{gang} earns {n}', {gang: gangs[letterOf(pay.gang)].name(), n: pay.points})
    : _('nobody earns anything');
  return [name, sums, worth, scored && _('scored')].filter(Boolean).join('; ');
}

/** How one player stands. @param {string} gang */
function rankParts(gang) {
  const shot = s('svg', {viewBox: '-2 -2 16 38', class: 'sign print'}, bullet()),
    tile = s(
      'svg',
      {viewBox: '0 0 14 14', class: 'sign tile-sign'},
      s('rect', {x: 1, y: 1, width: 12, height: 12, rx: 2}),
    );
  return [
    h('span', {class: `chip print tint-${gang}`, title: gangs[letterOf(gang)].name()}),
    h('span', {class: `bar-of print tint-${gang}`}, h('span', {class: 'fill'})),
    h('b', {class: 'points'}),
    h('span', {class: 'shots'}, shot, h('b')),
    h('span', {class: 'left-tiles'}, tile, h('b')),
  ];
}

/** Blocks as a map shows them, in a square of 54: houses around a yard, a corner house, two rows, a park, a works with its shed roofs. */
const PLANS = [
  'M6 6H48V48H6zM18 18V36H36V18zM6 6L18 18M48 6L36 18M48 48L36 36M6 48L18 36',
  'M6 6H48V21H22V48H6zM6 6L22 21M37 34m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M31 34H43M37 28V40',
  'M6 6H24V48H6zM15 6V48M6 20H24M6 34H24M32 6H48V26H32zM40 6V26M32 34H48V48H32zM40 34V48',
  'M6 22C18 16 34 32 48 24V28C34 36 18 20 6 26zM13 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M31 11a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M9 38a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M28 41a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M41 39a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M6 14H48V48H6zM6 25H48M6 36H48M6 25L48 14M6 36L48 25M6 48L48 36M11 9a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0',
  'M6 6H48V22H6zM6 14H48M20 6V22M34 6V22M6 32H48V48H6zM6 40H48M20 32V48M34 32V48',
];

/** What lies between the blocks, with its lanes. @param {number} side */
function streets(side) {
  const long = side * CELL,
    lanes = Array.from({length: side - 1}, (_x, i) => (i + 1) * CELL).map(
      n => `M${n} 3V${long - 3}M3 ${n}H${long - 3}`,
    );
  return s(
    'g',
    {transform: `translate(${LEFT} ${TOP})`, 'aria-hidden': 'true'},
    s('rect', {x: -2, y: -2, width: long + 4, height: long + 4, rx: 5, class: 'streets'}),
    s('path', {d: lanes.join(''), class: 'lanes'}),
  );
}

/** Tiles with a title. @param {string} title @param {Element[]} inside */
const heap = (title, ...inside) =>
  h('div', {class: 'heap'}, h('h2', {class: 'small'}, title), h('div', {class: 'tiles'}, ...inside));

/** @param {HTMLElement} root @param {City} city */
function lay(root, {side, rows, columns, cellName}) {
  const w = LEFT + side * CELL + SIDE,
    hgt = TOP + side * CELL + 34;
  const cells = Array.from({length: side * side}, (_x, i) =>
    s(
      'g',
      {
        'data-target': `cell:${cellName(i)}`,
        class: 'cell',
        transform: `translate(${LEFT + (i % side) * CELL} ${TOP + Math.floor(i / side) * CELL})`,
      },
      s('rect', {x: 3, y: 3, width: T, height: T, rx: 2, class: 'ground', 'data-home': `cell ${cellName(i)}`}),
      s('path', {d: PLANS[(i * 5 + Math.floor(i / side)) % PLANS.length], transform: 'translate(3 3)', class: 'plan'}),
      s('g', {transform: 'translate(3 3)'}, s('g', {class: 'inside'}), s('g', {class: 'ghost', 'aria-hidden': 'true'})),
      s('rect', {class: 'edge', x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 4}),
    ),
  );
  /** @type {[string, SVGGElement][]} */
  const lines = rows.map((l, i) => [
    l,
    s('g', {transform: `translate(${LEFT + side * CELL + 3} ${TOP + i * CELL + 17})`}),
  ]);
  for (const [i, l] of columns.entries())
    lines.push([l, s('g', {transform: `translate(${LEFT + i * CELL + (CELL - PLATE) / 2} ${TOP + side * CELL + 5})`})]);
  const names = columns
    .map((c, i) => word(LEFT + i * CELL + CELL / 2, 17, c, {size: 14, kind: 'place'}))
    .concat(rows.map((c, i) => word(7, TOP + i * CELL + 35, c, {size: 14, kind: 'place'})));
  const map = s(
    'svg',
    {viewBox: `0 0 ${w} ${hgt}`, class: 'city', role: 'group', 'aria-label': _('The city')},
    ...names,
    streets(side),
    ...cells,
    ...lines.map(l => l[1]),
  );
  const piles = [1, 2].map(n =>
    s(
      'svg',
      {viewBox: '-3 -3 60 60', 'data-target': `pile:${n}`, 'data-home': 'pile', class: 'tile-card print tint-green'},
      back(T, T),
      s('circle', {cx: T / 2, cy: T / 2, r: 13, class: 'k-paper'}),
      word(T / 2, T / 2 + 6, '', {size: 17, weight: 700}),
      edge(T, T, 4),
    ),
  );
  const gun = s(
    'svg',
    {viewBox: '-3 -3 60 60', 'data-target': 'gun', class: 'tile-card print tint-red'},
    s('rect', {width: T, height: T, rx: 4, class: 'k-paper-2'}),
    at(10, 7, 1.15, bullet()),
    word(38, 34, '', {size: 17, weight: 700}),
    edge(T, T, 4),
  );
  const supply = {
    own: h('div', {class: 'owners'}),
    open: heap(_('Open')),
    piles: heap(_('Piles'), ...piles),
    gun: heap(_('Bullets'), gun),
    drawn: heap(_('Drawn')),
  }; // what comes and goes stands last
  const shelf = h('section', {class: 'supply', 'aria-label': _('What can be laid')}, ...Object.values(supply));
  root.classList.add('gangster');
  root.replaceChildren(h('div', {class: 'field-and-supply'}, map, shelf));
  return {map, cells, lines: new Map(lines), shelf, supply, piles, gun};
}

// -- Words -------------------------------------------------------------------------------------------------------

/** What a turn may be used for: the name of its button, a verb that stands in sentences too, and what to tap for it. */
const actions = {
  lay: {name: () => _('Lay'), ask: () => _('Which tile do you lay? Tap one of yours or an open one.')},
  draw: {name: () => _('Draw'), ask: () => _('From which pile do you draw? Tap it.')},
  move: {name: () => _('Move'), ask: () => _('Whom do you move? Tap a gangster in the city.')},
  shoot: {name: () => _('Shoot'), ask: () => _('Tap your bullets, then whom you shoot.')},
};

/** @param {string} move */
const actionOf = move =>
  move.startsWith('lay_drawn') ? undefined : actions[/** @type {keyof typeof actions} */ (move.split(/[ _]/)[0])];

/** Nothing is touched yet. @param {TableState} state @param {string|null|undefined} group the kind of moves that was asked for */
function whatToDo(state, group) {
  const all = [...new Set(state.moves.map(actionOf))].filter(a => a !== undefined);
  const asked = all.length > 1 ? all.find(a => a.name() === group) : all[0];
  return asked ? asked.ask() : _('Your turn: {actions}.', {actions: oneOf(all.map(a => a.name().toLocaleLowerCase()))});
}

/** @param {City} city @param {TableState} state @param {Choice|undefined} choice @param {BoardContext} table */
function status(city, state, choice, table) {
  const named = table.thing;
  if (state.view?.phase === 'place_drawn')
    return _('Lay {tile} on an empty field.', {tile: named(state.view.drawn_tile)});
  if (state.view?.phase === 'choose_order') return _('Two lines are full: which is scored first?');
  const [first, then] = choice?.picked ?? [],
    [zone, name] = first?.split(':') ?? [];
  if (choice?.ready && then) return _('{move}: tap the field again.', {move: table.label(choice.ready)});
  switch (zone) {
    case 'own':
      return _('Lay {tile} on an empty field.', {
        tile: named(letterOf(state.view?.players[state.you ?? 0].gang) + name),
      });
    case 'open':
      return _('Lay {tile} on an empty field.', {tile: named(state.view?.open_supply[Number(name) - 1] ?? 'R1')});
    case 'pile':
      return _('Tap the pile again to draw from it.');
    case 'cell':
      return _('Move {tile} to an empty field beside it.', {tile: named(state.view?.board[city.cellAt(name)] ?? 'R1')});
    case 'gun':
      return _('Whom do you shoot? Tap a gangster who stands beside one of yours.');
    default:
      return whatToDo(state, choice?.group);
  }
}

/** Where a gangster would move: to an empty field, as long as there is one beside. @param {City} city @param {TableState} state @param {string} cell */
function fieldBeside({side, cellAt, cellName}, state, cell) {
  const i = cellAt(cell),
    c = i % side,
    r = Math.floor(i / side);
  const near = [
    [c - 1, r],
    [c + 1, r],
    [c, r - 1],
    [c, r + 1],
  ]
    .filter(([x, y]) => x >= 0 && y >= 0 && x < side && y < side)
    .map(([x, y]) => cellName(y * side + x));
  return near.find(name => !state.view?.board[cellAt(name)]) ?? near[0];
}

/** Who would be shot: somebody living of another gang, as long as there is one. @param {City} city @param {TableState} state */
function somebody({cellName}, state) {
  const board = /** @type {(string|null)[]} */ (state.view?.board ?? []),
    own = letterOf(state.view?.players[state.you ?? 0].gang),
    other = board.findIndex(tile => tile && !isDead(tile) && gangOf(tile) !== own);
  return cellName(Math.max(0, other >= 0 ? other : board.findIndex(tile => !!tile)));
}

/** What has to be tapped first. Why something cannot be done, the engine says. @param {City} city @param {Target} target @param {TableState} state
 * @param {Target[]} picked */
function objection({cellAt}, target, state, picked) {
  const phase = state.view?.phase,
    [zone, name] = target.split(':');
  if (!state.moves.length) return null;
  if (phase === 'choose_order') return _('First choose which line is scored first.');
  if (phase === 'place_drawn') return zone === 'cell' ? null : _('First lay the tile that you have drawn.');
  if (zone === 'cell' && picked[0]?.startsWith('pile')) return _('First draw: tap the pile again.');
  const empty = zone === 'cell' && !state.view?.board[cellAt(name)];
  return empty && !picked.length ? _('First choose a tile, then the field.') : null;
}

/** @param {Data} data */
function tourSteps({side, goal}) {
  return [
    {
      about: _('The city'),
      text: _('Four gangs fight for {n} rows and {n} columns. A full line is scored at once and only once.', {n: side}),
      at: '.gangster .city',
    },
    {
      about: _('What a line pays'),
      text: _(
        'Beside every line stands who would earn how much: the strongest gang gets what it is ahead of the second. Gangs that tie for first cancel each other out.',
      ),
      at: '.gangster .line',
    },
    {
      about: _('One action a turn'),
      text: _('Lay a gangster, move one by a field, or shoot. You may lay and move gangsters of every colour.'),
      at: '.do',
    },
    {
      about: _('What you can lay'),
      text: _(
        'Your own three, the two open tiles, or a blind one from a pile. Tap a tile, then a field; tap the field again to do it.',
      ),
      at: '.gangster .supply',
    },
    {
      about: _('Bullets'),
      text: _(
        'Tap the bullet, then a gangster who stands beside one of yours. The dead stay where they lie and count nothing.',
      ),
      at: '.gangster .heap:has([data-target=gun])',
    },
    {
      about: _('Who leads'),
      text: _('{n} points win at once. Otherwise the most points win when the city is full.', {n: goal}),
      at: '.standings',
    },
  ];
}

/** A line of powers for all gangs that are equally strong. @param {Record<string, number[]>} powers by gang */
function powerLines(powers) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const [gang, list] of Object.entries(powers)) {
    const row = list.join(' ');
    alike.set(row, [...(alike.get(row) ?? []), gangs[letterOf(gang)].name()]);
  }
  return [...alike].map(([row, names]) => capital(`${names.join(', ')}: ${row}`));
}

/** @param {Data} data */
function reference({side, gangs: powers}) {
  return [
    {
      title: _('A turn'),
      lines: [
        _('Lay an own, an open or a drawn tile on any empty field;'),
        _('or move any living gangster one field, not the one just laid or moved, none out of a full line;'),
        _('or shoot a gangster beside one of yours: a bullet less.'),
      ],
    },
    {
      title: _('Scoring'),
      lines: [
        _('A full line ({n} tiles): the strongest gang earns its power less that of the second.', {n: side}),
        _('The dead count nothing, but fill the line.'),
      ],
    },
    {title: _('How strong the gangs are'), lines: powerLines(powers)},
  ];
}

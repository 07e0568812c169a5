// gangster.js: the table of Gangster: the city of six by six with what every row and column would pay, the ranking
// up to 17, and below what can be laid: the own three, two open tiles, two piles, bullets.
// Names of things: "cell:c4", "own:3", "open:1", "pile:2", "gun".
import {h, keep, s, say, set} from '../src/dom.js';
import {_, __, oneOf} from '../src/words.js';
import {at, back, bullet, bust, edge, word} from './kit.js';
import {letters} from './letters.js';
import {toldIn} from './told.js';

/** @import {Board, BoardContext, Choice, GameEvent, TableState, Target} from '../src/types.js' */
/** @import {Hat, Face, Coat} from './kit.js' */
/** @import {Told} from './told.js' */

/** @typedef {'R'|'B'|'Y'|'G'} Gang */
/** @typedef {{gang: string, points: number}|null} Pay  what a line would pay as it lies; null: nobody */
/** @typedef {{gang: string, own_supply: string[], bullets: number, points: number, mark: number}} Player */

const N = 6, GOAL = 17;
const LETTERS = /** @type {Gang[]} */ (['R', 'B', 'Y', 'G']);
const COLOURS = {red: 'R', blue: 'B', yellow: 'Y', grey: 'G'};
const CELL = 60, LEFT = 16, TOP = 24, SIDE = 46, PLATE = 42;

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
/** @param {string} name "c4" */
const cellAt = name => (Number(name[1]) - 1) * N + 'abcdef'.indexOf(name[0]);
/** @param {number} i from 0, row by row */
const cellName = i => 'abcdef'[i % N] + String(Math.floor(i / N) + 1);

/** The power of each gang's living tiles in a line: "4" is a row, "c" a column. @param {(string|null)[]} board @param {string} line */
function powersIn(board, line) {
  /** @type {Record<Gang, number>} */
  const sum = {R: 0, B: 0, Y: 0, G: 0};
  board.forEach((tile, i) => {
    if (tile && !isDead(tile) && cellName(i).includes(line)) sum[gangOf(tile)] += power(tile);
  });
  return sum;
}

/** @param {Gang} gang */
const mark = gang => letters(LETTERS.map(l => gangs[l].name()))[LETTERS.indexOf(gang)];

/** A tile in words: "red 3", "dead red 3". @param {string} tile */
function named(tile) {
  const words = `${gangs[gangOf(tile)].name()} ${power(tile)}`;
  return isDead(tile) ? _('dead {tile}', {tile: words}) : words;
}

// -- Tiles ---------------------------------------------------------------------------------------------------

const T = 54;

/** A tile of 54: who, whose, how strong. @param {string} tile */
function drawTile(tile) {
  const g = gangs[gangOf(tile)];
  const n = Math.min(power(tile), 5), wide = n * 7 + 2; // bullets on paper: before a dark coat they could not be counted
  const shots = [s('rect', {x: T - 3 - wide, y: T - 19.5, width: wide, height: 18, rx: 2, class: 'k-paper'}), ...Array.from({length: n}, (_x, i) => at(T - 9 - i * 7, T - 17, .42, bullet()))];
  return s('g', {class: `tile print tint-${g.tint}${isDead(tile) ? ' dead' : ''}`},
           s('rect', {width: T, height: T, rx: 4, class: 'k-paper'}), s('rect', {x: 0, y: 0, width: T, height: 13, rx: 4, class: 'k-tint'}),
           at(8, 11, .42, bust(g.look)), word(5, 10.5, mark(gangOf(tile)), {size: 10, kind: 'k-paper', anchor: 'start', weight: 700}),
           word(T - 5, 10.5, String(power(tile)), {size: 11, kind: 'k-paper', anchor: 'end', weight: 700}), ...shots,
           s('rect', {x: .6, y: .6, width: T - 1.2, height: T - 1.2, rx: 4, class: 'k-line'}),
           ...(isDead(tile) ? [s('path', {d: `M6 18L${T - 6} ${T - 6}M${T - 6} 18L6 ${T - 6}`, class: 'cross'})] : []));
}

/** @param {string} tile */
const tileCard = tile => s('svg', {viewBox: `-3 -3 ${T + 6} ${T + 6}`, class: 'tile-card'}, drawTile(tile), edge(T, T, 4));

// -- The board ---------------------------------------------------------------------------------------------------

/** @returns {Board} */
export function makeBoard() {
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;

  /** @param {TableState} state */
  function drawCells(state) {
    const board = /** @type {(string|null)[]} */ (state.view?.board), locked = state.view?.locked;
    board.forEach((tile, i) => {
      const cell = parts.cells[i], name = cellName(i), lock = locked === name && !state.result;
      set(cell, {'aria-label': [name, tile ? named(tile) : _('empty'), lock && _('just moved')].filter(Boolean).join(', '), class: `cell${lock ? ' locked' : ''}${cellClass(cell)}`});
      const inside = /** @type {SVGGElement} */ (cell.querySelector('.inside'));
      if (inside.getAttribute('data-tile') === (tile ?? '')) return;
      inside.setAttribute('data-tile', tile ?? '');
      inside.replaceChildren(...(tile ? [drawTile(tile)] : []));
    });
  }

  /** @param {TableState} state */
  function drawLines(state) {
    const scored = new Set(/** @type {string[]} */ (state.view?.scored_lines));
    const pays = /** @type {Pay[]} */ (state.view?.line_pays);
    for (const [i, [line, e]] of [...parts.lines].entries()) {
      const pay = pays[i], gang = pay && letterOf(pay.gang);
      const text = pay && gang ? `${mark(gang)}+${pay.points}` : '\u2013';
      const key = `${text} ${scored.has(line)}`;
      if (e.getAttribute('data-for') === key) continue;
      set(e, {'data-for': key, class: `line ${pay ? 'tint-' + pay.gang : ''} ${scored.has(line) ? 'scored' : ''}`});
      e.replaceChildren(s('title', {}, lineWords(state, line, pay, scored.has(line))), s('rect', {width: PLATE, height: 26, rx: 3, class: 'plate'}), word(PLATE / 2, 18, (scored.has(line) ? '\u2713' : '') + text, {size: Math.min(scored.has(line) ? 12 : 14, 46 / (text.length + Number(scored.has(line)))), kind: pay ? 'k-tint' : 'k-small', weight: 700}));
    }
  }

  /** @param {TableState} state */
  function drawRanking(state) {
    const players = /** @type {Player[]} */ (state.view?.players);
    keep(parts.ranks, players.map((player, seat) => ({player, seat})), x => String(x.seat),
         x => h('li', {class: `print tint-${x.player.gang}`}, h('span', {class: 'who'}, h('span', {class: 'chip', title: gangs[letterOf(x.player.gang)].name()}), h('span')), h('span', {class: 'bar-of'}, h('span', {class: 'fill'})), h('span', {class: 'points'}), h('span', {class: 'shots small'})),
         (e, {player, seat}) => {
           const [who, bar, points, shots] = e.children;
           say(who.children[0], mark(letterOf(player.gang)));
           say(who.children[1], table.who(seat));
           bar.firstElementChild.style.width = `${(100 * player.points) / GOAL}%`;
           say(points, `${player.points} / ${GOAL}`);
           say(shots, __(player.bullets, _('one bullet'), _('{n} bullets')));
         });
  }

  /** @param {HTMLElement} heap @param {{key: string, tile: string|null, target: string, about: string, group: string}[]} items */
  function drawTiles(heap, items) {
    keep(heap.lastElementChild ?? heap, items, x => x.key, x => (x.tile ? tileCard(x.tile) : s('svg', {viewBox: '-3 -3 60 60', class: 'tile-card'}, s('rect', {width: T, height: T, rx: 4, class: 'hole'}))),
         (e, x) => set(e, {'data-target': x.tile && x.target ? x.target : null, 'data-move': `${x.group} ${x.key}`, 'aria-label': x.about, role: x.target && x.tile ? null : 'img'}));
  }

  /** The reader's own tiles; for who only looks on those of everybody, by name. @param {{player: Player, seat: number}[]} owners @param {number|null} you */
  function drawOwners(owners, you) {
    keep(parts.supply.own, owners, x => `${x.seat} ${you}`, () => heap(''), (e, {player, seat}) => {
      const name = table.name(seat), about = (/** @type {string} */ tile) => (seat === you ? _('{tile}, in your supply', {tile}) : _('{tile}, in the supply of {name}', {tile, name}));
      say(e.firstElementChild, seat === you ? _('Yours') : name);
      drawTiles(e, player.own_supply.map((t, i) => ({key: `own ${t} ${i}`, tile: t, target: seat === you ? `own:${power(t)}` : '', about: about(named(t)), group: `own${seat}`})));
    });
  }

  /** @param {TableState} state */
  function drawSupply(state) {
    const {you} = state, players = /** @type {Player[]} */ (state.view?.players), me = players[you ?? 0];
    drawOwners(players.map((player, seat) => ({player, seat})).filter(x => you === null || x.seat === you), you);
    const items = [
      ...(state.view?.open_supply ?? []).map((/** @type {string|null} */ t, /** @type {number} */ i) => ({key: `open ${i} ${t}`, tile: t, target: `open:${i + 1}`, about: t ? _('{tile}, open tile {n}', {tile: named(t), n: i + 1}) : _('open place {n}, empty', {n: i + 1}), group: 'open'})),
      ...(state.view?.drawn_tile ? [{key: `drawn ${state.view.drawn_tile}`, tile: state.view.drawn_tile, target: '', about: _('{tile}, drawn: lay it', {tile: named(state.view.drawn_tile)}), group: 'drawn'}] : []),
    ];
    for (const group of /** @type {const} */ (['open', 'drawn'])) {
      const mine = items.filter(x => x.group === group);
      parts.supply[group].hidden = !mine.length;
      drawTiles(parts.supply[group], mine);
    }
    [1, 2].forEach(n => {
      const left = state.view?.piles[n - 1] ?? 0, pile = parts.piles[n - 1];
      set(pile, {'aria-label': __(left, _('pile {pile}, one tile'), _('pile {pile}, {n} tiles'), {pile: n}), class: `tile-card print tint-green${left ? '' : ' none'}${cellClass(pile)}`});
      say(/** @type {Element} */ (pile.querySelector('text')), String(left));
    });
    parts.supply.gun.hidden = state.you === null;
    set(parts.gun, {'aria-label': __(me.bullets, _('shoot: one bullet'), _('shoot: {n} bullets'))});
    say(/** @type {Element} */ (parts.gun.querySelector('text')), `\u00D7${me.bullets}`);
  }

  return {
    mount(root, context) {
      table = context;
      parts = lay(root);
    },
    render(state) {
      drawCells(state);
      drawLines(state);
      drawRanking(state);
      drawSupply(state);
    },
    targets(move) {
      const [verb, a, b] = move.split(' ');
      switch (verb) {
        case 'lay_own': return [`own:${a}`, `cell:${b}`];
        case 'lay_open': return [`open:${a}`, `cell:${b}`];
        case 'draw': return [`pile:${a}`];
        case 'lay_drawn': return [`cell:${a}`];
        case 'move': return a.split('-').map(c => `cell:${c}`);
        case 'shoot': return ['gun', `cell:${a}`];
        default: return [];
      }
    },
    label: moveLabel,
    group: move => actionOf(move)?.name() ?? '',
    objection,
    attempt(target, state, picked = []) {
      const [zone, name] = target.split(':'), [held, which] = picked[0]?.split(':') ?? [];
      if (zone === 'own') return `lay_own ${name} a1`;
      if (zone === 'open') return `lay_open ${name} a1`;
      if (zone === 'pile') return `draw ${name}`;
      if (zone !== 'cell') return null;
      if (state.view?.phase === 'place_drawn') return `lay_drawn ${name}`;
      if (held === 'own' || held === 'open') return `lay_${held} ${which} ${name}`;
      if (held === 'gun') return `shoot ${name}`;
      return held === 'cell' ? `move ${which}-${name}` : `move ${name}-${emptyBeside(state, name) ?? name}`;
    },
    sentence: event => told(event, table),
    status,
    tour: tourSteps(),
    reference,
  };
}

/** The page's own marks on a thing survive a new class. @param {Element} e */
const cellClass = e => ['open', 'picked', 'hinted', 'pointed'].filter(c => e.classList.contains(c)).map(c => ` ${c}`).join('');

/** @param {TableState} state @param {string} line @param {Pay} pay @param {boolean} scored */
function lineWords(state, line, pay, scored) {
  const sum = powersIn(state.view?.board, line), sums = LETTERS.filter(l => sum[l]).map(l => `${gangs[l].name()} ${sum[l]}`).join(', ');
  const worth = pay ? _('{gang} earns {n}', {gang: gangs[letterOf(pay.gang)].name(), n: pay.points}) : _('nobody earns anything');
  return [lineName(line), sums, worth, scored && _('scored')].filter(Boolean).join('; ');
}

/** Tiles with a title. @param {string} title @param {Element[]} inside */
const heap = (title, ...inside) => h('div', {class: 'heap'}, h('h2', {class: 'small'}, title), h('div', {class: 'tiles'}, ...inside));

/** @param {HTMLElement} root */
function lay(root) {
  const w = LEFT + N * CELL + SIDE, hgt = TOP + N * CELL + 34;
  const cells = Array.from({length: N * N}, (_x, i) => s('g', {'data-target': `cell:${cellName(i)}`, class: 'cell', transform: `translate(${LEFT + (i % N) * CELL} ${TOP + Math.floor(i / N) * CELL})`},
    s('rect', {x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 3, class: 'ground'}), s('g', {class: 'inside', transform: 'translate(3 3)'}), s('rect', {class: 'edge', x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 4})));
  /** @type {[string, SVGGElement][]} */
  const lines = [...'123456'].map((l, i) => [l, s('g', {transform: `translate(${LEFT + N * CELL + 3} ${TOP + i * CELL + 17})`})]);
  for (const [i, l] of [...'abcdef'].entries()) lines.push([l, s('g', {transform: `translate(${LEFT + i * CELL + (CELL - PLATE) / 2} ${TOP + N * CELL + 5})`})]);
  const names = [...'abcdef'].map((c, i) => word(LEFT + i * CELL + CELL / 2, 17, c, {size: 14, kind: 'place'})).concat([...'123456'].map((c, i) => word(7, TOP + i * CELL + 35, c, {size: 14, kind: 'place'})));
  const map = s('svg', {viewBox: `0 0 ${w} ${hgt}`, class: 'city', role: 'group', 'aria-label': _('The city')}, ...names, ...cells, ...lines.map(l => l[1]));
  const ranks = h('ol', {class: 'ranks', 'aria-label': _('Ranking')});
  const piles = [1, 2].map(n => s('svg', {viewBox: '-3 -3 60 60', 'data-target': `pile:${n}`, class: 'tile-card print tint-green'}, back(T, T), s('circle', {cx: T / 2, cy: T / 2, r: 13, class: 'k-paper'}), word(T / 2, T / 2 + 6, '', {size: 17, weight: 700}), edge(T, T, 4)));
  const gun = s('svg', {viewBox: '-3 -3 60 60', 'data-target': 'gun', class: 'tile-card print tint-red'}, s('rect', {width: T, height: T, rx: 4, class: 'k-paper-2'}), at(10, 7, 1.15, bullet()), word(38, 34, '', {size: 17, weight: 700}), edge(T, T, 4));
  const supply = {own: h('div', {class: 'owners'}), open: heap(_('Open')), piles: heap(_('Piles'), ...piles), gun: heap(_('Bullets'), gun), drawn: heap(_('Drawn'))}; // what comes and goes stands last
  root.classList.add('gangster');
  root.replaceChildren(ranks, h('div', {class: 'field-and-supply'}, map, h('section', {class: 'supply', 'aria-label': _('What can be laid')}, ...Object.values(supply))));
  return {cells, lines: new Map(lines), ranks, supply, piles, gun};
}

// -- Words -------------------------------------------------------------------------------------------------------

/** @param {string} move @param {TableState} state */
function moveLabel(move, state) {
  const [verb, a, b] = move.split(' ');
  const on = (/** @type {string} */ cell) => named(state.view?.board[cellAt(cell)] ?? 'R1');
  const mine = letterOf(state.view?.players[state.you ?? 0]?.gang ?? 'red');
  switch (verb) {
    case 'lay_own': return _('Lay {tile} on {cell}', {tile: named(mine + a), cell: b});
    case 'lay_open': return _('Lay {tile} (open tile {n}) on {cell}', {tile: named(state.view?.open_supply[Number(a) - 1] ?? 'R1'), n: a, cell: b});
    case 'draw': return _('Draw from pile {n}', {n: a});
    case 'lay_drawn': return _('Lay {tile} on {cell}', {tile: named(state.view?.drawn_tile ?? 'R1'), cell: a});
    case 'move': return _('Move {tile} from {from} to {to}', {tile: on(a.slice(0, 2)), from: a.slice(0, 2), to: a.slice(3)});
    case 'shoot': return _('Shoot {tile} on {cell}', {tile: on(a), cell: a});
    case 'choose_order': return a === 'row' ? _('Score the row first') : _('Score the column first');
    default: return move;
  }
}

/** @param {string} line */
const lineName = line => (/\d/.test(line) ? _('row {line}', {line}) : _('column {line}', {line}));

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What a full line paid: "c red 5 seat 0 now 12". @param {string[]} paid @param {BoardContext} table */
function paidWords([line, gang, n, , seat, , total], table) {
  const name = capital(lineName(line));
  if (gang === 'none') return _('{line} is full: nobody earns anything.', {line: name});
  if (!seat) return _('{line} is full: {gang} is ahead, whom nobody plays.', {line: name, gang: gangs[letterOf(gang)].name()});
  return _('{line} is full: {name} +{n}, now {total}.', {line: name, name: table.name(Number(seat)), n, total});
}

/** An event with all that came of it. @param {GameEvent} event @param {BoardContext} table */
function told(event, table) {
  const heard = toldIn(event.text);
  const deed = event.seat === 'chance' ? chanceWords(heard, table) : deedWords(heard, table.name(event.seat));
  const paid = heard.all('line').map(words => paidWords(words, table));
  const passed = (heard.one('passed') ?? []).map(seat => _('{name} can do nothing and is passed over.', {name: table.name(Number(seat))}));
  return deed === null ? null : [capital(deed), ...paid, ...passed].join(' ');
}

/** @param {Told} heard @param {BoardContext} table */
function chanceWords({move: [verb, a], one}, table) {
  if (verb === 'start') return _('{name} begins.', {name: table.name(Number(a))});
  return one('drawn') ? _('It is {tile}.', {tile: named(a)}) : _('{tile} is turned over.', {tile: named(a)});
}

/** @param {Told} heard @param {string} name */
function deedWords({move: [verb, a, b], one}, name) {
  const tile = named(one('tile')?.[0] ?? 'R1');
  switch (verb) {
    case 'lay_own': case 'lay_open': return _('{name} lays {tile} on {cell}.', {name, tile, cell: b});
    case 'draw': return _('{name} draws from pile {n}.', {name, n: a});
    case 'lay_drawn': return _('{name} lays {tile} on {cell}.', {name, tile, cell: a});
    case 'move': return _('{name} moves {tile} from {from} to {to}.', {name, tile, from: a.slice(0, 2), to: a.slice(3)});
    case 'shoot': return _('{name} shoots {tile} on {cell}.', {name, tile, cell: a});
    case 'choose_order': return a === 'row' ? _('{name} scores the row first.', {name}) : _('{name} scores the column first.', {name});
    default: return null;
  }
}

/** What a turn may be used for: the name of its button, a verb that stands in sentences too, and what to tap for it. */
const actions = {
  lay: {name: () => _('Lay'), ask: () => _('Which tile do you lay? Tap one of yours or an open one.')},
  draw: {name: () => _('Draw'), ask: () => _('From which pile do you draw? Tap it.')},
  move: {name: () => _('Move'), ask: () => _('Whom do you move? Tap a gangster in the city.')},
  shoot: {name: () => _('Shoot'), ask: () => _('Tap your bullets, then whom you shoot.')},
};

/** @param {string} move */
const actionOf = move => (move.startsWith('lay_drawn') ? undefined : actions[/** @type {keyof typeof actions} */ (move.split(/[ _]/)[0])]);

/** Nothing is touched yet. @param {TableState} state @param {string|null|undefined} group the kind of moves that was asked for */
function whatToDo(state, group) {
  const all = [...new Set(state.moves.map(actionOf))].filter(a => a !== undefined);
  const asked = all.length > 1 ? all.find(a => a.name() === group) : all[0];
  return asked ? asked.ask() : _('Your turn: {actions}.', {actions: oneOf(all.map(a => a.name().toLocaleLowerCase()))});
}

/** @param {TableState} state @param {Choice} [choice] */
function status(state, choice) {
  if (state.view?.phase === 'place_drawn') return _('Lay {tile} on an empty field.', {tile: named(state.view.drawn_tile)});
  if (state.view?.phase === 'choose_order') return _('Two lines are full: which is scored first?');
  const [first, then] = choice?.picked ?? [], [zone, name] = first?.split(':') ?? [];
  if (choice?.ready && then) return _('{move}: tap the field again.', {move: moveLabel(choice.ready, state)});
  switch (zone) {
    case 'own': return _('Lay {tile} on an empty field.', {tile: named(letterOf(state.view?.players[state.you ?? 0].gang) + name)});
    case 'open': return _('Lay {tile} on an empty field.', {tile: named(state.view?.open_supply[Number(name) - 1] ?? 'R1')});
    case 'pile': return _('Tap the pile again to draw from it.');
    case 'cell': return _('Move {tile} to an empty field beside it.', {tile: named(state.view?.board[cellAt(name)] ?? 'R1')});
    case 'gun': return _('Whom do you shoot? Tap a gangster who stands beside one of yours.');
    default: return whatToDo(state, choice?.group);
  }
}

/** @param {TableState} state @param {string} cell */
function emptyBeside(state, cell) {
  const c = 'abcdef'.indexOf(cell[0]), r = Number(cell[1]) - 1;
  const near = [[c - 1, r], [c + 1, r], [c, r - 1], [c, r + 1]].filter(([x, y]) => x >= 0 && y >= 0 && x < N && y < N);
  return near.map(([x, y]) => cellName(y * N + x)).find(name => !state.view?.board[cellAt(name)]) ?? null;
}

/** Why something cannot be chosen, where the engine would speak of a field that nobody touched. @param {Target} target @param {TableState} state
 * @param {Target[]} picked */
function objection(target, state, picked) {
  const [zone, name] = target.split(':'), tile = zone === 'cell' ? state.view?.board[cellAt(name)] : null;
  if (!state.moves.length) return null;
  if (state.view?.phase === 'choose_order') return _('First choose which line is scored first.');
  if (state.view?.phase === 'place_drawn') return zone === 'cell' ? null : _('First lay the tile that you have drawn.');
  if (zone === 'gun') return state.view?.players[state.you ?? 0].bullets ? _('Nobody stands beside a living gangster of yours.') : _('You have no bullet left.');
  if (zone === 'cell' && picked[0]?.startsWith('pile')) return _('First draw: tap the pile again.');
  if (zone !== 'cell' || picked.length) return null;
  if (!tile) return _('First choose a tile, then the field.');
  return !isDead(tile) && !emptyBeside(state, name) ? _('No field beside {cell} is empty.', {cell: name}) : null;
}

function tourSteps() {
  return [
    {about: _('The city'), text: _('Four gangs fight for six rows and six columns. A full line is scored at once and only once.'), at: '.gangster .city'},
    {about: _('What a line pays'), text: _('Beside every line stands who would earn how much: the strongest gang gets what it is ahead of the second. Gangs that tie for first cancel each other out.'), at: '.gangster .line'},
    {about: _('One action a turn'), text: _('Lay a gangster, move one by a field, or shoot. You may lay and move gangsters of every colour.'), at: '.do'},
    {about: _('What you can lay'), text: _('Your own three, the two open tiles, or a blind one from a pile. Tap a tile, then a field; tap the field again to do it.'), at: '.gangster .supply'},
    {about: _('Bullets'), text: _('Tap the bullet, then a gangster who stands beside one of yours. The dead stay where they lie and count nothing.'), at: '.gangster .heap:has([data-target=gun])'},
    {about: _('Who leads'), text: _('17 points win at once. Otherwise the most points win when the city is full.'), at: '.gangster .ranks'},
  ];
}

function reference() {
  return [
    {title: _('A turn'), lines: [_('Lay an own, an open or a drawn tile on any empty field;'), _('or move any living gangster one field, not the one just laid or moved, none out of a full line;'), _('or shoot a gangster beside one of yours: a bullet less.')]},
    {title: _('Scoring'), lines: [_('A line with six tiles: the strongest gang earns its power less that of the second.'), _('The dead count nothing, but fill the line.')]},
  ];
}

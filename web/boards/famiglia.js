// famiglia.js: the table of Famiglia: the street in the middle, a hand and a display on each side, and the four
// actions of a turn as steps. A thing's name is its zone and how moves spell it: "street:F3*-2", "hand:M1".
import {count, h, keep, s, say, set} from '../src/dom.js';
import {makeFit} from '../src/fit.js';
import {countUp, pulse} from '../src/motion.js';
import {_, __} from '../src/words.js';
import {bust, back, edge, paper, word, at} from './kit.js';
import {drawRope, makeShow, ropePart} from './famiglia_show.js';
import {letters} from './letters.js';
import {makeStands} from './stands.js';

/** @import {Board, BoardContext, Box, TableState} from '../src/types.js' */
/** @import {Hat, Face, Coat} from './kit.js' */

/** @typedef {'F'|'A'|'B'|'M'} Family */
/** @typedef {Record<Family, number[]>} Points  by rank */
/** @typedef {{card: string, new: boolean, reduction: number}} StreetCard */
/** @typedef {{hand?: string[], hand_size: number, display: string[], score?: number, recruited: number}} Player */

const ORDER = 'FABM';
const PHASES = ['refresh', 'exchange', 'intimidate', 'recruit'];

/** @type {Record<Family, {tint: string, name(): string, one(): string, look: {hat: Hat, face: Face, coat: Coat}[]}>} */
const families = {
  F: {
    tint: 'red',
    name: () => _('La Famiglia'),
    one: () => _('La Famiglia'),
    look: [
      {hat: 'bare', face: 'none', coat: 'vest'},
      {hat: 'cap', face: 'none', coat: 'suit'},
      {hat: 'derby', face: 'moustache', coat: 'suit'},
      {hat: 'fedora', face: 'moustache', coat: 'coat'},
      {hat: 'fedora', face: 'cigar', coat: 'fur'},
    ],
  },
  A: {
    tint: 'blue',
    name: () => _('Accountants'),
    one: () => _('Accountant'),
    look: [
      {hat: 'bare', face: 'glasses', coat: 'vest'},
      {hat: 'visor', face: 'glasses', coat: 'vest'},
      {hat: 'visor', face: 'moustache', coat: 'suit'},
      {hat: 'straw', face: 'glasses', coat: 'suit'},
      {hat: 'top', face: 'monocle', coat: 'suit'},
    ],
  },
  B: {
    tint: 'yellow',
    name: () => _('Brutes'),
    one: () => _('Brute'),
    look: [
      {hat: 'cap', face: 'none', coat: 'vest'},
      {hat: 'cap', face: 'scar', coat: 'coat'},
      {hat: 'bald', face: 'scar', coat: 'vest'},
      {hat: 'bald', face: 'beard', coat: 'coat'},
      {hat: 'derby', face: 'beard', coat: 'fur'},
    ],
  },
  M: {
    tint: 'green',
    name: () => _('Mercenaries'),
    one: () => _('Mercenary'),
    look: [
      {hat: 'bare', face: 'shades', coat: 'coat'},
      {hat: 'fedora', face: 'shades', coat: 'coat'},
      {hat: 'goggles', face: 'none', coat: 'coat'},
      {hat: 'fedora', face: 'mask', coat: 'coat'},
      {hat: 'fedora', face: 'pipe', coat: 'fur'},
    ],
  },
};

/** @param {string} card "F3" */
const family = card => families[/** @type {Family} */ (card[0])];
/** Its family's mark in the reader's language. @param {string} card */
const letter = card =>
  letters([...ORDER].map(f => families[/** @type {Family} */ (f)].one().replace(/^La /, '')))[ORDER.indexOf(card[0])];
/** @param {string} card */
const rank = card => Number(card[1]);

/** Points, and what they would be then. @param {number} now @param {number|null|undefined|''} then */
function scoreText(now, then) {
  const words = (/** @type {number} */ n) => __(n, _('one point'), _('{n} points'));
  return typeof then === 'number' && then !== now ? `${now} \u2192 ${words(then)}` : words(now);
}

/** How moves spell a card in the street. @param {StreetCard} c */
const spelled = c => c.card + (c.new ? '*' : '') + (c.reduction ? `-${c.reduction}` : '');

// -- Cards -----------------------------------------------------------------------------------------------

const W = 100,
  H = 140;

/** @param {string} card @param {number} points @returns {SVGSVGElement} */
function face(card, points) {
  const f = family(card);
  return s(
    'svg',
    {viewBox: `-3 -3 ${W + 6} ${H + 6}`, class: `card print tint-${f.tint}`},
    paper(W, H),
    at(6, 22, 0.88, bust(f.look[rank(card)])),
    s('rect', {x: 4, y: 110, width: 92, height: 26, class: 'k-tint'}),
    s(
      'g',
      {class: 'fine'},
      word(50, 127, f.name(), {size: Math.min(13.5, 128 / f.name().length), kind: 'k-paper'}),
      word(88, 23, __(points, _('{n} pt'), _('{n} pts')), {size: 13.5, kind: 'k-small', anchor: 'end'}),
    ),
    word(50, 132.5, __(points, _('{n} pt'), _('{n} pts')), {size: 27, kind: 'k-paper worth', weight: 700}), // where fine print is left out
    s(
      'g',
      {class: 'pip'},
      s('circle', {cx: 18, cy: 20, r: 13, class: 'k-tint'}),
      word(18, 26, card[1], {size: 18, kind: 'k-paper', weight: 700}),
    ),
    s(
      'g',
      {class: 'sign'},
      word(letter(card).length > 1 ? 15.5 : 18, 49, letter(card), {size: letter(card).length > 1 ? 12.5 : 15}),
    ), // on small cards beside the rank
    s('g', {class: 'marks'}),
    edge(W, H),
  );
}

/** @param {string} tint */
const hidden = tint => s('svg', {viewBox: `-3 -3 ${W + 6} ${H + 6}`, class: `card print tint-${tint}`}, back(W, H));

/** Badges of a street card: a flag if it is new, what it costs now if it was lowered.
 * @param {Element} e @param {StreetCard} c */
function mark(e, c) {
  const marks = e.querySelector('.marks');
  const wanted = spelled(c);
  if (!marks || marks.getAttribute('data-for') === wanted) return;
  marks.setAttribute('data-for', wanted);
  marks.replaceChildren(
    ...(c.new
      ? [
          s('path', {d: 'M60 29h37v15H60l4-7.5z', class: 'flag'}),
          word(80.5, 40.5, _('new'), {size: Math.min(11, 44 / _('new').length), kind: 'k-ink', weight: 700}),
        ]
      : []),
    ...(c.reduction
      ? [
          s('rect', {x: 22, y: 76, width: 56, height: 26, rx: 4, class: 'k-ink lowered'}),
          word(50, 95, `${rank(c.card)} \u2192 ${Math.max(0, rank(c.card) - c.reduction)}`, {
            size: 17,
            kind: 'k-paper',
            weight: 700,
          }),
        ]
      : []),
  );
}

/** Name equal cards apart, so that each keeps its element: F0, F0#2. @template T @param {T[]} items @param {(x: T) => string} name */
function numbered(items, name) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return items.map(item => {
    const key = name(item),
      n = (seen.get(key) ?? 0) + 1;
    seen.set(key, n);
    return {item, key: n > 1 ? `${key}#${n}` : key};
  });
}

// -- The board ---------------------------------------------------------------------------------------------

/** @param {Box} box @returns {Board} */
export function makeBoard({data}) {
  /** What the edition says a card is worth. @param {string} card */
  const points = card => /** @type {Points} */ (data.points)[/** @type {Family} */ (card[0])][rank(card)];

  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  /** @type {ReturnType<typeof makeStands>} */
  let placeOf;
  /** @type {ReturnType<typeof makeFit>} */
  let fit;
  /** @type {ReturnType<typeof makeShow>} */
  let show;
  let byRank = false;
  /** @type {TableState|null} */
  let shown = null;

  /** @param {string[]} cards */
  const sorted = cards =>
    [...cards].sort(
      (a, b) => (byRank ? rank(a) - rank(b) : 0) || ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]) || rank(a) - rank(b),
    );

  /** @param {Element} row @param {string[]} cards @param {string} zone @param {number} seat */
  function drawCards(row, cards, zone, seat) {
    const mine = zone.startsWith('own');
    /** @type {HTMLElement} */ (row).style.setProperty('--n', String(cards.length));
    count(row, cards.length);
    keep(
      row,
      numbered(sorted(cards), c => c),
      c => c.key,
      c => face(c.item, points(c.item)),
      (e, c) => {
        const target = mine ? `${zone === 'own hand' ? 'hand' : 'display'}:${c.key}` : null;
        set(e, {
          'data-target': target,
          'data-move': `${seat} ${c.key}`,
          'data-from': `street ${c.item}|hand ${seat}`,
          role: target ? null : 'img',
          'aria-label': `${table.thing(c.item)}, ${zoneName(zone)}`,
        });
      },
    );
  }

  /** They count to what they are now. @param {HTMLElement} e @param {number|undefined} now undefined: nobody knows
   * @param {number|null|undefined|''} then what they would be */
  function drawPoints(e, now, then) {
    const was = e.dataset.n;
    e.hidden = now === undefined;
    if (now === undefined) return;
    e.dataset.n = String(now);
    if (was === String(now)) return then ? countUp(e, now, now, n => scoreText(n, then)) : settle(e, now);
    countUp(e, Number(was ?? now), now, n => scoreText(n, null));
    if (was !== undefined) pulse(e);
  }

  /** Points that are on their way go on; what would be is taken away. @param {HTMLElement} e @param {number} now */
  function settle(e, now) {
    if (e.textContent?.includes('\u2192')) say(e, scoreText(now, null));
  }

  /** What each family of somebody is worth. @param {string[]} cards */
  const worths = cards =>
    [...ORDER].map(f => {
      const own = cards.filter(c => c[0] === f);
      return `${families[/** @type {Family} */ (f)].name()}: ${scoreText(
        own.reduce((sum, c) => sum + points(c), 0),
        null,
      )} (${own
        .map(c => c[1])
        .sort()
        .join(' ')})`;
    });

  /** @param {TableState} state @param {number} seat @param {boolean} own @param {string|null} held the move that is about to be made */
  function drawSide(state, seat, own, held) {
    const player = /** @type {Player} */ (state.view?.players[seat]);
    const part = own ? parts.own : parts.other;
    say(part.title, table.who(seat));
    const figures = [
      __(player.hand_size, _('one card in hand'), _('{n} cards in hand')),
      __(player.display.length, _('one exhausted'), _('{n} exhausted')),
    ];
    const {stand, about} = placeOf(seat);
    keep(
      stand,
      ['points', ...figures],
      (_x, i) => String(i),
      () => h('span'),
      (e, text, i) =>
        i ? say(e, text) : drawPoints(e, player.score, held && table.after?.(held)?.players[seat].score),
    );
    keep(
      about,
      player.hand ? worths([...player.hand, ...player.display]) : [],
      (_x, i) => String(i),
      () => h('p'),
      (e, text) => say(e, text),
    );
    part.hand.classList.toggle('backs', !player.hand);
    if (player.hand) drawCards(part.hand, player.hand, own ? 'own hand' : 'other hand', seat);
    else
      keep(
        part.hand,
        Array.from({length: player.hand_size}, (_x, i) => i),
        i => `back${i}`,
        () => hidden('grey'),
        (e, i) =>
          set(e, {role: 'img', 'aria-label': _('hidden card'), 'data-move': `${seat} back${i}`, 'data-from': 'deck'}),
      );
    set(part.hand, {'data-home': `hand ${seat}`});
    drawCards(part.display, player.display, own ? 'own display' : 'other display', seat);
    part.empty.hidden = player.display.length > 0;
  }

  /** @param {TableState} state */
  function drawStreet(state) {
    const street = /** @type {StreetCard[]} */ (state.view?.street);
    parts.street.style.setProperty('--n', String(street.length));
    count(parts.street, street.length);
    const targets = numbered(street, spelled); // of equal cards one is picked
    keep(
      parts.street,
      numbered(street, c => c.card + (c.new ? '*' : '')),
      c => c.key,
      c => face(c.item.card, points(c.item.card)),
      (e, c, i) => {
        mark(e, c.item);
        set(e, {
          'data-target': `street:${targets[i].key}`,
          'data-move': `street ${c.key}`,
          'data-home': `street ${c.item.card}`,
          'data-from': 'deck',
          'aria-label': `${table.thing(spelled(c.item))}, ${_('in the street')}`,
        });
      },
    );
    set(parts.pile, {'data-home': 'deck'});
    const facts = [
      __(state.view?.pile_size ?? 0, _('one card in the pile'), _('{n} cards in the pile')),
      state.view?.deck_pass === 'second' ? _('second time through') : _('first time through'),
      __(state.view?.discard.length ?? 0, _('one card put away'), _('{n} cards put away')),
    ];
    say(parts.pile, facts.map(text => text.replaceAll(' ', '\u00A0')).join(' \u00B7 ')); // a line ends between two of them
  }

  /** @param {TableState} state */
  function drawSteps(state) {
    const now = PHASES.findIndex(p => String(state.view?.phase).startsWith(p));
    [...parts.steps.children].forEach((li, i) => {
      li.classList.toggle('now', i === now);
      li.classList.toggle('past', i < now);
      set(li, {'aria-current': i === now ? 'step' : null});
    });
  }

  return {
    mount(root, context) {
      table = context;
      fit = makeFit(root, {least: 40, most: 340, small: 84});
      parts = lay(root, () => {
        byRank = !byRank;
        if (shown) this.render(shown, {picked: [], open: new Set(), ready: null, left: []});
      });
      placeOf = makeStands(root, context);
      show = makeShow(root, {
        points,
        top: card => /** @type {Points} */ (data.points)[/** @type {Family} */ (card[0])].length - 1,
        family: card => family(card).name(),
        who: seat => context.who(seat),
        portrait: card =>
          s(
            'svg',
            {viewBox: '8 4 84 84', class: `print tint-${family(card).tint}`},
            bust(family(card).look[rank(card)]),
          ),
      });
    },

    render(state, choice) {
      shown = state;
      const own = state.you ?? 0;
      drawSide(state, 1 - own, false, null);
      drawStreet(state);
      drawSteps(state);
      drawSide(state, own, true, choice.ready);
      parts.sorts.hidden = !!state.result || (state.view?.players[own].hand_size ?? 0) < 2;
      drawRope(
        parts.rope,
        [own, 1 - own].map(seat => state.view?.players[seat].score),
        [own, 1 - own].map(table.who),
      );
      fit(!choice.open.size);
      show(state, own);
    },

    targets(move, state) {
      const [verb, a, b, c] = move.split(' ');
      switch (verb) {
        case 'refresh':
          return [`street:${a}`];
        case 'play_accountant':
          return [`hand:${a}`];
        case 'take':
          return [`display:${a}`];
        case 'give':
          return [`hand:${a}`];
        case 'play_brute': {
          const same = state.moves.filter(m => m.startsWith(`play_brute ${a} ${b} `)).length;
          return same > 1 ? [`hand:${a}`, `street:${b}`, `amount:${c}`] : [`hand:${a}`, `street:${b}`];
        }
        case 'recruit':
          return c ? [`street:${a}`, `hand:${c}`] : [`street:${a}`];
        default:
          return [];
      }
    },

    group: () => '',

    attempt(target, state) {
      const [zone, card] = target.replace(/#\d+$/, '').split(':'),
        phase = String(state.view?.phase);
      if (zone === 'street')
        return phase === 'refresh'
          ? `refresh ${card.replace(/-\d$/, '')}`
          : phase === 'recruit'
            ? `recruit ${card}`
            : 'pass';
      if (phase === 'exchange') return `play_accountant ${card}`;
      if (phase === 'exchange_take') return `take ${card}`;
      if (phase === 'exchange_give') return `give ${card}`;
      const first = state.view?.street[0];
      if (zone === 'hand' && card[0] === 'A') return `play_accountant ${card}`;
      if (zone === 'hand' && first && (card[0] === 'B' || phase === 'intimidate'))
        return `play_brute ${card} ${first.card}${first.new ? '*' : ''} 1`;
      return zone === 'hand' ? `give ${card}` : `take ${card}`;
    },

    status,
    tour: tourSteps(),
    reference: () => reference(data.points),
  };
}

/** @param {string} zone */
function zoneName(zone) {
  return (
    {
      'own hand': _('in your hand'),
      'own display': _('exhausted, yours'),
      'other hand': _('in the other hand'),
      'other display': _('exhausted, the other one\u2019s'),
    }[zone] ?? zone
  );
}

/** @param {HTMLElement} root @param {() => void} sort */
function lay(root, sort) {
  const steps = h(
    'ol',
    {class: 'steps', 'aria-label': _('The four actions of a turn')},
    ...[_('Refresh'), _('Exchange'), _('Intimidate'), _('Recruit')].map((text, i) =>
      h('li', {}, `${i + 1} `, h('span', {class: 'word'}, text)),
    ),
  );
  const street = h('div', {class: 'cards street'}),
    pile = h('p', {class: 'small pile'});
  const other = side(),
    own = side(),
    rope = ropePart();
  const sorts = h('button', {type: 'button', class: 'quiet sort', onclick: sort}, _('Sort'));
  own.used.prepend(sorts);
  root.classList.add('famiglia');
  root.replaceChildren(
    h('section', {class: 'side-of other'}, ...other.all),
    h(
      'section',
      {class: 'middle'},
      h('div', {class: 'course'}, steps, rope.root, pile),
      h('h2', {class: 'unseen'}, _('The street')),
      street,
    ),
    h('section', {class: 'side-of own'}, ...own.all),
  );
  return {steps, street, pile, other, own, rope, sorts};
}

function side() {
  const title = h('h2', {class: 'unseen'});
  const hand = h('div', {class: 'cards hand'}),
    display = h('div', {class: 'cards display'});
  const empty = h('p', {class: 'small'}, _('Nobody is exhausted.'));
  const used = h('div', {class: 'used'}, h('h3', {class: 'small'}, _('Exhausted')), display, empty);
  return {title, hand, display, empty, used, all: [title, hand, used]};
}

// -- Words ---------------------------------------------------------------------------------------------------

/** @param {TableState} state */
function status(state) {
  /** @type {Record<string, () => string>} */
  const words = {
    refresh: () => _('Action 1: put a street card away for new ones, or go on.'),
    exchange: () => _('Action 2: play an Accountant, or go on.'),
    exchange_take: () => _('Action 2: take exhausted cards back.'),
    exchange_give: () =>
      __(
        state.view?.to_give ?? 0,
        _('Action 2: give one card from your hand for it.'),
        _('Action 2: give {n} cards from your hand.'),
      ),
    intimidate: () => _('Action 3: play a Brute on a street card, or go on.'),
    recruit: () =>
      state.view?.last_turn_was_pass && !state.view.end_triggered
        ? _('Action 4: recruit somebody. If you recruit nobody too, the game ends.')
        : _('Action 4: recruit somebody from the street.'),
  };
  return words[String(state.view?.phase)]?.() ?? _('Your turn.');
}

function tourSteps() {
  return [
    {
      about: _('The street'),
      text: _('Here lie the gangsters who can be recruited. The number is the rank: a 0 joins for nothing.'),
      at: '.famiglia .street',
    },
    {
      about: _('Your hand'),
      text: _(
        'For a better gangster show two of its family that are one rank lower. One of the two is exhausted, the other stays.',
      ),
      at: '.famiglia .own .hand',
    },
    {
      about: _('Exhausted'),
      text: _('Exhausted gangsters can do nothing more, but they count at the end just the same.'),
      at: '.famiglia .own .used',
    },
    {
      about: _('Four actions'),
      text: _(
        'A turn has four actions in this order; the first three are optional. Those in which nothing can be done are left out.',
      ),
      at: '.famiglia .steps',
    },
    {
      about: _('Three families that help'),
      text: _(
        'Accountants bring exhausted cards back. Brutes make a street card cheaper. Mercenaries stand in for one of the two cards you show.',
      ),
      at: '.famiglia .own .hand',
    },
    {
      about: _('How to play a card'),
      text: _(
        'What has a dashed edge can be tapped. Tap a card to choose it, tap again to do it. All moves are listed here too.',
      ),
      at: '.do',
    },
    {
      about: _('The end'),
      text: _(
        'The pile is gone through twice; or both of you recruit nobody, one right after the other. Then the points of all your cards are added up, exhausted ones too: the most points win.',
      ),
      at: '.famiglia .pile',
    },
  ];
}

/** A line of points for all families that are worth the same. @param {Points} points */
function pointLines(points) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const f of /** @type {Family[]} */ ([...ORDER])) {
    const row = points[f].join(', ');
    alike.set(row, [...(alike.get(row) ?? []), families[f].name()]);
  }
  return [...alike].map(([row, names]) => `${names.join(', ')}: ${row}.`);
}

/** @param {Points} points */
function reference(points) {
  return [
    {
      title: _('Recruiting'),
      lines: [
        _('Rank 0 is free.'),
        _('Rank n: show two of the same family of rank n - 1; one of them is exhausted.'),
        _('If new cards lie in the street, only a new one may be taken.'),
      ],
    },
    {
      title: _('Families'),
      lines: [
        _('La Famiglia: worth more points.'),
        _('Accountant n: up to n exhausted cards come back for cards of your hand.'),
        _('Brute n: one street card is up to n ranks cheaper this turn.'),
        _('Mercenary n: stands for one of the two cards shown, if its rank is at most n - 1.'),
      ],
    },
    {
      title: _('Points'),
      lines: [
        _('What ranks 0 to 4 are worth:'),
        ...pointLines(points),
        _('If both recruit nobody, one right after the other, the game ends at once.'),
      ],
    },
  ];
}

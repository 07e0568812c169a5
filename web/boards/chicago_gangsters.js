// chicago_gangsters.js: the table of Chicago Gangsters: who holds what, the fight of the round with its two sides, the
// district and the loot, the piles, and the reader's own cards with everything added up. Names of things:
// "hand:W4#2", "laid:E5", "person:fence", "package:1", "side:defender", "lay:cover", "pile", "discard:B3".
import {count, h, keep, say, set} from '../src/dom.js';
import {makeFit} from '../src/fit.js';
import {_, __} from '../src/words.js';
import {
  backs,
  bottles,
  emblem,
  markCard,
  meansBack,
  meansCard,
  mrXCard,
  personCard,
  personIcon,
  street,
  tintOf,
} from './chicago_gangsters_cards.js';
import {
  foughtWith,
  inSight,
  kind,
  membersOf,
  numbered,
  points,
  editionOf,
  seatsOf,
  SIDES,
  sideOf,
  value,
  viewOf,
  wouldBring,
} from './chicago_gangsters_facts.js';
import {countUp, pulse, turnOver} from '../src/motion.js';
import {countWord, countWords, signOf} from '../src/panels/ledger.js';
import {drawShowdown} from './chicago_gangsters_end.js';
import {play} from '../src/sound.js';
import {districtPart, lay, makeMember, sayBoth, seatParts} from './chicago_gangsters_parts.js';
import {portrait} from './kit.js';
import {about, brief, saidInRound} from './chicago_gangsters_talk.js';
import {makeStands} from './stands.js';
import {
  capital,
  cardsIn,
  kindName,
  packageWords,
  personDoes,
  personName,
  personTitle,
  reference,
  roleName,
  status,
  tourSteps,
  worth,
} from './chicago_gangsters_words.js';

/** @import {Board, BoardContext, Box, Choice, Given, Step, TableState, TalkForm, Target} from '../src/types.js' */
/** @import {Brings, Edition, Package, Player, Side, View} from './chicago_gangsters_facts.js' */
/** @import {Mark} from './chicago_gangsters_cards.js' */

/** @typedef {{id: string, card: string|null, target: string|null, move: string|null, marks: Mark[], words: string}} Shown */

/** Names and values are those of the table's edition. @param {Box} box @returns {Board} */
export function makeBoard(box) {
  const edition = editionOf(box);
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  /** @type {ReturnType<typeof makeStands>} */
  let placeOf;
  /** @type {ReturnType<typeof makeFit>} */
  let fit;
  let byValue = false;
  /** @type {{state: TableState, choice: Choice, brings: Brings|null}|null} brings: the reader, with the cards that are chosen */
  let last = null;

  const after = (/** @type {string} */ move) => table?.after?.(move) ?? null;

  /** @param {TableState} state @param {Choice} choice */
  function render(state, choice) {
    const v = viewOf(state);
    if (!v) return;
    const laying = ['lay', 'mr_x_lay'].includes(v.phase);
    last = {state, choice, brings: wouldBring(edition, state, laying ? handPicks(choice) : [], after)};
    drawSteps(parts.steps, parts.round, v);
    parts.heart.hidden = parts.near.hidden = v.coalition === 'game_end'; // all cards are in the showdown
    v.players.forEach((_x, seat) => drawSeat(seat, state, v));
    drawDistrict(parts.district, edition, v);
    drawLoot(parts, edition, v);
    for (const side of SIDES) drawSide(state, v, side);
    drawPiles(state, v, choice);
    drawOwn(state, v, choice, last.brings);
    drawAside(state, v);
    drawShowdown(parts.showdown, edition, v, table, state);
    fit(!!state.result);
  }

  // -- Who sits where

  /** Beside the board: clan, bottles, cards and persons, and what of the hand everybody has seen. @param {number} seat
   * @param {TableState} state @param {View} v */
  function drawSeat(seat, state, v) {
    const p = v.players[seat],
      own = seat === state.you,
      {stand, about} = placeOf(seat);
    set(stand, {'data-home': `seat ${seat}`});
    if (!stand.firstChild) stand.append(...seatParts());
    const at = (/** @type {string} */ c) => /** @type {HTMLElement} */ (stand.querySelector(c));
    const clan = clanWords(seat, v);
    keep(
      at('.sign'),
      [p.role],
      r => r,
      r => emblem(edition, r),
    );
    set(at('.sign'), {role: 'img', 'aria-label': clan, title: clan});
    drawCount(at('.bottles b'), p.alcohol);
    set(at('.bottles'), {'aria-label': __(p.alcohol, _('one bottle'), _('{n} bottles'))});
    say(at('.cards b'), String(p.hand_size));
    set(at('.cards'), {'aria-label': __(p.hand_size, _('one card in hand'), _('{n} cards in hand'))});
    say(at('.people b'), String(p.persons.length));
    set(at('.people'), {'aria-label': __(p.persons.length, _('one person'), _('{n} persons'))});
    const gf = p.godfather_points;
    say(at('.gf'), gf ? `\u265A${gf}` : '');
    set(at('.gf'), {role: gf ? 'img' : null, 'aria-label': gf ? godfatherWords(gf) : null});
    keep(
      at('.persons'),
      p.persons,
      x => x,
      x => h('li', {}, personCard(edition, x)),
      (e, x) => nameCard(e.firstElementChild, personWords(x)),
    );
    const seen = p.hand && !own ? p.hand : own ? [] : p.known;
    at('.seen').hidden = !seen.length || !!state.result; // at the end all hands are open: too many, and the showdown counts them
    say(at('.seen .small'), p.hand ? _('hand:') : _('seen:'));
    keep(
      at('.seen .row'),
      numbered(seen),
      c => c.id,
      c => meansCard(c.card),
      (card, c) => nameCard(card, table.thing(c.card)),
    );
    const lines = [
      [clan, gf && godfatherWords(gf)].filter(Boolean).join(' \u00B7 '),
      ...p.persons.map(personWords),
      seen.length && `${p.hand ? _('hand:') : _('seen:')} ${seen.map(table.thing).join(', ')}`,
      state.promises.some(x => x.seat === seat) && countWords(countWord(state.promises, seat)),
    ];
    keep(
      about,
      lines.filter(line => typeof line === 'string'),
      (_x, i) => String(i),
      () => h('p'),
      (e, line) => say(e, line),
    );
  }

  /** A number of somebody's counts to what it is now. @param {HTMLElement} e @param {number} now */
  function drawCount(e, now) {
    const was = e.dataset.n;
    if (was === String(now)) return;
    e.dataset.n = String(now);
    countUp(e, Number(was ?? now), now, String);
    if (was !== undefined) pulse(e);
  }

  /** @param {number} seat @param {View} v */
  const clanWords = (seat, v) =>
    [
      v.players[seat].role === 'mr_x' ? _('Mr. X') : _('Clan {name}', {name: roleName(edition, v.players[seat].role)}),
      v.godfather === seat && _('Godfather'),
      v.ousted === seat && _('ousted'),
    ]
      .filter(Boolean)
      .join(' \u00B7 ');

  /** @param {string} x a person */
  const personWords = x =>
    [capital(personName(x)), _('value {n}', {n: edition.persons.get(x)?.value ?? 0}), personDoes(edition, x)]
      .filter(Boolean)
      .join(', ');

  // -- The fight

  /** @param {TableState} state @param {View} v @param {Side} side */
  function drawSide(state, v, side) {
    const part = parts.sides[side],
      members = membersOf(v, side),
      seats = seatsOf(v, side),
      won = v.winner === side;
    part.root.classList.toggle('won', won);
    part.root.classList.toggle('yours', sideOf(v, state.you) === side);
    const announced = members.strength || v.winner !== null || (side === 'challenger' && v.stage === 'defender_turn');
    const open = seats.reduce((sum, seat) => sum + inSight(v.players[seat]), 0);
    drawStrength(part.strength, announced ? members.strength : null, seats.length ? `${open}+` : '\u2013');
    set(part.strength, {
      'aria-label': announced ? _('strength {n}', {n: members.strength}) : _('at least {n} in sight', {n: open}),
    });
    const [words, few] = sideNote(v, side, won),
      sight = announced || !seats.length ? '' : _('in sight'); // the plus sign says it too
    sayBoth(part.note, words || sight, few || (words === sight ? '' : words));
    part.join.hidden = v.phase !== 'mr_x_lay' || !state.moves.some(m => m.endsWith(side));
    keep(
      part.list,
      seats,
      seat => String(seat),
      makeMember,
      (e, seat) => drawMember(e, seat, state, v, side),
    );
  }

  /** What is announced counts up, and is heard. @param {HTMLElement} e @param {number|null} announced @param {string} until */
  function drawStrength(e, announced, until) {
    const was = e.dataset.n ?? '',
      now = announced === null ? '' : String(announced);
    if (announced === null) say(e, until);
    else if (was !== now) {
      countUp(e, Number(was || 0), announced, String);
      if (e.dataset.n !== undefined) play('score');
    }
    e.dataset.n = now;
  }

  /** @param {HTMLElement} e @param {number} seat @param {TableState} state @param {View} v @param {Side} side */
  function drawMember(e, seat, state, v, side) {
    const p = v.players[seat],
      at = (/** @type {string} */ c) => /** @type {HTMLElement} */ (e.querySelector(c));
    e.className = `member print tint-${tintOf(p.role)}`;
    keep(
      at('.sign'),
      [p.role],
      r => r,
      r => emblem(edition, r),
    );
    say(at('.who'), table.who(seat));
    const face = at('.member-face'),
      called = state.facts?.seats[seat]?.name ?? '';
    if (face.dataset.of !== called) {
      face.dataset.of = called;
      face.replaceChildren(portrait(called, seat));
    }
    keep(
      at('.signs'),
      memberSigns(v, seat, side),
      ([sign]) => sign,
      ([sign, words]) =>
        h('span', {title: words.trim()}, h('b', {class: 'glyph'}, sign), h('span', {class: 'word'}, words)),
    );
    drawSays(at('.says'), state, seat);
    const brought = p.contribution || v.winner !== null;
    sayBoth(at('.sum'), brought ? _('brings {n}', {n: p.contribution}) : '', brought ? String(p.contribution) : '');
    const cards = laidCards(state, v, seat),
      down = new Set([...at('.laid').children].filter(c => c.matches('.down, .back'))),
      known = new Set(at('.laid').children);
    keep(
      at('.laid'),
      cards,
      c => c.id,
      c => (c.card ? meansCard(c.card) : meansBack(c.id === 'covered' ? '?' : '')),
      (card, c) => {
        markCard(card, c.marks);
        card.classList.toggle('back', !c.card);
        set(card, {
          'data-target': c.target,
          'data-move': c.move,
          'data-from': `seat ${seat}`,
          role: c.target ? null : 'img',
          'aria-label': c.words,
        });
      },
    );
    at('.laid').classList.toggle(
      'asked',
      cards.some(c => c.target),
    ); // side by side: each is tapped
    const turned = [...at('.laid').children].filter(
      c => !c.matches('.down, .back') && (down.has(c) || (down.size && !known.has(c))),
    );
    if (turned.length) (turnOver(turned), play('flip'));
    say(
      at('.none'),
      cards.length || v.winner !== null
        ? ''
        : p.has_laid
          ? _('laid nothing')
          : v.phase === 'lay' && v.active === seat
            ? _('is laying')
            : '',
    );
  }

  /** What a player said last, as a bubble; pressing it answers it, where it may be answered. @param {HTMLElement} e @param {TableState} state
   * @param {number} seat */
  function drawSays(e, state, seat) {
    const said = saidInRound(state).filter(x => x.seat === seat),
      last = said.at(-1);
    e.hidden = !last;
    if (!last) return;
    const {words, whole, to} = table.bubble?.(last) ?? {words: table.quote(last), whole: '', to: null},
      open = !!table.canAnswer?.(last),
      given = state.promises.find(p => p.n === last.n)?.state,
      {mark} = signOf(given),
      text = to ? `${words} \u2190 ${to.words}` : words;
    e.classList.toggle('settled', !mark && viewOf(state)?.winner !== null); // it was about the fight
    keep(
      e,
      [{open}],
      x => String(x.open),
      x => (x.open ? h('button', {type: 'button', class: 'bubble'}) : h('span', {class: 'bubble'})),
      b => {
        say(b, [mark, text].filter(Boolean).join(' '));
        set(b, {title: whole, 'data-said': last.n, 'aria-haspopup': open ? 'true' : null});
        b.onclick = open ? () => table.answer?.(last) : null;
      },
    );
  }

  /** What lies before a player: open cards, then those face down, as faces for whoever may see them; after the fight what it was.
   * @param {TableState} state @param {View} v @param {number} seat @returns {Shown[]} */
  function laidCards(state, v, seat) {
    if (v.winner !== null)
      return numbered(foughtWith(state.events, seat)).map(c => ({
        id: c.id,
        card: c.card,
        target: null,
        move: `${seat} ${c.id}`,
        marks: [],
        words: `${table.thing(c.card)}, ${_('open')}`,
      }));
    const p = v.players[seat],
      own = seat === state.you,
      inHand = p.hand ?? [];
    const down = p.face_down ?? [],
      all = numbered([...inHand, ...p.shown, ...down]).slice(inHand.length);
    const asked = own && (v.phase === 'show' || v.phase === 'keep_hidden');
    const ids = numbered(down);
    /** @type {Shown[]} */
    const out = all.map((c, i) => {
      const d = i - p.shown.length,
        hidden = d >= 0;
      return {
        id: c.id,
        card: c.card,
        move: `${seat} ${c.id}`,
        target: hidden && asked ? `laid:${ids[d].id}` : null,
        marks: hidden ? ['down'] : [],
        words: `${table.thing(c.card)}, ${hidden ? (own ? _('face down: only you know it') : _('face down')) : _('open')}`,
      };
    });
    if (down.length) return out;
    if (p.n_face_down === null || p.covered)
      return [
        ...out,
        {
          id: 'covered',
          card: null,
          target: null,
          move: `${seat} covered`,
          marks: [],
          words: _('covered: nobody knows how many'),
        },
      ];
    for (let i = 0; i < p.n_face_down; i++)
      out.push({
        id: `down${i}`,
        card: null,
        target: null,
        move: `${seat} down${i}`,
        marks: [],
        words: _('a card face down'),
      });
    return out;
  }

  /** Who stands on no side and has said something: Mr. X before he joins one. @param {TableState} state @param {View} v */
  function drawAside(state, v) {
    const said = new Set(saidInRound(state).map(e => Number(e.seat)));
    keep(
      parts.aside,
      v.players.map((_p, seat) => seat).filter(seat => said.has(seat) && sideOf(v, seat) === null),
      String,
      () => h('li', {}, h('span', {class: 'sign'}), h('strong', {class: 'who'}), h('div', {class: 'says'})),
      (e, seat) => {
        const [sign, who, says] = e.children;
        keep(
          sign,
          [v.players[seat].role],
          r => r,
          r => emblem(edition, r),
        );
        say(who, table.who(seat));
        drawSays(says, state, seat);
      },
    );
  }

  // -- The piles

  /** @param {TableState} state @param {View} v @param {Choice} choice */
  function drawPiles(state, v, choice) {
    set(parts.pile, {'data-home': 'pile'});
    say(parts.pileCount, String(v.pile_size));
    say(parts.discardCount, String(v.discard.length)); // where there is no room for the cards themselves
    set(parts.pile, {
      'data-target': state.moves.includes('draw') ? 'pile' : null,
      'aria-label': __(v.pile_size, _('draw pile, one card'), _('draw pile, {n} cards')),
    });
    const poker = state.moves.some(m => m.startsWith('poker_swap')),
      playing = choice.picked[0] === 'person:poker_player';
    const given = playing ? handPicks(choice) : [],
      there = [...v.discard, ...given];
    parts.discard.closest('.cg')?.classList.toggle('choosing', playing); // from the discard pile, which needs the room
    const kinds = edition.order.filter(c => there.includes(c));
    const shown = kinds.flatMap(card => numbered(there.filter(c => c === card)).slice(0, playing ? 2 : 1));
    parts.noDiscard.hidden = kinds.length > 0;
    keep(
      parts.discard,
      shown,
      c => c.id,
      c => h('span', {class: 'heap'}, meansCard(c.card), h('b'), h('span', {class: 'small of'})),
      (e, c) => {
        const n = there.filter(x => x === c.card).length;
        set(e.firstElementChild, {
          'data-target': poker ? `discard:${c.id}` : null,
          role: poker ? null : 'img',
          'aria-label': `${table.thing(c.card)}, ${__(n, _('one in the discard pile'), _('{n} in the discard pile'))}`,
        });
        say(e.children[1], c.n === 1 ? `\u00D7${n}` : '');
        e.children[1].classList.toggle('one', n === 1);
        say(e.children[2], kindName(kind(c.card)));
      },
    );
    const expert = state.facts?.options.godfather === 'on';
    parts.godfather.root.hidden = !expert;
    set(parts.godfather.card, {'data-target': state.moves.includes('claim') ? 'godfather' : null});
    const holder =
      v.godfather === null ? _('Nobody is Godfather yet.') : _('Godfather: {name}', {name: table.name(v.godfather)});
    set(parts.godfather.card, {'aria-label': holder, role: state.moves.includes('claim') ? null : 'img'});
    say(parts.godfather.who, holder);
  }

  // -- The reader's own things

  /** @param {TableState} state @param {View} v @param {Choice} choice @param {Brings|null} brings */
  function drawOwn(state, v, choice, brings) {
    const you = state.you,
      p = you === null ? null : v.players[you];
    parts.own.root.hidden = !p;
    if (!p || you === null) return;
    drawHand(state, v, you, p);
    const isX = p.role === 'mr_x';
    keep(
      parts.own.persons,
      [...(isX ? ['mr_x'] : []), ...p.persons],
      x => x,
      x =>
        h(
          'li',
          {},
          x === 'mr_x' ? mrXCard() : personCard(edition, x),
          h(
            'span',
            {},
            h('strong', {class: 'name'}, x === 'mr_x' ? _('Mr. X') : personTitle(x)),
            h('span', {class: 'small'}),
          ),
        ),
      (e, x) => {
        const target = x === 'mr_x' ? 'role' : `person:${x}`,
          does = x === 'mr_x' ? _('Joins a side of his choice') : personDoes(edition, x);
        const live = state.moves.some(m => targets(m).flat().includes(target));
        set(e.firstElementChild, {
          'data-target': live ? target : null,
          role: live ? null : 'img',
          'aria-label': x === 'mr_x' ? _('Mr. X') : personWords(x),
        });
        say(e.querySelector('.small'), does);
      },
    );
    count(parts.own.persons, parts.own.persons.children.length);
    keep(
      parts.own.spots,
      spotsNow(state),
      x => x,
      x => h('div', {class: 'spot', 'data-target': `lay:${x}`}),
      (e, x) => {
        const words =
          choice.ready && choice.picked.includes(`lay:${x}`)
            ? _('Tap again: {move}', {move: table.label(choice.ready)})
            : spotWords(x);
        say(e, words);
        set(e, {'aria-label': words});
      },
    );
    count(parts.own.spots, parts.own.spots.children.length);
    drawGauge(state, v, you, brings);
    const summed = brings && isAddedUp(state, v) ? brings : null;
    keep(
      parts.own.tally,
      summed ? tally(v, you, summed) : [],
      ({what}) => what,
      () => h('span'),
      (e, {text}) => say(e, text),
    );
    keep(
      parts.own.sums,
      v.phase === 'round_end' && choice.picked.length
        ? endSums(choice, handPicks(choice), table)
        : summed
          ? sumLines(v, you, summed)
          : [],
      (_x, i) => String(i),
      () => h('p'),
      (e, line) => say(e, line),
    );
    parts.near.classList.toggle(
      'adding',
      [parts.own.spots, parts.own.sums].some(e => e.firstChild),
    );
  }

  /** @param {TableState} state @param {View} v @param {number} you @param {Player} p */
  function drawHand(state, v, you, p) {
    const hand = [...(p.hand ?? [])].sort(
      (a, b) => (byValue ? value(b) - value(a) : 0) || edition.order.indexOf(a) - edition.order.indexOf(b),
    );
    const fight = !!v.district && v.winner === null && v.phase !== 'duel' && sideOf(v, you) !== null; // a duel knows no kinds
    const seenLeft = [...p.known];
    count(parts.own.hand, hand.length);
    parts.own.hand.parentElement?.classList.toggle('few', hand.length < 4);
    parts.near.classList.toggle('short', hand.length < 7);
    parts.own.hand.style.setProperty('--n', String(hand.length)); // for a fan
    parts.own.hand.style.setProperty('--per', String(Math.ceil(hand.length / 2))); // for two rows
    parts.own.legend.hidden = !hand.some(c => p.known.includes(c));
    parts.own.sorts.hidden = hand.length < 2 || !!state.result;
    keep(
      parts.own.hand,
      numbered(hand),
      c => c.id,
      c => meansCard(c.card),
      (e, c) => {
        const k = seenLeft.indexOf(c.card),
          seen = k >= 0;
        if (seen) seenLeft.splice(k, 1);
        const useless = (fight || v.phase === 'mr_x_lay') && !p.usable.includes(kind(c.card));
        markCard(e, [
          ...(seen ? [/** @type {const} */ ('seen')] : []),
          ...(useless ? [/** @type {const} */ ('useless')] : []),
        ]);
        set(e, {
          'data-target': `hand:${c.id}`,
          'data-move': `${you} ${c.id}`,
          'data-from': 'pile',
          'aria-label': [
            table.thing(c.card),
            _('in your hand'),
            seen && _('everybody has seen it'),
            useless && _('does not count here'),
          ]
            .filter(Boolean)
            .join(', '),
        });
      },
    );
    say(parts.own.title, `${__(hand.length, _('one card'), _('{n} cards'))}, ${worth(hand)}`);
  }

  /** Everything added up: what is chosen, what it makes, what there is to beat. @param {View} v @param {number} you @param {Brings} sum
   * @returns {string[]} */
  function sumLines(v, you, sum) {
    const pieces = [
      sum.cards && _('{n} from cards', {n: sum.cards}),
      sum.acting && _('{n} from persons who act as cards', {n: sum.acting}),
      sum.persons && _('{n} from persons', {n: sum.persons}),
      sum.thug && _('{n} from the thug', {n: sum.thug}),
    ].filter(Boolean);
    const lines = [
      (sum.total
        ? _('You would bring {n}: {pieces}.', {n: sum.total, pieces: pieces.join(', ')})
        : _('So far you bring nothing.')) + (v.lone === you ? ` ${_('You count double.')}` : ''),
    ];
    if (sum.lost)
      lines.push(
        __(
          sum.lost,
          _('One card does not count here and comes back.'),
          _('{n} cards do not count here and come back.'),
        ),
      );
    const side = sideOf(v, you);
    return side ? [...lines, ...sideSums(v, you, side, sum.total)] : lines;
  }

  /** What a defender holds against what there is to beat: full is won, half is loot. @param {TableState} state @param {View} v @param {number} you
   * @param {Brings|null} mine */
  function drawGauge(state, v, you, mine) {
    const {root, fill, text} = parts.own.gauge,
      asked = ['lay', 'show'].includes(v.phase) && state.moves.length > 0;
    const {to_win: need, to_get_loot: half} = v.sides[1];
    root.hidden = sideOf(v, you) !== 'defender' || !asked || !mine;
    if (root.hidden || !mine || need === null || half === null) return;
    const have = mine.total + sightOf(v, partnersOf(v, you, 'defender'));
    fill.style.transform = `scaleX(${Math.min(1, have / need)})`;
    root.classList.toggle('enough', have >= need);
    root.classList.toggle('half', have < need && have >= half);
    say(text, `${have} / ${need}${openEnd(v)}`);
    set(root, {'aria-label': _('{n} of {need} points to win', {n: have, need})});
  }

  /** @param {View} v @param {number} you @param {Side} side @param {number} mine */
  function sideSums(v, you, side, mine) {
    const others = partnersOf(v, you, side);
    const lines = others.length
      ? [_('With what is in sight of your partner your side has {n}.', {n: mine + sightOf(v, others)})]
      : [];
    const {to_win: need, to_get_loot: half} = v.sides[1];
    if (side !== 'defender' || need === null || half === null) return lines;
    const hidden = stillToCome(v).join(', ');
    return [
      ...lines,
      _('You need {n} to win, {half} to share the losers\u2019 loot.', {n: need, half})
        + (hidden ? ` ${_('Still to come: {what}.', {what: hidden})}` : ''),
    ];
  }

  /** Whether a message tells what the cards that are held would bring, from here to there. @param {TalkForm} form */
  function prefers({text, phrase}) {
    const [word, low, high] = text.split(' '),
      v = last && viewOf(last.state),
      you = last?.state.you ?? null;
    if (!last || !v || you === null || word !== 'my_points' || v.phase !== 'lay') return false;
    if (!('b' in (phrase[0]?.args ?? {}))) return false; // "or more"
    if (!last.brings || !handPicks(last.choice).length || sideOf(v, you) === null) return false;
    const {total} = last.brings;
    return Number(low) <= total && total < Number(high);
  }

  // -- Moves

  /** @param {string} move @returns {Step[]} */
  function targets(move) {
    const [verb, ...rest] = move.split(' '),
      [a] = rest,
      hand = cardsIn(rest).map(c => `hand:${c}`);
    switch (verb) {
      case 'lay':
        return [
          hand,
          rest.at(-1) === 'challenger' || rest.at(-1) === 'defender'
            ? `side:${rest.at(-1)}`
            : rest.at(-1) === 'cover'
              ? 'lay:cover'
              : 'lay:open',
        ];
      case 'defer':
      case 'done':
        return [`lay:${verb}`];
      case 'show':
        return [`laid:${a}`];
      case 'claim':
        return ['godfather'];
      case 'duel':
        return hand;
      case 'use_thug':
        return a === 'yes' ? ['person:thug'] : [];
      case 'keep_hidden':
        return a === 'none' ? [] : [`laid:${a}`];
      case 'choose_package':
        return [`package:${a}`];
      case 'draw':
        return ['pile'];
      case 'bonus_draw':
        return ['role'];
      case 'convert':
        return [`person:${a}`, hand];
      case 'swap_one':
        return [a === 'mr_x' ? 'role' : `person:${a}`, ...hand];
      case 'poker_swap':
        return [
          'person:poker_player',
          hand.slice(0, 2),
          cardsIn(rest)
            .slice(2)
            .map(c => `discard:${c}`),
        ];
      default:
        return [];
    }
  }

  return {
    mount(root, context) {
      table = context;
      fit = makeFit(root, {least: 40, most: 200, small: 62});
      parts = lay(root, () => {
        byValue = !byValue;
        if (last) render(last.state, last.choice);
      });
      placeOf = makeStands(root, context);
    },
    render,
    targets,
    group: () => '',
    attempt,
    status: state => status(state, after),
    about,
    brief,
    round: saidInRound,
    prefers,
    minor: event => event.kind === 'talk', // it stands at the players, and in the drawer
    tour: tourSteps(),
    reference,
  };
}

// -- Small things -----------------------------------------------------------------------------------------------

/** @param {Choice} choice the cards of the hand that are chosen */
const handPicks = choice => choice.picked.filter(t => t.startsWith('hand:')).map(t => t.slice(5, 7));

/** Whether it is told what the reader would bring. @param {TableState} state @param {View} v */
const isAddedUp = (state, v) =>
  ['lay', 'mr_x_lay'].includes(v.phase)
    ? state.moves.length > 0
    : ['show', 'use_thug', 'keep_hidden'].includes(v.phase);

/** @param {View} v @param {number} you @param {Side} side */
const partnersOf = (v, you, side) => seatsOf(v, side).filter(seat => seat !== you);

/** @param {View} v @param {number[]} seats */
const sightOf = (v, seats) => seats.reduce((sum, seat) => sum + inSight(v.players[seat]), 0);

/** What the challengers may still add. @param {View} v */
const stillToCome = v =>
  [v.keeper !== null && _('a hidden card'), v.mr_x_side === 'challenger' && _('Mr. X\u2019s cards')].filter(x => !!x);

/** A sign for it. @param {View} v */
const openEnd = v => (stillToCome(v).length ? ' + ?' : '');

/** What is added up, in as few words as there is room for on a phone; 'side' and 'win' are also in the gauge.
 * @param {View} v @param {number} you @param {Brings} sum @returns {{what: string, text: string}[]} */
function tally(v, you, sum) {
  const side = sideOf(v, you),
    others = side ? partnersOf(v, you, side) : [],
    {to_win: need, to_get_loot: half} = side === 'defender' ? v.sides[1] : {to_win: null, to_get_loot: null},
    open = openEnd(v);
  const all = {
    mine: _('You: {n}', {n: sum.total}) + (v.lone === you ? ' \u00D72' : ''),
    side: others.length > 0 && _('Your side: {n}', {n: sum.total + sightOf(v, others)}),
    win: need !== null && _('To win: {n}', {n: `${need}${open}`}),
    loot: need !== null && _('For loot: {n}', {n: `${half}${open}`}),
    back: sum.lost > 0 && _('Comes back: {n}', {n: sum.lost}),
  };
  return Object.entries(all).flatMap(([what, text]) => (text ? {what, text} : []));
}

/** @param {Element} e @param {string} words */
const nameCard = (e, words) => set(e, {role: 'img', 'aria-label': words});

/** What somebody probably meant who tapped this. @param {Target} target @param {TableState} state */
function attempt(target, state) {
  const [zone, what] = target.replace(/#\d+$/, '').split(':'),
    phase = viewOf(state)?.phase;
  if (zone === 'hand')
    return phase === 'duel'
      ? `duel ${what}`
      : phase === 'show'
        ? `show ${what}`
        : phase === 'keep_hidden'
          ? `keep_hidden ${what}`
          : `lay ${what}`;
  if (zone === 'laid') return phase === 'keep_hidden' ? `keep_hidden ${what}` : `show ${what}`;
  if (zone === 'package') return `choose_package ${what}`;
  return zone === 'pile' ? 'draw' : zone === 'godfather' ? 'claim' : null;
}

/** How a side stands, and the same for a phone: "and a hidden card, and Mr. X" is "+ ? + X" there. @param {View} v @param {Side} side
 * @param {boolean} won @returns {[string, string]} */
function sideNote(v, side, won) {
  if (v.winner !== null && won) return [_('win'), '\u2713'];
  if (v.winner !== null)
    return membersOf(v, side).gets_loot ? [_('lose, but get loot'), _('get loot')] : [_('lose'), '\u2717'];
  const more = /** @type {[boolean, string, string][]} */ ([
    [v.keeper !== null && side === 'challenger', _('and a hidden card'), '+ ?'],
    [v.mr_x_side === side, _('and Mr. X'), '+ X'],
  ]).filter(([there]) => there);
  return [more.map(([, words]) => words).join(', '), more.map(([, , few]) => few).join(' ')];
}

/** What is special about somebody in this fight: a sign, and its meaning in words. @param {View} v @param {number} seat @param {Side} side
 * @returns {[string, string][]} */
function memberSigns(v, seat, side) {
  const c = v.coalition && v.coalition !== 'game_end' ? v.coalition : null;
  const split = (/** @type {string} */ words) => /** @type {[string, string]} */ ([words[0], words.slice(1)]);
  /** @type {(false|undefined|[string, string])[]} */
  const all = [
    c?.hidden_mark === v.players[seat].role && split(_('? may hide a card')),
    membersOf(v, side).marker === seat && split(_('\u2660 first in a tie')),
    v.lone === seat && ['\u00D72', _('\u00D72 alone').slice(2)],
    v.new_godfather === seat && ['\u265A', ` ${_('Godfather, alone')}`],
  ];
  return all.filter(x => !!x);
}

/** @param {TableState} state */
function spotsNow(state) {
  const has = (/** @type {(m: string) => boolean} */ f) => state.moves.some(f);
  return [
    has(m => /^lay .*\d$|^lay -$/.test(m)) && 'open',
    has(m => m.endsWith(' cover')) && 'cover',
    state.moves.includes('defer') && 'defer',
    state.moves.includes('done') && 'done',
  ].filter(x => x !== false);
}

/** @param {string} spot */
function spotWords(spot) {
  return (
    {
      open: _('Lay: all see how many'),
      cover: _('Lay covered: nobody sees how many'),
      defer: _('Partner first'),
      done: _('Done'),
    }[spot] ?? spot
  );
}

/** @param {Choice} choice @param {string[]} picks @param {BoardContext} table */
function endSums(choice, picks, table) {
  const take = choice.picked.filter(t => t.startsWith('discard:')).map(t => t.slice(8, 10));
  if (choice.picked[0] === 'person:poker_player')
    return [
      _('You give {a} points and take {b}.', {a: points(picks), b: points(take)})
        + (picks.length < 2
          ? ` ${_('First choose two cards of your hand.')}`
          : take.length < 2
            ? ` ${_('Then two of the discard pile.')}`
            : ''),
    ];
  if (choice.picked[0] === 'person:informer' || choice.picked[0] === 'person:whiskey_smuggler')
    return [_('Chosen: {n} points; a bottle costs 6.', {n: points(picks)})];
  return picks.length ? [_('Chosen: {cards}.', {cards: picks.map(table.thing).join(', ')})] : [];
}

// -- Drawing ------------------------------------------------------------------------------------------------------

const STAGES = ['challenger_turn', 'defender_turn', 'loot_share', 'round_end'];

/** @param {HTMLElement} steps @param {HTMLElement} round @param {View} v */
function drawSteps(steps, round, v) {
  say(round, _('Round {n}', {n: v.rounds + 1}));
  const now = v.coalition === 'game_end' ? -1 : STAGES.indexOf(v.stage);
  [...steps.children].forEach((li, i) => {
    li.classList.toggle('now', i === now);
    li.classList.toggle('past', i < now);
    set(li, {'aria-current': i === now ? 'step' : null});
  });
}

/** @param {ReturnType<typeof districtPart>} part @param {Edition} edition @param {View} v */
function drawDistrict(part, edition, v) {
  const d = v.district;
  say(part.name, d ? (edition.districts.get(d.card) ?? d.card) : _('No district yet'));
  keep(part.view, d ? [d.card] : [], String, street);
  for (const [what, e] of part.rows) {
    const yes = !!d?.[what];
    set(e, {hidden: !d}); // nothing is forbidden before there is a district
    e.classList.toggle('barred', !yes);
    const name = what === 'persons' ? _('persons') : kindName(what);
    say(/** @type {Element} */ (e.querySelector('.word')), name);
    set(e, {'aria-label': yes ? _('{what}: allowed', {what: name}) : _('{what}: not allowed', {what: name})});
  }
}

/** @param {ReturnType<typeof lay>} parts @param {Edition} edition @param {View} v */
function drawLoot(parts, edition, v) {
  for (const whose of /** @type {const} */ (['winners', 'losers'])) {
    const packs = v.loot?.[whose] ?? [],
      open = v.phase === 'choose_package' && (v.sharing === v.winner) === (whose === 'winners');
    keep(
      parts.loot[whose],
      packs.map((pack, i) => ({pack, i})),
      x => `${v.loot?.card} ${x.i} ${x.pack.person ? v.person : ''}`,
      () => h('div', {class: 'package'}),
      (e, {pack, i}) => {
        e.classList.toggle(
          'taken',
          v.winner !== null && (whose === 'winners' ? v.sharing !== v.winner : v.sharing === null),
        );
        set(e, {
          'data-target': open ? `package:${i + 1}` : null,
          role: open ? null : 'img',
          'aria-label': `${_('package {n}', {n: i + 1})}: ${packageWords(pack)}`,
        });
        if (!e.firstChild)
          e.append(
            h('b', {class: 'nr', 'aria-hidden': 'true'}, String(i + 1)),
            ...packageThings(edition, pack, v.person),
          );
      },
    );
  }
  keep(
    parts.offer,
    v.person ? [v.person] : [],
    x => x,
    x => personCard(edition, x),
    (e, x) => nameCard(e, [capital(personName(x)), personDoes(edition, x)].filter(Boolean).join(', ')),
  );
  say(parts.offerName, v.person ? personTitle(v.person) : '');
  say(parts.offerWords, v.person ? personDoes(edition, v.person) : v.loot ? _('taken') : '');
}

/** @param {Edition} edition @param {Package} pack @param {string|null} person */
function packageThings(edition, pack, person) {
  return [
    pack.alcohol && bottles(pack.alcohol),
    pack.person && (person ? personCard(edition, person) : personIcon()),
    pack.means && backs(pack.means),
  ].filter(e => e instanceof Element);
}

/** @param {number} n */
const godfatherWords = n => __(n, _('one godfather point'), _('{n} godfather points'));

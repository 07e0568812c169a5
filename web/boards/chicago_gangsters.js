// chicago_gangsters.js: the table of Chicago Gangsters: who holds what, the fight of the round with its two sides, the
// district and the loot, the piles, and the reader's own cards with everything added up. Names of things:
// "hand:W4#2", "laid:E5", "person:fence", "package:1", "side:defender", "lay:cover", "pile", "discard:B3".
import {h, keep, say, set} from '../src/dom.js';
import {_, __} from '../src/words.js';
import {backs, bottles, emblem, godfatherCard, markCard, meansBack, meansCard, meansIcon, mrXCard, personCard, personIcon, tintOf} from './chicago_gangsters_cards.js';
import {bring, foughtWith, inSight, kind, KINDS, loneOf, membersOf, numbered, ORDER, points, readEdition, seatsOf, showdown, SIDES, sideOf, usable, value, viewOf} from './chicago_gangsters_facts.js';
import {forms, lastWord, quoted, toldTalk} from './chicago_gangsters_talk.js';
import {capital, cardList, cardName, cardsIn, kindName, moveLabel, packageWords, personDoes, personName, personTitle, reference, roleName, sideName, spell, status, told, tourSteps, worth} from './chicago_gangsters_words.js';

/** @import {Board, BoardContext, Choice, Step, TableState, Target} from '../src/types.js' */
/** @import {Edition, Package, Player, Side, View} from './chicago_gangsters_facts.js' */
/** @import {Mark} from './chicago_gangsters_cards.js' */

/** @typedef {{id: string, card: string|null, target: string|null, move: string|null, marks: Mark[], words: string}} Shown */

/** Names and values are the edition's. @returns {Promise<Board>} */
export async function makeBoard() {
  const answer = await fetch(new URL('../editions/chicago_gangsters.edition', import.meta.url));
  return makeBoardOf(await answer.text());
}

/** @param {string} text of the edition file @returns {Board} */
export function makeBoardOf(text) {
  const edition = readEdition(text);
  /** @type {ReturnType<typeof lay>} */
  let parts;
  /** @type {BoardContext} */
  let table;
  let byValue = false;
  /** @type {{state: TableState, choice: Choice}|null} */
  let last = null;

  /** @param {TableState} state @param {Choice} choice */
  function render(state, choice) {
    const v = viewOf(state);
    if (!v) return;
    last = {state, choice};
    drawSteps(parts.steps, parts.round, v);
    parts.top.hidden = parts.heart.hidden = v.coalition === 'game_end';
    drawSeats(state, v);
    drawDistrict(parts.district, edition, v);
    drawLoot(parts, edition, v);
    for (const side of SIDES) drawSide(state, v, side);
    drawPiles(state, v, choice);
    drawOwn(state, v, choice);
    drawShowdown(parts.showdown, v, table);
  }

  // -- Who sits where

  /** @param {TableState} state @param {View} v */
  function drawSeats(state, v) {
    const first = state.you ?? 0, n = v.players.length;
    const order = Array.from({length: n}, (_x, i) => (first + i) % n);
    keep(parts.seats, order, seat => String(seat), makeSeat, (e, seat) => drawSeat(e, seat, state, v));
  }

  /** @param {HTMLElement} e @param {number} seat @param {TableState} state @param {View} v */
  function drawSeat(e, seat, state, v) {
    const p = v.players[seat], own = seat === state.you;
    e.className = `seat print tint-${tintOf(p.role)}${state.actors.includes(seat) ? ' asked' : ''}${own ? ' mine' : ''}`;
    const at = (/** @type {string} */ c) => /** @type {HTMLElement} */ (e.querySelector(c));
    keep(at('.sign'), [p.role], r => r, r => emblem(edition, r));
    say(at('.who'), table.who(seat));
    say(at('.clan'), [p.role === 'mr_x' ? _('Mr. X') : _('Clan {name}', {name: roleName(edition, p.role)}), v.godfather === seat && _('Godfather'), v.ousted === seat && _('ousted')].filter(Boolean).join(' \u00B7 '));
    say(at('.bottles b'), String(p.alcohol));
    set(at('.bottles'), {'aria-label': __(p.alcohol, _('one bottle'), _('{n} bottles'))});
    say(at('.cards b'), String(p.hand_size));
    set(at('.cards'), {'aria-label': __(p.hand_size, _('one card in hand'), _('{n} cards in hand'))});
    say(at('.gf'), p.godfather_points ? __(p.godfather_points, _('one godfather point'), _('{n} godfather points')) : '');
    keep(at('.persons'), p.persons, x => x, x => h('li', {}, personCard(edition, x), h('span', {class: 'name'}, personTitle(x))), (e, x) => nameCard(e.firstElementChild, personWords(x)));
    const seen = p.hand && !own ? p.hand : own ? [] : p.known;
    at('.seen').hidden = !seen.length;
    say(at('.seen .small'), p.hand ? _('hand:') : _('seen:'));
    keep(at('.seen .row'), numbered(seen), c => c.id, c => meansCard(c.card), (card, c) => nameCard(card, cardName(c.card)));
  }

  /** @param {string} x a person */
  const personWords = x => [capital(personName(x)), _('value {n}', {n: edition.persons.get(x)?.value ?? 0}), personDoes(edition, x)].filter(Boolean).join(', ');

  // -- The fight

  /** @param {TableState} state @param {View} v @param {Side} side */
  function drawSide(state, v, side) {
    const part = parts.sides[side], members = membersOf(v, side), seats = seatsOf(v, side), won = v.winner === side;
    part.root.classList.toggle('won', won);
    part.root.classList.toggle('yours', sideOf(v, state.you) === side);
    const announced = members.strength || (v.winner !== null) || (side === 'challenger' && v.stage === 'defender_turn');
    const open = seats.reduce((sum, seat) => sum + inSight(edition, state, seat), 0);
    say(part.strength, announced ? String(members.strength) : seats.length ? `${open}+` : '\u2013');
    set(part.strength, {'aria-label': announced ? _('strength {n}', {n: members.strength}) : _('at least {n} in sight', {n: open})});
    say(part.note, sideNote(v, side, won) || (announced || !seats.length ? '' : _('in sight')));
    part.join.hidden = v.phase !== 'mr_x_lay' || !state.moves.some(m => m.endsWith(side));
    keep(part.list, seats, seat => String(seat), makeMember, (e, seat) => drawMember(e, seat, state, v, side));
  }

  /** @param {HTMLElement} e @param {number} seat @param {TableState} state @param {View} v @param {Side} side */
  function drawMember(e, seat, state, v, side) {
    const p = v.players[seat], at = (/** @type {string} */ c) => /** @type {HTMLElement} */ (e.querySelector(c));
    e.className = `member print tint-${tintOf(p.role)}`;
    keep(at('.sign'), [p.role], r => r, r => emblem(edition, r));
    say(at('.who'), table.who(seat));
    say(at('.signs'), memberSigns(v, seat, side));
    const words = lastWord(state, seat, table.name);
    at('.says').hidden = !words;
    say(at('.says'), words && quoted(words));
    const brought = p.contribution || v.winner !== null;
    say(at('.sum'), brought ? _('brings {n}', {n: p.contribution}) : '');
    const cards = laidCards(state, v, seat);
    keep(at('.laid'), cards, c => c.id, c => (c.card ? meansCard(c.card) : meansBack(c.id === 'covered' ? '?' : '')), (card, c) => {
      markCard(card, c.marks);
      set(card, {'data-target': c.target, 'data-move': c.move, role: c.target ? null : 'img', 'aria-label': c.words});
    });
    say(at('.none'), cards.length || v.winner !== null ? '' : p.has_laid ? _('laid nothing') : v.phase === 'lay' && v.active === seat ? _('is laying') : '');
  }

  /** What lies before a player: open cards, then those face down, as faces for whoever may see them; after the fight what it was.
   * @param {TableState} state @param {View} v @param {number} seat @returns {Shown[]} */
  function laidCards(state, v, seat) {
    if (v.winner !== null) return numbered(foughtWith(state.events, seat)).map(c => ({id: c.id, card: c.card, target: null, move: null, marks: [], words: `${cardName(c.card)}, ${_('open')}`}));
    const p = v.players[seat], own = seat === state.you, inHand = p.hand ?? [];
    const down = p.face_down ?? [], all = numbered([...inHand, ...p.shown, ...down]).slice(inHand.length);
    const asked = own && (v.phase === 'show' || v.phase === 'keep_hidden');
    const ids = numbered(down);
    /** @type {Shown[]} */
    const out = all.map((c, i) => {
      const d = i - p.shown.length, hidden = d >= 0;
      return {id: c.id, card: c.card, move: `${seat} ${c.id}`, target: hidden && asked ? `laid:${ids[d].id}` : null, marks: hidden ? ['down'] : [],
              words: `${cardName(c.card)}, ${hidden ? (own ? _('face down: only you know it') : _('face down')) : _('open')}`};
    });
    if (down.length) return out;
    if (p.n_face_down === null || p.covered) return [...out, {id: 'covered', card: null, target: null, move: null, marks: [], words: _('covered: nobody knows how many')}];
    for (let i = 0; i < p.n_face_down; i++) out.push({id: `down${i}`, card: null, target: null, move: null, marks: [], words: _('a card face down')});
    return out;
  }

  // -- The piles

  /** @param {TableState} state @param {View} v @param {Choice} choice */
  function drawPiles(state, v, choice) {
    say(parts.pileCount, String(v.pile_size));
    set(parts.pile, {'data-target': state.moves.includes('draw') ? 'pile' : null, 'aria-label': __(v.pile_size, _('draw pile, one card'), _('draw pile, {n} cards'))});
    const poker = state.moves.some(m => m.startsWith('poker_swap')), playing = choice.picked[0] === 'person:poker_player';
    const given = playing ? handPicks(choice) : [], there = [...v.discard, ...given];
    const kinds = ORDER.filter(c => there.includes(c));
    const shown = kinds.flatMap(card => numbered(there.filter(c => c === card)).slice(0, playing ? 2 : 1));
    parts.noDiscard.hidden = kinds.length > 0;
    keep(parts.discard, shown, c => c.id, c => h('span', {class: 'heap'}, meansCard(c.card), h('b'), h('span', {class: 'small of'})), (e, c) => {
      const n = there.filter(x => x === c.card).length;
      set(e.firstElementChild, {'data-target': poker ? `discard:${c.id}` : null, role: poker ? null : 'img', 'aria-label': `${cardName(c.card)}, ${__(n, _('one in the discard pile'), _('{n} in the discard pile'))}`});
      say(e.children[1], c.n === 1 ? `\u00D7${n}` : '');
      say(e.children[2], kindName(kind(c.card)));
    });
    const expert = state.facts?.options.godfather === 'on';
    parts.godfather.root.hidden = !expert;
    set(parts.godfather.card, {'data-target': state.moves.includes('claim') ? 'godfather' : null});
    const holder = v.godfather === null ? _('Nobody is Godfather yet.') : _('Godfather: {name}', {name: table.name(v.godfather)});
    set(parts.godfather.card, {'aria-label': holder, role: state.moves.includes('claim') ? null : 'img'});
    say(parts.godfather.who, holder);
  }

  // -- The reader's own things

  /** @param {TableState} state @param {View} v @param {Choice} choice */
  function drawOwn(state, v, choice) {
    const you = state.you, p = you === null ? null : v.players[you];
    parts.own.root.hidden = !p;
    if (!p || you === null) return;
    drawHand(state, v, you, p);
    const isX = p.role === 'mr_x';
    keep(parts.own.persons, [...(isX ? ['mr_x'] : []), ...p.persons], x => x, x => h('li', {}, x === 'mr_x' ? mrXCard() : personCard(edition, x), h('span', {}, h('strong', {class: 'name'}, x === 'mr_x' ? _('Mr. X') : personTitle(x)), h('span', {class: 'small'}))), (e, x) => {
      const target = x === 'mr_x' ? 'role' : `person:${x}`, does = x === 'mr_x' ? _('Joins a side of his choice') : personDoes(edition, x);
      const live = state.moves.some(m => targets(m).flat().includes(target));
      set(e.firstElementChild, {'data-target': live ? target : null, role: live ? null : 'img', 'aria-label': x === 'mr_x' ? _('Mr. X') : personWords(x)});
      say(e.querySelector('.small'), does);
    });
    keep(parts.own.spots, spotsNow(state), x => x, x => h('div', {class: 'spot', 'data-target': `lay:${x}`, 'data-finish': ''}), (e, x) => {
      const words = choice.ready && choice.picked.includes(`lay:${x}`) ? _('Tap again: {move}', {move: moveLabel(choice.ready, state)}) : spotWords(x);
      say(e, words);
      set(e, {'aria-label': words});
    });
    keep(parts.own.sums, sumLines(state, v, you, choice), (_x, i) => String(i), () => h('p'), (e, line) => say(e, line));
  }

  /** @param {TableState} state @param {View} v @param {number} you @param {Player} p */
  function drawHand(state, v, you, p) {
    const hand = [...(p.hand ?? [])].sort((a, b) => (byValue ? value(b) - value(a) : 0) || ORDER.indexOf(a) - ORDER.indexOf(b));
    const fight = !!v.district && v.winner === null && sideOf(v, you) !== null;
    const seenLeft = [...p.known];
    parts.own.legend.hidden = !hand.some(c => p.known.includes(c));
    keep(parts.own.hand, numbered(hand), c => c.id, c => meansCard(c.card), (e, c) => {
      const k = seenLeft.indexOf(c.card), seen = k >= 0;
      if (seen) seenLeft.splice(k, 1);
      const useless = (fight || v.phase === 'mr_x_lay') && !usable(edition, v, you, kind(c.card));
      markCard(e, [...(seen ? [/** @type {const} */ ('seen')] : []), ...(useless ? [/** @type {const} */ ('useless')] : [])]);
      set(e, {'data-target': `hand:${c.id}`, 'data-move': `${you} ${c.id}`, 'aria-label': [cardName(c.card), _('in your hand'), seen && _('everybody has seen it'), useless && _('does not count here')].filter(Boolean).join(', ')});
    });
    say(parts.own.title, _('Your hand: {cards}, {points}', {cards: __(hand.length, _('one card'), _('{n} cards')), points: worth(hand)}));
  }

  /** Everything added up: what is chosen, what it makes, what there is to beat.
   * @param {TableState} state @param {View} v @param {number} you @param {Choice} choice @returns {string[]} */
  function sumLines(state, v, you, choice) {
    const p = v.players[you], picks = handPicks(choice);
    if (v.phase === 'round_end' && choice.picked.length) return endSums(choice, picks);
    const laying = ['lay', 'mr_x_lay'].includes(v.phase) && state.moves.length > 0;
    if (!laying && !['show', 'use_thug', 'keep_hidden'].includes(v.phase)) return [];
    const cards = laying ? picks : [...p.shown, ...(p.face_down ?? [])], sum = bring(edition, state, you, cards);
    const pieces = [_('{n} from cards', {n: sum.cards}), sum.acting && _('{n} from persons who act as cards', {n: sum.acting}), sum.persons && _('{n} from persons', {n: sum.persons}), sum.thug && _('{n} from the thug', {n: sum.thug})].filter(Boolean);
    const lines = [_('You would bring {n}: {pieces}.', {n: sum.total, pieces: pieces.join(', ')}) + (loneOf(v) === you ? ` ${_('You count double.')}` : '')];
    if (sum.lost) lines.push(__(sum.lost, _('One card does not count here and comes back.'), _('{n} cards do not count here and come back.')));
    const side = sideOf(v, you);
    return side ? [...lines, ...sideSums(state, v, you, side, sum.total)] : lines;
  }

  /** @param {TableState} state @param {View} v @param {number} you @param {Side} side @param {number} mine */
  function sideSums(state, v, you, side, mine) {
    const others = seatsOf(v, side).filter(seat => seat !== you);
    const seen = others.reduce((sum, seat) => sum + inSight(edition, state, seat), 0);
    const lines = others.length ? [_('With what is in sight of your partner your side has {n}.', {n: mine + seen})] : [];
    if (side !== 'defender') return lines;
    const need = v.sides[0].strength + 1, hidden = [v.keeper !== null && _('a hidden card'), v.mr_x_side === 'challenger' && _('Mr. X\u2019s cards')].filter(Boolean).join(', ');
    return [...lines, _('You need {n} to win, {half} to share the losers\u2019 loot.', {n: need, half: Math.ceil(v.sides[0].strength / 2)}) + (hidden ? ` ${_('Still to come: {what}.', {what: hidden})}` : '')];
  }

  // -- Moves

  /** @param {string} move @returns {Step[]} */
  function targets(move) {
    const [verb, ...rest] = move.split(' '), [a] = rest, hand = cardsIn(rest).map(c => `hand:${c}`);
    switch (verb) {
      case 'lay': return [hand, rest.at(-1) === 'challenger' || rest.at(-1) === 'defender' ? `side:${rest.at(-1)}` : rest.at(-1) === 'cover' ? 'lay:cover' : 'lay:open'];
      case 'defer': case 'done': return [`lay:${verb}`];
      case 'show': return [`laid:${a}`];
      case 'claim': return ['godfather'];
      case 'duel': return hand;
      case 'use_thug': return a === 'yes' ? ['person:thug'] : [];
      case 'keep_hidden': return a === 'none' ? [] : [`laid:${a}`];
      case 'choose_package': return [`package:${a}`];
      case 'draw': return ['pile'];
      case 'bonus_draw': return ['role'];
      case 'convert': return [`person:${a}`, hand];
      case 'swap_one': return [a === 'mr_x' ? 'role' : `person:${a}`, ...hand];
      case 'poker_swap': return ['person:poker_player', hand.slice(0, 2), cardsIn(rest).slice(2).map(c => `discard:${c}`)];
      default: return [];
    }
  }

  return {
    mount(root, context) {
      table = context;
      parts = lay(root, () => {
        byValue = !byValue;
        if (last) render(last.state, last.choice);
      });
    },
    render,
    targets,
    label: moveLabel,
    group: () => '',
    attempt,
    sentence: (event, state) => (event.kind === 'talk' && event.seat !== 'chance' ? toldTalk(event, state, table.name) : told(edition, event, state, table)),
    status: state => status(edition, state),
    spell,
    talk: {forms: state => forms(state, table.name)},
    tour: tourSteps(),
    reference,
  };
}

// -- Small things -----------------------------------------------------------------------------------------------

/** @param {Choice} choice the cards of the hand that are chosen */
const handPicks = choice => choice.picked.filter(t => t.startsWith('hand:')).map(t => t.slice(5, 7));

/** @param {Element} e @param {string} words */
const nameCard = (e, words) => set(e, {role: 'img', 'aria-label': words});

/** What somebody probably meant who tapped this. @param {Target} target @param {TableState} state */
function attempt(target, state) {
  const [zone, what] = target.replace(/#\d+$/, '').split(':'), phase = viewOf(state)?.phase;
  if (zone === 'hand') return phase === 'duel' ? `duel ${what}` : phase === 'show' ? `show ${what}` : phase === 'keep_hidden' ? `keep_hidden ${what}` : `lay ${what}`;
  if (zone === 'laid') return phase === 'keep_hidden' ? `keep_hidden ${what}` : `show ${what}`;
  if (zone === 'package') return `choose_package ${what}`;
  return zone === 'pile' ? 'draw' : zone === 'godfather' ? 'claim' : null;
}

/** @param {View} v @param {Side} side @param {boolean} won */
function sideNote(v, side, won) {
  if (v.winner !== null) return won ? _('win') : 2 * membersOf(v, side).strength >= membersOf(v, v.winner).strength ? _('lose, but get loot') : _('lose');
  return [v.keeper !== null && side === 'challenger' && _('and a hidden card'), v.mr_x_side === side && _('and Mr. X')].filter(Boolean).join(', ');
}

/** @param {View} v @param {number} seat @param {Side} side */
function memberSigns(v, seat, side) {
  const c = v.coalition && v.coalition !== 'game_end' ? v.coalition : null;
  return [c?.hidden_mark === v.players[seat].role && _('? may hide a card'), membersOf(v, side).marker === seat && _('\u2660 first in a tie'), loneOf(v) === seat && _('\u00D72 alone'), v.new_godfather === seat && _('Godfather, alone')].filter(Boolean).join(' \u00B7 ');
}

/** @param {TableState} state */
function spotsNow(state) {
  const has = (/** @type {(m: string) => boolean} */ f) => state.moves.some(f);
  return [has(m => /^lay .*\d$|^lay -$/.test(m)) && 'open', has(m => m.endsWith(' cover')) && 'cover', state.moves.includes('defer') && 'defer', state.moves.includes('done') && 'done'].filter(x => x !== false);
}

/** @param {string} spot */
function spotWords(spot) {
  return {open: _('Lay: all see how many'), cover: _('Lay covered: nobody sees how many'), defer: _('Partner first'), done: _('Done')}[spot] ?? spot;
}

/** @param {Choice} choice @param {string[]} picks */
function endSums(choice, picks) {
  const take = choice.picked.filter(t => t.startsWith('discard:')).map(t => t.slice(8, 10));
  if (choice.picked[0] === 'person:poker_player') return [_('You give {a} points and take {b}.', {a: points(picks), b: points(take)}) + (picks.length < 2 ? ` ${_('First choose two cards of your hand.')}` : take.length < 2 ? ` ${_('Then two of the discard pile.')}` : '')];
  if (choice.picked[0] === 'person:informer' || choice.picked[0] === 'person:whiskey_smuggler') return [_('Chosen: {n} points; a bottle costs 6.', {n: points(picks)})];
  return picks.length ? [_('Chosen: {cards}.', {cards: cardList(picks)})] : [];
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
  say(part.name, d ? edition.districts.get(d.card) ?? d.card : _('No district yet'));
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
    const packs = v.loot?.[whose] ?? [], open = v.phase === 'choose_package' && (v.sharing === v.winner) === (whose === 'winners');
    keep(parts.loot[whose], packs.map((pack, i) => ({pack, i})), x => `${v.loot?.card} ${x.i} ${x.pack.person ? v.person : ''}`, () => h('div', {class: 'package'}), (e, {pack, i}) => {
      e.classList.toggle('taken', v.winner !== null && (whose === 'winners' ? v.sharing !== v.winner : v.sharing === null));
      set(e, {'data-target': open ? `package:${i + 1}` : null, role: open ? null : 'img', 'aria-label': `${_('package {n}', {n: i + 1})}: ${packageWords(pack)}`});
      if (!e.firstChild) e.append(h('b', {class: 'nr', 'aria-hidden': 'true'}, String(i + 1)), ...packageThings(edition, pack, v.person));
    });
  }
  keep(parts.offer, v.person ? [v.person] : [], x => x, x => personCard(edition, x), (e, x) => nameCard(e, [capital(personName(x)), personDoes(edition, x)].filter(Boolean).join(', ')));
  say(parts.offerName, v.person ? personTitle(v.person) : '');
  say(parts.offerWords, v.person ? personDoes(edition, v.person) : v.loot ? _('taken') : '');
}

/** @param {Edition} edition @param {Package} pack @param {string|null} person */
function packageThings(edition, pack, person) {
  return [pack.alcohol && bottles(pack.alcohol), pack.person && (person ? personCard(edition, person) : personIcon()), pack.means && backs(pack.means)].filter(e => e instanceof Element);
}

/** @param {{root: HTMLElement, rows: HTMLElement}} part @param {View} v @param {BoardContext} table */
function drawShowdown(part, v, table) {
  part.root.hidden = v.coalition !== 'game_end';
  if (part.root.hidden) return;
  const all = v.players.map(showdown), best = [0, 1, 2].map(k => Math.max(...all.map(a => a.sums[k]))), most = Math.max(...all.map(a => a.persons));
  keep(part.rows, v.players.map((p, seat) => ({p, seat})), x => String(x.seat), () => h('tr', {}, ...Array.from({length: 6}, () => h('td'))), (e, {p, seat}) => {
    const star = (/** @type {number} */ n, /** @type {number} */ top) => `${n}${n === top && n > 0 ? ' \u2605' : ''}`;
    const cells = [table.who(seat), ...all[seat].sums.map((n, k) => star(n, best[k])), star(all[seat].persons, most), String(p.alcohol)];
    cells.forEach((text, i) => say(e.children[i], text));
  });
}

function makeSeat() {
  const count = (/** @type {string} */ c, /** @type {Element} */ icon) => h('span', {class: `count ${c}`, role: 'img'}, icon, h('b'));
  return h('li', {}, h('span', {class: 'sign'}), h('div', {class: 'names'}, h('strong', {class: 'who'}), h('span', {class: 'clan small'}), h('span', {class: 'gf small'})),
           h('div', {class: 'counts'}, count('bottles', bottles(1)), count('cards', backs(1))), h('ul', {class: 'persons'}), h('div', {class: 'seen'}, h('span', {class: 'small'}), h('span', {class: 'row'})));
}

function makeMember() {
  return h('li', {}, h('div', {class: 'line'}, h('span', {class: 'sign'}), h('strong', {class: 'who'}), h('span', {class: 'sum'})), h('span', {class: 'signs small'}), h('p', {class: 'says'}), h('div', {class: 'laid'}), h('span', {class: 'none small'}));
}

function districtPart() {
  const name = h('h2', {class: 'district-name'});
  /** @type {['weapons'|'bribe'|'blackmail'|'persons', HTMLElement][]} */
  const rows = [...KINDS, /** @type {const} */ ('persons')].map(what => [what, h('div', {class: 'allows', role: 'img'}, what === 'persons' ? personIcon() : meansIcon(what), h('span', {class: 'word'}))]);
  return {name, rows, root: h('section', {class: 'district', 'aria-label': _('The district')}, name, h('div', {class: 'allowed'}, ...rows.map(r => r[1])))};
}

/** @param {Side} side */
function sidePart(side) {
  const strength = h('output', {class: 'strength', role: 'img'}), note = h('span', {class: 'note'}), list = h('ul', {class: 'members'});
  const join = h('div', {class: 'spot', 'data-target': `side:${side}`, 'aria-label': side === 'challenger' ? _('Join the challengers') : _('Join the defenders')}, side === 'challenger' ? _('Join the challengers') : _('Join the defenders'));
  const root = h('section', {class: `side-of ${side}`, 'aria-label': sideName(side)}, h('header', {}, h('h2', {}, sideName(side)), strength, note), list, join);
  return {root, strength, note, list, join};
}

/** @param {string} title @param {...Node} inside */
const box = (title, ...inside) => h('div', {class: 'box'}, h('h3', {class: 'small'}, title), ...inside);

/** @param {HTMLElement} root @param {() => void} sort */
function lay(root, sort) {
  const round = h('strong', {class: 'round'});
  const steps = h('ol', {class: 'steps', 'aria-label': _('The course of a round')}, ...[_('Challengers'), _('Defenders'), _('Loot'), _('Round end')].map(t => h('li', {}, t)));
  const seats = h('ul', {class: 'seats-of', 'aria-label': _('The players')});
  const district = districtPart(), sides = {challenger: sidePart('challenger'), defender: sidePart('defender')};
  const loot = {winners: h('div', {class: 'packages'}), losers: h('div', {class: 'packages'})};
  const offer = h('div', {class: 'offer'}), offerWords = h('span', {class: 'small'}), offerName = h('strong', {class: 'name'});
  const lootBox = h('section', {class: 'loot', 'aria-label': _('The loot')}, box(_('For the winners'), loot.winners), box(_('For the losers'), loot.losers), h('div', {class: 'box on-offer'}, h('h3', {class: 'small'}, _('The person')), offer, h('span', {class: 'about'}, offerName, offerWords)));
  const heart = h('section', {class: 'fight', 'aria-label': _('The fight')}, h('div', {class: 'middle'}, district.root, lootBox), sides.challenger.root, sides.defender.root);
  const {piles, ...pileParts} = pilesPart(), own = ownPart(sort), end = showdownPart();
  root.classList.add('cg');
  const top = h('div', {class: 'top'}, round, steps);
  root.replaceChildren(top, end.root, seats, heart, own.root, piles);
  return {top, round, steps, seats, heart, district, sides, loot, offer, offerName, offerWords, own, showdown: end, ...pileParts};
}

function pilesPart() {
  const pile = meansBack(), pileCount = h('b'), discard = h('div', {class: 'heaps'}), noDiscard = h('span', {class: 'small'}, _('empty'));
  const card = godfatherCard(), who = h('span', {class: 'small'}), godfather = h('div', {class: 'box', hidden: true}, h('h3', {class: 'small'}, _('The Godfather')), card, who);
  const piles = h('section', {class: 'piles', 'aria-label': _('The piles')}, box(_('Draw pile'), h('span', {class: 'heap'}, pile, pileCount)), box(_('Discard pile'), discard, noDiscard), godfather);
  return {piles, pile, pileCount, discard, noDiscard, godfather: {root: godfather, card, who}};
}

/** @param {() => void} sort */
function ownPart(sort) {
  const title = h('h2'), hand = h('div', {class: 'hand'}), persons = h('ul', {class: 'own-persons', 'aria-label': _('Your persons')});
  const spots = h('div', {class: 'spots'}), sums = h('div', {class: 'sums', 'aria-live': 'polite'});
  const legend = h('span', {class: 'small legend', hidden: true}, _('Open eye: everybody knows you hold this card.'));
  const root = h('section', {class: 'own', 'aria-label': _('Your cards')}, h('header', {}, title, h('button', {type: 'button', class: 'quiet', onclick: sort}, _('Sort')), legend), h('div', {class: 'mine-now'}, hand, sums, spots), persons);
  return {root, title, hand, persons, spots, sums, legend};
}

function showdownPart() {
  const rows = h('tbody'), signs = [...KINDS.map(meansIcon), personIcon(), bottles(1)];
  const heads = [...KINDS.map(k => capital(kindName(k))), _('Persons'), _('Bottles')].map((t, i) => h('th', {scope: 'col'}, signs[i], h('span', {class: 'word'}, t)));
  const root = h('section', {class: 'showdown panel', hidden: true}, h('h2', {}, _('Showdown')), h('div', {class: 'wide', tabindex: 0}, h('table', {}, h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, _('Player')), ...heads)), rows)),
                 h('p', {class: 'small'}, _('\u2605: the most of this kind, two bottles. They are counted already.')));
  return {root, rows};
}

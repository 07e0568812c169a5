// chicago_gangsters_parts.js: what the board of Chicago Gangsters is made of and no move changes: the places in which chicago_gangsters.js
// draws.
import {h, say, set} from '../src/dom.js';
import {_} from '../src/words.js';
import {backs, bottles, godfatherCard, meansBack, meansIcon, personIcon} from './chicago_gangsters_cards.js';
import {KINDS} from './chicago_gangsters_facts.js';
import {showdownPart} from './chicago_gangsters_end.js';
import {kindName, sideName} from './chicago_gangsters_words.js';

/** @import {Side} from './chicago_gangsters_facts.js' */

/** How one player stands. */
export function seatParts() {
  const count = (/** @type {string} */ c, /** @type {Element} */ icon) =>
    h('span', {class: `count ${c}`, role: 'img'}, icon, h('b'));
  return [
    h('span', {class: 'sign'}),
    count('bottles', bottles(1)),
    count('cards', backs(1)),
    h('b', {class: 'gf'}),
    count('people', personIcon()),
    h('ul', {class: 'persons'}),
    h('span', {class: 'seen'}, h('span', {class: 'small'}), h('span', {class: 'row'})),
  ];
}

/** Words, and the same in fewer where there is little room. @param {string} c */
const twoLengths = c =>
  h('span', {class: c}, h('span', {class: 'long'}), h('span', {class: 'brief', 'aria-hidden': 'true'}));

/** @param {Element} e made by twoLengths @param {string} words @param {string} [few] */
export function sayBoth(e, words, few = words) {
  say(e.children[0], words);
  say(e.children[1], few);
  set(e, {title: few === words ? null : words});
}

export function makeMember() {
  return h(
    'li',
    {},
    h('span', {class: 'member-face', 'aria-hidden': 'true'}),
    h(
      'div',
      {class: 'line'},
      h('span', {class: 'sign'}),
      h('strong', {class: 'who'}),
      h('span', {class: 'signs small'}),
      twoLengths('sum'),
    ),
    h('div', {class: 'says'}),
    h('div', {class: 'laid'}),
    h('span', {class: 'none small'}),
  );
}

export function districtPart() {
  const name = h('h2', {class: 'district-name'}),
    view = h('div', {class: 'view'});
  /** @type {['weapons'|'bribe'|'blackmail'|'persons', HTMLElement][]} */
  const rows = [...KINDS, /** @type {const} */ ('persons')].map(what => [
    what,
    h(
      'div',
      {class: 'allows', role: 'img'},
      what === 'persons' ? personIcon() : meansIcon(what),
      h('span', {class: 'word'}),
    ),
  ]);
  return {
    name,
    view,
    rows,
    root: h(
      'section',
      {class: 'district', 'aria-label': _('The district')},
      view,
      name,
      h('div', {class: 'allowed'}, ...rows.map(r => r[1])),
    ),
  };
}

/** @param {Side} side */
function sidePart(side) {
  const strength = h('output', {class: 'strength', role: 'img'}),
    note = twoLengths('note'),
    list = h('ul', {class: 'members'});
  const join = h(
    'div',
    {
      class: 'spot',
      'data-target': `side:${side}`,
      'aria-label': side === 'challenger' ? _('Join the challengers') : _('Join the defenders'),
    },
    side === 'challenger' ? _('Join the challengers') : _('Join the defenders'),
  );
  const root = h(
    'section',
    {class: `side-of ${side}`, 'aria-label': sideName(side)},
    h('header', {}, h('h2', {}, sideName(side)), strength, note),
    list,
    join,
  );
  return {root, strength, note, list, join};
}

/** @param {string} title @param {...Node} inside */
const box = (title, ...inside) => h('div', {class: 'box'}, h('h3', {class: 'small'}, title), ...inside);

/** @param {HTMLElement} root @param {() => void} sort */
export function lay(root, sort) {
  const round = h('strong', {class: 'round'});
  const steps = h(
    'ol',
    {class: 'steps', 'aria-label': _('The course of a round')},
    ...[_('Challengers'), _('Defenders'), _('Loot'), _('Round end')].map(t => h('li', {}, t)),
  );
  const top = h('div', {class: 'top'}, round, steps),
    district = districtPart(),
    sides = {challenger: sidePart('challenger'), defender: sidePart('defender')};
  const loot = {winners: h('div', {class: 'packages'}), losers: h('div', {class: 'packages'})};
  const offer = h('div', {class: 'offer'}),
    offerWords = h('span', {class: 'small'}),
    offerName = h('strong', {class: 'name'});
  const lootBox = h(
    'section',
    {class: 'loot', 'aria-label': _('The loot')},
    box(_('For the winners'), loot.winners),
    box(_('For the losers'), loot.losers),
    h(
      'div',
      {class: 'box on-offer'},
      h('h3', {class: 'small'}, _('The person')),
      offer,
      h('span', {class: 'about'}, offerName, offerWords),
    ),
  );
  const aside = h('ul', {class: 'aside'});
  const heart = h(
    'section',
    {class: 'fight', 'aria-label': _('The fight')},
    h('div', {class: 'middle'}, top, district.root, lootBox, aside),
    sides.challenger.root,
    sides.defender.root,
  );
  const {piles, ...pileParts} = pilesPart(),
    own = ownPart(sort),
    end = showdownPart(),
    near = h('div', {class: 'near'}, own.root, piles);
  root.classList.add('cg');
  root.replaceChildren(end.root, heart, near);
  return {
    round,
    steps,
    heart,
    near,
    district,
    sides,
    loot,
    offer,
    offerName,
    offerWords,
    aside,
    own,
    showdown: end,
    ...pileParts,
  };
}

function pilesPart() {
  const pile = meansBack(),
    pileCount = h('b'),
    discard = h('div', {class: 'heaps'}),
    discardCount = h('b', {class: 'total', 'aria-hidden': 'true'}),
    noDiscard = h('span', {class: 'small'}, _('empty'));
  const card = godfatherCard(),
    who = h('span', {class: 'small'}),
    godfather = h('div', {class: 'box', hidden: true}, h('h3', {class: 'small'}, _('The Godfather')), card, who);
  const piles = h(
    'section',
    {class: 'piles', 'aria-label': _('The piles')},
    box(_('Draw pile'), h('span', {class: 'heap'}, pile, pileCount)),
    box(_('Discard pile'), discardCount, discard, noDiscard),
    godfather,
  );
  return {piles, pile, pileCount, discard, discardCount, noDiscard, godfather: {root: godfather, card, who}};
}

/** @param {() => void} sort */
function ownPart(sort) {
  const title = h('span'),
    hand = h('div', {class: 'hand'}),
    persons = h('ul', {class: 'own-persons', 'aria-label': _('Your persons')});
  const spots = h('div', {class: 'spots'}),
    tally = h('div', {class: 'tally', 'aria-hidden': 'true'}), // on a phone instead of the sentences, which are then for ears
    sums = h('div', {class: 'sums', 'aria-live': 'polite'});
  const fill = h('span', {class: 'fill'}),
    text = h('b'),
    gauge = {root: h('div', {class: 'gauge', role: 'img', hidden: true}, fill, text), fill, text};
  const legend = h('span', {class: 'small legend', hidden: true}, _('Open eye: everybody knows you hold this card.')),
    sorts = h('button', {type: 'button', class: 'quiet sort', onclick: sort}, h('span', {class: 'word'}, _('Sort')));
  const root = h(
    'section',
    {class: 'own', 'aria-label': _('Your cards')},
    h('header', {}, h('h2', {}, h('span', {class: 'whose-hand'}, _('Your hand:'), ' '), title), legend, sorts),
    h('div', {class: 'mine-now'}, hand, h('div', {class: 'lay-them'}, gauge.root, tally, sums, spots)),
    persons,
  );
  return {root, title, hand, persons, spots, tally, sums, legend, gauge, sorts};
}

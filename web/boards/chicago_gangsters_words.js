// chicago_gangsters_words.js: Chicago Gangsters in words: cards and people by name, moves as a person says them, what
// happened as sentences, what is asked now, the walk round the table and the quick reference.
import {_, __} from '../src/words.js';
import {bring, loneOf, numbered, points, sideOf, viewOf} from './chicago_gangsters_facts.js';

/** @import {BoardContext, GameEvent, TableState} from '../src/types.js' */
/** @import {Edition, Means, Package, Side} from './chicago_gangsters_facts.js' */

// -- Names --------------------------------------------------------------------------------------------------

/** @param {Means} kind */
export const kindName = kind => ({weapons: _('weapons'), bribe: _('bribe money'), blackmail: _('blackmail')})[kind] ?? kind;

/** @type {Record<string, {name(): string, does(): string}>} */
const persons = {
  informer: {name: () => _('informer'), does: () => _('Round end: 6 points of cards for one bottle')},
  whiskey_smuggler: {name: () => _('whiskey smuggler'), does: () => _('Round end: 6 points of cards for one bottle')},
  dealer: {name: () => _('dealer'), does: () => ''},
  thief: {name: () => _('thief'), does: () => ''},
  explosives_expert: {name: () => _('explosives expert'), does: () => ''},
  fence: {name: () => _('fence'), does: () => _('Round end: swap one card for a new one')},
  poker_player: {name: () => _('poker player'), does: () => _('Round end: swap two cards with the discard pile')},
  priest: {name: () => _('priest'), does: () => _('Counts as two persons at the end')},
  thug: {name: () => _('thug'), does: () => _('Once: doubles your cards, up to 10 points')},
  reporter: {name: () => _('reporter'), does: () => ''},
  taxi_driver: {name: () => _('taxi driver'), does: () => ''},
  customs_officer: {name: () => _('customs officer'), does: () => ''},
  bank_director: {name: () => _('bank director'), does: () => ''},
  mayor: {name: () => _('mayor'), does: () => ''},
  police_chief: {name: () => _('police chief'), does: () => ''},
  prosecutor: {name: () => _('prosecutor'), does: () => ''},
  judge: {name: () => _('judge'), does: () => ''},
  senator: {name: () => _('senator'), does: () => ''},
};

/** @param {string} person */
export const personName = person => persons[person]?.name() ?? person;

/** The first parts of long German and Dutch names: they may be parted there, in a browser too that has no dictionary of the language. */
const JOINTS = /(whisky|spreng|stoff|spring|stof|poker|bank|staats|bürger|burge|polizei|politie|vechters|taxi|zoll|douane)(?=\p{L}{4})/giu;

/** A name to be shown where there is little room. @param {string} person */
export const personTitle = person => capital(personName(person)).replace(JOINTS, '$1\u00AD');

/** What a person is good for beside its value. @param {Edition} edition @param {string} person */
export function personDoes(edition, person) {
  const who = edition.persons.get(person), own = persons[person]?.does();
  if (own || !who?.kind) return own ?? '';
  return who.value === 1 ? _('You may always use {kind}', {kind: kindName(who.kind)}) : _('Acts as {kind} 2 where persons are barred', {kind: kindName(who.kind)});
}

/** @param {string} text */
export const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {string} card "W4" */
export const cardName = card => `${kindName(card[0] === 'W' ? 'weapons' : card[0] === 'B' ? 'bribe' : 'blackmail')} ${card[1]}`;

/** "2 × weapons 2, bribe money 5". @param {string[]} cards */
export function cardList(cards) {
  const last = new Map(numbered(cards).map(c => [c.card, c.n]));
  return [...last].map(([card, n]) => (n > 1 ? `${n} \u00D7 ${cardName(card)}` : cardName(card))).join(', ');
}

/** @param {Edition} edition @param {string} role */
export const roleName = (edition, role) => (role === 'mr_x' ? _('Mr. X') : edition.clans.get(role) ?? role);

/** @param {Side} side */
export const sideName = side => (side === 'challenger' ? _('Challengers') : _('Defenders'));

/** @param {Package} pack */
export function packageWords(pack) {
  return [pack.alcohol && __(pack.alcohol, _('one bottle'), _('{n} bottles')), pack.person && _('the person'), pack.means && __(pack.means, _('one card'), _('{n} cards'))].filter(Boolean).join(', ');
}

/** @param {string} text of the engine: "W4 is not in your hand." */
export const spell = text => text.replace(/\b[WBE]\d\b/g, cardName).replace(/\b[a-z]+_[a-z]+\b/g, personName);

// -- Moves ----------------------------------------------------------------------------------------------------

/** The cards of "lay W4 B5 cover". @param {string[]} words */
export const cardsIn = words => words.filter(w => /^[WBE]\d$/.test(w));

/** With a capital, for some languages put the verb last. @param {string} move @param {TableState} state */
export const moveLabel = (move, state) => capital(moveWords(move, state));

/** @param {string} move @param {TableState} state */
function moveWords(move, state) {
  const [verb, ...rest] = move.split(' '), [a] = rest;
  switch (verb) {
    case 'lay': return layLabel(rest);
    case 'defer': return _('Let your partner lay first');
    case 'show': return _('Show {card} to everybody', {card: cardName(a)});
    case 'done': return _('Done: the others lie face down');
    case 'claim': return _('Claim to be the Godfather');
    case 'pass': return _('Do not claim');
    case 'duel': return _('Play {card}', {card: cardName(a)});
    case 'use_thug': return a === 'yes' ? _('Use the thug') : _('Do not use the thug');
    case 'keep_hidden': return a === 'none' ? _('Turn up all cards') : _('Keep {card} hidden', {card: cardName(a)});
    case 'choose_package': return _('Take package {n}: {what}', {n: a, what: packageOf(a, state)});
    case 'compensation': return a === 'alcohol' ? _('Give your partner a bottle') : a === 'means' ? _('Give your partner a card from the pile') : _('Give your partner the person');
    default: return endLabel(verb, rest);
  }
}

/** @param {string[]} rest of a lay */
function layLabel(rest) {
  const cards = cardsIn(rest), how = rest.at(-1), what = cardList(cards);
  if (how === 'challenger') return cards.length ? _('Join the challengers with {cards}', {cards: what}) : _('Join the challengers without a card');
  if (how === 'defender') return cards.length ? _('Join the defenders with {cards}', {cards: what}) : _('Join the defenders without a card');
  if (how === 'cover') return cards.length ? _('Lay {cards}, number covered', {cards: what}) : _('Lay nothing, but covered');
  return cards.length ? _('Lay {cards}', {cards: what}) : _('Lay nothing');
}

/** @param {string} number @param {TableState} state */
function packageOf(number, state) {
  const v = viewOf(state), packs = v?.loot?.[v.sharing === v.winner ? 'winners' : 'losers'];
  return packs ? packageWords(packs[Number(number) - 1]) : '';
}

/** @param {string} verb @param {string[]} rest */
function endLabel(verb, rest) {
  const cards = cardsIn(rest);
  switch (verb) {
    case 'draw': return _('Draw a card');
    case 'bonus_draw': return _('Draw one more card as Mr. X');
    case 'convert': return _('{person}: {cards} for a bottle', {person: capital(personName(rest[0])), cards: cardList(cards)});
    case 'swap_one': return rest[0] === 'mr_x' ? _('Mr. X: swap {card} for a new one', {card: cardName(rest[1])}) : _('Fence: swap {card} for a new one', {card: cardName(rest[1])});
    case 'poker_swap': return _('Poker player: {give} for {take}', {give: cardList(cards.slice(0, 2)), take: cardList(cards.slice(2))});
    case 'end_turn': return _('End your turn');
    default: return [verb, ...rest].join(' ');
  }
}

// -- What happened ------------------------------------------------------------------------------------------------

/** What an event told, part by part; the cards of all who fought are one sentence.
 * @param {Edition} edition @param {GameEvent} event @param {TableState} state @param {BoardContext} table @returns {string|null} */
export function told(edition, event, state, table) {
  const parts = event.text.split('; ').map(part => part.split(' ')), cards = parts.filter(p => p[0] === 'cards');
  const name = event.seat === 'chance' ? '' : table.name(event.seat);
  const lines = parts.map((words, i) => {
    if (words[0] === 'cards') return words === cards[0] ? toldCards(cards, table) : null;
    return event.seat === 'chance' && i === 0 ? toldChance(edition, words, state, table) : toldFight(words, table) ?? toldMove(words, name, table);
  }).filter(l => l);
  return lines.length ? lines.join(' ') : null;
}

/** "cards 1 W4 B5". @param {string[][]} cards @param {BoardContext} table */
const toldCards = (cards, table) => _('On the table: {list}.', {list: cards.map(([, seat, ...list]) => `${table.name(Number(seat))}: ${cardList(list)}`).join('; ')});

/** What everybody learned by it. @param {string[]} words @param {BoardContext} table @returns {string|null} */
function toldFight([verb, a, ...rest], table) {
  const name = table.name(Number(a));
  switch (verb) {
    case 'claims': return toldClaims([a, ...rest], table);
    case 'duels': return _('The duel: {cards}.', {cards: [a, ...rest].map(c => c.split(':')).map(([seat, card]) => `${table.name(Number(seat))} ${card === 'none' ? '\u2013' : cardName(card)}`).join(', ')});
    case 'godfather': return a === '-' ? _('A tie, and no Godfather before: nobody is it.') : _('{name} wins, is the Godfather and fights alone.', {name});
    case 'back': return _('{name} takes back {cards}.', {name, cards: cardList(rest)});
    case 'challengers': return rest[0] === 'defenders' ? _('Challengers {a}, defenders {b}: the {side} win.', {a, b: rest[1], side: Number(a) >= Number(rest[1]) ? _('challengers') : _('defenders')}) : _('The challengers show {n}.', {n: a});
    case 'gets': return _('{name} gets: {what}.', {name, what: gotWords(rest)});
    case 'mr_x': return _('{name} is Mr. X now.', {name});
    default: return null;
  }
}

/** "2 1 senator". @param {string[]} words */
const gotWords = ([bottles, cards, person]) => [packageWords({alcohol: Number(bottles), means: Number(cards), person: false}), person !== '-' && personName(person)].filter(Boolean).join(', ');

/** @param {Edition} edition @param {string[]} words @param {TableState} state @param {BoardContext} table */
function toldChance(edition, [verb, a, b], state, table) {
  switch (verb) {
    case 'mr_x': return _('{name} is Mr. X.', {name: table.name(Number(a))});
    case 'deal_person': return _('{name} starts with this person: {person}.', {name: table.name(Number(a)), person: personName(b)});
    case 'deal': return b === '?' ? null : _('{name} draws {card}.', {name: table.name(Number(a)), card: cardName(b)});
    case 'coalition': return toldCoalition(edition, a, state, table);
    case 'district': return _('The fight is for {district}.', {district: edition.districts.get(a) ?? a});
    case 'person': return _('In the loot: {person}.', {person: personName(a)});
    default: return null;
  }
}

/** Clans that nobody plays are left out. With Mr. X about, clans change hands: then they are named, not who plays them.
 * @param {Edition} edition @param {string} card @param {TableState} state @param {BoardContext} table */
function toldCoalition(edition, card, state, table) {
  const found = edition.coalitions.get(card);
  if (!found) return _('The last card: the game ends, and everybody shows their hand.');
  const roles = viewOf(state)?.players.map(p => String(p.role)) ?? [], moving = roles.includes('mr_x');
  const names = (/** @type {string[]} */ clans) => clans.filter(c => roles.includes(c)).map(c => (moving ? roleName(edition, c) : table.name(roles.indexOf(c)))).join(' + ');
  return _('A new round: {a} against {b}.', {a: names(found.challengers), b: names(found.defenders)});
}

/** @param {string[]} words @param {string} name @param {BoardContext} table @returns {string|null} */
function toldMove([verb, ...rest], name, table) {
  const [a, b] = rest;
  switch (verb) {
    case 'laid': return toldLay(rest, name);
    case 'lay': return toldOwnLay(rest, name);
    case 'defer': return _('{name} lets the partner lay first.', {name});
    case 'show': return _('{name} shows {card}.', {name, card: cardName(a)});
    case 'claim': return _('{name} claims in secret.', {name});
    case 'pass': return _('{name} does not claim.', {name});
    case 'duel': return _('{name} chooses {card} for the duel.', {name, card: cardName(a)});
    case 'use_thug': return a === 'yes' ? _('{name} uses the thug!', {name}) : null;
    case 'keep_hidden': return a === 'none' ? _('{name} keeps no card hidden.', {name}) : a === '?' ? _('{name} keeps a card hidden.', {name}) : _('{name} keeps {card} hidden.', {name, card: cardName(a)});
    case 'choose_package': return _('{name} takes package {n}.', {name, n: a});
    case 'compensation': return a === 'alcohol' ? _('{name} pays the ousted partner with a bottle.', {name}) : a === 'means' ? _('{name} pays the ousted partner with a card.', {name}) : _('{name} pays the ousted partner with the person.', {name});
    case 'bonus_draw': return _('{name} draws one more card as Mr. X.', {name});
    case 'convert': return _('{name} turns {cards} into a bottle.', {name, cards: cardList(cardsIn(rest))});
    case 'swap_one': return _('{name} swaps {card} for a new card.', {name, card: cardName(b)});
    case 'poker_swap': return _('{name} gives {give} to the discard pile and takes {take}.', {name, give: cardList(cardsIn(rest).slice(0, 2)), take: cardList(cardsIn(rest).slice(2))});
    default: return null;
  }
}

/** A lay as its own player, or the house, sees it. @param {string[]} rest @param {string} name */
function toldOwnLay(rest, name) {
  const cards = cardList(cardsIn(rest)) || _('nothing'), how = rest.at(-1);
  if (how === 'challenger') return _('{name} joins the challengers and lays {cards}.', {name, cards});
  if (how === 'defender') return _('{name} joins the defenders and lays {cards}.', {name, cards});
  return how === 'cover' ? _('{name} lays {cards}, covered.', {name, cards}) : _('{name} lays {cards}.', {name, cards});
}

/** "laid W4 + 2 down", "laid - + covered", "laid 3 down defender". @param {string[]} rest @param {string} name */
function toldLay(rest, name) {
  const side = rest.at(-1), n = Number(rest[0]);
  if (side === 'challenger') return __(n, _('{name} joins the challengers with one card.', {name}), _('{name} joins the challengers with {n} cards.', {name, n}));
  if (side === 'defender') return __(n, _('{name} joins the defenders with one card.', {name}), _('{name} joins the defenders with {n} cards.', {name, n}));
  const open = cardsIn(rest), cards = cardList(open), plus = rest[rest.indexOf('+') + 1];
  if (plus === 'covered') return open.length ? _('{name} shows {cards} and covers the rest.', {name, cards}) : _('{name} lays cards and hides how many.', {name});
  const down = Number(plus);
  if (!open.length) return down ? __(down, _('{name} lays one card face down.', {name}), _('{name} lays {n} cards face down.', {name, n: down})) : _('{name} lays nothing.', {name});
  return down ? __(down, _('{name} shows {cards} and lays one card face down.', {name, cards}), _('{name} shows {cards} and lays {n} face down.', {name, cards, n: down})) : _('{name} lays openly: {cards}.', {name, cards});
}

/** @param {string[]} seats @param {BoardContext} table */
function toldClaims(seats, table) {
  if (seats[0] === '-') return _('Nobody claims the Godfather.');
  const names = seats.map(seat => table.name(Number(seat)));
  return names.length > 1 ? _('{names} want to be the Godfather: a duel.', {names: names.join(', ')}) : _('{name} is the Godfather and fights alone.', {name: names[0]});
}

// -- What is asked -------------------------------------------------------------------------------------------------

/** @param {Edition} edition @param {TableState} state */
export function status(edition, state) {
  const v = viewOf(state), you = state.you;
  if (!v || you === null) return '';
  const thug = v.phase === 'use_thug' ? bring(edition, state, you, [...v.players[you].shown, ...(v.players[you].face_down ?? [])], true).thug : 0;
  /** @type {Record<string, () => string>} */
  const words = {
    mr_x_lay: () => _('You are Mr. X: choose cards, then the side you join.'),
    claim: () => _('Do you want to be the Godfather and fight alone this round?'),
    duel: () => _('The duel: play one card. The highest is Godfather.'),
    lay: () => layStatus(state),
    show: () => _('Your cards lie face down. Show some to the table, or finish.'),
    use_thug: () => _('Use the thug? He would add {n} points, and leaves the game.', {n: thug}),
    keep_hidden: () => _('You have the \u201C?\u201D: one of your cards may stay hidden until the defenders have laid.'),
    choose_package: () => _('You brought most: choose a package.'),
    compensation: () => _('You take both packages. What does your ousted partner get?'),
    round_end: () => _('Round end: draw a card, use your persons, end your turn.'),
  };
  return words[v.phase]?.() ?? _('Your turn.');
}

/** @param {TableState} state */
function layStatus(state) {
  const v = viewOf(state), you = state.you;
  if (!v || you === null) return '';
  if (loneOf(v) === you) return _('You stand alone and count double: lay cards.');
  return sideOf(v, you) === 'challenger' ? _('You challenge: lay cards with your partner.') : _('You defend: lay cards against {n} points.', {n: v.sides[0].strength});
}

// -- For newcomers ---------------------------------------------------------------------------------------------------

export function tourSteps() {
  return [
    {about: _('What it is about'), text: _('After 10 to 12 rounds the most bottles win. In each round two clans challenge two others for a district; whom you fight with changes every time.'), at: '.cg .seats-of'},
    {about: _('The two sides'), text: _('The card of the round puts you on a side. Both partners lay cards face down; their strengths add up. More wins, a tie goes to the challengers.'), at: '.cg .fight'},
    {about: _('The district'), text: _('Only what is allowed here counts: weapons, bribe money, blackmail, persons. What is crossed out counts nothing, but you may lay it as a bluff: it comes back to your hand.'), at: '.cg .district'},
    {about: _('The loot'), text: _('The winners share two packages. Who brought more chooses first, the partner gets the other. Losers with at least half the strength share two smaller ones.'), at: '.cg .loot'},
    {about: _('Your cards'), text: _('Tap the cards you want to lay, then tap how you lay them; tap that once more to do it. What you would bring is added up for you. An open eye means: everybody has seen this card.'), at: '.cg .own'},
    {about: _('Talk'), text: _('Promise your partner what you like, ask, threaten, agree. Nothing binds anybody.'), at: '.words'},
    {about: _('Persons'), text: _('They add their number where persons are allowed. Some have a trick of their own: it stands on the card.'), at: '.cg .persons'},
    {about: _('The end'), text: _('Then everybody shows their hand: most weapons, most bribe money, most blackmail and most persons bring two bottles each. So do not spend everything.'), at: '.cg .piles'},
  ];
}

export function reference() {
  return [
    {title: _('A round'), lines: [_('A card forms two sides; a district, the loot and a person are turned up.'), _('The challengers lay and reveal; the one with the \u201C?\u201D may keep one card hidden.'), _('The defenders lay and reveal. The hidden card is turned up; more strength wins, a tie goes to the challengers.'), _('Loot: who brought more chooses first. Losers get theirs if they have half the winners\u2019 strength.'), _('Round end: everybody draws a card and may use persons.')]},
    {title: _('What counts'), lines: [_('Cards of the kinds that the district allows, or that a person of yours unlocks.'), _('Persons with their value, if the district allows them.'), _('With three players the one who stands alone counts double.'), _('Cards that do not count come back to your hand; a hidden card never does.')]},
    {title: _('Showdown'), lines: [_('Two bottles each for most weapons, bribe money, blackmail in hand and most persons; ties all get them.'), _('Hand limit: ten cards.')]},
    {title: _('Mr. X (five players)'), lines: [_('He lays first and says how many cards and which side. On his side only the two who brought most get loot; who gets nothing is the next Mr. X.'), _('At the round end he may draw one more card and swap one.')]},
    {title: _('The Godfather (expert rule)'), lines: [_('Whoever claims fights alone this round, takes both packages and pays the ousted partner one item.'), _('Several claims: a duel with one card each. One point for each round end as Godfather; most points bring a bottle.')]},
  ];
}

/** @param {string[]} cards */
export const worth = cards => __(points(cards), _('one point'), _('{n} points'));

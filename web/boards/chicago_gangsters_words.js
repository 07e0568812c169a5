// chicago_gangsters_words.js: the board of Chicago Gangsters in words: what is printed on cards, what is asked now, the walk
// round the table and the quick reference. What happened and what can be done is said by the engine (src/look.js).
import {_, __} from '../src/words.js';
import {points, sideOf, thugAdds, viewOf} from './chicago_gangsters_facts.js';

/** @import {TableState} from '../src/types.js' */
/** @import {After, Edition, Means, Package, Side} from './chicago_gangsters_facts.js' */

// -- Names --------------------------------------------------------------------------------------------------

/** @param {Means} kind */
export const kindName = kind =>
  ({weapons: _('weapons'), bribe: _('bribe money'), blackmail: _('blackmail')})[kind] ?? kind;

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
const JOINTS =
  /(whisky|spreng|stoff|spring|stof|poker|bank|staats|bürger|burge|polizei|politie|vechters|taxi|zoll|douane)(?=\p{L}{4})/giu;

/** A name to be shown where there is little room. @param {string} person */
export const personTitle = person => capital(personName(person)).replace(JOINTS, '$1\u00AD');

/** What a person is good for beside its value. @param {Edition} edition @param {string} person */
export function personDoes(edition, person) {
  const who = edition.persons.get(person),
    own = persons[person]?.does();
  if (own || !who?.kind) return own ?? '';
  return who.unlocks
    ? _('You may always use {kind}', {kind: kindName(who.kind)})
    : _('Acts as {kind} 2 where persons are barred', {kind: kindName(who.kind)});
}

/** @param {string} text */
export const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {Edition} edition @param {string} role */
export const roleName = (edition, role) => (role === 'mr_x' ? _('Mr. X') : (edition.clans.get(role) ?? role));

/** @param {Side} side */
export const sideName = side => (side === 'challenger' ? _('Challengers') : _('Defenders'));

/** @param {Package} pack */
export function packageWords(pack) {
  return [
    pack.alcohol && __(pack.alcohol, _('one bottle'), _('{n} bottles')),
    pack.person && _('the person'),
    pack.means && __(pack.means, _('one card'), _('{n} cards')),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The cards of "lay W4 B5 cover". @param {string[]} words */
export const cardsIn = words => words.filter(w => /^[WBE]\d$/.test(w));

// -- What is asked -------------------------------------------------------------------------------------------------

/** @param {TableState} state @param {After} after */
export function status(state, after) {
  const v = viewOf(state);
  if (!v || state.you === null) return '';
  const thug = v.phase === 'use_thug' ? thugAdds(state, after) : null;
  /** @type {Record<string, () => string>} */
  const words = {
    mr_x_lay: () => _('You are Mr. X: choose cards, then the side you join.'),
    claim: () => _('Do you want to be the Godfather and fight alone this round?'),
    duel: () => _('The duel: play one card. The highest is Godfather.'),
    lay: () => layStatus(state),
    show: () => _('Your cards lie face down. Show some to the table, or finish.'),
    use_thug: () =>
      thug === null ? _('Your turn.') : _('Use the thug? He would add {n} points, and leaves the game.', {n: thug}),
    keep_hidden: () =>
      _('You have the \u201C?\u201D: one of your cards may stay hidden until the defenders have laid.'),
    choose_package: () => _('You brought most: choose a package.'),
    compensation: () => _('You take both packages. What does your ousted partner get?'),
    round_end: () => _('Round end: draw a card, use your persons, end your turn.'),
  };
  return words[v.phase]?.() ?? _('Your turn.');
}

/** @param {TableState} state */
function layStatus(state) {
  const v = viewOf(state),
    you = state.you;
  if (!v || you === null) return '';
  if (v.lone === you) return _('You stand alone and count double: lay cards.');
  return sideOf(v, you) === 'challenger'
    ? _('You challenge: lay cards with your partner.')
    : _('You defend: lay cards against {n} points.', {n: v.sides[0].strength});
}

// -- For newcomers ---------------------------------------------------------------------------------------------------

export function tourSteps() {
  return [
    {
      about: _('What it is about'),
      text: _(
        'After 10 to 12 rounds the most bottles win. In each round two clans challenge two others for a district; whom you fight with changes every time.',
      ),
      at: '.standings',
    },
    {
      about: _('The two sides'),
      text: _(
        'The card of the round puts you on a side. Both partners lay cards face down; their strengths add up. More wins, a tie goes to the challengers.',
      ),
      at: '.cg .fight',
    },
    {
      about: _('The district'),
      text: _(
        'Only what is allowed here counts: weapons, bribe money, blackmail, persons. What is crossed out counts nothing, but you may lay it as a bluff: it comes back to your hand.',
      ),
      at: '.cg .district',
    },
    {
      about: _('The loot'),
      text: _(
        'The winners share two packages. Who brought more chooses first, the partner gets the other. Losers with at least half the strength share two smaller ones.',
      ),
      at: '.cg .loot',
    },
    {
      about: _('Your cards'),
      text: _(
        'Tap the cards you want to lay, then tap how you lay them; tap that once more to do it. What you would bring is added up for you. An open eye means: everybody has seen this card.',
      ),
      at: '.cg .own',
    },
    {
      about: _('Talk'),
      text: _('Promise your partner what you like, ask, threaten, agree. Nothing binds anybody.'),
      at: '.words',
    },
    {
      about: _('Persons'),
      text: _(
        'They add their number where persons are allowed. Some have a trick of their own: it stands on the card.',
      ),
      at: '.cg .persons',
    },
    {
      about: _('The end'),
      text: _(
        'Then everybody shows their hand: most weapons, most bribe money, most blackmail and most persons bring two bottles each. So do not spend everything.',
      ),
      at: '.cg .piles',
    },
  ];
}

export function reference() {
  return [
    {
      title: _('A round'),
      lines: [
        _('A card forms two sides; a district, the loot and a person are turned up.'),
        _('The challengers lay and reveal; the one with the \u201C?\u201D may keep one card hidden.'),
        _(
          'The defenders lay and reveal. The hidden card is turned up; more strength wins, a tie goes to the challengers.',
        ),
        _('Loot: who brought more chooses first. Losers get theirs if they have half the winners\u2019 strength.'),
        _('Round end: everybody draws a card and may use persons.'),
      ],
    },
    {
      title: _('What counts'),
      lines: [
        _('Cards of the kinds that the district allows, or that a person of yours unlocks.'),
        _('Persons with their value, if the district allows them.'),
        _('With three players the one who stands alone counts double.'),
        _('Cards that do not count come back to your hand; a hidden card never does.'),
      ],
    },
    {
      title: _('Showdown'),
      lines: [
        _('Two bottles each for most weapons, bribe money, blackmail in hand and most persons; ties all get them.'),
        _('Hand limit: ten cards.'),
      ],
    },
    {
      title: _('Mr. X (five players)'),
      lines: [
        _(
          'He lays first and says how many cards and which side. On his side only the two who brought most get loot; who gets nothing is the next Mr. X.',
        ),
        _('At the round end he may draw one more card and swap one.'),
      ],
    },
    {
      title: _('The Godfather (expert rule)'),
      lines: [
        _('Whoever claims fights alone this round, takes both packages and pays the ousted partner one item.'),
        _(
          'Several claims: a duel with one card each. One point for each round end as Godfather; most points bring a bottle.',
        ),
      ],
    },
  ];
}

/** @param {string[]} cards */
export const worth = cards => __(points(cards), _('one point'), _('{n} points'));

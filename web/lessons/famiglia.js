// lessons/famiglia.js: what Famiglia's lessons ask and say. The tables are the records in famiglia/.
import {_} from '../src/words.js';

/** @returns {import('../src/lessons.js').Lesson[]} */
export const lessons = () => [
  {
    key: 'free',
    rule: 'FA-8.1',
    at: 7,
    you: 0,
    about: _('A card for nothing'),
    task: _(
      'Cards of rank 0 are free. Your first one should be worth something: recruit La Famiglia 0 from the street.',
    ),
    steps: [
      {
        good: ['recruit F0'],
        not: [
          [/^pass$/, _('Passing brings nothing, and three cards in the street are free. Take one.')],
          [
            /^recruit/,
            _('That one is free too. But La Famiglia counts most at the end, and with a second 0 you can climb.'),
          ],
        ],
        other: _('Look for La Famiglia 0 in the street: it costs nothing.'),
      },
    ],
    why: _(
      'A point for nothing \u2013 and now you hold two La Famiglia 0. Two equal cards are the price of the next rank in their family.',
    ),
  },
  {
    key: 'pair',
    rule: 'FA-8.2',
    at: 9,
    you: 0,
    about: _('Two of a kind'),
    task: _('You hold two La Famiglia 0. Show both and recruit La Famiglia 1.'),
    steps: [
      {
        good: ['recruit F1 exhaust F0'],
        not: [
          [/^pass$/, _('You can afford La Famiglia 1, worth three points. Do not leave it to your opponent.')],
          [
            /^recruit M0$/,
            _('Free, but worth nothing yet. La Famiglia 1 brings three points, and you can pay for it.'),
          ],
        ],
        other: _('Tap La Famiglia 1 in the street, then the card that is to be used up.'),
      },
    ],
    why: _(
      'One of the two you showed is exhausted: it lies in your display and can pay for nothing any more. The other one and the new card are in your hand. At the end hand and display both count.',
    ),
  },
  {
    key: 'joker',
    rule: 'FA-8.5',
    at: 11,
    you: 0,
    about: _('The joker'),
    task: _(
      'Accountant 1 costs two Accountants 0, and you have only one. A Mercenary of rank 1 or more may stand for the second. Recruit Accountant 1 and keep the Mercenary.',
    ),
    steps: [
      {
        good: ['recruit A1 exhaust A0'],
        not: [
          [/exhaust M1$/, _('That works, but it uses up your joker. Let the Accountant 0 be exhausted instead.')],
          [
            /^recruit F0$/,
            _(
              'A free point is fine. But the joker makes a card with an ability possible: take Accountant 1 this time.',
            ),
          ],
          [/^pass$/, _('There is no need to pass: your Mercenary can stand for the missing Accountant.')],
        ],
        other: _('Tap Accountant 1 in the street, then Accountant 0 in your hand.'),
      },
    ],
    why: _(
      'When a joker helps, you choose which of the two is used up. The Mercenary stays in your hand and can help again \u2013 for any family, as long as its rank is high enough.',
    ),
  },
  {
    key: 'refresh',
    rule: 'FA-3.4',
    at: 7,
    you: 0,
    about: _('A new street'),
    task: _(
      'No card in the street is free, and you hold no pair. Now you may put a card away: as many new ones come as its rank. Choose the one that brings most.',
    ),
    steps: [
      {
        good: ['refresh F3'],
        not: [
          [/^refresh .[12]$/, _('That brings only one or two new cards. Put away the one with the highest rank.')],
          [/^end_refresh$/, _('Then there is nothing you can recruit, and you would have to pass.')],
        ],
        other: _('Put away the card with the highest rank.'),
      },
      {
        task: _('Three new cards, and one of them is free. After a refresh only a new card may be taken: take it.'),
        good: ['recruit F0*'],
        not: [[/^pass$/, _('A free La Famiglia lies there. Take it.')]],
        other: _('Take La Famiglia 0.'),
      },
    ],
    why: _(
      'Putting away a high card you cannot pay for costs you nothing, and your opponent does not get it either. As soon as a 0 lies in the street, refreshing is over.',
    ),
  },
  {
    key: 'brute',
    rule: 'FA-7.2',
    at: 11,
    you: 0,
    about: _('The Brute'),
    task: _('A Brute makes a card cheaper for this turn. Play your Brute 1 on La Famiglia 1.'),
    steps: [
      {
        good: ['play_brute B1 F1 1'],
        not: [[/^skip_intimidate$/, _('Then only Accountant 0 is left to take. The Brute gets you something better.')]],
        other: _('Tap the Brute in your hand, then La Famiglia 1.'),
      },
      {
        task: _('Its rank counts as 0 now. Recruit La Famiglia 1 for nothing.'),
        good: ['recruit F1-1'],
        not: [
          [/^recruit A0$/, _('That would be free anyway. You have used the Brute for La Famiglia 1: take it.')],
          [/^pass$/, _('The Brute is played. Take what he made cheap.')],
        ],
        other: _('Recruit La Famiglia 1.'),
      },
    ],
    why: _(
      'Three points without showing a pair. The Brute lies in your display now: used up, but still worth his point at the end.',
    ),
  },
  {
    key: 'accountant',
    rule: 'FA-6.2',
    at: 23,
    you: 0,
    about: _('The Accountant'),
    task: _(
      'Another La Famiglia 1 lies there, but one of your two La Famiglia 0 is exhausted. An Accountant brings cards back. Play Accountant 1.',
    ),
    steps: [
      {
        good: ['play_accountant A1'],
        not: [[/^skip_exchange$/, _('Without the exchange you lack the pair for La Famiglia 1.')]],
        other: _('Play Accountant 1 from your hand.'),
      },
      {
        task: _('Take La Famiglia 0 back from your display.'),
        good: ['take F0'],
        not: [[/^take A0$/, _('It is La Famiglia 0 that completes your pair.')]],
        other: _('Take La Famiglia 0.'),
      },
      {
        task: _('For each card you take back you lay one down. Give the Brute 0: you have no other use for him.'),
        good: ['give B0'],
        not: [
          [/^give F1$/, _('Better keep that one: two La Famiglia 1 will pay for La Famiglia 2.')],
          [/^give [AM]0$/, _('Possible too. In this lesson give the Brute 0.')],
        ],
        other: _('Give the Brute 0.'),
      },
      {
        task: _('The pair is complete again. Recruit La Famiglia 1.'),
        good: ['recruit F1 exhaust F0'],
        not: [
          [/^recruit A0$/, _('Free, but you have just made a better card possible.')],
          [/^pass$/, _('You can pay for La Famiglia 1 now. Take it.')],
        ],
        other: _('Recruit La Famiglia 1.'),
      },
    ],
    why: _(
      'Two La Famiglia 1: next you can climb to rank 2. Accountant, then Brute, then recruit \u2013 a turn always goes in this order, and you may use each family once.',
    ),
  },
];

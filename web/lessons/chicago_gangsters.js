// lessons/chicago_gangsters.js: what the lessons of Chicago Gangsters ask and say. The tables are the records in
// chicago_gangsters/.
import {_} from '../src/words.js';

/** @returns {import('../src/lessons.js').Lesson[]} */
export const lessons = () => [
  {
    key: 'kinds',
    rule: 'CG-3.2',
    at: 24,
    you: 0,
    about: _('What counts here'),
    task: _(
      'You and your partner challenge two other clans. In this district only weapons and bribe money count. Lay all your cards of these two kinds.',
    ),
    steps: [
      {
        good: ['lay W4 W4 B5', 'lay W4 W4 B5 cover'],
        not: [
          [
            /E5/,
            _('Blackmail does not count in this district. You would get the card back, and everybody would know it.'),
          ],
          [/^(?:defer|lay -)/, _('You can let others do the work, but who gives most chooses first from the loot.')],
          [/^lay/, _('Not bad, but this time hold nothing back: both weapons and the bribe money.')],
        ],
        other: _('Tap both weapons and the bribe money, then lay them.'),
      },
      {
        task: _('You may now show some of them to convince your partner. This time keep them covered.'),
        good: ['done'],
        not: [[/^show/, _('Showing a card is proof of good will. Here your word is enough: show nothing.')]],
        other: _('Show nothing more.'),
      },
    ],
    why: _(
      'Thirteen from you and four from your partner beat the nine of the defenders. You gave more, so you choose first from the winners\u2019 loot. What you promise each other binds nobody \u2013 only the cards count.',
    ),
  },
  {
    key: 'package',
    rule: 'CG-6.2',
    at: 32,
    you: 0,
    about: _('Sharing the loot'),
    task: _(
      'You won and gave more than your partner, so you choose first. Bottles win the game: take the package with more of them.',
    ),
    steps: [
      {
        good: ['choose_package 1'],
        not: [[/2$/, _('That leaves the better package to your partner.')]],
        other: _('Take the first package.'),
      },
    ],
    why: _(
      'Two bottles and two cards for you, one bottle for your partner. It pays to give a little more than your partner \u2013 and your partner knows that too.',
    ),
  },
  {
    key: 'word',
    rule: 'CG-3.6',
    at: 27,
    you: 0,
    about: _('Giving your word'),
    task: _(
      'Before cards are laid, people talk. Your partner wants 8 or more from you, and your two weapons make exactly 8. Agree.',
    ),
    steps: [
      {
        good: ['say accept 1'],
        not: [
          [
            /^say reject/,
            _('You could say no. But your partner will bring more if there is something to rely on: agree.'),
          ],
          [/^say/, _('Answer your partner first.')],
        ],
        other: _('Your partner is waiting for an answer. Say something before you lay cards.'),
      },
      {
        task: _('You gave your word, and everybody heard it. Now keep it: lay both weapons, and save the bribe money.'),
        good: ['lay W4 W4', 'lay W4 W4 cover'],
        not: [
          [/B5/, _('More than you promised. Save the bribe money for a fight that needs it.')],
          [/E5/, _('Blackmail does not count in this district.')],
          [
            /^(?:defer|lay)/,
            _('That is less than 8. Nothing forces you to keep your word \u2013 but everybody would remember.'),
          ],
        ],
        other: _('Tap both weapons, then lay them.'),
      },
      {
        task: _('Nobody has to see the cards yet: your word stands. Show nothing more.'),
        good: ['done'],
        not: [[/^show/, _('You may show what you have laid. This time your word is enough.')]],
        other: _('Show nothing more.'),
      },
    ],
    why: _(
      'Eight from you and four from your partner beat the nine of the defenders, and your promise is marked as kept. A promise binds nobody. But everybody sees who keeps them, and bots believe those more.',
    ),
  },
  {
    key: 'half',
    rule: 'CG-6.5',
    at: 33,
    you: 0,
    about: _('Losing well'),
    task: _(
      'The challengers have 12: you cannot beat that. But losers with at least half of it get loot too. Your partner gave 2. Lay as much as is needed, and not more.',
    ),
    steps: [
      {
        good: ['lay W4', 'lay W4 cover'],
        not: [
          [/E/, _('Blackmail counts for nothing here.')],
          [/W2 W4/, _('Enough, but more than you need: six are half of twelve. Save the other card.')],
          [/W2|-/, _('Then your side has less than six, and goes away empty-handed.')],
        ],
        other: _('Six are half of twelve. Two are there already.'),
      },
      {
        task: _('Show the card or keep it covered: it makes no difference now.'),
        good: ['show W4', 'done'],
        other: _('Show it, or show nothing more.'),
      },
    ],
    why: _(
      'Six against twelve: lost, but exactly half. Now you and your partner share the losers\u2019 packages, and you have kept a weapon for the next round.',
    ),
  },
  {
    key: 'hidden',
    rule: 'CG-3.8',
    at: 26,
    you: 0,
    about: _('The hidden card'),
    task: _(
      'You carry the question mark: one of your cards may stay hidden until the end. Lay the weapon and the bribe money 5.',
    ),
    steps: [
      {
        good: ['lay W4 B5'],
        not: [
          [/E/, _('Blackmail does not count in this district.')],
          [/cover$/, _('You may hide how many cards you lay. Here lay them without that.')],
          [/^lay/, _('You need both: one to be seen, and one to surprise.')],
        ],
        other: _('Lay the weapon and the bribe money 5.'),
      },
      {
        task: _('Show nothing more.'),
        good: ['done'],
        not: [[/^show/, _('What you show now is no surprise any more.')]],
        other: _('Show nothing more.'),
      },
      {
        task: _('Now choose what stays hidden: the stronger card.'),
        good: ['keep_hidden B5'],
        not: [
          [/W4$/, _('That hides four. Five would surprise them more.')],
          [/none$/, _('Then the defenders know exactly what they have to beat.')],
        ],
        other: _('Keep the bribe money 5 hidden.'),
      },
    ],
    why: _(
      'The defenders saw eight and laid nine. Then your five turned up: thirteen to nine. A hidden card may also be a bluff \u2013 they never know.',
    ),
  },
  {
    key: 'persons',
    rule: 'CG-4.3',
    at: 30,
    you: 0,
    about: _('Persons count too'),
    task: _(
      'Here only bribe money counts, and persons do. The challengers have 10. Your partner has 3, and your mayor adds 3 by himself. Lay one card that wins the fight.',
    ),
    steps: [
      {
        good: ['lay B5', 'lay B5 cover'],
        not: [
          [/[WE]/, _('Only bribe money counts here, and your persons.')],
          [/B4 B5/, _('More than enough. One card will do.')],
          [/B4/, _('That makes ten against ten, and a tie goes to the challengers.')],
          [/-/, _('Six are not enough. You are five short.')],
        ],
        other: _('You need eleven: five more than you have.'),
      },
      {
        task: _('Show it or not, as you like.'),
        good: ['show B5', 'done'],
        other: _('Show it, or show nothing more.'),
      },
    ],
    why: _(
      'Eleven to ten. Persons stay with you for the whole game and help wherever the district allows them; at the end most persons bring two more bottles.',
    ),
  },
  {
    key: 'informer',
    rule: 'CG-13.1',
    at: 35,
    you: 0,
    about: _('A useful acquaintance'),
    task: _(
      'You won the informer. At the end of a round he turns cards worth 6 or more into a bottle. Give him both your weapons.',
    ),
    steps: [
      {
        good: ['convert informer W2 W4'],
        not: [[/^draw$/, _('You may draw afterwards. First trade your cards for a bottle.')]],
        other: _('Give the informer weapons 2 and 4.'),
      },
    ],
    why: _(
      'A bottle for six points of cards. Every person of a low value has a trick of its own; tap a person to read it. When the cards are gone, so is your strength \u2013 choose the moment well.',
    ),
  },
];

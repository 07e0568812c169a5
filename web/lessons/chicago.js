// lessons/chicago.js: what Chicago's lessons ask and say. The tables are the records in chicago/.
import {_} from '../src/words.js';

/** A walk, field by field: the page goes all of it when its end is tapped twice. @param {string[]} fields @param {string} other what is said to
 * whoever goes elsewhere @returns {import('../src/lessons.js').LessonStep[]} */
const walk = (fields, other) => fields.slice(1).map((to, i) => ({good: [`step ${fields[i]} ${to}`], other}));

/** @returns {import('../src/lessons.js').Lesson[]} */
export const lessons = () => [
  {
    key: 'hire',
    rule: 'CH-6.1',
    at: 0,
    you: 0,
    about: _('Hire your men'),
    task: _(
      'You are yellow. Before each phase you hire. Take one man with three rings, two with two rings and two with one.',
    ),
    steps: [
      {
        good: ['hire 2 2 1'],
        not: [
          [/^hire 0 0 0$/, _('Without men you take nothing. Spend your money: it earns only on the street.')],
          [/0$/, _('Men with three rings can be hired only now, one in a phase. Take him.')],
          [/./, _('Possible too. For this lesson: one with three rings, two with two and two with one.')],
        ],
        other: _('One with three rings, two with two and two with one.'),
      },
    ],
    why: _(
      'Men with one and with two rings are bought evenly: their numbers differ by one at most. Nobody sells four rings; they are won in fights.',
    ),
  },
  {
    key: 'place',
    rule: 'CH-7.2',
    at: 4,
    you: 0,
    about: _('Guard the casino'),
    task: _(
      'Your men go into your own buildings, the strongest first. Put the man with four rings into your casino, the most valuable building.',
    ),
    steps: [
      {
        good: ['place YC'],
        not: [[/^place Y[H0]/, _('A bar is worth a few thousand, the casino twenty. Let your best man stand there.')]],
        other: _('Put him into the casino.'),
      },
    ],
    why: _(
      'Whoever wants the casino has to beat him first. It has two doors: he can leave on either side, and so can others once it is theirs.',
    ),
  },
  {
    key: 'take',
    rule: 'CH-9.1',
    at: 14,
    you: 0,
    about: _('Walk in and take it'),
    task: _(
      'The die gives you four points, one for each field. Four steps from your man in the bar at the top edge lies a bar that belongs to nobody: worth 2000, two houses to the right. Walk in.',
    ),
    steps: walk(
      ['Y02', '1,3', '1,4', '1,5', 'Y11'],
      _(
        'That uses up points you need. Take the man at the top edge; tap him, then the white bar of 2000 to his right.',
      ),
    ),
    why: _(
      'An empty building belongs to whoever walks in, and stays yours when you leave. After six rounds every building pays its owner.',
    ),
  },
  {
    key: 'duel',
    rule: 'CH-10.1',
    at: 44,
    you: 0,
    about: _('Pick your fights'),
    task: _('A red man with one ring stands right before the door of your man with three. Step out and fight him.'),
    steps: [
      {
        good: ['step Y20 4,8'],
        not: [
          [/^step Y/, _('That man is far away. The fight is at the bar worth 5000, at your man with three rings.')],
        ],
        other: _('Step out of the bar worth 5000.'),
      },
    ],
    why: _(
      'Both roll the die of their rings, and the higher number wins. More rings mean a better die. The winner gains a ring, up to four, and the price of the man he beat. A tie costs both a ring.',
    ),
  },
  {
    key: 'edge',
    rule: 'CH-3.12',
    at: 27,
    you: 0,
    about: _('Round the edge'),
    task: _(
      'Your man stands at the left edge, on a field with two arrows. From there one step leads to any other such field. Go round to the right edge and take the bar worth 4000 near it.',
    ),
    steps: walk(
      ['9,0', '9,19', '9,18', '9,17', 'R18'],
      _(
        'Four points are just enough: tap your man at the left edge, then the bar worth 4000 at the right edge, above the wide street.',
      ),
    ),
    why: _(
      'One point across the whole city. Nobody is safe far from home, and neither are you: watch the fields with two arrows.',
    ),
  },
  {
    key: 'set',
    rule: 'CH-12.4',
    at: 26,
    you: 0,
    about: _('A full set pays threefold'),
    task: _(
      'Seven of the eight bars of 1000 in your quarter are yours. The last one lies seven steps from your man in the bar of 2000, along the street below. Better bars lie on the way \u2013 take the one of 1000.',
    ),
    steps: walk(
      ['Y08', '2,4', '3,4', '4,4', '4,5', '4,6', '4,7', 'Y10'],
      _(
        'A tempting way, but the last bar of 1000 completes your set. Go along the street and use all seven points for it.',
      ),
    ),
    why: _(
      'All eight bars of 1000 in your home quarter pay 24,000 together, not 8000. The six bars of 2000 pay threefold as well, if you own them all.',
    ),
  },
  {
    key: 'casino',
    rule: 'CH-1.2',
    at: 33,
    you: 0,
    about: _('An empty casino'),
    task: _(
      'Red has left the casino unguarded, and you have eight points: just enough for your man in the middle street at the top. Take it.',
    ),
    steps: walk(
      ['1,10', '1,11', '1,12', '1,13', '1,14', '1,15', '2,15', '3,15', 'RC'],
      _('Eight points reach to the casino only by the shortest way. Tap your man at the top, then the red casino.'),
    ),
    why: _(
      'Two casinos! Whoever owns three at the end of a phase wins at once. All eight bars around the square win too, and so do five men with four rings; else the richest after four phases.',
    ),
  },
];

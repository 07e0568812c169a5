// lessons/gangster.js: what Gangster's lessons ask and say. The tables are the records in gangster/.
import {_} from '../src/words.js';

/** @returns {import('../src/lessons.js').Lesson[]} */
export const lessons = () => [
  {
    key: 'row',
    rule: 'GB-6.4',
    at: 10,
    you: 0,
    about: _('A full row pays'),
    task: _(
      'You are red. The top row has five gangsters, and red is the strongest there. Lay your own 1 on f1 to fill it.',
    ),
    steps: [
      {
        good: ['lay_own 1 f1'],
        not: [
          [
            /^lay_open \d f1$/,
            _('That fills the row too, but a stranger takes from your lead. Your own 1 adds to it.'),
          ],
          [/^draw/, _('A blind tile could be anybody\u2019s. You have the right one in front of you.')],
          [/^(?:move|shoot)/, _('No need for that: one more red gangster fills the row in your favour.')],
          [/^lay_own 1/, _('There he does little. On f1 he completes the row, and it is scored at once.')],
        ],
        other: _('Tap your own 1, then f1 at the right end of the top row.'),
      },
    ],
    why: _(
      'A row or column is scored the moment its sixth gangster comes. The strongest gang gets its power less that of the second: red 6, blue 3 \u2013 three points for you.',
    ),
  },
  {
    key: 'tie',
    rule: 'GB-6.5',
    at: 11,
    you: 0,
    about: _('A tie cancels out'),
    task: _(
      'Blue leads the second row, 4 to your 3, and may fill it next. Gangs that tie for first place cancel each other out. Make it a tie.',
    ),
    steps: [
      {
        good: ['lay_own 1 f2'],
        not: [
          [/^lay_open \d f2$/, _('Then blue is still ahead, and blue gets the points. You need 4 red in this row.')],
          [/^draw/, _('Too risky: blue may fill the row before you do.')],
          [/^shoot/, _('A bullet helps too, but you have only two. Here a single red 1 does it.')],
          [/^move/, _('That can help for a turn. The tie settles the row for good.')],
          [/^lay_own 1/, _('He is needed in the second row: on f2.')],
        ],
        other: _('Lay your own 1 on f2.'),
      },
    ],
    why: _(
      'Four against four: both are struck out, and grey, the next in strength, belongs to nobody. A row you cannot win can still be kept from others.',
    ),
  },
  {
    key: 'move',
    rule: 'GB-4.1',
    at: 11,
    you: 0,
    about: _('One step to the side'),
    task: _(
      'Instead of laying you may move any living gangster one cell. Column c lacks one at the bottom: move your red 2 from b6 to c6.',
    ),
    steps: [
      {
        good: ['move b6-c6'],
        not: [
          [
            /^lay_open \d c6$/,
            _('That fills the column as well, but for fewer points. Your red 2 stands right beside it.'),
          ],
          [/^move c5-c6$/, _('Then c5 is empty, and the column is still one short.')],
          [/^move/, _('It is the red 2 on b6 that completes column c.')],
          [/^shoot/, _('Save the bullet: the column is yours already, it only has to be filled.')],
        ],
        other: _('Tap the red 2 on b6, then c6.'),
      },
    ],
    why: _(
      'Moving can fill a line just as laying can: red 6, blue 2, four points. But nobody moves out of a line that is full, and the gangster that the player before you laid or moved is out of bounds.',
    ),
  },
  {
    key: 'shoot',
    rule: 'GB-5.2',
    at: 10,
    you: 0,
    about: _('A bullet well spent'),
    task: _(
      'Blue leads the second row, 5 to your 4. Your red 3 on a2 stands beside blue\u2019s strongest man. Tap your bullets, then him.',
    ),
    steps: [
      {
        good: ['shoot b2'],
        not: [
          [/^shoot/, _('That one does you no harm. The blue 3 on b2 does.')],
          [/f2$/, _('Do not fill the row yet: now blue would get the points.')],
          [/^move b2-/, _('That chases him off for a turn, but he comes back. A bullet is for good.')],
        ],
        other: _('Tap your bullets, then the blue 3 on b2.'),
      },
    ],
    why: _(
      'The dead stay where they lie and still fill their cell, but their power counts nothing: now it is red 4, blue 2. With two players each has two bullets for the whole game.',
    ),
  },
  {
    key: 'away',
    rule: 'GB-4.2',
    at: 11,
    you: 0,
    about: _('Spoil the plan'),
    task: _(
      'Blue is about to fill the third row and win it by far. You may move other people\u2019s gangsters too: move a blue one out of the row.',
    ),
    steps: [
      {
        good: ['move a3-a4', 'move a3-a2', 'move b3-b2', 'move b3-b4'],
        not: [
          [/^lay_\w+ \d f3$/, _('That fills the row for blue. Take a blue gangster out of it instead.')],
          [/^move [cd]3/, _('That breaks the row too, but leaves blue as strong as before. Move a blue one.')],
          [/^shoot/, _('You have no red gangster beside the strong ones. Moving costs nothing.')],
        ],
        other: _('Tap the blue 3 on a3 or the blue 2 on b3, then a cell above or below.'),
      },
    ],
    why: _(
      'Blue may not move him straight back: whoever was just laid or moved is locked for the next player. So you have won a turn, and blue has lost a lead.',
    ),
  },
  {
    key: 'corner',
    rule: 'GB-6.10',
    at: 18,
    you: 0,
    about: _('Two lines at once'),
    task: _('A red 2 lies in the open supply, and anybody may lay it. One cell completes a row and a column. Find it.'),
    steps: [
      {
        good: ['lay_open 2 f6'],
        not: [
          [/^lay_open 1 f6$/, _('The right cell, but the wrong gangster: take the red 2.')],
          [/^lay_open 2/, _('There he completes nothing. Look where row 6 and column f meet.')],
          [/^draw/, _('You do not need luck: the red 2 lies open.')],
        ],
        other: _('Tap the red 2 in the open supply, then f6.'),
      },
      {
        task: _('Both lines are scored. You choose which comes first \u2013 here it makes no difference.'),
        good: ['choose_order row', 'choose_order column'],
        other: _('Choose the row or the column.'),
      },
    ],
    why: _(
      'Five points and four: nine with one tile. At 17 you are Al Capone and win at once; that is when the order matters.',
    ),
  },
];

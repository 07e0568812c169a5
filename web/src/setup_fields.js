// setup_fields.js: the fields of the dialog that sets up a table (newtable.js): who sits where, the game's options with a line of
// explanation each, how the rules are read, the clock and the rules of the table. What does not apply is hidden, and says nothing.
import {portrait} from '../boards/kit.js';
import {h, keep, say} from './dom.js';
import {mannerWords} from './names.js';
import {_, timeSpan} from './words.js';
import {editionWords, optionAbout, valueName} from './options.js';
import {prefs} from './prefs.js';

export const LEVELS = ['easy', 'normal', 'hard', 'boss'];

/** As the engine lists it: 'ours': its default is our reading of the print; 'least', 'most', 'with' say at which tables it means something (game.h).
 * @typedef {{name: string, help: string, values?: string[], default: any, ours?: boolean, letter?: any, per_seat?: boolean, min?: number, max?: number,
 *   least?: number, most?: number, with?: string}} Option */

/** @param {string} level */
export function levelName(level) {
  return {easy: _('Bot, easy'), normal: _('Bot, normal'), hard: _('Bot, hard'), boss: _('Bot, boss')}[level] ?? level;
}

/** A choice with a line that explains it. @param {string} group @param {string} value @param {string} words @param {string} about @param {boolean} on */
export function card(group, value, words, about, on) {
  const pick = h('input', {type: 'radio', name: group, value});
  pick.checked = on;
  return h(
    'label',
    {class: 'tick pick-card'},
    pick,
    h('span', {}, h('b', {}, words), h('span', {class: 'small'}, about)),
  );
}

/** @param {number} n @param {boolean} there whether there is a house @param {string} kind */
export function seatField(n, there, kind) {
  const kinds = [
    ...LEVELS.map(l => [`bot:${l}`, levelName(l)]),
    ['hotseat', _('Person at this device')],
    ...(there ? [['open', _('Friend by link')]] : []),
  ];
  const pick = h(
    'select',
    {name: `seat${n}`, 'aria-label': _('Seat {n}', {n: n + 1})},
    ...kinds.map(([v, w]) => h('option', {value: v, selected: v === kind}, w)),
  );
  const name = h('input', {
    name: `name${n}`,
    maxlength: 30,
    'aria-label': _('Name in seat {n}', {n: n + 1}),
    placeholder: _('Name'),
    hidden: kind !== 'hotseat',
  });
  pick.addEventListener('change', () => {
    name.hidden = pick.value !== 'hotseat';
  });
  return h('div', {class: 'seat-pick'}, h('label', {}, _('Seat {n}', {n: n + 1}), pick), name);
}

/** Who will sit there: one line for every level that was chosen. @param {HTMLElement} root @param {(import('./names.js').Character|null)[]} cast */
export const drawCast = (root, cast) =>
  keep(
    root,
    cast.filter(c => c !== null),
    c => c.name,
    c => h('li', {}, portrait(c.name, 0), h('p', {class: 'small'}, h('b', {}, c.name), ` ${mannerWords(c)}`)),
  );

/** What a choice of company means for a seat. @param {string} company */
export const kindFor = company =>
  ({friends: 'open', device: 'hotseat'})[company] ?? /** @type {string} */ (`bot:${prefs().level}`);

/** Which company the seats amount to; '' if they are mixed. @param {string[]} kinds */
export function companyOf(kinds) {
  if (kinds.every(k => k.startsWith('bot:'))) return 'bots';
  return kinds.every(k => k === 'open') ? 'friends' : kinds.every(k => k === 'hotseat') ? 'device' : '';
}

/** What is played unless somebody chooses otherwise, in words. @param {Option} o */
const defaultName = o => (o.per_seat ? _('{n} per player', {n: o.default}) : valueName(o, String(o.default)));

/** @param {string} game @param {Option} o */
export function optionField(game, o) {
  const pick = o.values
    ? h(
        'select',
        {name: o.name},
        ...o.values.map(v => h('option', {value: v, selected: v === o.default}, valueName(o, v))),
      )
    : h('input', {
        name: o.name,
        type: 'number',
        min: o.min,
        max: o.max,
        value: o.default,
        'data-each': o.per_seat && o.default,
      });
  const about = [
    optionAbout(game, o.name),
    o.ours && _('Our reading: {value}.', {value: defaultName(o)}),
    'letter' in o && _('To the letter: {value}.', {value: valueName(o, String(o.letter))}),
  ];
  return h(
    'label',
    {'data-option': o.name},
    _(o.help),
    pick,
    h('span', {class: 'small'}, about.filter(Boolean).join(' ')),
  );
}

/** Hide what means nothing at this table: too few or too many players, another option that is off, seats that are not there.
 * @param {HTMLElement} fields @param {Option[]} all @param {number} players */
export function showOptions(fields, all, players) {
  for (const o of all) {
    const field = /** @type {HTMLElement} */ (fields.querySelector(`[data-option=${o.name}]`)),
      [other, value] = (o.with ?? '').split('='),
      rule = other ? /** @type {HTMLSelectElement} */ (fields.querySelector(`[name=${other}]`)) : null;
    field.hidden = players < (o.least ?? 0) || players > (o.most ?? 99) || (!!rule && rule.value !== value);
    const first = o.values?.includes('seat_0') ? 0 : 1;
    for (const choice of field.querySelectorAll('option')) {
      const seat = /^seat_(\d)$/.exec(choice.value)?.[1];
      choice.hidden = choice.disabled = seat !== undefined && Number(seat) - first >= players;
    }
  }
}

/** All options at once: as we read the rules, or as they are printed. Nothing to choose where both are the same.
 * @param {Option[]} all @param {HTMLElement} fields @param {() => number} players */
export function presetField(all, fields, players) {
  const root = h(
    'fieldset',
    {class: 'preset', hidden: !all.some(o => 'letter' in o)},
    h('legend', {}, _('How the rules are read')),
    card('preset', 'ours', _('Our reading'), _('As we think they were meant. Recommended.'), true),
    card('preset', 'letter', _('To the letter'), _('Word for word as printed, even where that is odd.'), false),
  );
  const chosen = () => root.querySelector('input:checked')?.getAttribute('value') ?? 'ours';
  root.addEventListener('change', () => {
    for (const o of all) {
      const field = /** @type {HTMLInputElement} */ (fields.querySelector(`[name=${o.name}]`)),
        ours = o.per_seat ? o.default * players() : o.default;
      field.value = String(chosen() === 'letter' ? (o.letter ?? ours) : ours);
    }
  });
  return {root, chosen};
}

/** An edition file of the reader's own: its button, and its text once it is chosen. @param {any} about the game, as the engine lists it */
export function editionField(about) {
  const usual = about?.editions?.length
    ? editionWords({name: about.editions[0], reconstruction: about.reconstruction})
    : _('the default edition');
  const file = h('input', {type: 'file', accept: '.edition', class: 'unseen'}),
    name = h('span', {class: 'small'}, usual);
  file.addEventListener('change', () => say(name, file.files?.[0]?.name ?? usual));
  return {
    field: h('div', {class: 'edition-pick'}, h('label', {class: 'button'}, _('Choose an edition file'), file), name),
    text: async () => file.files?.[0]?.text(),
  };
}

/** The clock, and how long somebody is waited for where there is none. */
export function clockFields() {
  const clock = h('select', {'aria-label': _('Clock')}, ...clocks().map(([v, w]) => h('option', {value: v}, w)));
  const absence = h(
    'select',
    {'aria-label': _('Without a clock: wait for whoever is gone')},
    ...['2m', '10m', '30m', '2h', '1d', '7d'].map(v => h('option', {value: v, selected: v === '10m'}, timeSpan(v))),
  );
  const wait = h(
    'label',
    {},
    _('Without a clock: wait for whoever is gone'),
    absence,
    h(
      'span',
      {class: 'small'},
      _('After that the others may go on with a bot in that seat, until the player is back.'),
    ),
  );
  clock.addEventListener('change', () => {
    wait.hidden = clock.value !== 'none';
  });
  return {
    fields: [
      h('label', {}, _('Clock'), clock, h('span', {class: 'small'}, _('When the time is up, a bot makes the move.'))),
      wait,
    ],
    time: () => ({clock: clock.value, absence: absence.value}),
    /** There must be one. */
    needed() {
      if (clock.value === 'none') clock.value = 'bank 15m+10s bot';
      wait.hidden = true;
    },
  };
}

function clocks() {
  return [
    ['none', _('none')],
    ['move 90s bot', _('90 seconds a move')],
    ['bank 15m+10s bot', _('15 minutes and 10 seconds a move')],
    ['bank 45m+15s bot', _('45 minutes and 15 seconds a move')],
    ['move 1d bot', _('a day a move')],
    ['move 3d bot', _('three days a move')],
  ];
}

/** @param {boolean} ratings whether this table could be rated */
export function ticks(ratings) {
  return [
    ...(ratings
      ? [
          [
            'rated',
            _('Rated'),
            _(
              'The result counts for the standings. With a clock, by the standard rules, for people who are signed in.',
            ),
            false,
          ],
        ]
      : []),
    ['undo', _('Moves may be taken back'), _('As long as nothing was revealed and nobody else has moved.'), true],
    ['chat', _('Chat'), _('Write to each other beside the game.'), true],
    ['hints', _('Hints are allowed'), _('Whoever asks is told what a bot would do.'), false],
    ['pause', _('The game may be paused'), _('The clocks stop until somebody goes on.'), true],
    ['onlookers', _('Onlookers are welcome'), _('Anyone with the link may watch. They see no hidden cards.'), true],
    ['listed', _('Listed publicly'), _('Strangers find the table on the start page.'), false],
  ].map(([key, words, about, on]) => {
    const box = h('input', {type: 'checkbox', name: String(key)});
    box.checked = !!on;
    return h('label', {class: 'tick'}, box, h('span', {}, String(words), h('span', {class: 'small'}, String(about))));
  });
}

/** What the visible fields hold, by name. @param {HTMLElement} root @returns {Record<string, string>} */
export function values(root) {
  return Object.fromEntries(
    [...root.querySelectorAll('select, input')]
      .filter(e => !e.closest('label[hidden]'))
      .map(e => {
        const f = /** @type {HTMLInputElement} */ (e);
        return [f.name, f.type === 'checkbox' ? String(f.checked) : f.value];
      }),
  );
}

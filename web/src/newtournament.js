// newtournament.js: the form for a new tournament: few fields, in plain words, each with a sensible default.
import {session} from './account.js';
import {call} from './api.js';
import {h} from './dom.js';
import {games, gameInfo} from './games.js';
import {reason} from './phrase.js';
import {prefs} from './prefs.js';
import {kinds, keepToken} from './tournaments.js';
import {_, language} from './words.js';

/** @param {string} name @param {[string|number, string][]} options @param {string|number} chosen */
const pick = (name, options, chosen) =>
  h('select', {name}, ...options.map(([value, words]) => h('option', {value, selected: value === chosen}, words)));

/** @param {string} words @param {HTMLElement} input @param {string} [about] */
const field = (words, input, about) => h('label', {}, words, input, about ? h('span', {class: 'small'}, about) : '');

/** @param {string} name @param {string} words @param {string} about @param {boolean} [on] */
function tick(name, words, about, on = false) {
  const box = h('input', {type: 'checkbox', name});
  box.checked = on;
  return h('label', {class: 'tick'}, box, h('span', {}, words, ' ', h('span', {class: 'small'}, about)));
}

const clocks = () => [
  ['move 60s', _('one minute for each move')],
  ['move 2m', _('two minutes for each move')],
  ['bank 15m+10s', _('15 minutes and 10 seconds a move')],
  ['bank 45m+15s', _('45 minutes and 15 seconds a move')],
  ['move 1d', _('a day a move')],
];

/** @param {string} mayMake 'anybody' or 'accounts' @param {boolean} ratings whether this house keeps them */
export function newTournament(mayMake, ratings) {
  const part = h('details', {class: 'panel make-one'}, h('summary', {}, _('Make a tournament')));
  if (mayMake !== 'anybody' && !session()) {
    part.append(
      h('p', {}, _('Sign in to make a tournament.'), ' ', h('a', {href: 'index.html'}, _('To the start page'))),
    );
    return part;
  }
  part.append(form(ratings));
  return part;
}

/** @param {boolean} ratings */
function form(ratings) {
  const level = prefs().level ?? 'normal';
  const name = h('input', {name: 'name', required: true, maxlength: 60, value: _('Tournament')}),
    game = pick(
      'game',
      games.map(g => [g.key, g.name]),
      games[1].key,
    ),
    players = h('select', {name: 'players'}),
    kind = pick(
      'kind',
      Object.entries(kinds()).map(([key, k]) => [key, k.name]),
      'swiss',
    ),
    about = h('span', {class: 'small'}),
    rounds = h('input', {name: 'rounds', type: 'number', min: 0, max: 50, value: 0}),
    minutes = h('input', {name: 'minutes', type: 'number', min: 1, max: 1440, value: 90}),
    start = h('input', {name: 'start', type: 'datetime-local'}),
    bots = h('input', {name: 'bots', type: 'number', min: 0, max: 200, value: 0}),
    most = h('input', {name: 'most', type: 'number', min: 2, max: 256, value: 64}),
    late = h('input', {name: 'late_rounds', type: 'number', min: 0, max: 50, value: 0});
  const roundsField = field(_('Rounds'), rounds, _('0: as many as it needs')),
    minutesField = field(_('Minutes'), minutes),
    lateField = field(_('Latecomers may join until round'), late, _('0: nobody comes late')),
    playersField = field(_('Players at a table'), players),
    ratedField = tick(
      'rated',
      _('Rated'),
      _('The results count for the standings. Everybody who joins has an account.'),
    ),
    accountsField = tick('accounts', _('Only with an account'), _('Nobody can enter twice.'));
  const rated = /** @type {HTMLInputElement} */ (ratedField.firstChild),
    accounts = /** @type {HTMLInputElement} */ (accountsField.firstChild);
  const follow = () => {
    const g = gameInfo(game.value);
    if (!g) return;
    const counts = Array.from({length: g.most - g.least + 1}, (_x, i) => g.least + i),
      old = Number(players.value);
    players.replaceChildren(
      ...counts.map(n => h('option', {value: n, selected: n === (counts.includes(old) ? old : g.best)}, n)),
    );
    playersField.hidden = counts.length === 1;
    about.textContent = kinds()[kind.value]?.about ?? '';
    roundsField.hidden = kind.value === 'arena' || kind.value === 'knockout';
    minutesField.hidden = kind.value !== 'arena';
    lateField.hidden = kind.value !== 'swiss' && kind.value !== 'duplicate';
    ratedField.hidden = !ratings || kind.value === 'duplicate';
    rated.disabled = ratedField.hidden;
    accounts.disabled = rated.checked && !rated.disabled;
    accounts.checked ||= accounts.disabled;
  };
  rated.addEventListener('change', follow);
  game.addEventListener('change', follow);
  kind.addEventListener('change', follow);
  follow();
  const told = h('p', {class: 'small all', role: 'alert'});
  const root = h(
    'form',
    {class: 'make'},
    field(_('Name'), name),
    field(_('Game'), game),
    playersField,
    h('label', {}, _('Kind'), kind, about),
    roundsField,
    minutesField,
    field(
      _('Clock'),
      pick('clock', /** @type {any} */ (clocks()), 'move 60s'),
      _('Who does not come loses by the clock.'),
    ),
    field(_('Begins'), start, _('Leave it empty to begin when you say so.')),
    field(
      _('Rules'),
      pick(
        'preset',
        [
          ['ours', _('our rules')],
          ['letter', _('to the letter of the rulebook')],
        ],
        'ours',
      ),
    ),
    field(_('Bots that take part'), bots),
    field(
      _('How strong bots are'),
      pick(
        'bot',
        [
          ['easy', _('easy')],
          ['normal', _('normal')],
          ['hard', _('hard')],
          ['boss', _('boss')],
        ],
        level,
      ),
    ),
    field(_('Players, at most'), most),
    lateField,
    tick('fill', _('Fill up with bots'), _('At the start, so that nobody has to sit out.'), true),
    ratedField,
    accountsField,
    tick('listed', _('Listed publicly'), _('Else only whoever has the link finds it.'), true),
    h(
      'p',
      {class: 'small all'},
      _('Once it is made, nothing of it can be changed. You can call it off until it begins.'),
    ),
    told,
    h('div', {class: 'buttons all'}, h('button', {class: 'main'}, _('Make it'))),
  );
  root.addEventListener('submit', event => {
    event.preventDefault();
    told.textContent = '';
    make(root).catch(why => (told.textContent = reason(why)));
  });
  return root;
}

/** @param {HTMLFormElement} root */
async function make(root) {
  const data = new FormData(root),
    number = (/** @type {string} */ key) => Number(data.get(key) ?? 0),
    start = String(data.get('start') ?? '');
  const body = {
    name: String(data.get('name')).trim(),
    game: data.get('game'),
    players: number('players'),
    kind: data.get('kind'),
    rounds: number('rounds'),
    minutes: number('minutes'),
    late_rounds: number('late_rounds'),
    clock: data.get('clock'),
    preset: data.get('preset'),
    bots: number('bots'),
    bot: data.get('bot'),
    most: number('most'),
    fill: data.get('fill') === 'on',
    accounts: data.get('accounts') === 'on',
    rated: data.get('rated') === 'on',
    listed: data.get('listed') === 'on',
    start: start ? new Date(start).getTime() : null,
    language,
  };
  const made = await call('POST', 'api/tournaments', {body, token: session()?.session});
  keepToken(made.id, made.token);
  location.assign(`tournament.html?id=${made.id}`);
}

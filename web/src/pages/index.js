// pages/index.js: the start page: the games, one click to a game against bots, a table for friends, the open
// tables of the house, and one's own.
import {h} from '../dom.js';
import {_} from '../words.js';
import {accountPanel, me} from '../account.js';
import {call, house, noHouse} from '../api.js';
import {dailyPanel, fetchDaily} from '../daily.js';
import {games, gameInfo, newGames} from '../games.js';
import {hasLessons, progressWords} from '../lessons.js';
import {goTo} from '../mine.js';
import {myTables} from '../mytables.js';
import {apart} from '../names.js';
import {prefs} from '../prefs.js';
import {open, sign} from '../shell.js';
import {newTable} from '../newtable.js';
import {tournamentsPanel} from '../tournaments.js';
import {poster} from '../../boards/posters.js';

/** @import {GameInfo} from '../games.js' */

open(async main => {
  const asked = gameInfo(new URLSearchParams(location.search).get('play') ?? '');
  if (asked) return playAtOnce(asked);
  const cards = h('ul', {class: 'games'}, ...games.map(gameCard));
  main.className = 'home';
  document.title = 'Speakeasy';
  main.append(
    h(
      'div',
      {class: 'door'},
      sign(),
      h('h1', {}, 'Speakeasy'),
      h('p', {}, _('Gangster games in the back room: against bots, on one device, or with friends by link.')),
    ),
    cards,
  );
  let mine = myTables([]);
  main.insertBefore(mine.root, main.lastElementChild); // whoever comes again wants to go on
  const welcome = () => main.firstElementChild?.classList.toggle('unseen', !mine.isEmpty()); // and knows the door
  welcome();
  performance.mark('ready');
  cards.append(...(await newGames()).map(gameCard));
  const there = await house(),
    known = there && (await me());
  if (known) {
    const all = myTables(known.tables);
    mine.root.replaceWith(all.root);
    mine = all;
  }
  welcome();
  const today = there && (await fetchDaily());
  if (today) cards.after(dailyPanel(today));
  main.append(
    await openTables(there),
    there?.tournaments ? tournamentsPanel() : '',
    there?.ratings ? standingsLink() : '',
    fileLink(),
    there ? accountPanel(known, () => location.reload()) : '',
  );
});

/** @param {GameInfo} g */
function gameCard(g) {
  const players =
    g.least === g.most ? _('{n} players', {n: g.least}) : _('{a} to {b} players', {a: g.least, b: g.most});
  return h(
    'li',
    {class: 'panel game-card', 'data-game': g.key},
    poster(g.key),
    h('h2', {}, g.name),
    h('p', {class: 'small'}, g.minutes ? `${players} \u00B7 ${_('{minutes} minutes', {minutes: g.minutes})}` : players),
    h('p', {}, g.line()),
    h('p', {class: 'small'}, g.more()),
    h(
      'div',
      {class: 'buttons'},
      h('button', {class: 'main', type: 'button', 'data-play': g.key, onclick: () => playNow(g)}, _('Play now')),
      hasLessons(g.key) && lessonsLink(g.key),
      hasLessons(g.key) && h('a', {class: 'button', href: `puzzle.html?game=${g.key}`}, _('Puzzles')),
      h('a', {class: 'button', href: `rules.html?game=${g.key}`}, _('Rules')),
      h('button', {type: 'button', 'data-new': g.key, onclick: () => newTable(g)}, _('Set up a table')),
    ),
  );
}

/** To the first lesson that is not done. @param {string} key */
const lessonsLink = key =>
  h(
    'a',
    {class: 'button', 'data-learn': key, href: `lesson.html?game=${key}`},
    [_('Lessons'), progressWords(key)].join(' ').trim(),
  );

/** One click: me against bots, as many as the game is best with. @param {GameInfo} g */
function playNow(g) {
  const level = prefs().level;
  const bots = Array.from({length: g.best - 1}, () => ({kind: /** @type {const} */ ('bot'), bot: level}));
  goTo({game: g.key, players: g.best, options: {}, seats: [{kind: 'me', name: prefs().name}, ...bots]});
}

/** From the home screen. Whoever goes back finds the start page and not another game. @param {GameInfo} g */
function playAtOnce(g) {
  history.replaceState(null, '', location.pathname);
  playNow(g);
}

/** A game that was saved as a file, here or elsewhere. */
function fileLink() {
  return h(
    'section',
    {class: 'panel files', 'aria-label': _('Look back')},
    h('h2', {}, _('Look back')),
    h('p', {class: 'small'}, _('You can go through a saved game step by step.')),
    h('div', {class: 'buttons'}, h('a', {class: 'button', href: 'replay.html'}, _('Open a game file'))),
  );
}

/** Who plays best here. */
const standingsLink = () =>
  h(
    'section',
    {class: 'panel', 'aria-label': _('Standings')},
    h('h2', {}, _('Standings')),
    h('p', {class: 'small'}, _('Rated games of people and bots, by game and number of players.')),
    h('div', {class: 'buttons'}, h('a', {class: 'button', href: 'standings.html'}, _('Standings'))),
  );

/** @param {any} there */
async function openTables(there) {
  const part = h(
    'section',
    {class: 'panel', hidden: true, 'aria-label': _('Open tables')},
    h('h2', {}, _('Open tables')),
  );
  if (!there) return withoutHouse(await noHouse());
  const {tables} = await call('GET', 'api/tables?status=open&limit=20').catch(() => ({tables: []}));
  part.hidden = false;
  part.append(
    tables.length
      ? h('ul', {class: 'rows'}, ...tables.map(openRow))
      : h('p', {class: 'small'}, _('Nobody is waiting. Set up a table and invite somebody.')),
  );
  return part;
}

/** What is missing here, and what is not. @param {string|null} why */
function withoutHouse(why) {
  return h(
    'section',
    {class: 'panel without', 'aria-label': _('Playing with friends')},
    h('h2', {}, _('Playing with friends')),
    h(
      'p',
      {class: 'small'},
      why === 'offline'
        ? _(
            'You are offline. Bots are here, and so is everybody at this device; friends by link come back with the network.',
          )
        : _(
            'This page comes without a server: play against bots, or pass the device round. Friends by link need a Speakeasy server.',
          ),
    ),
  );
}

/** @param {any} t */
function openRow(t) {
  const names = apart(/** @type {any[]} */ (t.seats))
    .filter(s => s.kind !== 'open')
    .map(s => s.name || s.bot)
    .join(', ');
  return h(
    'li',
    {},
    h('a', {href: `table.html?t=${t.id}`}, gameInfo(t.game)?.name ?? t.game),
    ' ',
    h('span', {class: 'small'}, names),
  );
}

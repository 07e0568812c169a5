// pages/standings.js: who stands where: one list for each game and number of players, the surest first.
import {session} from '../account.js';
import {call, house} from '../api.js';
import {h} from '../dom.js';
import {games, gameInfo} from '../games.js';
import {personLink, pointsOf} from '../league.js';
import {open} from '../shell.js';
import {_, number} from '../words.js';

/** @import {Standing} from '../league.js' */

open(async main => {
  const asked = new URLSearchParams(location.search),
    game = gameInfo(asked.get('game') ?? '') ?? games[0],
    players = Math.min(game.most, Math.max(game.least, Number(asked.get('players')) || game.least)),
    there = await house();
  main.className = 'league';
  document.title = `${_('Standings')} \u00B7 Speakeasy`;
  main.append(h('h1', {}, _('Standings')));
  if (!there?.ratings) {
    main.append(h('p', {class: 'notice'}, _('There are no ratings here.')));
    return;
  }
  main.append(gamesNav(game.key), playersNav(game, players), h('h2', {}, game.name));
  const rows = h('tbody', {}),
    more = h('button', {type: 'button'}, _('Show more')),
    table = h('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': _('Standings')}, tableOf(rows)),
    none = h('p', {}, _('Nobody has played a rated game here yet.'));
  main.append(table, more, none, about());
  /** @param {string} after */
  async function show(after) {
    const told = await call(
      'GET',
      `api/ratings/${game.key}/${players}${after && `?after=${encodeURIComponent(after)}`}`,
    );
    rows.append(...told.standings.map(row));
    none.hidden = rows.children.length > 0;
    table.hidden = !none.hidden;
    more.hidden = !told.next;
    more.onclick = () => void show(told.next);
  }
  await show('');
});

/** @param {HTMLElement} rows */
const tableOf = rows =>
  h(
    'table',
    {class: 'standings'},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', {scope: 'col', class: 'n'}, _('Place')),
        h('th', {scope: 'col'}, _('Name')),
        h('th', {scope: 'col', class: 'n'}, _('Points')),
        h('th', {scope: 'col', class: 'n'}, _('Games')),
        h('th', {scope: 'col', class: 'n'}, _('Wins')),
      ),
    ),
    rows,
  );

/** @param {Standing} r */
const row = r =>
  h(
    'tr',
    {class: r.name === session()?.name && r.kind === 'person' ? 'me' : null},
    h('td', {class: 'n'}, `${r.place}.`),
    h('th', {scope: 'row'}, r.kind === 'bot' ? h('span', {}, _('bot {name}', {name: r.name})) : personLink(r.name)),
    h('td', {class: 'n'}, pointsOf(r)),
    h('td', {class: 'n'}, number(r.games)),
    h('td', {class: 'n'}, number(r.wins)),
  );

/** @param {string} now */
const gamesNav = now =>
  h(
    'nav',
    {class: 'games-nav', 'aria-label': _('Games')},
    ...games.map(g =>
      h('a', {href: `standings.html?game=${g.key}`, 'aria-current': g.key === now ? 'page' : null}, g.name),
    ),
  );

/** @param {import('../games.js').GameInfo} g @param {number} now */
function playersNav(g, now) {
  const counts = Array.from({length: g.most - g.least + 1}, (_x, i) => g.least + i);
  return h(
    'nav',
    {class: 'games-nav', 'aria-label': _('Players'), hidden: g.least === g.most},
    ...counts.map(n =>
      h(
        'a',
        {href: `standings.html?game=${g.key}&players=${n}`, 'aria-current': n === now ? 'page' : null},
        _('{n} players', {n}),
      ),
    ),
  );
}

const about = () =>
  h(
    'details',
    {class: 'panel'},
    h('summary', {}, _('What the points mean')),
    h('p', {}, _('Everybody begins with 1500 points. A hundred points more mean about 64 wins in 100 games of two.')),
    h(
      'p',
      {},
      _(
        'The number after \u00B1 says how sure we are: it shrinks with every game. The list goes by the points that somebody has for certain, so a few lucky games do not lead it.',
      ),
    ),
    h(
      'p',
      {},
      _('Only rated tables count: with a clock, by the standard rules, for people with accounts. Leaving is losing.'),
    ),
  );

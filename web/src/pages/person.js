// pages/person.js: somebody's profile: what they have played and won, where they stand, and how they came there.
import {aboutPerson, canAct} from '../about.js';
import {session} from '../account.js';
import {call} from '../api.js';
import {h} from '../dom.js';
import {gameInfo} from '../games.js';
import {curveOf, listLink, listWords, pointsOf} from '../league.js';
import {deadEnd, open} from '../shell.js';
import {_, __, language} from '../words.js';

/** @import {Point, Standing} from '../league.js' */

open(async main => {
  const name = new URLSearchParams(location.search).get('name') ?? '';
  main.className = 'league';
  document.title = `${name} \u00B7 Speakeasy`;
  const who = await call('GET', `api/people/${encodeURIComponent(name)}`, {token: session()?.session}).catch(
    () => null,
  );
  if (!who) return deadEnd(main, _('There is nobody of that name.'));
  const since = new Intl.DateTimeFormat(language, {dateStyle: 'long'}).format(new Date(who.since)),
    lists = Object.keys(who.ratings).sort((a, b) => who.ratings[b].games - who.ratings[a].games);
  main.append(
    h('h1', {}, who.name),
    h('p', {}, _('Here since {date}', {date: since})),
    figures(who.statistics),
    h(
      'section',
      {class: 'panel', 'aria-label': _('Ratings')},
      h('h2', {}, _('Ratings')),
      lists.length
        ? h('ul', {class: 'ratings'}, ...lists.map(l => ratingCard(l, who.ratings[l], who.curves[l]?.points ?? [])))
        : h('p', {}, _('No rated games yet.')),
    ),
    h(
      'div',
      {class: 'buttons'},
      h('a', {class: 'button', href: 'standings.html'}, _('Standings')),
      session()?.name === who.name && h('a', {class: 'button', href: 'people.html'}, _('What others see')),
      canAct()
        && session()?.name !== who.name
        && h(
          'button',
          {type: 'button', onclick: () => void aboutPerson({name: who.name}, who.name)},
          _('Friend, block, report'),
        ),
    ),
  );
});

/** @param {{games: number, wins: number, by_game: Record<string, {games: number, wins: number}>}} all */
function figures(all) {
  const [best] = Object.entries(all.by_game).sort((a, b) => b[1].games - a[1].games);
  return h(
    'p',
    {class: 'figures'},
    __(all.games, _('one game'), _('{n} games')),
    ', ',
    __(all.wins, _('one win'), _('{n} wins')),
    best ? ` \u00B7 ${_('favourite game: {game}', {game: gameInfo(best[0])?.name ?? best[0]})}` : '',
  );
}

/** @param {string} list @param {Standing} r @param {Point[]} points */
const ratingCard = (list, r, points) =>
  h(
    'li',
    {'data-list': list},
    h('h3', {}, h('a', {href: listLink(list)}, listWords(list))),
    h('p', {class: 'points'}, pointsOf(r)),
    h(
      'p',
      {class: 'small'},
      __(r.games, _('one rated game'), _('{n} rated games')),
      ', ',
      __(r.wins, _('one win'), _('{n} wins')),
    ),
    points.length > 1 && curveOf(points, _('Points over the last {n} games', {n: points.length})),
  );

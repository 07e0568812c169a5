// pages/daily.js: the deal of the day of one game: how I did, how everybody did and the house itself, the days before, and what the
// server has committed to. daily.html?game=GAME&day=2026-11-17; without a day it is today's.
import {h, say} from '../dom.js';
import {_, __, duration} from '../words.js';
import {session} from '../account.js';
import {call, Refused} from '../api.js';
import {comparedWords, dayWords, fetchDaily, percentOf, placeWords, playDaily, shareText, tryButton} from '../daily.js';
import {games, gameInfo} from '../games.js';
import {reason} from '../phrase.js';
import {deadEnd, open} from '../shell.js';

/** @import {Daily, Results} from '../daily.js' */

const AGAIN_MS = 3000, // the house plays its own game while people look
  TIMES = 20;

open(async main => {
  const asked = new URLSearchParams(location.search),
    game = asked.get('game') ?? games[1].key,
    today = await fetchDaily();
  document.title = _('Deal of the day');
  main.className = 'daily-page';
  if (!today || !gameInfo(game)) return deadEnd(main, _('There is no deal of the day here.'));
  const day = asked.get('day') ?? today.day;
  try {
    await show(main, today, game, day);
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    deadEnd(main, reason(e));
  }
});

/** @param {string} game @param {string} day @returns {Promise<Results>} */
const fetchResults = (game, day) => call('GET', `api/daily/${game}/${day}`, {token: session()?.session});

/** 'streak', 'longest' and 'mine' are there for somebody with an account.
 * @typedef {{place: number, score: number}} Result
 * @typedef {{days: {day: string, house: Result|null, mine?: Result|null}[], more: boolean, streak?: number, longest?: number}} Days */

/** @param {string} game @param {string} [before] @returns {Promise<Days>} */
const fetchDays = (game, before) =>
  call('GET', `api/daily/${game}${before ? `?before=${before}` : ''}`, {token: session()?.session});

/** @param {HTMLElement} main @param {Daily} today @param {string} game @param {string} day */
async function show(main, today, game, day) {
  const results = await fetchResults(game, day),
    days = await fetchDays(game);
  const mine = h('div'),
    best = h('div');
  const draw = (/** @type {Results} */ r) => {
    mine.replaceChildren(myPart(r, today));
    best.replaceChildren(everybody(r));
  };
  draw(results);
  main.append(
    nav(game),
    h('h1', {}, `${_('Deal of the day')} \u00B7 ${gameInfo(game)?.name}`),
    h(
      'p',
      {class: 'small'},
      h('time', {datetime: day}, dayWords(day)),
      ' (UTC)',
      day === today.day && untilNext(today.ends),
      (today.streak ?? 0) > 0
        && h('span', {class: 'streak'}, ` ${__(today.streak ?? 0, _('One day in a row.'), _('{n} days in a row.'))}`),
    ),
    mine,
    best,
    archive(game, days, day, today.day),
    fairness(results, today),
  );
  if (!results.house) void waitForHouse(game, day, draw);
}

/** How long this deal still counts, second by second. @param {number} ends */
function untilNext(ends) {
  const left = h('span', {class: 'until'}),
    tick = () => {
      left.textContent = ` \u00B7 ${_('Until the next one: {time}.', {time: duration(Math.max(0, ends - Date.now()))})}`;
    };
  tick();
  setInterval(tick, 1000);
  return left;
}

/** @param {string} game @param {string} day @param {(r: Results) => void} draw */
async function waitForHouse(game, day, draw) {
  for (let i = 0; i < TIMES; i++) {
    await new Promise(done => setTimeout(done, AGAIN_MS));
    const r = await fetchResults(game, day).catch(() => null);
    if (!r?.house) continue;
    draw(r);
    return;
  }
}

/** @param {string} now */
const nav = now =>
  h(
    'nav',
    {class: 'games-nav', 'aria-label': _('Games')},
    ...games.map(g =>
      h('a', {href: `daily.html?game=${g.key}`, 'aria-current': g.key === now ? 'page' : null}, g.name),
    ),
  );

/** My own result, or the way to one. @param {Results} r @param {Daily} today */
function myPart(r, today) {
  const done = r.mine?.place !== undefined,
    isToday = r.day === today.day,
    day = isToday ? null : r.day;
  const words = done || !isToday ? _('Play for practice') : r.mine ? _('Continue') : _('Play');
  return h(
    'section',
    {class: 'panel', 'aria-label': _('My result')},
    h('h2', {}, _('My result')),
    done ? h('p', {class: 'own-result'}, placeWords(r.game, r.mine ?? {})) : '',
    done
      ? standing(r)
      : h('p', {class: 'small'}, isToday ? firstCounts() : _('A day that is over is played for practice.')),
    h(
      'div',
      {class: 'buttons'},
      tryButton(words, () => playDaily(r.game, day), done ? '' : 'main'),
      done && shareButton(r),
      done && pictureButton(r, today.streak ?? 0),
    ),
  );
}

const firstCounts = () =>
  session()
    ? _('Your first try counts, if you finish it before midnight UTC. You cannot take moves back.')
    : _(
        'As a guest you play for fun. Sign in first if your try is to count: once seen, the deal does not count on this device.',
      );

/** @param {Results} r */
function standing(r) {
  const percent = percentOf(r);
  return h(
    'p',
    {},
    percent === null
      ? _('Nobody else has finished yet.')
      : h('meter', {min: 0, max: 100, value: percent, 'aria-label': comparedWords(r)}),
    ` ${comparedWords(r)}`,
  );
}

/** @param {Results} r */
const linkTo = r => new URL(`daily.html?game=${r.game}&day=${r.day}`, location.href).href;

/** @param {Results} r @param {number} streak */
const pictureButton = (r, streak) =>
  h(
    'button',
    {
      type: 'button',
      class: 'picture-daily',
      onclick: async () => (await import('../daily_card.js')).showCard(r, streak, linkTo(r)),
    },
    _('As a picture'),
  );

/** @param {Results} r */
function shareButton(r) {
  const told = h('span', {class: 'small', role: 'status'});
  const link = linkTo(r);
  const share = async () => {
    const text = shareText(r, link);
    if (typeof navigator.share === 'function') await navigator.share({text}).catch(() => null);
    else {
      await navigator.clipboard?.writeText(text);
      say(told, _('Copied.'));
    }
  };
  return h(
    'span',
    {},
    h('button', {type: 'button', class: 'share-daily', onclick: () => void share()}, _('Share')),
    told,
  );
}

/** @param {Results} r */
function everybody(r) {
  const row = (/** @type {string} */ name, /** @type {{place: number, score: number}} */ result, kind = '') =>
    h('tr', {class: kind}, h('td', {}, name), h('td', {class: 'n'}, placeWords(r.game, result)));
  return h(
    'section',
    {class: 'panel', 'aria-label': _('Everybody')},
    h('h2', {}, _('Everybody')),
    h('p', {class: 'small'}, __(r.finished, _('One has finished.'), _('{n} have finished.'))),
    h(
      'table',
      {class: 'scores'},
      h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, _('Name')), h('th', {scope: 'col'}, _('Result')))),
      h(
        'tbody',
        {},
        r.house
          ? row(_('The house (boss)'), r.house, 'house')
          : h('tr', {class: 'house'}, h('td', {}, _('The house (boss)')), h('td', {}, _('is playing'))),
        ...r.best.map(b => row(b.name, b)),
      ),
    ),
  );
}

/** The days before, newest first, with my result and the house's; more of them when they are asked for. @param {string} game @param {Days} first
 * @param {string} now @param {string} today */
function archive(game, first, now, today) {
  const rows = h('tbody'),
    more = h('button', {type: 'button', class: 'quiet'}, _('Earlier days')),
    isMine = first.longest !== undefined;
  let last = '';
  const result = (/** @type {Result|null|undefined} */ r) => h('td', {class: 'n'}, r ? placeWords(game, r) : '\u2013');
  /** @param {Days} page */
  const add = ({days, more: isMore}) => {
    for (const {day, mine, house} of days)
      rows.append(h('tr', {}, h('th', {scope: 'row'}, dayLink(day)), isMine && result(mine), result(house)));
    last = days.at(-1)?.day ?? last;
    more.hidden = !isMore || !days.length;
  };
  /** @param {string} day */
  const dayLink = day =>
    h(
      'a',
      {href: `daily.html?game=${game}&day=${day}`, 'aria-current': day === now ? 'page' : null},
      day === today ? _('Today') : dayWords(day, 'medium'),
    );
  const head = [_('Day'), ...(isMine ? [_('My result')] : []), _('The house (boss)')];
  more.addEventListener('click', async () => add(await fetchDays(game, last)));
  add(first);
  return h(
    'section',
    {class: 'panel', 'aria-label': _('The days before')},
    h('h2', {}, _('The days before')),
    isMine && h('p', {class: 'small streaks'}, streakWords(first)),
    h(
      'table',
      {class: 'scores days'},
      h('thead', {}, h('tr', {}, ...head.map(title => h('th', {scope: 'col'}, title)))),
      rows,
    ),
    more,
  );
}

/** @param {Days} days */
const streakWords = ({streak = 0, longest = 0}) =>
  longest
    ? `${streak ? __(streak, _('One day in a row.'), _('{n} days in a row.')) : _('No day in a row at the moment.')} ${_('Your longest streak: {n}', {n: longest})}`
    : _('You have not finished a rated try yet.');

/** @param {Results} r @param {Daily} today */
function fairness(r, today) {
  const next = today.games.find(g => g.game === r.game)?.next_commitment ?? '',
    row = (/** @type {string} */ title, /** @type {string} */ text) => [
      h('dt', {}, title),
      h('dd', {}, h('code', {}, text)),
    ];
  return h(
    'details',
    {class: 'panel'},
    h('summary', {}, _('Fair deal')),
    h(
      'p',
      {class: 'small'},
      _(
        'The server committed to the seed beforehand and publishes it when the day is over. With it "speakeasy verify" checks the record of any of these games: all have the same seed, so all had the same deal.',
      ),
    ),
    h(
      'dl',
      {class: 'proof'},
      ...row(_('Commitment'), r.commitment),
      ...(r.seed ? row(_('Seed'), r.seed) : []),
      ...(r.day === today.day ? row(_('Commitment for tomorrow'), next) : []),
    ),
  );
}

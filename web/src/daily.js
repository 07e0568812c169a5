// daily.js: the deal of the day, as docs/daily.md explains it: the part of the start page, sitting down, and what one tells others
// afterwards without spoiling their game.
import {h} from './dom.js';
import {_, __, duration, language} from './words.js';
import {session} from './account.js';
import {call} from './api.js';
import {gameInfo, scoreWords} from './games.js';
import {keepRemote, newId} from './mine.js';
import {prefs} from './prefs.js';
import {reason} from './phrase.js';

/** 'mine': my rated try; without a place it is not finished.
 * @typedef {{table: string, place?: number, score?: number}} Try
 * @typedef {{game: string, players: number, seat: number, bot: string, commitment: string, next_commitment: string, mine: Try|null}} Deal
 * @typedef {{day: string, begins: number, ends: number, committed: number, streak?: number, games: Deal[]}} Daily
 * @typedef {{day: string, game: string, players: number, commitment: string, committed: number, seed: string|null, finished: number,
 *   best: {name: string, place: number, score: number}[], house: {place: number, score: number}|null, mine: Try|null,
 *   standing?: {better: number, same: number, worse: number}}} Results */

/** Today's deals; null: this house has none. @returns {Promise<Daily|null>} */
export const fetchDaily = () => call('GET', 'api/daily', {token: session()?.session}).catch(() => null);

/** This browser's name for itself: who has seen a deal here, as a guest, does not play it rated afterwards. */
function device() {
  const KEY = 'speakeasy.device';
  try {
    const kept = localStorage.getItem(KEY) ?? newId();
    localStorage.setItem(KEY, kept);
    return kept;
  } catch {
    return newId();
  }
}

/** Sit down, or go on where one sits. @param {string} game @param {string|null} [day] one of the archive */
export async function playDaily(game, day = null) {
  const body = {name: prefs().name || undefined, language, device: device()};
  const made = await call('POST', `api/daily/${game}${day ? `/${day}` : ''}`, {body, token: session()?.session});
  if (made.token)
    keepRemote({
      id: made.id,
      token: made.token,
      seat: made.seat,
      game,
      host: made.host,
      commitment: made.commitment,
      updated: Date.now(),
    });
  location.assign(`table.html?t=${made.id}`);
}

/** A button that does it, and says why not. @param {string} words @param {() => Promise<void>} act @param {string} [kind] */
export function tryButton(words, act, kind = '') {
  const button = h('button', {type: 'button', class: kind}, words);
  button.addEventListener('click', async () => {
    button.disabled = true;
    await act().catch(why => {
      button.disabled = false;
      button.after(h('span', {class: 'small', role: 'alert'}, reason(why)));
    });
  });
  return button;
}

/** The part of the start page. @param {Daily} today */
export function dailyPanel(today) {
  const streak = today.streak ?? 0;
  return h(
    'section',
    {class: 'panel daily', 'aria-label': _('Deal of the day')},
    h('h2', {}, _('Deal of the day')),
    h(
      'p',
      {class: 'small'},
      _('The same cards for everybody, against the same bots.'),
      ' ',
      _('Until the next one: {time}.', {time: duration(today.ends - Date.now())}),
      streak > 0 && ` ${__(streak, _('One day in a row.'), _('{n} days in a row.'))}`,
      !session() && ` ${_('Sign in, and your first try counts.')}`,
    ),
    h('ul', {class: 'rows'}, ...today.games.map(row)),
  );
}

/** @param {Deal} deal */
function row({game, mine}) {
  const done = mine?.place !== undefined,
    words = done ? _('Play again') : mine ? _('Continue') : _('Play');
  return h(
    'li',
    {'data-daily': game},
    h('a', {href: `daily.html?game=${game}`}, gameInfo(game)?.name ?? game),
    h('span', {class: 'small'}, done ? placeWords(game, mine) : mine ? _('begun') : ''),
    tryButton(words, () => playDaily(game), done ? 'quiet' : 'main'),
  );
}

/** "17 November 2026": the day of a deal, which is UTC's wherever one is. @param {string} day @param {'long'|'medium'} [style] */
export const dayWords = (day, style = 'long') =>
  new Intl.DateTimeFormat(language, {dateStyle: style, timeZone: 'UTC'}).format(new Date(`${day}T00:00:00Z`));

/** "place 1, 34 points" in the reader's language. @param {string} game @param {{place?: number, score?: number}} result */
export const placeWords = (game, {place = 0, score = 0}) =>
  _('place {n}, {score}', {
    n: place,
    score: gameInfo(game)?.score ? scoreWords(game, score) : __(score, _('one point'), _('{n} points')),
  });

/** @param {Results} r how many of 100 did worse; null: nobody else has finished */
export function percentOf({standing}) {
  const others = standing ? standing.better + standing.same - 1 + standing.worse : 0;
  return standing && others > 0 ? Math.round((100 * standing.worse) / others) : null;
}

/** How the result compares with everybody's; '': nobody else has finished. @param {Results} r */
export function comparedWords(r) {
  const percent = percentOf(r);
  if (percent === null) return '';
  return r.standing?.better ? _('better than {n} %', {n: percent}) : _('Nobody did better.');
}

/** What can be told to others: nothing of the cards. @param {Results} r @param {string} link */
export function shareText(r, link) {
  const percent = percentOf(r),
    marks = percent === null ? 0 : Math.round(percent / 10);
  return [
    `Speakeasy ${r.day}, ${gameInfo(r.game)?.name ?? r.game}`,
    placeWords(r.game, r.mine ?? {})
      + (r.house ? ` (${_('the house: {result}', {result: placeWords(r.game, r.house)})})` : ''),
    percent === null ? '' : `[${'='.repeat(marks)}${'-'.repeat(10 - marks)}] ${comparedWords(r)}`,
    link,
  ]
    .filter(line => line)
    .join('\n');
}

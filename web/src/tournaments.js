// tournaments.js: tournaments as the house tells of them (docs/protocol.md), in words, and this browser's tokens. What they mean is in
// docs/tournaments.md.
import {session} from './account.js';
import {call} from './api.js';
import {h} from './dom.js';
import {gameInfo} from './games.js';
import {keepRemote} from './mine.js';
import {_, __, language, number} from './words.js';

/** @typedef {{place: number, entrant: number, name: string, bot: string|null, left: boolean, points: number, games: number, wins: number,
 *   byes: number, rivals: number, share: number, reached: number, rank: number, before_next: string, table: number}} Row
 * @typedef {{number: number, round: number, id: string, status: 'playing'|'over'|'void',
 *   seats: {entrant: number, place?: number, score?: number, points?: number}[]}} Pairing
 * @typedef {{id: string, name: string, game: string, players: number, kind: string, status: string, why: string|null, round: number,
 *   rounds: number, entrants: number, most: number, start: number|null, clock: string, accounts: boolean, rated: boolean, minutes: number, bots: number, bot: string,
 *   fill: boolean, late_rounds: number}} Summary
 * @typedef {Summary & {link: string, ends: number|null, now: number, standings: Row[], tables: Pairing[], byes: {round: number, entrant: number}[],
 *   deals: {round: number, commitment: string, seed: string|null}[],
 *   me: {maker: boolean, entrant: number|null, left?: boolean, table?: string, played?: boolean, seat?: number, token?: string|null}}} Tournament */

const KEY = 'speakeasy.tournament.';

/** The token that this browser has for a tournament: a session's, or a guest's own. @param {string} id */
export const tokenOf = id => localStorage.getItem(KEY + id) ?? session()?.session ?? null;
/** @param {string} id @param {string|null} token */
export const keepToken = (id, token) => {
  if (token) localStorage.setItem(KEY + id, token);
};

/** @param {string} id @returns {Promise<Tournament>} */
export const fetchTournament = id => call('GET', `api/tournaments/${id}`, {token: tokenOf(id)});

/** To my own table: a guest's seat is kept in this browser. @param {Tournament} t */
export function goToTable(t) {
  const {table, seat, token} = t.me;
  if (!table) return;
  if (token) keepRemote({id: table, token, seat: seat ?? null, game: t.game, updated: Date.now()});
  location.assign(`table.html?t=${table}`);
}

/** @returns {Record<string, {name: string, about: string}>} */
export const kinds = () => ({
  swiss: {
    name: _('Swiss'),
    about: _('Those with equal points meet. Good for many players and a few rounds.'),
  },
  round_robin: {name: _('Round robin'), about: _('Everybody meets everybody. Good for a small group.')},
  knockout: {name: _('Knock-out'), about: _('The better half of each table goes on, until one is left.')},
  arena: {
    name: _('Arena'),
    about: _('Whoever is free is paired at once, until the time is over. Come and go as you like.'),
  },
  duplicate: {
    name: _('Duplicate'),
    about: _('All tables play the same deal, and only how you did with it counts: no luck, as in bridge.'),
  },
});

/** @param {Summary} t */
export function statusWords(t) {
  if (t.status === 'cancelled') return _('called off');
  if (t.status === 'over') return _('over');
  if (t.status === 'closing') return _('the last games');
  if (t.status === 'open') return t.start ? _('begins {when}', {when: when(t.start)}) : _('open to join');
  return t.rounds ? _('round {a} of {b}', {a: t.round, b: t.rounds}) : _('running');
}

/** @param {number} ms */
export const when = ms =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {dateStyle: 'medium', timeStyle: 'short'}).format(ms);

/** "Famiglia · Swiss · 12 of 64 players" @param {Summary} t */
export const factsOf = t =>
  [
    gameInfo(t.game)?.name ?? t.game,
    gameInfo(t.game)?.least === gameInfo(t.game)?.most ? '' : _('{n} at a table', {n: t.players}),
    kinds()[t.kind]?.name ?? t.kind,
    t.status === 'open'
      ? _('{n} of {most} players', {n: t.entrants, most: t.most})
      : __(t.entrants, _('one player'), _('{n} players')),
    t.rated ? _('rated') : '',
  ]
    .filter(text => text)
    .join(' \u00B7 ');

/** "move 60s bot" @param {string} clock */
export function clockWords(clock) {
  const [kind, time] = clock.split(' ');
  const seconds = (/** @type {string} */ text) => {
    const n = parseInt(text);
    return text.endsWith('d')
      ? __(n, _('one day'), _('{n} days'))
      : text.endsWith('h')
        ? __(n, _('one hour'), _('{n} hours'))
        : text.endsWith('m')
          ? __(n, _('one minute'), _('{n} minutes'))
          : __(n, _('one second'), _('{n} seconds'));
  };
  if (kind === 'move') return _('{time} for each move', {time: seconds(time)});
  const [bank, more] = time.split('+');
  return _('{time} for the game, and {more} for each move', {time: seconds(bank), more: seconds(more ?? '0s')});
}

/** Points, with no more digits than they have. @param {number} n */
export const points = n => number(Math.round(n * 100) / 100);

/** What put somebody before the next. @returns {Record<string, string>} */
export const tiebreaks = () => ({
  points: '',
  round: _('came further'),
  rivals: _('stronger opponents'),
  wins: _('more wins'),
  share: _('larger share of the score'),
  nothing: '',
});

/** The part of the start page. */
export const tournamentsPanel = () =>
  h(
    'section',
    {class: 'panel', 'aria-label': _('Tournaments')},
    h('h2', {}, _('Tournaments')),
    h(
      'p',
      {class: 'small'},
      _('Swiss, knock-out, an arena for an evening, or duplicate: join by link, the house does the rest.'),
    ),
    h('div', {class: 'buttons'}, h('a', {class: 'button', href: 'tournament.html'}, _('Tournaments'))),
  );

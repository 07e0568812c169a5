// pages/tournament.js: all tournaments, or with ?id= one of them: join, the way to one's table, live standings, rounds, what decides a
// tie, and results to take away. The page asks how it stands every few seconds; what has not changed is not drawn again.
import {session} from '../account.js';
import {call, house, Refused} from '../api.js';
import {h} from '../dom.js';
import {newTournament} from '../newtournament.js';
import {reason} from '../phrase.js';
import {prefs, setPrefs} from '../prefs.js';
import {askFirst, deadEnd, open} from '../shell.js';
import {
  clockWords,
  factsOf,
  fetchTournament,
  goToTable,
  keepToken,
  kinds,
  points,
  statusWords,
  tiebreaks,
  tokenOf,
  when,
} from '../tournaments.js';
import {_, __, number} from '../words.js';

/** @import {Pairing, Row, Summary, Tournament} from '../tournaments.js' */

const AGAIN_MS = 2500;

open(async main => {
  const id = new URLSearchParams(location.search).get('id'),
    there = await house();
  main.className = 'league tournament';
  document.title = `${_('Tournaments')} \u00B7 Speakeasy`;
  if (!there?.tournaments) return deadEnd(main, _('There are no tournaments here.'));
  try {
    await (id ? showOne(main, id) : showAll(main, !!there.ratings));
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    deadEnd(main, reason(e));
  }
});

// -- All of them

/** @param {HTMLElement} main @param {boolean} ratings */
async function showAll(main, ratings) {
  const [live, over] = await Promise.all([call('GET', 'api/tournaments'), call('GET', 'api/tournaments?status=over')]);
  main.append(
    h('h1', {}, _('Tournaments')),
    listOf(_('Now and soon'), live.tournaments, _('There is none at the moment.')),
    newTournament(live.may_make, ratings),
    over.tournaments.length ? listOf(_('Over'), over.tournaments, '') : '',
  );
}

/** @param {string} title @param {Summary[]} all @param {string} none */
const listOf = (title, all, none) =>
  h(
    'section',
    {'aria-label': title},
    h('h2', {}, title),
    all.length ? h('ul', {class: 'tournament-list'}, ...all.map(cardOf)) : h('p', {}, none),
  );

/** @param {Summary} t */
const cardOf = t =>
  h(
    'li',
    {class: 'panel'},
    h('h3', {}, h('a', {href: `tournament.html?id=${t.id}`}, t.name)),
    h('p', {class: 'small'}, factsOf(t)),
    h('p', {}, statusWords(t)),
  );

// -- One

/** Draws a part again only if what it is drawn from has changed; what has the focus keeps it. @param {string} name @param {HTMLElement} root */
function part(name, root = h('section', {class: name})) {
  let last = '';
  return {
    root,
    /** @param {any} from @param {() => (Node|string)[]} make */
    draw(from, make) {
      const now = JSON.stringify(from);
      if (now === last) return;
      last = now;
      const id = root.contains(document.activeElement) ? document.activeElement?.id : '';
      root.replaceChildren(...make());
      root.hidden = !root.childNodes.length;
      if (id) document.getElementById(id)?.focus();
    },
  };
}

/** @param {HTMLElement} main @param {string} id */
async function showOne(main, id) {
  const head = part('about'),
    mine = part('panel mine'),
    table = part('who'),
    rounds = part('rounds'),
    deals = part('deals');
  main.append(head.root, mine.root, table.root, rounds.root, explained(), deals.root, files(id));
  const draw = (/** @type {Tournament} */ t) => {
    const {standings, tables, now, me, link, deals: seeds, byes, ...rest} = t;
    document.title = `${t.me.table && !t.me.played ? '\u25CF ' : ''}${t.name} \u00B7 Speakeasy`;
    head.draw([rest, link], () => about(t));
    mine.draw([t.status, me, t.start, t.entrants, tokenOf(id), session()?.name], () => myPart(t, look));
    table.draw([standings, t.kind, me.entrant], () => standingsOf(t));
    rounds.draw([tables, byes], () => roundsOf(t));
    deals.draw(seeds, () => dealsOf(t));
  };
  let busy = false;
  async function look() {
    if (busy) return;
    busy = true;
    const t = await fetchTournament(id).finally(() => (busy = false));
    draw(t);
    return t;
  }
  const first = await look();
  if (!first || first.status === 'over' || first.status === 'cancelled') return;
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const t = await look().catch(() => null); // the house may be away for a moment
    if (t && (t.status === 'over' || t.status === 'cancelled')) clearInterval(timer);
  }, AGAIN_MS);
}

/** @param {Tournament} t */
function about(t) {
  const kind = kinds()[t.kind];
  return [
    h('p', {class: 'small'}, h('a', {href: 'tournament.html'}, _('Tournaments'))),
    h('h1', {}, t.name),
    h('p', {}, factsOf(t)),
    h('p', {'aria-live': 'polite'}, h('strong', {class: 'state'}, statusWords(t)), t.why ? `: ${_(t.why)}` : ''),
    h(
      'p',
      {class: 'small'},
      `${kind?.about ?? ''} ${_('Clock')}: ${clockWords(t.clock)}.`,
      t.ends ? ` ${_('Until {when}.', {when: when(t.ends)})}` : '',
    ),
    t.rated ? h('p', {class: 'small'}, _('Rated: every game counts for the standings of the house.')) : '',
  ];
}

/** A button that does it, and says why not. @param {string} id @param {string} words @param {() => Promise<any>} act @param {string} [kind] */
function doing(id, words, act, kind = '') {
  const button = h('button', {id, type: 'button', class: kind}, words);
  button.addEventListener('click', async () => {
    button.disabled = true;
    await act()
      .catch(why => {
        button.parentElement?.querySelector('[role=alert]')?.remove();
        button.after(h('span', {class: 'small', role: 'alert'}, reason(why)));
      })
      .finally(() => (button.disabled = false));
  });
  return button;
}

/** What I can do now. @param {Tournament} t @param {() => Promise<any>} look */
function myPart(t, look) {
  const post = (/** @type {string} */ method, /** @type {string} */ path, body = {}) =>
    call(method, `api/tournaments/${t.id}${path}`, {
      body: method === 'DELETE' ? undefined : body,
      token: tokenOf(t.id),
    }).then(async answer => {
      keepToken(t.id, answer.token);
      await look();
    });
  const isOver = t.status === 'over' || t.status === 'cancelled',
    late = t.kind === 'arena' ? t.status === 'running' : t.status === 'running' && t.round <= t.late_rounds,
    row = t.standings.find(r => r.entrant === t.me.entrant);
  /** @type {(Node|string)[]} */
  const shown = [];
  if (t.me.table && !t.me.left && t.me.played)
    shown.push(h('p', {role: 'status'}, _('Your game is over. Others still play this round.')));
  else if (t.me.table && !t.me.left)
    shown.push(
      h('p', {role: 'status'}, h('strong', {}, _('Your table is ready.'))),
      h(
        'div',
        {class: 'buttons'},
        h('button', {id: 'to-table', type: 'button', class: 'main', onclick: () => goToTable(t)}, _('To my table')),
      ),
    );
  else if (row && isOver) shown.push(h('p', {}, _('You came in place {n}.', {n: row.place})));
  else if (row && !t.me.left && t.status === 'open')
    shown.push(h('p', {role: 'status'}, _('You are in. When it begins, your table is here.')));
  else if (row && !t.me.left)
    shown.push(h('p', {role: 'status'}, _('You have no table at the moment. Your next one will be here.')));
  if (!isOver && row && !t.me.left)
    shown.push(
      h(
        'div',
        {class: 'buttons'},
        doing('leave', _('Leave the tournament'), () => leaving(t, post), 'quiet'),
      ),
    );
  if (!isOver && (!row || t.me.left) && (t.status === 'open' || late || t.me.left)) shown.push(joining(t, post));
  if (t.me.maker && t.status === 'open')
    shown.push(
      h(
        'div',
        {class: 'buttons'},
        doing('start', _('Begin now'), () => post('POST', '/start')),
        doing('cancel', _('Call it off'), () => post('DELETE', ''), 'quiet'),
      ),
    );
  if (t.status === 'open' || late) shown.push(sharing(t));
  return shown;
}

/** @param {Tournament} t @param {(method: string, path: string) => Promise<any>} post */
function leaving(t, post) {
  if (t.status === 'open') return post('DELETE', '/entrants/me');
  return new Promise((done, fail) =>
    askFirst(
      _('Leave the tournament?'),
      _('Your game is lost, and you are not paired any more. What you have won stays.'),
      _('Leave'),
      () => void post('DELETE', '/entrants/me').then(done, fail),
      () => done(null),
    ),
  );
}

/** @param {Tournament} t @param {(method: string, path: string, body?: object) => Promise<any>} post */
function joining(t, post) {
  const known = !!session() || t.me.left || t.me.entrant !== null;
  if (t.accounts && !known)
    return h('p', {}, _('Sign in to join.'), ' ', h('a', {href: 'index.html'}, _('To the start page')));
  const name = h('input', {id: 'join-name', value: prefs().name ?? '', maxlength: 30, autocomplete: 'nickname'});
  return h(
    'div',
    {class: 'join'},
    known ? '' : h('label', {for: 'join-name'}, _('Your name'), name),
    doing(
      'join',
      t.me.left ? _('Come back') : _('Join'),
      async () => {
        if (!known && name.value.trim()) setPrefs({name: name.value.trim()});
        await post('POST', '/entrants', known ? {} : {name: name.value});
      },
      'main',
    ),
  );
}

/** @param {Tournament} t */
function sharing(t) {
  const link = h('input', {id: 'link', readonly: true, value: t.link, 'aria-label': _('Link to this tournament')});
  link.addEventListener('focus', () => link.select());
  return h('p', {}, h('span', {class: 'small'}, _('Send this link to those who should play:')), link);
}

/** @param {Tournament} t */
function standingsOf(t) {
  if (!t.standings.length) return [h('p', {}, _('Nobody has joined yet.'))];
  const words = tiebreaks(),
    th = (/** @type {string} */ text, kind = '') => h('th', {scope: 'col', class: kind}, text);
  const row = (/** @type {Row} */ r) =>
    h(
      'tr',
      {class: `${r.entrant === t.me.entrant ? 'me' : ''} ${r.left ? 'left' : ''}`},
      h('td', {class: 'n'}, `${r.place}.`),
      h(
        'th',
        {scope: 'row'},
        h(
          'span',
          {class: 'name'},
          r.left ? h('s', {}, r.name) : r.name,
          r.bot ? ` (${_('bot')})` : '',
          r.left ? ` (${_('left')})` : '',
        ),
        words[r.before_next] ? h('span', {class: 'small tie'}, words[r.before_next]) : '',
      ),
      h('td', {class: 'n'}, points(r.points)),
      h('td', {class: 'n'}, number(r.games)),
      h('td', {class: 'n'}, number(r.wins)),
      h('td', {class: 'n seldom'}, points(r.rivals)),
      h('td', {class: 'small seldom'}, words[r.before_next] ?? ''),
    );
  return [
    h('h2', {}, _('Standings')),
    h(
      'div',
      {class: 'wide', tabindex: 0, role: 'region', 'aria-label': _('Standings')},
      h(
        'table',
        {class: 'standings'},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            th(_('Place'), 'n'),
            th(_('Name')),
            th(_('Points'), 'n'),
            th(_('Games'), 'n'),
            th(_('Wins'), 'n'),
            th(_('Rivals'), 'n seldom'),
            th(_('Before the next by'), 'seldom'),
          ),
        ),
        h('tbody', {}, ...t.standings.map(row)),
      ),
    ),
  ];
}

/** @param {Tournament} t */
function roundsOf(t) {
  if (!t.tables.length) return [];
  const names = new Map(t.standings.map(r => [r.entrant, r.name])),
    numbers = [...new Set(t.tables.map(x => x.round))].reverse();
  return [
    h('h2', {}, t.kind === 'arena' ? _('Games') : _('Rounds')),
    ...numbers.map((n, i) =>
      h(
        'details',
        {open: i === 0 && t.tables.length <= 40},
        h('summary', {}, t.kind === 'arena' ? __(t.tables.length, _('one game'), _('{n} games')) : _('Round {n}', {n})),
        h(
          'ul',
          {},
          ...t.tables.filter(x => x.round === n).map(x => tableOf(t, x, names)),
          ...t.byes
            .filter(b => b.round === n)
            .map(b =>
              h('li', {}, h('span', {class: 'who'}, _('{name} has a bye', {name: names.get(b.entrant) ?? ''}))),
            ),
        ),
      ),
    ),
  ];
}

/** @param {Tournament} t @param {Pairing} x @param {Map<number, string>} names */
function tableOf(t, x, names) {
  const seats = x.seats.flatMap((s, i) => [
    i ? ' \u2013 ' : '',
    h(
      'span',
      {class: s.place === 1 ? 'first' : ''},
      names.get(s.entrant) ?? '',
      s.score === undefined ? '' : `: ${number(s.score)}`,
      s.points === undefined || t.kind !== 'duplicate' ? '' : ` (${points(s.points)})`,
    ),
  ]);
  const words = x.status === 'playing' ? _('Look on') : _('Look back'),
    href = x.status === 'playing' ? `table.html?t=${x.id}` : `replay.html?t=${x.id}`,
    isSealed = t.kind === 'duplicate' && x.status === 'playing';
  return h(
    'li',
    {},
    h('span', {class: 'who'}, ...seats),
    x.status === 'void'
      ? h('span', {class: 'small'}, _('does not count'))
      : isSealed
        ? h('span', {class: 'small'}, _('secret until the round is over'))
        : h('a', {href, 'aria-label': _('{words}: table {n}', {words, n: x.number})}, words),
  );
}

/** @param {Tournament} t */
function dealsOf(t) {
  if (!t.deals.length) return [];
  return [
    h(
      'details',
      {class: 'panel'},
      h('summary', {}, _('Fair deal')),
      h(
        'p',
        {class: 'small'},
        _(
          'The server committed to the deal of every round when the tournament was made, and publishes its seed when the round is over. With it "speakeasy verify" checks the record of any of its tables.',
        ),
      ),
      h(
        'dl',
        {class: 'proof'},
        ...t.deals.flatMap(d => [
          h('dt', {}, _('Round {n}', {n: d.round})),
          h('dd', {}, h('code', {}, d.commitment), d.seed ? h('div', {}, `${_('Seed')}: `, h('code', {}, d.seed)) : ''),
        ]),
      ),
    ),
  ];
}

/** How points and ties are counted: the same for all kinds, so it is drawn once. */
const explained = () =>
  h(
    'details',
    {class: 'panel'},
    h('summary', {}, _('Points, and what decides a tie')),
    h(
      'p',
      {},
      _(
        'A win is a point. At a larger table there is a part of it for each player you leave behind, and half of that for a tie.',
      ),
    ),
    h(
      'p',
      {},
      _(
        'In a duplicate you are compared with everybody who had your seat and your cards, by how far you were ahead of your table.',
      ),
    ),
    h('p', {}, _('Equal points are decided by these, one after the other:')),
    h(
      'ol',
      {},
      h(
        'li',
        {},
        _(
          'Knock-out: how far somebody came, even before points. A tie at a table goes to the higher score, then to the earlier seat.',
        ),
      ),
      h('li', {}, _('Rivals: the points of all whom somebody met. Who met stronger players is ahead.')),
      h('li', {}, _('Wins: first places.')),
      h('li', {}, _('Share: their part of everything that was scored at their tables.')),
    ),
    h(
      'p',
      {},
      _(
        'For example: Ann and Bob have two points each. Ann\u2019s opponents have five points together, Bob\u2019s four: Ann is ahead.',
      ),
    ),
    h(
      'p',
      {},
      _(
        'Who cannot be paired has a bye: a point, in a duplicate half a point, in a round robin nothing, since there everybody has one.',
      ),
    ),
  );

/** @param {string} id */
const files = id =>
  h(
    'p',
    {class: 'buttons'},
    h('a', {class: 'button', href: `api/tournaments/${id}/results.csv`, download: ''}, _('Results as CSV')),
    h(
      'a',
      {class: 'button', href: `api/tournaments/${id}/results.json`, download: `tournament-${id}.json`},
      _('Results as JSON'),
    ),
  );

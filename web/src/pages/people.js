// pages/people.js: friends and who of them is here, invitations, crews with their standings, blocks, and what others see
// (docs/people.md). people.html#crew=ID.SECRET is the link to a crew.
import {aboutPerson, callAs, formBox, tell} from '../about.js';
import {accountPanel, me, session} from '../account.js';
import {house} from '../api.js';
import {h} from '../dom.js';
import {gameInfo, games} from '../games.js';
import {dismiss, inviteWords} from '../here.js';
import {personLink} from '../league.js';
import {keepRemote} from '../mine.js';
import {linkField} from '../panels/room.js';
import {reason} from '../phrase.js';
import {askFirst, open, tick} from '../shell.js';
import {_, __, number} from '../words.js';

/** @typedef {{id: string, name: string, at: number, here?: boolean}} Tie
 * @typedef {{name: string, presence: boolean, profile: string, friends: Tie[], asked: Tie[], asks: Tie[], blocked: Tie[],
 * invites: import('../here.js').Invite[]}} People
 * @typedef {{id: string, name: string, owner: boolean, since: number, me: boolean}} Member
 * @typedef {{place: number, name: string, points: number, games: number, wins: number}} Row
 * @typedef {{id: string, name: string, owner: boolean, link?: string, members: Member[], rounds: number, standings: Record<string, Row[]>}} Crew */

const AGAIN_MS = 45000;
/** @type {any} */
let there = null;

open(async main => {
  main.className = 'league people';
  document.title = `${_('People')} \u00B7 Speakeasy`;
  main.append(h('h1', {}, _('People')));
  there = await house();
  const known = there && (await me());
  if (!known) {
    main.append(
      h(
        'p',
        {class: 'notice'},
        there ? _('Friends and crews need an account.') : _('There is no server behind this page.'),
      ),
      there ? accountPanel(null, () => location.reload()) : '',
    );
    return;
  }
  const parts = h('div', {class: 'parts'});
  main.append(parts);
  const draw = async () => {
    const focused =
      parts.contains(document.activeElement) && document.activeElement?.matches('input, select, textarea');
    if (focused || document.hidden) return; // nothing moves under a key
    parts.replaceChildren(...(await everything(draw)));
  };
  await joinByLink(draw);
  parts.replaceChildren(...(await everything(draw)));
  setInterval(() => void draw(), AGAIN_MS);
  document.addEventListener('people', () => void draw());
  document.addEventListener('visibilitychange', () => void draw());
  addEventListener('hashchange', () => void joinByLink(draw));
});

/** @param {() => Promise<void>} draw */
async function everything(draw) {
  const people = /** @type {People} */ (await callAs('GET', 'api/me/people'));
  const crews = there.crews ? await allCrews() : [];
  return [
    people.invites.length ? invites(people, draw) : '',
    people.asks.length ? requests(people, draw) : '',
    there.friends ? friends(people, draw) : '',
    there.crews ? crewsPart(crews, draw) : '',
    seen(people),
    people.blocked.length ? blocked(people, draw) : '',
  ].filter(e => !!e);
}

/** @param {string} title @param {...(Node|string)} children */
const part = (title, ...children) =>
  h('section', {class: 'panel', 'aria-label': title}, h('h2', {}, title), ...children);

/** A button that does something with the house, and then the page is drawn anew. @param {string} words @param {() => Promise<any>} act @param {() => Promise<void>} draw
 * @param {string} [label] for those who hear the page */
function doing(words, act, draw, label) {
  return h(
    'button',
    {
      type: 'button',
      'aria-label': label,
      onclick: async () => {
        try {
          await act();
        } catch (e) {
          tell(reason(e));
        }
        /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
        await draw();
      },
    },
    words,
  );
}

// -- Friends -----------------------------------------------------------------------------------------------

/** @param {People} p @param {() => Promise<void>} draw */
const invites = (p, draw) =>
  part(
    _('Invitations'),
    h(
      'ul',
      {class: 'rows'},
      ...p.invites.map(i =>
        h(
          'li',
          {},
          h('span', {class: 'who'}, inviteWords(i)),
          h('a', {class: 'button main', href: `table.html?t=${i.table}`}, _('To the table')),
          doing(_('Not now'), () => dismiss(i.table), draw),
        ),
      ),
    ),
  );

/** @param {People} p @param {() => Promise<void>} draw */
const requests = (p, draw) =>
  part(
    _('They want to be friends'),
    h(
      'ul',
      {class: 'rows requests'},
      ...p.asks.map(t => {
        const say = (/** @type {string} */ what) => () => callAs('POST', `api/me/people/${t.id}`, {do: what});
        return h(
          'li',
          {},
          h('span', {class: 'who'}, personLink(t.name)),
          doing(_('Accept'), say('accept'), draw, _('Accept {name}', {name: t.name})),
          doing(_('Refuse'), say('refuse'), draw, _('Refuse {name}', {name: t.name})),
          doing(_('Block'), say('block'), draw, _('Block {name}', {name: t.name})),
        );
      }),
    ),
  );

/** @param {People} p @param {() => Promise<void>} draw */
function friends(p, draw) {
  const name = h('input', {name: 'friend', required: true, maxlength: 39, autocomplete: 'off'}),
    form = h(
      'form',
      {class: 'ask-friend'},
      h('label', {}, _('Ask somebody by name'), name),
      h('button', {}, _('Ask to be friends')),
    );
  form.addEventListener('submit', async e => {
    e.preventDefault();
    try {
      const told = await callAs('POST', 'api/me/people', {do: 'ask', name: name.value.trim()});
      tell(told.is === 'friend' ? _('You are friends.') : _('Asked.'));
      name.blur();
      await draw();
    } catch (why) {
      tell(reason(why));
    }
  });
  const sorted = p.friends.toSorted((a, b) => Number(b.here) - Number(a.here) || a.name.localeCompare(b.name));
  return part(
    _('Friends'),
    p.friends.length
      ? h('ul', {class: 'rows friends'}, ...sorted.map(t => friendRow(t, draw)))
      : h('p', {class: 'small'}, _('Nobody yet. Ask somebody by name, or at a table: press their seat.')),
    p.asked.length
      ? h(
          'ul',
          {class: 'rows asked'},
          ...p.asked.map(t =>
            h(
              'li',
              {},
              h('span', {class: 'who'}, t.name, h('span', {class: 'small'}, ` \u00B7 ${_('asked')}`)),
              doing(
                _('Take back'),
                () => callAs('DELETE', `api/me/people/${t.id}`),
                draw,
                _('Take back the request to {name}', {name: t.name}),
              ),
            ),
          ),
        )
      : '',
    form,
  );
}

/** @param {Tie} t @param {() => Promise<void>} draw */
const friendRow = (t, draw) =>
  h(
    'li',
    {},
    there.presence
      ? h('span', {
          class: 'presence',
          'data-presence': t.here ? 'here' : 'gone',
          role: 'img',
          'aria-label': t.here ? _('is here') : _('is not here'),
        })
      : '',
    h(
      'span',
      {class: 'who'},
      personLink(t.name),
      t.here ? h('span', {class: 'small'}, ` \u00B7 ${_('here now')}`) : '',
    ),
    h(
      'button',
      {type: 'button', 'aria-label': _('Play with {name}', {name: t.name}), onclick: () => playWith(t)},
      _('Play'),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': _('Remove {name}', {name: t.name}),
        onclick: () =>
          askFirst(
            _('Remove'),
            _('{name} is not told, and is your friend no longer.', {name: t.name}),
            _('Remove'),
            async () => {
              await callAs('DELETE', `api/me/people/${t.id}`).catch(e => tell(reason(e)));
              await draw();
            },
          ),
      },
      _('Remove'),
    ),
  );

/** Which game, and with how many. @returns {{fields: HTMLElement[], chosen(): {game: string, players: number}}} */
function gamePick() {
  const game = h('select', {name: 'game'}, ...games.map(g => h('option', {value: g.key}, g.name))),
    players = h('select', {name: 'players'});
  const fill = () => {
    const g = gameInfo(game.value) ?? games[0];
    players.replaceChildren(
      ...Array.from({length: g.most - g.least + 1}, (_x, i) =>
        h('option', {value: g.least + i, selected: g.least + i === g.best}, String(g.least + i)),
      ),
    );
  };
  game.addEventListener('change', fill);
  fill();
  return {
    fields: [h('label', {}, _('Game'), game), h('label', {}, _('Players'), players)],
    chosen: () => ({game: game.value, players: Number(players.value)}),
  };
}

/** Sit down at the table that was made. @param {any} made @param {string} game */
function sitThere(made, game) {
  keepRemote({id: made.id, token: made.seats[0].token, seat: 0, host: made.host, game, updated: Date.now()});
  location.href = `table.html?t=${made.id}`;
}

/** What the own seat is called. */
const seatsFor = (/** @type {number} */ players) => [
  {kind: 'me', name: session()?.name},
  ...Array.from({length: players - 1}, () => ({kind: 'open'})),
];

/** A table, and an invitation to it. @param {Tie} t */
function playWith(t) {
  const pick = gamePick();
  formBox(
    _('Play with {name}', {name: t.name}),
    pick.fields,
    [h('button', {class: 'main'}, _('Make a table and invite them'))],
    async () => {
      const {game, players} = pick.chosen(),
        made = await callAs('POST', 'api/tables', {game, players, seats: seatsFor(players)});
      await callAs('POST', 'api/me/invites', {table: made.id, to: t.id});
      sitThere(made, game);
    },
  );
}

// -- Crews -------------------------------------------------------------------------------------------------

/** @returns {Promise<Crew[]>} */
async function allCrews() {
  const {crews} = await callAs('GET', 'api/me/crews');
  const all = await Promise.all(
    crews.map((/** @type {{id: string}} */ c) => callAs('GET', `api/crews/${c.id}`).catch(() => null)),
  );
  return all.filter(c => c);
}

/** @param {Crew[]} crews @param {() => Promise<void>} draw */
const crewsPart = (crews, draw) =>
  part(
    _('Crews'),
    crews.length
      ? ''
      : h('p', {class: 'small'}, _('A crew is a group with a name, standings of its own and tables for its members.')),
    ...crews.map(c => crewCard(c, draw)),
    h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: () => newCrew(draw)}, _('Make a crew'))),
  );

/** @param {() => Promise<void>} draw */
function newCrew(draw) {
  const name = h('input', {name: 'crew', required: true, maxlength: 39, autocomplete: 'off'});
  formBox(
    _('Make a crew'),
    [h('label', {}, _('Name'), name)],
    [h('button', {class: 'main'}, _('Make a crew'))],
    async () => {
      await callAs('POST', 'api/crews', {name: name.value.trim()});
      await draw();
    },
  );
}

/** @param {Crew} c @param {() => Promise<void>} draw */
function crewCard(c, draw) {
  const more = h(
    'details',
    {},
    h('summary', {}, _('Members and settings')),
    c.link ? h('p', {class: 'small'}, _('Whoever has this link and an account can join:')) : '',
    c.link ? linkField(c.link, _('The link to this crew')) : '',
    h('ul', {class: 'rows'}, ...c.members.map(m => memberRow(c, m, draw))),
    h('div', {class: 'buttons'}, ...crewButtons(c, draw)),
  );
  return h(
    'article',
    {class: 'crew', 'data-crew': c.id, 'aria-label': c.name},
    h(
      'div',
      {class: 'crew-head'},
      h('h3', {}, c.name),
      h('span', {class: 'small'}, __(c.members.length, _('one member'), _('{n} members'))),
      h('button', {type: 'button', class: 'main', onclick: () => dealIn(c)}, _('Deal us in')),
    ),
    c.rounds
      ? h('div', {class: 'boards'}, ...Object.entries(c.standings).map(([game, rows]) => crewStandings(game, rows)))
      : h('p', {class: 'small'}, _('No games among members yet.')),
    more,
  );
}

/** @param {string} game @param {Row[]} rows */
function crewStandings(game, rows) {
  const title = gameInfo(game)?.name ?? game;
  return h(
    'table',
    {class: 'standings'},
    h('caption', {}, title),
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
    h(
      'tbody',
      {},
      ...rows.map(r =>
        h(
          'tr',
          {},
          h('td', {class: 'n'}, r.place),
          h('th', {scope: 'row'}, personLink(r.name)),
          h('td', {class: 'n'}, number(r.points)),
          h('td', {class: 'n'}, number(r.games)),
          h('td', {class: 'n'}, number(r.wins)),
        ),
      ),
    ),
  );
}

/** @param {Crew} c @param {Member} m @param {() => Promise<void>} draw */
function memberRow(c, m, draw) {
  const path = `api/crews/${c.id}`,
    owns = () => callAs('PATCH', path, {owner: {[m.id]: !m.owner}});
  return h(
    'li',
    {},
    h('span', {class: 'who'}, personLink(m.name), m.owner ? h('span', {class: 'small'}, ` \u00B7 ${_('owner')}`) : ''),
    !m.me
      && h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': _('About {name}', {name: m.name}),
          onclick: () => void aboutPerson({name: m.name}, m.name),
        },
        '\u22EF',
      ),
    c.owner && !m.me && doing(m.owner ? _('No owner any more') : _('Make an owner'), owns, draw),
    c.owner
      && !m.me
      && doing(
        _('Remove'),
        () => callAs('DELETE', `${path}/members/${m.id}`),
        draw,
        _('Remove {name}', {name: m.name}),
      ),
  );
}

/** @param {Crew} c @param {() => Promise<void>} draw */
function crewButtons(c, draw) {
  const path = `api/crews/${c.id}`,
    mine = c.members.find(m => m.me)?.id;
  const sure = (/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ where) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () =>
          askFirst(title, text, title, async () => {
            await callAs('DELETE', where).catch(e => tell(reason(e)));
            await draw();
          }),
      },
      title,
    );
  return [
    c.owner ? doing(_('New link'), () => callAs('PATCH', path, {link: 'new'}), draw) : '',
    sure(_('Leave the crew'), _('You can come back with the link.'), `${path}/members/${mine}`),
    c.owner ? sure(_('Delete the crew'), _('Its standings are gone for good. The games stay.'), path) : '',
  ].filter(b => !!b);
}

/** @param {Crew} c */
function dealIn(c) {
  const pick = gamePick();
  formBox(
    _('Deal us in'),
    [h('p', {}, _('A table for {crew}: the others are told, and the seats are free.', {crew: c.name})), ...pick.fields],
    [h('button', {class: 'main'}, _('Deal us in'))],
    async () => {
      const {game, players} = pick.chosen();
      sitThere(await callAs('POST', `api/crews/${c.id}/deal`, {game, players, seats: seatsFor(players)}), game);
    },
  );
}

/** Somebody came by the link of a crew. @param {() => Promise<void>} draw */
async function joinByLink(draw) {
  const found = location.hash.match(/^#crew=([\w-]{12})\.([\w-]+)$/);
  if (!found) return;
  const [, id, link] = found;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const crew = await callAs('POST', `api/crews/${id}/members`, {link, look: true});
    if (crew.members) return; // they are in it
    formBox(
      crew.name,
      [
        h('p', {}, _('This link leads to a crew. Its members see your name.')),
        h('p', {class: 'small'}, __(crew.n_members, _('one member'), _('{n} members'))),
      ],
      [h('button', {class: 'main'}, _('Join the crew'))],
      async () => {
        await callAs('POST', `api/crews/${id}/members`, {link});
        await draw();
      },
    );
  } catch (e) {
    tell(reason(e));
  }
}

// -- What others see, and who is blocked -------------------------------------------------------------------

/** @param {People} p */
function seen(p) {
  const save = (/** @type {object} */ wish) => void callAs('PATCH', 'api/me/people', wish).catch(e => tell(reason(e)));
  const who = [
      ['everybody', _('everybody')],
      ['friends', _('my friends')],
      ['nobody', _('nobody but me')],
    ],
    profile = h(
      'select',
      {name: 'profile'},
      ...who.map(([value, words]) => h('option', {value, selected: value === p.profile}, words)),
    );
  profile.addEventListener('change', () => save({profile: profile.value}));
  return part(
    _('What others see'),
    there.presence ? tick(_('Friends see that I am here'), p.presence, presence => save({presence})) : '',
    there.profiles ? h('label', {class: 'profile-pick'}, _('My profile is seen by'), profile) : '',
    h('p', {}, h('a', {class: 'button', href: `person.html?name=${encodeURIComponent(p.name)}`}, _('My profile'))),
  );
}

/** @param {People} p @param {() => Promise<void>} draw */
const blocked = (p, draw) =>
  part(
    _('Blocked'),
    h(
      'ul',
      {class: 'rows'},
      ...p.blocked.map(t =>
        h(
          'li',
          {},
          h('span', {class: 'who'}, t.name),
          doing(
            _('Unblock'),
            () => callAs('DELETE', `api/me/people/${t.id}`),
            draw,
            _('Unblock {name}', {name: t.name}),
          ),
        ),
      ),
    ),
  );

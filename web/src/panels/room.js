// room.js: a table that waits for its players: the link and the picture to scan, who has come, and for the host the seats
// that are still free: a friend's, or a bot's.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';
import {callAs, canAct} from '../about.js';
import {call} from '../api.js';
import {gameInfo} from '../games.js';
import {LEVELS, levelName} from '../setup_fields.js';
import {plainName} from './seats.js';
import {reason} from '../phrase.js';

/** @import {Seat, TableState} from '../types.js' */

/** @param {string} id @param {string|null} host the host's secret @param {(text: string) => void} complain */
export function roomPanel(id, host, complain) {
  const link = new URL(`t/${id}`, location.href).href;
  const seats = h('ul', {class: 'rows'});
  const fill = h(
    'button',
    {type: 'button', onclick: () => void give(freeSeats(), 'bot:normal')},
    _('Start now, with bots in the free seats'),
  );
  const game = h('h2', {class: 'game-name'}),
    picture = h('div', {class: 'room-picture', 'aria-hidden': 'true'});
  const root = h(
    'section',
    {class: 'panel room', hidden: true, 'aria-label': _('Waiting for players')},
    picture,
    game,
    h('p', {}, _('Anyone with this link can take a free seat or watch:')),
    linkField(link, _('The link to this table')),
    h(
      'div',
      {class: 'who-comes'},
      h('img', {
        src: `api/tables/${id}/qr.svg`,
        alt: _('The same link as a QR code'),
        width: 200,
        height: 200,
        class: 'qr',
      }),
      seats,
    ),
    h('p', {class: 'small'}, _('The cards are dealt when the last seat is taken.')),
    h('div', {class: 'buttons'}, fill),
  );
  if (canAct()) void friendsToInvite(id, complain).then(list => list && root.append(list));
  /** @type {Seat[]} */
  let now = [];
  const freeSeats = () => now.filter(s => s.kind === 'open').map(s => s.seat);

  /** @param {number[]} which @param {string} to */
  async function give(which, to) {
    try {
      await call('PATCH', `api/tables/${id}`, {
        body: {seats: Object.fromEntries(which.map(s => [s, to]))},
        token: host,
      });
    } catch (e) {
      complain(reason(e));
    }
  }

  /** What will be played. A table that does not wait has no need of it. @param {string} key */
  function hang(key) {
    if (picture.dataset.of === key) return;
    picture.dataset.of = key;
    void import('../../boards/posters.js').then(({poster}) => picture.replaceChildren(poster(key)));
  }

  /** @param {Seat} s */
  function row(s) {
    const kinds = [['open', _('Friend by link')], ...LEVELS.map(l => [`bot:${l}`, levelName(l)])];
    const pick = h(
      'select',
      {'aria-label': _('Seat {n}', {n: s.seat + 1})},
      ...kinds.map(([v, w]) => h('option', {value: v}, w)),
    );
    pick.addEventListener('change', () => void give([s.seat], pick.value));
    return h('li', {}, h('span', {class: 'who'}), pick);
  }

  /** @param {TableState} state */
  function draw(state) {
    now = state.facts?.seats ?? [];
    root.hidden = state.facts?.status !== 'open';
    if (!root.hidden) hang(state.facts?.game ?? '');
    say(game, gameInfo(state.facts?.game ?? '')?.name ?? state.facts?.name ?? '');
    fill.hidden = !host || !freeSeats().length;
    keep(
      seats,
      now,
      s => String(s.seat),
      row,
      (e, s) => {
        const [who, pick] = e.children;
        say(
          who,
          `${s.seat + 1}. ${s.kind !== 'open' ? plainName(s) : s.name ? _('waiting for {name}', {name: s.name}) : _('free')}`,
        );
        pick.hidden = !host || (s.kind !== 'open' && s.kind !== 'bot');
        pick.value = s.kind === 'bot' ? `bot:${(s.bot ?? '').split('@')[0]}` : 'open';
      },
    );
  }
  return {root, draw};
}

/** Friends, those who are here first, each with a button. @param {string} id @param {(text: string) => void} complain */
async function friendsToInvite(id, complain) {
  const MOST = 12;
  const told = await callAs('GET', 'api/me/people').catch(() => null);
  /** @type {{id: string, name: string, here?: boolean}[]} */
  const friends = (told?.friends ?? []).sort(
    (/** @type {any} */ a, /** @type {any} */ b) =>
      Number(b.here ?? 0) - Number(a.here ?? 0) || a.name.localeCompare(b.name),
  );
  if (!friends.length) return null;
  const button = (/** @type {typeof friends[number]} */ f) => {
    const words = f.here ? _('{name}, here now', {name: f.name}) : f.name;
    const e = h(
      'button',
      {
        type: 'button',
        'data-friend': f.name,
        onclick: async () => {
          try {
            await callAs('POST', 'api/me/invites', {table: id, to: f.id});
            e.disabled = true;
            say(e, _('Invited: {name}', {name: f.name}));
          } catch (why) {
            complain(reason(why));
          }
        },
      },
      words,
    );
    return e;
  };
  return h(
    'div',
    {class: 'invite-friends', role: 'group', 'aria-label': _('Invite friends')},
    h('h3', {}, _('Invite friends')),
    h('div', {class: 'buttons'}, ...friends.slice(0, MOST).map(button)),
  );
}

/** A link to copy, whole. @param {string} link @param {string} label */
export function linkField(link, label) {
  const field = h('input', {readonly: true, value: link, 'aria-label': label, onfocus: () => field.select()});
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'main',
      onclick: async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(link);
        } catch {
          document.execCommand('copy');
        }
        say(copy, _('Copied'));
      },
    },
    _('Copy the link'),
  );
  return h('div', {class: 'link'}, field, copy);
}

// bar.js: what a table has beside the game: its menu (rules, tour, invitation, pause, leaving, settings), the offer of a
// tour on a first visit, the waiting room, the panel at the end, and the proof that nobody stacked the deck.
import {h, say} from './dom.js';
import {_, timeSpan} from './words.js';
import {call, contribute, nonce} from './api.js';
import {claim, session} from './account.js';
import {muteButton} from './alerts.js';
import {checkDeal} from './fair.js';
import {hasLessons} from './lessons.js';
import {goTo, keepRemote, localTable, seatsAt} from './mine.js';
import {apart} from './names.js';
import {editionWords} from './options.js';
import {prefs, setPrefs} from './prefs.js';
import {menuIcon} from './icons.js';
import {askFirst, complain, languagePick, settingsButton} from './shell.js';
import {startTour} from './tour.js';
import {endPanel} from './panels/end.js';
import {headlineOf, showFront} from './front.js';
import {linkField, roomPanel} from './panels/room.js';
import {reason} from './phrase.js';

/** @import {TableState} from './types.js' */

/** @typedef {{local?: import('./mine.js').LocalTable, remote?: string, token?: string|null, host?: string|null, secret?: boolean}} Where
 * secret: the token is a seat's own, not an account's */

/** @typedef {ReturnType<typeof import('./table.js').runTable>} Table */

/** Where nobody else may look one shows who one is. @param {Where} where @returns {RequestInit} */
const withKey = ({token}) => (token ? {headers: {Authorization: `Bearer ${token}`}} : {});

/** @param {Table} table @param {Where} where */
export function tableBar(table, where) {
  const status = () => table.state().facts?.status,
    away = () => table.state().away;
  const rules = h('a', {class: 'button', target: '_blank', rel: 'noopener'}, _('Rules'));
  const tour = button(_('Show me around'), () => startTour(table.tour()));
  const invite = button(_('Invite'), () => invitation(where).showModal());
  const save = button(_('Save as a file'), () => void download(table.state(), where));
  const pause = button('', () => table.send(status() === 'paused' ? 'resume' : 'pause'));
  const leave = button('', () => (away() ? table.send('back') : leaving(table)));
  const close = button(_('End the game'), () => ending(table));
  const mute = where.remote ? muteButton(where.remote, session()?.session) : '';
  const edition = h('p', {class: 'small edition'}),
    absence = h('p', {class: 'small absence'}),
    closing = h('p', {class: 'notice closing', hidden: true, 'aria-live': 'polite'}),
    lookBack = h('a', {class: 'button', hidden: true, href: replayOf(where)}, _('Look back'));
  const proof = fairDeal(where),
    watching = h('p', {class: 'notice watching', hidden: true}, _('You are only watching: nobody is waiting for you.'));
  const bar = h(
    'nav',
    {class: 'bar', id: 'menu', popover: 'auto', 'aria-label': _('This table')},
    rules,
    tour,
    invite,
    save,
    pause,
    leave,
    close,
    mute,
    lookBack,
    proof.root,
    h('a', {class: 'button', href: 'index.html'}, _('Games and my tables')),
    h('div', {class: 'house'}, languagePick(), settingsButton()),
    edition,
    absence,
  );
  const menu = h(
    'button',
    {type: 'button', class: 'quiet menu', popovertarget: 'menu', 'aria-label': _('Menu')},
    menuIcon(),
  );
  const end = makeEnd(table, where),
    room = where.remote ? roomPanel(where.remote, where.host ?? null, complain) : null;
  if (room) table.stage.append(room.root);
  table.top.append(watching, closing, offerTour(table, where), end.root);
  table.onHandOver(seat => goOnWithout(table, where, seat));
  table.onChange(state => {
    const over = !!state.result,
      seated = state.you !== null && !!where.remote && !over && !!state.view && status() !== 'closed';
    rules.href = `rules.html?game=${state.facts?.game ?? ''}`;
    say(edition, state.facts && state.facts.edition.name !== 'none' ? editionWords(state.facts.edition) : '');
    say(absence, state.facts && !over ? absenceWords(state.facts.rules) : '');
    const ownTry = !!state.facts?.daily?.rated; // of the deal of the day: it waits, and nobody plays it on
    close.hidden =
      !seated
      || ownTry
      || !['playing', 'paused'].includes(status() ?? '')
      || !!state.facts?.closing?.includes(Number(state.you));
    say(closing, closingWords(state, table.name));
    closing.hidden = !closing.textContent;
    lookBack.hidden = !where.remote || status() !== 'closed' || !state.view;
    tour.hidden = !state.view;
    invite.hidden = !where.remote || over;
    save.hidden = !where.local && !over;
    pause.hidden = !seated || !state.facts?.rules.pause;
    pause.textContent = status() === 'paused' ? _('Go on') : _('Pause');
    leave.hidden = !seated || ownTry;
    leave.classList.toggle('main', state.away);
    leave.textContent = state.away ? _('I am back') : _('Leave for a while');
    watching.hidden = state.you !== null || !state.view || over;
    proof.draw(state);
    room?.draw(state);
    end.draw(state);
  });
  bar.addEventListener('click', e => {
    if (e.target instanceof Element && e.target.closest(':is(button, a):not(.proof *)')) bar.hidePopover();
  });
  return [menu, bar];
}

/** @param {string} words @param {() => void} press */
const button = (words, press) => h('button', {type: 'button', onclick: press}, words);

/** Somebody else would decide from now on: that is asked first. @param {Table} table */
function leaving(table) {
  const {facts, you} = table.state(),
    bot = you !== null && !!facts?.seats[you]?.bot;
  askFirst(
    _('Leave for a while'),
    bot
      ? _('A bot plays for you until you do something at the table. Its moves count.')
      : _('Safe moves are played for you until you do something at the table. They count.'),
    _('Leave'),
    () => table.send('leave'),
  );
}

/** A game without a result: all players have to agree. @param {Table} table */
function ending(table) {
  askFirst(
    _('End the game'),
    _('The game ends without a result when all players agree. Until the next move the others are asked.'),
    _('I agree'),
    () => table.send('close'),
  );
}

/** @param {TableState} state @param {(seat: number) => string} name */
function closingWords(state, name) {
  const names = (state.facts?.closing ?? []).filter(seat => seat !== state.you).map(name);
  if (names.length === 1)
    return _(
      '{name} wants to end the game without a result. If you agree, choose \u201cEnd the game\u201d; if not, play on.',
      {name: names[0]},
    );
  if (names.length)
    return _(
      '{names} want to end the game without a result. If you agree, choose \u201cEnd the game\u201d; if not, play on.',
      {
        names: names.join(', '),
      },
    );
  return state.facts?.closing?.length ? _('You want to end the game. It ends when all players agree.') : '';
}

/** What happens to whoever is gone. @param {import('./types.js').TableRules} rules */
function absenceWords(rules) {
  if (!rules.absence) return '';
  return rules.clock.startsWith('none')
    ? _('If somebody is gone for {time}, the others may go on without them until they come back.', {
        time: timeSpan(rules.absence),
      })
    : [
        _(
          'Running out of time costs that decision; after three in a row a bot or safe moves take over until the player acts.',
        ),
        rules.pause_limit
          && _('Each player may pause three times, for {time} at most.', {time: timeSpan(rules.pause_limit)}),
      ]
        .filter(Boolean)
        .join(' ');
}

/** @param {Table} table @param {Where} where @param {number} seat */
function goOnWithout(table, where, seat) {
  const name = table.name(seat),
    bot = !!table.state().facts?.seats[seat]?.bot;
  askFirst(
    _('Go on without {name}', {name}),
    bot
      ? _('A bot plays for {name} until they do something at the table.', {name})
      : _('Safe moves are played for {name} until they do something at the table.', {name}),
    _('Go on without {name}', {name}),
    () =>
      void call('DELETE', `api/tables/${where.remote}/seats/${seat}`, {token: where.token ?? where.host}).catch(e =>
        complain(reason(e, {seat: table.name, thing: code => code})),
      ),
  );
}

/** @param {Table} table @param {Where} where */
function makeEnd(table, where) {
  const again = h('button', {type: 'button', class: 'main', onclick: () => void rematch(where)}),
    next = h('p', {class: 'notice', hidden: true, 'aria-live': 'polite'});
  const watch = h('a', {class: 'button main'}, _('Watch the next game')),
    title = h('strong', {class: 'clipping'}); // of the paper
  const back = h('a', {class: 'button', href: replayOf(where)}, _('Look back'));
  const panel = endPanel(table, [
    next,
    again,
    watch,
    h(
      'button',
      {type: 'button', class: 'front-page', onclick: () => showFront(table.state(), table, frontLink(where))},
      h('span', {}, _('Front page')),
      title,
    ),
    back,
    h(
      'button',
      {type: 'button', class: 'in-menu', onclick: () => void download(table.state(), where)},
      _('Save as a file'),
    ),
    h('a', {class: 'button in-menu', href: 'index.html'}, _('Other games')),
  ]);
  let told = '';
  return {
    root: panel.root,
    draw: (/** @type {TableState} */ state) => {
      const id = where.remote && state.result ? (state.facts?.rematch ?? '') : '',
        onlooker = !!where.remote && state.you === null;
      again.hidden = onlooker || !!state.facts?.tournament; // there the house decides who plays whom
      say(again, id ? _('Join the next game') : _('Play again'));
      watch.hidden = !onlooker || !id;
      watch.href = `table.html?t=${id}`;
      if (id && id !== told) void tellNext((told = id), next);
      say(title, headlineOf(state, table.name));
      panel.draw(state);
    },
  };
}

/** Where the game is looked back at. @param {Where} where */
const replayOf = where => `replay.html?${where.remote ? `t=${where.remote}` : `local=${where.local?.id}`}`;

/** Where others can see how it went: at a server's table. @param {Where} where */
const frontLink = where => (where.remote ? new URL(`replay.html?t=${where.remote}`, location.href).href : null);

/** Somebody wants to play again: say who. @param {string} id of the next table @param {HTMLElement} notice */
async function tellNext(id, notice) {
  const facts = await call('GET', `api/tables/${id}`).catch(() => null);
  const names = apart(/** @type {any[]} */ (facts?.seats ?? []))
    .filter(s => s.kind === 'person')
    .map(s => s.name);
  say(
    notice,
    names.length ? _('Up for another game: {names}.', {names: names.join(', ')}) : _('The next game is being set up.'),
  );
  notice.hidden = false;
}

/** On a first visit to a game, until the reader has made a move: a tour, and where nobody else waits the lessons. @param {Table} table @param {Where} where */
function offerTour(table, where) {
  const done = () => {
    setPrefs({toured: [...new Set([...prefs().toured, table.state().facts?.game ?? ''])]});
    show(false);
  };
  const learn = h('a', {class: 'button', hidden: true, onclick: done}, _('Lessons'));
  const root = h(
    'section',
    {class: 'notice offer', hidden: true, 'aria-label': _('Show me around')},
    h('p', {}, _('First time? Take a one-minute tour, or play a few lessons first.')),
    h(
      'div',
      {class: 'buttons'},
      h(
        'button',
        {
          type: 'button',
          class: 'main',
          onclick: () => {
            done();
            startTour(table.tour());
          },
        },
        _('Show me around'),
      ),
      learn,
      button(_('No, thanks'), done),
    ),
  );
  /** @param {boolean} yes */
  function show(yes) {
    root.hidden = !yes;
    table.root.classList.toggle('first-visit', yes);
  }
  table.onChange(state => {
    const game = state.facts?.game ?? '',
      known = prefs().toured.includes(game);
    learn.hidden = !where.local || !hasLessons(game);
    learn.href = `lesson.html?game=${game}`;
    if (!known && state.you !== null && state.events.some(e => e.seat === state.you)) return done();
    show(!known && !!state.view && state.you !== null && !state.result && table.tour().length > 0);
  });
  return root;
}

/** What the house committed to; after the end its seed, and a button that checks the deal. @param {Where} where */
function fairDeal(where) {
  const text = h('p', {class: 'small'}),
    found = h('ul', {class: 'findings', 'aria-live': 'polite'});
  const check = button(_('Check it here'), () => void checkHere());
  const root = h(
    'details',
    {class: 'proof'},
    h('summary', {}, _('Fair deal')),
    h('div', {class: 'proof-box'}, text, check, found),
  );

  async function checkHere() {
    check.disabled = true;
    const play = await fetch(`api/tables/${where.remote}/record`, withKey(where))
      .then(a => (a.ok ? a.text() : ''))
      .catch(() => '');
    const findings = play
      ? await checkDeal(play, seatsAt(where.remote ?? ''))
      : [{good: null, text: _('The record could not be loaded.')}];
    found.replaceChildren(
      ...findings.map(f =>
        h(
          'li',
          {class: f.good === null ? 'unknown' : f.good ? 'proved' : 'wrong'},
          `${f.good === null ? '?' : f.good ? '\u2713' : '\u2717'} ${f.text}`,
        ),
      ),
    );
    check.disabled = false;
  }

  return {
    root,
    draw: (/** @type {TableState} */ state) => {
      const {commitment, proof} = state.facts ?? {commitment: null, proof: null};
      root.hidden = !commitment;
      check.hidden = !proof?.seed;
      say(
        text,
        proof?.seed
          ? _(
              'Before the deal the server committed to {commitment}. Its seed was {seed}. Every card can be checked: here, or from the saved file with "speakeasy verify FILE".',
              {commitment: commitment ?? '', seed: proof.seed},
            )
          : _(
              'The server has committed to its seed: {commitment}. After the game it reveals the seed, and every card can be checked.',
              {commitment: commitment ?? ''},
            ),
      );
    },
  };
}

/** @param {Where} where */
function invitation(where) {
  const link = new URL(`t/${where.remote}`, location.href).href;
  const box = h(
    'dialog',
    {'aria-label': _('Invite')},
    h('h2', {}, _('Invite')),
    h('p', {}, _('Anyone with this link can take a free seat or watch:')),
    linkField(link, _('The link to this table')),
    h('img', {
      src: `api/tables/${where.remote}/qr.svg`,
      alt: _('The same link as a QR code'),
      width: 220,
      height: 220,
      class: 'qr',
    }),
    where.secret && where.token ? seatLink(link, where) : null,
    h('form', {method: 'dialog'}, h('div', {class: 'buttons'}, h('button', {class: 'main'}, _('Close')))),
  );
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  return box;
}

/** The way to one's own seat from another device: to be copied, or scanned from here. @param {string} link @param {Where} where */
function seatLink(link, {remote, token}) {
  const picture = h('div', {class: 'qr seat-qr', role: 'img', 'aria-label': _('The link to your seat as a QR code')});
  const root = h(
    'details',
    {class: 'my-seat'},
    h('summary', {}, _('My seat on another device')),
    h('p', {class: 'small'}, _('Keep this link to yourself: anyone who has it can play in your seat.')),
    linkField(`${link}#${token}`, _('The link to your seat')),
    picture,
  );
  root.addEventListener('toggle', async () => {
    // the secret goes in a header, never in an address
    root.closest('dialog')?.classList.toggle('one-code', root.open);
    if (!root.open || picture.firstChild) return;
    const svg = await fetch(`api/tables/${remote}/qr.svg`, {headers: {Authorization: `Bearer ${token}`}})
      .then(a => (a.ok ? a.text() : ''))
      .catch(() => '');
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    if (drawn instanceof SVGElement) picture.replaceChildren(drawn);
    else picture.hidden = true;
  });
  return root;
}

/** @param {TableState} state @param {Where} where */
async function download(state, where) {
  const text = where.remote
    ? await (await fetch(`api/tables/${where.remote}/record`, withKey(where))).text()
    : (localTable(where.local?.id ?? '')?.play ?? '');
  const link = h('a', {
    href: URL.createObjectURL(new Blob([text], {type: 'text/plain'})),
    download: `${state.facts?.game}-${state.facts?.id ?? 'table'}.play`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {Where} where */
async function rematch({local, remote, token}) {
  if (local)
    return goTo({
      game: local.game,
      players: local.players,
      options: local.options,
      edition: local.edition,
      seats: [...local.seats.slice(1), local.seats[0]],
    });
  try {
    const mine = nonce(),
      next = await call('POST', `api/tables/${remote}/rematch`, {body: {nonce: mine}, token});
    if (next.token) {
      const facts = await call('GET', `api/tables/${next.id}`, {token: next.token});
      const given = facts.status === 'open' ? await contribute(next.id, next.seat, next.token, mine) : mine;
      keepRemote({
        id: next.id,
        token: next.token,
        seat: next.seat,
        game: facts.game,
        host: next.host,
        commitment: next.commitment,
        nonce: given,
        updated: Date.now(),
      });
      await claim(next.id, next.token);
    }
    location.assign(`table.html?t=${next.id}`);
  } catch (e) {
    complain(reason(e));
  }
}

// pages/table.js: one table. table.html?local=ID is a game kept in this browser, played by the engine in a
// Worker; table.html?t=ID is a table of the house this page came from. A seat's secret stands behind the #.
import {h} from '../dom.js';
import {_} from '../words.js';
import {aboutPerson, canAct} from '../about.js';
import {boardOf} from '../../boards/index.js';
import {call, noHouse, nonce, Refused, seatKey} from '../api.js';
import {claim, me, session} from '../account.js';
import {invitation} from '../invitation.js';
import {askedSeat, dropAsked, keepAsked, keepRemote, localTable, ownLocal, seatsAt} from '../mine.js';
import {openSeats} from '../hotseat.js';
import {engineGames, startLocal} from '../local.js';
import {openSocket} from '../socket.js';
import {setPrefs} from '../prefs.js';
import {complain, deadEnd, open} from '../shell.js';
import {runTable} from '../table.js';
import {tableBar} from '../bar.js';
import {reason} from '../phrase.js';

open(async main => {
  const asked = new URLSearchParams(location.search);
  const local = asked.get('local'),
    remote = asked.get('t');
  try {
    if (local) await playHere(main, local);
    else if (remote) await playThere(main, remote);
    else location.replace('index.html');
  } catch (e) {
    if (e instanceof TypeError && remote && (await noHouse()) === 'offline')
      return deadEnd(main, _('You are offline, and this table is on the server. It waits for you.'));
    if (!(e instanceof Refused)) throw e;
    deadEnd(
      main,
      e.status === 404
        ? _('There is no such table. The link may be incomplete, or the table was closed long ago.')
        : e.message,
    );
  }
});

/** @param {HTMLElement} main @param {string} id */
async function playHere(main, id) {
  const there = localTable(id);
  if (!there) return deadEnd(main, _('There is no such table in this browser.'));
  const way = await startLocal(there).catch(e => deadEnd(main, reason(e)));
  if (!way) return;
  const board = await boardOf(way.box);
  const room = h('div');
  const own = ownLocal(id, () => elsewhere(main, () => table.close())),
    kept = localTable(id) ?? there; // another tab may have played on until now
  /** @type {ReturnType<typeof runTable>} */
  const table = runTable(room, board, {
    box: way.box,
    open: ear =>
      way.open(kept, ear, (play, over) =>
        own.keep({...kept, play, over, updated: Date.now(), names: table?.state().facts?.seats.map(s => s.name)}),
      ),
  });
  table.status.append(...tableBar(table, {local: kept}));
  main.append(room);
}

/** The table was opened in another tab, which has it now: here nothing goes on, and nothing is kept any more.
 * @param {HTMLElement} main @param {() => void} close */
function elsewhere(main, close) {
  close();
  for (const e of document.querySelectorAll('body > dialog, .tour-light')) e.remove();
  document.title = 'Speakeasy';
  document.body.classList.remove('at-table');
  main.replaceChildren(
    h(
      'section',
      {class: 'panel sit elsewhere', role: 'alert'},
      h('h1', {}, _('This game is open in another tab.')),
      h('p', {}, _('Nothing is lost: the moves made here are there too.')),
      h(
        'div',
        {class: 'buttons'},
        h('button', {type: 'button', class: 'main', onclick: () => location.reload()}, _('Continue here')),
        h('a', {class: 'button', href: 'index.html'}, _('Games and my tables')),
      ),
    ),
  );
}

/** @param {HTMLElement} main @param {string} id */
async function playThere(main, id) {
  const kept = seatsAt(id),
    host = kept.find(t => t.host)?.host ?? null;
  const facts = await call('GET', `api/tables/${id}`, {token: kept.find(t => t.token)?.token});
  const {tokens, seat} = await mySeats(main, id, facts);
  const box = await call('GET', `api/tables/${id}/box`, {token: tokens[0]}),
    board = await boardOf(box);
  const room = h('div');
  const url = new URL('ws', location.href.replace(/^http/, 'ws')).href;
  const shared = tokens.length > 1,
    secrets = shared && !!(await engineGames()).find((/** @type {any} */ g) => g.game === facts.game)?.secrets,
    [token] = tokens;
  const table = runTable(room, board, {
    box,
    open: (ear, seen) =>
      shared
        ? openSeats({url, table: id, tokens, secrets, seen}, ear)
        : openSocket({url, table: id, token, seat, seen}, ear),
    about: canAct() ? (at, name, chat) => void aboutPerson({table: id, seat: at, chat}, name) : undefined,
  });
  table.status.append(...tableBar(table, {remote: id, token, host, secret: seat === undefined}));
  table.onChange(state => {
    note(id, state);
    if (state.result && state.facts?.daily) toResults(facts.game, state.facts.daily.day);
    if (state.result && state.facts?.tournament) toTournament(state.facts.tournament.id);
  });
  main.append(room);
}

/** After a deal of the day: how everybody else did. @param {string} game @param {string} day */
function toResults(game, day) {
  const buttons = document.querySelector('.end .buttons');
  if (!buttons || buttons.querySelector('.to-daily')) return;
  buttons.prepend(
    h('a', {class: 'button main to-daily', href: `daily.html?game=${game}&day=${day}`}, _('How did the others do?')),
  );
}

/** After a table of a tournament: the standings, and the next one. @param {string} id */
function toTournament(id) {
  const buttons = document.querySelector('.end .buttons');
  if (!buttons || buttons.querySelector('.to-tournament')) return;
  buttons.prepend(
    h('a', {class: 'button main to-tournament', href: `tournament.html?id=${id}`}, _('Back to the tournament')),
  );
}

/** For the list of one's own tables: with whom, and whether it is over. @param {string} id @param {import('../types.js').TableState} state */
function note(id, {facts, you, result}) {
  const others = (facts?.seats ?? []).filter(s => s.seat !== you && s.kind !== 'open').map(s => s.name),
    over = !!result;
  if (facts)
    for (const t of seatsAt(id))
      if (t.over !== over || t.others?.join() !== others.join())
        keepRemote({...t, others, over, you, updated: over ? t.updated : Date.now()});
}

/** The secret behind the #, those that are kept here, the account's seat, or one that is taken now. [null]: an onlooker.
 * @param {HTMLElement} main @param {string} id @param {any} facts @returns {Promise<{tokens: (string|null)[], seat?: number}>} */
async function mySeats(main, id, facts) {
  const shown = location.hash.slice(1);
  if (/^[\w-]{43}$/.test(shown)) {
    history.replaceState(null, '', location.pathname + location.search);
    keepRemote({id, token: shown, seat: null, game: facts.game, updated: Date.now()});
    await claim(id, shown);
    return {tokens: [shown]};
  }
  const kept = seatsAt(id)
    .filter(t => t.token)
    .sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  if (kept.length) return {tokens: kept.map(t => t.token)};
  const mine = (await me())?.tables.find((/** @type {any} */ t) => t.id === id)?.mine[0];
  if (mine !== undefined) return {tokens: [session()?.session ?? null], seat: mine};
  const taken = await askAgain(id, facts);
  if (taken) return {tokens: [taken]};
  const free = facts.seats.filter((/** @type {any} */ s) => s.kind === 'open');
  return {tokens: [free.length ? await sitDown(main, id, facts, free) : null]};
}

/** Ask for a seat, and keep what is answered: its token. A refusal ends the asking, a lost answer does not.
 * @param {string} id @param {any} facts @param {import('../mine.js').AskedSeat} asked @returns {Promise<string>} */
async function takeSeat(id, facts, {seat: wish, ...body}) {
  keepAsked(id, {seat: wish, ...body});
  const seat = await call('POST', `api/tables/${id}/seats/${wish}`, {body, token: session()?.session}).catch(why => {
    if (why instanceof Refused) dropAsked(id);
    throw why;
  });
  keepRemote({
    id,
    token: seat.token,
    seat: seat.seat,
    game: facts.game,
    commitment: facts.commitment ?? seat.commitment,
    nonce: body.nonce,
    updated: Date.now(),
  });
  dropAsked(id);
  await claim(id, seat.token);
  return seat.token;
}

/** A seat whose answer was lost before the page was opened again. @param {string} id @param {any} facts @returns {Promise<string|null>} */
async function askAgain(id, facts) {
  const asked = askedSeat(id);
  return asked
    ? takeSeat(id, facts, asked).catch(why => {
        if (why instanceof Refused) return null; // somebody else has it
        throw why;
      })
    : null;
}

/** @param {HTMLElement} main @param {string} id @param {any} facts @param {any[]} free @returns {Promise<string|null>} */
function sitDown(main, id, facts, free) {
  return new Promise(done => {
    const {form, name} = invitation(facts, () => leave(null));
    /** @param {string|null} token */
    const leave = token => {
      form.remove();
      done(token);
    };
    const key = seatKey(), // the same however often the button is pressed: a lost answer costs no seat
      mine = nonce();
    form.addEventListener('submit', async e => {
      e.preventDefault();
      setPrefs({name: name.value});
      try {
        leave(await takeSeat(id, facts, {seat: free[0].seat, name: name.value, nonce: mine, key}));
      } catch (why) {
        complain(reason(why));
      }
    });
    main.append(form);
    name.focus({preventScroll: true});
  });
}

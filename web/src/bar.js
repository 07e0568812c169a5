// bar.js: what a table has beside the game: the line above it (rules, tour, invitation, pause, leaving), the offer of a
// tour on a first visit, the waiting room, the panel at the end, and the proof that nobody stacked the deck.
import {h} from './dom.js';
import {_} from './words.js';
import {call, contribute, nonce} from './api.js';
import {claim} from './account.js';
import {keepLocal, keepRemote, newId} from './mine.js';
import {prefs, setPrefs} from './prefs.js';
import {complain} from './shell.js';
import {startTour} from './tour.js';
import {endPanel} from './panels/end.js';
import {roomPanel} from './panels/room.js';

/** @import {TableState} from './types.js' */

/** @typedef {{local?: import('./mine.js').LocalTable, remote?: string, token?: string|null, host?: string|null, secret?: boolean}} Where
 * secret: the token is a seat's own, not an account's */

/** @typedef {ReturnType<typeof import('./table.js').runTable>} Table */

/** @param {Table} table @param {Where} where */
export function tableBar(table, where) {
  const status = () => table.state().facts?.status, away = () => table.state().away;
  const rules = h('a', {class: 'button', target: '_blank', rel: 'noopener'}, _('Rules'));
  const tour = button(_('Show me around'), () => startTour(table.tour()));
  const invite = button(_('Invite'), () => invitation(where).showModal());
  const save = button(_('Save as a file'), () => void download(table.state(), where));
  const pause = button('', () => table.send(status() === 'paused' ? 'resume' : 'pause'));
  const leave = button('', () => table.send(away() ? 'back' : 'leave'));
  const proof = h('details', {class: 'proof'}, h('summary', {}, _('Fair deal')), h('p', {class: 'small'}));
  const bar = h('nav', {class: 'bar', 'aria-label': _('This table')}, rules, tour, invite, save, pause, leave, proof);
  const end = makeEnd(table, where), room = where.remote ? roomPanel(where.remote, where.host ?? null, complain) : null;
  table.top.append(...[room?.root, offerTour(table), end.root].filter(e => e !== undefined));
  table.onChange(state => {
    const over = !!state.result, seated = state.you !== null && !!where.remote && !over && !!state.view;
    rules.href = `rules.html?game=${state.facts?.game ?? ''}`;
    tour.hidden = !state.view;
    invite.hidden = !where.remote || over;
    save.hidden = !where.local;
    pause.hidden = !seated || !state.facts?.rules.pause;
    pause.textContent = status() === 'paused' ? _('Go on') : _('Pause');
    leave.hidden = !seated;
    leave.textContent = state.away ? _('I am back') : _('Leave for a while');
    drawProof(proof, state);
    room?.draw(state);
    end.draw(state);
  });
  return bar;
}

/** @param {string} words @param {() => void} press */
const button = (words, press) => h('button', {type: 'button', onclick: press}, words);

/** @param {Table} table @param {Where} where */
function makeEnd(table, where) {
  const again = h('button', {type: 'button', class: 'main', onclick: () => void rematch(where)}, _('Play again'));
  const back = h('a', {class: 'button', href: where.remote ? `replay.html?t=${where.remote}` : `replay.html?local=${where.local?.id}`}, _('Look back'));
  const panel = endPanel(table, [again, back, button(_('Save as a file'), () => void download(table.state(), where)),
                                 h('a', {class: 'button', href: 'index.html'}, _('To the other games'))]);
  return {root: panel.root, draw: (/** @type {TableState} */ state) => {
    again.hidden = !!where.remote && state.you === null;
    panel.draw(state);
  }};
}

/** Once, on the first visit to a game. @param {Table} table */
function offerTour(table) {
  const done = () => {
    setPrefs({toured: [...new Set([...prefs().toured, table.state().facts?.game ?? ''])]});
    root.hidden = true;
  };
  const root = h('section', {class: 'notice offer', hidden: true, 'aria-label': _('Show me around')}, h('p', {}, _('Your first game of this kind? A minute is enough to see how it goes.')),
                 h('div', {class: 'buttons'}, h('button', {type: 'button', class: 'main', onclick: () => { done(); startTour(table.tour()); }}, _('Show me around')),
                   button(_('No, thanks'), done)));
  table.onChange(state => {
    root.hidden = !state.view || state.you === null || !!state.result || !table.tour().length || prefs().toured.includes(state.facts?.game ?? '');
  });
  return root;
}

/** @param {HTMLElement} proof @param {TableState} state */
function drawProof(proof, state) {
  const {commitment, proof: lines} = state.facts ?? {commitment: null, proof: null};
  proof.hidden = !commitment;
  const text = lines?.seed
    ? _('Before the deal the house committed to {commitment}. Its seed was {seed}. Save the game as a file: "speakeasy verify FILE" computes every card again.', {commitment: commitment ?? '', seed: lines.seed})
    : _('The house has committed to its seed: {commitment}. After the end it shows the seed, and every card can be computed again.', {commitment: commitment ?? ''});
  const p = proof.lastElementChild;
  if (p && p.textContent !== text) p.textContent = text;
}

/** @param {Where} where */
function invitation(where) {
  const link = new URL(`t/${where.remote}`, location.href).href;
  const mine = where.secret && where.token ? `${link}#${where.token}` : null;
  const box = h('dialog', {'aria-label': _('Invite')}, h('h2', {}, _('Invite')),
                h('p', {}, _('Whoever opens this link may take a free seat or watch:')), h('p', {class: 'secret'}, h('a', {href: link}, link)),
                h('img', {src: `api/tables/${where.remote}/qr.svg`, alt: _('The same link to scan'), width: 220, height: 220, class: 'qr'}),
                mine && h('details', {}, h('summary', {}, _('My seat on another device')),
                  h('p', {class: 'small'}, _('Keep this link to yourself: whoever has it plays in your seat.')), h('p', {class: 'secret'}, mine)),
                h('form', {method: 'dialog'}, h('button', {class: 'main'}, _('Close'))));
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  return box;
}

/** @param {TableState} state @param {Where} where */
async function download(state, where) {
  const text = where.remote ? await (await fetch(`api/tables/${where.remote}/record`)).text()
    : (JSON.parse(localStorage.getItem(`speakeasy.local.${where.local?.id}`) ?? '{}').play ?? '');
  const link = h('a', {href: URL.createObjectURL(new Blob([text], {type: 'text/plain'})), download: `${state.facts?.game}-${state.facts?.id ?? 'table'}.play`});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {Where} where */
async function rematch({local, remote, token}) {
  if (local) {
    const id = newId();
    keepLocal({...local, id, play: '', over: false, updated: Date.now(), seats: [...local.seats.slice(1), local.seats[0]]});
    return location.assign(`table.html?local=${id}`);
  }
  try {
    const mine = nonce(), next = await call('POST', `api/tables/${remote}/rematch`, {body: {nonce: mine}, token});
    if (next.token) {
      const facts = await call('GET', `api/tables/${next.id}`, {token: next.token});
      const given = facts.status === 'open' ? await contribute(next.id, next.seat, next.token, mine) : mine;
      keepRemote({id: next.id, token: next.token, seat: next.seat, game: facts.game, host: next.host, commitment: next.commitment, nonce: given, updated: Date.now()});
      await claim(next.id, next.token);
    }
    location.assign(`table.html?t=${next.id}`);
  } catch (e) {
    complain(String(/** @type {Error} */ (e).message));
  }
}

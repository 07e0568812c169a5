// bar.js: the line above a table: rules, tour, invitation, saving, pause, rematch, and the proof at the end.
import {h} from './dom.js';
import {_} from './words.js';
import {call} from './api.js';
import {dropLocal, keepLocal, newId} from './mine.js';
import {startTour} from './tour.js';

/** @import {TableState} from './types.js' */

/** @typedef {{local?: import('./mine.js').LocalTable, remote?: string, token?: string|null}} Where */

/** @param {{state(): TableState, send(t: string, fields?: object): void, onChange(f: (s: TableState) => void): void,
 *   tour(): import('./types.js').TourStep[]}} table
 * @param {Where} where */
export function tableBar(table, where) {
  const rules = h('a', {class: 'button', target: '_blank', rel: 'noopener'}, _('Rules'));
  const tour = h('button', {type: 'button', onclick: () => startTour(table.tour())}, _('Show me around'));
  const invite = h('button', {type: 'button', onclick: () => invitation(where).showModal()}, _('Invite'));
  const save = h('button', {type: 'button', onclick: () => download(table.state(), where)}, _('Save as a file'));
  const pause = h('button', {type: 'button', onclick: () => table.send(table.state().facts?.status === 'paused' ? 'resume' : 'pause')});
  const again = h('button', {type: 'button', class: 'main', onclick: () => rematch(table, where)}, _('Play again'));
  const back = h('a', {class: 'button'}, _('Look back'));
  const proof = h('details', {class: 'proof'}, h('summary', {}, _('Fair deal')), h('p', {class: 'small'}));
  const bar = h('nav', {class: 'bar', 'aria-label': _('This table')}, rules, tour, invite, save, pause, again, back, proof);
  table.onChange(state => {
    const over = !!state.result;
    rules.href = `rules.html?game=${state.facts?.game ?? ''}`;
    back.href = where.remote ? `replay.html?t=${where.remote}` : `replay.html?local=${where.local?.id}`;
    invite.hidden = !where.remote;
    save.hidden = !where.local && !over;
    pause.hidden = !state.facts?.rules.pause || over || state.you === null || !!where.local;
    pause.textContent = state.facts?.status === 'paused' ? _('Go on') : _('Pause');
    again.hidden = back.hidden = !over;
    drawProof(proof, state);
  });
  return bar;
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
  const mine = where.token ? `${link}#${where.token}` : link;
  const box = h('dialog', {'aria-label': _('Invite')}, h('h2', {}, _('Invite')),
                h('p', {}, _('Whoever opens this link may take a free seat or watch:')), h('p', {}, h('a', {href: link}, link)),
                h('img', {src: `api/tables/${where.remote}/qr.svg`, alt: _('The same link to scan'), width: 220, height: 220, class: 'qr'}),
                h('details', {}, h('summary', {}, _('My seat on another device')),
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
  URL.revokeObjectURL(link.href);
}

/** @param {{send(t: string, fields?: object): void}} table @param {Where} where */
async function rematch(table, where) {
  if (where.remote) {
    const next = await call('POST', `api/tables/${where.remote}/rematch`, {token: where.token});
    location.assign(`table.html?t=${next.id}${next.token ? '#' + next.token : ''}`);
  } else if (where.local) {
    const id = newId(), seats = where.local.seats;
    keepLocal({...where.local, id, play: '', over: false, updated: Date.now(), seats: [...seats.slice(1), seats[0]]});
    location.assign(`table.html?local=${id}`);
  }
}

/** Forget a game of this browser. @param {string} id */
export const forget = id => dropLocal(id);

// pages/replay.js: looking back at a finished game, step by step, from any seat's eyes or with everything open.
// replay.html?t=ID is a game of the house, ?local=ID one of this browser, and any .play file can be opened.
import {h, say} from '../dom.js';
import {_, fromEngine, language} from '../words.js';
import {boardOf} from '../../boards/index.js';
import {call, house} from '../api.js';
import {gameInfo} from '../games.js';
import {localTable, localTables} from '../mine.js';
import {readRecord} from '../engine/verify.js';
import {replayRecord} from '../local.js';
import {apart} from '../names.js';
import {deadEnd, open} from '../shell.js';
import {emptyState} from '../state.js';
import {flip} from '../motion.js';
import {wantsLessMotion} from '../prefs.js';
import {plainName} from '../panels/seats.js';

/** @import {Facts, GameEvent, GameView, Result, TableState} from '../types.js' */

/** @typedef {{facts: Facts, steps: {n: number, event: GameEvent|null, view: GameView}[], result: Result|null}} Replay */

const PACE = 1200; // ms for a step, when it plays by itself

open(async main => {
  document.title = _('Look back');
  const asked = new URLSearchParams(location.search), viewer = asked.get('viewer') ?? 'house';
  const id = asked.get('t'), local = asked.get('local') && localTable(asked.get('local') ?? '');
  if (id || local) {
    const from = id ? `table.html?t=${id}` : `table.html?local=${asked.get('local')}`;
    const read = (/** @type {string} */ who) => (local ? namesOf(local.play, local).then(names => replayRecord(local.play, who, names)) : fetchReplay(id ?? '', who));
    return look(main, read, viewer, {from}).catch(e => deadEnd(main, e.message));
  }
  const file = h('input', {type: 'file', accept: '.play', class: 'unseen'}); // its own words are the browser's, not the reader's
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  main.append(h('section', {class: 'panel sit'}, h('h1', {}, _('Look back')), h('p', {}, _('Open a saved game, a .play file:')), h('label', {class: 'button main'}, _('Choose a file'), file), trouble));
  file.addEventListener('change', async () => {
    const text = await file.files?.[0]?.text();
    if (text === undefined) return;
    trouble.hidden = true;
    try {
      const names = await namesOf(text, null);
      await look(main, who => replayRecord(text, who, names), viewer, {});
    } catch (e) {
      say(trouble, `${_('This file cannot be opened.')} ${wrong(/** @type {any} */ (e))}`);
      trouble.hidden = false;
    }
  });
});

/** @param {string} id @param {string} viewer @returns {Promise<Replay>} */
async function fetchReplay(id, viewer) {
  const answer = await fetch(`api/tables/${id}/replay?viewer=${viewer}`);
  if (!answer.ok) throw new Error((await answer.json()).text);
  const [facts, ...rest] = (await answer.text()).trim().split('\n').map(l => JSON.parse(l));
  return {facts: {...facts, seats: apart(facts.seats)}, steps: rest.filter(s => 'view' in s), result: rest.find(s => 'result' in s)?.result ?? null};
}

/** With somebody else's eyes it is read again, and looked at from the same step on; the address follows, for who comes back to it.
 * @param {HTMLElement} main @param {(viewer: string) => Promise<Replay>} read @param {string} viewer @param {{from?: string, at?: number}} more */
async function look(main, read, viewer, {from, at = 0}) {
  const replay = await read(viewer);
  main.replaceChildren();
  await show(main, replay, viewer, {from, at, again: (to, step) => {
    const asked = new URLSearchParams(location.search);
    asked.set('viewer', to);
    if (from) history.replaceState(null, '', `?${asked}`);
    void look(main, read, to, {from, at: step});
  }});
}

/** What is wrong with a file. Of a line of the game itself the engine speaks to programmers: then the line is enough. @param {Error & {line?: number}} e */
function wrong(e) {
  const text = fromEngine(e.message), known = language === 'en' || text !== e.message;
  if (!e.line) return known ? text : '';
  return known ? _('Line {n}: {text}', {n: e.line, text}) : _('Line {n} does not fit the game.', {n: e.line});
}

/** A record has no names: those it was played with, if this browser or this house knows the very same game, or numbers.
 * @param {string} play @param {import('../mine.js').LocalTable|null} table @returns {Promise<string[]>} */
async function namesOf(play, table) {
  const {seats, proof} = readRecord(play), here = table ?? localTables().find(t => t.play === play);
  const known = here ? here.seats.map((s, i) => here.names?.[i] || s.name) : await namesThere(play, proof.table);
  return Array.from({length: Math.min(seats, 9)}, (_x, i) => known[i] || _('Player {n}', {n: i + 1}));
}

/** @param {string} play @param {string|undefined} id @returns {Promise<(string|undefined)[]>} */
async function namesThere(play, id) {
  if (!id || !/^[\w-]{12}$/.test(id) || !await house()) return [];
  const record = await fetch(`api/tables/${id}/record`).then(a => (a.ok ? a.text() : '')).catch(() => '');
  if (record !== play) return [];
  const facts = await call('GET', `api/tables/${id}`).catch(() => ({seats: []}));
  return apart(/** @type {any[]} */ (facts.seats)).map(s => s.name);
}

/** @param {HTMLElement} main @param {Replay} replay @param {string} viewer @param {{from?: string, at: number, again(viewer: string, step: number): void}} more from: the table it was
 * played at; at: the first step to see; again: how to see it with other eyes */
async function show(main, replay, viewer, {from, at, again}) {
  const board = await boardOf(replay.facts.game);
  const stage = h('div', {class: 'game'}), words = h('p', {class: 'told', 'aria-live': 'polite'});
  const slide = h('input', {type: 'range', min: 0, max: replay.steps.length - 1, value: 0, 'aria-label': _('Step')});
  const eyes = h('select', {'aria-label': _('Seen by')}, ...['house', ...replay.facts.seats.map(s => String(s.seat)), 'onlooker'].map(v =>
    h('option', {value: v, selected: v === viewer}, v === 'house' ? _('everything open') : v === 'onlooker' ? _('an onlooker') : plainName(replay.facts.seats[Number(v)]))));
  eyes.addEventListener('change', () => {
    stop();
    again(eyes.value, Number(slide.value));
  });
  /** @param {number} by */
  const step = by => h('button', {type: 'button', 'aria-label': by < 0 ? _('One step back') : _('Next'), onclick: () => (stop(), go(Number(slide.value) + by))}, by < 0 ? '\u25C0' : '\u25B6');
  const count = h('output', {class: 'count'}), last = replay.steps.length - 1;
  const play = h('button', {type: 'button', class: 'main', onclick: () => (timer ? stop() : start())}, _('Play it back'));
  let timer = 0;
  main.classList.add('looking-back');
  main.append(h('div', {class: 'reel-head'}, h('h1', {}, gameInfo(replay.facts.game)?.name ?? replay.facts.name), h('div', {class: 'buttons'}, from ? h('a', {class: 'button', href: from}, _('Back to the table')) : '', h('a', {class: 'button', href: 'replay.html'}, _('Open a game file')))),
              h('div', {class: 'reel panel'}, step(-1), play, step(1), slide, count, eyes), words, stage);
  const events = replay.steps.map(s => s.event ?? {n: s.n, seat: /** @type {const} */ ('chance'), kind: /** @type {const} */ ('move'), text: ''});
  /** @param {number} seat */
  const name = seat => plainName(replay.facts.seats[seat]);
  board.mount(stage, {tap: () => {}, make: () => {}, name, who: name, reduced: wantsLessMotion});
  /** @param {number} i */
  function go(i) {
    const at = Math.max(0, Math.min(last, i));
    slide.value = String(at);
    say(count, `${at} / ${last}`);
    const state = {...stateAt(replay, at, viewer), events: events.slice(0, at + 1)};
    const {event} = replay.steps[at];
    flip(stage, () => board.render(state, {picked: [], open: new Set(), ready: null, left: []}));
    for (const e of stage.querySelectorAll('[data-target]')) e.setAttribute('role', 'img'); // nothing to press here
    say(words, event ? board.sentence(event, state) ?? '' : _('The table is ready.'));
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    say(play, _('Play it back'));
  }
  function start() {
    if (Number(slide.value) >= last) go(0);
    timer = window.setInterval(() => (Number(slide.value) < last ? go(Number(slide.value) + 1) : stop()), PACE);
    say(play, _('Stop'));
  }
  slide.addEventListener('input', () => (stop(), go(Number(slide.value))));
  go(at);
}

/** @param {Replay} replay @param {number} at @param {string} viewer @returns {TableState} */
function stateAt(replay, at, viewer) {
  return {...emptyState(), link: 'live', facts: replay.facts, you: /^\d$/.test(viewer) ? Number(viewer) : null, view: replay.steps[at].view,
          before: replay.steps[at - 1]?.view ?? null, seq: replay.steps[at].n, events: [], result: at === replay.steps.length - 1 ? replay.result : null};
}

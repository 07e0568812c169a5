// pages/replay.js: looking back at a finished game by turns, sentences and steps, from any seat's eyes or with everything open; and playing on
// from any moment of it. &at=ENTRY is a moment, as the record counts.
// replay.html?t=ID is a game of the house, ?local=ID one of this browser, and any .play file can be opened.
import {h, say, set} from '../dom.js';
import {_} from '../words.js';
import {openLook, speaking} from '../look.js';
import {stepIcon} from '../icons.js';
import {boardOf} from '../../boards/index.js';
import {session} from '../account.js';
import {call, house} from '../api.js';
import {gameInfo} from '../games.js';
import {localTable, localTables, seatsAt} from '../mine.js';
import {playOnFrom} from '../playon.js';
import {barMarks, captionAt, linesOf, turnList, turnsOf} from '../reel.js';
import {readRecord} from '../engine/verify.js';
import {fileTrouble, replayRecord} from '../local.js';
import {apart} from '../names.js';
import {deadEnd, open} from '../shell.js';
import {emptyState} from '../state.js';
import {flip} from '../motion.js';
import {wantsLessMotion} from '../prefs.js';
import {editionWords} from '../options.js';
import {plainName} from '../panels/seats.js';
import {analysisPanel} from '../analysis.js';

/** @import {Box, Facts, GameEvent, GameView, Result, TableState} from '../types.js' */
/** @import {Line, Turn} from '../reel.js' */

/** @typedef {{box: Box, facts: Facts, steps: {n: number, entry: number, turn: number, event: GameEvent|null, view: GameView, board?: string}[],
 *   result: Result|null}} Replay */

/** A game to look back at: how it is read with somebody's eyes, its record, the table it was played at, and the seats that are the reader's own.
 * 'address': others can see it at this page's address, too.
 * @typedef {{read(viewer: string): Promise<Replay>, record(): Promise<{play: string, edition?: string}>, from?: string, mine: number[],
 *   address: boolean, analysis: ReturnType<typeof analysisPanel>}} Source */

const PACE = 1200; // ms for a step, when it plays by itself
const ADDRESS_MS = 400; // the address follows when the reader rests

open(async main => {
  document.title = _('Look back');
  const asked = new URLSearchParams(location.search),
    viewer = asked.get('viewer') ?? 'house',
    at = Number(asked.get('at') ?? 0) || 0;
  const id = asked.get('t'),
    local = asked.get('local') && localTable(asked.get('local') ?? '');
  if (!id && !local) return askForFile(main, viewer, asked.has('shared') ? await sharedFile() : null);
  const record = async () => local || {play: await fetchRecord(id ?? '')};
  /** @type {Source} */
  const source = {
    from: id ? `table.html?t=${id}` : `table.html?local=${asked.get('local')}`,
    record,
    read: who =>
      local ? namesOf(local.play, local).then(names => replayRecord(local, who, names)) : fetchReplay(id ?? '', who),
    mine: local
      ? local.seats.flatMap((s, i) => (s.kind === 'me' ? [i] : []))
      : seatsAt(id ?? '').flatMap(t => t.seat ?? t.you ?? []),
    address: !!id,
    analysis: analysisPanel(record, id),
  };
  return look(main, source, viewer, at).catch(e => deadEnd(main, e.message));
});

/** A file's button: what the browser would write on it is not in the reader's language. @param {string} words @param {string} accept
 * @param {(text: string) => Promise<void>} opened */
function fileButton(words, accept, opened) {
  const file = h('input', {type: 'file', accept, class: 'unseen'});
  file.addEventListener('change', async () => {
    const text = await file.files?.[0]?.text();
    if (text !== undefined) await opened(text);
  });
  return h('label', {class: 'button main'}, words, file);
}

/** What another app gave us; service_worker.js has put it there. It is taken once. @returns {Promise<string|null>} */
async function sharedFile() {
  history.replaceState(null, '', location.pathname);
  const there = await caches.open('speakeasy-shared').catch(() => null),
    [key] = (await there?.keys()) ?? [];
  const text = key ? await (await there?.match(key))?.text() : null;
  if (key) await there?.delete(key);
  return text ?? null;
}

/** Any record can be opened; one that was not played with the default edition needs that edition's file too.
 * @param {HTMLElement} main @param {string} viewer @param {string|null} given a record to begin with */
function askForFile(main, viewer, given) {
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true});
  const edition = h(
    'div',
    {hidden: true},
    h('p', {}, _('This game was played with another edition. Open the edition file too:')),
    fileButton(_('Choose the edition file'), '.edition', text => read(play, text)),
  );
  let play = '';
  /** @param {string} record @param {string} [cards] the text of an edition file */
  async function read(record, cards) {
    play = record;
    trouble.hidden = true;
    try {
      const names = await namesOf(record, null),
        file = {play: record, edition: cards};
      await look(
        main,
        {
          read: who => replayRecord(file, who, names),
          record: async () => file,
          mine: [],
          address: false,
          analysis: analysisPanel(async () => file),
        },
        viewer,
        0,
      );
    } catch (e) {
      const why = /** @type {Error & {code?: string, line?: number}} */ (e);
      edition.hidden = why.code !== 'other_edition' && cards === undefined;
      trouble.hidden = why.code === 'other_edition' && cards === undefined;
      say(trouble, `${_('This file cannot be opened.')} ${fileTrouble(why)}`);
    }
  }
  main.append(
    h(
      'section',
      {class: 'panel sit'},
      h('h1', {}, _('Look back')),
      h('p', {}, _('Open a saved game, a .play file:')),
      fileButton(_('Choose a file'), '.play', read),
      edition,
      trouble,
    ),
  );
  if (given !== null) void read(given);
}

/** Tables that nobody else may look at are open to those who sat there. @param {string} id @returns {string|null} */
const keyTo = id => seatsAt(id).find(t => t.token)?.token ?? session()?.session ?? null;

/** @param {string|null} token @returns {RequestInit} */
const withKey = token => (token ? {headers: {Authorization: `Bearer ${token}`}} : {});

/** @param {string} id @param {string} viewer @returns {Promise<Replay>} */
async function fetchReplay(id, viewer) {
  const token = keyTo(id),
    box = call('GET', `api/tables/${id}/box`, {token}),
    answer = await fetch(`api/tables/${id}/replay?viewer=${viewer}`, withKey(token));
  if (!answer.ok) throw new Error((await answer.json()).text);
  const [facts, ...rest] = (await answer.text())
    .trim()
    .split('\n')
    .map(l => JSON.parse(l));
  return {
    box: await box,
    facts: {...facts, seats: apart(facts.seats)},
    steps: rest.filter(s => 'view' in s),
    result: rest.find(s => 'result' in s)?.result ?? null,
  };
}

/** @param {string} id */
async function fetchRecord(id) {
  const answer = await fetch(`api/tables/${id}/record`, withKey(keyTo(id)));
  if (!answer.ok) throw new Error((await answer.json()).text);
  return answer.text();
}

/** With somebody else's eyes it is read again, and looked at from the same moment on; the address follows, for who comes back to it.
 * @param {HTMLElement} main @param {Source} source @param {string} viewer @param {number} entry */
async function look(main, source, viewer, entry) {
  const replay = await source.read(viewer);
  main.replaceChildren();
  await show(main, source, replay, viewer, entry, (to, at) => void look(main, source, to, at));
}

/** A record has no names: those it was played with, if this browser or this house knows the very same game, or numbers.
 * @param {string} play @param {import('../mine.js').LocalTable|null} table @returns {Promise<string[]>} */
async function namesOf(play, table) {
  const {seats, proof} = readRecord(play),
    here = table ?? localTables().find(t => t.play === play);
  const known = here ? here.seats.map((s, i) => here.names?.[i] || s.name) : await namesThere(play, proof.table);
  return Array.from({length: Math.min(seats, 9)}, (_x, i) => known[i] || _('Player {n}', {n: i + 1}));
}

/** @param {string} play @param {string|undefined} id @returns {Promise<(string|undefined)[]>} */
async function namesThere(play, id) {
  if (!id || !/^[\w-]{12}$/.test(id) || !(await house())) return [];
  const record = await fetch(`api/tables/${id}/record`)
    .then(a => (a.ok ? a.text() : ''))
    .catch(() => '');
  if (record !== play) return [];
  const facts = await call('GET', `api/tables/${id}`).catch(() => ({seats: []}));
  return apart(/** @type {any[]} */ (facts.seats)).map(s => s.name);
}

/** @param {HTMLElement} main @param {Source} source @param {Replay} replay @param {string} viewer @param {number} entry the first moment to see, as the
 * record counts @param {(viewer: string, entry: number) => void} again how to see it with other eyes */
async function show(main, source, replay, viewer, entry, again) {
  const board = await boardOf(replay.box);
  const {steps, facts} = replay,
    last = steps.length - 1;
  /** @param {number} seat */
  const name = seat => plainName(facts.seats[seat]);
  /** @type {import('../look.js').Look|undefined} */
  let eyesOfEngine;
  const speaker = speaking(board, () => eyesOfEngine, name);
  const events = steps.flatMap(s => (s.event ? [s.event] : [])),
    stateOf = (/** @type {number} */ i) => ({...stateAt(replay, i, viewer), events: events.slice(0, i)});
  const turns = turnsOf(steps);
  /** @type {Line[]} */
  let lines = [];
  let at = 0,
    timer = 0,
    resting = 0;
  const parts = layOut(main, source, replay, viewer, {
    go,
    hop,
    toggle,
    again: to => (stop(), again(to, steps[at].entry)),
    playOn,
    share,
  });
  const {stage, words, slide, count, list, marks, on} = parts;
  board.mount(stage, {
    tap: () => {},
    make: () => {},
    name,
    who: name,
    label: move => move,
    thing: code => eyesOfEngine?.thing(code) ?? code,
    quote: said => speaker.quote(said),
    reduced: wantsLessMotion,
  });

  /** The step at that entry of the record: what was not heard is passed over. @param {number} n */
  const stepOf = n =>
    Math.max(
      0,
      steps.findLastIndex(s => s.entry <= n),
    );
  const place = {
    names: {seat: name, thing: (/** @type {string} */ code) => eyesOfEngine?.thing(code) ?? code},
    goTo: (/** @type {number} */ n) => (stop(), viewer === 'house' ? go(stepOf(n)) : again('house', n)), // the house alone hears all
    tryAgain: (/** @type {number} */ n, /** @type {number} */ seat) => void sitDown(n - 1, seat),
    line: (/** @type {number} */ seat) => board.line?.(seat) ?? seat,
    found: (/** @type {number[]} */ points) =>
      marks.draw(
        turns,
        points.map(n => ({at: stepOf(n)})),
      ),
  };
  marks.draw(turns, []);
  source.analysis.enter(place);
  tellAll();
  void openLook(replay.box, board, name).then(there => {
    eyesOfEngine = there;
    tellAll();
    source.analysis.enter(place);
    go(at);
  });

  function tellAll() {
    lines = linesOf(speaker, steps, stateOf, name);
    list.draw(turns, lines);
  }

  /** @param {number} i */
  function go(i) {
    at = Math.max(0, Math.min(last, i));
    const state = stateOf(at);
    slide.value = String(at);
    say(count, `${at} / ${last}`);
    flip(stage, () => board.render(state, {picked: [], open: new Set(), ready: null, left: []}));
    for (const e of stage.querySelectorAll('[data-target]')) e.setAttribute('role', 'img'); // nothing to press here
    say(words, captionAt(lines, at));
    set(slide, {'aria-valuetext': words.textContent});
    list.mark(at);
    on.hidden = !!state.result;
    source.analysis.at(viewer === 'house' ? steps[at].entry : 0);
    clearTimeout(resting);
    resting = window.setTimeout(address, ADDRESS_MS);
  }

  /** This moment and these eyes in the address of the page. */
  function address() {
    const asked = new URLSearchParams(location.search);
    asked.set('viewer', viewer);
    asked.set('at', String(steps[at].entry));
    if (source.from) history.replaceState(null, '', `?${asked}`);
  }

  /** To where the next turn begins, or this one, or the one before. @param {1|-1} by */
  function hop(by) {
    stop();
    const starts = turns.map(t => t.from - 1);
    go((by > 0 ? starts.find(x => x > at) : starts.findLast(x => x < at)) ?? (by > 0 ? last : 0));
  }

  function toggle() {
    if (timer) return stop();
    if (at >= last) go(0);
    timer = window.setInterval(() => (at < last ? go(at + 1) : stop()), PACE);
    say(parts.play, _('Stop'));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    say(parts.play, _('Play it back'));
  }

  /** In whose seat one would go on: that whose eyes one has, one's own, or whoever moves next. */
  function seatHere() {
    if (/^\d$/.test(viewer)) return Number(viewer);
    const next = steps.slice(at + 1).find(s => s.event && s.event.seat !== 'chance' && s.event.kind !== 'talk')
      ?.event?.seat;
    return source.mine[0] ?? (typeof next === 'number' ? next : 0);
  }

  function playOn() {
    void sitDown(steps[at].entry, seatHere());
  }

  /** @param {number} entries @param {number} seat */
  async function sitDown(entries, seat) {
    stop();
    const record = await source.record();
    playOnFrom({...record, edition: record.edition ?? replay.box.text}, facts, entries, seat);
  }

  async function share() {
    stop();
    address();
    const text = captionAt(lines, at);
    if (navigator.share) return navigator.share({title: document.title, text, url: location.href}).catch(() => {});
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    say(parts.copied, _('The link to this moment is copied.'));
  }

  document.onkeydown = e => {
    const where = /** @type {Element} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || where.closest('input, textarea, select, dialog')) return;
    const ways = {ArrowLeft: -1, ArrowRight: 1};
    if (e.key in ways) {
      const by = /** @type {1|-1} */ (ways[/** @type {keyof typeof ways} */ (e.key)]);
      e.preventDefault();
      if (e.shiftKey) hop(by);
      else (stop(), go(at + by));
    }
  };
  slide.addEventListener('input', () => (stop(), go(Number(slide.value))));
  go(stepOf(entry));
}

/** What the page consists of. @param {HTMLElement} main @param {Source} source @param {Replay} replay @param {string} viewer
 * @param {{go(i: number): void, hop(by: 1|-1): void, toggle(): void, again(viewer: string): void, playOn(): void, share(): void}} acts */
function layOut(main, source, replay, viewer, {go, hop, toggle, again, playOn, share}) {
  const {facts} = replay,
    last = replay.steps.length - 1,
    own = /^\d$/.test(viewer) ? [Number(viewer)] : source.mine,
    name = (/** @type {number} */ seat) => plainName(facts.seats[seat]);
  const stage = h('div', {class: 'game'}),
    words = h('p', {class: 'told', 'aria-live': 'polite'}),
    count = h('output', {class: 'count'}),
    copied = h('p', {class: 'small copied', role: 'status'}),
    slide = h('input', {type: 'range', min: 0, max: last, value: 0, 'aria-label': _('Step')});
  const list = turnList(name, own, go),
    marks = barMarks(last, own, go);
  const eyes = h('select', {'aria-label': _('Seen by')}, ...eyesOf(facts, viewer));
  eyes.addEventListener('change', () => again(eyes.value));
  const key = (/** @type {string} */ label, /** @type {Element} */ sign, /** @type {() => void} */ press) =>
    h('button', {type: 'button', 'aria-label': label, title: label, onclick: press}, sign);
  const play = h('button', {type: 'button', class: 'main', onclick: toggle}, _('Play it back')),
    on = h('button', {type: 'button', class: 'play-on', onclick: playOn}, _('Play on from here'));
  main.classList.add('looking-back');
  main.append(
    h(
      'div',
      {class: 'reel-head'},
      h('h1', {}, gameInfo(facts.game)?.name ?? facts.name),
      h('p', {class: 'small edition'}, editionWords(facts.edition)),
      h(
        'div',
        {class: 'buttons'},
        source.from ? h('a', {class: 'button', href: source.from}, _('Back to the table')) : '',
        on,
        source.address
          ? h('button', {type: 'button', class: 'share-at', onclick: share}, _('Link to this moment'))
          : '',
        h('a', {class: 'button', href: 'replay.html'}, _('Open a game file')),
      ),
      copied,
    ),
    h(
      'div',
      {class: 'reel panel'},
      key(_('Turn before'), stepIcon(-1, true), () => hop(-1)),
      key(_('One step back'), stepIcon(-1, false), () => go(Number(slide.value) - 1)),
      play,
      key(_('Next'), stepIcon(1, false), () => go(Number(slide.value) + 1)),
      key(_('Next turn'), stepIcon(1, true), () => hop(1)),
      h('div', {class: 'track'}, marks.root, slide),
      count,
      eyes,
    ),
    words,
    h('div', {class: 'screen'}, stage, list.root),
    source.analysis.element,
  );
  return {stage, words, slide, count, list, marks, play, on, copied};
}

/** @param {Facts} facts @param {string} viewer */
const eyesOf = (facts, viewer) =>
  ['house', ...facts.seats.map(s => String(s.seat)), 'onlooker'].map(v =>
    h(
      'option',
      {value: v, selected: v === viewer},
      v === 'house' ? _('everything open') : v === 'onlooker' ? _('an onlooker') : plainName(facts.seats[Number(v)]),
    ),
  );

/** @param {Replay} replay @param {number} at @param {string} viewer @returns {TableState} */
function stateAt(replay, at, viewer) {
  return {
    ...emptyState(),
    link: 'live',
    facts: replay.facts,
    you: /^\d$/.test(viewer) ? Number(viewer) : null,
    view: replay.steps[at].view,
    text: replay.steps[at].board ?? '',
    before: replay.steps[at - 1]?.view ?? null,
    seq: replay.steps[at].n,
    events: [],
    result: at === replay.steps.length - 1 ? replay.result : null,
  };
}

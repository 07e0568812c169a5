// table.js: a table on the page: it holds the state, hears the channel, draws the board and the panels, and
// turns taps into messages. The channel may lead to a server or to the engine in a Worker; nothing here knows.
import {h} from './dom.js';
import {_, fromEngine} from './words.js';
import {emptyState, hasGap, hear, mayTalk, myTurn} from './state.js';
import {kindOf, makeChooser} from './chooser.js';
import {keepFocus} from './focus.js';
import {flip} from './motion.js';
import {listenToKeys, rove} from './keys.js';
import {pointOut} from './point.js';
import {wantsLessMotion} from './prefs.js';
import {makeReveal} from './reveal.js';
import {play} from './sound.js';
import {doPanel} from './panels/do.js';
import {plainName, seatName, seatsPanel} from './panels/seats.js';
import {referencePanel} from './panels/reference.js';
import {logPanel} from './panels/log.js';
import {wordsPanel} from './panels/words.js';

/** @import {Board, Channel, Ear, TableState} from './types.js' */

/** @param {HTMLElement} root @param {Board} board
 * @param {{open(ear: Ear, seen: () => number): Channel}} way */
export function runTable(root, board, way) {
  let state = emptyState();
  let refs = 0;
  /** @type {((state: TableState) => void)[]} */
  const watchers = [];
  /** A way of several moves that was chosen: made one after the other. @type {{target: string, moves: string[], going: boolean}|null} */
  let plan = null;
  const session = Math.random().toString(36).slice(2, 10);
  const chooser = makeChooser(board);
  const parts = layOut(root, !!board.talk);
  /** The move that waits for its answer, how often it was sent, and what was picked for it. @type {{ref: string, n: number, text: string, times: number, picked: string[]}|null} */
  let sent = null;
  /** @param {(s: import('./types.js').Seat) => string} how @returns {(seat: number) => string} */
  const called = how => seat => {
    const s = state.facts?.seats[seat];
    return s ? how(s) : _('Player {n}', {n: seat + 1});
  };
  const name = called(plainName), who = called(s => seatName(s, state.you));

  /** @param {string} t @param {object} [fields] */
  function send(t, fields) {
    const ref = `${session}${++refs}`;
    channel.send({t, ref, ...fields});
    return ref;
  }

  /** @param {string} text @param {number} times @param {string[]} picked */
  function sendMove(text, times, picked) {
    sent = {n: state.seq, text, times, picked, ref: send('move', {n: state.seq, text})};
  }

  /** A move that was sent just as somebody said something is sent again: nothing else has changed. @param {any} m @returns {boolean} */
  function again(m) {
    if (!sent || m.t !== 'no' || m.error !== 'stale' || m.ref !== sent.ref || sent.times > 4) return false;
    const {n, text, times, picked} = sent, since = state.events.filter(e => e.n > n);
    if (!since.length || !since.every(e => e.kind === 'talk') || !state.moves.includes(text)) return false;
    sendMove(text, times + 1, picked);
    return true;
  }

  /** A move came too late, for something else has happened: it is said so, what was picked stays picked if it still can be, and if
   * the news has not come it is asked for. @param {any} m */
  function tooLate(m) {
    if (!sent || m.ref !== sent.ref) return m;
    chooser.put(sent.picked);
    if (state.seq === sent.n) channel.send({t: 'since', n: state.seq});
    return {...m, text: _('The table has moved on, and your move was not made: look again.')};
  }

  /** @param {string} move */
  function make(move) {
    if (state.pending) return;
    plan = null;
    const {picked} = chooser.look(state);
    chooser.clear();
    state = {...state, pending: move, refusal: null};
    play('move');
    sendMove(move, 1, picked);
    draw();
  }

  /** @param {string} target */
  function tap(target) {
    const picked = chooser.look(state).picked;
    const came = plan?.target === target && !plan.going ? /** @type {const} */ ({what: 'plan'}) : chooser.tap(state, target);
    if (came.what === 'plan') return go();
    const way = came.what === 'no' ? board.reach?.(picked, state).get(target) : undefined;
    plan = way ? {target, moves: [...way], going: false} : null;
    if (came.what !== 'no' || plan) calm();
    if (came.what === 'made') make(came.move);
    else if (came.what === 'no' && !plan) whyNot(target, picked);
    else draw();
  }

  /** The next move of a plan, as long as it is there to be made. */
  function go() {
    const next = plan?.moves.shift();
    if (!plan || !next || !state.moves.includes(next)) return void (plan = null);
    const rest = plan.moves.length ? {...plan, going: true} : null;
    make(next);
    plan = rest;
  }

  /** The board says so itself where it knows better what was meant; else the house is asked. @param {string} target @param {string[]} picked */
  function whyNot(target, picked) {
    const known = state.you === null ? null : board.objection?.(target, state, picked);
    const move = state.you === null || known ? null : board.attempt?.(target, state, picked);
    if (known) {
      state = {...state, refusal: {rule: null, text: known, about: ''}};
      draw();
    }
    if (move) send('why', {text: move});
    play('no');
  }

  /** What was refused is over with the next choice, wherever that is made. */
  function calm() {
    state = {...state, refusal: null};
  }

  /** Something was chosen that is not of the board: in a list or a form. */
  function chosen() {
    if (!state.refusal) return;
    calm();
    draw();
  }

  const doing = {
    make, group: chooser.group,
    /** @param {string|null} g */
    narrow(g) { chooser.narrow(g); calm(); draw(); },
    go,
    back() { plan = null; if (drawDo.back() || chooser.back()) { calm(); draw(); } },
    chosen,
    undo() { // where there is nothing to take back the house says why
      if (!state.facts?.rules.undo || state.you === null || state.pending) return;
      if (state.undo) chooser.clear();
      send('undo', {n: state.seq});
    },
    hint() { if (myTurn(state) && state.facts?.rules.hints) send('hint'); },
    /** @param {'talk'|'chat'} [what] */
    talk(what) { if (!parts.words.hidden) talking.lead(what); },
    pass() { send('say', {text: 'pass'}); },
    resume() { send('resume'); },
    unread: () => talking.unread(),
  };
  board.mount(parts.board, {tap, make, chosen, name, who, reduced: wantsLessMotion});
  referencePanel(parts.reference, board);
  const talking = wordsPanel(parts.words, board, {name, say: text => send('say', {text}), chat: text => send('chat', {text}), seen: () => draw()});
  const panels = [seatsPanel(parts.seats), logPanel(parts.log, parts.recap, parts.live, board, name), talking.draw];
  const drawDo = doPanel(parts.doing, board, doing), reveal = makeReveal(parts);
  listenToKeys(parts.board, {tap, ...doing});
  keepFocus(root, {board: parts.board, doing: parts.doing, headline: parts.whose});
  pointOut(parts.doing, parts.board, move => board.targets(move, state).flat(), board.point);
  parts.board.addEventListener('click', e => {
    const at = /** @type {Element} */ (e.target).closest('[data-target]');
    if (at) tap(at.getAttribute('data-target') ?? '');
  });

  function draw() {
    const choice = {...chooser.look(state), way: plan && !plan.going ? plan.moves : null};
    if (state.view) flip(parts.board, () => board.render(state, choice));
    mark(parts.board, plan ? {...choice, picked: [...choice.picked, plan.target]} : choice, hinted());
    rove(parts.board);
    for (const p of panels) p(state);
    drawStatus(choice);
    drawDo(state, choice, parts.whose.textContent ?? '', new Set([...parts.board.querySelectorAll('[data-target]')].map(e => kindOf(e.getAttribute('data-target') ?? ''))));
    for (const w of watchers) w(state);
    mirror();
    if (myTurn(state)) reveal(`${state.events.findLast(e => e.kind !== 'talk')?.n} ${choice.group} ${choice.picked.join()} ${plan?.target}`);
  }

  function hinted() {
    const best = state.hint?.[0];
    return new Set(best ? board.targets(best.text, state).flat() : []);
  }

  /** What style and tests go by. */
  function mirror() {
    root.classList.toggle('my-turn', myTurn(state) && !state.pending);
    root.classList.toggle('waiting', state.facts?.status === 'open');
    root.classList.toggle('lost', state.link === 'lost' || state.link === 'connecting');
    parts.board.hidden = !state.view;
    root.dataset.asked = state.actors.join();
    root.dataset.over = state.result ? 'yes' : '';
    if (state.facts && (state.view || state.facts.status === 'open')) root.dataset.seq = String(state.seq);
  }

  /** @param {import('./types.js').Choice} choice */
  function drawStatus(choice) {
    const mine = myTurn(state);
    parts.status.classList.toggle('mine', mine);
    const said = headline(state, board, name, choice), words = said.charAt(0).toLocaleUpperCase() + said.slice(1);
    if (parts.whose.textContent !== words) parts.whose.textContent = words;
    const unread = talking.unread().length;
    document.title = (mine ? '\u25B6 ' : '') + (unread ? `(${unread}) ` : '') + (state.facts?.name ?? 'Speakeasy');
  }

  /** @type {Ear} */
  const ear = {
    message(m) {
      if (m.t === 'view' && hasGap(state, m)) return channel.send({t: 'since', n: state.seq});
      const wasMine = myTurn(state), wasOver = !!state.result;
      if (again(m)) return;
      if (m.t === 'no') play('no');
      state = hear(state, m.t === 'no' && m.error === 'stale' ? tooLate(m) : m, performance.now());
      if (!wasMine && myTurn(state)) play('turn');
      if (!wasOver && state.result) play('end');
      if (m.t === 'no') plan = null;
      if (m.t === 'view' && plan?.going && !state.pending) go();
      if (m.t === 'ok' && m.ref === sent?.ref) return; // the view that shows it comes at once
      draw();
    },
    link(link) {
      state = {...state, link};
      draw();
    },
  };
  const channel = way.open(ear, () => state.seq);
  const beat = setInterval(() => { panels[0](state); drawDo.tick(state); }, 1000);
  return {
    send,
    state: () => state,
    tour: () => board.tour,
    name, who,
    top: parts.top,
    status: parts.status,
    /** @param {(state: TableState) => void} f */
    onChange(f) {
      watchers.push(f);
      f(state);
    },
    close() {
      clearInterval(beat);
      channel.close();
    },
  };
}

/** Who is to do what, in one line. @param {TableState} state @param {Board} board @param {(seat: number) => string} name
 * @param {import('./types.js').Choice} choice */
function headline(state, board, name, choice) {
  if (state.link === 'lost') return _('Connection lost. Trying again\u2026');
  if (state.link === 'closed') return `${_('This table is closed to you.')} ${fromEngine(state.goodbye)}`;
  if (!state.facts || (!state.view && state.facts.status === 'playing')) return _('One moment\u2026');
  if (state.result) return _('The game is over.');
  if (state.facts.status === 'open') return _('Waiting for players.');
  if (state.facts.status === 'paused') return pausedBy(state.facts.paused_by ?? null, state.you, name);
  if (state.away) return state.you !== null && state.facts.seats[state.you]?.bot ? _('A bot plays for you.') : _('You are away: the house plays for you.');
  if (myTurn(state)) return (sharesDevice(state) ? `${name(Number(state.you))}: ` : '') + board.status(state, choice);
  const names = state.actors.map(name).join(', ');
  if (mayTalk(state)) return names ? _('You may speak. To move: {names}.', {names}) : _('You may speak now.');
  return names ? _('{names} to move.', {names}) : _('One moment\u2026');
}

/** @param {number|null} by @param {number|null} you @param {(seat: number) => string} name */
function pausedBy(by, you, name) {
  if (by === null) return _('The game is paused.');
  return by === you ? _('You have paused the game.') : _('{name} has paused the game.', {name: name(by)});
}

/** Several sit at this device, so it says which of them is meant. @param {TableState} state */
const sharesDevice = state => !!state.facts?.seats.some(s => s.kind === 'hotseat');

/** @param {HTMLElement} board @param {{open: Set<string>, picked: string[]}} choice @param {Set<string>} hinted */
function mark(board, choice, hinted) {
  for (const e of board.querySelectorAll('[aria-pressed]:not([data-target]):not(button)')) {
    e.classList.remove('open', 'picked', 'hinted');
    for (const name of ['aria-pressed', 'aria-disabled', 'tabindex']) e.removeAttribute(name);
  }
  for (const e of board.querySelectorAll('[data-target]')) {
    const id = e.getAttribute('data-target') ?? '', picked = choice.picked.includes(id), open = choice.open.has(kindOf(id)) && !picked;
    e.classList.toggle('open', open);
    e.classList.toggle('picked', picked);
    e.classList.toggle('hinted', hinted.has(kindOf(id)));
    e.setAttribute('role', 'button');
    e.setAttribute('aria-disabled', String(!open && !picked));
    e.setAttribute('aria-pressed', String(picked));
  }
}

/** Where a game is talked about, that comes before the list of who sits there. @param {HTMLElement} root @param {boolean} talks */
function layOut(root, talks) {
  const whose = h('h1', {class: 'whose', tabindex: -1, 'aria-live': 'assertive'});
  const status = h('div', {class: 'status'}, whose);
  const recap = h('div', {class: 'recap', hidden: true});
  const board = h('div', {class: 'game'});
  const live = h('p', {class: 'unseen', 'aria-live': 'polite', role: 'log'});
  const doing = h('section', {class: 'panel do', tabindex: -1, 'aria-label': _('What you can do')});
  const seats = h('section', {class: 'panel', 'aria-label': _('At the table')});
  const log = h('section', {class: 'panel', 'aria-label': _('What happened')});
  const words = h('section', {class: 'panel words', 'aria-label': _('Talk')});
  const reference = h('details', {class: 'panel reference'}), top = h('div', {class: 'top-of-board'});
  root.classList.add('table');
  root.replaceChildren(status, h('div', {class: 'board'}, top, recap, board), h('div', {class: 'side'}, doing, ...(talks ? [words, seats] : [seats, words]), log, reference), live);
  return {whose, status, top, recap, board, live, doing, seats, log, words, reference};
}

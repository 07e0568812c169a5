// table.js: a table on the page: it holds the state, hears the channel, draws the board and the panels, and
// turns taps into messages. The channel may lead to a server or to the engine in a Worker; nothing here knows.
import {h, onceDrawn, say} from './dom.js';
import {_} from './words.js';
import {openLook, speaking} from './look.js';
import {emptyState, hasGap, hear, lastDeed, mayTalk, myTurn} from './state.js';
import {kindOf, makeChooser} from './chooser.js';
import {makeDrawers} from './drawers.js';
import {fitWords, whenLettersCome} from './fit.js';
import {keepFocus} from './focus.js';
import {gameInfo} from './games.js';
import {bookIcon, bubbleIcon, paperIcon} from './icons.js';
import {inTurn} from './inturn.js';
import {flip, stillMoving} from './motion.js';
import {listenToKeys, rove} from './keys.js';
import {pointOut} from './point.js';
import {prefs, wantsLessMotion} from './prefs.js';
import {makeHints} from './hints.js';
import {sign} from './shell.js';
import {play} from './sound.js';
import {showTab} from './tab.js';
import {doPanel} from './panels/do.js';
import {clockNow, drawClock, plainName, seatName, seatsPanel} from './panels/seats.js';
import {referencePanel} from './panels/reference.js';
import {logPanel} from './panels/log.js';
import {wordsPanel} from './panels/words.js';
import {wirePanel} from './panels/wire.js';

/** @import {Board, Box, Channel, Ear, TableState} from './types.js' */

/** @param {HTMLElement} root @param {Board} board
 * @param {{box: Box, open(ear: Ear, seen: () => number): Channel, about?: (seat: number, name: string, chat?: number) => void}} way
 * 'about': what can be done about whoever sits there, or about what they wrote */
export function runTable(root, board, way) {
  let state = emptyState();
  let refs = 0;
  /** @type {((state: TableState) => void)[]} */
  const watchers = [];
  /** A way of several moves that was chosen: made one after the other. @type {{target: string, moves: string[], going: boolean}|null} */
  let plan = null;
  const session = Math.random().toString(36).slice(2, 10);
  const chooser = makeChooser(board);
  const parts = layOut(root);
  root.dataset.game = way.box.game;
  /** The move that waits for its answer, how often it was sent, and what was picked for it. @type {{ref: string, n: number, text: string, times: number, picked: string[]}|null} */
  let sent = null;
  /** @param {(s: import('./types.js').Seat) => string} how @returns {(seat: number) => string} */
  const called = how => seat => {
    const s = state.facts?.seats[seat];
    return s ? how(s) : _('Player {n}', {n: seat + 1});
  };
  const name = called(plainName),
    who = called(s => seatName(s, state.you));

  /** @param {string} t @param {object} [fields] */
  function send(t, fields) {
    const ref = `${session}${++refs}`;
    wire.sent({t, ref, .../** @type {any} */ (fields)});
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
    const {n, text, times, picked} = sent,
      since = state.events.filter(e => e.n > n);
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
    return {...m, phrase: null, text: _('Something happened first, so your move was not made. Look again.')};
  }

  /** The last time the reader had nothing to say. */
  let passed = '';

  /** The undo that waits for its answer. @type {{ref: string, n: number, to: number|undefined, times: number}|null} */
  let undoing = null;

  /** Back to the reader's last deed. @param {number|undefined} to @param {number} times */
  function takeBack(to, times) {
    plan = null;
    undoing = {n: state.seq, to, times, ref: send('undo', {n: state.seq, to})};
  }

  /** A bot moved just as something was taken back: it is taken back with that. @param {any} m @returns {boolean} */
  function backAgain(m) {
    if (!undoing || m.t !== 'no' || m.error !== 'stale' || m.ref !== undoing.ref) return false;
    const {n, to, times} = undoing;
    if (state.seq === n || times > 4 || !state.undo) return false;
    takeBack(to, times + 1);
    return true;
  }

  /** @param {string} move */
  function make(move) {
    if (state.pending) return;
    plan = null;
    const {picked} = chooser.look(state);
    chooser.clear();
    state = {...state, pending: move, refusal: null, late: null};
    play('move');
    sendMove(move, 1, picked);
    draw();
  }

  /** @param {string} target */
  function tap(target) {
    const picked = chooser.look(state).picked;
    const came =
      plan?.target === target && !plan.going ? /** @type {const} */ ({what: 'plan'}) : chooser.tap(state, target);
    if (came.what === 'plan') return go();
    const way = came.what === 'no' ? board.reach?.(picked, state).get(target) : undefined;
    plan = way ? {target, moves: [...way], going: false} : null;
    if (came.what !== 'no' || plan) calm();
    if (came.what === 'made') make(came.move);
    else if (came.what === 'no' && !plan) whyNot(target, picked);
    else if (!oneTap()) draw();
  }

  /** Whoever wants it so makes a move with the tap that completes it. @returns {boolean} */
  function oneTap() {
    if (prefs().confirm || !myTurn(state)) return false;
    const {ready, left} = chooser.look(state);
    if (plan) go();
    else if (ready && left.length === 1) make(ready);
    else return false;
    return true;
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
    make,
    group: chooser.group,
    /** @param {string|null} g */
    narrow(g) {
      chooser.narrow(g);
      calm();
      draw();
    },
    go,
    back() {
      plan = null;
      if (drawDo.back() || chooser.back()) {
        calm();
        draw();
      }
    },
    chosen,
    undo() {
      if (!state.facts?.rules.undo || state.you === null || state.pending) return;
      if (state.undo) chooser.clear();
      // where nothing can be taken back the house says why
      takeBack(state.undo ? lastDeed(state, board.goesOn?.bind(board)) : undefined, 1);
    },
    hint() {
      if (!myTurn(state) || !state.facts?.rules.hints) return;
      const known = hints.find(state);
      if (!known) return void send('hint');
      state = {...state, hint: known};
      draw();
    },
    here() {
      if (state.away) send('back');
    },
    /** @param {'talk'|'chat'} [what] */
    talk(what) {
      if (!parts.words.hidden) talking.lead(what);
    },
    pass() {
      passed = send('say', {text: 'pass'});
    },
    resume() {
      send('resume');
    },
    unread: () => talking.unread(),
    called: () => name(Number(state.you)),
  };
  /** The engine; undefined: it is on its way, null: it cannot be had. @type {import('./look.js').Look|null|undefined} */
  let look;
  const speaker = speaking(board, () => look, name);
  /** Set by whoever knows the way to the house. @type {(seat: number) => void} */
  let handOver = () => {};
  const seats = seatsPanel(parts.seats, {
    goOnWithout: s => handOver(s.seat),
    manner: bot => look?.manner(bot) ?? '',
    about: way.about && (seat => way.about?.(seat, name(seat))),
  });
  board.mount(parts.board, {
    tap,
    make,
    chosen,
    name,
    who,
    label: move => speaker.label(move, state),
    thing: code => look?.thing(code) ?? code,
    quote: said => speaker.quote(said),
    bubble: said => speaker.bubble(said, state),
    canAnswer: said => talking.canAnswer(said.n, state),
    answer: said => talking.answer(said.n),
    after: move => look?.after(move, state) ?? null,
    reduced: wantsLessMotion,
    place: seats.place,
    form: parts.form,
  });
  root.classList.toggle('undrawn', !!parts.board.querySelector('.plain-board'));
  referencePanel(parts.reference, board);
  const drawers = makeDrawers(
    [
      {key: 'log', name: _('Log'), icon: paperIcon(), root: parts.log},
      {key: 'words', name: board.about ? _('Talk') : _('Chat'), icon: bubbleIcon(), root: parts.words},
      {key: 'rules', name: _('Rules'), icon: bookIcon(), root: parts.reference},
    ],
    board.about ? 'words' : 'log', // where a game is talked about, that is open
    () => opened(),
  );
  parts.beside.append(drawers.sheet, drawers.tabs);
  const talking = wordsPanel(parts.words, speaker, {
    name,
    say: text => (text === 'pass' ? doing.pass() : send('say', {text})),
    chat: text => send('chat', {text}),
    seen: () => draw(),
    open: () => drawers.open('words'),
    strip: board.about ? parts.form : null,
    about: way.about && ((seat, n) => way.about?.(seat, name(seat), n)),
  });
  const log = logPanel(parts, speaker, name, () => drawers.open('log')),
    wire = wirePanel(parts.wire, {
      label: move => speaker.label(move, state),
      retry: () => channel.retry?.(),
      drop,
    }),
    panels = [seats, log.draw, talking.draw, wire.draw];
  const hints = makeHints(() => state.facts?.id ?? '');
  const drawDo = doPanel(parts.doing, parts.form, speaker, doing);
  listenToKeys(parts.board, {tap, ...doing}, parts.form);
  keepFocus(root, {board: parts.board, doing: parts.doing, headline: parts.whose});
  const fitHeadline = onceDrawn(() => fitWords(parts.whose));
  const room = new ResizeObserver(() => fitWords(parts.whose));
  for (const e of [parts.status, parts.clock]) room.observe(e); // the clock comes late and takes some of it
  whenLettersCome(fitHeadline);
  pointOut(parts.doing, parts.board, move => board.targets(move, state).flat(), board.point);
  // Whoever was played for takes the seat back by doing anything here.
  for (const part of [parts.board, parts.doing])
    for (const act of ['click', 'keydown'])
      part.addEventListener(
        act,
        e => void (state.away && state.you !== null && !isHere(e.target) && send('back')),
        true,
      );
  parts.board.addEventListener('click', e => {
    const at = /** @type {Element} */ (e.target).closest('[data-target]');
    if (at) tap(at.getAttribute('data-target') ?? '');
  });

  /** A move that could not be sent yet is not wanted any more. @param {string} ref */
  function drop(ref) {
    if (!channel.drop?.(ref)) return; // it was on its way: what came of it is told
    if (sent?.ref === ref) {
      chooser.put(sent.picked);
      sent = null;
      state = {...state, pending: null};
    }
    wire.answered(ref);
    draw();
  }

  /** A drawer was opened or shut. */
  function opened() {
    log.shown();
    drawNews();
  }

  function drawNews() {
    drawers.draw({log: log.unread(drawers.isOpen('log')), words: talking.unread().length});
  }

  function draw() {
    const choice = {...chooser.look(state), way: plan && !plan.going ? plan.moves : null};
    const drawBoard = () => board.render(state, choice);
    if (state.pending)
      drawBoard(); // what comes of it will move
    else if (state.view) flip(parts.board, drawBoard);
    const held = state.pending && sent ? sent.picked : choice.picked; // until the answer comes
    mark(parts.board, {...choice, picked: plan ? [...held, plan.target] : held}, hinted());
    rove(parts.board);
    for (const p of panels) p(state);
    drawStatus(choice);
    drawNews();
    drawDo(
      state,
      choice,
      new Set([...parts.board.querySelectorAll('[data-target]')].map(e => kindOf(e.getAttribute('data-target') ?? ''))),
    );
    for (const w of watchers) w(state);
    mirror();
  }

  function hinted() {
    const best = state.hint?.[0];
    return new Set(best && !best.text.startsWith('say ') ? board.targets(best.text, state).flat() : []);
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
    const said = headline(state, board, name, choice),
      words = said.charAt(0).toLocaleUpperCase() + said.slice(1);
    if (parts.whose.textContent !== words) {
      parts.whose.textContent = words;
      fitHeadline();
    }
    say(parts.name, (gameInfo(state.facts?.game ?? '')?.name ?? state.facts?.name ?? '').split(' \u2013 ')[0]);
    drawClock(parts.clock, state, clockNow(state));
    const unread = talking.unread().length;
    showTab((mine ? '\u25B6 ' : '') + (unread ? `(${unread}) ` : '') + (state.facts?.name ?? 'Speakeasy'), mine);
  }

  const ear = {
    /** @param {any} m @param {boolean} [more] another one comes at once */
    message(m, more = false) {
      if (m.t === 'view' && hasGap(state, m)) return channel.send({t: 'since', n: state.seq});
      const wasMine = myTurn(state),
        wasOver = !!state.result;
      if (m.t === 'ok' || m.t === 'no') wire.answered(m.ref);
      if (again(m) || backAgain(m)) return;
      if (m.t === 'no' && (m.ref === passed || (state.result && m.ref !== undoing?.ref))) return; // nobody waits for it any more
      if (m.t === 'no') play('no');
      if (m.t === 'ok' && m.moves) hints.keep(state, m.moves);
      state = hear(state, m.t === 'no' && m.error === 'stale' ? tooLate(m) : m, performance.now());
      if (!wasMine && myTurn(state)) play('turn');
      if (!wasOver && state.result) play('end');
      if (m.t === 'no') plan = null;
      if (m.t === 'view' && plan?.going && !state.pending) go();
      if (m.t === 'ok' && m.ref === sent?.ref) return; // the view that shows it comes at once
      if (!more) draw();
    },
    /** @param {any} link */
    link(link) {
      wire.link(link);
      state = {...state, link};
      draw();
    },
  };
  const message = inTurn(ear.message, m => isOthers(m, state), stillMoving),
    channel = way.open({...ear, message}, () => state.seq);
  // the engine comes beside the table; a page that cannot load it shows moves as they are spelled
  openLook(way.box, board, name).then(
    there => {
      look = there;
      draw();
    },
    () => {
      look = null;
      draw();
    },
  );
  drawers.settle();
  const beat = setInterval(() => {
    seats(state);
    drawClock(parts.clock, state, clockNow(state));
    drawDo.tick(state);
    talking.tick();
    wire.draw(state);
  }, 1000);
  return {
    root,
    send,
    state: () => state,
    tour: () => board.tour,
    name,
    who,
    /** @param {string} code */
    named: code => look?.named(code) ?? null,
    /** A move of the reader in words. @param {string} move */
    label: move => speaker.label(move, state),
    board: parts.board,
    news: () => log.told(),
    top: parts.top,
    stage: parts.stage,
    status: parts.status,
    /** @param {(seat: number) => void} f */
    onHandOver(f) {
      handOver = f;
    },
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

/** Whether a message shows nothing of the reader's own doing: what others did, or chance, or who may speak. @param {any} m @param {TableState} state */
const isOthers = (m, {view, you}) =>
  m.t === 'view' && !!view && !m.result && m.events.every((/** @type {any} */ e) => e.seat !== you);

/** The button that says: it is me. @param {EventTarget|null} e */
const isHere = e => e instanceof Element && !!e.closest('.im-here');

/** Who is to do what, in one line. @param {TableState} state @param {Board} board @param {(seat: number) => string} name
 * @param {import('./types.js').Choice} choice */
function headline(state, board, name, choice) {
  if (state.link === 'lost' || (state.link === 'connecting' && state.view))
    return _('Connection lost. Trying again\u2026');
  if (state.link === 'closed') return `${_('You no longer have access to this table.')} ${_(state.goodbye)}`;
  if (!state.facts || (!state.view && state.facts.status === 'playing')) return _('One moment\u2026');
  if (state.result) return _('The game is over.');
  if (state.facts.status === 'open') return _('Waiting for players.');
  if (state.facts.status === 'closed') return _('The game was ended without a result.');
  if (state.facts.status === 'paused') return pausedBy(state.facts.paused_by ?? null, state.you, name);
  if (state.facts.asleep)
    return state.away ? _('The game waits until one of you does something.') : _('Nobody is there: the game waits.');
  if (state.away)
    return state.you !== null && state.facts.seats[state.you]?.bot
      ? _('A bot plays for you until you do something.')
      : _('Safe moves are played for you until you do something.');
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
    const id = e.getAttribute('data-target') ?? '',
      picked = choice.picked.includes(id),
      open = choice.open.has(kindOf(id)) && !picked;
    e.classList.toggle('open', open);
    e.classList.toggle('picked', picked);
    e.classList.toggle('hinted', hinted.has(kindOf(id)));
    e.setAttribute('role', 'button');
    e.setAttribute('aria-disabled', String(!open && !picked));
    e.setAttribute('aria-pressed', String(picked));
  }
}

/** One screen: a line above, the board, everybody's standing, what can be done, and drawers. Where each of them is, table.css says.
 * @param {HTMLElement} root */
function layOut(root) {
  const home = h('a', {class: 'home', href: 'index.html', 'aria-label': _('Games and my tables')}, sign());
  const name = h('span', {class: 'game-name'}),
    whose = h('h1', {class: 'whose', tabindex: -1, 'aria-live': 'assertive'}),
    clock = h('span', {class: 'clock', role: 'timer', hidden: true});
  const status = h('div', {class: 'status'}, home, name, whose, clock);
  const recap = h('div', {class: 'recap', hidden: true}),
    board = h('div', {class: 'game'}),
    stage = h('div', {class: 'stage'}); // instead of the board, before there is one
  const live = h('p', {class: 'unseen', 'aria-live': 'polite', role: 'log'});
  const doing = h('section', {class: 'do', tabindex: -1, 'aria-label': _('What you can do')}),
    form = h('div', {class: 'form'}),
    wire = h('div', {class: 'wire', role: 'status', hidden: true}),
    top = h('div', {class: 'notices'});
  const seats = h('section', {class: 'standings', 'aria-label': _('At the table')});
  const log = h('section', {'aria-label': _('What happened')}),
    words = h('section', {class: 'words'}),
    reference = h('section', {class: 'reference', tabindex: 0, 'aria-label': _('Quick reference')});
  const beside = h('div', {class: 'beside'}, recap);
  document.body.classList.add('at-table');
  root.classList.add('table');
  root.replaceChildren(
    status,
    seats,
    h('div', {class: 'board'}, stage, board),
    h('div', {class: 'bottom'}, h('div', {class: 'dock'}, top, wire, doing), beside), // on a phone one bar
    live,
  );
  return {
    whose,
    name,
    clock,
    status,
    top,
    wire,
    stage,
    recap,
    board,
    live,
    doing,
    form,
    seats,
    log,
    words,
    reference,
    beside,
  };
}

// do.js: what can be done now: the button that makes a move, moves that the table does not offer itself, undo, hint, why
// something cannot be done; that one may speak, and what was written. What can be tapped on the board is not repeated,
// but everything stands under "All moves" too, so that a keyboard or a screen reader is enough.
import {count, h, keep, say, set} from '../dom.js';
import {backIcon, bubbleIcon, crossIcon, lampIcon, listIcon} from '../icons.js';
import {_, __} from '../words.js';
import {reason} from '../phrase.js';
import {prefs} from '../prefs.js';
import {mayTalk, myTurn, talkLeft} from '../state.js';
import {drawClock} from './seats.js';

/** @import {Choice, Speaker, TableState} from '../types.js' */

const MOST = 60; // buttons at once: of more than that some are looked for
const SEARCH = 12; // in a list longer than this one can look for a move
const FEW = 3; // ways to go on from what is picked: as buttons too

/** @typedef {{make(move: string): void, narrow(group: string|null): void, group(): string|null, back(): void,
 *   go(): void, chosen(): void, undo(): void, hint(): void, here(): void, talk(what?: 'talk'|'chat'): void, pass(): void, resume(): void, unread(): string[],
 *   called(): string}} Doing
 * called: the reader's name, for whom a hint is */

/** Words beside a sign: a small screen shows the sign alone. @param {string} text */
const word = text => h('span', {class: 'word'}, text);

/** @param {TableState} state */
function playedForWords({away, late, you, facts}) {
  if (!away)
    return late === 'safe'
      ? _('Your time was up: a safe move was made for you.')
      : _('Your time was up: a bot moved for you.');
  return you !== null && facts?.seats[you]?.bot ? _('A bot plays for you.') : _('Safe moves are played for you.');
}

/** What this seat did last, words apart: what was chosen before that is over. @param {TableState} state */
const lastAct = ({events, you}) => events.findLast(e => e.seat === you && e.kind !== 'talk')?.n;

/** @param {HTMLElement} root @param {HTMLElement} form where a board may put one of its own @param {Speaker} board @param {Doing} doing */
export function doPanel(root, form, board, doing) {
  const title = h('h2', {class: 'unseen'}, _('What you can do'));
  const left = h('span', {class: 'left', 'aria-hidden': 'true'});
  const pass = h('button', {type: 'button', class: 'pass', onclick: doing.pass}, _('Nothing to say'));
  const speak = h(
    'div',
    {class: 'speak', hidden: true},
    h('strong', {}, _('You may speak now.')),
    left,
    h('button', {type: 'button', class: 'talk-now', onclick: () => doing.talk('talk')}, bubbleIcon(), word(_('Speak'))),
    pass,
  );
  const heard = h('div', {class: 'heard', role: 'status'});
  const clock = h('span', {class: 'clock own-clock', 'aria-hidden': 'true', hidden: true}); // where the line above is far from the thumb
  const playedFor = h('span', {role: 'status'}),
    here = h('button', {type: 'button', class: 'main im-here', onclick: doing.here}, _('I\u2019m here')),
    away = h('div', {class: 'played-for', hidden: true}, playedFor, here);
  const resume = h('button', {type: 'button', class: 'main resume', hidden: true, onclick: doing.resume}, _('Go on'));
  const refusal = h('p', {class: 'refusal', role: 'alert', hidden: true});
  const hint = h('p', {class: 'hint small', hidden: true});
  const groups = h('div', {class: 'buttons groups', role: 'group', 'aria-label': _('Kinds of moves')});
  const choices = h('div', {class: 'choices', role: 'group', 'aria-label': _('Moves')});
  const ready = h('div', {class: 'ready', hidden: true});
  const where = h('p', {class: 'small more', hidden: true}, _('Choose on the table.'));
  const allWords = word(''),
    summary = h('summary', {}, listIcon(), allWords),
    every = h('div', {class: 'choices every', role: 'group', 'aria-label': _('All moves')});
  const more = h('p', {class: 'small more', role: 'status', hidden: true}),
    search = h('input', {
      type: 'search',
      class: 'find-move',
      placeholder: _('Find a move'),
      'aria-label': _('Find a move'),
    });
  const all = h('details', {class: 'all', hidden: true}, summary, h('div', {class: 'whole-list'}, search, every, more));
  search.addEventListener('input', () => drawEvery(lastChoice));
  all.addEventListener('toggle', () => {
    search.value = '';
    if (lastState) drawEvery(lastChoice);
  });
  document.addEventListener('click', e => {
    if (all.open && !e.composedPath().includes(root)) all.open = false; // it lies upon other things
  });
  const undo = h('button', {type: 'button', class: 'undo', onclick: doing.undo}, backIcon(), word(_('Take back')));
  const ask = h('button', {type: 'button', class: 'ask', onclick: doing.hint}, lampIcon(), word(_('Hint')));
  /** A move without a thing on the board asks once more: for as long as it can be made, whatever the others say. @type {string|null} */
  let armed = null;
  let shown = '';
  root.replaceChildren(
    title,
    away,
    speak,
    heard,
    resume,
    refusal,
    hint,
    form,
    ready,
    groups,
    choices,
    where,
    all,
    h('div', {class: 'buttons'}, clock, undo, ask),
  );

  /** @param {string} move */
  function press(move) {
    if (armed === move || !prefs().confirm) {
      armed = null;
      doing.make(move);
    } else {
      armed = move;
      doing.chosen();
      draw(lastState, lastChoice);
      /** @type {HTMLElement|null} */ (ready.querySelector('.main'))?.focus();
    }
  }

  /** The move that asks once more is put back, and the focus with it if it was there. True: there was one. */
  function back() {
    const move = armed,
      here = ready.contains(document.activeElement);
    armed = null;
    if (move === null) return false;
    draw(lastState, lastChoice);
    if (here) /** @type {HTMLElement|null} */ (root.querySelector(`[data-move-text="${CSS.escape(move)}"]`))?.focus();
    return true;
  }

  /** @type {TableState} */ let lastState;
  /** @type {Choice} */ let lastChoice;

  /** The kinds of things that lie on the table. @type {Set<string>} */ let there = new Set();

  /** @param {TableState} state @param {Choice} choice @param {Set<string>} [kinds] */
  function draw(state, choice, kinds) {
    [lastState, lastChoice, there] = [state, choice, kinds ?? there];
    drawWords(state);
    const key = `${state.you} ${lastAct(state)} ${choice.picked.join()} ${doing.group()}`;
    if (key !== shown || (armed !== null && !state.moves.includes(armed))) armed = null;
    shown = key;
    drawReady(state, choice);
    drawGroups(state, choice);
    drawChoices(state, choice);
    drawRefusal(state);
    drawHint(state);
    undo.hidden = !state.facts?.rules.undo || state.you === null;
    undo.disabled = !!state.pending; // where nothing can be taken back it can be pressed too: then it is said why
    set(undo, {
      'aria-disabled': state.undo ? null : 'true',
      title: state.undo ? null : _('Nothing can be taken back. Press to read why.'),
    });
    drawAway(state);
    ask.hidden = !state.facts?.rules.hints || state.you === null;
    ask.disabled = !myTurn(state) || !!state.pending;
    resume.hidden = state.facts?.status !== 'paused' || state.you === null;
    root.hidden = (state.you === null || (!!state.result && !state.undo)) && !state.refusal && !heard.firstChild;
  }

  /** Somebody else plays the reader's seat, or did so once when the time was up. @param {TableState} state */
  function drawAway(state) {
    away.hidden = !(state.away || state.late) || state.you === null || !!state.result;
    here.hidden = !state.away;
    say(playedFor, away.hidden ? '' : playedForWords(state));
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawReady(state, choice) {
    const way = armed ? null : choice.way,
      move = armed ?? way?.join() ?? choice.ready;
    const canGoBack = choice.picked.length > 0 || doing.group() !== null || armed !== null;
    ready.hidden = !move && !canGoBack;
    const make =
      move
      && h(
        'button',
        {type: 'button', class: 'main', 'data-do': move, onclick: () => (way ? doing.go() : doing.make(move))},
        way ? (board.wayLabel?.(way, state) ?? '') : board.label(move, state),
      );
    const back = h(
      'button',
      {type: 'button', class: 'back', onclick: () => doing.back()},
      crossIcon(),
      word(_('Clear selection')),
    );
    const same = ready.querySelector('.main')?.getAttribute('data-do') === (move ?? undefined);
    if (!same || !ready.firstElementChild)
      ready.replaceChildren(...[make, canGoBack && back].filter(e => e instanceof Node));
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawGroups(state, choice) {
    const names = [...new Set(state.moves.map(m => board.group(m, state)).filter(g => g))];
    groups.hidden = names.length < 2 || choice.picked.length > 0;
    keep(
      groups,
      groups.hidden ? [] : names,
      g => g,
      g => h('button', {type: 'button', onclick: () => doing.narrow(doing.group() === g ? null : g)}, g),
      (e, g) => e.setAttribute('aria-pressed', String(doing.group() === g)),
    );
    count(groups, groups.children.length);
  }

  /** That one may speak, with the time that is left, and what was written meanwhile. @param {TableState} state */
  function drawWords(state) {
    speak.hidden = !mayTalk(state) || !!state.result || !!board.about; // where talk is a conversation words.js has it
    pass.hidden = myTurn(state);
    tick(state);
    const unread = doing.unread(),
      last = unread.at(-1);
    keep(
      heard,
      last ? [last] : [],
      () => 'last',
      () =>
        h(
          'button',
          {type: 'button', class: 'news', onclick: () => doing.talk('chat')},
          h('b', {class: 'badge'}),
          h('span'),
        ),
      (e, text) => {
        say(e.firstElementChild, String(unread.length));
        say(e.lastElementChild, text);
      },
    );
  }

  /** @param {TableState} state */
  function tick(state) {
    const ms = talkLeft(state, performance.now());
    say(left, ms === null ? '' : _('{n} s', {n: Math.ceil(ms / 1000)}));
    drawClock(clock, state, state.you ?? undefined);
  }

  /** Moves that the table or a form on it does not offer; of those that go on from what is picked a few all the same.
   * @param {TableState} state @param {Choice} choice */
  function drawChoices(state, choice) {
    const offered = (/** @type {string} */ m) =>
      !!board.formed?.(m, state) || !!choice.next?.get(m)?.some(t => there.has(t));
    const few = choice.picked.length > 0 && choice.left.length <= FEW;
    const rest = choice.left.filter(m => m !== choice.ready && m !== armed),
      list = few ? rest : rest.filter(m => !offered(m));
    drawButtons(choices, list.slice(0, MOST));
    count(choices, choices.children.length);
    for (const e of choices.children) e.classList.toggle('offered', offered(e.getAttribute('data-move-text') ?? '')); // a small screen leaves it to the table
    where.hidden = !rest.length || list.length > 0 || !ready.hidden;
    all.hidden = rest.length === Math.min(list.length, MOST);
    say(allWords, _('All moves ({n})', {n: choice.left.length}));
    set(summary, {'data-n': choice.left.length});
    drawEvery(choice);
  }

  /** The whole list, if it is wanted. @param {Choice} choice */
  function drawEvery(choice) {
    const open = all.open && !all.hidden,
      found = open ? choice.left.filter(wanted()) : [],
      rest = found.length - MOST;
    search.hidden = !open || choice.left.length <= SEARCH;
    drawButtons(every, found.slice(0, MOST));
    more.hidden = !open || (rest <= 0 && found.length > 0);
    say(
      more,
      found.length
        ? __(rest, _('One more move: find it by a word of it.'), _('{n} more moves: find yours by a word of it.'))
        : _('There is no such move now.'),
    );
  }

  /** Whether a move has all the words that are looked for. @returns {(move: string) => boolean} */
  function wanted() {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return () => true;
    return move => {
      const label = board.label(move, lastState).toLocaleLowerCase();
      return words.every(w => label.includes(w));
    };
  }

  /** @param {HTMLElement} box @param {string[]} moves */
  function drawButtons(box, moves) {
    keep(
      box,
      moves,
      m => m,
      m => h('button', {type: 'button', 'data-move-text': m, onclick: () => press(m)}),
      (e, m) => say(e, board.label(m, lastState)),
    );
  }

  /** @param {TableState} state */
  function drawRefusal(state) {
    const r = state.refusal;
    refusal.hidden = !r;
    if (!r) return;
    const rule =
      r.rule
      && h('a', {href: `rules.html?game=${state.facts?.game}#${r.rule}`, target: '_blank', rel: 'noopener'}, r.rule);
    const text = reason(r, board.look()?.names),
      said = board.spell?.(text) ?? text;
    refusal.replaceChildren(
      ...(r.about ? [h('strong', {}, r.about), ' '] : []),
      said.charAt(0).toLocaleUpperCase() + said.slice(1),
      ' ',
      rule || '',
    );
  }

  /** @param {TableState} state */
  function drawHint(state) {
    const best = state.hint?.[0];
    hint.hidden = !best;
    if (!best) return;
    const words = best.text.startsWith('say '); // in a lesson
    hint.classList.toggle('marked', words);
    if (words) return say(hint, _('Say what is marked.'));
    const move = board.label(best.text, state),
      shared = state.facts?.seats.some(s => s.kind === 'hotseat'),
      odds = {move, name: doing.called(), n: Math.round((best.value ?? 0) / 100)};
    say(
      hint,
      best.value === null
        ? state.moves.length > 1 // shown, as in a lesson, or nothing could be tried in time
          ? _('Like this: {move}.', {move})
          : _('There is only one move: {move}.', {move})
        : shared
          ? _('Hint: {move}. After that {name} wins about {n} of 100 games.', odds)
          : _('Hint: {move}. After that you win about {n} of 100 games.', odds),
    );
  }

  return Object.assign(draw, {tick, back});
}

// do.js: what can be done now: kinds of moves, what is left to choose, the button that makes it, undo, hint,
// and why something cannot be done. Everything that can be tapped on the board can be done from here too,
// so that a keyboard or a screen reader is enough.
import {h, keep, say} from '../dom.js';
import {_, __, fromEngine} from '../words.js';
import {myTurn} from '../state.js';

/** @import {Board, Choice, TableState} from '../types.js' */

const MOST = 60; // buttons: more than that are chosen on the board

/** @typedef {{make(move: string): void, narrow(group: string|null): void, group(): string|null, back(): void,
 *   undo(): void, hint(): void}} Doing */

/** @param {HTMLElement} root @param {Board} board @param {Doing} doing */
export function doPanel(root, board, doing) {
  const title = h('h2', {}, _('What you can do'));
  const refusal = h('p', {class: 'refusal', role: 'alert', hidden: true});
  const hint = h('p', {class: 'hint small', hidden: true});
  const groups = h('div', {class: 'buttons groups', role: 'group', 'aria-label': _('Kinds of moves')});
  const choices = h('div', {class: 'choices', role: 'group', 'aria-label': _('Moves')});
  const ready = h('div', {class: 'ready', hidden: true});
  const more = h('p', {class: 'small more', hidden: true});
  const undo = h('button', {type: 'button', onclick: doing.undo}, _('Take back'));
  const ask = h('button', {type: 'button', onclick: doing.hint}, _('Hint'));
  /** A move without a thing on the board asks once more. @type {string|null} */
  let armed = null;
  let shown = '';
  root.replaceChildren(title, refusal, hint, ready, groups, choices, more, h('div', {class: 'buttons'}, undo, ask));

  /** @param {string} move */
  function press(move) {
    if (armed === move) {
      armed = null;
      doing.make(move);
    } else {
      armed = move;
      draw(lastState, lastChoice);
      /** @type {HTMLElement|null} */ (ready.querySelector('.main'))?.focus();
    }
  }

  /** @type {TableState} */ let lastState;
  /** @type {Choice} */ let lastChoice;

  /** @param {TableState} state @param {Choice} choice */
  function draw(state, choice) {
    [lastState, lastChoice] = [state, choice];
    const key = `${state.seq} ${choice.picked.join()} ${doing.group()}`;
    if (key !== shown) armed = null;
    shown = key;
    drawReady(state, choice);
    drawGroups(state, choice);
    drawChoices(state, choice);
    drawRefusal(state);
    drawHint(state);
    undo.hidden = !state.facts?.rules.undo || state.you === null;
    undo.disabled = !state.undo || !!state.pending;
    ask.hidden = !state.facts?.rules.hints || state.you === null;
    ask.disabled = !myTurn(state) || !!state.pending;
    root.hidden = (state.you === null || (!!state.result && !state.undo)) && !state.refusal;
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawReady(state, choice) {
    const move = armed ?? choice.ready;
    const canGoBack = choice.picked.length > 0 || doing.group() !== null || armed !== null;
    ready.hidden = !move && !canGoBack;
    const make = move && h('button', {type: 'button', class: 'main', 'data-do': move, onclick: () => doing.make(move)},
                           board.label(move, state));
    const back = h('button', {type: 'button', class: 'back', onclick: () => (armed ? ((armed = null), draw(state, choice)) : doing.back())},
                   _('Back'));
    const same = ready.querySelector('.main')?.getAttribute('data-do') === (move ?? undefined);
    if (!same || !ready.firstElementChild) ready.replaceChildren(...[make, canGoBack && back].filter(e => e instanceof Node));
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawGroups(state, choice) {
    const names = [...new Set(state.moves.map(m => board.group(m, state)).filter(g => g))];
    groups.hidden = names.length < 2 || choice.picked.length > 0;
    keep(groups, groups.hidden ? [] : names, g => g,
         g => h('button', {type: 'button', onclick: () => doing.narrow(doing.group() === g ? null : g)}, g),
         (e, g) => e.setAttribute('aria-pressed', String(doing.group() === g)));
  }

  /** @param {TableState} state @param {Choice} choice */
  function drawChoices(state, choice) {
    const list = choice.left.length <= MOST ? choice.left : choice.left.filter(m => !board.targets(m, state).length);
    const rest = choice.left.length - list.length;
    keep(choices, list.filter(m => m !== choice.ready && m !== armed), m => m,
         m => h('button', {type: 'button', 'data-move-text': m, onclick: () => press(m)}),
         (e, m) => say(e, board.label(m, lastState)));
    more.hidden = rest === 0;
    say(more, __(rest, _('One more move: choose it on the table.'), _('{n} more moves: choose on the table.')));
  }

  /** @param {TableState} state */
  function drawRefusal(state) {
    const r = state.refusal;
    refusal.hidden = !r;
    if (!r) return;
    const rule = r.rule && h('a', {href: `rules.html?game=${state.facts?.game}#${r.rule}`, target: '_blank', rel: 'noopener'}, r.rule);
    const text = fromEngine(r.text), said = board.spell?.(text) ?? text;
    refusal.replaceChildren(...(r.about ? [h('strong', {}, r.about), ' '] : []), said.charAt(0).toLocaleUpperCase() + said.slice(1), ' ', rule || '');
  }

  /** @param {TableState} state */
  function drawHint(state) {
    const best = state.hint?.[0];
    hint.hidden = !best;
    if (!best) return;
    const move = board.label(best.text, state);
    say(hint, best.value === null ? _('There is only one move: {move}.', {move})
      : _('The house would: {move}. It expects to win {n} of 100 games from there.', {move, n: Math.round(best.value / 100)}));
  }

  return draw;
}

// panels/wire.js: the line to the house: that it is broken, what was done meanwhile and waits to be sent, and that it is back. What never left this
// page can still be dropped; of what was on its way the house tells what came of it.
import {h, keep, say} from '../dom.js';
import {_, __} from '../words.js';

/** @import {TableState} from '../types.js' */

const BACK_MS = 4000; // how long it is told that the line is back

/** What waits for its answer: 'cut' if the line broke meanwhile. @typedef {{t: string, ref: string, text?: string, cut: boolean}} Act */

/** @typedef {{label(move: string): string, retry(): void, drop(ref: string): void}} Wire */

/** @param {HTMLElement} root @param {Wire} wire */
export function wirePanel(root, wire) {
  /** @type {Map<string, Act>} */
  const open = new Map();
  let lost = false,
    since = -Infinity;
  const words = h('p'),
    list = h('ul', {class: 'unsent'});
  const again = h('button', {type: 'button', class: 'retry', onclick: wire.retry}, _('Try now'));
  root.replaceChildren(h('div', {class: 'wire-head'}, words, again), list);

  /** What waits, in words. @param {Act} act */
  function told(act) {
    if (act.t === 'move') return _('Waiting to be sent: {move}', {move: wire.label(act.text ?? '')});
    if (act.t === 'undo') return _('Waiting to be sent: taking back');
    return _('Waiting to be sent: \u201C{text}\u201D', {text: act.text ?? ''});
  }

  /** @param {Act} act */
  const line = act =>
    h(
      'li',
      {},
      h('span'),
      h('button', {type: 'button', class: 'drop', onclick: () => wire.drop(act.ref)}, _('Don\u2019t send')),
    );

  /** @param {TableState} state */
  function draw(state) {
    const broken = state.link === 'lost' || (lost && state.link === 'connecting'),
      back = !broken && performance.now() - since < BACK_MS,
      waiting = [...open.values()].filter(a => ['move', 'undo', 'chat', 'say'].includes(a.t) && (broken || a.cut));
    root.hidden = !broken && !back && !waiting.length;
    root.classList.toggle('broken', broken);
    again.hidden = !broken;
    say(
      words,
      broken
        ? waiting.length
          ? __(waiting.length, _('No connection. One thing waits.'), _('No connection. {n} things wait.'))
          : _('No connection. What you do is sent as soon as it is back.')
        : back || waiting.length
          ? _('Connected again.')
          : '',
    );
    keep(
      list,
      waiting,
      a => a.ref,
      line,
      (e, a) => {
        say(e.firstElementChild, told(a));
        /** @type {HTMLElement} */ (e.lastElementChild).hidden = a.cut || !broken;
      },
    );
  }

  return {
    draw,
    /** @param {{t: string, ref: string, text?: string}} act */
    sent: act => void open.set(act.ref, {...act, cut: false}),
    /** @param {string} ref */
    answered: ref => void open.delete(ref),
    /** @param {TableState['link']} link */
    link(link) {
      if (link === 'lost' && !lost) for (const a of open.values()) a.cut = true; // sent, and perhaps not heard
      if (link === 'lost') lost = true;
      if (link !== 'live' || !lost) return;
      lost = false;
      since = performance.now();
    },
  };
}

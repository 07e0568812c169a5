// log.js: what happened, in sentences: the whole log, and what is new since the reader's last move.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';
import {sinceMine} from '../state.js';

/** @import {Board, GameEvent, TableState} from '../types.js' */

/** @param {Board} board @param {GameEvent} e @param {TableState} state @param {(seat: number) => string} name */
function sentence(board, e, state, name) {
  const who = e.seat === 'chance' ? '' : name(e.seat);
  if (e.kind === 'undo') return _('{name} takes the last move back.', {name: who});
  const told = board.sentence(e, state);
  return told && e.kind === 'safe' ? _('{sentence} (the house played for {name})', {sentence: told, name: who}) : told;
}

/** Which moves were taken back: each undo strikes the last standing move of its seat.
 * @param {GameEvent[]} events */
function struck(events) {
  /** @type {Set<number>} */
  const out = new Set();
  events.forEach((e, i) => {
    if (e.kind !== 'undo') return;
    for (let j = i - 1; j >= 0; j--)
      if (events[j].seat === e.seat && events[j].kind === 'move' && !out.has(events[j].n)) return void out.add(events[j].n);
  });
  return out;
}

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {HTMLElement} root @param {HTMLElement} recap @param {HTMLElement} live @param {Board} board
 * @param {(seat: number) => string} name */
export function logPanel(root, recap, live, board, name) {
  const list = h('ol', {class: 'log', tabindex: 0, 'aria-label': _('Log')});
  root.replaceChildren(h('h2', {}, _('What happened')), list);
  let told = 0, atEnd = true;
  /** Told once, with the table as it was then. @type {WeakMap<GameEvent, string|null>} */
  const sentences = new WeakMap();
  /** @type {GameEvent[]|null} */
  let shown = null;
  // Asking the list where it stands makes the browser lay out the whole page; so it says by itself.
  list.addEventListener('scroll', () => { atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8; });

  /** @param {GameEvent} e @param {TableState} state */
  function tell(e, state) {
    const kept = sentences.get(e);
    if (kept !== undefined) return kept;
    const text = sentence(board, e, state, name);
    sentences.set(e, text && capital(text));
    return sentences.get(e) ?? null;
  }

  /** @param {{e: GameEvent, text: string|null}[]} lines @param {TableState} state @param {Set<number>} fresh */
  function drawList(lines, state, fresh) {
    const gone = struck(state.events);
    keep(list, lines, l => String(l.e.n), () => h('li'), (li, l) => {
      say(li, l.text ?? '');
      li.className = [l.e.kind, gone.has(l.e.n) && 'undone', fresh.has(l.e.n) && 'fresh'].filter(Boolean).join(' ');
    });
    if (atEnd) requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
  }

  /** @param {TableState} state */
  return state => {
    const lines = state.events.map(e => ({e, text: tell(e, state)})).filter(l => l.text);
    const fresh = new Set(sinceMine(state).map(e => e.n));
    if (shown !== state.events) drawList(lines, state, fresh);
    shown = state.events;
    const news = lines.filter(l => fresh.has(l.e.n)).map(l => l.text);
    recap.hidden = !news.length || !state.moves.length || state.seq === news.length;
    say(recap, news.length ? _('Since your last move:') + ' ' + news.slice(-12).join(' ') : '');
    const unheard = lines.filter(l => l.e.n > told).slice(-6);
    if (unheard.length) say(live, unheard.map(l => l.text).join(' '));
    told = state.seq;
  };
}

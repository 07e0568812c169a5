// log.js: what happened, in sentences: the whole log, and what is new since the reader's last move.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';
import {sinceMine} from '../state.js';

/** @import {Board, GameEvent, TableState} from '../types.js' */

/** A line tells of one event, or of several that are one deed: a walk. @typedef {{e: GameEvent, last: GameEvent, text: string|null}} Line */

/** @param {Board} board @param {GameEvent} e @param {GameEvent} first @param {TableState} state @param {(seat: number) => string} name */
function sentence(board, e, first, state, name) {
  const who = e.seat === 'chance' ? '' : name(e.seat);
  if (e.kind === 'undo') return _('{name} takes the last move back.', {name: who});
  const told = board.sentence(e, state, first);
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

/** The events of each line. @param {Board} board @param {GameEvent[]} events @param {Set<number>} gone */
function runs(board, events, gone) {
  /** @type {{e: GameEvent, last: GameEvent}[]} */
  const out = [];
  for (const e of events) {
    const before = out.at(-1);
    const goesOn = before && e.kind === 'move' && before.last.kind === 'move' && e.seat === before.last.seat && !gone.has(e.n) && !gone.has(before.last.n) && board.goesOn?.(before.last, e);
    if (goesOn) before.last = e;
    else out.push({e, last: e});
  }
  return out;
}

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {HTMLElement} root @param {HTMLElement} recap @param {HTMLElement} live @param {Board} board
 * @param {(seat: number) => string} name */
export function logPanel(root, recap, live, board, name) {
  const list = h('ol', {class: 'log', tabindex: 0, 'aria-label': _('Log')});
  const nothing = h('p', {class: 'small'}, _('Nothing has happened yet.'));
  root.replaceChildren(h('h2', {}, _('What happened')), nothing, list);
  const drawRecap = recapBox(recap);
  let told = 0, atEnd = true, top = 0;
  /** Told once, with the table as it was then. @type {WeakMap<GameEvent, {first: GameEvent, text: string|null}>} */
  const sentences = new WeakMap();
  /** @type {GameEvent[]|null} */
  let shown = null;
  // Asking the list where it stands makes the browser lay out the whole page; so it says by itself. It says so late, when more
  // lines may have come: only who goes up does not want to be at the end.
  list.addEventListener('scroll', () => {
    const end = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    atEnd = end || (atEnd && list.scrollTop >= top);
    top = list.scrollTop;
    list.classList.toggle('cut', top > 4 && !(end && list.style.paddingBottom !== '0px')); // a line may be cut in half there: it fades
  });

  /** @param {GameEvent} e @param {GameEvent} first @param {TableState} state */
  function tell(e, first, state) {
    const kept = sentences.get(e);
    if (kept?.first === first) return kept.text;
    const said = sentence(board, e, first, state, name), text = said && capital(said).replace(/(\d) \u00D7 /g, '$1\u00A0\u00D7\u00A0'); // no line ends within "2 x man"
    sentences.set(e, {first, text});
    return text;
  }

  /** @param {Line[]} lines @param {Set<number>} gone @param {Set<number>} fresh */
  function drawList(lines, gone, fresh) {
    keep(list, lines, l => String(l.e.n), () => h('li'), (li, l) => {
      say(li, l.text ?? '');
      li.className = [l.e.kind, gone.has(l.e.n) && 'undone', fresh.has(l.last.n) && 'fresh'].filter(Boolean).join(' ');
    });
    if (atEnd) requestAnimationFrame(toEnd);
  }

  /** The newest at the bottom, and at the top a whole line, if for that not too much is left free below. */
  function toEnd() {
    list.style.paddingBottom = '0';
    list.scrollTop = list.scrollHeight;
    const above = list.getBoundingClientRect().top, first = [...list.children].map(li => li.getBoundingClientRect().top - above).find(y => y > -1) ?? 0;
    if (list.scrollTop > 0 && first >= 1 && first < 40) list.style.paddingBottom = `${first}px`;
    list.scrollTop = list.scrollHeight;
    top = list.scrollTop; // where the list was put is nobody's going up
  }

  /** @param {TableState} state */
  return state => {
    const gone = struck(state.events);
    const lines = runs(board, state.events, gone).map(({e, last}) => ({e, last, text: tell(last, e, state)})).filter(l => l.text);
    const fresh = new Set(sinceMine(state).map(e => e.n));
    if (shown !== state.events) drawList(lines, gone, fresh);
    shown = state.events;
    nothing.hidden = lines.length > 0;
    list.hidden = !nothing.hidden;
    drawRecap(state, lines.filter(l => fresh.has(l.last.n) && !board.minor?.(l.last, state)), lines.at(-1));
    const unheard = lines.filter(l => l.last.n > told).slice(-6);
    if (unheard.length) say(live, unheard.map(l => l.text).join(' '));
    told = state.seq;
  };
}

/** What the others did: the latest of it in a few lines, a button shows all. Where they did nothing it tells what happened last: its place is
 * always taken, so that the board below stays where it is. @param {HTMLElement} root */
function recapBox(root) {
  const since = h('strong'), words = h('span', {class: 'news'}), more = h('button', {type: 'button', class: 'quiet', onclick: () => turn(!root.classList.contains('whole'))});
  /** @type {(string|null)[]} */ let news = [];
  let shown = '';
  root.replaceChildren(words, more);

  /** @param {number} from */
  const write = from => words.replaceChildren(...(since.textContent ? [since, from ? ' \u2026 ' : ' '] : []), news.slice(from).join(' '));

  /** As much from the end as there is room for. */
  function fit() {
    let from = 0;
    for (write(0); from < news.length - 1 && words.scrollHeight > words.clientHeight + 2;) write(++from);
    more.hidden = from === 0 && words.scrollHeight <= words.clientHeight + 2;
  }

  /** @param {boolean} whole */
  function turn(whole) {
    root.classList.toggle('whole', whole);
    more.setAttribute('aria-expanded', String(whole));
    if (whole) words.tabIndex = 0;
    else words.removeAttribute('tabindex');
    say(more, whole ? _('Less') : _('All of it'));
    if (whole) write(0);
    else requestAnimationFrame(fit);
  }

  /** @param {TableState} state @param {Line[]} fresh @param {Line|undefined} last */
  return (state, fresh, last) => {
    const others = fresh.some(l => l.e.seat !== 'chance' || l.e.text.startsWith('throw ')), lines = others ? fresh : last ? [last] : [];
    root.hidden = state.you === null || !!state.result || !lines.length;
    const key = root.hidden ? '' : `${others} ${lines.map(l => l.last.n).join()}`;
    if (key === shown) return;
    shown = key;
    if (root.hidden) return;
    const moved = state.events.some(e => e.seat === state.you && e.kind !== 'talk');
    say(since, !others ? '' : moved ? _('Since your last move:') : _('Before your first move:'));
    news = lines.slice(-40).map(l => l.text);
    write(0);
    turn(false);
  };
}

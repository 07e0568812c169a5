// log.js: what happened, in sentences: the whole log, and what is new since the reader's last move.
import {h, keep, oncePerFrame, say} from '../dom.js';
import {_} from '../words.js';
import {sinceMine, struck} from '../state.js';

/** @import {Board, GameEvent, Speaker, TableState} from '../types.js' */

/** A line tells of one event, or of several that are one deed: a walk. @typedef {{e: GameEvent, last: GameEvent, text: string|null}} Line */

/** @param {Speaker} board @param {GameEvent} e @param {GameEvent} first @param {TableState} state @param {(seat: number) => string} name */
export function sentence(board, e, first, state, name) {
  const who = e.seat === 'chance' ? '' : name(e.seat);
  if (e.kind === 'undo')
    return e.back
      ? _('{name} goes back to an earlier move.', {name: who})
      : _('{name} takes the last move back.', {name: who});
  const told = board.sentence(e, state, first);
  return told && e.kind === 'safe'
    ? _('{sentence} (played automatically for {name})', {sentence: told, name: who})
    : told;
}

/** The events of each line. @param {Board} board @param {GameEvent[]} events @param {Set<number>} gone */
export function runs(board, events, gone) {
  /** @type {{e: GameEvent, last: GameEvent}[]} */
  const out = [];
  for (const e of events) {
    const line = e.kind === 'move' && !gone.has(e.n) ? lineOf(board, out, e, gone) : undefined;
    if (line) line.last = e;
    else out.push({e, last: e});
  }
  return out;
}

/** The line that an event goes on with, of those since somebody else or chance did something: whoever walks may stop while another of his
 * men walks. @param {Board} board @param {{e: GameEvent, last: GameEvent}[]} lines @param {GameEvent} e @param {Set<number>} gone */
function lineOf(board, lines, e, gone) {
  for (let i = lines.length - 1; i >= 0; i--) {
    const {last} = lines[i];
    if (last.kind !== 'move' || last.seat !== e.seat || gone.has(last.n)) return undefined;
    if (board.goesOn?.(last, e)) return lines[i];
  }
  return undefined;
}

/** @param {string} text */
const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {{log: HTMLElement, recap: HTMLElement, live: HTMLElement}} parts @param {Speaker} board
 * @param {(seat: number) => string} name @param {() => void} open the whole log is wanted */
export function logPanel({log: root, recap, live}, board, name, open) {
  const list = h('ol', {class: 'log', tabindex: 0, 'aria-label': _('Log')});
  const nothing = h('p', {class: 'small'}, _('Nothing has happened yet.'));
  root.replaceChildren(h('h2', {}, _('What happened')), nothing, list);
  const drawRecap = recapBox(recap, open);
  let told = 0,
    atEnd = true,
    top = 0;
  /** Told once, with the table as it was then; anew when the engine is there. @type {WeakMap<GameEvent, {first: GameEvent, text: string|null}>} */
  let sentences = new WeakMap();
  /** @type {import('../look.js').Look|null|undefined} */
  let look;
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
    const said = sentence(board, e, first, state, name),
      text = said && capital(said).replace(/(\d) \u00D7 /g, '$1\u00A0\u00D7\u00A0'); // no line ends within "2 x man"
    sentences.set(e, {first, text});
    return text;
  }

  /** @param {Line[]} lines @param {Set<number>} gone @param {Set<number>} fresh */
  function drawList(lines, gone, fresh) {
    keep(
      list,
      lines,
      l => String(l.e.n),
      () => h('li'),
      (li, l) => {
        say(li, l.text ?? '');
        li.className = [l.e.kind, gone.has(l.e.n) && 'undone', fresh.has(l.last.n) && 'fresh']
          .filter(Boolean)
          .join(' ');
      },
    );
    if (atEnd) goToEnd();
  }

  /** The newest at the bottom, and at the top a whole line, if for that not too much is left free below. */
  function toEnd() {
    list.style.paddingBottom = '0';
    list.scrollTop = list.scrollHeight;
    const above = list.getBoundingClientRect().top,
      first = [...list.children].map(li => li.getBoundingClientRect().top - above).find(y => y > -1) ?? 0;
    if (list.scrollTop > 0 && first >= 1 && first < 40) list.style.paddingBottom = `${first}px`;
    list.scrollTop = list.scrollHeight;
    top = list.scrollTop; // where the list was put is nobody's going up
  }

  const goToEnd = oncePerFrame(toEnd);
  new ResizeObserver(() => atEnd && toEnd()).observe(list, {box: 'border-box'}); // what is beside it grows and shrinks

  /** The lines that are there, and how far they were read. @type {Line[]} */
  let lines = [];
  /** @type {Set<number>} */
  let gone = new Set();
  let read = 0;

  /** @param {TableState} state */
  function draw(state) {
    if (look !== board.look()) {
      look = board.look();
      sentences = new WeakMap();
      shown = null;
    }
    gone = struck(state.events);
    lines = runs(board, state.events, gone)
      .map(({e, last}) => ({e, last, text: tell(last, e, state)}))
      .filter(l => l.text);
    const fresh = new Set((board.recap?.(state) ?? sinceMine(state)).map(e => e.n));
    if (shown !== state.events) drawList(lines, gone, fresh);
    shown = state.events;
    const untold = look === undefined && state.events.length > 0; // the engine will tell it in a moment
    nothing.hidden = lines.length > 0 || untold;
    list.hidden = !nothing.hidden;
    drawRecap(
      state,
      lines.filter(l => fresh.has(l.last.n) && !board.minor?.(l.last, state)),
      lines.at(-1),
      untold,
    );
    if (!look) return; // moves as they are spelled are for the eye only
    const unheard = lines.filter(l => l.last.n > told).slice(-6);
    if (unheard.length) say(live, unheard.map(l => l.text).join(' '));
    told = state.seq;
  }

  return {
    draw,
    /** How many lines came since it was last in sight. @param {boolean} inSight */
    unread(inSight) {
      if (inSight || !read) read = lines.at(-1)?.last.n ?? 0;
      return lines.filter(l => l.last.n > read).length;
    },
    /** What counts of it, in sentences. */
    told: () => lines.flatMap(l => (l.text && l.e.kind !== 'undo' && !gone.has(l.last.n) ? [l.text] : [])),
    /** It was opened: at its end, unless somebody reads above. */
    shown: () => void (atEnd && goToEnd()),
  };
}

/** What the others did: the latest of it in a few lines, a button leads to all. Where they did nothing it tells what happened last: its place is
 * always taken, so that nothing beside it jumps. @param {HTMLElement} root @param {() => void} open */
function recapBox(root, open) {
  const since = h('strong'),
    words = h('span', {class: 'news'}),
    more = h('button', {type: 'button', class: 'quiet', onclick: open}, _('Show all'));
  /** @type {(string|null)[]} */ let news = [];
  let shown = '';
  root.replaceChildren(words, more);
  words.addEventListener('click', open); // on a phone, where there is no room for the button
  new ResizeObserver(fit).observe(root);
  const refit = oncePerFrame(fit);

  /** Whole sentences. Of some of them only, it is not said since when they are. @param {number} from @param {boolean} [bare] */
  const write = (from, bare = from > 0) =>
    words.replaceChildren(...(since.textContent && !bare ? [since, ' '] : []), news.slice(from).join(' '));

  /** As much from the end as there is room for; to ask for that makes the browser lay out the page, so it is not asked often. */
  function fit() {
    const fits = (/** @type {number} */ from, bare = from > 0) => (
      write(from, bare),
      words.scrollHeight <= words.clientHeight + 2
    );
    more.hidden = true;
    if (fits(0) || fits(0, true)) return;
    more.hidden = news.length < 2;
    let low = 0,
      high = Math.max(0, news.length - 1); // low: too much; high: the newest alone, be it too long
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) high = middle;
      else low = middle;
    }
    write(high, true);
  }

  /** @param {TableState} state @param {Line[]} fresh @param {Line|undefined} newest @param {boolean} untold there will be news: their place is kept */
  return (state, fresh, newest, untold) => {
    const others = fresh.some(l => l.e.seat !== 'chance' || l.e.text.startsWith('throw ')),
      lines = others ? fresh : newest ? [newest] : [];
    root.hidden = state.you === null || !!state.result || (!lines.length && !untold);
    const key = root.hidden ? '' : `${others} ${lines.map(l => `${l.last.n} ${l.text}`).join('\n')}`; // the words too: the engine may come late
    if (key === shown) return;
    shown = key;
    if (root.hidden) return;
    const moved = state.events.some(e => e.seat === state.you && e.kind !== 'talk'),
      last = state.events.findLast(e => e.seat !== 'chance');
    say(
      since,
      !fresh.some(l => l.e.seat !== 'chance')
        ? ''
        : !moved
          ? _('Before your first move:')
          : last?.seat === state.you
            ? _('Before your turn:')
            : _('Since your last move:'),
    );
    news = lines.slice(-12).map(l => l.text);
    refit();
    write(0);
  };
}

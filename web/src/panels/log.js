// log.js: what happened, in sentences: the whole log, and what is new since the reader's last move.
import {h, keep, onceDrawn, say} from '../dom.js';
import {_} from '../words.js';
import {withRemarks} from '../remarks.js';
import {sinceMine, struck} from '../state.js';

/** @import {Board, GameEvent, Speaker, TableState} from '../types.js' */

/** Below the last line there is so much room, in px (table.css), that at the end of the list its first line in sight can be a whole one. */
const BELOW = 40;

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

/** Of a line that tells of taking back: 'back' is the line that it takes back. @typedef {{e: GameEvent, last: GameEvent, back?: Run}} Run */

/** The events of each line: all steps of a walk, and all by which it was taken back. @param {Board} board @param {GameEvent[]} events @param {Set<number>} gone */
export function runs(board, events, gone) {
  const out = /** @type {Run[]} */ ([]);
  let made = /** @type {{e: GameEvent, line: Run}[]} */ ([]); // the moves that count at that time
  for (const e of events) {
    const undone = e.kind === 'undo' ? made.findLast(m => m.e.seat === e.seat) : undefined,
      back = e.back ? undefined : undone?.line,
      newest = out.at(-1),
      old = e.kind === 'move' ? lineOf(board, out, e, gone) : back && newest?.back === back ? newest : undefined,
      line = old ?? {e, last: e, back};
    line.last = e;
    if (!old) out.push(line);
    if (e.kind === 'move' || e.kind === 'safe') made.push({e, line});
    if (e.kind === 'undo') made = made.filter(m => (e.back ? m.e.n < e.back : m !== undone));
  }
  return out;
}

/** The line that an event goes on with, of those since somebody else or chance did something: whoever walks may stop while another of his
 * men walks. @param {Board} board @param {Run[]} lines @param {GameEvent} e @param {Set<number>} gone */
function lineOf(board, lines, e, gone) {
  for (let i = lines.length - 1; i >= 0; i--) {
    const {last} = lines[i];
    if (last.kind !== 'move' || last.seat !== e.seat || gone.has(last.n) !== gone.has(e.n)) return undefined;
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
    ours = false, // it was scrolled by us
    top = 0;
  /** Told once, with the table as it was then; anew when the engine is there. @type {WeakMap<GameEvent, {first: GameEvent, text: string|null}>} */
  let sentences = new WeakMap();
  /** @type {import('../look.js').Look|null|undefined} */
  let look;
  /** @type {GameEvent[]|null} */
  let shown = null;
  // Asking the list where it stands makes the browser lay out the whole page; so it says by itself, and where we have put it is not asked. It says
  // so late, when more lines may have come: only who goes up does not want to be at the end.
  list.addEventListener('scroll', () => {
    if (ours) return void (ours = false);
    const end = list.scrollTop + list.clientHeight >= list.scrollHeight - BELOW - 8;
    atEnd = end || (atEnd && list.scrollTop >= top);
    top = list.scrollTop;
    list.classList.toggle('cut', top > 4); // a line may be cut in half there: it fades
  });

  /** @param {GameEvent} e @param {GameEvent} first @param {TableState} state */
  function tell(e, first, state) {
    const kept = sentences.get(e);
    if (kept?.first === first) return kept.text;
    const line = state.events.filter(x => x.n >= first.n && x.n <= e.n && x.remarks && x.seat === e.seat),
      said = withRemarks(line, sentence(board, e, first, state, name), name),
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

  /** The newest at the bottom, and at the top a whole line, if for that not too much is left free below. All is read before anything is changed: the
   * page is laid out once. */
  function toEnd() {
    const was = list.scrollTop,
      start = list.getBoundingClientRect().top - was,
      end = Math.max(0, list.scrollHeight - BELOW - list.clientHeight);
    const first = end && firstFrom([...list.children], li => li.getBoundingClientRect().top - start, end - 1),
      whole = first >= end - 1 && first < end + BELOW;
    list.scrollTop = whole ? first : end;
    top = list.scrollTop; // where the list was put is nobody's going up
    ours ||= top !== was;
    list.classList.toggle('cut', end > 4 && !whole);
  }

  const goToEnd = onceDrawn(toEnd);
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
    const news = board.recap?.(state) ?? sinceMine(state),
      fresh = new Set(news.flatMap(e => (gone.has(e.n) ? [] : e.n))); // what was taken back is no news
    if (shown !== state.events) drawList(lines, gone, fresh);
    shown = state.events;
    const untold = look === undefined && state.events.length > 0; // the engine will tell it in a moment
    nothing.hidden = lines.length > 0 || untold;
    list.hidden = !nothing.hidden;
    const major = lines.filter(l => !board.minor?.(l.last, state));
    drawRecap(
      state,
      major.filter(l => fresh.has(l.last.n)),
      major.at(-1),
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

/** The first of these numbers, which rise, that is at least so large; if there is none, the largest. @template T @param {T[]} all @param {(one: T) => number} number
 * @param {number} least */
function firstFrom(all, number, least) {
  let low = 0,
    high = all.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (number(all[middle]) >= least) high = middle;
    else low = middle + 1;
  }
  return number(all[low]);
}

/** How far down each of these sentences begins. @param {Text} text they stand in, with a blank between them @param {(string|null)[]} sentences */
function topsOf(text, sentences) {
  const range = document.createRange();
  let at = 0;
  return sentences.map(words => {
    range.setStart(text, at);
    range.setEnd(text, Math.min(at + 1, text.length));
    at += (words?.length ?? 0) + 1;
    return range.getBoundingClientRect().top;
  });
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
  const refit = onceDrawn(fit);

  /** What is written: from which of the sentences on. */
  let written = '';

  /** Whole sentences. Of some of them only, it is not said since when they are. @param {number} from @param {boolean} [bare] */
  function write(from, bare = from > 0) {
    const lead = since.textContent && !bare ? [since, ' '] : [],
      text = news.slice(from).join(' '),
      now = `${lead.length} ${since.textContent} ${text}`;
    if (now !== written) words.replaceChildren(...lead, text);
    written = now;
  }

  const isWhole = () => words.scrollHeight <= words.clientHeight + 2;

  /** As much from the end as there is room for. To ask for that makes the browser lay out the page, so it is asked once or twice: where each sentence
   * begins is seen when all of them are written, and those that then begin a line need as many lines as they had, or one less. */
  function fit() {
    more.hidden = true;
    write(0);
    if (isWhole()) return;
    const all = words.scrollHeight,
      tops = topsOf(/** @type {Text} */ (words.lastChild), news),
      last = news.length - 1, // the newest alone, be it too long
      room = tops.findIndex(y => all - (y - tops[0]) <= words.clientHeight + 2);
    for (let from = Math.max(0, (room < 0 ? last : room) - 1); ; from++) {
      more.hidden = from === 0; // it takes some of the room
      write(from, true);
      if (from >= last || isWhole()) return;
    }
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

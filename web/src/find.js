// find.js: a search field for one text: what fits is marked, Enter and Shift with Enter go from one to the next, and it is said how
// many there are. Capital letters and accents make no difference.
import {h, say} from './dom.js';
import {_, __} from './words.js';

const LEAST = 2, // letters: fewer would mark half of the text
  MOST = 500;

/** Without capitals and accents, letter by letter, so that places stay the same. @param {string} text */
const plain = text =>
  [...text].map(c => (c.normalize('NFD')[0] ?? c).toLowerCase().slice(0, c.length).padEnd(c.length)).join('');

/** Where a text is found: from, to. @param {string} text @param {string} wanted @returns {[number, number][]} */
export function placesOf(text, wanted) {
  const [where, what] = [plain(text), plain(wanted.trim())];
  /** @type {[number, number][]} */
  const found = [];
  if (what.length < LEAST) return found;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length))
    found.push([at, at + what.length]);
  return found;
}

/** @param {HTMLElement} text what is searched */
export function findField(text) {
  const field = h('input', {type: 'search', 'aria-label': _('Search the rules'), placeholder: _('Search the rules')});
  const count = h('span', {class: 'small found', role: 'status'});
  const before = h('button', {type: 'button', 'aria-label': _('Found before'), onclick: () => go(-1)}, '\u25B2'),
    next = h('button', {type: 'button', 'aria-label': _('Found next'), onclick: () => go(1)}, '\u25BC');
  /** @type {HTMLElement[]} */
  let marks = [];
  let now = -1;

  function search() {
    unmark(text);
    marks = mark(text, field.value);
    now = -1;
    before.disabled = next.disabled = !marks.length;
    const long = field.value.trim().length >= LEAST;
    if (marks.length) go(1);
    else say(count, long ? _('Not found') : '');
  }

  /** @param {number} by */
  function go(by) {
    if (!marks.length) return;
    marks[now]?.classList.remove('here');
    now = (now + by + marks.length) % marks.length;
    marks[now].classList.add('here');
    marks[now].scrollIntoView({block: 'center'});
    say(count, __(marks.length, _('one place'), _('{at} of {n}', {at: now + 1, n: marks.length})));
  }

  field.addEventListener('input', search);
  field.addEventListener('keydown', e => {
    if (e.key === 'Enter') (e.preventDefault(), go(e.shiftKey ? -1 : 1));
    if (e.key === 'Escape') ((field.value = ''), search());
  });
  document.addEventListener('keydown', e => {
    if (e.key !== '/' || (e.target instanceof HTMLElement && e.target.matches('input, select, textarea'))) return;
    e.preventDefault();
    field.focus();
  });
  before.disabled = next.disabled = true;
  return h('div', {class: 'find', role: 'search'}, field, before, next, count);
}

/** @param {HTMLElement} root */
function unmark(root) {
  for (const m of root.querySelectorAll('mark')) {
    const parent = m.parentNode;
    m.replaceWith(...m.childNodes);
    parent?.normalize();
  }
}

/** @param {HTMLElement} root @param {string} wanted @returns {HTMLElement[]} */
function mark(root, wanted) {
  /** @type {Text[]} */
  const texts = [];
  const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, node =>
    node.parentElement?.closest('[inert]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (all.nextNode()) texts.push(/** @type {Text} */ (all.currentNode));
  /** @type {HTMLElement[]} */
  const marks = [];
  for (const text of texts) {
    if (marks.length >= MOST) break;
    marks.push(...markIn(text, placesOf(text.data, wanted)));
  }
  return marks;
}

/** @param {Text} text @param {[number, number][]} places @returns {HTMLElement[]} */
function markIn(text, places) {
  if (!places.length) return [];
  const {data} = text,
    marks = places.map(([from, to]) => h('mark', {}, data.slice(from, to)));
  let at = 0;
  const parts = places.flatMap(([from, to], i) => {
    const before = data.slice(at, from);
    at = to;
    return [before, marks[i]];
  });
  text.replaceWith(...parts, data.slice(at));
  return marks;
}

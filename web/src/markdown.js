// markdown.js: the little of Markdown that our rule texts use: headings, paragraphs, lists, tables, bold, code,
// links. Numbered rules ("- **FA-3.8** ...", "| FA-R12 | ...") get their number as an id, so that a refusal
// can lead to them. Text becomes text nodes: nothing in it is ever HTML.
import {h} from './dom.js';

const ID = /^\*{0,2}([A-Z]{2}-[A-Z]?\d+(?:\.\d+)?[a-z]?)\*{0,2}/;

/** The number a rule, a row or a heading begins with. @param {string} text */
export const ruleNumber = text => ID.exec(text)?.[1];

/** @param {string} text @param {string} [language] whose quotation marks are used @returns {HTMLElement[]} */
export function markdown(text, language = 'en') {
  const lines = curly(text, language).split('\n');
  /** @type {HTMLElement[]} */
  const out = [];
  for (let i = 0; i < lines.length; ) {
    const [element, next] = block(lines, i);
    if (element) out.push(element);
    i = next;
  }
  return out;
}

/** @param {string[]} lines @param {number} i @returns {[HTMLElement|null, number]} */
function block(lines, i) {
  const line = lines[i];
  if (!line.trim()) return [null, i + 1];
  if (line.startsWith('```')) return fence(lines, i);
  if (/^#{1,4} /.test(line)) return [heading(line), i + 1];
  if (/^\s*([-*]|\d+\.) /.test(line)) return list(lines, i);
  if (line.startsWith('|')) return table(lines, i);
  let end = i + 1;
  while (end < lines.length && lines[end].trim() && !/^(#|\||```|\s*[-*] )/.test(lines[end])) end++;
  return [h('p', {}, ...spans(lines.slice(i, end).join(' '))), end];
}

/** @param {string[]} lines @param {number} i @returns {[HTMLElement, number]} */
function fence(lines, i) {
  let end = i + 1;
  while (end < lines.length && !lines[end].startsWith('```')) end++;
  return [h('pre', {tabindex: 0}, lines.slice(i + 1, end).join('\n')), end + 1];
}

/** @param {string} line */
function heading(line) {
  const level = Math.min(4, line.indexOf(' '));
  const tag = /** @type {'h1'|'h2'|'h3'|'h4'} */ (`h${level}`);
  const text = line.slice(level + 1);
  return h(tag, {id: ruleNumber(text)}, ...spans(text));
}

/** @param {string[]} lines @param {number} i @returns {[HTMLElement, number]} */
function list(lines, i) {
  const items = h(/^\s*\d/.test(lines[i]) ? 'ol' : 'ul');
  for (; i < lines.length && /^\s*([-*]|\d+\.) /.test(lines[i]); ) {
    let text = lines[i++].replace(/^\s*([-*]|\d+\.) /, '');
    while (i < lines.length && /^\s{2,}\S/.test(lines[i]) && !/^\s*([-*]|\d+\.) /.test(lines[i]))
      text += ' ' + lines[i++].trim();
    items.append(h('li', {id: ruleNumber(text)}, ...spans(text)));
  }
  return [items, i];
}

/** @param {string[]} lines @param {number} i @returns {[HTMLElement, number]} */
function table(lines, i) {
  const rows = [];
  for (; i < lines.length && lines[i].startsWith('|'); i++)
    rows.push(
      lines[i]
        .replace(/^\||\|\s*$/g, '')
        .split('|')
        .map(c => c.trim()),
    );
  const [first, , ...rest] = rows;
  const body = rest.map(cells => h('tr', {id: ruleNumber(cells[0])}, ...cells.map(c => h('td', {}, ...spans(c)))));
  return [
    h(
      'div',
      {class: 'wide', tabindex: 0},
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...first.map(c => h('th', {scope: 'col'}, ...spans(c))))),
        h('tbody', {}, ...body),
      ),
    ),
    i,
  ];
}

/** @param {string} text @returns {(Node|string)[]} */
function spans(text) {
  /** @type {(Node|string)[]} */
  const out = [];
  let at = 0;
  for (const m of text.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g)) {
    out.push(text.slice(at, m.index));
    if (m[1]) out.push(h('code', {}, m[1]));
    else if (m[2]) out.push(h('strong', {}, ...spans(m[2])));
    else if (m[3]) out.push(h('em', {}, m[3]));
    else out.push(h('a', {href: m[5], rel: 'noopener'}, m[4]));
    at = m.index + m[0].length;
  }
  return [...out, text.slice(at)];
}

/** Straight quotation marks and apostrophes as they are printed; code stays. @param {string} text @param {string} language */
export function curly(text, language) {
  const [open, close] = language === 'de' ? '\u201E\u201C' : '\u201C\u201D';
  return text.replace(/^```[^]*?^```$|`[^`\n]*`|["']/gm, (found, at) => {
    if (found.length > 1) return found;
    const before = text[at - 1] ?? ' ',
      after = text[at + 1] ?? ' ',
      opens = /[\s([|/\u2013\u2014]/.test(before) || (/[*"']/.test(before) && /[\p{L}\p{N}]/u.test(after));
    if (found === '"') return opens ? open : close;
    return opens && !/^[stn]\b/.test(text.slice(at + 1)) && /^[^'\n]*[^\s']'/.test(text.slice(at + 1))
      ? '\u2018'
      : '\u2019';
  });
}

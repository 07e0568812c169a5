// rulebook.js: the English rules of a game are its ledger: beside the rules they hold what the terminal, programmers and tests
// need, and the source of every clause. This makes of them what a player reads. Every number that a refusal can name stays. In every
// language the options of a table, which the texts call by the engine's names, are called as where a table is set up.
import {_, fromEngine} from './words.js';
import {valueName} from './options.js';

const MANY = 8; // values: more than that are not all listed

/** As the engine lists it. @typedef {{name: string, help: string, values?: string[], default: any}} Option */

/** Sections that are not for players; of some a part is, under another name. @type {Record<string, {part: RegExp, title: string}>} */
const NOT_FOR_PLAYERS = Object.fromEntries([
  ...['How to say it', 'The files of this folder', 'Glossary', 'Invariants', 'Bad input'].map(name => [name, {part: /^$/, title: ''}]),
  ['Worked examples', {part: /^$/, title: 'An example'}], ['Data the rulebook does not print', {part: /^7\.[3-5] /, title: 'The cards'}],
  ['Decision points', {part: /^8\.[689] /, title: 'At this table'}],
]);

/** Said above the rulings, in place of how they were found. */
const RULINGS = 'Where the printed rules are silent, or can be read in several ways, we play it like this.';

/** What is left of the terminal and the workshop: how to type a move, the files, where a text comes from, programs. */
const PARAGRAPHS = /`speakeasy |`editions\/|^(?:\*\*Sources\.|(?:The files of|In) this folder|Chance says|Cards are a letter and a value: `|Algorithm|Bots may use|Fact used below|Three persons and three kinds|Order of authority|"Option" names|Table options named here|```)|^\| you type/i;

/** Of a section that is left out: the rows a refusal names, and the points of Famiglia's cards. */
const ROWS = /^\| CG-V45 /, TABLES = /^\| t \| Card \|/;

/** What players do without: columns of the rulings and of other tables, rows about files. */
const OF_RULINGS = /^(?:Options|Why|(?:Table )?option\??)$/i, COLUMNS = /^(?:t|Identifier|Reason|Arithmetic \/ clause)$/, FILES = /^\| `?(?:edition|players)`? /;

/** @param {string} ledger @returns {string} */
export function forPlayers(ledger) {
  /** @type {string[]} */
  const out = [];
  let left = /** @type {{part: RegExp, title: string}|undefined} */ (undefined), part = true, heading = '';
  for (const block of blocks(ledger)) {
    const [, level, title] = /^(##+) (.*)/.exec(block) ?? [];
    if (level === '##') [left, part, heading] = [NOT_FOR_PLAYERS[title], !NOT_FOR_PLAYERS[title], `## ${NOT_FOR_PLAYERS[title]?.title}`];
    else if (level && left) part = left.part.test(title);
    const kept = part || TABLES.test(block) ? block : namedRows(block);
    if (!kept || PARAGRAPHS.test(block)) continue;
    if (left && heading) out.push(heading);
    heading = '';
    out.push(plain(block.startsWith('|') ? narrow(kept) : kept));
    if (block === '## Rulings') out.push(RULINGS);
  }
  return out.join('\n\n');
}

/** Headings, paragraphs, lists and tables; programs stay in one piece. @param {string} text */
const blocks = text => text.match(/^```[^]*?^```$|(?:^(?!```).+\n?)+/gm)?.map(b => b.trimEnd()) ?? [];

/** The head and the rows that have to stay, if there are any. @param {string} block */
function namedRows(block) {
  const [head, line, ...rows] = block.split('\n'), named = rows.filter(r => ROWS.test(r));
  return named.length ? [head, line, ...named].join('\n') : '';
}

/** A table without what players do not need. @param {string} block */
function narrow(block) {
  const rows = block.split('\n').filter(r => !FILES.test(r)).map(r => r.replace(/^\||\|\s*$/g, '').split('|'));
  const drop = rows[0].some(c => c.trim() === 'Question') ? OF_RULINGS : COLUMNS;
  const kept = rows[0].map((c, i) => (drop.test(c.trim()) ? -1 : i)).filter(i => i >= 0);
  return rows.map(r => `|${kept.map(i => r[i] ?? '').join('|')}|`).join('\n');
}

/** Without sources and spelt moves; the engine's words as words. @param {string} block */
function plain(block) {
  return block.split('\n').map(line => (/^- \*{0,2}[A-Z]{2}-/.test(line) ? line.replace(/ \(([^()]*(?:\([^()]*\)[^()]*)*)\)$/, reference) : line)).join('\n')
    .replace(/ \(`[a-z_]+(?: [^`]*)?`\)|: `[a-z_]+ [A-Z]\d[^`]*`(?=\.)/g, '').replaceAll('`', '')
    .replace(/(?<![/\w.])[a-z]+(?:_[a-z0-9]+)+(?![/\w])/g, word => word.replaceAll('_', ' '));
}

/** Of the brackets at the end of a clause: what leads to another rule. @param {string} _all @param {string} inside */
function reference(_all, inside) {
  const kept = inside.split(';').map(p => p.trim()).filter(p => /\b[A-Z]{2}-[A-Z]?\d/.test(p));
  return kept.length ? ` (${kept.join('; ')})` : '';
}

/** The options in words. @param {string} text @param {Option[]} options @returns {string} */
export function worded(text, options) {
  const by = new Map(options.map(o => [o.name, o]));
  const lines = text.split('\n').filter(line => !FILES.test(line));
  return lines.map(line => wordLine(optionRow(line, by), line, by)).join('\n')
    .replace(/Een naam als "[^"]*" is een optie die je bij/g, 'Tafelopties zijn regels die je bij');
}

/** A row that explains an option: "| `tie_break` | `draw`, `descending` | FA-R50 |". @param {string} line @param {Map<string, Option>} by */
function optionRow(line, by) {
  const [, name, words, values, rest] = /^\| `(\w+)`(: [^|]*?)? \| ([^|]*) (\|.*)$/.exec(line) ?? [], option = by.get(name);
  if (!option) return line;
  const all = [...new Set([option.default, ...(option.values ?? [])])], listed = (all.length > MANY ? [...all.slice(0, 3), '\u2026'] : all).map(v => valueName(option, v)).join('; ');
  return words ? `| ${words.charAt(2).toUpperCase()}${words.slice(3)} | ${values} ${rest}` : `| ${fromEngine(option.help)} | ${option.values ? listed : values} ${rest}`;
}

/** Names and values in a sentence. @param {string} line @param {string} was the line before anything was changed @param {Map<string, Option>} by */
function wordLine(line, was, by) {
  const here = [...by.values()].filter(o => was.includes(`\`${o.name}\``)), all = [...here, ...by.values()];
  return line.replace(/`(\w+)` = `(\w+)`/g, (code, name, value) => (by.get(name) ? `"${valueName(/** @type {Option} */ (by.get(name)), value)}"` : code))
    .replace(/(tischoption|tafeloptie|option) `(\w+)`/gi, (code, word, name) => (by.has(name) ? word : code))
    .replace(/`(\w+)`/g, (code, word) => {
      const named = by.get(word), of = (word.includes('_') ? all : here).find(o => o.values?.includes(word));
      if (named) return named.values ? `"${fromEngine(named.help)}"` : _('the set number of');
      return of ? `"${valueName(of, word)}"` : code;
    });
}

/** Headings of players have no numbers of the workshop: "8.6 At the table", "At the table (8.6)"; what is said to stand there is said by name. @param {string} text */
export function unnumbered(text) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const out = text.replace(/^(#+) (?:(\d+\.\d+) (.*)|(.*) \((\d+\.\d+)\))$/gm, (_all, level, n, name, other, m) => {
    names.set(n ?? m, name ?? other);
    return `${level} ${name ?? other}`;
  });
  return out.replace(/(?<![\w.,-])\d\.\d(?![\w.%])/g, n => (names.has(n) ? `"${names.get(n)}"` : n));
}

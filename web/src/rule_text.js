// rule_text.js: a game's rules.md as the page shows it: as it is, but table options, which the text calls by the engine's names, are called
// as in the dialog that sets up a table.
import {_} from './words.js';
import {valueName} from './options.js';

const MANY = 8; // values: more than that are not all listed

/** Chosen by other means than the list of options. */
const ELSEWHERE = /^\| `?(?:edition|players)`? /;

/** As the engine lists it. @typedef {{name: string, help: string, values?: string[], default: any}} Option */

/** The options in words. @param {string} text @param {Option[]} options @returns {string} */
export function worded(text, options) {
  const by = new Map(options.map(o => [o.name, o]));
  const lines = text.split('\n').filter(line => !ELSEWHERE.test(line));
  return lines.map(line => wordLine(optionRow(line, by), line, by)).join('\n');
}

/** A row that explains an option: "| `tie_break` | `draw`, `descending` | FA-R50 |". @param {string} line @param {Map<string, Option>} by */
function optionRow(line, by) {
  const [, name, words, values, rest] = /^\| `(\w+)`(: [^|]*?)? \| ([^|]*) (\|.*)$/.exec(line) ?? [],
    option = by.get(name);
  if (!option) return line;
  const all = [...new Set([option.default, ...(option.values ?? [])])],
    listed = (all.length > MANY ? [...all.slice(0, 3), '\u2026'] : all).map(v => valueName(option, v)).join('; ');
  return words
    ? `| ${words.charAt(2).toUpperCase()}${words.slice(3)} | ${values} ${rest}`
    : `| ${_(option.help)} | ${option.values ? listed : values} ${rest}`;
}

/** Names and values in a sentence. @param {string} line @param {string} was the line before anything was changed @param {Map<string, Option>} by */
function wordLine(line, was, by) {
  const here = [...by.values()].filter(o => was.includes(`\`${o.name}\``)),
    all = [...here, ...by.values()];
  return line
    .replace(/`(\w+)` = `(\w+)`/g, (code, name, value) =>
      by.get(name) ? `"${valueName(/** @type {Option} */ (by.get(name)), value)}"` : code,
    )
    .replace(/(tischoption|tafeloptie|option) `(\w+)`/gi, (code, word, name) => (by.has(name) ? word : code))
    .replace(/`(\w+)`/g, (code, word) => {
      const named = by.get(word),
        of = (word.includes('_') ? all : here).find(o => o.values?.includes(word));
      if (named) return named.values ? `"${_(named.help)}"` : _('the set number of');
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
  return out.replace(/(?<![\w.,-])\d\.\d(?!\.?\w|%)/g, n => (names.has(n) ? `"${names.get(n)}"` : n));
}

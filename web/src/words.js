// words.js: every text a person reads goes through here. A text is its own key: the English sentence. The
// catalogues of other languages are JSON made from po/*.po (tools/words), one object {english: translated}.
//
//     _("Your turn")
//     _("{name} draws {n} cards", {name, n})
//     __(n, _("one card"), _("{n} cards"))

/** @type {Record<string, string>} */
let catalogue = {};

/** The engine's sentences with gaps ("No %s card %s lies in the street."), as patterns.
 * @type {{pattern: RegExp, text: string}[] | null} */
let patterns = null;

/** A gap of the engine's sentences: "%s", "%d", "%.40s". */
const GAP = /%(?:\.\d+)?[sd]/;

export const languages = {en: 'English', de: 'Deutsch', nl: 'Nederlands'};

/** @typedef {keyof typeof languages} Language */

/** @type {Language} */
export let language = 'en';

/** The language asked for, or the first of the browser's that we speak.
 * @param {string|null} wanted @returns {Language} */
export function chooseLanguage(wanted) {
  for (const tag of [wanted ?? '', ...navigator.languages]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in languages) return /** @type {Language} */ (short);
  }
  return 'en';
}

/** Fetch a language's catalogue. English needs none.
 * @param {Language} wanted */
export async function loadWords(wanted) {
  catalogue = {};
  if (wanted !== 'en') {
    const answer = await fetch(new URL(`../words/${wanted}.json`, import.meta.url));
    if (answer.ok) catalogue = await answer.json();
    else wanted = 'en';
  }
  language = wanted;
  patterns = null;
  document.documentElement.lang = wanted;
}

/** For tests and other hosts. @param {Language} name @param {Record<string, string>} words */
export function setWords(name, words) {
  language = name;
  catalogue = words;
  patterns = null;
}

/** @param {string} text @param {Record<string, string|number>} [values] */
export function _(text, values) {
  const found = catalogue[text] || text;
  return values ? gaps(found, values) : found;
}

/** The singular or the plural of two texts in the reader's language; the gap {n} is filled.
 * @param {number} n @param {string} one @param {string} many @param {Record<string, string|number>} [values] */
export function __(n, one, many, values) {
  return gaps(n === 1 ? one : many, {n, ...values});
}

/** @param {string} text @param {Record<string, string|number>} values */
const gaps = (text, values) => text.replace(/\{(\w+)\}/g, (gap, key) => String(values[key] ?? gap));

/** A sentence of the engine, which speaks English, in the reader's language. Its gaps are filled with
 * words of the game, which have a translation of their own or none.
 * @param {string} text */
export function fromEngine(text) {
  if (language === 'en') return text;
  if (catalogue[text]) return catalogue[text];
  patterns ??= Object.entries(catalogue).filter(([key]) => GAP.test(key)).map(patternOf);
  for (const {pattern, text: found} of patterns) {
    const match = pattern.exec(text);
    if (match) return fill(found, match.slice(1));
  }
  return text;
}

/** @param {[string, string]} entry */
function patternOf([key, text]) {
  const plain = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%(?:\\\.\d+)?[sd]/g, '(.+?)');
  return {pattern: new RegExp(`^${plain}$`), text};
}

/** Gaps in order, or by number where the other language turns them round: %2$s.
 * @param {string} text @param {string[]} parts */
function fill(text, parts) {
  let next = 0;
  return text.replace(/%(?:(\d)\$)?(?:\.\d+)?[sd]/g, (_gap, at) => {
    const part = parts[at ? Number(at) - 1 : next++] ?? '';
    return catalogue[part] || part;
  });
}

/** @type {Map<string, Intl.NumberFormat>} making one takes long */
const formats = new Map();

/** @param {number} n */
export function number(n) {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(n);
}

/** "lay, draw or move". @param {string[]} words */
export const oneOf = words => new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {type: 'disjunction'}).format(words);

/** "1 h 5 min", "0:42": how long is left. @param {number} ms */
export function duration(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86400) return _('{d} d {h} h', {d: Math.floor(s / 86400), h: Math.floor((s % 86400) / 3600)});
  const mm = Math.floor((s % 3600) / 60), ss = String(s % 60).padStart(2, '0');
  return s >= 3600 ? `${Math.floor(s / 3600)}:${String(mm).padStart(2, '0')}:${ss}` : `${mm}:${ss}`;
}

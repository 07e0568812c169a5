// words.js: every text a person reads goes through here. A text is its own key: the English sentence. The
// catalogues of other languages are JSON made from po/*.po (tools/words), one object {english: translated}.
//
//     _("Your turn")
//     _("{name} draws {n} cards", {name, n})
//     __(n, _("one card"), _("{n} cards"))

/** @type {Record<string, string>} */
let catalogue = {};

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
  document.documentElement.lang = wanted;
}

/** For tests and other hosts. @param {Language} name @param {Record<string, string>} words */
export function setWords(name, words) {
  language = name;
  catalogue = words;
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

/** @type {Map<string, Intl.NumberFormat>} making one takes long */
const formats = new Map();

/** @param {number} n */
export function number(n) {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(n);
}

/** "lay, draw or move". @param {string[]} words */
export const oneOf = words =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {type: 'disjunction'}).format(words);

/** A duration as tables spell it, "10m" or "3d", in words. @param {string} text */
export function timeSpan(text) {
  const n = parseInt(text);
  /** @type {Record<string, string[]>} */
  const units = {
    s: [_('one second'), _('{n} seconds')],
    m: [_('one minute'), _('{n} minutes')],
    h: [_('one hour'), _('{n} hours')],
    d: [_('one day'), _('{n} days')],
  };
  const [one, many] = units[text.slice(-1)] ?? [text, text];
  return __(n, one, many);
}

/** "1 h 5 min", "0:42": how long is left. @param {number} ms */
export function duration(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86400) return _('{d} d {h} h', {d: Math.floor(s / 86400), h: Math.floor((s % 86400) / 3600)});
  const mm = Math.floor((s % 3600) / 60),
    ss = String(s % 60).padStart(2, '0');
  return s >= 3600 ? `${Math.floor(s / 3600)}:${String(mm).padStart(2, '0')}:${ss}` : `${mm}:${ss}`;
}

// phrase.js: sentences of the engine in the reader's language. A phrase is a format with named gaps and what fills them
// (docs/protocol.md): the format is translated first and filled in then, with names of people and things.
import {_} from './words.js';

/** @typedef {number|{seat: number}|{word: string}|{text: string}|{thing: string}|{list: Item[]}} Arg */
/** @typedef {{format: string, args: Record<string, Arg>}} Phrase */
/** @typedef {Phrase|{thing: string}} Item */
/** Who sits there, and what a thing is called. @typedef {{seat(seat: number): string, thing(code: string): string}} Names */

/** Sentences, one after the other. @param {Phrase[]} phrases @param {Names} names */
export const tell = (phrases, names) => phrases.map(p => sentence(p, names)).join(' ');

/** Why something was refused or failed: the phrase, if there is one, else the text as it is or its translation.
 * @param {unknown} error @param {Names} [names] */
export function reason(error, names = nobody) {
  const {phrase, message, text = message} = /** @type {{phrase?: Phrase[], message?: string, text?: string}} */ (error);
  return phrase?.length ? tell(phrase, names) : _(String(text ?? error));
}

/** Where there is no table. @type {Names} */
const nobody = {seat: seat => _('Player {n}', {n: seat + 1}), thing: code => code};

/** What stands within a sentence: without a capital. @param {Phrase[]} phrases @param {Names} names */
export const inWords = (phrases, names) => phrases.map(p => filled(p, names)).join(' ');

/** @param {Phrase} phrase @param {Names} names */
function sentence(phrase, names) {
  const words = filled(phrase, names);
  return /^\p{Ll}{2}/u.test(words) ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : words; // "Red 3", but "c4"
}

/** @param {Phrase} phrase @param {Names} names */
function filled({format, args}, names) {
  return _(format).replace(/\{(\w+)\}/g, (gap, name) => (name in args ? argument(args[name], names) : gap));
}

/** @param {Arg} arg @param {Names} names @returns {string} */
function argument(arg, names) {
  if (typeof arg === 'number') return String(arg);
  if ('seat' in arg) return names.seat(arg.seat);
  if ('word' in arg) return _(arg.word);
  if ('text' in arg) return arg.text;
  if ('thing' in arg) return names.thing(arg.thing);
  return list(arg.list, names);
}

/** With commas; equal ones are counted. @param {Item[]} items @param {Names} names */
function list(items, names) {
  /** @type {{words: string, n: number}[]} */
  const counted = [];
  for (const item of items) {
    const words = 'thing' in item ? names.thing(item.thing) : filled(item, names),
      last = counted.at(-1);
    if (last?.words === words) last.n++;
    else counted.push({words, n: 1});
  }
  return counted.map(({words, n}) => (n > 1 ? `${n} \u00D7 ${words}` : words)).join(', ');
}

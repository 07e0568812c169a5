// chicago_gangsters_talk.js: table talk (8.6 of the rules): what a person may say now, and what was said as sentences.
// Messages are numbered in their window, so whoever answers "accept 2" means the second; which windows there are
// follows from what lies between two moves (src/games/chicago_gangsters/talk.c).
import {_, __} from '../src/words.js';
import {KINDS, SIDES, viewOf} from './chicago_gangsters_facts.js';
import {kindName} from './chicago_gangsters_words.js';

/** @import {GameEvent, TableState} from '../src/types.js' */
/** @import {Means} from './chicago_gangsters_facts.js' */

/** @typedef {(seat: number) => string} Names */

const GRID = [0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40];
const MOST = 40;

/** @param {GameEvent} e */
const isTalk = e => e.kind === 'talk';
/** Steps of one's own lay are nobody else's business and end no window; Mr. X's lay is everybody's. @param {GameEvent} e */
const isPrivate = e => !isTalk(e) && /^(lay|show|claim|pass|duel)\b/.test(e.text) && !/;|challenger$|defender$/.test(e.text);

/** The messages of the window in which the talk at 'end' is, up to there, without passes; and whether it is the first
 * window of the round. @param {TableState} state @param {number} end index of an event, or how many there are
 * @returns {{first: boolean, said: GameEvent[]}} */
export function windowAt(state, end) {
  let from = end;
  while (from > 0 && (isTalk(state.events[from - 1]) || isPrivate(state.events[from - 1]))) from--;
  const block = state.events.slice(from, end).filter(isTalk);
  const opens = from > 0 && state.events[from - 1].seat === 'chance' && state.events[from - 1].text.startsWith('person ');
  const rest = opens ? afterFirst(state, block) : null;
  return {first: opens && !rest, said: (rest ?? block).filter(e => e.text !== 'pass')};
}

/** All speak in turn in the first window; it closes when all in a row have passed or have no message left. What comes
 * after it, or null if it is open. @param {TableState} state @param {GameEvent[]} block */
function afterFirst(state, block) {
  const n = viewOf(state)?.players.length ?? 0, limit = Number(state.facts?.options.talk_limit ?? 3);
  /** @type {Map<number, number>} */
  const sent = new Map();
  let passes = 0, at = Number(block[0]?.seat ?? 0);
  const settle = () => {
    while (passes < n && (sent.get(at) ?? 0) >= limit) [passes, at] = [passes + 1, (at + 1) % n];
    return passes >= n;
  };
  for (const [i, e] of block.entries()) {
    if (settle()) return block.slice(i);
    if (e.text === 'pass') passes++;
    else {
      passes = 0;
      sent.set(at, (sent.get(at) ?? 0) + 1);
    }
    at = (at + 1) % n;
  }
  return block.length && settle() ? [] : null;
}

/** The last thing somebody said in this round, pass aside. @param {TableState} state @param {number} seat @param {Names} name */
export function lastWord(state, seat, name) {
  for (let i = state.events.length - 1; i >= 0; i--) {
    const e = state.events[i];
    if (e.seat === 'chance' && e.text.startsWith('person ')) return '';
    if (isTalk(e) && e.seat === seat && e.text !== 'pass') return message(e.text, windowAt(state, i).said, name);
  }
  return '';
}

/** A talk event for the log; passes are not worth a line. @param {GameEvent} event @param {TableState} state @param {Names} name */
export function toldTalk(event, state, name) {
  const at = state.events.findIndex(e => e.n === event.n);
  const words = message(event.text, at >= 0 ? windowAt(state, at).said : [], name);
  return event.text === 'pass' || event.seat === 'chance' ? null : `${name(event.seat)}: ${quoted(words)}`;
}

/** @param {string} words */
export const quoted = words => _('\u201C{words}\u201D', {words});

/** A message as a sentence. @param {string} text @param {GameEvent[]} before of its window @param {Names} name @returns {string} */
export function message(text, before, name) {
  const [verb, a, b] = text.split(' '), yes = a === 'yes', n = Number(a);
  const means = kindName(/** @type {Means} */ (a)), e = before[n - 1];
  const meant = /^(accept|reject)$/.test(verb) && e ? {name: name(Number(e.seat)), words: message(e.text, before, name)} : null;
  switch (verb) {
    case 'pass': return _('Nothing to say.');
    case 'aim': return a === 'win' ? _('Let us win this.') : a === 'half' ? _('Half their strength is enough.') : _('Let us save our cards.');
    case 'my_points': return Number(b) === MOST ? _('I bring {a} points or more.', {a}) : a === b ? _('I bring {a} points.', {a}) : _('I bring {a} to {b} points.', {a, b});
    case 'my_cards': return __(n, _('I play one card that counts.'), _('I play {n} cards that count.'));
    case 'my_hand': return b === 'none' ? _('I hold no {kind}.', {kind: means}) : b === 'weak' ? _('My {kind} is weak.', {kind: means}) : _('My {kind} is strong.', {kind: means});
    case 'ask_points': return _('Please bring {n} points or more.', {n});
    case 'ask_cards': return __(n, _('Please play one card that counts.'), _('Please play {n} cards that count.'));
    case 'want_package': return a === 'winner' ? _('If we win, package {n} is mine, the other yours.', {n: b}) : _('If we lose, package {n} is mine, the other yours.', {n: b});
    case 'stay_below': return yes ? _('I leave you the first choice.') : _('The first choice will be mine.');
    case 'thug_intent': return yes ? _('I will use the thug.') : _('I will not use the thug.');
    case 'hidden_claim': return a === 'bluff' ? _('My hidden card is a bluff.') : _('My hidden card is {kind} {n}.', {kind: means, n: b});
    case 'godfather_intent': return yes ? _('I will be the Godfather.') : _('I will not claim the Godfather.');
    case 'join_us': return a === 'challenger' ? _('Mr. X, join the challengers!') : _('Mr. X, join the defenders!');
    case 'accept': return meant ? _('Agreed, {name}: \u2018{words}\u2019', meant) : _('Agreed.');
    case 'reject': return meant ? _('No, {name}: \u2018{words}\u2019', meant) : _('No.');
    default: return text;
  }
}

/** What can be said now, by what it is about. Answers and "nothing" are buttons of their own.
 * @param {TableState} state @param {Names} name @returns {{label: string, text: string, about?: string}[]} */
export function forms(state, name) {
  const v = viewOf(state), you = state.you;
  if (!v || you === null) return [];
  const {first, said} = windowAt(state, state.events.length);
  const isX = v.players[you].role === 'mr_x', hasX = v.players.some(p => p.role === 'mr_x');
  const say = (/** @type {string} */ text, /** @type {string} */ about) => ({text, about, label: message(text, said, name)});
  return [
    ...answers(state, said, isX, name), {text: 'pass', label: _('Nothing to say.')},
    ...['win', 'half', 'save'].map(x => say(`aim ${x}`, _('What we go for'))),
    ...(isX ? [] : promises(v.players[you].persons.includes('thug')).map(text => say(text, _('What I bring')))),
    ...GRID.slice(1).map(n => say(`ask_points ${n}`, _('What you should bring'))),
    ...[0, 1, 2, 3, 4, 5].map(n => say(`ask_cards ${n}`, _('What you should bring'))),
    ...['winner 1', 'winner 2', 'loser 1', 'loser 2'].map(x => say(`want_package ${x}`, _('The loot'))),
    ...(isX ? [] : ['yes', 'no'].map(x => say(`stay_below ${x}`, _('The loot')))),
    ...(isX ? [] : KINDS.flatMap(k => ['none', 'weak', 'strong'].map(x => say(`my_hand ${k} ${x}`, _('My hand'))))),
    ...(hasX && !isX && first ? SIDES.map(x => say(`join_us ${x}`, _('To Mr. X'))) : []),
    ...(state.facts?.options.godfather === 'on' ? ['yes', 'no'].map(x => say(`godfather_intent ${x}`, _('The Godfather'))) : []),
    ...(v.keeper === you && v.stage === 'defender_turn' ? hidden().map(text => say(text, _('My hidden card'))) : []),
  ];
}

/** Of what was said twice the last counts; who has answered may still change their mind. Mr. X answers to little (CG-R37).
 * @param {TableState} state @param {GameEvent[]} said @param {boolean} isX @param {Names} name */
function answers(state, said, isX, name) {
  const texts = said.map(e => e.text), mine = said.filter(e => e.seat === state.you).map(e => e.text);
  return said.flatMap((e, i) => {
    if (e.seat === state.you || texts.indexOf(e.text, i + 1) > 0 || /^(accept|reject) /.test(e.text) || (isX && !/^(aim|want_package|join_us) /.test(e.text))) return [];
    const given = mine.findLast(text => text === `accept ${i + 1}` || text === `reject ${i + 1}`);
    return ['accept', 'reject'].map(verb => `${verb} ${i + 1}`).filter(text => text !== given).map(text => ({text, label: message(text, said, name)}));
  });
}

/** @param {boolean} thug */
function promises(thug) {
  const ranges = GRID.slice(0, -1).flatMap((lo, i) => [`my_points ${lo} ${GRID[i + 1]}`, `my_points ${lo} ${MOST}`]);
  const cards = [0, 1, 2, 3, 4, 5, 6].map(n => `my_cards ${n}`);
  return [...new Set(ranges), ...cards, ...(thug ? ['thug_intent yes', 'thug_intent no'] : [])];
}

const hidden = () => [...[2, 4].map(n => `hidden_claim weapons ${n}`), ...[1, 2, 3, 4, 5].map(n => `hidden_claim bribe ${n}`), ...[1, 3, 5].map(n => `hidden_claim blackmail ${n}`), 'hidden_claim bluff'];

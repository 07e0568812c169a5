// chicago_gangsters_talk.js: table talk (8.6 of the rules) on the board: what somebody said last, and what messages are about. Their
// words, and what can be said now, are the engine's (src/look.js).
import {_, __} from '../src/words.js';
import {capital, kindName} from './chicago_gangsters_words.js';

/** @import {GameEvent, TableState} from '../src/types.js' */
/** @import {Means} from './chicago_gangsters_facts.js' */

/** What was said in this round, passes aside. @param {TableState} state @returns {GameEvent[]} */
export function saidInRound({events}) {
  const round = events.findLastIndex(e => e.seat === 'chance' && e.text.startsWith('person '));
  return events.slice(round + 1).filter(e => e.kind === 'talk' && e.text !== 'pass');
}

/** A message in few words, for a button or a bubble; '': it has none. @param {string} text @param {import('../src/phrase.js').Phrase[]} [phrase] */
export function brief(text, phrase = []) {
  const [word, a, b] = text.split(' '),
    yes = a === 'yes';
  /** @type {Record<string, () => string>} */
  const few = {
    aim: () => ({win: _('Let us win!'), half: _('Half is enough'), save: _('Save cards')})[a] ?? '',
    my_points: () =>
      phrase[0] && !('b' in phrase[0].args) ? _('I bring {n} or more', {n: a}) : _('I bring {a} to {b}', {a, b}),
    my_cards: () => __(Number(a), _('I play one card'), _('I play {n} cards')),
    my_hand: () => handWords(/** @type {Means} */ (a), b),
    ask_points: () => _('Bring {n} or more', {n: a}),
    ask_cards: () => __(Number(a), _('Play one card'), _('Play {n} cards')),
    want_package: () => packageWords(a === 'loser', Number(b)),
    stay_below: () => (yes ? _('You choose first') : _('I choose first')),
    thug_intent: () => (yes ? _('I use the thug') : _('I spare the thug')),
    godfather_intent: () => (yes ? _('I claim the Godfather') : _('I do not claim')),
    hidden_claim: () =>
      a === 'bluff' ? _('Hidden: a bluff') : _('Hidden: {kind} {n}', {kind: kindName(/** @type {Means} */ (a)), n: b}),
    join_us: () => (a === 'challenger' ? _('Mr. X, challenge!') : _('Mr. X, defend!')),
  };
  return few[word]?.() ?? '';
}

/** @param {Means} means @param {string} how */
function handWords(means, how) {
  const kind = capital(kindName(means));
  if (how === 'none') return _('{kind}: none', {kind});
  return how === 'weak' ? _('{kind}: weak', {kind}) : _('{kind}: strong', {kind});
}

/** @param {boolean} lost @param {number} n which is to be one's own */
function packageWords(lost, n) {
  const both = {n, m: 3 - n};
  return lost ? _('If we lose: {n} mine, {m} yours', both) : _('Package {n} mine, {m} yours', both);
}

/** What a message is about; answers and "nothing" are buttons of their own. @param {string} text @returns {string|undefined} */
export function about(text) {
  /** @type {Record<string, () => string>} */
  const topics = {
    aim: () => _('What we go for'),
    my_points: () => _('What I bring'),
    my_cards: () => _('What I bring'),
    thug_intent: () => _('What I bring'),
    ask_points: () => _('What you should bring'),
    ask_cards: () => _('What you should bring'),
    want_package: () => _('The loot'),
    stay_below: () => _('The loot'),
    my_hand: () => _('My hand'),
    join_us: () => _('To Mr. X'),
    godfather_intent: () => _('The Godfather'),
    hidden_claim: () => _('My hidden card'),
  };
  return topics[text.split(' ')[0]]?.();
}

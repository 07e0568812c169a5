// famiglia_show.js: what happens at the table of Famiglia is seen to happen: whoever joins is held up on the way and shows what he is worth, a
// Brute strikes, both families pull at one rope, and a bot has a word to say about it. The table is right without any of it (famiglia.js).
import {h, say, set} from '../src/dom.js';
import {flash, holdUp, stamp} from '../src/motion.js';
import {play} from '../src/sound.js';
import {wantsLessMotion} from '../src/prefs.js';
import {_} from '../src/words.js';
import {bang} from './kit.js';

/** @import {GameEvent, TableState} from '../src/types.js' */

const MANY = 12; // events at once: somebody comes back, and is not shown what they missed
const HIGH = 3; // a rank that is worth a word

// -- The rope ------------------------------------------------------------------------------------------------

/** Both scores, and a rope that the better family has more of. */
export function ropePart() {
  const ends = [h('b'), h('b')],
    knot = h('i');
  return {root: h('div', {class: 'rope', role: 'img'}, ends[0], h('span', {}, knot), ends[1]), ends, knot};
}

/** @param {ReturnType<typeof ropePart>} part @param {(number|undefined)[]} scores of the reader and of the other @param {string[]} names */
export function drawRope({root, ends, knot}, scores, names) {
  const [a = 0, b = 0] = scores;
  root.hidden = scores.includes(undefined); // a hand that nobody sees
  scores.forEach((n, i) => say(ends[i], i ? `${n}\u25B2` : `\u25BC${n}`)); // where the two sit
  root.classList.toggle('ahead', a > b);
  root.classList.toggle('behind', a < b);
  set(root, {'aria-label': `${names[0]}: ${a}, ${names[1]}: ${b}`});
  knot.style.transition = wantsLessMotion() ? 'none' : '';
  knot.style.translate = `${Math.max(-44, Math.min(44, 3 * (b - a)))}cqw`;
}

// -- What happens --------------------------------------------------------------------------------------------

/** @param {HTMLElement} root @param {(card: string) => number} points */
export function makeShow(root, points) {
  const remark = h('p', {class: 'remark', 'aria-hidden': 'true', hidden: true});
  let told = -1,
    spoken = '';
  root.append(remark);

  /** @param {GameEvent} e */
  function show({seat, text}) {
    const [verb, card, on] = text.split(/[ ;]/),
      all = (/** @type {string} */ s) => [...root.querySelectorAll(s)];
    if (verb === 'recruit') {
      const kind = card.slice(0, 2),
        there = all(`.hand [data-move^="${seat} ${kind}"]`).at(-1);
      if (!there) return;
      holdUp(there);
      if (points(kind)) (stamp(root, there, `+${points(kind)}`), play('score'));
    } else if (verb === 'play_brute') {
      const there = all(`.street [data-home="street ${on.slice(0, 2)}"]`).find(x => x.querySelector('.lowered')),
        burst = bang(50, 60, 1.5);
      if (!there) return;
      there.append(burst);
      flash(burst);
      play('shot');
    }
  }

  /** @param {TableState} state @param {number} own */
  return (state, own) => {
    const newest = state.events.at(-1)?.n ?? 0,
      fresh = state.events.filter(e => e.n > told && (e.kind === 'move' || e.kind === 'safe'));
    if (told >= 0 && newest > told && fresh.length <= MANY) for (const e of fresh) show(e);
    told = newest;
    const [words, key] = remarkOf(state, own);
    if (key === spoken) return;
    spoken = key;
    say(remark, words);
    remark.hidden = !words;
    root.append(remark); // it begins anew
  };
}

// -- What a bot says -----------------------------------------------------------------------------------------

/** What a bot says about the latest event, '' for most; and which that is. Always the same for the same event, so that a reload brings nothing new.
 * @param {TableState} state @param {number} own @returns {[string, string]} */
export function remarkOf(state, own) {
  const rival = 1 - own,
    e = state.events.findLast(x => x.kind === 'move' && x.seat !== 'chance' && !/^(end_|skip)/.test(x.text));
  if (!e || state.you === null || state.facts?.seats[rival]?.kind !== 'bot') return ['', ''];
  const words = state.result ? lastWords(state, rival) : e.seat === rival ? onOwn(e.text) : onYours(e.text);
  return [words.length ? _('\u201C{words}\u201D', {words: words[e.n % words.length]}) : '', `${e.n} ${!!state.result}`];
}

/** @param {TableState} state @param {number} rival */
function lastWords({result}, rival) {
  if (!result?.winners.includes(rival)) return [_('Well played. Drinks are on me.')];
  return [result.winners.length > 1 ? _('Half the city each? Deal.') : _('Nothing personal. Just family.')];
}

/** @param {string} text */
function onOwn(text) {
  const [verb, card] = text.split(/[ ;]/);
  if (verb === 'recruit' && Number(card[1]) >= HIGH)
    return [_('A fine addition to the family.'), _('He looked lonely out there.')];
  if (verb === 'play_brute') return [_('My man only wanted a word with him.'), _('When he knocks, prices fall.')];
  if (verb === 'play_accountant') return [_('The books are in order again.')];
  return verb === 'pass' ? [_('I can wait.'), _('Nobody worth a drink tonight.')] : [];
}

/** @param {string} text */
function onYours(text) {
  const [verb, card] = text.split(/[ ;]/);
  if (verb === 'recruit' && Number(card[1]) >= HIGH)
    return [_('I had my eye on that one.'), _('Enjoy it while it lasts.')];
  return verb === 'pass' ? [_('Saving your strength?')] : [];
}

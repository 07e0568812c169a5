// famiglia_show.js: what happens at the table of Famiglia is seen to happen: whoever joins is held up on the way and shows what he is worth, whoever
// vouched for him slumps, a Brute strikes, both families pull at one rope, an extra tells of what turns the game, and a bot has a word to say
// about it. The table is right without any of it (famiglia.js).
import {h, say, set} from '../src/dom.js';
import {flash, holdUp, pulse, slump, stamp} from '../src/motion.js';
import {play} from '../src/sound.js';
import {motionShare, wantsLessMotion} from '../src/prefs.js';
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

/** What a show asks of the board: what a card is worth, the highest rank of its family, its family's name and somebody's, a face.
 * @typedef {{points(card: string): number, top(card: string): number, family(card: string): string, who(seat: number): string,
 *   portrait(card: string): SVGSVGElement}} Cast */

/** @param {HTMLElement} root @param {Cast} cast */
export function makeShow(root, cast) {
  const remark = h('p', {class: 'remark', 'aria-hidden': 'true', hidden: true});
  let told = -1,
    spoken = '',
    leader = /** @type {number|null} */ (null);
  root.append(remark);

  /** @param {GameEvent} e */
  function show({seat, text}) {
    const [verb, card, on, tired] = text.split(/[ ;]/),
      all = (/** @type {string} */ s) => [...root.querySelectorAll(s)];
    if (verb === 'recruit') {
      const kind = card.slice(0, 2),
        there = all(`.hand [data-move^="${seat} ${kind}"]`).at(-1);
      if (!there) return;
      holdUp(there);
      const spent = on === 'exhaust' && all(`.display [data-move^="${seat} ${tired}"]`).at(-1);
      if (spent) slump(spent);
      if (cast.points(kind)) (stamp(root, there, `+${cast.points(kind)}`), play('score'));
    } else if (verb === 'draw' && Number(card[1]) >= HIGH) {
      const there = all(`.street [data-home="street ${card}"]`).at(-1); // somebody worth a fight is in town
      if (there) holdUp(there);
    } else if (verb === 'take') {
      const there = all(`.hand [data-move^="${seat} ${card}"]`).at(-1);
      if (there) pulse(there);
    } else if (verb === 'play_brute') {
      const there = all(`.street [data-home="street ${on.slice(0, 2)}"]`).find(x => x.querySelector('.lowered')),
        burst = bang(50, 60, 1.5);
      if (!there) return;
      there.append(burst);
      flash(burst);
      play('shot');
    }
  }

  /** An extra is put on the table for a moment. @param {Extra} extra */
  function announce({seat, card, words}) {
    const e = h(
      'div',
      {class: 'extra', 'aria-hidden': 'true'},
      cast.portrait(card),
      h('p', {}, h('small', {}, `${cast.who(seat)} \u00B7 ${cast.family(card)}`), h('strong', {}, words)),
    );
    root.querySelector('.extra')?.remove();
    root.append(e);
    e.animate(
      [
        {opacity: 0, transform: 'scale(1.6)'},
        {opacity: 1, transform: 'none', offset: 0.1},
        {opacity: 1, transform: 'none', offset: 0.85},
        {opacity: 0, transform: 'none'},
      ],
      {duration: 2300 * motionShare(), easing: 'ease-out', fill: 'forwards'},
    ).onfinish = () => e.remove();
    pulse(/** @type {Element} */ (root.querySelector('.rope i')));
  }

  /** @param {TableState} state @param {number} own */
  return (state, own) => {
    const newest = state.events.at(-1)?.n ?? 0,
      fresh = state.events.filter(e => e.n > told && (e.kind === 'move' || e.kind === 'safe'));
    if (told >= 0 && newest > told && fresh.length <= MANY) {
      for (const e of fresh) show(e);
      const extra = extraOf(fresh, state, leader, cast.top);
      if (extra && !wantsLessMotion()) announce(extra);
    }
    told = newest;
    leader = leaderOf(state) ?? leader;
    const [words, key] = remarkOf(state, own);
    if (key === spoken) return;
    spoken = key;
    say(remark, words);
    remark.hidden = !words;
    root.append(remark); // it begins anew
  };
}

// -- Extras --------------------------------------------------------------------------------------------------

/** @typedef {{seat: number, card: string, words: string}} Extra */

/** Who has more points, if both are known and one has. @param {TableState} state */
function leaderOf({view}) {
  const [a, b] = (view?.players ?? []).map((/** @type {any} */ p) => p.score);
  return a > b ? 0 : b > a ? 1 : null;
}

/** Of what just happened the one thing that turns the game, if any: a family that is whole, its boss, or another one in the lead. Whose hand nobody
 * sees has secrets: of that family nothing is told. @param {GameEvent[]} fresh @param {TableState} state @param {number|null} leader before it
 * @param {(card: string) => number} top rank of a card's family @returns {Extra|null} */
export function extraOf(fresh, state, leader, top) {
  const e = fresh.findLast(x => x.text.startsWith('recruit ') && x.seat !== 'chance');
  if (!e) return null;
  const seat = Number(e.seat),
    card = e.text.split(/[ ;]/)[1].slice(0, 2),
    player = state.view?.players[seat],
    own = player?.hand ? [...player.hand, ...player.display].filter((/** @type {string} */ c) => c[0] === card[0]) : [];
  const first = own.filter((/** @type {string} */ c) => c === card).length === 1,
    ranks = new Set(own.map((/** @type {string} */ c) => c[1]));
  if (first && ranks.size === top(card) + 1) return {seat, card, words: _('The family is complete')};
  if (Number(card[1]) === top(card)) return {seat, card, words: _('The boss in person')};
  return leader === 1 - seat && leaderOf(state) === seat ? {seat, card, words: _('Takes the lead')} : null;
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

// panels/say.js: what one may say now, within reach: a row in the dock. First the answers to a message that waits for one (or to
// the one that was tapped), then what fits the moment, as the engine has it, then the way to everything else. As many of
// them as there is room for: on a phone one row or two, beside the cards.
import {h, keep, onceDrawn, say, set} from '../dom.js';
import {whenLettersCome} from '../fit.js';
import {_} from '../words.js';
import {mayTalk, myTurn, talkLeft} from '../state.js';

/** @import {Speaker, TableState, TalkForm} from '../types.js' */

/** @typedef {{say(text: string): void, name(seat: number): string, more(): void}} Saying */

/** @param {HTMLElement} place @param {Speaker} board @param {Saying} saying */
export function sayStrip(place, board, saying) {
  const to = h('span', {class: 'to'}),
    chips = h('div', {class: 'chips'}),
    left = h('span', {class: 'left', 'aria-hidden': 'true'});
  const more = h(
      'button',
      {type: 'button', class: 'more-to-say', onclick: saying.more},
      h('span', {class: 'word'}, _('More')),
      ' \u2026',
    ),
    pass = h('button', {type: 'button', class: 'pass', onclick: () => saying.say('pass')}, _('Nothing to say'));
  const root = h('div', {class: 'say', role: 'group', 'aria-label': _('What you may say'), hidden: true});
  root.append(to, chips, left, more, pass);
  place.append(root);
  /** The message that was tapped, to be answered. @type {number|null} */
  let asked = null;
  /** @type {TableState|null} */
  let last = null;
  /** For what the chips were fitted last: what there is to say, and the room for it. */
  let fitted = '';
  new ResizeObserver(fit).observe(place);
  const refit = onceDrawn(fit);
  whenLettersCome(() => {
    fitted = '';
    refit();
  });

  /** Which message one would answer: the one that was tapped, else the newest without an answer. @param {TableState} state */
  function open(state) {
    const all = [...board.answers(state)];
    return all.find(([n]) => n === asked) ?? all.filter(([, a]) => a.yes && a.no).sort(([a], [b]) => b - a)[0] ?? null;
  }

  /** @param {TableState} state @param {TalkForm[]} forms @param {boolean} [lead] somebody tapped a message: the focus goes to the answers */
  function draw(state, forms, lead) {
    last = state;
    root.hidden = !mayTalk(state) || !!state.result;
    if (root.hidden) return void (asked = null);
    const found = open(state),
      event = found && state.events.find(e => e.n === found[0]);
    to.hidden = !event;
    say(
      to,
      event
        ? `${saying.name(Number(event.seat))}: ${_('\u201C{words}\u201D', {words: board.bubble(event, state).words})}`
        : '',
    );
    const answers = found
      ? [found[1].yes && {form: found[1].yes, words: _('Agreed')}, found[1].no && {form: found[1].no, words: _('No')}]
      : [];
    const held = forms.find(f => board.prefers?.(f)),
      apt = [...(held ? [held] : []), ...forms.filter(f => f.apt > 0 && f !== held).sort((a, b) => a.apt - b.apt)];
    drawChips(
      [
        ...answers.filter(a => !!a),
        ...apt.map(form => ({form, words: board.brief?.(form.text, form.phrase) || form.label})),
      ],
      state.hint?.[0]?.text.replace(/^say /, '') ?? '',
    );
    pass.hidden = myTurn(state); // then nobody waits
    tick(state);
    refit();
    if (lead) /** @type {HTMLElement|null} */ (chips.querySelector('.answer'))?.focus({preventScroll: true});
  }

  /** @param {{form: TalkForm, words: string}[]} all @param {string} hinted what a lesson shows */
  function drawChips(all, hinted) {
    keep(
      chips,
      all,
      c => c.form.text,
      ({form}) => h('button', {type: 'button', 'data-say': form.text, onclick: () => saying.say(form.text)}),
      (e, {form, words}) => {
        say(e, words);
        set(e, {
          title: form.label,
          class:
            [
              /^(accept|reject)/.test(form.text) ? `answer ${form.text.split(' ')[0]}` : '',
              form.text === hinted ? 'hinted' : '',
            ]
              .join(' ')
              .trim() || null,
        });
      },
    );
  }

  /** @param {TableState} state */
  function tick(state) {
    const ms = talkLeft(state, performance.now());
    say(left, ms === null ? '' : _('{n} s', {n: Math.ceil(ms / 1000)}));
  }

  /** As many as fit the rows that the style allows (--rows), the best first. To ask for that makes the browser lay out the page. */
  function fit() {
    const all = /** @type {HTMLElement[]} */ ([...chips.children]),
      now = [innerHeight, place.clientWidth, pass.hidden, to.textContent, ...all.map(e => e.textContent)].join('|');
    if (root.hidden || now === fitted || !root.getClientRects().length) return;
    fitted = now;
    for (const e of all) e.hidden = false;
    const rows = Number(getComputedStyle(root).getPropertyValue('--rows')) || 1,
      tall = (pass.hidden ? more : pass).offsetHeight,
      most = rows * (tall + 4) + (to.hidden ? 0 : to.offsetHeight) + 2;
    if (root.offsetHeight <= most) return;
    const show = (/** @type {number} */ n) => all.forEach((e, i) => (e.hidden = i >= n));
    let low = 0,
      high = all.length; // low: so few fit, or there is no room at all; high: too many
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      show(middle);
      if (root.offsetHeight <= most) low = middle;
      else high = middle;
    }
    show(low);
  }

  return {
    draw,
    /** @param {number} n */
    answer(n) {
      asked = n;
    },
    tick: () => last && tick(last),
  };
}

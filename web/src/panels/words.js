// panels/words.js: talking: the game's own structured talk as a conversation, what came of promises, and free chat. What fits the
// moment stands in the dock, beside the cards (say.js); here is all that was said, all that can be said and what was promised.
// It knows which lines of the chat have not been seen yet.
import {h, keep, say, set} from '../dom.js';
import {play} from '../sound.js';
import {_} from '../words.js';
import {mayTalk} from '../state.js';
import {ledgerPanel, signOf} from './ledger.js';
import {sayStrip} from './say.js';

/** @import {ChatLine, GameEvent, Speaker, TableState, TalkForm} from '../types.js' */

/** Of one message: ROOM_CHAT_CHARACTERS of src/hosts/room/room.h. */
const CHAT_CHARACTERS = 200;

/** seen: somebody has read what was new; open: this panel is wanted; strip: where in the dock it stands what fits the moment.
 * @typedef {{say(text: string): void, chat(text: string): void, name(seat: number): string, seen(): void, open(): void,
 *   strip: HTMLElement|null, about?: (seat: number, n: number) => void}} Speaking */

/** @param {HTMLElement} root @param {Speaker} board @param {Speaking} speaking */
export function wordsPanel(root, board, speaking) {
  const told = h('p', {class: 'small told'}),
    spoken = h('ol', {class: 'spoken', 'aria-label': _('What was said in this round')});
  const quick = h('div', {class: 'buttons quick'});
  const topic = h('select', {'aria-label': _('What it is about')}),
    pick = h('select', {'aria-label': _('What to say')});
  const talk = h('form', {class: 'talk'}, topic, pick, h('button', {}, _('Say')));
  const lines = h('ul', {class: 'lines', tabindex: 0, 'aria-label': _('Chat')});
  const input = h('input', {
    maxlength: CHAT_CHARACTERS,
    'aria-label': _('Your message'),
    placeholder: _('Your message'),
  });
  const chat = h('form', {class: 'chat'}, input, h('button', {}, _('Send')));
  const ledger = ledgerPanel(board, speaking.name);
  const title = speaking.strip ? _('Talk') : _('Chat'); // most games have no talk of their own
  set(root, {'aria-label': title});
  root.replaceChildren(h('h2', {}, title), told, spoken, quick, talk, ledger.root, lines, chat);
  const strip = speaking.strip && sayStrip(speaking.strip, board, {...speaking, more: () => lead('talk')});
  /** @type {TalkForm[]} */
  let forms = [];
  /** @type {TableState|null} */
  let last = null;
  let heard = -1; // the newest words of others
  /** @type {TableState['chat']|null} */
  let drawn = null;
  /** @type {ChatLine[]} */
  let unread = [];
  let read = 0,
    inSight = false;
  /** Where the focus waits for what can be said: the engine may be on its way. @type {Element|null} */
  let waiting = null;
  const opened = Date.now(); // older lines were there before the reader came
  new IntersectionObserver(
    ([e]) => {
      inSight = e.isIntersecting;
      if (inSight && unread.length) speaking.seen();
    },
    {threshold: 0.5},
  ).observe(lines);
  topic.addEventListener('change', drawPick);
  talk.addEventListener('submit', e => {
    e.preventDefault();
    if (pick.value) speaking.say(pick.value);
  });
  chat.addEventListener('submit', e => {
    e.preventDefault();
    if (input.value.trim()) speaking.chat(input.value.trim());
    input.value = '';
  });

  /** What can be said about the topic that is chosen. */
  function drawPick() {
    const there = forms.filter(f => f.about !== undefined && f.about === topic.value);
    keep(
      pick,
      there,
      f => f.text,
      f => h('option', {value: f.text}),
      (e, f) => say(e, f.label),
    );
  }

  function drawForms() {
    const topics = [...new Set(forms.map(f => f.about).filter(about => about !== undefined))];
    keep(
      topic,
      topics,
      about => about,
      about => h('option', {value: about}, about),
    );
    drawPick();
    keep(
      quick,
      strip ? [] : forms.filter(f => f.about === undefined),
      f => `${f.text} ${f.label}`,
      f =>
        h(
          'button',
          {type: 'button', class: f.text === 'pass' ? 'pass' : null, onclick: () => speaking.say(f.text)},
          f.label,
        ),
    );
  }

  /** The conversation of this round: an answer stands below what it answers, with what came of promises. @param {TableState} state */
  function drawSpoken(state) {
    const all = board.round?.(state) ?? [],
      answers = mayTalk(state) ? board.answers(state) : new Map(), // only what may be answered now is a button
      given = new Map(state.promises.map(p => [p.n, p.state]));
    keep(
      spoken,
      all,
      e => `${e.n} ${answers.has(e.n)}`,
      e =>
        h(
          'li',
          {},
          h('b', {class: 'who'}),
          answers.has(e.n)
            ? h('button', {type: 'button', class: 'bubble', onclick: () => answer(e.n)})
            : h('span', {class: 'bubble'}),
          h('span', {class: 'sign'}),
        ),
      (li, e) => drawLine(li, e, state, given.get(e.n)),
    );
    spoken.hidden = !all.length;
    const newest = all.findLast(e => e.seat !== state.you)?.n ?? 0;
    if (heard >= 0 && newest > heard) play('talk');
    heard = Math.max(heard, newest, 0);
  }

  /** @param {HTMLElement} li @param {GameEvent} e @param {TableState} state @param {string|undefined} given */
  function drawLine(li, e, state, given) {
    const [who, bubble, sign] = /** @type {HTMLElement[]} */ ([...li.children]),
      {words, to} = board.bubble(e, state);
    li.className = [e.seat === state.you && 'mine', to && 'answer', given].filter(Boolean).join(' ');
    say(who, speaking.name(Number(e.seat)));
    say(bubble, to ? `${words} ${_('\u201C{words}\u201D', {words: to.words})}` : words);
    const {mark, name} = signOf(given);
    say(sign, mark);
    sign.title = name;
    if (name) (sign.setAttribute('role', 'img'), sign.setAttribute('aria-label', name));
  }

  /** @param {TableState} state */
  function draw(state) {
    const rules = state.facts?.rules,
      mine = mayTalk(state) && !state.result;
    last = state;
    root.hidden = !rules || (!rules.talk && !rules.chat);
    forms = mine ? board.forms(state) : [];
    told.hidden = !rules?.talk || state.you === null;
    quick.hidden = !rules?.talk;
    talk.hidden = !forms.some(f => f.about !== undefined);
    say(
      told,
      state.result
        ? _('The game is over.')
        : mine
          ? _('You may speak now.')
          : _('You may speak when the talk is open.'),
    );
    drawForms();
    if (rules?.talk) (drawSpoken(state), ledger.draw(state));
    ledger.root.hidden = !rules?.talk || !state.promises.length;
    strip?.draw(state, forms);
    if (waiting && !talk.hidden) {
      if (document.activeElement === waiting) topic.focus({preventScroll: true});
      waiting = null;
    }
    chat.hidden = lines.hidden = !rules?.chat;
    if (drawn !== state.chat) drawChat(state);
    if (inSight && document.visibilityState === 'visible') read = state.chat.at(-1)?.n ?? 0;
    unread = rules?.chat ? state.chat.filter(c => c.n > read && c.seat !== state.you && c.at > opened) : [];
  }

  /** @param {TableState} state */
  function drawChat(state) {
    drawn = state.chat;
    keep(
      lines,
      state.chat,
      c => String(c.n),
      c => h('li', {}, h('span'), about(c, state)),
      (e, c) => say(/** @type {Element} */ (e.firstElementChild), line(c)),
    );
    lines.scrollTop = lines.scrollHeight;
  }

  /** What can be done about whoever wrote it. @param {ChatLine} c @param {TableState} state */
  const about = (c, state) =>
    speaking.about
    && c.seat !== null
    && c.seat !== state.you
    && h(
      'button',
      {
        type: 'button',
        class: 'quiet person',
        'aria-label': _('About this line of {name}', {name: speaking.name(c.seat)}),
        onclick: () => speaking.about?.(Number(c.seat), c.n),
      },
      '\u22EF',
    );

  /** @param {ChatLine} c */
  const line = c => `${c.seat === null ? c.name || _('Onlooker') : speaking.name(c.seat)}: ${c.text}`;

  /** To where one speaks, or writes. @param {'talk'|'chat'} [what] */
  function lead(what = 'talk') {
    speaking.open();
    const to = what === 'chat' || talk.hidden ? (chat.hidden ? root : input) : topic;
    (to.closest('form') ?? to).scrollIntoView({block: 'nearest'}); // within the drawer: many answers may stand before it
    to.focus({preventScroll: true});
    waiting = what === 'talk' && talk.hidden ? document.activeElement : null;
  }

  /** Somebody's words were tapped: what does one say to them? @param {number} n */
  function answer(n) {
    strip?.answer(n);
    if (last) strip?.draw(last, forms, true);
  }

  /** @param {number} n @param {TableState} state as it is drawn now */
  const canAnswer = (n, state) => mayTalk(state) && board.answers(state).has(n);

  return {draw, lead, answer, canAnswer, tick: () => strip?.tick(), unread: () => unread.map(line)};
}

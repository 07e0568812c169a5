// panels/words.js: talking: the game's own structured talk, always in sight where a game has it, and free chat. It knows which
// lines of the chat have not been seen yet.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';
import {mayTalk} from '../state.js';
import {wantsLessMotion} from '../prefs.js';

/** @import {Board, ChatLine, TableState, TalkForm} from '../types.js' */

/** seen: somebody has read what was new.
 * @typedef {{say(text: string): void, chat(text: string): void, name(seat: number): string, seen(): void}} Speaking */

/** @param {HTMLElement} root @param {Board} board @param {Speaking} speaking */
export function wordsPanel(root, board, speaking) {
  const told = h('p', {class: 'small'});
  const quick = h('div', {class: 'buttons quick'});
  const topic = h('select', {'aria-label': _('What it is about')}), pick = h('select', {'aria-label': _('What to say')});
  const talk = h('form', {class: 'talk'}, topic, pick, h('button', {}, _('Say')));
  const lines = h('ul', {class: 'lines', tabindex: 0, 'aria-label': _('Chat')});
  const input = h('input', {maxlength: 300, 'aria-label': _('Your message'), placeholder: _('Your message')});
  const chat = h('form', {class: 'chat'}, input, h('button', {}, _('Send')));
  root.replaceChildren(h('h2', {}, _('Talk')), told, quick, talk, lines, chat);
  /** @type {ReturnType<TalkForm['forms']>} */
  let forms = [];
  /** @type {TableState['chat']|null} */
  let drawn = null;
  /** @type {ChatLine[]} */
  let unread = [];
  let read = 0, inSight = false;
  const opened = Date.now(); // older lines were there before the reader came
  new IntersectionObserver(([e]) => {
    inSight = e.isIntersecting;
    if (inSight && unread.length) speaking.seen();
  }, {rootMargin: '0px 0px -20% 0px', threshold: .5}).observe(lines);
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
    keep(pick, there, f => f.text, f => h('option', {value: f.text}), (e, f) => say(e, f.label));
  }

  function drawForms() {
    const topics = [...new Set(forms.map(f => f.about).filter(about => about !== undefined))];
    keep(topic, topics, about => about, about => h('option', {value: about}, about));
    drawPick();
    keep(quick, forms.filter(f => f.about === undefined), f => `${f.text} ${f.label}`, f => h('button', {type: 'button', class: f.text === 'pass' ? 'pass' : null, onclick: () => speaking.say(f.text)}, f.label));
  }

  /** @param {TableState} state */
  function draw(state) {
    const rules = state.facts?.rules, mine = mayTalk(state);
    root.hidden = !rules || (!rules.talk && !rules.chat);
    forms = mine && board.talk ? board.talk.forms(state) : [];
    told.hidden = !rules?.talk || state.you === null;
    quick.hidden = !rules?.talk;
    talk.hidden = !forms.some(f => f.about !== undefined);
    say(told, state.result ? _('The game is over.') : mine ? _('You may speak now.') : _('You may speak when the table may talk.'));
    drawForms();
    chat.hidden = lines.hidden = !rules?.chat;
    if (drawn !== state.chat) drawChat(state);
    if (inSight && document.visibilityState === 'visible') read = state.chat.at(-1)?.n ?? 0;
    unread = rules?.chat ? state.chat.filter(c => c.n > read && c.seat !== state.you && c.at > opened) : [];
  }

  /** @param {TableState} state */
  function drawChat(state) {
    drawn = state.chat;
    keep(lines, state.chat, c => String(c.n), () => h('li'), (e, c) => say(e, line(c)));
    lines.scrollTop = lines.scrollHeight;
  }

  /** @param {ChatLine} c */
  const line = c => `${c.seat === null ? c.name || _('Onlooker') : speaking.name(c.seat)}: ${c.text}`;

  /** To where one speaks, or writes. @param {'talk'|'chat'} [what] */
  function lead(what = 'talk') {
    const to = what === 'chat' || talk.hidden ? (chat.hidden ? root : input) : topic;
    const [e, block] = root.offsetHeight < innerHeight * .6 ? [root, /** @type {const} */ ('start')] : [to, /** @type {const} */ ('center')];
    e.scrollIntoView({block, behavior: wantsLessMotion() ? 'instant' : 'smooth'});
    to.focus({preventScroll: true});
  }

  return {draw, lead, unread: () => unread.map(line)};
}

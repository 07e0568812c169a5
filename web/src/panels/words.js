// panels/words.js: talking: the game's own structured talk, always in sight where a game has it, and free chat.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';

/** @import {Board, TableState, TalkForm} from '../types.js' */

/** @typedef {{say(text: string): void, chat(text: string): void, name(seat: number): string}} Speaking */

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
  return state => {
    const rules = state.facts?.rules, mayTalk = state.you !== null && state.speakers.includes(state.you);
    root.hidden = !rules || (!rules.talk && !rules.chat);
    forms = mayTalk && board.talk ? board.talk.forms(state) : [];
    told.hidden = quick.hidden = !rules?.talk;
    talk.hidden = !forms.some(f => f.about !== undefined);
    say(told, mayTalk ? _('You may speak now.') : _('You may speak when the table may talk.'));
    drawForms();
    chat.hidden = lines.hidden = !rules?.chat;
    if (drawn === state.chat) return;
    drawn = state.chat;
    keep(lines, state.chat, c => String(c.n), () => h('li'),
         (e, c) => say(e, `${c.seat === null ? c.name || _('Onlooker') : speaking.name(c.seat)}: ${c.text}`));
    lines.scrollTop = lines.scrollHeight;
  };
}

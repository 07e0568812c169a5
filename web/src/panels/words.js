// panels/words.js: talking: the game's own structured talk, always in sight where a game has it, and free chat.
import {h, keep, say} from '../dom.js';
import {_} from '../words.js';

/** @import {Board, TableState} from '../types.js' */

/** @typedef {{say(text: string): void, chat(text: string): void, name(seat: number): string}} Speaking */

/** @param {HTMLElement} root @param {Board} board @param {Speaking} speaking */
export function wordsPanel(root, board, speaking) {
  const told = h('p', {class: 'small'});
  const pick = h('select', {'aria-label': _('What to say')});
  const talk = h('form', {class: 'talk'}, pick, h('button', {}, _('Say')));
  const lines = h('ul', {class: 'lines', tabindex: 0, 'aria-label': _('Chat')});
  const input = h('input', {maxlength: 300, 'aria-label': _('Your message'), placeholder: _('Your message')});
  const chat = h('form', {class: 'chat'}, input, h('button', {}, _('Send')));
  root.replaceChildren(h('h2', {}, _('Talk')), told, talk, lines, chat);
  talk.addEventListener('submit', e => {
    e.preventDefault();
    if (pick.value) speaking.say(pick.value);
  });
  chat.addEventListener('submit', e => {
    e.preventDefault();
    if (input.value.trim()) speaking.chat(input.value.trim());
    input.value = '';
  });

  /** @param {TableState} state */
  return state => {
    const rules = state.facts?.rules, mayTalk = state.you !== null && state.speakers.includes(state.you);
    root.hidden = !rules || (!rules.talk && !rules.chat);
    const forms = mayTalk && board.talk ? board.talk.forms(state) : [];
    talk.hidden = told.hidden = !rules?.talk;
    say(told, mayTalk ? _('You may speak now.') : _('You may speak when the table may talk.'));
    for (const e of talk.elements) /** @type {HTMLButtonElement} */ (e).disabled = !forms.length;
    keep(pick, forms, f => f.text, f => h('option', {value: f.text}), (e, f) => say(e, f.label));
    chat.hidden = lines.hidden = !rules?.chat;
    keep(lines, state.chat, c => String(c.n), () => h('li'),
         (e, c) => say(e, `${c.seat === null ? c.name || _('Onlooker') : speaking.name(c.seat)}: ${c.text}`));
    lines.scrollTop = lines.scrollHeight;
  };
}

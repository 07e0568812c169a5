// about.js: what one can do about somebody: ask them to be friends, block them, report them (docs/people.md). Where a person is shown: in a
// profile, at a seat, beside a line of the chat.
import {session} from './account.js';
import {call, house} from './api.js';
import {h} from './dom.js';
import {reason} from './phrase.js';
import {_} from './words.js';

/** By name, or by where they sit; 'chat': the line that is meant.
 * @typedef {{name?: string, table?: string, seat?: number, chat?: number}} Who */

/** Signed in, and so somebody who can. */
export const canAct = () => !!session();

/** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
export const callAs = (method, path, body) => call(method, path, {body, token: session()?.session ?? null});

/** A dialog with a form. What the house refuses is said in it. @param {string} title @param {(Node|string)[]} fields @param {HTMLElement[]} buttons
 * @param {(button: HTMLButtonElement|null) => Promise<void>} send */
export function formBox(title, fields, buttons, send) {
  const trouble = h('p', {class: 'notice', role: 'alert', hidden: true}),
    cancel = h('button', {type: 'button', class: 'quiet', onclick: () => box.close()}, _('Cancel')),
    form = h('form', {}, ...fields, trouble, h('div', {class: 'buttons'}, ...buttons, cancel)),
    box = h('dialog', {class: 'about-person', 'aria-label': title}, h('h2', {}, title), form);
  form.addEventListener('submit', async e => {
    e.preventDefault();
    try {
      await send(/** @type {HTMLButtonElement|null} */ (e.submitter));
      box.close();
    } catch (why) {
      trouble.hidden = false;
      trouble.textContent = reason(why);
    }
  });
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {Who} who @param {string} shown the name that is shown */
export async function aboutPerson(who, shown) {
  const there = await house();
  const {name, table, seat} = who,
    subject = name === undefined ? {table, seat} : {name};
  const buttons = [
    there?.friends && h('button', {value: 'ask'}, _('Ask to be friends')),
    h('button', {value: 'block'}, _('Block')),
    there?.reports && h('button', {value: 'report'}, _('Report to the host')),
  ].filter(b => !!b);
  const box = formBox(
    shown,
    [
      h(
        'p',
        {class: 'small'},
        _(
          'Whoever you block is not told. They cannot write to you, ask you, see whether you are here, or sit down at your tables.',
        ),
      ),
    ],
    /** @type {HTMLElement[]} */ (buttons),
    async button => {
      if (button?.value === 'report') return void reportPerson(who, shown);
      const told = await callAs('POST', 'api/me/people', {do: button?.value, ...subject});
      tell(
        told.is === 'blocked'
          ? _('Blocked: {name}', {name: shown})
          : told.is === 'friend'
            ? _('You are friends.')
            : _('Asked.'),
      );
      document.dispatchEvent(new CustomEvent('people'));
    },
  );
  box.querySelector('.buttons')?.classList.add('stack');
}

/** @param {Who} who @param {string} shown */
function reportPerson({name, table, seat, chat}, shown) {
  const kinds = [
      ['abuse', _('Insults or harassment')],
      ['cheating', _('Cheating')],
      ['name', _('An offensive name')],
      ['other', _('Something else')],
    ],
    kind = h('select', {}, ...kinds.map(([value, words]) => h('option', {value}, words))),
    why = h('textarea', {required: true, maxlength: 500, rows: 3});
  formBox(
    _('Report {name}', {name: shown}),
    [
      h('label', {}, _('What is it about?'), kind),
      h('label', {}, _('What happened?'), why),
      h(
        'p',
        {class: 'small'},
        _('The host of this server reads it, with what was written in the chat. {name} is not told.', {name: shown}),
      ),
    ],
    [h('button', {class: 'main'}, _('Report to the host'))],
    async () => {
      const about = name !== undefined ? {name} : chat !== undefined ? {table, chat} : {table, seat};
      await callAs('POST', 'api/reports', {...about, kind: kind.value, reason: why.value.trim()});
      tell(_('Reported. Thank you.'));
    },
  );
}

/** A line that says what was done, for a moment. @param {string} text */
export function tell(text) {
  const line = h('p', {class: 'said-so', role: 'status'}, text);
  document.body.append(line);
  setTimeout(() => line.remove(), 6000);
}

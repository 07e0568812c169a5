// shell.js: what every page has: the reader's language and theme, the head with its settings, a place for
// errors. A page is `open(make)`: make the page's content once the words are there.
import {find, h, s} from './dom.js';
import {_, chooseLanguage, fromEngine, language, languages, loadWords} from './words.js';
import {applyPrefs, prefs, setPrefs} from './prefs.js';

/** @param {(main: HTMLElement) => void|Promise<void>} make */
export async function open(make) {
  applyPrefs();
  await loadWords(chooseLanguage(new URLSearchParams(location.search).get('lang') ?? prefs().language));
  const main = h('main', {id: 'main'});
  document.body.replaceChildren(h('a', {class: 'skip', href: '#main'}, _('To the content')), head(), main);
  try {
    await make(main);
  } catch (e) {
    complain(_('Something went wrong: {text}', {text: fromEngine(String(/** @type {Error} */ (e).message))}));
  }
}

/** The sign of the house: a door with a peephole. */
export function sign() {
  return s('svg', {viewBox: '0 0 24 24', 'aria-hidden': 'true'},
           s('path', {d: 'M5 22V8a7 7 0 0 1 14 0v14z', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6}),
           s('path', {d: 'M8 22V9a4 4 0 0 1 8 0v13', fill: 'none', stroke: 'currentColor', 'stroke-width': .8}),
           s('rect', {x: 9, y: 10, width: 6, height: 3, rx: 1.5, fill: 'currentColor'}),
           s('circle', {cx: 14.5, cy: 16.5, r: .9, fill: 'currentColor'}));
}

function head() {
  const menu = settings();
  return h('header', {class: 'head'},
           h('a', {class: 'brand', href: 'index.html', 'aria-label': 'Speakeasy'}, sign(), h('span', {}, 'Speakeasy')), h('span', {class: 'grow'}),
           languagePick(), h('button', {class: 'quiet', type: 'button', 'aria-label': _('Settings'), onclick: () => menu.showModal()}, dials(), h('span', {class: 'wordy'}, _('Settings'))), menu);
}

/** Three dials: the settings. */
function dials() {
  return s('svg', {viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon'},
           ...[[5, 9], [12, 15], [19, 7]].flatMap(([x, y]) => [s('path', {d: `M${x} 3V21`, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6}),
                                                               s('circle', {cx: x, cy: y, r: 2.6, fill: 'currentColor'})]));
}

function languagePick() {
  const pick = h('select', {'aria-label': _('Language'), style: null});
  pick.classList.add('lang');
  for (const [code, name] of Object.entries(languages)) pick.append(h('option', {value: code, selected: code === language}, name));
  pick.addEventListener('change', () => {
    setPrefs({language: pick.value});
    location.reload();
  });
  return pick;
}

function settings() {
  const p = prefs();
  const theme = h('select', {'aria-label': _('Paper')}, ...[['auto', _('as the system')], ['light', _('light')], ['dark', _('dark')]]
    .map(([v, name]) => h('option', {value: v, selected: v === p.theme}, name)));
  const paces = [[1200, _('leisurely')], [400, _('briskly')], [0, _('at once')]];
  const pace = h('select', {'aria-label': _('Bots play')}, ...paces.map(([v, name]) => h('option', {value: v, selected: v === p.pace}, String(name))));
  pace.addEventListener('change', () => setPrefs({pace: Number(pace.value)}));
  theme.addEventListener('change', () => setPrefs({theme: /** @type {any} */ (theme.value)}));
  const box = h('dialog', {'aria-label': _('Settings')}, h('h2', {}, _('Settings')),
                h('label', {}, _('Paper'), theme),
                tick(_('Sound'), p.sound, sound => setPrefs({sound})),
                h('label', {}, _('Bots play'), pace),
                tick(_('Less motion'), p.motion === 'less', on => setPrefs({motion: on ? 'less' : 'auto'})),
                h('form', {method: 'dialog'}, h('button', {class: 'main'}, _('Close'))));
  return box;
}

/** @param {string} words @param {boolean} on @param {(on: boolean) => void} change */
export function tick(words, on, change) {
  const box = h('input', {type: 'checkbox'});
  box.checked = on;
  box.addEventListener('change', () => change(box.checked));
  return h('label', {class: 'tick'}, box, words);
}

/** Ask before something is done that cannot be taken back. @param {string} title @param {string} text @param {string} yes what the button says @param {() => void} then */
export function askFirst(title, text, yes, then) {
  const box = h('dialog', {class: 'ask', 'aria-label': title}, h('h2', {}, title), h('p', {}, text),
                h('form', {method: 'dialog'}, h('div', {class: 'buttons'}, h('button', {value: 'go'}, yes), h('button', {class: 'main', value: ''}, _('Cancel')))));
  box.addEventListener('close', () => {
    box.remove();
    if (box.returnValue === 'go') then();
  });
  document.body.append(box);
  box.showModal();
}

/** Nothing to see here: why, and the ways out. @param {HTMLElement} main @param {string} text */
export function deadEnd(main, text) {
  main.replaceChildren(h('section', {class: 'panel sit', role: 'alert'}, h('h1', {}, _('Nobody opens')), h('p', {}, fromEngine(text)),
                         h('div', {class: 'buttons'}, h('a', {class: 'button main', href: 'index.html'}, _('To the games and my tables')))));
}

/** @param {string} text */
export function complain(text) {
  const main = find('#main');
  main.prepend(h('p', {class: 'notice', role: 'alert'}, fromEngine(text)));
}

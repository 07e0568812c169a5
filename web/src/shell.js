// shell.js: what every page has: the reader's language and theme, the head with its settings, a place for
// errors. A page is `open(make)`: make the page's content once the words are there.
import {find, h, s, set} from './dom.js';
import {keepApp} from './app.js';
import {_, chooseLanguage, language, languages, loadWords} from './words.js';
import {reason} from './phrase.js';
import {applyPrefs, prefs, setPrefs, SPEEDS} from './prefs.js';
import {volumeOf, play, sounds} from './sound.js';

/** @param {(main: HTMLElement) => void|Promise<void>} make */
export async function open(make) {
  applyPrefs();
  void keepApp();
  await loadWords(chooseLanguage(new URLSearchParams(location.search).get('lang') ?? prefs().language));
  const app = document.querySelector('link[rel=manifest]');
  if (app && language !== 'en') set(app, {href: `app.${language}.webmanifest`});
  const main = h('main', {id: 'main'});
  document.body.replaceChildren(h('a', {class: 'skip', href: '#main'}, _('Skip to content')), head(), main);
  if (localStorage.getItem('speakeasy.session')) void import('./here.js').then(m => m.keepHere());
  try {
    await make(main);
  } catch (e) {
    complain(_('Something went wrong: {text}', {text: reason(e)}));
  }
}

/** Our sign: a door with a peephole. */
export function sign() {
  return s(
    'svg',
    {viewBox: '0 0 24 24', 'aria-hidden': 'true'},
    s('path', {d: 'M5 22V8a7 7 0 0 1 14 0v14z', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6}),
    s('path', {d: 'M8 22V9a4 4 0 0 1 8 0v13', fill: 'none', stroke: 'currentColor', 'stroke-width': 0.8}),
    s('rect', {x: 9, y: 10, width: 6, height: 3, rx: 1.5, fill: 'currentColor'}),
    s('circle', {cx: 14.5, cy: 16.5, r: 0.9, fill: 'currentColor'}),
  );
}

function head() {
  return h(
    'header',
    {class: 'head'},
    h('a', {class: 'brand', href: 'index.html', 'aria-label': 'Speakeasy'}, sign(), h('span', {}, 'Speakeasy')),
    h('span', {class: 'grow'}),
    languagePick(),
    settingsButton(),
  );
}

/** At a table the head gives its place to the game; these two are then in the table's menu (bar.js). */
export const settingsButton = () =>
  h(
    'button',
    {class: 'quiet', type: 'button', 'aria-label': _('Settings'), onclick: openSettings},
    dials(),
    h('span', {class: 'wordy'}, _('Settings')),
  );

/** Three dials: the settings. */
function dials() {
  return s(
    'svg',
    {viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon'},
    ...[
      [5, 9],
      [12, 15],
      [19, 7],
    ].flatMap(([x, y]) => [
      s('path', {d: `M${x} 3V21`, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6}),
      s('circle', {cx: x, cy: y, r: 2.6, fill: 'currentColor'}),
    ]),
  );
}

export function languagePick() {
  const pick = h('select', {'aria-label': _('Language'), style: null});
  pick.classList.add('lang');
  for (const [code, name] of Object.entries(languages))
    pick.append(h('option', {value: code, selected: code === language}, name));
  pick.addEventListener('change', () => {
    setPrefs({language: pick.value});
    location.reload();
  });
  return pick;
}

function openSettings() {
  const p = prefs();
  const theme = h(
    'select',
    {'aria-label': _('Theme')},
    ...[
      ['auto', _('same as the device')],
      ['light', _('light')],
      ['dark', _('dark')],
    ].map(([v, name]) => h('option', {value: v, selected: v === p.theme}, name)),
  );
  const taps = h(
    'select',
    {'aria-label': _('Making a move')},
    h('option', {value: '2', selected: p.confirm}, _('two taps: choose, then confirm')),
    h('option', {value: '1', selected: !p.confirm}, _('one tap: it is made at once')),
  );
  taps.addEventListener('change', () => setPrefs({confirm: taps.value === '2'}));
  theme.addEventListener('change', () => setPrefs({theme: /** @type {any} */ (theme.value)}));
  const volumes = volumeList();
  volumes.hidden = !p.sound;
  const box = h(
    'dialog',
    {'aria-label': _('Settings')},
    h('h2', {}, _('Settings')),
    h('label', {}, _('Theme'), theme),
    h('label', {}, _('Speed'), speedPick()),
    h('label', {}, _('Making a move'), taps),
    h('label', {}, _('Bots wait for my words'), patiencePick()),
    tick(_('Bots make remarks'), p.remarks, remarks => setPrefs({remarks})),
    tick(_('Reduce motion'), p.motion === 'less', on => setPrefs({motion: on ? 'less' : 'auto'})),
    tick(_('Sound'), p.sound, sound => {
      setPrefs({sound});
      volumes.hidden = !sound;
    }),
    volumes,
    h('form', {method: 'dialog'}, h('button', {class: 'main'}, _('Close'))),
  );
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** How fast bots play and things move. */
function speedPick() {
  const names = {calm: _('calm'), normal: _('normal'), fast: _('fast'), instant: _('instant')},
    keys = /** @type {(keyof typeof SPEEDS)[]} */ (Object.keys(SPEEDS));
  const pick = h(
    'select',
    {'aria-label': _('Speed')},
    ...keys.map(key => h('option', {value: key, selected: key === prefs().speed}, names[key])),
  );
  pick.addEventListener('change', () => {
    const speed = /** @type {keyof typeof SPEEDS} */ (pick.value);
    setPrefs({speed, pace: SPEEDS[speed].pace});
  });
  return pick;
}

/** In games that are talked about: for how long, in ms. */
function patiencePick() {
  const times = [
    [null, _('until I have spoken')],
    [12000, _('12 seconds')],
    [0, _('not at all')],
  ];
  const pick = h(
    'select',
    {'aria-label': _('Bots wait for my words')},
    ...times.map(([ms, name]) => h('option', {value: ms ?? '', selected: ms === prefs().patience}, String(name))),
  );
  pick.addEventListener('change', () => setPrefs({patience: pick.value === '' ? null : Number(pick.value)}));
  return pick;
}

/** Every sound with its own volume; moving it lets it be heard. */
function volumeList() {
  const rows = Object.entries(sounds).map(([name, {title}]) => {
    const range = h('input', {type: 'range', min: 0, max: 100, step: 10, value: volumeOf(name), 'data-sound': name});
    range.addEventListener('change', () => {
      setPrefs({volumes: {...prefs().volumes, [name]: Number(range.value)}});
      play(/** @type {any} */ (name));
    });
    return h('label', {class: 'volume'}, h('span', {}, title()), range);
  });
  return h('div', {class: 'volumes', role: 'group', 'aria-label': _('Volume')}, ...rows);
}

/** @param {string} words @param {boolean} on @param {(on: boolean) => void} change */
export function tick(words, on, change) {
  const box = h('input', {type: 'checkbox'});
  box.checked = on;
  box.addEventListener('change', () => change(box.checked));
  return h('label', {class: 'tick'}, box, words);
}

/** Ask before something is done that cannot be taken back. @param {string} title @param {string} text @param {string} yes what the button says @param {() => void} then
 * @param {() => void} [not] nothing is done */
export function askFirst(title, text, yes, then, not = () => {}) {
  const box = h(
    'dialog',
    {class: 'ask', 'aria-label': title},
    h('h2', {}, title),
    h('p', {}, text),
    h(
      'form',
      {method: 'dialog'},
      h(
        'div',
        {class: 'buttons'},
        h('button', {value: 'go'}, yes),
        h('button', {class: 'main', value: ''}, _('Cancel')),
      ),
    ),
  );
  box.addEventListener('close', () => {
    box.remove();
    if (box.returnValue === 'go') then();
    else not();
  });
  document.body.append(box);
  box.showModal();
}

/** Nothing to see here: why, and the ways out. @param {HTMLElement} main @param {string} text */
export function deadEnd(main, text) {
  main.replaceChildren(
    h(
      'section',
      {class: 'panel sit nothing', role: 'alert'},
      h('img', {src: 'style/sign.svg', width: 96, height: 96, alt: ''}),
      h('h1', {}, _('Nobody opens')),
      h('p', {}, _(text)),
      h('p', {}, h('a', {class: 'button main', href: 'index.html'}, _('Games and my tables'))),
    ),
  );
}

/** @param {string} text */
export function complain(text) {
  const main = find('#main');
  main.prepend(h('p', {class: 'notice', role: 'alert'}, _(text)));
}

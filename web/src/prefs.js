// prefs.js: what this reader likes, kept in the browser: language, light or dark, sound, motion, name, how fast bots play.

const KEY = 'speakeasy.prefs';

/** How long everything takes: what bots wait between two moves, in ms, and what of its time a motion takes. */
export const SPEEDS = {
  calm: {pace: 1200, motion: 1.7},
  normal: {pace: 400, motion: 1},
  fast: {pace: 120, motion: 0.5},
  instant: {pace: 0, motion: 0},
};

/** @typedef {keyof typeof SPEEDS} Speed */

/** @typedef {{language: string|null, theme: 'auto'|'light'|'dark', sound: boolean, motion: 'auto'|'less',
 *   confirm: boolean, name: string, level: string, pace: number, budget: number, patience: number|null, toured: string[],
 *   speed: Speed, volumes: Record<string, number>, remarks: boolean}} Prefs
 * pace, budget, patience: as engine/local_game.js has them, in ms; volumes: of each sound that is not at its own, from 0 to 100; toured: the games one was shown around; remarks: whether bots' remarks are shown */

/** @type {Prefs} */
const defaults = {
  language: null,
  theme: 'auto',
  sound: false,
  motion: 'auto',
  confirm: true,
  name: '',
  level: 'normal',
  pace: 400,
  budget: 1000,
  patience: null,
  toured: [],
  speed: 'normal',
  volumes: {},
  remarks: true,
};

/** What was read last, and how it was spelled: it is asked for many times in a frame. @type {{text: string|null, prefs: Prefs}} */
let known = {text: null, prefs: defaults};

/** @returns {Prefs} */
export function prefs() {
  try {
    const text = localStorage.getItem(KEY);
    if (text !== known.text) known = {text, prefs: {...defaults, ...JSON.parse(text ?? '{}')}};
    return {...known.prefs};
  } catch {
    return {...defaults};
  }
}

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  const next = {...prefs(), ...change};
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    /* a browser that keeps nothing: then it holds until the page is left */
  }
  applyPrefs(next);
}

/** @param {Prefs} p */
export function applyPrefs(p = prefs()) {
  document.documentElement.dataset.theme = p.theme;
  document.documentElement.dataset.motion = p.speed === 'instant' ? 'less' : p.motion;
  for (const e of document.querySelectorAll('meta[name=theme-color]')) e.setAttribute('content', barColour(p, e));
}

/** The bar of a phone has the colour of the paper: the reader's, or, if that is the device's business, the one for its light.
 * @param {Prefs} p @param {Element} e */
const barColour = ({theme}, e) =>
  theme === 'dark' || (theme === 'auto' && e.getAttribute('media')?.includes('dark')) ? '#17130f' : '#f4ead2';

export function wantsLessMotion() {
  return (
    prefs().motion === 'less'
    || !SPEEDS[prefs().speed]?.motion
    || matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** What of its time a motion takes. */
export const motionShare = () => SPEEDS[prefs().speed]?.motion ?? 1;

// prefs.js: what this reader likes, kept in the browser: language, light or dark, sound, motion, name, how fast bots play.

const KEY = 'speakeasy.prefs';

/** @typedef {{language: string|null, theme: 'auto'|'light'|'dark', sound: boolean, motion: 'auto'|'less',
 *   confirm: boolean, name: string, level: string, pace: number, budget: number, patience: number, toured: string[]}} Prefs
 * pace, budget, patience: as engine/house.js has them, in ms; toured: the games one was shown around */

/** @type {Prefs} */
const defaults = {language: null, theme: 'auto', sound: false, motion: 'auto', confirm: true, name: '', level: 'normal',
                  pace: 400, budget: 1000, patience: 12000, toured: []};

/** @returns {Prefs} */
export function prefs() {
  try {
    return {...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}')};
  } catch {
    return {...defaults};
  }
}

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  const next = {...prefs(), ...change};
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch { /* a browser that keeps nothing: then it holds until the page is left */ }
  applyPrefs(next);
}

/** @param {Prefs} p */
export function applyPrefs(p = prefs()) {
  document.documentElement.dataset.theme = p.theme;
  document.documentElement.dataset.motion = p.motion;
}

export function wantsLessMotion() {
  return prefs().motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

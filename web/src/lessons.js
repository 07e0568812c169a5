// lessons.js: which games have lessons, and which of them this browser has been through. What a lesson says is in
// web/lessons/GAME.js, what lies on its table in a record beside it; lesson.js runs one.

/** What the learner is to do at one point. 'good': the moves that are right, the record's own first (others
 * before the last step must come to the same, for the record goes on); 'not': what to say of moves
 * that are wrong, by their text, the first that fits; 'other': of all others; 'task': what is asked, if not what the lesson asks already.
 * @typedef {{task?: string, good: string[], not?: [RegExp, string][], other: string}} LessonStep */

/** 'key': the record lessons/GAME/KEY.play, and what is remembered; 'rule': the rule it shows; 'at': so many of its entries have happened when the lesson begins; 'you': the
 * learner's seat; 'task': what to do; 'why': the reason, told when it is done.
 * @typedef {{key: string, rule: string, at: number, you: number, about: string, task: string, steps: LessonStep[], why: string}} Lesson */

/** @type {Record<string, () => Promise<{lessons(): Lesson[]}>>} */
const files = {
  chicago_gangsters: () => import('../lessons/chicago_gangsters.js'),
  famiglia: () => import('../lessons/famiglia.js'),
  gangster: () => import('../lessons/gangster.js'),
  chicago: () => import('../lessons/chicago.js'),
};

/** @param {string} game */
export const hasLessons = game => Object.hasOwn(files, game);

/** In the reader's language. @param {string} game @returns {Promise<Lesson[]>} */
export const lessonsOf = async game => (hasLessons(game) ? (await files[game]()).lessons() : []);

const KEY = 'speakeasy.lessons';

/** By game: what is done, of how many. @typedef {Record<string, {done: string[], of: number}>} Progress */

/** @returns {Progress} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** @param {string} game @returns {{done: string[], of: number}} */
export const progress = game => all()[game] ?? {done: [], of: 0};

/** @param {string} game @param {string} key @param {number} of */
export function lessonDone(game, key, of) {
  const done = [...new Set([...progress(game).done, key])];
  try {
    localStorage.setItem(KEY, JSON.stringify({...all(), [game]: {done, of}}));
  } catch {
    /* a browser that keeps nothing: then the lessons begin anew */
  }
}

/** How far one has come, "3/6"; nothing before the first. @param {string} game */
export function progressWords(game) {
  const {done, of} = progress(game);
  return done.length ? `${Math.min(done.length, of)}/${of}` : '';
}

/** Where to go on: the first that is not done, or the first of all. @param {string} game @param {Lesson[]} lessons */
export function nextLesson(game, lessons) {
  const {done} = progress(game),
    at = lessons.findIndex(l => !done.includes(l.key));
  return Math.max(0, at);
}

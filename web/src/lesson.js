// lesson.js: a lesson: a position of a recorded game in which the reader makes the move. It is a way to a table as local.js has one:
// the engine says what can be done and why something cannot. A right move goes on along the record, with what chance and the
// others did then; a wrong one is answered with a sentence and changes nothing. Bots stand still and no clock runs.
import {startLocal} from './local.js';
import {_} from './words.js';

/** @import {Channel, Ear} from './types.js' */
/** @import {Lesson} from './lessons.js' */

/** @typedef {{seat: string, text: string}} Entry */

/** A record: what was chosen before the deal, and what happened. @param {string} play @returns {{head: string, entries: Entry[], game: string, players: number}} */
export function readRecord(play) {
  const [head, log] = play.split(/^log\n/m);
  const entries = [...log.matchAll(/^\d+ (\S+) (.+)$/gm)]
    .filter(([line]) => !line.startsWith('end '))
    .map(([, seat, text]) => ({seat, text}));
  return {
    head,
    entries,
    game: /^game (\w+)$/m.exec(head)?.[1] ?? '',
    players: Number(/^seats (\d)$/m.exec(head)?.[1]),
  };
}

/** The record as it stood after so many entries. @param {{head: string, entries: Entry[]}} record @param {number} n */
export const recordTo = ({head, entries}, n) =>
  `${head}log\n${entries
    .slice(0, n)
    .map((e, i) => `${i + 1} ${e.seat} ${e.text}\n`)
    .join('')}end ${n}\n`;

/** How far the record goes on once a step is done: to the learner's next one, or to its end. @param {Entry[]} entries @param {Lesson} lesson
 * @param {number} step the next one @param {number} from */
export function reachOf(entries, {steps, you}, step, from) {
  if (step >= steps.length) return entries.length;
  const at = entries.findIndex((e, i) => i >= from && e.seat === String(you) && e.text === steps[step].good[0]);
  return at < 0 ? entries.length : at;
}

/** What is said of a legal move that is not the one. @param {import('./lessons.js').LessonStep} step @param {string} move */
export const objectionTo = (step, move) => (step.not ?? []).find(([fits]) => fits.test(move))?.[1] ?? step.other;

/** How far the learner is. @typedef {{step: number, done: boolean}} Standing */

/** @param {Lesson} lesson @param {string} play @param {(now: Standing) => void} tell after every right move */
export async function startLesson(lesson, play, tell) {
  const record = readRecord(play);
  /** @type {Standing} */
  let now = {step: 0, done: false};
  let shown = lesson.at;
  const table = () => ({
    id: `lesson-${lesson.key}`,
    game: record.game,
    players: record.players,
    options: {},
    updated: 0,
    over: false,
    still: true,
    seats: Array.from({length: record.players}, (_x, i) =>
      i === lesson.you ? {kind: /** @type {const} */ ('me')} : {kind: /** @type {const} */ ('bot'), bot: 'normal'},
    ),
    play: recordTo(record, shown),
  });
  const way = await startLocal(table());

  /** The engine is on its way to the next position: the right move is answered, and what was asked meanwhile, when it is seen. A hint
   * given before that would belong to the position that is left. @type {{move: any, asked: any[]}|null} */
  let between = null;

  /** Hears what the engine says, and ends the time between two positions. @param {Ear} ear @returns {Ear} */
  const arriving = ear => ({
    ...ear,
    message(m) {
      const waited = m.t === 'view' ? between : null;
      if (waited) {
        between = null;
        ear.message({t: 'ok', ref: waited.move.ref});
      }
      ear.message(m);
      for (const hint of waited?.asked ?? []) showMove(ear, hint);
    },
  });

  /** The move that is asked for. @param {Ear} ear @param {any} m */
  const showMove = (ear, m) =>
    ear.message({
      t: 'ok',
      ref: m.ref,
      moves: now.done ? [] : [{text: lesson.steps[now.step].good[0], share: 10000, value: null}],
    });

  /** @param {Channel} channel @param {Ear} ear */
  function teach(channel, ear) {
    /** A move, or something that is said ("say aim win"). @param {any} m @param {string} text */
    function attempt(m, text) {
      const step = lesson.steps[now.step];
      if (now.done) return refuse(m);
      if (!step.good.includes(text)) return refuse(m, objectionTo(step, text));
      now = {step: now.step + 1, done: now.step + 1 === lesson.steps.length};
      if (text === step.good[0] || !now.done) goOn(m);
      else channel.send(m);
      tell(now);
    }

    /** @param {any} m @param {string} [text] */
    const refuse = (m, text = now.done ? _('This lesson is done.') : _('In a lesson there is no need for that.')) =>
      ear.message({t: 'no', ref: m.ref, error: 'lesson', text});

    /** @param {any} m */
    function goOn(m) {
      between = {move: m, asked: []};
      shown = reachOf(record.entries, lesson, now.step, shown + 1);
      way.reopen(table());
    }

    /** @type {Record<string, (m: any) => void>} */
    const own = {
      move: m => attempt(m, m.text),
      say: m => attempt(m, `say ${m.text}`),
      hint: m => (between ? void between.asked.push(m) : showMove(ear, m)),
      undo: m => refuse(m),
    };
    return {
      send: (/** @type {any} */ m) => (own[m.t] ?? channel.send)(m),
      close: channel.close,
    };
  }
  return {
    box: way.box,
    open: (/** @type {Ear} */ ear) =>
      teach(
        way.open(table(), arriving(ear), () => {}),
        ear,
      ),
  };
}

// pages/lesson.js: one lesson of a game, on its real table: lesson.html?game=GAME&n=3, or without a number the first that is
// not done yet. Beside the table stands what is asked, and why, once it is done.
import {h, say} from '../dom.js';
import {_} from '../words.js';
import {boardOf} from '../../boards/index.js';
import {gameInfo} from '../games.js';
import {lessonDone, lessonsOf, nextLesson, progress} from '../lessons.js';
import {startLesson} from '../lesson.js';
import {goTo} from '../mine.js';
import {prefs} from '../prefs.js';
import {crossIcon} from '../icons.js';
import {deadEnd, open} from '../shell.js';
import {runTable} from '../table.js';

/** @import {Lesson} from '../lessons.js' */

open(async main => {
  const asked = new URLSearchParams(location.search),
    game = asked.get('game') ?? '',
    lessons = await lessonsOf(game);
  const n = asked.has('n') ? Number(asked.get('n')) - 1 : nextLesson(game, lessons),
    lesson = lessons[n];
  if (!lesson) return deadEnd(main, _('There is no such lesson.'));
  const answer = await fetch(`lessons/${game}/${lesson.key}.play`);
  if (!answer.ok) return deadEnd(main, _('The lesson could not be loaded.'));
  const panel = lessonPanel(game, lessons, n);
  const way = await startLesson(lesson, await answer.text(), now => {
    if (now.done) lessonDone(game, lesson.key, lessons.length);
    panel.draw(now);
  });
  const room = h('div');
  const table = runTable(room, await boardOf(way.box), way);
  table.top.append(panel.root);
  table.status.append(
    h('a', {class: 'button quiet menu', href: 'index.html', 'aria-label': _('End the lessons')}, crossIcon()),
  );
  panel.onShow(() => table.send('hint'));
  room.classList.add('teaching');
  main.append(room);
});

/** What is asked, and the ways on. @param {string} game @param {Lesson[]} lessons @param {number} n */
function lessonPanel(game, lessons, n) {
  const lesson = lessons[n],
    last = n + 1 === lessons.length,
    name = gameInfo(game)?.name ?? game;
  const text = h('p', {class: 'task', 'aria-live': 'polite'}, lesson.task);
  const show = h('button', {type: 'button', class: 'show-me'}, _('Show me'));
  const next = last
    ? h('button', {type: 'button', class: 'next', onclick: () => playNow(game)}, _('Play now'))
    : h('a', {class: 'button next', href: lessonLink(game, n + 2)}, _('Skip'));
  const ways = [
    n > 0 && h('a', {class: 'button before', href: lessonLink(game, n), 'aria-label': _('Lesson before')}, '\u2190'),
    show,
    next,
  ];
  const root = h(
    'section',
    {
      class: 'lesson',
      'data-step': 0,
      'aria-label': _('{game}: lesson {n} of {all}', {game: name, n: n + 1, all: lessons.length}),
    },
    h('h2', {}, `${n + 1}/${lessons.length} \u00B7 ${lesson.about}`),
    marks(game, lessons, n),
    text,
    h('div', {class: 'buttons'}, ...ways),
  );
  return {
    root,
    /** @param {() => void} press */
    onShow: press => show.addEventListener('click', press),
    /** @param {import('../lesson.js').Standing} now */
    draw({step, done}) {
      root.classList.toggle('done', done);
      root.dataset.step = String(step);
      say(text, done ? lesson.why : (lesson.steps[step].task ?? lesson.task));
      show.hidden = done;
      if (!done) return;
      if (!last) say(next, _('Next lesson'));
      next.classList.add('main');
      next.focus();
    },
  };
}

/** One mark for each lesson: done, this one, still to come. @param {string} game @param {Lesson[]} lessons @param {number} n */
function marks(game, lessons, n) {
  const {done} = progress(game);
  return h(
    'span',
    {class: 'marks', 'aria-hidden': 'true'},
    ...lessons.map((l, i) =>
      h(
        'span',
        {class: i === n ? 'now' : done.includes(l.key) ? 'past' : ''},
        i !== n && done.includes(l.key) && '\u2713',
      ),
    ),
  );
}

/** @param {string} game @param {number} n from 1 */
const lessonLink = (game, n) => `lesson.html?game=${game}&n=${n}`;

/** After the last lesson: against bots, as on the start page. @param {string} game */
function playNow(game) {
  const info = gameInfo(game);
  if (!info) return;
  const bots = Array.from({length: info.best - 1}, () => ({kind: /** @type {const} */ ('bot'), bot: 'easy'}));
  goTo({game, players: info.best, options: {}, seats: [{kind: 'me', name: prefs().name}, ...bots]});
}

// figures.js: the pictures on the rules page. A picture is a real board in a position of a lesson, drawn by the board itself, beside the
// rule that the lesson is about; what to do there is marked, and a link leads to the lesson. It is drawn when it comes into sight.
import {boardOf} from '../boards/index.js';
import {h} from './dom.js';
import {openEngine} from './engine/engine.js';
import {compileEngine} from './engine/load.js';
import {readRecord, recordTo} from './lesson.js';
import {lessonsOf} from './lessons.js';
import {emptyState, hear} from './state.js';
import {_} from './words.js';

/** @import {Lesson} from './lessons.js' */

/** Hang the lessons of a game beside their rules. @param {HTMLElement} page the rules @param {string} game */
export async function hangFigures(page, game) {
  const near = new IntersectionObserver(
    all => {
      for (const {isIntersecting, target} of all)
        if (isIntersecting) {
          near.unobserve(target);
          void drawings.get(target)?.();
        }
    },
    {rootMargin: '400px'},
  );
  /** @type {Map<Element, () => Promise<void>>} */
  const drawings = new Map();
  for (const [i, lesson] of (await lessonsOf(game)).entries()) {
    const rule = page.querySelector(`[id="${lesson.rule}"]`),
      place = h('div', {class: 'game', inert: true, 'aria-hidden': 'true'});
    if (!rule) continue;
    lastOf(rule.closest('ul, ol, .wide') ?? rule).after(figure(game, lesson, i, place));
    drawings.set(place, () => draw(place, game, lesson));
    near.observe(place);
  }
}

/** A figure comes after those that hang there already. @param {Element} e @returns {Element} */
const lastOf = e => (e.nextElementSibling?.matches('figure') ? lastOf(e.nextElementSibling) : e);

/** @param {string} game @param {Lesson} lesson @param {number} i @param {HTMLElement} place */
const figure = (game, lesson, i, place) =>
  h(
    'figure',
    {'data-lesson': lesson.key},
    place,
    h(
      'figcaption',
      {},
      h('b', {}, lesson.about),
      ' ',
      h('span', {}, lesson.task),
      ' ',
      h('a', {href: `lesson.html?game=${game}&n=${i + 1}`}, _('Try it')),
    ),
  );

/** @type {Promise<import('./engine/engine.js').Engine>|null} one for the page */
let engine = null;

/** @param {HTMLElement} place @param {string} game @param {Lesson} lesson */
async function draw(place, game, lesson) {
  const [there, answer] = await Promise.all([
    (engine ??= compileEngine().then(openEngine)),
    fetch(`lessons/${game}/${lesson.key}.play`),
  ]);
  if (!answer.ok) return;
  const {box, state} = positionOf(there, await answer.text(), lesson);
  const board = await boardOf(box),
    name = (/** @type {number} */ seat) => state.facts?.seats[seat]?.name ?? '';
  const ignore = () => {},
    moved = lesson.steps[0].good[0];
  board.mount(place, {
    tap: ignore,
    make: ignore,
    name,
    who: name,
    label: move => move,
    thing: code => code,
    quote: () => '',
    reduced: () => true,
    place: () => ({stand: h('div'), about: h('div')}),
    form: h('div'),
  });
  board.render(state, {picked: [], open: new Set(), ready: null, left: state.moves});
  const meant = new Set(board.targets(moved, state).flat());
  for (const e of place.querySelectorAll('[data-target]'))
    e.classList.toggle('hinted', meant.has((e.getAttribute('data-target') ?? '').replace(/#\d+$/, '')));
}

/** The table as the learner sees it. @param {import('./engine/engine.js').Engine} there @param {string} play @param {Lesson} lesson */
function positionOf(there, play, {at, you}) {
  const record = readRecord(play),
    seats = Array.from(
      {length: record.players},
      (_x, i) => `seat person ${i === you ? _('You') : _('Player {n}', {n: i + 1})}`,
    );
  there.open([`seed ${'0'.repeat(64)}`, ...seats, 'record', recordTo(record, at)].join('\n'), 0);
  const box = there.box(),
    messages = [
      {t: 'hello', you, host: false},
      {...there.facts(), t: 'facts'},
      {...there.view(you, 0, 0), t: 'view'},
    ];
  there.close();
  return {box, state: messages.reduce((state, m) => hear(state, m, 0), emptyState())};
}

// tour.js: a walk round the table for a first game: a few words at a time, each beside what it is about.
import {h} from './dom.js';
import {_} from './words.js';

/** @import {TourStep} from './types.js' */

/** @param {TourStep[]} steps */
export function startTour(steps) {
  let at = 0;
  const title = h('h2'), text = h('p');
  const count = h('span', {class: 'small grow'});
  const back = h('button', {type: 'button', onclick: () => go(at - 1)}, _('Back'));
  const next = h('button', {type: 'button', class: 'main', onclick: () => (at + 1 < steps.length ? go(at + 1) : box.close())});
  const box = h('dialog', {class: 'tour', 'aria-label': _('Show me around')}, title, text,
                h('div', {class: 'buttons'}, count, h('button', {type: 'button', class: 'quiet', onclick: () => box.close()}, _('Enough')), back, next));
  box.addEventListener('close', () => {
    point(null);
    box.remove();
  });
  /** @param {number} i */
  function go(i) {
    at = i;
    const step = steps[i];
    title.textContent = step.about;
    text.textContent = step.text;
    count.textContent = `${i + 1} / ${steps.length}`;
    back.disabled = i === 0;
    next.textContent = i + 1 < steps.length ? _('Next') : _('Play');
    box.classList.toggle('up', point(step.at));
  }
  if (!steps.length) return;
  document.body.append(box);
  go(0);
  box.showModal();
}

/** Whether it lies in the lower half of the screen: then the words come above it. @param {string|null} selector */
function point(selector) {
  document.querySelector('.pointed')?.classList.remove('pointed');
  const e = selector && document.querySelector(selector);
  if (!e) return false;
  e.classList.add('pointed');
  e.scrollIntoView({block: 'center', behavior: 'instant'});
  const {top, height} = e.getBoundingClientRect();
  return top + height / 2 > innerHeight * .55;
}

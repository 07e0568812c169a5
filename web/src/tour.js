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
  const light = h('div', {class: 'tour-light', 'aria-hidden': 'true'}); // what is spoken of stays bright, the rest is dimmed
  const shine = () => spot(light);
  box.addEventListener('close', () => {
    point(null);
    removeEventListener('scroll', shine);
    removeEventListener('resize', shine);
    light.remove();
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
    shine();
  }
  if (!steps.length) return;
  document.body.append(light, box);
  addEventListener('scroll', shine, {passive: true});
  addEventListener('resize', shine);
  go(0);
  box.showModal();
}

/** Whether it lies in the lower half of the screen: then the words come above it. @param {string|null} selector */
function point(selector) {
  document.querySelector('.in-tour')?.classList.remove('in-tour');
  const e = selector && document.querySelector(selector);
  if (!e) return false;
  e.classList.add('in-tour');
  e.scrollIntoView({block: 'center', behavior: 'instant'});
  const {top, height} = e.getBoundingClientRect();
  return top + height / 2 > innerHeight * .55;
}

/** Lay the light over what is pointed to. @param {HTMLElement} light */
function spot(light) {
  const b = document.querySelector('.in-tour')?.getBoundingClientRect();
  Object.assign(light.style, b ? {left: `${b.left - 6}px`, top: `${b.top - 6}px`, width: `${b.width + 12}px`, height: `${b.height + 12}px`} : {left: '50%', top: '50%', width: '0', height: '0'});
}

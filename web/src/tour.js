// tour.js: a walk round the table for a first game: a few words at a time, each beside what it is about.
import {h} from './dom.js';
import {_} from './words.js';

/** @import {TourStep} from './types.js' */

/** What a step points to: the first of its things that is there to be seen. @param {TourStep} step */
const thingOf = ({at}) =>
  [at]
    .flat()
    .flatMap(selector => [...document.querySelectorAll(selector)])
    .find(e => e.checkVisibility() && e.getBoundingClientRect().height > 0);

/** @param {TourStep[]} all */
export function startTour(all) {
  const steps = all.filter(thingOf);
  let at = 0;
  const title = h('h2'),
    text = h('p');
  const count = h('span', {class: 'small grow'});
  const back = h('button', {type: 'button', onclick: () => go(at - 1)}, _('Back'));
  const next = h('button', {
    type: 'button',
    class: 'main',
    onclick: () => (at + 1 < steps.length ? go(at + 1) : box.close()),
  });
  const box = h(
    'dialog',
    {class: 'tour', 'aria-label': _('Show me around')},
    title,
    text,
    h(
      'div',
      {class: 'buttons'},
      count,
      h('button', {type: 'button', class: 'quiet', onclick: () => box.close()}, _('End tour')),
      back,
      next,
    ),
  );
  const light = h('div', {class: 'tour-light', 'aria-hidden': 'true'}); // what is spoken of stays bright, the rest is dimmed
  const shine = () => spot(light);
  box.addEventListener('close', () => {
    document.querySelector('.in-tour')?.classList.remove('in-tour');
    removeEventListener('scroll', shine, {capture: true});
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
    count.textContent = `${i + 1}\u00A0/\u00A0${steps.length}`;
    back.disabled = i === 0;
    next.textContent = i + 1 < steps.length ? _('Next') : _('Play');
    point(thingOf(step), box);
    shine();
  }
  if (!steps.length) return;
  document.body.append(light, box);
  addEventListener('scroll', shine, {passive: true, capture: true}); // of whatever moves
  addEventListener('resize', shine);
  box.showModal();
  go(0);
}

/** The words stand below what they are about, or above it. @param {Element|undefined} e @param {HTMLElement} box the words */
function point(e, box) {
  document.querySelector('.in-tour')?.classList.remove('in-tour');
  box.classList.remove('up');
  if (!e) return;
  e.classList.add('in-tour');
  const {top, bottom} = e.getBoundingClientRect(),
    hidden = bottom - box.getBoundingClientRect().top;
  box.classList.toggle('up', hidden > 0 && box.offsetHeight + 16 - top < hidden);
}

/** Lay the light over what is pointed to, as far as it is on the screen. @param {HTMLElement} light */
function spot(light) {
  const b = document.querySelector('.in-tour')?.getBoundingClientRect();
  if (!b) return void Object.assign(light.style, {left: '50%', top: '50%', width: '0', height: '0'});
  const left = Math.max(b.left - 6, 4),
    top = Math.max(b.top - 6, 4),
    right = Math.min(b.right + 6, innerWidth - 4),
    bottom = Math.min(b.bottom + 6, innerHeight - 4);
  Object.assign(light.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${right - left}px`,
    height: `${bottom - top}px`,
  });
}

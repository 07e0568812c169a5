// daily_card.js: my result at a deal of the day as a picture, to show to others: which game and day, place and score, how many did worse, the
// house's own result. Nothing of the cards, so nobody's deal is spoiled. It is HTML, and becomes a picture as the front page does (paper.js).
import {h, say} from './dom.js';
import {_, __} from './words.js';
import {comparedWords, dayWords, percentOf, placeWords} from './daily.js';
import {gameInfo} from './games.js';
import {savePaper, sharePaper} from './paper.js';
import {poster} from '../boards/posters.js';

/** @import {Results} from './daily.js' */

/** Wide enough for every chat room's preview. */
const WIDTH = 640;

/** @param {Results} r @param {number} streak */
function cardOf(r, streak) {
  const percent = percentOf(r);
  return h(
    'article',
    {class: 'deal-card'},
    h('div', {class: 'deal-poster', 'aria-hidden': 'true'}, poster(r.game)),
    h(
      'div',
      {class: 'deal-words'},
      h('p', {class: 'deal-head'}, `Speakeasy \u00B7 ${_('Deal of the day')}`),
      h('h2', {}, gameInfo(r.game)?.name ?? r.game),
      h('p', {class: 'deal-day'}, dayWords(r.day)),
      h('p', {class: 'deal-result'}, placeWords(r.game, r.mine ?? {})),
      percent !== null && bar(percent),
      h(
        'p',
        {class: 'deal-small'},
        [
          comparedWords(r),
          r.house ? _('the house: {result}', {result: placeWords(r.game, r.house)}) : '',
          streak > 1 ? __(streak, _('One day in a row.'), _('{n} days in a row.')) : '',
        ]
          .filter(Boolean)
          .join(' \u00B7 '),
      ),
    ),
  );
}

/** @param {number} percent */
function bar(percent) {
  const full = h('div');
  full.style.width = `${percent}%`; // an attribute would be refused: the page allows no styles in its text
  return h('div', {class: 'deal-bar'}, full);
}

/** @param {Results} r @param {number} streak @param {string} link */
export function showCard(r, streak, link) {
  const card = cardOf(r, streak),
    hold = h('div', {class: 'deal-hold'}, card),
    told = h('p', {class: 'small', role: 'status'}),
    title = `Speakeasy ${r.day} ${gameInfo(r.game)?.name ?? r.game}`;
  const tell = (/** @type {string} */ text) => say(told, text);
  const box = h(
    'dialog',
    {class: 'deal-box', 'aria-label': _('My result as a picture')},
    hold,
    told,
    h(
      'form',
      {method: 'dialog', class: 'buttons'},
      h(
        'button',
        {type: 'button', class: 'main', onclick: () => void savePaper(card, title, tell)},
        _('Save the picture'),
      ),
      'share' in navigator
        && h('button', {type: 'button', onclick: () => void sharePaper(card, title, link, tell)}, _('Share')),
      h('button', {}, _('Close')),
    ),
  );
  /** As large as there is room for. */
  function fit() {
    const scale = Math.min(1, hold.clientWidth / WIDTH);
    card.style.transform = `scale(${scale})`;
    card.style.left = `${Math.max(0, (hold.clientWidth - WIDTH * scale) / 2)}px`;
    hold.style.height = `${card.offsetHeight * scale}px`;
  }
  box.addEventListener('close', () => {
    removeEventListener('resize', fit);
    box.remove();
  });
  document.body.append(box);
  box.showModal();
  addEventListener('resize', fit);
  fit();
}

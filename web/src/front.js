// front.js: the front page of the evening's paper: who won, with a headline of the game's own, everybody's result, and a picture of the table as it
// stood at the end. It can be saved as a picture or shared. The paper is HTML like the rest of the page; the picture is the same, drawn once
// more inside an SVG (paper.js).
import {h, say} from './dom.js';
import {_, __, language} from './words.js';
import {gameInfo, scoreWords} from './games.js';
import {linkOf, savePaper, sharePaper} from './paper.js';

/** @import {TableState} from './types.js' */

/** Sheet and picture, in pixels of the paper itself. */
const SHEET = 900,
  PICTURE = {width: 560, height: 560},
  NEWS = 6, // sentences
  LEAST = 0.5; // of its size: smaller than that it is scrolled

/** The headline: what the paper makes of it. @param {TableState} state @param {(seat: number) => string} name */
export function headlineOf(state, name) {
  const {result, facts} = state,
    names = (result?.winners ?? []).map(name);
  if (!result || !names.length) return '';
  if (names.length > 1) return _('{names} share the city', {names: names.join(' & ')});
  const order = [...result.scores.keys()].sort((a, b) => result.ranks[a] - result.ranks[b]),
    words = (/** @type {number} */ seat) => scoreWords(facts?.game, result.scores[seat]),
    values = {name: names[0], a: words(order[0]), b: words(order[1] ?? order[0])};
  switch (facts?.game) {
    case 'chicago':
      return _('{name} takes Chicago, {a} to {b}', values);
    case 'gangster':
      return _('{name} owns the streets, {a} to {b}', values);
    case 'famiglia':
      return _('{name} heads the family, {a} to {b}', values);
    case 'chicago_gangsters':
      return _('{name} slips away with {a} bottles', values);
    default:
      return _('{name} wins, {a} to {b}', values);
  }
}

/** How often somebody went back: the paper does not keep it quiet. @param {TableState} state */
function takenBack({events}) {
  const n = events.filter(e => e.kind === 'undo').length;
  return n ? __(n, _('One move was taken back.'), _('{n} times a move was taken back.')) : '';
}

/** The board as it stands, still and silent. @param {HTMLElement} board */
function pictureOf(board) {
  const {width, height} = board.getBoundingClientRect(),
    scale = Math.min(PICTURE.width / width, PICTURE.height / height),
    copy = /** @type {HTMLElement} */ (board.cloneNode(true));
  for (const e of copy.querySelectorAll('.traveller, .stamp, .remark')) e.remove(); // what passes is not printed; what is on its way is where it belongs
  for (const e of [copy, ...copy.querySelectorAll('*')]) {
    if (e instanceof SVGElement) e.style.visibility = '';
    for (const a of [
      'data-target',
      'data-move',
      'data-key',
      'role',
      'tabindex',
      'aria-label',
      'aria-pressed',
      'aria-disabled',
      'aria-live',
    ])
      e.removeAttribute(a);
    e.classList.remove('open', 'picked', 'hinted', 'pointed', 'far');
  }
  for (const e of copy.querySelectorAll('button')) {
    if (e.querySelector('svg')) e.replaceWith(...e.childNodes);
    else e.remove(); // nothing is pressed in a paper
  }
  Object.assign(copy.style, {
    width: `${width}px`,
    height: `${height}px`,
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  });
  const frame = h('div', {class: 'front-frame', inert: true, 'aria-hidden': 'true'}, copy);
  Object.assign(frame.style, {width: `${width * scale}px`, height: `${height * scale}px`});
  return frame;
}

/** Print is the same by day and by night: the inks and papers of the day. @param {HTMLElement} paper */
function byDay(paper) {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText === ':root')
        for (const name of rule.style)
          if (name.startsWith('--')) paper.style.setProperty(name, rule.style.getPropertyValue(name));
  return paper;
}

/** @param {TableState} state @param {{name(seat: number): string, named(code: string): string|null}} table @param {HTMLElement} board
 * @param {string[]} news what happened last */
function paperOf(state, {name, named}, board, news) {
  const {result, facts} = state,
    today = new Intl.DateTimeFormat(language, {dateStyle: 'long'}).format(new Date());
  const order = [...(result?.scores ?? []).keys()].sort((a, b) => (result?.ranks[a] ?? 0) - (result?.ranks[b] ?? 0));
  const rows = order.map(seat =>
    h(
      'tr',
      {},
      h('td', {}, `${result?.ranks[seat]}.`),
      h('td', {}, name(seat)),
      h('td', {class: 'n'}, scoreWords(facts?.game, result?.scores[seat] ?? 0)),
    ),
  );
  return h(
    'article',
    {class: 'front'},
    h('p', {class: 'front-head'}, _('The Speakeasy Courier')),
    h(
      'p',
      {class: 'front-date'},
      h('span', {}, today),
      h('span', {}, _('Late edition')),
      h('span', {}, _('Price: one bottle')),
    ),
    h('h2', {class: 'front-title'}, headlineOf(state, name)),
    h('p', {class: 'front-why'}, named(result?.reason ?? '') ?? ''),
    h(
      'div',
      {class: 'front-body'},
      h('figure', {}, pictureOf(board), h('figcaption', {}, _('The table as it stood when the lights went on.'))),
      h(
        'div',
        {class: 'front-side'},
        h('h3', {}, gameInfo(facts?.game ?? '')?.name ?? facts?.name ?? ''),
        h('table', {}, h('tbody', {}, ...rows)),
        h('h4', {}, _('How it ended')),
        h('ul', {class: 'front-news'}, ...news.map(text => h('li', {}, text))),
        h('p', {}, takenBack(state)),
      ),
    ),
  );
}

/** The paper in a dialog. @param {TableState} state @param {{name(seat: number): string, named(code: string): string|null, board: HTMLElement, news(): string[]}} table
 * @param {string|null} link to the game, where others can see it */
export function showFront(state, table, link) {
  const paper = byDay(paperOf(state, table, table.board, table.news().slice(-NEWS))),
    hold = h('div', {class: 'front-hold'}, paper),
    said = h('p', {class: 'small', role: 'status'}),
    title = headlineOf(state, table.name);
  const tell = (/** @type {string} */ text) => say(said, text);
  const share = link || 'share' in navigator;
  const box = h(
    'dialog',
    {class: 'front-box', 'aria-label': _('Front page')},
    hold,
    said,
    h(
      'form',
      {method: 'dialog', class: 'buttons'},
      h(
        'button',
        {type: 'button', class: 'main', onclick: () => void savePaper(paper, title, tell)},
        _('Save the picture'),
      ),
      share
        && h(
          'button',
          {type: 'button', class: 'share', onclick: () => void sharePaper(paper, title, link, tell)},
          _('Share'),
        ),
      link && h('button', {type: 'button', onclick: () => void linkOf(link, tell)}, _('Copy the link')),
      h('button', {}, _('Close')),
    ),
  );
  /** As large as there is room for. */
  function fit() {
    const scale = Math.min(1, hold.clientWidth / SHEET, Math.max(LEAST, (innerHeight - 150) / paper.offsetHeight));
    Object.assign(paper.style, {
      transform: `scale(${scale})`,
      left: `${Math.max(0, (hold.clientWidth - SHEET * scale) / 2)}px`,
    });
    hold.style.height = `${paper.offsetHeight * scale}px`;
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

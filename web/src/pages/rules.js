// rules.js: the rules of a game as its own text words them, with the numbers that refusals name: a table of contents, a search field, and
// pictures of the table beside the rules they show.
import {h} from '../dom.js';
import {_, language} from '../words.js';
import {games, newGames} from '../games.js';
import {open} from '../shell.js';
import {findField} from '../find.js';
import {hangFigures} from '../figures.js';
import {hasLessons, progressWords} from '../lessons.js';
import {markdown} from '../markdown.js';
import {poster} from '../../boards/posters.js';

open(async main => {
  const key = new URLSearchParams(location.search).get('game') ?? '';
  const all = [...games, ...(await newGames())],
    game = all.find(g => g.key === key);
  document.title = game ? _('Rules: {game}', {game: game.name}) : _('Rules');
  main.className = 'rules';
  if (!game) return void main.append(gameLinks(all, key), h('h1', {}, _('Rules')), choices(all));
  const text = await rulesText(key, language);
  const page = h('article', {lang: text.language});
  page.append(...markdown(text.text, text.language));
  const list = contents(page);
  main.append(
    gameLinks(all, key),
    h('div', {class: 'beside-rules'}, findField(page), hasLessons(key) && lessonsLink(key), list),
  );
  if (text.language !== language) main.append(h('p', {class: 'notice'}, _('These rules are in English so far.')));
  main.append(page);
  await hangFigures(page, key);
  follow(page, list);
  showWanted();
});

/** @param {import('../games.js').GameInfo[]} all @param {string} key */
const gameLinks = (all, key) =>
  h(
    'nav',
    {class: 'games-nav', 'aria-label': _('Games')},
    ...all.map(g => h('a', {href: `rules.html?game=${g.key}`, 'aria-current': g.key === key && 'page'}, g.name)),
  );

/** Nothing was asked for: every game with its picture. @param {import('../games.js').GameInfo[]} all */
const choices = all =>
  h(
    'ul',
    {class: 'rule-books'},
    ...all.map(g => h('li', {}, h('a', {href: `rules.html?game=${g.key}`}, poster(g.key), h('b', {}, g.name)))),
  );

/** @param {string} key */
const lessonsLink = key =>
  h(
    'a',
    {class: 'button', href: `lesson.html?game=${key}`},
    [_('Learn by playing'), progressWords(key)].join(' ').trim(),
  );

/** The headings as a list of links; a heading without a number gets a name to link to. @param {HTMLElement} page */
function contents(page) {
  const links = [...page.querySelectorAll(':scope > :is(h2, h3)')].map((e, i) => {
    e.id ||= `part-${i + 1}`;
    return h(
      'li',
      {class: e.localName},
      h('a', {href: `#${e.id}`}, e.textContent?.replace(/^[A-Z]{2}-\d+ /, '') ?? ''),
    );
  });
  const list = h(
    'details',
    {class: 'contents'},
    h('summary', {}, _('Contents')),
    h('nav', {'aria-label': _('Contents')}, h('ul', {}, ...links)),
  );
  const wide = matchMedia('(min-width: 70rem)'),
    fit = () => void (list.open = wide.matches);
  fit();
  wide.addEventListener('change', fit);
  list.addEventListener('click', e => {
    if (e.target instanceof HTMLAnchorElement && !wide.matches) list.open = false; // it has led there
  });
  return list;
}

/** Mark in the list what is being read. @param {HTMLElement} page @param {HTMLElement} list */
function follow(page, list) {
  const heads = [...page.querySelectorAll(':scope > :is(h2, h3)')];
  let asked = 0;
  const look = () => {
    asked = 0;
    const at = heads.findLast(e => e.getBoundingClientRect().top < innerHeight * 0.3);
    for (const a of list.querySelectorAll('a')) {
      const here = !!at && a.hash === `#${encodeURI(at.id)}`;
      if (here === a.hasAttribute('aria-current')) continue;
      a.toggleAttribute('aria-current', here);
      if (here) a.setAttribute('aria-current', 'true');
      if (here && list.matches('[open]') && list.scrollHeight > list.clientHeight)
        list.scrollTop = a.offsetTop - list.clientHeight / 2;
    }
  };
  addEventListener('scroll', () => (asked ||= requestAnimationFrame(look)), {passive: true});
  look();
}

/** A refusal named a rule, and led here. */
function showWanted() {
  const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted) return;
  wanted.classList.add('wanted');
  wanted.scrollIntoView({block: 'center'});
}

/** In the reader's language, or in English. @param {string} game @param {string} wanted */
async function rulesText(game, wanted) {
  const there = await fetch('rules/list.json')
    .then(a => a.json())
    .catch(() => []);
  for (const code of [wanted, 'en']) {
    if (!there.includes(`${game}.${code}.md`)) continue;
    const answer = await fetch(`rules/${game}.${code}.md`);
    if (answer.ok) return {language: code, text: await answer.text()};
  }
  return {language: 'en', text: _('The rules could not be loaded.')};
}

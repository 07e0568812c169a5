// rules.js: the rules of a game as its own text words them, with the numbers that refusals name.
import {h} from '../dom.js';
import {_, language} from '../words.js';
import {gameInfo, games} from '../games.js';
import {open} from '../shell.js';
import {markdown} from '../markdown.js';
import {engineGames} from '../local.js';
import {forPlayers, unnumbered, worded} from '../rulebook.js';

open(async main => {
  const key = new URLSearchParams(location.search).get('game') ?? '';
  const game = gameInfo(key);
  document.title = game ? _('Rules: {game}', {game: game.name}) : _('Rules');
  main.className = 'rules';
  main.append(h('nav', {'aria-label': _('Games')}, ...games.map(g => h('a', {href: `rules.html?game=${g.key}`, 'aria-current': g.key === key && 'page'}, g.name))));
  if (!game) return void main.append(h('h1', {}, _('Rules')), h('p', {}, _('Choose a game.')));
  const [text, options] = await Promise.all([rulesText(key, language), optionsOf(key)]), clear = worded(text.text, options);
  const page = h('article', {lang: text.language});
  if (text.language !== language) main.append(h('p', {class: 'notice'}, _('These rules are in English so far.')));
  page.append(...markdown(unnumbered(text.language === 'en' ? forPlayers(clear) : clear), text.language));
  main.append(page);
  const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted) {
    wanted.classList.add('wanted');
    wanted.scrollIntoView({block: 'center'});
  }
});

/** What the engine says of them; nothing if it cannot be loaded. @param {string} game @returns {Promise<any[]>} */
const optionsOf = game => engineGames().then(all => all.find(g => g.game === game)?.options ?? [], () => []);

/** In the reader's language, or in English. @param {string} game @param {string} wanted */
async function rulesText(game, wanted) {
  const there = await fetch('rules/list.json').then(a => a.json()).catch(() => []);
  for (const code of [wanted, 'en']) {
    if (!there.includes(`${game}.${code}.md`)) continue;
    const answer = await fetch(`rules/${game}.${code}.md`);
    if (answer.ok) return {language: code, text: await answer.text()};
  }
  return {language: 'en', text: _('The rules could not be loaded.')};
}

// pages/puzzle.js: "best move?": puzzle.html lists the games, puzzle.html?game=GAME&n=12 is a puzzle on its real table.
import {h, say} from '../dom.js';
import {_, __} from '../words.js';
import {boardOf} from '../../boards/index.js';
import {gameInfo, games, scoreWords} from '../games.js';
import {crossIcon} from '../icons.js';
import {deadEnd, open} from '../shell.js';
import {fetchSolver, nextPuzzle, noteTry, puzzlesOf, ratingOf, solverOf, startPuzzle} from '../puzzles.js';
import {runTable} from '../table.js';

/** @import {Puzzle} from '../puzzles.js' */

open(async main => {
  const asked = new URLSearchParams(location.search),
    game = asked.get('game') ?? '',
    level = Number(asked.get('level') ?? 0);
  document.title = _('Best move?');
  if (!gameInfo(game)) return chooser(main);
  const puzzles = await puzzlesOf(game);
  await fetchSolver(game);
  const p = asked.has('n')
    ? puzzles.find(p => p.number === Number(asked.get('n')))
    : nextPuzzle(puzzles, solverOf(game), level);
  if (!p) return deadEnd(main, _('There is no such puzzle.'));
  return play(main, game, p, level);
});

/** Every game, with how far one is. @param {HTMLElement} main */
async function chooser(main) {
  main.className = 'puzzles';
  main.append(
    h('h1', {}, _('Best move?')),
    h(
      'p',
      {},
      _(
        'Positions from real games. One move is clearly the best, and it is not the one that looks best. Your first try counts.',
      ),
    ),
    h('div', {class: 'puzzle-games'}, ...(await Promise.all(games.map(gamePart)))),
  );
}

/** @param {import('../games.js').GameInfo} g */
async function gamePart(g) {
  const puzzles = await puzzlesOf(g.key);
  await fetchSolver(g.key);
  const {rating, tried} = solverOf(g.key),
    right = Object.values(tried).filter(x => x).length;
  const level = h(
    'select',
    {'aria-label': _('Difficulty')},
    ...[_('any difficulty'), ...levelNames()].map((name, i) => h('option', {value: i}, name)),
  );
  const go = h(
    'button',
    {
      type: 'button',
      class: 'main',
      'data-puzzles': g.key,
      onclick: () => location.assign(link(g.key, Number(level.value))),
    },
    _('Next puzzle'),
  );
  return h(
    'section',
    {class: 'panel', hidden: !puzzles.length, 'aria-label': g.name},
    h('h2', {}, g.name),
    h(
      'p',
      {class: 'small'},
      _('{right} of {n} solved at once; {all} puzzles in all.', {
        right,
        n: Object.keys(tried).length,
        all: puzzles.length,
      }),
    ),
    h('p', {}, _('Your rating: {n}', {n: rating})),
    h('div', {class: 'buttons'}, level, go),
  );
}

const levelNames = () => [_('easy'), _('medium'), _('hard'), _('very hard')];

/** @param {string} game @param {number} level */
const link = (game, level) => `puzzle.html?game=${game}${level ? `&level=${level}` : ''}`;

/** @param {HTMLElement} main @param {string} game @param {Puzzle} p @param {number} level */
async function play(main, game, p, level) {
  const panel = puzzlePanel(game, p, level);
  let first = true;
  const way = await startPuzzle(game, p, move => {
    const right = move === p.best;
    if (first) void noteTry(game, p, move).then(panel.rated);
    first = false;
    if (!right) return panel.wrong(move);
    panel.right(table.label(p.looks_best));
    return null;
  });
  const room = h('div');
  const table = runTable(room, await boardOf(way.box), way);
  table.top.append(panel.root);
  table.status.append(
    h('a', {class: 'button quiet menu', href: 'puzzle.html', 'aria-label': _('To all puzzles')}, crossIcon()),
  );
  panel.onShow(() => {
    if (first) void noteTry(game, p, '').then(panel.rated); // looking it up is no solution
    first = false;
    table.send('hint');
  });
  room.classList.add('teaching');
  main.append(room);
}

/** The part of a score that is worth telling as a reason. */
const LEAST = 0.02;

/** Why the best move is better than the one that looks best: what comes of both when they are played on. @param {string} game @param {Puzzle} p
 * @param {string} move the one that looks best, in words */
export function whyWords(game, {ends}, move) {
  if (!ends) return '';
  const {best, looks_best: look} = ends,
    round = (/** @type {number} */ n) => (n < 10000 ? n : Math.round(n / 1000) * 1000), // a fortune to the thousand
    gain = round(best.own) - round(look.own),
    drop = round(look.rival) - round(best.rival);
  if (gain < LEAST * best.own && drop < LEAST * best.rival)
    return _(
      '\u201C{move}\u201D looks better, but played on to the end it wins {made} games in 100, the best move {best}.',
      {
        move,
        made: look.percent,
        best: best.percent,
      },
    );
  const what = gameInfo(game)?.score?.title() ?? _('Points'),
    [made, better] = (gain >= drop ? [look.own, best.own] : [look.rival, best.rival]).map(round),
    values = {move, what, made: scoreWords(game, made), best: scoreWords(game, better)};
  return gain >= drop
    ? _(
        '\u201C{move}\u201D looks better, but you end with {made} on average ({what}), after the best move with {best}.',
        values,
      )
    : _(
        '\u201C{move}\u201D looks better, but your strongest rival ends with {made} on average ({what}), after the best move with {best}.',
        values,
      );
}

/** What is asked, and what came of it. @param {string} game @param {Puzzle} p @param {number} level */
function puzzlePanel(game, p, level) {
  const text = h('p', {class: 'task', 'aria-live': 'polite'}, _('One move is clearly the best. Which one?')),
    change = h('p', {class: 'small rated', role: 'status'}),
    show = h('button', {type: 'button', class: 'show-me'}, _('Show me')),
    next = h('a', {class: 'button next', href: link(game, level)}, _('Next puzzle'));
  const root = h(
    'section',
    {class: 'lesson puzzle', 'aria-label': _('Best move?')},
    h('h2', {}, `${_('Best move?')} ${p.number} \u00B7 ${levelNames()[p.difficulty - 1]} (${ratingOf(p)})`),
    text,
    change,
    h('div', {class: 'buttons'}, show, next),
  );
  const best = p.lines[0]?.percent ?? 0;
  return {
    root,
    /** @param {() => void} press */
    onShow: press => show.addEventListener('click', press),
    /** @param {string} move */
    wrong(move) {
      const line = p.lines.find(l => l.move === move);
      root.classList.add('missed');
      return line
        ? _('Not the best: this wins {n} games in 100, the best move {best}.', {n: line.percent, best})
        : _('Not the best: this was not even among the likeliest moves.');
    },
    /** @param {string} other what looks best, in words */
    right(other) {
      root.classList.add('done');
      const won = __(
        p.gap,
        _('Right! It wins {best} games in 100, one more than any other.'),
        _('Right! It wins {best} games in 100, {n} more than any other.'),
        {best},
      );
      say(text, `${won} ${whyWords(game, p, other)}`.trim());
      show.hidden = true;
      next.classList.add('main');
      next.focus();
    },
    /** @param {{before: number, after: number}|null} r */
    rated(r) {
      if (r) say(change, _('Your rating: {n}', {n: `${r.before} \u2192 ${r.after}`}));
    },
  };
}

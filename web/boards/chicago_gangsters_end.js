// chicago_gangsters_end.js: the showdown. Everybody's cards lie open, best first: what each kind adds up to, who has most of it and what that is worth, who kept
// their word, and the bottles that decide. Nothing else is on the table then.
import {count, h, keep, say, set} from '../src/dom.js';
import {_} from '../src/words.js';
import {countWord, countWords} from '../src/panels/ledger.js';
import {bottles, emblem, meansCard, meansIcon, personCard, personIcon, tintOf} from './chicago_gangsters_cards.js';
import {kind, KINDS, showdown} from './chicago_gangsters_facts.js';
import {capital, kindName} from './chicago_gangsters_words.js';
import {portrait} from './kit.js';

/** @import {BoardContext, Given, TableState} from '../src/types.js' */
/** @import {Edition, Player, View} from './chicago_gangsters_facts.js' */

const HELD = [...KINDS, /** @type {const} */ ('persons')];

export function showdownPart() {
  const rows = h('tbody'),
    honest = h('p', {class: 'small honest'}),
    signs = [null, ...KINDS.map(meansIcon), personIcon()];
  const heads = [
    _('Player'),
    ...KINDS.map(k => capital(kindName(k))),
    _('Persons'),
    _('Kept their word'),
    _('Bottles'),
  ].map((t, i) => h('th', {scope: 'col'}, signs[i], h('span', {class: 'word'}, t)));
  const root = h(
    'section',
    {class: 'showdown panel', hidden: true},
    h('h2', {}, _('Showdown')),
    h('table', {}, h('thead', {}, h('tr', {}, ...heads)), rows),
    h('p', {class: 'small'}, _('\u2605: the most of this kind, two bottles. They are counted already.')),
    honest,
  );
  return {root, rows, honest};
}

/** @param {ReturnType<typeof showdownPart>} part @param {Edition} edition @param {View} v @param {BoardContext} table @param {TableState} state */
export function drawShowdown(part, edition, v, table, {result, promises, facts}) {
  part.root.hidden = v.coalition !== 'game_end';
  if (part.root.hidden) return;
  const all = v.players.map(showdown),
    best = HELD.map((_x, k) => Math.max(...all.map(a => a[k]))),
    seats = [...all.keys()].sort((a, b) =>
      result ? result.ranks[a] - result.ranks[b] : v.players[b].alcohol - v.players[a].alcohol,
    );
  count(part.rows, seats.length);
  keep(
    part.rows,
    seats,
    String,
    seat => rowOf(edition, v.players[seat]),
    (row, seat) => {
      const [who, ...cells] = row.children,
        word = countWord(promises, seat),
        face = who.querySelector('.face-of'),
        gf = v.players[seat].godfather_points;
      row.classList.toggle('won', !!result?.winners.includes(seat));
      if (!face.firstChild) face.append(portrait(facts?.seats[seat]?.name ?? '', seat));
      say(who.querySelector('.who'), `${table.who(seat)}${gf ? ` \u265A${gf}` : ''}`);
      HELD.forEach((_x, k) => {
        const n = all[seat][k],
          top = n > 0 && n === best[k];
        cells[k].classList.toggle('most', top);
        say(cells[k].firstElementChild, `${n}${top ? ' \u2605' : ''}`);
      });
      say(cells[4], wordSigns(word));
      cells[4].classList.toggle('none', !word.kept && !word.broken);
      set(cells[4], {'aria-label': countWords(word)});
      say(cells[5].firstElementChild, String(v.players[seat].alcohol));
    },
  );
  say(part.honest, honestWords(v.players.length, promises, table));
}

/** @param {Edition} edition @param {Player} p */
const rowOf = (edition, p) =>
  h(
    'tr',
    {class: `print tint-${tintOf(p.role)}`},
    h(
      'th',
      {scope: 'row'},
      h('span', {class: 'face-of', 'aria-hidden': 'true'}),
      emblem(edition, p.role),
      h('span', {class: 'who'}),
    ),
    ...HELD.map(of => h('td', {class: 'of-kind'}, h('b'), heldCards(edition, p, of))),
    h('td', {class: 'word-kept'}),
    h('td', {class: 'in-all'}, h('b'), bottles(1)),
  );

/** The cards behind a sum; they are a picture of it. @param {Edition} edition @param {Player} p @param {string} of a kind of means, or persons */
const heldCards = (edition, p, of) =>
  h(
    'span',
    {class: 'held', 'aria-hidden': 'true'},
    ...(of === 'persons'
      ? p.persons.map(x => personCard(edition, x))
      : (p.hand ?? []).filter(c => kind(c) === of).map(meansCard)),
  );

/** @param {{kept: number, broken: number}} count */
const wordSigns = ({kept, broken}) => (kept + broken ? `\u2713${kept} \u2717${broken}` : '\u2013');

/** Who kept their word, and who broke it most often. @param {number} n @param {Given[]} promises @param {BoardContext} table */
function honestWords(n, promises, table) {
  const all = Array.from({length: n}, (_x, seat) => countWord(promises, seat)),
    most = Math.max(...all.map(c => c.broken)),
    names = (/** @type {(c: {kept: number, broken: number}) => boolean} */ which) =>
      all.flatMap((c, seat) => (which(c) ? [table.name(seat)] : [])).join(', ');
  const honest = names(c => c.kept > 0 && !c.broken);
  return [
    honest && _('Kept every promise: {names}.', {names: honest}),
    most > 0 && _('Broke the most: {names}.', {names: names(c => c.broken === most)}),
  ]
    .filter(Boolean)
    .join(' ');
}

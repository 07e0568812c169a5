// newtable.js: the dialog that sets up a table: players, who sits where, the game's options, clock, house rules;
// here in the browser or, if there is a house, with friends by link.
import {h, keep} from './dom.js';
import {_, fromEngine} from './words.js';
import {myName} from './names.js';
import {valueName} from './options.js';
import {call, contribute, house, nonce} from './api.js';
import {claim} from './account.js';
import {engineGames} from './local.js';
import {goTo, keepRemote} from './mine.js';
import {prefs, setPrefs} from './prefs.js';
import {complain} from './shell.js';

/** @import {GameInfo} from './games.js' */

const LEVELS = ['easy', 'normal', 'hard'];

/** @param {GameInfo} g */
export async function newTable(g) {
  const there = await house();
  const about = (await engineGames()).find((/** @type {any} */ x) => x.game === g.key);
  const name = h('input', {maxlength: 30, autocomplete: 'nickname'});
  name.value = prefs().name;
  const count = h('select', {'aria-label': _('Players')}, ...range(g.least, g.most).map(n => h('option', {value: n, selected: n === g.best}, String(n))));
  const seats = h('div', {class: 'seats-pick'});
  const options = h('div', {class: 'options'}, ...(about?.options ?? []).map(optionField));
  const clock = h('select', {'aria-label': _('Clock')}, ...clocks().map(([v, w]) => h('option', {value: v}, w)));
  const house_rules = h('div', {class: 'ticks'}, ...ticks());
  const box = h('dialog', {class: 'set-up', 'aria-label': _('Set up a table')}, h('h2', {}, g.name),
                h('form', {method: 'dialog'}, h('label', {}, _('Your name'), name), h('label', {hidden: g.least === g.most}, _('Players'), count),
                  h('fieldset', {}, h('legend', {}, _('Seats')), seats),
                  h('details', {}, h('summary', {}, _('Rules of this table')), options),
                  there && h('details', {}, h('summary', {}, _('Clock and house rules')), h('label', {}, _('Clock'), clock), house_rules),
                  h('div', {class: 'buttons'}, h('button', {class: 'main', value: 'go'}, _('Open the table')), h('button', {value: ''}, _('Cancel')))));
  const drawSeats = () => {
    keep(seats, range(1, Number(count.value) - 1), n => String(n), n => seatField(n, !!there));
    for (const e of options.querySelectorAll('input')) if (e.dataset.each) e.value = String(Number(e.dataset.each) * Number(count.value));
  };
  count.addEventListener('change', drawSeats);
  drawSeats();
  box.addEventListener('close', () => {
    setPrefs({name: name.value});
    if (box.returnValue === 'go') make(g, there, Number(count.value), seats, options, clock.value, house_rules).catch(e => complain(String(e.message)));
    box.remove();
  });
  document.body.append(box);
  box.showModal();
}

/** @param {number} a @param {number} b */
const range = (a, b) => Array.from({length: Math.max(0, b - a + 1)}, (_x, i) => a + i);

/** @param {number} n @param {boolean} there */
function seatField(n, there) {
  const kinds = [...LEVELS.map(l => [`bot:${l}`, levelName(l)]), ['hotseat', _('Somebody here')], ...(there ? [['open', _('Friend by link')]] : [])];
  const pick = h('select', {name: `seat${n}`, 'aria-label': _('Seat {n}', {n: n + 1})}, ...kinds.map(([v, w]) => h('option', {value: v, selected: v === (there ? 'open' : `bot:${prefs().level}`)}, w)));
  const name = h('input', {name: `name${n}`, maxlength: 30, 'aria-label': _('Name in seat {n}', {n: n + 1}), placeholder: _('Name'), hidden: true});
  pick.addEventListener('change', () => { name.hidden = pick.value !== 'hotseat'; });
  return h('div', {class: 'seat-pick'}, h('label', {}, _('Seat {n}', {n: n + 1}), pick), name);
}

/** @param {string} level */
export function levelName(level) {
  return {easy: _('Bot, easy'), normal: _('Bot, normal'), hard: _('Bot, hard')}[level] ?? level;
}

/** @param {any} o */
function optionField(o) {
  const pick = o.values ? h('select', {name: o.name}, ...o.values.map((/** @type {string} */ v) => h('option', {value: v, selected: v === o.default}, valueName(o, v))))
    : h('input', {name: o.name, type: 'number', min: o.min, max: o.max, value: o.default, 'data-each': o.per_seat && o.default});
  return h('label', {}, fromEngine(o.help), pick);
}

function clocks() {
  return [['none', _('none')], ['move 90s bot', _('90 seconds a move')], ['bank 15m+10s bot', _('15 minutes and 10 seconds a move')],
          ['bank 45m+15s bot', _('45 minutes and 15 seconds a move')], ['move 1d bot', _('a day a move')], ['move 3d bot', _('three days a move')]];
}

function ticks() {
  return [['undo', _('Moves may be taken back'), true], ['chat', _('Chat'), true], ['hints', _('Hints are allowed'), false],
          ['pause', _('The game may be paused'), true], ['onlookers', _('Onlookers are welcome'), true], ['listed', _('Listed for everybody'), false]]
    .map(([key, words, on]) => {
      const box = h('input', {type: 'checkbox', name: String(key)});
      box.checked = !!on;
      return h('label', {class: 'tick'}, box, String(words));
    });
}

/** @param {HTMLElement} root @returns {Record<string, string>} */
function values(root) {
  return Object.fromEntries([...root.querySelectorAll('select, input')].map(e => {
    const f = /** @type {HTMLInputElement} */ (e);
    return [f.name, f.type === 'checkbox' ? String(f.checked) : f.value];
  }));
}

/** @param {GameInfo} g @param {any} there @param {number} players @param {HTMLElement} seats @param {HTMLElement} options
 * @param {string} clock @param {HTMLElement} rules */
async function make(g, there, players, seats, options, clock, rules) {
  const chosen = values(seats), picked = range(1, players - 1).map(n => chosen[`seat${n}`]), shared = picked.includes('hotseat');
  const guest = (/** @type {number} */ i) => chosen[`name${i + 1}`].trim() || _('Player {n}', {n: i + 2});
  const list = [{kind: 'me', name: shared ? prefs().name.trim() || _('Player {n}', {n: 1}) : myName()},
                ...picked.map((p, i) => (p.startsWith('bot:') ? {kind: 'bot', bot: p.slice(4)} : p === 'hotseat' ? {kind: p, name: guest(i)} : {kind: p}))];
  if (!there || !picked.includes('open')) {
    return goTo({game: g.key, players, options: values(options), seats: /** @type {any} */ (list)});
  }
  const mine = nonce(), ticked = Object.fromEntries(Object.entries(values(rules)).map(([k, v]) => [k, v === 'true']));
  const body = {game: g.key, players, options: values(options), language: document.documentElement.lang, clock, ...ticked,
                seats: list.map(s => (s.kind === 'me' ? {...s, nonce: mine, bot: 'normal'} : s.kind === 'open' ? {...s, bot: 'normal'} : s))};
  const made = await call('POST', 'api/tables', {body});
  for (const s of made.seats) {
    const given = await contribute(made.id, s.seat, s.token, s.seat === 0 ? mine : '');
    keepRemote({id: made.id, token: s.token, seat: s.seat, game: g.key, host: made.host, commitment: made.commitment, nonce: given, updated: Date.now()});
  }
  for (const s of made.seats) if (s.seat === 0) await claim(made.id, s.token);
  location.assign(`table.html?t=${made.id}`);
}

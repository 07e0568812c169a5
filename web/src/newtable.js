// newtable.js: the dialog that sets up a table: with whom, how many, how the rules are read, the game's options, clock and table rules;
// here in the browser or, if there is a house, with friends by link. Its fields are in setup_fields.js.
import {h, keep, say} from './dom.js';
import {_} from './words.js';
import {characterOf, myName} from './names.js';
import {call, contribute, house, nonce} from './api.js';
import {claim, session} from './account.js';
import {boxOf, engineBots, engineGames, fileTrouble} from './local.js';
import {goTo, keepRemote} from './mine.js';
import {prefs, setPrefs} from './prefs.js';
import {complain} from './shell.js';
import {reason} from './phrase.js';
import {
  card,
  clockFields,
  companyOf,
  drawCast,
  editionField,
  kindFor,
  optionField,
  presetField,
  seatField,
  showOptions,
  ticks,
  values,
} from './setup_fields.js';

/** @import {GameInfo} from './games.js' */

/** @param {number} a @param {number} b */
const range = (a, b) => Array.from({length: Math.max(0, b - a + 1)}, (_x, i) => a + i);

/** @param {GameInfo} g */
export async function newTable(g) {
  const there = await house();
  const about = (await engineGames()).find((/** @type {any} */ x) => x.game === g.key);
  const fields = makeFields(g, there, about, await engineBots());
  const box = h(
    'dialog',
    {class: 'set-up', 'aria-label': _('Set up a table')},
    h('h2', {}, g.name),
    h(
      'form',
      {method: 'dialog'},
      h('label', {}, _('Your name'), fields.name),
      fields.company,
      h('label', {hidden: g.least === g.most}, _('Players'), fields.count),
      h('fieldset', {}, h('legend', {}, _('Seats')), fields.seats, fields.cast),
      fields.preset.root,
      h('details', {}, h('summary', {}, _('Rules of this table')), fields.options, fields.edition.field),
      fields.table,
      h('div', {class: 'buttons'}, fields.go, h('button', {value: ''}, _('Cancel'))),
    ),
  );
  box.addEventListener('close', () => {
    setPrefs({name: fields.name.value});
    if (box.returnValue === 'go') make(g, there, fields).catch(e => complain(e.line ? fileTrouble(e) : reason(e)));
    box.remove();
  });
  document.body.append(box);
  box.showModal();
}

/** @typedef {ReturnType<typeof makeFields>} Fields */

/** A rated table has a clock, and neither hints nor moves taken back. @param {HTMLElement} rules @param {ReturnType<typeof clockFields>} clock */
function keepToRated(rules, clock) {
  const tick = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement|null} */ (rules.querySelector(`input[name=${name}]`)),
    rated = tick('rated');
  rated?.addEventListener('change', () => {
    for (const box of [tick('undo'), tick('hints')]) {
      if (!box) continue;
      box.disabled = rated.checked;
      box.checked = !rated.checked && box.name === 'undo';
    }
    if (rated.checked) clock.needed();
  });
}

/** @param {GameInfo} g @param {any} there the house, or null @param {any} about @param {any[]} bots as the engine lists them */
function makeFields(g, there, about, bots) {
  const name = h('input', {maxlength: 30, autocomplete: 'nickname'});
  name.value = prefs().name;
  const count = h(
    'select',
    {'aria-label': _('Players')},
    ...range(g.least, g.most).map(n => h('option', {value: n, selected: n === g.best}, String(n))),
  );
  const players = () => Number(count.value),
    all = about?.options ?? [];
  const seats = h('div', {class: 'seats-pick'}),
    cast = h('ul', {class: 'cast', 'aria-label': _('Who the bots are')}),
    options = h('div', {class: 'options'}, ...all.map((/** @type {any} */ o) => optionField(g.key, o)));
  const preset = presetField(all, options, players),
    clock = clockFields(),
    rules = h('div', {class: 'ticks'}, ...ticks(there?.ratings && !!session()));
  keepToRated(rules, clock);
  const table = h('details', {}, h('summary', {}, _('Clock and table rules')), ...clock.fields, rules),
    go = h('button', {class: 'main', value: 'go'});
  const company = companyField(!!there, kind => {
    for (const e of seats.querySelectorAll('select')) {
      e.value = kind;
      e.dispatchEvent(new Event('change'));
    }
    draw();
  });

  /** Everything follows from how many there are and who they are. */
  function draw() {
    keep(
      seats,
      range(1, players() - 1),
      n => String(n),
      n => seatField(n, !!there, kindFor(company.chosen())),
    );
    const kinds = [...seats.querySelectorAll('select')].map(e => e.value);
    company.show(companyOf(kinds));
    const levels = new Set(kinds.flatMap(k => (k.startsWith('bot:') ? [k.slice(4)] : [])));
    drawCast(
      cast,
      [...levels].map(level => characterOf(bots, level, g.key)),
    );
    cast.hidden = !levels.size;
    for (const e of options.querySelectorAll('input'))
      if (e.dataset.each && preset.chosen() !== 'letter') e.value = String(Number(e.dataset.each) * players());
    showOptions(options, all, players());
    table.hidden = !kinds.includes('open'); // at this device nobody needs a clock
    say(go, kinds.includes('open') ? _('Open the table') : _('Play now'));
  }
  for (const part of [count, seats, options, preset.root]) part.addEventListener('change', draw);
  draw();
  return {
    name,
    count,
    players,
    company: company.root,
    seats,
    cast,
    options,
    preset,
    edition: editionField(about),
    table,
    clock,
    rules,
    go,
  };
}

/** Who plays: bots unless somebody says otherwise. @param {boolean} there @param {(kind: string) => void} choose */
function companyField(there, choose) {
  const root = h(
    'fieldset',
    {class: 'company'},
    h('legend', {}, _('Who plays?')),
    card('company', 'bots', _('Me against bots'), _('Starts at once, with hints.'), true),
    there && card('company', 'friends', _('Friends by link'), _('You get a link to send them.'), false),
    card('company', 'device', _('All of us at this device'), _('You pass it round.'), false),
  );
  const chosen = () => root.querySelector('input:checked')?.getAttribute('value') ?? 'bots';
  root.addEventListener('change', () => choose(kindFor(chosen())));
  return {
    root,
    chosen,
    /** @param {string} which '': mixed */
    show(which) {
      for (const e of root.querySelectorAll('input')) e.checked = e.value === which;
    },
  };
}

/** @param {GameInfo} g @param {any} there @param {Fields} fields */
async function make(g, there, {players, seats, options, edition, clock, rules}) {
  const chosen = values(seats),
    n = players(),
    picked = range(1, n - 1).map(i => chosen[`seat${i}`]),
    shared = picked.includes('hotseat');
  const guest = (/** @type {number} */ i) => chosen[`name${i + 1}`].trim() || _('Player {n}', {n: i + 2});
  const list = [
    {kind: 'me', name: shared ? prefs().name.trim() || _('Player {n}', {n: 1}) : myName()},
    ...picked.map((p, i) =>
      p.startsWith('bot:') ? {kind: 'bot', bot: p.slice(4)} : p === 'hotseat' ? {kind: p, name: guest(i)} : {kind: p},
    ),
  ];
  const text = await edition.text();
  if (!there || !picked.includes('open')) {
    const table = {game: g.key, players: n, options: values(options), edition: text, seats: /** @type {any} */ (list)};
    if (text) await boxOf({...table, play: ''}); // refuses a file that is none
    return goTo(table);
  }
  if (text)
    throw new Error(
      _(
        'Playing with friends by link uses the editions of the server. Remove the edition file, or give that seat to a bot.',
      ),
    );
  const ticked = Object.fromEntries(Object.entries(values(rules)).map(([k, v]) => [k, v === 'true']));
  await openThere(g.key, list, {players: n, options: values(options), ...clock.time(), ...ticked});
}

/** A table of the house. @param {string} game @param {{kind: string, name?: string, bot?: string}[]} list @param {object} wishes */
async function openThere(game, list, wishes) {
  const mine = nonce();
  const body = {
    game,
    language: document.documentElement.lang,
    ...wishes,
    seats: list.map(s =>
      s.kind === 'me' ? {...s, nonce: mine, bot: 'normal'} : s.kind === 'open' ? {...s, bot: 'normal'} : s,
    ),
  };
  const made = await call('POST', 'api/tables', {body, token: session()?.session});
  for (const s of made.seats) {
    const given = await contribute(made.id, s.seat, s.token, s.seat === 0 ? mine : '');
    keepRemote({
      id: made.id,
      token: s.token,
      seat: s.seat,
      game,
      host: made.host,
      commitment: made.commitment,
      nonce: given,
      updated: Date.now(),
    });
  }
  for (const s of made.seats) if (s.seat === 0) await claim(made.id, s.token);
  location.assign(`table.html?t=${made.id}`);
}

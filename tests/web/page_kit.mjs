// page_kit.mjs: what the tests of the page share: a house that serves it, a browser whose every complaint is noted,
// and somebody who plays whole games by clicking. Nothing here knows a rule: what can be done is what the page shows.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {native, openBrowser, root} from './wasm_kit.mjs';

/** @import {Browser, BrowserContext, Page} from 'playwright-core' */

/** SPK_LONG=1: every game in every language, all of them at a server's table. */
export const LONG = !!process.env.SPK_LONG;

export const LANGUAGES = ['en', 'de', 'nl'];
/** Every game, with the numbers of players it takes. @type {Record<string, number[]>} */
export const COUNTS = Object.fromEntries(
  JSON.parse(execFileSync(join(native, 'speakeasy'), ['games', '--json'], {encoding: 'utf8'})).map(
    (/** @type {any} */ g) => [
      g.game,
      Array.from({length: g.max_players - g.min_players + 1}, (_x, i) => g.min_players + i),
    ],
  ),
);
/** Games whose board is drawn. */
export const GAMES = Object.keys(COUNTS).filter(game => existsSync(join(root, `web/boards/${game}.js`)));
export const SIZES = {
  phone: {width: 390, height: 844},
  small: {width: 320, height: 640},
  desk: {width: 1280, height: 800},
  wide: {width: 1440, height: 900},
};

const shots = join(root, 'build/shots');
mkdirSync(shots, {recursive: true});

/** A picture to look at. @param {Page} page @param {string} name @param {boolean} [fullPage] */
export const shoot = (page, name, fullPage = false) =>
  page.screenshot({path: join(shots, `${name}.png`), fullPage, animations: 'disabled'});

// -- A house ---------------------------------------------------------------------------------------------

export const NO_RATES = [
  'connections_per_address',
  'handshakes_per_s',
  'requests_per_s',
  'messages_per_s',
  'bytes_per_s',
  'tables_per_hour',
  'seats_per_minute',
  'guests_per_table',
  'acts_per_s',
  'chats_per_minute',
  'hints_per_minute',
  'accounts_per_hour',
  'logins_per_minute',
];

/** `speakeasy serve` on loopback, with nothing on disk but editions by "game/name", and with more options. Close it at the end.
 * @param {Record<string, string>} [editions] @param {string[]} [more] @param {Record<string, string>} [env] */
export async function openHouse(editions = {}, more = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'speakeasy_page_'));
  for (const [name, text] of Object.entries(editions)) {
    const file = join(folder, 'data/editions', `${name}.edition`);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, text);
  }
  const words = [
    'serve',
    '--listen',
    '127.0.0.1:0',
    '--data',
    join(folder, 'data'),
    '--durability',
    'normal',
    '--log',
    join(folder, 'log'),
    '--bot-budget',
    '2ms',
    '--web',
    join(root, 'web'),
    '--web',
    join(root, 'build/web'),
    ...NO_RATES.flatMap(name => ['--limit', `${name}=0`]),
    ...more,
  ];
  const child = spawn(join(native, 'speakeasy'), words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {...process.env, ...env},
  });
  const url = await new Promise((done, failed) => {
    let said = '';
    child.stdout.on('data', some => {
      said += some;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) done(`${found[0]}/`);
    });
    child.on('exit', code => failed(new Error(`the house did not open (${code}): ${said}`)));
  });
  return {
    url: /** @type {string} */ (url),
    async close() {
      const ended = new Promise(done => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, {recursive: true, force: true});
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openHouse>>} House */

// -- A reader ----------------------------------------------------------------------------------------------

/** @typedef {{language?: string, size?: {width: number, height: number}, dark?: boolean, motion?: boolean, tour?: boolean, touch?: boolean, name?: string, app?: boolean}} Wish */

/** A browser of its own for one reader: bots at once, no motion but where it is asked for. Whatever the page complains of is kept in 'complaints'.
 * 'app': with its service worker. @param {Browser} browser @param {Wish} [wish] */
export async function newReader(
  browser,
  {
    language = 'en',
    size = SIZES.desk,
    dark = false,
    motion = false,
    tour = false,
    touch = false,
    name = '',
    app = false,
  } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    locale: language,
    hasTouch: touch,
    acceptDownloads: true,
    serviceWorkers: app ? 'allow' : 'block', // or what a test changes would come from the cache
  });
  const seen = tour ? [] : Object.keys(COUNTS);
  await context.addInitScript(
    prefs => {
      if (location.protocol === 'http:' && localStorage.getItem('speakeasy.prefs') === null)
        localStorage.setItem('speakeasy.prefs', JSON.stringify(prefs));
    },
    {language, name, level: 'easy', toured: seen, pace: 0, budget: 2, patience: 0},
  );
  /** @type {string[]} */
  const complaints = [];
  context.on('page', page => listen(page, complaints));
  return {context, complaints, page: await context.newPage(), close: () => context.close()};
}

/** @typedef {Awaited<ReturnType<typeof newReader>>} Reader */

/** @param {Page} page @param {string[]} complaints */
function listen(page, complaints) {
  page.setDefaultTimeout(20000);
  page.on('console', m => {
    if (m.text().includes('blocked by Playwright')) return; // newReader's own doing
    if (!examined.has(page) && (m.type() === 'error' || m.type() === 'warning'))
      complaints.push(`${m.type()}: ${m.text()} (${m.location().url})`);
  });
  page.on('pageerror', e => complaints.push(`thrown: ${e.stack ?? e}`));
}

/** @param {Reader} reader */
export const checkQuiet = reader => assert.deepEqual(reader.complaints, []);

/** A table in this browser, with people at the first seats and bots at the others. @param {Reader} reader @param {string} url
 * @param {string} game @param {number} players @param {number} [people] @param {string} [edition] text of an edition file @returns {Promise<string>} its id */
export async function openLocalTable(reader, url, game, players, people = 1, edition) {
  const id = `test${Math.random().toString(36).slice(2, 9)}`;
  const seats = Array.from({length: players}, (_x, i) =>
    i < people
      ? {kind: i ? 'hotseat' : 'me', name: ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'][i]}
      : {kind: 'bot', bot: 'easy'},
  );
  if (!reader.page.url().startsWith(url)) await reader.page.goto(`${url}rules.html`);
  await reader.page.evaluate(table => localStorage.setItem(`speakeasy.local.${table.id}`, JSON.stringify(table)), {
    id,
    game,
    players,
    options: {},
    edition,
    seats,
    updated: Date.now(),
    over: false,
    play: '',
  });
  await reader.page.goto(`${url}table.html?local=${id}`);
  await reader.page.waitForSelector('.table[data-seq], dialog.curtain');
  return id;
}

/** A table of this browser whose game is over, as one of the recorded games ended. @param {Reader} reader @param {string} url @param {string} game
 * @param {string} record of the game's folder */
export async function openFinishedTable({page}, url, game, record) {
  const play = readFileSync(join(root, `src/games/${game}/plays/${record}.play`), 'utf8'),
    players = Number(/^seats (\d)$/m.exec(play)?.[1]);
  if (!page.url().startsWith(url)) await page.goto(`${url}rules.html`);
  await page.evaluate(table => localStorage.setItem(`speakeasy.local.${table.id}`, JSON.stringify(table)), {
    id: 'over',
    game,
    players,
    options: Object.fromEntries([...play.matchAll(/^option (\w+) (\S+)$/gm)].map(([, name, value]) => [name, value])),
    seats: Array.from({length: players}, (_x, i) => (i ? {kind: 'bot', bot: 'easy'} : {kind: 'me', name: 'Boss'})),
    updated: Date.now(),
    over: true,
    play,
  });
  await page.goto(`${url}table.html?local=over`);
  await page.waitForSelector('.table[data-over=yes]');
}

/** What the first seat has done at a table in this browser, by its record. @param {Page} page @param {string} id */
export const ownEvents = (page, id) =>
  page.evaluate(
    id =>
      JSON.parse(localStorage.getItem(`speakeasy.local.${id}`) ?? '{}').play.match(/^\d+ 0 (?!say )/gm)?.length ?? 0,
    id,
  );

/** Set a table of the house up through the page's own dialog. @param {Reader} reader @param {string} url @param {string} game @param {number} players
 * @param {string[]} seats of the others: open, hotseat, bot:easy @param {{ticks?: string[], clock?: string}} [rules] ticks: table rules to tick */
export async function setUpTable({page}, url, game, players, seats, {ticks = [], clock} = {}) {
  await page.goto(url);
  await page.click(`[data-new=${game}]`);
  await page.waitForSelector('dialog[open]');
  await page.fill('dialog[open] input[autocomplete=nickname]', 'Ann');
  const count = page.locator('dialog[open] select[aria-label=Players]');
  if (await count.isVisible()) await count.selectOption(String(players)); // where there is a choice
  for (const [i, kind] of seats.entries()) await page.selectOption(`dialog[open] select[name=seat${i + 1}]`, kind);
  if (ticks.length || clock) await page.click('dialog[open] summary:has-text("Clock and table rules")');
  for (const name of ticks) await page.check(`dialog[open] input[name=${name}]`);
  if (clock) {
    const clocks = page.locator('dialog[open] select[aria-label=Clock]');
    await clocks.evaluate(
      (e, value) => void (e.querySelector(`[value="${value}"]`) ?? e.append(new Option(value))),
      clock,
    ); // one that runs fast, too
    await clocks.selectOption(clock);
  }
  await page.click('dialog[open] button[value=go]');
  await page.waitForURL(/table\.html\?t=/);
  await page.waitForSelector('.table[data-seq]');
  return page.url();
}

/** @param {Reader} reader @param {string} link @param {string} name */
export async function sitDown({page}, link, name) {
  await page.goto(link);
  await page.fill('.sit input[name=name]', name);
  await page.click('.sit button.main');
  await page.waitForSelector('.table[data-seq]');
}

/** A table's menu, open. @param {Page} page */
export async function openMenu(page) {
  if (!(await page.locator('.bar:popover-open').count())) await page.click('.status .menu');
}

/** What is read beside the game: log, words or rules. @param {Page} page @param {'log'|'words'|'rules'} which */
export async function openDrawer(page, which) {
  const tab = page.locator(`[data-drawer=${which}]`);
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
}

/** The dialog of settings: from the head of a page, or from a table's menu. @param {Page} page */
export async function openSettings(page) {
  const table = await page.locator('.table').count();
  if (table) await openMenu(page);
  await page.click(`${table ? '.bar' : '.head'} button[aria-label=Settings]`);
}

// -- Somebody who plays ---------------------------------------------------------------------------------------

/** Plays in the page by clicking, as a person does who takes whatever is offered: a thing on the board, the next one, the
 * button that makes the move. Before each click it looks whether that thing can be seen and nothing lies upon it.
 * Ends when the game is over or after so many moves. @param {Page} page @param {{moves?: number, seed?: number, ms?: number, board?: number, calm?: boolean}} [how] ms: how long
 * a move may take to come; board: how often of 100 the board is tapped where there is a choice; calm: nothing is tapped while something moves
 * @returns {Promise<{over: boolean, moves: number, clicks: number, covered: string[], slowest: number, median: number}>} */
export const playOn = (page, {moves = 5000, seed = 1, ms = 120000, board = 60, calm = false} = {}) =>
  page.evaluate(
    async ({moves, seed, ms, board, calm}) => {
      let end = performance.now() + ms;
      const table = () => /** @type {HTMLElement} */ (document.querySelector('.table'));
      const times = /** @type {number[]} */ ([]),
        covered = new Set();
      let x = seed >>> 0 || 1,
        made = 0,
        clicks = 0;
      const random = (/** @type {number} */ n) => {
        x ^= x << 13;
        x >>>= 0;
        x ^= x >>> 17;
        x ^= x << 5;
        x >>>= 0;
        return x % n;
      };
      /** @param {Element} e */
      const shown = e => e.getClientRects().length > 0 && !(/** @type {HTMLButtonElement} */ (e).disabled);
      /** The next change of the table, or nothing for so long. @param {string|undefined} old @param {number} wait */
      const changed = (old, wait) =>
        new Promise(done => {
          const stop = (/** @type {boolean} */ yes) => {
            clearTimeout(timer);
            watch.disconnect();
            done(yes);
          };
          const other = () => table().dataset.seq !== old || !!document.querySelector('dialog.curtain');
          const watch = new MutationObserver(() => {
            if (other()) stop(true);
          });
          const timer = setTimeout(() => stop(other()), wait);
          watch.observe(table(), {attributes: true, attributeFilter: ['data-seq']});
          watch.observe(document.body, {childList: true});
          if (other()) stop(true);
        });
      /** @param {Element} e */
      function click(e) {
        e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        const b = e.getBoundingClientRect(),
          top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
        if (top && !e.contains(top) && !top.contains(e))
          covered.add(
            `${e.getAttribute('data-target') ?? e.textContent} under ${top.tagName}.${top.getAttribute('class')}`,
          );
        clicks++;
        e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}));
      }
      const all = (/** @type {string} */ s) => [...document.querySelectorAll(s)].filter(shown);
      const moving = () => document.getAnimations().some(a => Number(a.effect?.getComputedTiming().endTime) < 1000);
      while (performance.now() < end && made < moves && !table().dataset.over) {
        const curtain = document.querySelector('dialog.curtain button');
        if (curtain) {
          click(curtain);
          await new Promise(done => setTimeout(done, 20));
          continue;
        }
        while (calm && moving()) await new Promise(done => setTimeout(done, 50));
        const ready = all('.do .ready .main')[0],
          picked = document.querySelector('.game [data-target].picked');
        const open = all('.game [data-target].open'),
          choices = all('.do .choices button'),
          pass = all('.say .pass')[0];
        if (!table().classList.contains('my-turn') && !ready) {
          if (pass && table().dataset.asked === '') click(pass);
          const waits = !(await changed(table().dataset.seq, 250));
          if (waits && pass?.isConnected && shown(pass)) click(pass); // at a server's table bots wait for it
          continue;
        }
        if (ready) {
          const old = table().dataset.seq,
            from = performance.now();
          click(ready);
          if (await changed(old, 20000)) {
            times.push(performance.now() - from);
            made++;
            end = performance.now() + ms;
          } else
            throw new Error(
              `nothing came of "${ready.textContent}": ${document.querySelector('.do .refusal')?.textContent}`,
            );
        } else if (open.length && (picked || !choices.length || random(100) < board)) {
          click(open[random(open.length)]);
        } else if (choices.length) {
          click(choices[random(choices.length)]);
        } else {
          const counts = all('.hiring .count button'),
            go = all('.hiring .go')[0];
          if (counts.length && (!go || random(3))) click(counts[random(counts.length)]);
          else if (go) {
            const old = table().dataset.seq;
            if (!go.matches('.main')) click(go); // nobody: it asks once more
            click(go);
            if (await changed(old, 20000)) {
              made++;
              end = performance.now() + ms;
            }
          } else await changed(table().dataset.seq, 250);
        }
      }
      times.sort((a, b) => a - b);
      return {
        over: !!table().dataset.over,
        moves: made,
        clicks,
        covered: [...covered],
        slowest: times.at(-1) ?? 0,
        median: times[times.length >> 1] ?? 0,
      };
    },
    {moves, seed, ms, board, calm},
  );

/** One tap towards a move, as the page offers it: the button that makes it, a thing on the board that is marked, or its line in the list.
 * It runs in the page. @param {string} move */
export function tapTowards(move) {
  const shown = (/** @type {Element} */ e) => e.checkVisibility();
  const all = (/** @type {string} */ s) => [...document.querySelectorAll(s)].filter(shown);
  const press = (/** @type {Element} */ e) => e.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const word = all('.say [data-say].hinted')[0]; // something to say
  if (word) return press(word);
  const make = all('.do .ready .main').find(e => e.getAttribute('data-do') === move);
  if (make) return press(make);
  const mind = /** @type {{other?: boolean}} */ (window); // the other way round, if one way led nowhere
  const thing = all('.game [data-target].open.hinted:not(.picked)').at(mind.other ? -1 : 0);
  if (thing) return press(thing);
  const line = all('.do [data-move-text]').find(e => e.getAttribute('data-move-text') === move);
  if (line) return press(line);
  const back = all('.do .ready .back')[0];
  if (back) {
    mind.other = !mind.other;
    return press(back);
  }
  const list = /** @type {HTMLDetailsElement|null} */ (document.querySelector('.do .all'));
  if (list && !list.hidden && !list.open) list.open = true;
}

/** What somebody sees who plays with keys alone: how the table stands, where the focus is, what is wanted next, and the keys that lead there:
 * arrows from thing to thing on the board, Tab or Shift and Tab elsewhere, Enter if it is there. It runs in the page.
 * @param {{lot: number, aim: string|null}} mind aim: what they are on the way to */
function seeKeys({lot, aim}) {
  const table = /** @type {HTMLElement} */ (document.querySelector('.table')),
    at = document.activeElement ?? document.body;
  const shown = (/** @type {Element} */ e) => e.checkVisibility() && !e.matches(':disabled');
  const all = (/** @type {string} */ s) => [...document.querySelectorAll(s)].filter(shown);
  const pick = (/** @type {Element[]} */ list) => list[(lot >>> 8) % list.length];
  const aimOf = (/** @type {Element} */ e) => e.getAttribute('data-target') ?? e.getAttribute('data-move-text');
  const middle = (/** @type {Element} */ e) =>
    (b => [b.x + b.width / 2, b.y + b.height / 2])(e.getBoundingClientRect());
  const named = `${at.tagName.toLowerCase()}.${at.getAttribute('class') ?? ''} ${at.getAttribute('data-target') ?? (at.textContent ?? '').slice(0, 30)}`;
  const now = {
    over: !!table.dataset.over,
    mine: table.classList.contains('my-turn'),
    seq: table.dataset.seq,
    named,
    lost: at === document.body || !shown(at),
    makes: false,
    keys: /** @type {string[]} */ ([]),
    aim: /** @type {string|null} */ (null),
  };
  const ready = all('.do .ready .main')[0],
    open = all('.game [data-target].open'),
    picked = document.querySelector('.game [data-target].picked');
  const choices = all('.do .choices button'),
    form = all('.hiring .count button'),
    hire = all('.hiring .go')[0];

  /** What is wanted: to make the move that is ready, with the button or where the focus is; else something that can be chosen. */
  function wanted() {
    if (document.querySelector('dialog[open]')) return pick(all('dialog[open] button'));
    if (ready) return at.matches('[data-target].picked') && lot % 4 ? at : ready;
    if (hire && lot % 3 === 0) return hire;
    if (form.length) return pick(form);
    const meant = [...open, ...choices].find(e => aimOf(e) === aim);
    if (meant) return meant;
    if (open.length && (picked || !choices.length || lot % 20)) return near();
    return choices.length ? pick(choices) : null;
  }

  /** Something open, mostly not far from the focus: nobody crosses the city for nothing. */
  function near() {
    if (at.matches('[data-target].open') && lot & 2) return at;
    const [x, y] = middle(at),
      far = (/** @type {Element} */ e) => (([a, b]) => Math.hypot(a - x, b - y))(middle(e));
    return pick(
      open
        .filter(e => e !== at)
        .map(e => ({e, d: far(e)}))
        .sort((a, b) => a.d - b.d)
        .slice(0, lot & 12 ? 4 : 40)
        .map(({e}) => e)
        .concat(open.slice(0, 1)),
    );
  }

  /** @param {Element} goal @returns {string[]} */
  function arrows(goal) {
    const [x, y] = middle(at),
      [a, b] = middle(goal),
      wide = Math.abs(a - x) > Math.abs(b - y),
      size = at.getBoundingClientRect();
    const steps = Math.max(1, Math.round(wide ? Math.abs(a - x) / size.width : Math.abs(b - y) / size.height));
    return Array(Math.min(steps, 12)).fill(
      wide ? (a > x ? 'ArrowRight' : 'ArrowLeft') : b > y ? 'ArrowDown' : 'ArrowUp',
    );
  }

  /** Tab, or back, whichever is shorter. Of the board one thing is on the way. @param {Element} goal @returns {string[]} */
  function tabs(goal) {
    const to = goal.matches('[data-target]') ? (document.querySelector('[data-target][tabindex="0"]') ?? goal) : goal;
    const stops = all('a[href], button, input, select, textarea, summary, [tabindex="0"]').filter(
      e => e.getAttribute('tabindex') !== '-1',
    );
    const before = (/** @type {Element} */ a, /** @type {Element} */ b) =>
      !!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
    const ahead = at === document.body || before(at, to);
    const between = stops.filter(
      e =>
        e !== at
        && e !== to
        && (ahead ? (at === document.body || before(at, e)) && before(e, to) : before(to, e) && before(e, at)),
    );
    return Array(between.length + 1).fill(ahead ? 'Tab' : 'Shift+Tab');
  }

  const goal = now.mine || document.querySelector('dialog[open]') ? wanted() : (all('.do .say .pass')[0] ?? null);
  if (!goal) return now;
  now.aim = goal === at ? null : aimOf(goal);
  now.makes = goal === at && (at === ready || at === hire || (at.matches('.picked') && !!ready));
  now.keys =
    goal === at ? ['Enter'] : at.matches('[data-target]') && goal.matches('[data-target]') ? arrows(goal) : tabs(goal);
  return now;
}

/** Plays with keys alone, as a person does who looks where the focus is and what is marked: nothing is clicked and nothing focused for them.
 * 'lost' tells each time the focus was nowhere, or on what cannot be seen. Ends when the game is over or after so many moves.
 * @param {Page} page @param {{moves?: number, seed?: number, ms?: number}} [how] ms: how long a move may take to come
 * @returns {Promise<{over: boolean, moves: number, keys: number, taps: number, lost: string[]}>} */
export async function playByKeys(page, {moves = 5000, seed = 7, ms = 120000} = {}) {
  const lost = /** @type {string[]} */ ([]);
  let end = Date.now() + ms,
    made = 0,
    keys = 0,
    taps = 0,
    lot = seed >>> 0 || 1,
    last = 'at the start',
    makes = false,
    seq,
    aim = /** @type {string|null} */ (null),
    looks = 0;
  await page.keyboard.press('Tab');
  while (Date.now() < end) {
    ((lot ^= lot << 13), (lot >>>= 0), (lot ^= lot >>> 17), (lot ^= lot << 5), (lot >>>= 0));
    const now = await page.evaluate(seeKeys, {lot, aim});
    looks = now.aim && now.aim === aim ? looks + 1 : 0;
    aim = now.aim;
    if (looks > 4 && now.keys[0]?.startsWith('Arrow')) ((now.keys = ['Tab']), (aim = null)); // arrows go to and fro: whoever leaves the board comes back to what can be tapped
    if (now.lost) lost.push(`${now.named} after ${last}`);
    if (makes && now.seq !== seq) (made++, (makes = false), (end = Date.now() + ms));
    if (now.over || made >= moves) return {over: now.over, moves: made, keys, taps, lost};
    if (!now.keys.length) await page.waitForTimeout(15);
    for (const key of now.keys) (keys++, await page.keyboard.press(key));
    if (now.keys[0] === 'Enter') [last, taps, makes, seq] = [`Enter on ${now.named}`, taps + 1, now.makes, now.seq];
  }
  return {over: false, moves: made, keys, taps, lost};
}

// -- What must hold of every page ------------------------------------------------------------------------------

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Pages that axe is looking at: it makes styles and requests of its own. @type {WeakSet<Page>} */
const examined = new WeakSet();

/** axe finds nothing. Letters printed on cards and tiles are part of a picture, which has a name in words: that a button's name
 * holds its visible text is asked of everything but the drawings. @param {Page} page @param {string} where */
export async function checkAxe(page, where) {
  examined.add(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readSource(axeSource));
  const found = await page.evaluate(async () => {
    const {axe} = /** @type {any} */ (window),
      LABEL = 'label-content-name-mismatch';
    const most = await axe.run(document, {resultTypes: ['violations'], rules: {[LABEL]: {enabled: false}}});
    const names = await axe.run({exclude: ['.game']}, {resultTypes: ['violations'], runOnly: [LABEL]});
    return [...most.violations, ...names.violations].map(
      (/** @type {any} */ v) =>
        `${v.id} (${v.impact}): ${v.help}\n`
        + v.nodes
          .slice(0, 4)
          .map(
            (/** @type {any} */ n) =>
              `    ${n.html.slice(0, 160)}\n      ${n.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
          )
          .join('\n'),
    );
  });
  examined.delete(page);
  assert.deepEqual(found, [], `${where}: ${found.join('\n')}`);
}

/** @type {Map<string, string>} */
const sources = new Map();
/** @param {string} file */
function readSource(file) {
  if (!sources.has(file)) sources.set(file, createRequire(import.meta.url)('node:fs').readFileSync(file, 'utf8'));
  return sources.get(file) ?? '';
}

/** The page is no wider than the screen, every button is large enough for a finger and none is cut off, no text runs out of its box.
 * @param {Page} page @param {string} where */
export async function checkFits(page, where) {
  const faults = await page.evaluate(() => {
    const out = /** @type {string[]} */ ([]),
      wide = document.scrollingElement?.scrollWidth ?? 0;
    const name = (/** @type {Element} */ e) =>
      `${e.tagName.toLowerCase()}.${e.getAttribute('class') ?? ''} "${(e.textContent ?? '').trim().slice(0, 50)}"`;
    if (wide > innerWidth) {
      const far = [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.choices, .wide, .map, .unseen'))
        .slice(0, 3);
      out.push(`the page is ${wide} wide on ${innerWidth}: ${far.map(name).join(', ')}`);
    }
    for (const e of document.querySelectorAll('button, .button, select, input, summary, label.tick')) {
      const b = e.getBoundingClientRect();
      if (!b.width || e.matches('.unseen') || (e.closest('label.tick') && e.tagName === 'INPUT')) continue;
      if (b.height < 43.5 || b.width < 43.5)
        out.push(`${name(e)} measures ${b.width.toFixed(0)} by ${b.height.toFixed(0)}`);
    }
    // a select cuts its words silently: are they wider than it is, without its arrow?
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    for (const e of document.querySelectorAll('select')) {
      const style = getComputedStyle(e),
        room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
      if (!e.clientWidth || e.closest('.unseen, dialog:not([open])')) continue;
      pen.font = style.font;
      for (const o of e.options)
        if (pen.measureText(o.text).width > room + 1)
          out.push(`"${o.text}" is cut in its select: ${room.toFixed(0)} px`);
    }
    for (const e of document.querySelectorAll('button, .button, h1, h2, h3, p, li, span, td, label, legend, summary')) {
      const style = getComputedStyle(e);
      if (
        e.clientWidth <= 1 // for ears only
        || style.textOverflow === 'ellipsis' // a name on a chip, which opens
        || style.overflowX === 'auto'
        || style.overflowX === 'scroll'
        || e.closest('.unseen, .wide, dialog:not([open])')
      )
        continue;
      if (e.scrollWidth > e.clientWidth + 1) out.push(`${name(e)} runs over: ${e.scrollWidth} in ${e.clientWidth}`);
    }
    return [...new Set(out)].slice(0, 12);
  });
  assert.deepEqual(faults, [], where);
}

export {openBrowser, root};

// page_one_screen_test.mjs: a table is one screen. In every phase of every game, at every size a desk or a phone has, and in every
// language the whole board, the own hand, everybody's standing, the running clock, whose turn it is and what can be done are seen
// without scrolling, nothing lies upon anything, and no words are cut. By default a sample; SPK_LONG=1 plays every game with every
// number of players in every language to its end, which takes long: --test-name-pattern='chicago with 4' takes some of the games, and
// SPK_SIZES=390x844,360x640 some of the sizes.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {
  COUNTS,
  GAMES,
  LANGUAGES,
  LONG,
  checkQuiet,
  newReader,
  openFinishedTable,
  openLocalTable,
  playOn,
  root,
  shoot,
} from './page_kit.mjs';
import {LocalGame} from '../../web/src/engine/local_game.js';
import {fullestMoments, openMoment} from './moments.mjs';
import {newEngine, openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */

const ALL = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [390, 844],
  [360, 640],
  [844, 390],
];
const SIZES = ALL.filter(size => process.env.SPK_SIZES?.split(',').includes(size.join('x')) ?? true);
assert.ok(SIZES.length, `SPK_SIZES names none of ${ALL.map(size => size.join('x')).join(', ')}`);
const TIGHT = LONG ? SIZES : SIZES.filter(([, height]) => height <= 720 || height === 844); // for the fullest tables
const POINTS = LONG ? 30 : 3; // at how many different moments of a game the table is measured

/** Games that were played to their end with as many as can play. @type {Record<string, string>} */
const PLAYED = {
  famiglia: 'all_cards_open',
  gangster: 'four_with_skips',
  chicago: 'four_three_casinos',
  chicago_gangsters: 'five_talking',
};

/** What each game has that must be seen whole, beside what all have. @type {Record<string, string[]>} */
const PARTS = {
  famiglia: ['.street', '.own .hand', '.other .hand', '.own .used'],
  gangster: ['.city', '.supply'],
  chicago: ['.city', '.top'],
  chicago_gangsters: ['.fight, .showdown', '.own .hand, .showdown tbody tr', '.piles, .showdown .in-all'], // at the end all cards are in the showdown
};

/** A table in this browser has no clocks: here everybody has one, as at a table of the house. */
const withClocks = readFileSync(join(root, 'web/src/state.js'), 'utf8').replace(
  'clocks: m.clocks,',
  'clocks: (state.facts?.seats ?? []).map((_s, i) => ({left: 754000, running: m.actors.includes(i)})),',
);

const files = await serveFiles({'/src/state.js': withClocks}),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** Runs in the page: what is wrong with what is seen. @param {string[]} parts of this game */
function faultsOf(parts) {
  const out = /** @type {string[]} */ ([]);
  const named = (/** @type {Element} */ e) =>
    `${e.tagName.toLowerCase()}.${e.getAttribute('class') ?? ''} "${(e.textContent ?? '').trim().slice(0, 40)}"`;
  const all = (/** @type {string} */ s) => [...document.querySelectorAll(s)].filter(e => e.checkVisibility());
  const over = (/** @type {Element} */ e) => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth];

  // Nothing scrolls.
  for (const s of ['html', 'body', '#main', '.table', '.board', '.game', '.standings', '.dock', '.status'])
    for (const e of all(s))
      if (Math.max(...over(e)) > 1) out.push(`${s} is larger than its place by ${over(e).join(', ')}`);

  /** On the screen, within its box, and nothing upon its middle. @param {Element} e @param {Element|null} [within] */
  function seen(e, within) {
    const b = e.getBoundingClientRect(),
      box = within?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    if (b.width < 1 || b.height < 1) return out.push(`${named(e)} is not drawn`);
    if (b.left < box.left - 2 || b.top < box.top - 2 || b.right > box.right + 2 || b.bottom > box.bottom + 2)
      return out.push(`${named(e)} reaches out: ${[b.left, b.top, b.right, b.bottom].map(Math.round).join()}`);
    const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    const chip = e.closest('.seats > li'); // a chip is pressed anywhere
    if (!top || !(e.contains(top) || top.contains(e) || chip?.contains(top)))
      out.push(`${named(e)} lies under ${top && named(top)}`);
  }

  const ended = !!document.querySelector('.table[data-over=yes]');

  // What all tables show.
  const game = document.querySelector('.game');
  for (const s of ['.status .whose', '.status .clock', '.status .menu', '.game', '.tabs', ...parts]) {
    const there = all(s);
    if (!there.length) out.push(`no ${s}`);
    for (const e of there) seen(e, game?.contains(e) && e !== game ? game : null);
  }
  for (const e of all('.seats > li')) {
    seen(e);
    if (!e.querySelector('.stand')?.textContent) out.push(`${named(e)} does not say how it stands`);
    else for (const part of e.querySelectorAll(`.name, .stand${ended ? '' : ', .clock'}`)) seen(part); // when it is over no clock runs
  }
  for (const e of all('.table[data-game=chicago]:not([data-over=yes]) .seats > li'))
    for (const s of innerHeight <= 500 ? ['.pay', '.owns', '.men'] : ['.pay, .income'])
      if (![...e.querySelectorAll(s)].some(x => x.checkVisibility())) out.push(`${named(e)} has no ${s}`);
  for (const e of all('.game [data-target], .famiglia .sort')) seen(e, game);
  for (const e of all('.dock button, .dock summary, .dock .end, .tabs button')) seen(e);
  const mine = document.querySelector('.table.my-turn');
  if (mine && !all('.game [data-target].open, .do .choices button, .do .ready .main, .hiring button').length)
    out.push('nothing can be done');

  // News are whole sentences; and where somebody has done something, a phone tells it too.
  const recap = document.querySelector('.recap'),
    phone = innerWidth <= 860 || innerHeight <= 500;
  for (const text of recap?.querySelector('.news')?.childNodes ?? [])
    if (text instanceof Text && /^\s*\u2026/.test(text.data)) out.push(`the news begin within: ${recap?.textContent}`);
  if (phone && recap?.matches(':not([hidden])') && !all('.recap').length && !all('.notices > .offer').length)
    out.push('no news');

  // A sign without its word stands beside a name, never alone in a line.
  for (const e of all('.member .signs > span')) {
    const b = e.getBoundingClientRect(),
      name = /** @type {Element} */ (e.closest('.member')?.querySelector('.who')).getBoundingClientRect(),
      word = /** @type {Element} */ (e.querySelector('.word')).getBoundingClientRect();
    if (word.width <= 1 && (b.top > name.bottom || b.bottom < name.top)) out.push(`${named(e)} stands alone`);
  }

  // On a desk the hand is one row, and everybody in a fight has a face.
  const tops = all('.cg .hand > *').map(e => e.getBoundingClientRect().top);
  if (!phone && all('.cg .hand > *').length < 13 && Math.max(...tops) - Math.min(...tops) > 20)
    out.push('the hand is broken into rows');
  for (const e of all('.cg .laid:not(.asked)')) {
    const at = [...e.children].map(c => c.getBoundingClientRect().top);
    if (Math.max(...at) - Math.min(...at) > 2) out.push(`${named(e)}: what is laid is broken into rows`);
  }
  if (!phone && all('.cg .member').length !== all('.cg .member-face svg').length) out.push('somebody has no face');

  // Chicago on a phone: the city begins where the line above it ends, what follows it begins where it ends, and what can be tapped is there as large as a finger.
  const town = all('.town')[0];
  if (phone && town && !town.querySelector('.map.close')) {
    const open = all('.field.open').length,
      places = all('.shelf button'),
      city = /** @type {Element} */ (town.querySelector('.city')).getBoundingClientRect();
    for (const e of places) {
      seen(e, game);
      const b = e.getBoundingClientRect();
      if (b.width < 40 || b.height < 40) out.push(`${named(e)} is smaller than a finger`);
    }
    if (places.length < Math.min(open, 5)) out.push(`${places.length} places of ${open} to tap`);
    if (innerHeight > innerWidth && city.height > 0.97 * city.width) {
      const above = /** @type {Element} */ (town.querySelector('.top')).getBoundingClientRect().bottom,
        below = all('.shelf, .aims, .fought-last:has(*)').map(e => e.getBoundingClientRect().top),
        end = /** @type {Element} */ (game).getBoundingClientRect().bottom;
      if (city.top - above > 24 || Math.min(end, ...below) - city.bottom > 60)
        out.push(`empty strips: ${city.top - above} above the city, ${Math.min(end, ...below) - city.bottom} below`);
    }
  }

  // No words are cut.
  for (const e of all(
    '.whose, .dock button, .dock summary, .tabs button, .spot, .notices p, .do > p, .stand, .gang, .goals, '
      + '.side-of header, .note, .sum, .tally > *, .own h2, .district-name, .on-offer .name, .showdown td',
  )) {
    const [y, x] = over(e);
    if (Math.max(x, y) > 1 && e.clientHeight > 1 && getComputedStyle(e).display !== 'inline')
      out.push(`${named(e)} is cut by ${y}, ${x}`);
  }
  return [...new Set(out)];
}

/** What kind of moment it is: what can be tapped, and what else is offered. @param {Page} page */
const moment = page =>
  page.evaluate(() => {
    const zones = new Set(
      [...document.querySelectorAll('.game [data-target].open')].map(e => e.getAttribute('data-target')?.split(':')[0]),
    );
    const n = (/** @type {string} */ s) => [...document.querySelectorAll(s)].filter(e => e.checkVisibility()).length;
    const some = (/** @type {string} */ s) => Math.min(n(s), 4); // a fifth button is nothing new
    return [[...zones].sort(), n('.hiring'), some('.do .choices button'), n('.spot'), n('.do .say'), n('.end')].join(
      ' ',
    );
  });

/** Measures the table as it stands, at every size. @param {Page} page @param {string} game @param {string} where @param {string[]} faults
 * @param {number[][]} [sizes] */
async function atEverySize(page, game, where, faults, sizes = SIZES) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({width, height});
    await page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10)))),
    );
    const found = await page.evaluate(faultsOf, PARTS[game]);
    if (!found.length) continue;
    faults.push(...found.map(f => `${where}, ${width}x${height}: ${f}`));
    if (faults.length < 40) await shoot(page, `one-screen-${game}-${width}x${height}-${faults.length}`);
  }
  await page.setViewportSize({width: ALL[3][0], height: ALL[3][1]});
}

/** Until the reader is to move, or the game is over; where everybody is only asked to speak, there is nothing to say. @param {Page} page */
async function untilAsked(page) {
  for (let i = 0; i < 240; i++) {
    const ready = await page.evaluate(() => {
      const table = /** @type {HTMLElement} */ (document.querySelector('.table'));
      if (table.dataset.asked === '') /** @type {HTMLElement|null} */ (document.querySelector('.say .pass'))?.click();
      return table.classList.contains('my-turn') || !!table.dataset.over;
    });
    if (ready) return;
    await page.waitForTimeout(250);
  }
  assert.fail('nobody asks the reader');
}

/** Plays a table through and measures whenever something is new. @param {Page} page @param {string} game @param {string} name @param {string[]} faults */
async function through(page, game, name, faults) {
  /** @type {Set<string>} */
  const known = new Set();
  for (let i = 0; i < (LONG ? 400 : 8) && known.size < POINTS; i++) {
    await untilAsked(page);
    const now = await moment(page);
    if (!known.has(now)) {
      known.add(now);
      await atEverySize(page, game, `${name}, ${now}`, faults);
      const open = page.locator('.game [data-target].open');
      if ((LONG || known.size === 1) && (await open.count())) {
        await open.first().dispatchEvent('click');
        await atEverySize(page, game, `${name}, ${now}, one picked`, faults);
        await page.keyboard.press('Escape');
      }
    }
    if ((await playOn(page, {moves: 1, seed: 3 + i, ms: 20000, board: game === 'famiglia' ? 96 : 70})).over && i > 0)
      return atEverySize(page, game, `${name}, the end`, faults);
  }
}

const tables = LONG
  ? GAMES.flatMap(game => COUNTS[game].flatMap(n => LANGUAGES.map(language => ({game, n, language}))))
  : GAMES.map((game, i) => ({game, n: Math.max(...COUNTS[game]), language: LANGUAGES[(i + 1) % 3]}));

/** One deal, measured. @param {string} game @param {number} n @param {string} language @returns {Promise<string[]>} */
async function measure(game, n, language) {
  const reader = await newReader(browser, {language, size: {width: 1280, height: 720}, tour: true}),
    {page} = reader,
    faults = /** @type {string[]} */ ([]);
  try {
    await openLocalTable(reader, files.url, game, n);
    await page.waitForSelector('.table.my-turn, .table .say:not([hidden])');
    await through(page, game, `${game} ${n} ${language}`, faults);
    checkQuiet(reader);
  } finally {
    await reader.close();
  }
  return faults;
}

// Deals are random, and the tightest tables leave a few pixels: here a crowded one is told of and another is dealt; SPK_LONG
// looks for those and lets none pass.
for (const {game, n, language} of tables)
  test(`${game} with ${n} in ${language}: one screen, at every size`, async t => {
    let faults = await measure(game, n, language);
    for (let deal = 1; deal < 3 && faults.length && !LONG; deal++) {
      t.diagnostic(`a crowded deal:\n${faults.join('\n')}`);
      faults = await measure(game, n, language);
    }
    assert.equal(faults.length, 0, `${faults.length}:\n${faults.slice(0, 40).join('\n')}`);
  });

for (const [i, game] of GAMES.entries())
  test(`the end of ${game}: one screen, at every size`, async t => {
    const language = LANGUAGES[(i + 1) % 3],
      reader = await newReader(browser, {language, size: {width: 1280, height: 720}}),
      {page} = reader,
      faults = /** @type {string[]} */ ([]);
    t.after(reader.close);
    await openFinishedTable(reader, files.url, game, PLAYED[game]);
    await page.waitForSelector('.clipping:not(:empty)');
    await atEverySize(page, game, `the end of ${game}, ${language}`, faults);
    assert.deepEqual(faults, []);
    checkQuiet(reader);
  });

// -- Crowded tables -----------------------------------------------------------------------------------------------

/** Recorded games of Chicago Gangsters in which much is in hand, laid and said, with as many persons as somebody ever has. */
const FULL = ['five', 'five_covered', 'five_laid', 'four_godfather', 'three_godfather'];

/** @typedef {{key: string, entry: number, seat: number, full: number}} Crowd */

/** The fullest position of a record for every kind of moment, fullest first: what the reader holds, what lies on the table and who has spoken.
 * @param {string} play @returns {Promise<Crowd[]>} */
async function crowdsOf(play) {
  /** @type {Map<string, Crowd>} */
  const best = new Map(),
    engine = await newEngine();
  for (let seat = 0; seat < Number(/^seats (\d)$/m.exec(play)?.[1]); seat++) {
    /** @type {any} */
    let told;
    new LocalGame(engine, m => (told = m)).receive({t: 'replay', play, viewer: String(seat)});
    const spoken = new Set();
    for (const {event, entry, view: v} of told.lines.filter((/** @type {any} */ s) => s.view?.players)) {
      if (event?.text.startsWith('person ')) spoken.clear();
      if (event?.kind === 'talk') spoken.add(event.seat);
      if (/^(deal|reveal|first|draw)/.test(v.phase)) continue; // chance acts at once
      const laid = v.players.reduce(
        (/** @type {number} */ n, /** @type {any} */ p) => n + p.shown.length + (p.n_face_down ?? 1),
        0,
      );
      const {hand_size, persons} = v.players[seat],
        poker = v.phase === 'round_end' && persons.includes('poker_player') ? 2 * new Set(v.discard).size : 0,
        full = 2 * hand_size + 1.5 * (persons.length + spoken.size) + laid + poker,
        mine = v.active === seat || v.asked.includes(seat),
        key = `${v.coalition === 'game_end' ? 'end' : v.phase} ${mine}`;
      if (full > (best.get(key)?.full ?? 0)) best.set(key, {key, entry, seat, full});
    }
  }
  return [...best.values()].sort((a, b) => b.full - a.full);
}

/** A record up to one of its entries. @param {string} play @param {number} entry */
function cutAt(play, entry) {
  const from = play.indexOf('\nlog\n') + 5,
    lines = play.slice(from).split('\n').slice(0, entry);
  return `${play.slice(0, from)}${lines.join('\n')}\nend ${entry}\n`;
}

/** A table of this browser as it stood then; nobody moves but the reader. @param {Page} page @param {string} play @param {number} seat */
async function openCrowd(page, play, seat) {
  const players = Number(/^seats (\d)$/m.exec(play)?.[1]);
  if (!page.url().startsWith(files.url)) await page.goto(`${files.url}rules.html`);
  await page.evaluate(table => localStorage.setItem('speakeasy.local.full', JSON.stringify(table)), {
    id: 'full',
    game: 'chicago_gangsters',
    players,
    options: Object.fromEntries([...play.matchAll(/^option (\w+) (\S+)$/gm)].map(([, name, value]) => [name, value])),
    seats: Array.from({length: players}, (_x, i) =>
      i === seat
        ? {kind: 'me', name: 'Wilhelmina'}
        : {
            kind: 'bot',
            bot: 'easy',
            name: ['Baby Face Nelson', 'Constantin', 'Margarethe', 'Maximilian', 'Henriette'][i],
          },
    ),
    updated: Date.now(),
    over: false,
    play,
    still: true,
  });
  await page.goto(`${files.url}table.html?local=full`);
  await page.waitForSelector('.table[data-seq]');
  await page.waitForFunction(() => document.querySelector('.log li')); // the engine has come, and everything is said
}

for (const [i, record] of FULL.entries())
  for (const language of LONG ? LANGUAGES : [LANGUAGES[(i + 1) % 3]])
    test(`crowded tables of Chicago Gangsters, ${record}, ${language}: one screen, at every size`, async t => {
      const reader = await newReader(browser, {language, size: {width: 1280, height: 720}}),
        play = readFileSync(join(root, `tests/web/crowded/${record}.play`), 'utf8'),
        faults = /** @type {string[]} */ ([]);
      t.after(reader.close);
      const crowds = await crowdsOf(play);
      for (const {key, entry, seat} of LONG ? crowds : crowds.slice(0, 4)) {
        await openCrowd(reader.page, cutAt(play, entry), seat);
        await atEverySize(
          reader.page,
          'chicago_gangsters',
          `${record} ${entry}, seat ${seat}, ${language}, ${key}`,
          faults,
          TIGHT,
        );
      }
      assert.equal(faults.length, 0, `${faults.length}:\n${faults.slice(0, 40).join('\n')}`);
      checkQuiet(reader);
    });

test('ten cards of Chicago Gangsters that lie face down can all be tapped, and "Done" too, at every size', async t => {
  const reader = await newReader(browser, {language: 'de', size: {width: 1280, height: 720}}),
    {page} = reader,
    faults = /** @type {string[]} */ ([]);
  t.after(reader.close);
  await openCrowd(page, readFileSync(join(root, 'tests/web/crowded/four_ten_down.play'), 'utf8'), 0);
  await page.waitForSelector('.laid.asked > :nth-child(10)[data-target]');
  await atEverySize(page, 'chicago_gangsters', 'ten face down', faults);
  await page.setViewportSize({width: 844, height: 390});
  await page.waitForTimeout(700); // a better size is sought when nothing moves
  assert.ok(
    await page.evaluate(() => !document.querySelector('.cg')?.classList.contains('tight')),
    'the board scrolls',
  );
  await shoot(page, 'ten-face-down');
  assert.deepEqual(faults, []);
  checkQuiet(reader);
});

/** Every kind of moment where it is fullest: in the short form one of each kind, in German, which has the longest words.
 * @param {string} game */
async function fullest(game) {
  const all = await fullestMoments(game);
  if (LONG) return all;
  const players = all.filter(m => m.of === 'player').sort((a, b) => a.full - b.full);
  return [...new Map(players.map(m => [m.kind, m])).values()];
}

for (const game of GAMES.filter(g => g !== 'chicago_gangsters')) // above
  for (const language of LONG ? LANGUAGES : ['de'])
    test(`the fullest moments of ${game} in ${language}: one screen, at every size`, async t => {
      const reader = await newReader(browser, {language, size: {width: 1280, height: 720}}),
        {page} = reader,
        faults = /** @type {string[]} */ ([]);
      t.after(reader.close);
      for (const moment of await fullest(game)) {
        const where = `${game} ${moment.n} ${language}, ${moment.kind} (${moment.record} ${moment.entry})`;
        await openMoment(page, files.url, moment);
        await atEverySize(page, game, where, faults, TIGHT);
        const open = page.locator('.game [data-target].open');
        if (!(await open.count())) continue;
        await open.first().dispatchEvent('click');
        await atEverySize(page, game, `${where}, one picked`, faults, TIGHT);
        const picked = await page.locator('.game [data-target].picked').count();
        if (picked !== 1) faults.push(`${where}: ${picked} things are picked by one tap`); // of equal cards one
      }
      assert.equal(faults.length, 0, `${faults.length}:\n${faults.slice(0, 40).join('\n')}`);
      checkQuiet(reader);
    });

// page_drama_test.mjs: what moves is seen to move, at the reader's speed or not at all: tiles travel, a shot flashes and leaves a line
// of chalk, cards are turned, and what a move would change is shown while it is held. Sounds have a volume each.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {
  COUNTS,
  GAMES,
  checkAxe,
  checkQuiet,
  newReader,
  openLocalTable,
  openSettings,
  playOn,
  shoot,
} from './page_kit.mjs';
import {newEngine, openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */
/** @import {Reader} from './page_kit.mjs' */

const engine = await newEngine();
const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** Whatever is animated from now on is noted: the class of the element, how long, and the first transform. @param {Reader} reader */
const watchMotion = reader =>
  reader.context.addInitScript(() => {
    const all = /** @type {{of: string, ms: number, from: string}[]} */ ([]);
    const real = Element.prototype.animate;
    Object.assign(window, {moved: all});
    Element.prototype.animate = function (/** @type {any} */ frames, /** @type {any} */ how) {
      const first = frames[0];
      all.push({
        of: this.getAttribute('class') ?? '',
        ms: Number(how.duration),
        from: String(first.translate ? 'translate' : (first.transform ?? '')),
      });
      return real.call(this, frames, how);
    };
  });

/** @param {Page} page @returns {Promise<{of: string, ms: number, from: string}[]>} */
const moved = page => page.evaluate(() => /** @type {any} */ (window).moved);

/** @param {Reader} reader @param {object} change of what the reader likes */
const likes = (reader, change) =>
  reader.context.addInitScript(change => {
    const prefs = JSON.parse(localStorage.getItem('speakeasy.prefs') ?? 'null');
    if (prefs && !sessionStorage.liked) localStorage.setItem('speakeasy.prefs', JSON.stringify({...prefs, ...change}));
    sessionStorage.liked = 'yes';
  }, change);

/** Two people play Gangster at random until the first of them may make such a move. @param {RegExp} wanted @returns {string} the record */
function gangsterUntil(wanted) {
  for (let seed = 1; seed < 60; seed++) {
    engine.open(
      ['game gangster', 'players 2', `seed ${String(seed).padStart(64, '0')}`, 'seat person A', 'seat person B'].join(
        '\n',
      ),
      0,
    );
    for (let i = 0; i < 60; i++) {
      const seat = engine.asked()[0];
      if (seat === undefined) break;
      const {moves} = engine.view(seat, 0, 0);
      if (seat === 0 && moves.some((/** @type {string} */ m) => wanted.test(m))) {
        const play = engine.save();
        engine.close();
        return play;
      }
      const calm = moves.filter((/** @type {string} */ m) => !m.startsWith('shoot'));
      engine.act('move', seat, calm[(i * 7 + seed) % calm.length], -1, 0);
    }
    engine.close();
  }
  throw new Error('there is no such game');
}

/** @param {Reader} reader @param {string} play */
async function openGangster({page}, play) {
  await page.goto(`${files.url}rules.html`);
  await page.evaluate(table => localStorage.setItem('speakeasy.local.drama', JSON.stringify(table)), {
    id: 'drama',
    game: 'gangster',
    players: 2,
    options: {},
    seats: [
      {kind: 'me', name: 'Ann'},
      {kind: 'bot', bot: 'easy'},
    ],
    updated: 1,
    over: false,
    play,
  });
  await page.goto(`${files.url}table.html?local=drama`);
  await page.waitForSelector('.table.my-turn');
}

/** What the lines would pay, or do pay. @param {Page} page */
const plates = page => page.$$eval('.city .line', all => all.map(e => e.querySelector('text')?.textContent));

for (const by of ['pointer', 'keys'])
  test(`Gangster: while a tile is held over a field its ghost and what lines would pay are seen, by ${by}`, async t => {
    const reader = await newReader(browser),
      {page} = reader;
    t.after(reader.close);
    await openGangster(reader, gangsterUntil(/^lay_own/));
    await page.waitForFunction(() => document.querySelector('.city .line title')?.textContent !== '');
    const own = page.locator('.supply [data-target^="own:"].open').first(),
      field = page.locator('.city .cell.open').first();
    await own.click();
    await page.waitForSelector('.city .cell.open');
    const before = await plates(page);
    if (by === 'pointer') await field.hover();
    else await field.focus();
    await page.waitForSelector('.ghost .tile');
    const would = await plates(page),
      marked = await page.locator('.line.would').count();
    assert.ok(marked > 0 && would.join() !== before.join(), 'something would change');
    await shoot(page, `ghost-${by}`);
    await checkAxe(page, 'a ghost');
    const target = await field.getAttribute('data-target');
    const seq = await page.getAttribute('.table', 'data-seq');
    await page.locator(`[data-target="${target}"]`).click();
    await page.click('.do .ready .main');
    await page.waitForFunction(
      old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
      seq,
    );
    await page.waitForFunction(() => !document.querySelector('.ghost .tile'));
    checkQuiet(reader);
  });

for (const motion of [true, false])
  test(`Gangster: a shot leaves a line of chalk${motion ? ', with a flash' : '; without motion nothing flashes'}`, async t => {
    const reader = await newReader(browser, {motion}),
      {page} = reader;
    t.after(reader.close);
    await watchMotion(reader);
    await openGangster(reader, gangsterUntil(/^shoot/));
    const dead = await page.locator('.tile.dead').count();
    await page.locator('[data-target=gun]').click();
    const victim = page.locator('.city .cell.open').first();
    await victim.click();
    await page.click('.do .ready .main');
    await page.waitForFunction(n => document.querySelectorAll('.tile.dead .chalk').length > n, dead);
    const flashes = (await moved(page)).filter(m => m.of === 'bang');
    assert.equal(flashes.length > 0, motion);
    await page.waitForFunction(() => !document.querySelector('.bang'));
    await shoot(page, `shot-${motion}`);
    checkQuiet(reader);
  });

for (const [speed, ms] of /** @type {const} */ ([
  ['calm', 544],
  ['normal', 320],
  ['fast', 160],
  ['instant', null],
]))
  test(`a tile travels from where it was, ${speed}`, async t => {
    const reader = await newReader(browser, {motion: true}),
      {page} = reader;
    t.after(reader.close);
    await likes(reader, {speed});
    await watchMotion(reader);
    await openGangster(reader, gangsterUntil(/^lay_own/));
    await page.locator('.supply [data-target^="own:"].open').first().click();
    await page.locator('.city .cell.open').first().click();
    await page.click('.do .ready .main');
    await page.waitForFunction(
      () => document.querySelector('.table:not(.my-turn)') || document.querySelector('.recap'),
    );
    if (ms === null) {
      assert.deepEqual(await moved(page), []);
    } else {
      await page.waitForFunction(() =>
        /** @type {any} */ (window).moved.some(
          (/** @type {any} */ m) => m.of === 'traveller' && m.from.includes('translate'),
        ),
      );
      const travel = (await moved(page)).find(m => m.of === 'traveller' && m.from.includes('translate'));
      assert.equal(Math.round(travel?.ms ?? 0), ms);
    }
    checkQuiet(reader);
  });

test('Chicago Gangsters: cards that lay face down are turned, and strengths count up', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader;
  t.after(reader.close);
  await watchMotion(reader);
  await openLocalTable(reader, files.url, 'chicago_gangsters', 4);
  for (let i = 0; i < 12; i++) {
    if ((await moved(page)).some(m => m.from.includes('rotateY'))) break;
    await playOn(page, {moves: 3, seed: 6 + i, ms: 20000});
  }
  assert.ok(
    (await moved(page)).some(m => m.from.includes('rotateY')),
    'cards are turned',
  );
  checkQuiet(reader);
});

test('every sound has a volume of its own; at 0 it is silent', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await reader.context.addInitScript(() => {
    Object.assign(window, {noises: 0});
    for (const name of /** @type {const} */ (['createOscillator', 'createBufferSource'])) {
      const real = /** @type {any} */ (AudioContext.prototype)[name];
      /** @type {any} */ (AudioContext.prototype)[name] = function () {
        /** @type {any} */ (window).noises++;
        return real.call(this);
      };
    }
  });
  const noises = () => page.evaluate(() => /** @type {any} */ (window).noises);
  await page.goto(`${files.url}rules.html`);
  await openSettings(page);
  await page.check('dialog[open] label.tick:has-text("Sound") input');
  const volumes = page.locator('dialog[open] input[type=range]');
  assert.ok((await volumes.count()) >= 6);
  await checkAxe(page, 'volumes');
  await shoot(page, 'volumes');
  const shot = page.locator('dialog[open] input[data-sound=shot]');
  await shot.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /** @type {any} */ (window).noises > 0);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('speakeasy.prefs') ?? '{}').volumes?.shot === 0);
  const before = await noises();
  await shot.dispatchEvent('change');
  assert.equal(await noises(), before, 'silent');
  await page.selectOption('dialog[open] select[aria-label=Speed]', 'instant');
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('speakeasy.prefs') ?? '{}'));
  assert.deepEqual([kept.speed, kept.pace], ['instant', 0]);
  checkQuiet(reader);
});

for (const game of GAMES)
  test(`motion is smooth: ${game}`, async t => {
    const reader = await newReader(browser, {motion: true}),
      {page} = reader;
    t.after(reader.close);
    await likes(reader, {pace: 400}); // bots do something every 400 ms
    await openLocalTable(reader, files.url, game, Math.max(...COUNTS[game]));
    await page.waitForSelector('.table.my-turn, .table .say:not([hidden])');
    const frames = page.evaluate(async () => {
      const from = performance.now(),
        times = /** @type {number[]} */ ([]);
      for (let last = from; performance.now() - from < 2000; ) {
        const at = await new Promise(requestAnimationFrame);
        times.push(at - last);
        last = at;
      }
      times.sort((a, b) => a - b);
      return {rate: times.length / 2, median: times[times.length >> 1], worst: times.at(-1) ?? 0};
    });
    await playOn(page, {moves: 1, seed: 2, ms: 2000});
    const {rate, median, worst} = await frames;
    t.diagnostic(
      `${game}: ${rate.toFixed(0)} frames/s while things travel (median ${median.toFixed(1)} ms, longest ${worst.toFixed(0)} ms)`,
    );
    assert.ok(rate > 0, 'loosely: the machine may be busy');
    checkQuiet(reader);
  });

test('Famiglia: whoever joins is held up and stamped with the points, and the table keeps its size meanwhile', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader;
  t.after(reader.close);
  await watchMotion(reader);
  await openLocalTable(reader, files.url, 'famiglia', 2);
  await page.waitForSelector('.table.my-turn');
  await page.evaluate(() => {
    const units = /** @type {number[]} */ ([]),
      stamps = /** @type {string[]} */ ([]),
      game = /** @type {HTMLElement} */ (document.querySelector('.game'));
    Object.assign(window, {units, stamps});
    new MutationObserver(() => units.push(parseFloat(game.style.getPropertyValue('--u')))).observe(game, {
      attributeFilter: ['class'],
    });
    new MutationObserver(all => {
      for (const {addedNodes} of all)
        for (const e of addedNodes)
          if (e instanceof HTMLElement && e.matches('.stamp')) stamps.push(e.textContent ?? '');
    }).observe(game, {childList: true});
  });
  const seen = () => page.evaluate(() => /** @type {any} */ (window).stamps);
  for (let i = 0; i < 20 && !(await seen()).length; i++)
    await playOn(page, {moves: 1, seed: 4 + i, ms: 20000, board: 100});
  assert.match((await seen())[0] ?? '', /^\+\d+$/);
  assert.ok(
    (await moved(page)).some(m => m.of.startsWith('card print') && m.ms > 800),
    'held up',
  );
  await playOn(page, {moves: 1, seed: 3, ms: 20000, board: 100}); // drawn while something is on its way
  const units = await page.evaluate(() => /** @type {any} */ (window).units.filter(Boolean));
  assert.ok(
    Math.min(...units) > 0.6 * Math.max(...units),
    `cards of ${Math.min(...units)} to ${Math.max(...units)} px`,
  );
  assert.match((await page.getAttribute('.rope', 'aria-label')) ?? '', /Ann.*: \d+, .+: \d+/);
  checkQuiet(reader);
});

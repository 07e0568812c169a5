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

/** Notes every frame of the page, and from when until when something was animated, by style or by script. @param {Reader} reader */
const watchFrames = reader =>
  reader.context.addInitScript(() => {
    const frames = /** @type {number[]} */ ([]),
      motions = /** @type {Animation[]} */ ([]),
      real = Element.prototype.animate;
    Object.assign(window, {frames, motions});
    Element.prototype.animate = function (/** @type {any} */ keys, /** @type {any} */ how) {
      const motion = real.call(this, keys, how);
      motions.push(motion);
      return motion;
    };
    for (const begun of ['animationstart', 'transitionrun'])
      document.addEventListener(begun, e =>
        motions.push(.../** @type {Element} */ (e.target).getAnimations().filter(a => !motions.includes(a))),
      );
    const step = (/** @type {number} */ at) => (frames.push(at), requestAnimationFrame(step));
    requestAnimationFrame(step);
  });

/** Of the frames that were due from the first to the last of each animation, how many were drawn and how many were not. It begins with the frame in which it
 * is first seen; what moves at the same time is one. @param {Page} page @param {number} from ms @returns {Promise<{drawn: number, dropped: number, longest: number}>} */
const framesOf = (page, from) =>
  page.evaluate(from => {
    const {frames, motions} = /** @type {{frames: number[], motions: Animation[]}} */ (/** @type {any} */ (window)),
      now = frames[frames.length - 1],
      FRAME = 1000 / 60;
    const times = motions
      .map(a => ({start: Number(a.startTime ?? -1), ms: Number(a.effect?.getComputedTiming().activeDuration)}))
      .filter(t => t.start >= from && t.start < now)
      .map(t => ({start: t.start, end: Math.min(t.start + t.ms, now)}))
      .sort((a, b) => a.start - b.start);
    const spans = /** @type {{start: number, end: number}[]} */ ([]);
    for (const t of times) {
      const last = spans.at(-1);
      if (last && t.start <= last.end) last.end = Math.max(last.end, t.end);
      else spans.push(t);
    }
    const sum = {drawn: 0, dropped: 0, longest: 0};
    for (const {start, end} of spans) {
      const seen = [start, ...frames.filter(at => at > start + 1 && at < end - 1), end]; // times are rounded
      const waits = seen.slice(1).map((at, i) => at - seen[i]);
      sum.drawn += seen.length - 1;
      sum.dropped += waits.reduce((n, ms) => n + Math.max(0, Math.round(ms / FRAME) - 1), 0);
      sum.longest = Math.max(sum.longest, ...waits);
    }
    return sum;
  }, from);

for (const game of GAMES)
  test(`motion is smooth: ${game}`, async t => {
    const reader = await newReader(browser, {motion: true}),
      {page} = reader;
    t.after(reader.close);
    await likes(reader, {pace: 400}); // bots do something every 400 ms
    await watchFrames(reader);
    await openLocalTable(reader, files.url, game, Math.max(...COUNTS[game]));
    await page.waitForSelector('.table.my-turn, .table .say:not([hidden])');
    const from = await page.evaluate(() => performance.now());
    const due = async () => (({drawn, dropped}) => drawn + dropped)(await framesOf(page, from));
    for (let i = 0; i < 20 && (await due()) < 90; i++) {
      await playOn(page, {moves: 1, seed: 2 + i, ms: 2000, calm: true}); // to look for what can be tapped takes longer than a frame
      await page.waitForTimeout(1000);
    }
    const {drawn, dropped, longest} = await framesOf(page, from);
    t.diagnostic(
      `${game}: ${((60 * drawn) / (drawn + dropped)).toFixed(1)} frames/s while things move: ${dropped} of ${drawn + dropped} frames dropped (longest wait ${longest.toFixed(0)} ms)`,
    );
    assert.ok(drawn + dropped >= 90, 'so much of motion'); // how smooth it is depends on the machine, which may be busy
    checkQuiet(reader);
  });

const LAYOUTS = 3.5; // in the frame in which something begins to move there is no time for more

/** How often our own scripts made the browser lay out the page, by a trace of what is done meanwhile. @param {Page} page @param {() => Promise<void>} act */
async function layoutsOf(page, act) {
  await browser.startTracing(page, {categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack']});
  await act();
  const {traceEvents} = JSON.parse(String(await browser.stopTracing()));
  return traceEvents.filter(
    (/** @type {any} */ e) =>
      e.name === 'Layout' && /\/(src|boards)\//.test(e.args?.beginData?.stackTrace?.[0]?.url ?? ''),
  ).length;
}

for (const game of GAMES)
  test(`what happens makes the browser lay out the page a few times, not for every line that tells it: ${game}`, async t => {
    const reader = await newReader(browser, {motion: true}),
      {page} = reader;
    t.after(reader.close);
    await likes(reader, {pace: 200});
    await openLocalTable(reader, files.url, game, Math.max(...COUNTS[game]));
    await page.waitForSelector('.table.my-turn, .table .say:not([hidden])');
    await page.evaluate(() => {
      Object.assign(window, {views: 0});
      const table = /** @type {HTMLElement} */ (document.querySelector('.table'));
      new MutationObserver(() => /** @type {any} */ (window).views++).observe(table, {attributeFilter: ['data-seq']});
    });
    let drawn = 0;
    const layouts = await layoutsOf(page, async () => {
      for (let i = 0; i < 20 && drawn < 25; i++) {
        drawn += (await playOn(page, {moves: 1, seed: 2 + i, ms: 5000})).clicks;
        await page.waitForTimeout(1000);
        drawn += await page.evaluate(
          () => Object.assign(window, {views: 0, seen: /** @type {any} */ (window).views}).seen,
        );
      }
    });
    t.diagnostic(`${game}: ${layouts} layouts for ${drawn} clicks and views`);
    assert.ok(drawn >= 10, 'something happens'); // a game of Famiglia may be over after two passes
    assert.ok(layouts < LAYOUTS * drawn, `${layouts} layouts for ${drawn} clicks and views`);
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
      attributeFilter: ['class', 'style'],
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

/** A board of so many cards in a place of its own, measured by fit.js: draw(n) shows n, and if 'idle' none of them can be tapped; u() tells their size.
 * @param {Page} page */
async function openCards(page) {
  await page.goto(`${files.url}empty.html`);
  await page.addStyleTag({url: `${files.url}style/kit.css`});
  await page.evaluate(async () => {
    const {makeFit} = await import(/** @type {any} */ ('/src/fit.js')),
      box = document.createElement('div');
    Object.assign(box.style, {display: 'flex', flexWrap: 'wrap', alignContent: 'start', width: '400px'});
    Object.assign(box.style, {height: '400px', overflow: 'hidden'});
    document.body.append(box);
    const fit = makeFit(box, {least: 40, most: 200, small: 50});
    const card = () => {
      const e = document.createElement('div');
      Object.assign(e.style, {flex: 'none', width: 'var(--u)', height: 'var(--u)'});
      return e;
    };
    Object.assign(window, {
      box,
      fit,
      draw: (/** @type {number} */ n, idle = false) => (
        box.replaceChildren(...Array.from({length: n}, card)),
        fit(idle)
      ),
      u: () => parseFloat(box.style.getPropertyValue('--u')),
    });
  });
}

test('cards do not change their size to and fro as a round fills and empties the table', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openCards(page);
  const sizes = await page.evaluate(async () => {
    const {draw, u} = /** @type {any} */ (window),
      all = [];
    for (let i = 0; i < 12; i++) {
      draw(i % 2 ? 16 : 9);
      await new Promise(done => setTimeout(done, 900)); // nothing happens: now it may grow
      all.push(u());
    }
    return all;
  });
  const grown = sizes.filter((u, i) => i && u > sizes[i - 1]).length;
  assert.ok(sizes[0] > 120, `at first as large as can be: ${sizes}`);
  assert.ok(Math.max(...sizes.filter((_u, i) => i % 2)) <= 100, `all are in sight: ${sizes}`);
  assert.ok(grown <= 2, `grown ${grown} times: ${sizes}`);
});

test('what grows beside the board does not make it try sizes in the frame in which something moves', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openCards(page);
  const tries = await page.evaluate(async () => {
    const {box, draw} = /** @type {any} */ (window);
    let tries = 0;
    draw(9);
    await new Promise(done => setTimeout(done, 900));
    new MutationObserver(all => (tries += all.length)).observe(box, {attributeFilter: ['style']});
    for (const height of [440, 420, 450]) {
      box.style.height = `${height}px`;
      draw(9);
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return tries - 3; // ours
  });
  assert.equal(tries, 0);
});

test('a card on its way does not make the board smaller, picked or not', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader;
  t.after(reader.close);
  await openCards(page);
  const {reach, sizes} = await page.evaluate(() => {
    const {box, draw, fit, u} = /** @type {any} */ (window);
    draw(9);
    const sizes = [u()],
      [one, two, three, four] = [...box.children].slice(-4);
    one.classList.add('picked');
    for (const e of [one, two]) e.animate([{translate: '0 300px'}, {translate: '0 0'}], 60000);
    three.animate(
      [
        {rotate: '45deg', scale: 3},
        {rotate: '0deg', scale: 1},
      ],
      60000,
    );
    four.animate([{transform: 'translate(300px)'}, {transform: 'none'}], 60000);
    const reach = [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
    fit();
    sizes.push(u());
    return {reach, sizes};
  });
  assert.ok(Math.min(...reach) > 20, `they reach out of the board by ${reach} px`);
  assert.equal(sizes[1], sizes[0]);
});

test('a board is measured with the words that cards of its size have', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openCards(page);
  const high = await page.evaluate(() => {
    const {box, draw} = /** @type {any} */ (window),
      style = new CSSStyleSheet();
    style.replaceSync('.small > div { padding-bottom: 8px }'); // at 42 px nine in a row, and eight rows of 50 px
    document.adoptedStyleSheets = [style];
    draw(9);
    while (box.childElementCount < 72) box.append(box.firstChild.cloneNode());
    document.fonts.dispatchEvent(new Event('loadingdone')); // as large as can be
    return [box.scrollHeight, box.clientHeight, box.className];
  });
  assert.deepEqual(high, [400, 400, 'small']);
});

test('cards keep their size when the turn passes, unless they could not be as large as a finger', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openCards(page);
  const sizes = await page.evaluate(() => {
    const {draw, u} = /** @type {any} */ (window);
    return /** @type {[number, boolean][]} */ ([
      [16, false],
      [9, true],
      [9, false],
      [120, false],
      [120, true],
      [120, false],
    ]).map(([n, idle]) => (draw(n, idle), u()));
  });
  assert.deepEqual([...new Set(sizes.slice(0, 3))], [sizes[0]], `${sizes}`);
  assert.deepEqual([sizes[3], sizes[4] < 40, sizes[5]], [40, true, 40], `${sizes}`);
});

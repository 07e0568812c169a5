// page_look_test.mjs: how the pages look and how fast they are: axe in light and dark, phones, text in three languages, and
// the figures. Pictures of every table go to build/shots, for looking.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {after, before, test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {
  COUNTS,
  GAMES,
  LANGUAGES,
  LONG,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openDrawer,
  openHouse,
  openLocalTable,
  playOn,
  root,
  shoot,
} from './page_kit.mjs';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

const most = (/** @type {string} */ game) => Math.max(...COUNTS[game]);

/** Sizes and languages go together as people have them, or every pair in the long run. */
const looks = LONG
  ? LANGUAGES.flatMap(language =>
      Object.keys(SIZES).flatMap(size => [false, true].map(dark => ({language, size, dark}))),
    )
  : [
      {language: 'de', size: 'small', dark: true},
      {language: 'nl', size: 'phone', dark: false},
    ];

for (const {language, size, dark} of looks)
  test(`all pages in ${language}, ${size}, ${dark ? 'dark' : 'light'}`, async t => {
    const reader = await newReader(browser, {language, dark, size: SIZES[/** @type {keyof typeof SIZES} */ (size)]}),
      {page} = reader;
    t.after(reader.close);
    /** All of them at once: whoever mends wants to see the whole list. @type {string[]} */
    const faults = [];
    const name = (/** @type {string} */ what) => `${what}-${language}-${size}${dark ? '-dark' : ''}`;
    await page.goto(house.url);
    await page.waitForSelector('.account');
    await look(name('index'), true);
    await page.click('.head button');
    await look(name('settings'), false);
    await page.goto(`${house.url}rules.html?game=famiglia`);
    await page.waitForSelector('article h2');
    await look(name('rules'), false);
    await page.goto(house.url);
    await page.click('[data-new=chicago]');
    await page.waitForSelector('dialog[open]');
    await page.check('dialog[open] input[name=company][value=friends]'); // then there is most to choose
    for (const s of await page.locator('dialog[open] summary').all()) await s.click();
    await look(name('new-table'), false);
    for (const game of GAMES) {
      await openLocalTable(reader, house.url, game, most(game));
      for (const state of LONG ? ['begin', 'middle', 'late'] : ['middle']) {
        await playOn(page, {
          moves: state === 'begin' ? 1 : 8,
          seed: 2,
          ms: 20000,
          board: game === 'famiglia' ? 100 : 60,
        });
        await look(name(`${game}-${state}`), false);
        for (const drawer of /** @type {const} */ (['rules', 'log'])) {
          await openDrawer(page, drawer);
          await look(name(`${game}-${state}-${drawer}`), false);
        }
        if (size !== 'desk') await page.click('.sheet .shut');
      }
    }
    assert.equal(faults.join('\n'), '');
    checkQuiet(reader);

    /** @param {string} what @param {boolean} whole */
    async function look(what, whole) {
      await shoot(page, what, whole);
      for (const check of [checkFits, checkAxe])
        await check(page, what).catch(e => faults.push(`${what}: ${e.message}`));
    }
  });

test('a first visit is shown around', async t => {
  const reader = await newReader(browser, {tour: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'famiglia', 2);
  await page.click('.offer .main');
  for (let i = 0; i < 12 && (await page.locator('dialog.tour[open]').count()); i++) {
    if (i === 1) {
      await shoot(page, 'tour-en-desk');
      await checkAxe(page, 'tour');
    }
    await page.click('dialog.tour .main');
  }
  assert.equal(await page.locator('dialog.tour[open]').count(), 0);
  await page.reload();
  await page.waitForSelector('.table[data-seq]');
  assert.ok(await page.locator('.offer').isHidden(), 'asked once');
  checkQuiet(reader);
});

test('a refusal says why and leads to the rule', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'famiglia', 2);
  await page.waitForSelector('.table.my-turn');
  for (const e of await page.locator('.game [data-target]:not(.open)').all()) {
    await e.click({force: true});
    if (await page.waitForSelector('.do .refusal:not([hidden]) a', {timeout: 3000}).catch(() => null)) break;
  }
  const link = page.locator('.do .refusal a');
  assert.match((await link.textContent()) ?? '', /^FA-/);
  await page.goto(await link.evaluate(a => /** @type {HTMLAnchorElement} */ (a).href));
  await page.waitForSelector('.wanted');
  checkQuiet(reader);
});

// -- Figures ---------------------------------------------------------------------------------------------------

test('the start page: bytes and time', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  /** @type {Map<string, number>} */
  const sizes = new Map();
  page.on('response', async r => sizes.set(r.url(), gzipSync(await r.body().catch(() => Buffer.alloc(0))).length));
  await page.goto(house.url);
  await page.waitForSelector('.account');
  const ready = await page.evaluate(
    () => performance.getEntriesByType('mark').find(m => m.name === 'ready')?.startTime ?? performance.now(),
  );
  await page.waitForLoadState('networkidle');
  const bytes = [...sizes.values()].reduce((a, b) => a + b, 0);
  t.diagnostic(
    `start page: ${sizes.size} files, ${(bytes / 1024).toFixed(0)} KB gzip, usable after ${ready.toFixed(0)} ms`,
  );
  assert.ok(![...sizes.keys()].some(url => url.endsWith('.wasm')), 'the engine is not needed there');
  assert.ok(bytes <= 350 * 1024);
  assert.ok(ready < 5000);
});

for (const game of GAMES)
  test(`a table of ${game}: bytes without the engine, and time`, async t => {
    const reader = await newReader(browser),
      {page} = reader;
    t.after(reader.close);
    await page.goto(`${house.url}rules.html`); // a visitor who has seen another page; nothing is kept of it here
    await page.context().addInitScript(() => {
      const look = new MutationObserver(() => {
        if (!document.querySelector('.table[data-seq] .game [data-target]')) return;
        performance.mark('dealt');
        look.disconnect();
      });
      look.observe(document, {subtree: true, childList: true, attributes: true});
    });
    /** @type {Map<string, number>} */
    const sizes = new Map();
    page.on('response', async r => sizes.set(r.url(), gzipSync(await r.body().catch(() => Buffer.alloc(0))).length));
    await openLocalTable(reader, house.url, game, most(game));
    await page.waitForFunction(() => performance.getEntriesByName('dealt').length > 0);
    const ready = await page.evaluate(() => performance.getEntriesByName('dealt')[0].startTime);
    await page.waitForLoadState('networkidle');
    const bytes = [...sizes].reduce((sum, [url, n]) => sum + (/\.wasm$|\/nets\//.test(url) ? 0 : n), 0);
    t.diagnostic(
      `${game}: ${sizes.size} files, ${(bytes / 1024).toFixed(0)} KB gzip without the engine, dealt after ${ready.toFixed(0)} ms`,
    );
    assert.ok(bytes > 20 * 1024 && bytes <= 400 * 1024);
    assert.ok(ready < 5000, 'loosely: the machine may be busy');
    checkQuiet(reader);
  });

test('a page fetches early what it will need: its list of modules is complete', () => {
  for (const page of [
    'index',
    'table',
    'lesson',
    'replay',
    'rules',
    'standings',
    'person',
    'daily',
    'puzzle',
    'tournament',
  ]) {
    /** @type {Set<string>} */
    const needed = new Set();
    const add = (/** @type {string} */ file) => {
      if (needed.has(file)) return;
      needed.add(file);
      for (const [, from] of readFileSync(join(root, 'web', file), 'utf8').matchAll(/^import [^;]*?from '(\.[^']+)'/gm))
        add(join(dirname(file), from));
    };
    add(`src/pages/${page}.js`);
    const listed = [
      ...readFileSync(join(root, 'web', `${page}.html`), 'utf8').matchAll(/modulepreload" href="([^"]+)"/g),
    ].map(m => m[1]);
    assert.deepEqual([...listed, `src/pages/${page}.js`].sort(), [...needed].sort(), page);
  }
});

test('everything a table needs, without the engine, is below 360 KB', t => {
  const list = (/** @type {string} */ folder) =>
    readdirSync(join(root, folder), {withFileTypes: true, recursive: true})
      .filter(f => f.isFile() && !f.name.endsWith('.gz'))
      .map(f => join(f.parentPath ?? /** @type {any} */ (f).path, f.name));
  const bytes = list('web').reduce((sum, f) => sum + (statSync(f).size ? gzipSync(readFileSync(f)).length : 0), 0);
  t.diagnostic(`all of web/: ${(bytes / 1024).toFixed(0)} KB gzip`);
  assert.ok(bytes <= 360 * 1024);
});

test('Chicago moves smoothly, and a move appears at once', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago', 3);
  const came = await playOn(page, {moves: 25, seed: 3, ms: 20000, board: 90});
  await page.goto(`${house.url}replay.html`);
  await page.setInputFiles(
    'input[type=file]',
    readdirSync(join(root, 'src/games/chicago/plays')).map(f => join(root, 'src/games/chicago/plays', f))[0],
  );
  await page.waitForSelector('.reel');
  const frames = await page.evaluate(async () => {
    const next = /** @type {HTMLElement} */ (document.querySelector('.reel button[aria-label=Next]')),
      from = performance.now();
    let n = 0,
      last = from,
      worst = 0,
      stepped = from;
    while (performance.now() - from < 2000) {
      const at = await new Promise(requestAnimationFrame);
      worst = Math.max(worst, at - last);
      last = at;
      n++;
      if (at - stepped > 150) {
        stepped = at;
        next.click();
      }
    }
    return {rate: n / ((performance.now() - from) / 1000), worst};
  });
  t.diagnostic(
    `Chicago: ${frames.rate.toFixed(0)} frames/s while stepping (longest ${frames.worst.toFixed(0)} ms); a move appears after ${came.median.toFixed(0)} ms (slowest of ${came.moves}: ${came.slowest.toFixed(0)})`,
  );
  assert.ok(frames.rate > 15 && came.median < 1000, 'loosely: the machine may be busy');
  checkQuiet(reader);
});

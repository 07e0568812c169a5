// page_city_test.mjs: Chicago as a city: a walk is seen as one motion, a fight in close-up where it happens, both without being in the way; and the
// house's type, which the page can also do without.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {checkQuiet, newReader, openLocalTable, root} from './page_kit.mjs';
import {openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** A recorded game as it stood after so many entries, the first seat to move. @param {Reader} reader @param {number} entries */
async function openAt(reader, entries) {
  const lines = readFileSync(join(root, 'src/games/chicago/plays/four_three_casinos.play'), 'utf8').trim().split('\n'),
    log = lines.indexOf('log') + 1,
    play = [...lines.slice(0, log + entries), `end ${entries}`, ''].join('\n');
  const id = await openLocalTable(reader, files.url, 'chicago', 4);
  await reader.page.goto(`${files.url}rules.html`);
  await reader.page.evaluate(
    ([id, play]) => {
      const key = `speakeasy.local.${id}`;
      localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key) ?? '{}'), play}));
    },
    [id, play],
  );
  await reader.page.goto(`${files.url}table.html?local=${id}`);
  await reader.page.waitForSelector('.table.my-turn');
}

/** The entry after which the first seat's next step meets somebody: its two fields. */
function aFight() {
  const lines = readFileSync(join(root, 'src/games/chicago/plays/four_three_casinos.play'), 'utf8').split('\n'),
    i = lines.findIndex((l, n) => /^\d+ 0 step /.test(l) && /^\d+ chance throw /.test(lines[n + 1])),
    [n, , , from, to] = lines[i].split(' ');
  return {entries: Number(n) - 1, from, to};
}

test('a step into a foe is walked and then fought in close-up; when it is over the table is as it stands', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader,
    {entries, from, to} = aFight();
  t.after(reader.close);
  await openAt(reader, entries);
  assert.equal(await page.locator('.walker').count(), 0, 'what was played before is not played again');
  await page.locator(`[data-target="field:${from}"]`).dispatchEvent('click');
  await page.locator(`[data-target="field:${to}"]`).dispatchEvent('click');
  await page.click('.do .ready .main');
  // Looked at while it is there, and by its place: it grows and shrinks.
  const seen = await page.waitForFunction(() => {
    const e = /** @type {HTMLElement} */ (document.querySelector('.close-up')),
      around = /** @type {HTMLElement} */ (e.parentElement);
    if (e.hidden || !e.querySelector('.die') || !e.style.left) return null;
    return {
      taps: getComputedStyle(e).pointerEvents,
      told: !document.querySelector('.table.in-fight') || !!document.querySelector('.fought-last .duel'),
      within:
        e.offsetWidth > 100
        && e.offsetLeft >= 0
        && e.offsetTop >= 0
        && e.offsetLeft + e.offsetWidth <= around.clientWidth
        && e.offsetTop + e.offsetHeight <= around.clientHeight,
    };
  });
  assert.deepEqual(
    await seen.jsonValue(),
    {taps: 'none', told: false, within: true},
    'in the map, it takes no tap away, and nothing beside it tells how it ends',
  );
  await page.waitForFunction(
    () => /** @type {HTMLElement} */ (document.querySelector('.close-up')).hidden && !document.querySelector('.walker'),
  );
  await page.waitForFunction(to => {
    const e = /** @type {Element} */ (document.querySelector(`[data-target="field:${to}"]`));
    return !!e.querySelector('.man') === /: man with/.test(e.getAttribute('aria-label') ?? ''); // drawn as it is told
  }, to);
  await page.waitForSelector('.table:not(.in-fight) .fought-last .duel', {state: 'attached'}); // now it is told
  checkQuiet(reader);
});

test('whoever wants less motion sees no close-up, but what came of the fight and the way', async t => {
  const reader = await newReader(browser),
    {page} = reader,
    {entries, from, to} = aFight();
  t.after(reader.close);
  await openAt(reader, entries);
  await page.locator(`[data-target="field:${from}"]`).dispatchEvent('click');
  await page.locator(`[data-target="field:${to}"]`).dispatchEvent('click');
  await page.click('.do .ready .main');
  await page.waitForSelector('.fought-last .duel.after');
  assert.ok(await page.$eval('.close-up', e => /** @type {HTMLElement} */ (e).hidden));
  assert.ok((await page.locator('.ways .trail').count()) > 0);
  await page.waitForFunction(() => /^Ann throws \d, /.test(document.querySelector('.recap .news')?.textContent ?? '')); // the news are the fight, not the rivals' last walk
  checkQuiet(reader);
});

test('on a phone one walks without zooming: by the places below the city, or by a tap on a man who stands alone', async t => {
  const reader = await newReader(browser, {size: {width: 390, height: 844}, touch: true}),
    {page} = reader,
    {entries, from, to} = aFight();
  t.after(reader.close);
  await openAt(reader, entries);
  const seq = await page.getAttribute('.table', 'data-seq');
  const far = () => page.$eval('.map', e => !e.classList.contains('close'));

  // A man with nobody near: anywhere within a fingertip of him.
  const alone = await page.evaluate(() => {
    const spots = [...document.querySelectorAll('.field.open')].map(e => {
      const b = e.getBoundingClientRect();
      return {target: e.getAttribute('data-target'), x: b.x + b.width / 2, y: b.y + b.height / 2};
    });
    return spots.find(a => spots.every(b => a === b || Math.hypot(a.x + 14 - b.x, a.y + 10 - b.y) > 24));
  });
  assert.ok(alone, 'somebody stands alone');
  await page.touchscreen.tap(alone.x + 14, alone.y + 10);
  await page.waitForSelector(`.picked[data-target="${alone.target}"]`);
  assert.ok(await far());
  await page.keyboard.press('Escape');

  await page.tap(`.shelf [data-key="${from}"]`);
  await page.waitForSelector(`.picked[data-target="field:${from}"]`);
  assert.equal(await page.getAttribute(`.shelf [data-key="${from}"]`, 'aria-pressed'), 'true');
  await page.tap(`.shelf [data-key="${to}"]`);
  await page.tap(`.shelf [data-key="${to}"]`);
  await page.waitForFunction(seq => document.querySelector('.table')?.getAttribute('data-seq') !== seq, seq);
  assert.ok(await far());
  checkQuiet(reader);
});

const fonts = join(root, 'build/web/fonts');
const faces = existsSync(fonts) ? readdirSync(fonts).filter(f => f.endsWith('.woff2')) : [];

test(
  'the type of the house: at most 80 KB, with its licences, and used',
  {skip: !faces.length && 'no fonts here'},
  async t => {
    const bytes = faces.reduce((sum, f) => sum + statSync(join(fonts, f)).size, 0);
    t.diagnostic(`${faces.length} files, ${(bytes / 1024).toFixed(1)} KB`);
    assert.ok(bytes <= 80 * 1024);
    const named = [...readFileSync(join(fonts, 'fonts.css'), 'utf8').matchAll(/[\w-]+\.(?:txt|woff2)/g)].map(m => m[0]);
    for (const file of named) assert.ok(existsSync(join(fonts, file)), file);
    assert.equal(named.filter(f => f.endsWith('.txt')).length, 3);
    const reader = await newReader(browser);
    t.after(reader.close);
    await openLocalTable(reader, files.url, 'chicago', 2);
    await reader.page.waitForFunction(() =>
      ['16px "House Text"', '700 16px "House Sign"'].every(
        face => document.fonts.check(face) && [...document.fonts].some(f => f.status === 'loaded'),
      ),
    );
    checkQuiet(reader);
  },
);

test('without the type of the house a table is still one screen', async t => {
  const reader = await newReader(browser, {size: {width: 360, height: 640}, language: 'de'}),
    {page} = reader;
  t.after(reader.close);
  await page.route('**/fonts/fonts.css', route => route.fulfill({contentType: 'text/css', body: ''}));
  await openLocalTable(reader, files.url, 'chicago', 4);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  const over = await page.evaluate(() =>
    ['html', 'body', '.table', '.game', '.status', '.dock'].filter(s => {
      const e = /** @type {Element} */ (document.querySelector(s));
      return e.scrollHeight > e.clientHeight + 1 && e.clientHeight > 0;
    }),
  );
  assert.deepEqual(over, []);
  checkQuiet(reader);
});

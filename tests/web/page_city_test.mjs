// page_city_test.mjs: Chicago as a city: a walk is seen as one motion, a fight in close-up where it happens, both without being in the way; and the
// house's type, which the page can also do without.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {checkAxe, checkQuiet, newReader, openLocalTable, root} from './page_kit.mjs';
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

/** The first turn of the first seat after somebody was killed: the entry before it. */
function afterADeath() {
  const lines = readFileSync(join(root, 'src/games/chicago/plays/four_three_casinos.play'), 'utf8').split('\n'),
    thrown = lines.findIndex(l => {
      const [, x, y] = /^\d+ chance throw (\d) (\d)$/.exec(l) ?? [];
      return x !== y;
    }),
    next = lines.findIndex((l, i) => i > thrown && /^\d+ 0 (step|end)/.test(l));
  return Number(lines[next].split(' ')[0]) - 1;
}

test('whoever died left a line of chalk: for somebody who comes later too, and without motion', async t => {
  const reader = await newReader(browser);
  t.after(reader.close);
  await openAt(reader, afterADeath());
  await reader.page.waitForSelector('.city .chalks .chalk', {state: 'attached'});
  checkQuiet(reader);
});

test('in the close-up a shot flashes, and the chalk is where the loser lay', async t => {
  const reader = await newReader(browser, {motion: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'chicago', 2);
  const seen = await page.evaluate(async () => {
    const place = /** @type {HTMLElement} */ (document.querySelector('.map-place')),
      seen = {flashes: 0, chalk: ''};
    new MutationObserver(all => {
      for (const e of all.flatMap(m => [...m.addedNodes]))
        if (e instanceof Element && e.matches('.bang')) seen.flashes++;
      const dead = place.querySelector('.duel.after > .dead .fell');
      if (dead) seen.chalk = dead.closest('.side')?.getAttribute('class') ?? '';
    }).observe(place, {subtree: true, childList: true, attributeFilter: ['class']});
    const {makeFight} = await import(/** @type {string} */ ('/boards/chicago_fight.js'));
    const text = 'throw 5 4; gang yellow; duel yellow 2 red 3; dead red; won yellow 3 40000';
    await makeFight(place, {})(text, {x: 100, y: 100}, false);
    return seen;
  });
  assert.equal(seen.flashes, 1);
  assert.match(seen.chalk, /neon-red/);
  checkQuiet(reader);
});

test('on a phone one walks by the places below the city; a tap near a man who stands alone chooses him', async t => {
  const reader = await newReader(browser, {size: {width: 390, height: 844}, touch: true}),
    {page} = reader,
    {entries, from, to} = aFight();
  t.after(reader.close);
  await openAt(reader, entries);
  const seq = await page.getAttribute('.table', 'data-seq');
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
  await page.waitForSelector('.lens:not([hidden])'); // where he can go
  await page.tap('.lens .shut');
  await page.keyboard.press('Escape');

  await page.tap(`.shelf [data-key="${from}"]`);
  await page.waitForSelector(`.picked[data-target="field:${from}"]`);
  assert.equal(await page.getAttribute(`.shelf [data-key="${from}"]`, 'aria-pressed'), 'true');
  await page.tap(`.shelf [data-key="${to}"]`);
  await page.tap(`.shelf [data-key="${to}"]`);
  await page.waitForFunction(seq => document.querySelector('.table')?.getAttribute('data-seq') !== seq, seq);
  assert.ok(await page.locator('.lens').isHidden());
  checkQuiet(reader);
});

/** Where a field is seen, on the map or in the lens; null: not in sight. @param {import('playwright-core').Page} page @param {string} id @param {'.game'|'.lens'} where */
const seenAt = (page, id, where) =>
  page.evaluate(
    ([id, where]) => {
      const at = document.querySelector(`.game [data-target="field:${id}"]`)?.getAttribute('transform'),
        e = document.querySelector(`${where} .field[transform="${at}"]`),
        b = e?.querySelector('.edge')?.getBoundingClientRect(),
        top = b && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      return b && e?.closest(where)?.contains(top ?? null)
        ? {x: b.x + b.width / 2, y: b.y + b.height / 2, wide: b.width}
        : null;
    },
    [id, where],
  );

/** Somebody is chosen by a finger: on the map if he stands alone, else in the lens that opens there; it then shows where he can go.
 * @param {import('playwright-core').Page} page @param {string} from */
async function chooseByFinger(page, from) {
  const man = await seenAt(page, from, '.game');
  assert.ok(man && man.wide < 20, 'too small for a finger');
  await page.touchscreen.tap(man.x + 2, man.y - 2);
  await page.waitForSelector('.lens .field.open');
  if (!(await page.locator(`.game .picked[data-target="field:${from}"]`).count())) await tapInLens(page, from);
  await page.waitForSelector(`.game .picked[data-target="field:${from}"]`);
  await page.waitForSelector('.lens .field.picked');
}

/** @param {import('playwright-core').Page} page @param {string} id */
async function tapInLens(page, id) {
  const field = await seenAt(page, id, '.lens');
  assert.ok(field, `${id} is in the lens`);
  assert.ok(field.wide > 36, `as large as a finger: ${field.wide}`);
  await page.touchscreen.tap(field.x + 8, field.y - 8);
}

for (const [language, size] of /** @type {[string, {width: number, height: number}][]} */ ([
  ['en', {width: 360, height: 640}],
  ['de', {width: 390, height: 844}],
  ['nl', {width: 844, height: 390}],
]))
  test(`a walk and a fight by finger alone, ${size.width} by ${size.height}, ${language}`, async t => {
    const reader = await newReader(browser, {size, language, touch: true}),
      {page} = reader,
      fight = aFight();
    t.after(reader.close);

    await openAt(reader, aWalk());
    const from = await page.$eval('.field.open', e => String(e.getAttribute('data-target')).slice(6)),
      seq = await page.getAttribute('.table', 'data-seq');
    await chooseByFinger(page, from);
    await checkAxe(page, 'with a lens');
    const far = await page.$$eval('.game .field.far', all =>
      all.map(e => ({
        id: String(e.getAttribute('data-target')).slice(6),
        cost: Number(e.lastElementChild?.textContent),
      })),
    );
    const goal = far.sort((a, b) => b.cost - a.cost)[0];
    assert.ok(goal?.cost > 1, 'farther than a step');
    await tapInLens(page, goal.id);
    await page.waitForSelector('.lens', {state: 'hidden'}); // by itself: the button to go is free
    await page.tap('.do .ready .main');
    await page.waitForFunction(
      ([seq, cost]) => Number(document.querySelector('.table')?.getAttribute('data-seq')) >= Number(seq) + Number(cost),
      [seq, goal.cost],
    );

    await openAt(reader, fight.entries);
    await chooseByFinger(page, fight.from);
    await tapInLens(page, fight.to);
    await page.tap('.do .ready .main');
    await page.waitForSelector('.fought-last .duel.after', {state: 'attached'});
    checkQuiet(reader);
  });

/** The entry after which the first seat has three points or more to walk. */
function aWalk() {
  const lines = readFileSync(join(root, 'src/games/chicago/plays/four_three_casinos.play'), 'utf8').split('\n'),
    i = lines.findIndex((l, n) => /^\d+ chance roll [3-6]/.test(l) && /^\d+ 0 step /.test(lines[n + 1]));
  return Number(lines[i].split(' ')[0]);
}

test('a place on the shelf that is held lights up on the map', async t => {
  const reader = await newReader(browser, {size: {width: 360, height: 640}, touch: true}),
    {page} = reader,
    {entries, from} = aFight();
  t.after(reader.close);
  await openAt(reader, entries);
  const ring = page.locator('.map .beacon');
  assert.ok(await ring.isHidden());
  await page.locator(`.shelf [data-key="${from}"]`).dispatchEvent('pointerdown');
  const [a, b] = [await ring.boundingBox(), await seenAt(page, from, '.game')];
  assert.ok(a && b && Math.hypot(a.x + a.width / 2 - b.x, a.y + a.height / 2 - b.y) < 3, 'round it');
  await page.locator('.shelf').dispatchEvent('pointerleave');
  assert.ok(await ring.isHidden());
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

// page_lead_test.mjs: where the page leads the eye: it opens at its top, the headline and what can be done stay in sight, a choice
// says what to tap next and brings it into sight, what cannot be undone asks twice, and nothing is cut off on a small phone.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {checkFits, checkQuiet, newReader, openLocalTable, playOn, root, SIZES} from './page_kit.mjs';
import {openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */

const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

const desk = {width: 1280, height: 900};
/** @param {Page} page */
const seq = page => page.getAttribute('.table', 'data-seq');
/** Whether all of it can be seen, with nothing upon it. @param {Page} page @param {string} selector */
const inSight = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate(e => {
      const b = e.getBoundingClientRect(),
        top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      return b.top >= 0 && b.bottom <= innerHeight && !!top && (e.contains(top) || top.contains(e));
    });
/** As a finger does, whether or not the thing may be tapped. @param {Page} page @param {string} selector */
const tap = (page, selector) => page.locator(selector).first().dispatchEvent('click');
/** @param {Page} page @param {number} most */
const quiet = async (page, most) => {
  for (let i = 0, last = NaN; i < most; i++) {
    const now = await page.evaluate(() => scrollY);
    if (now === last) return;
    last = now;
    await page.waitForTimeout(250);
  }
};

test('Chicago: to hire nobody is asked twice, and a count puts the question back', async t => {
  const reader = await newReader(browser),
    {page} = reader,
    go = page.locator('.hiring .go');
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'chicago', 2);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  const before = await seq(page);
  assert.equal(await go.textContent(), 'Hire nobody');
  await go.click();
  assert.equal(await go.textContent(), 'Really nobody? Tap again.');
  await page.click('.hiring .count >> nth=0 >> button:enabled');
  assert.equal(await go.textContent(), 'Hire');
  await page.click('.hiring .count >> nth=0 >> button >> nth=0');
  assert.equal(await go.textContent(), 'Hire nobody');
  await go.click();
  assert.equal(await seq(page), before, 'nothing is done yet');
  await go.click();
  await page.waitForFunction(
    old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
    before,
  );
  checkQuiet(reader);
});

test('Chicago Gangsters at a desk: all of it is seen, and Negotiate ends where one talks', async t => {
  const reader = await newReader(browser, {size: desk, tour: true, motion: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'chicago_gangsters', 4);
  for (let i = 0; i < 12 && !(await page.locator('.table.my-turn .do .more-to-say:visible').count()); i++) {
    await openLocalTable(reader, files.url, 'chicago_gangsters', 4);
    await page.waitForSelector('.table.my-turn');
  }
  await page.waitForTimeout(1200); // time enough to move by itself
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok((await inSight(page, '.whose')) && (await inSight(page, '.offer .main')));
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), desk.height, 'there is nothing below');
  const covered = await page.$$eval('.standings, .dock, .beside', all =>
    all.map(e => e.getBoundingClientRect()).some((b, i, list) => i > 0 && b.top < list[i - 1].bottom),
  );
  assert.equal(covered, false, 'no panel lies upon another');
  if (await page.locator('.do .more-to-say:visible').count()) {
    await page.click('.do .more-to-say');
    await quiet(page, 12);
    await page.waitForTimeout(500);
    assert.ok(await page.evaluate(() => !!document.activeElement?.closest('.words .talk')));
    assert.ok((await inSight(page, '.words .talk select')) && (await inSight(page, '.words .talk button')));
  }
  checkQuiet(reader);
});

for (const [what, size, language] of /** @type {const} */ ([
  ['phone', SIZES.phone, 'en'],
  ['small', SIZES.small, 'nl'],
  ['small', SIZES.small, 'de'],
]))
  test(`Gangster, ${what}, ${language}: a kind of move says what to tap and brings it into sight`, async t => {
    const reader = await newReader(browser, {size, language, touch: true}),
      {page} = reader;
    t.after(reader.close);
    await openLocalTable(reader, files.url, 'gangster', 3);
    await page.waitForSelector('.table.my-turn');
    const groups = await page.$$eval('.do .groups button', all => all.map(e => (e.textContent ?? '').toLowerCase())),
      line = page.locator('.whose');
    const said = ((await line.textContent()) ?? '').toLowerCase();
    assert.ok(
      groups.every(g => said.includes(g)),
      `${said}: ${groups}`,
    );
    assert.equal(
      said.replace(/^.*: |\.$/g, '').split(/, | of | or | oder /).length,
      groups.length,
      'only what there is',
    );
    assert.ok(await inSight(page, '.whose'));
    assert.ok(await page.$eval('.bottom', e => /** @type {HTMLElement} */ (e).offsetHeight < innerHeight * 0.34));
    await page.tap('.do .groups button >> nth=0');
    if (language === 'en')
      assert.equal(await line.textContent(), 'Which tile do you lay? Tap one of yours or an open one.');
    assert.notEqual(((await line.textContent()) ?? '').toLowerCase(), said);
    await page.waitForTimeout(300);
    await quiet(page, 12);
    assert.ok(
      (await inSight(page, '[data-target^="own:"].open')) && (await inSight(page, '[data-target^="open:"].open')),
    );
    await checkFits(page, what);
    checkQuiet(reader);
  });

test('a refusal goes with the next choice, in a list and in a form too', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'famiglia', 2);
  await page.waitForSelector('.table.my-turn');
  await tap(page, '.own .hand [data-target]:not(.open)');
  await page.waitForSelector('.do .refusal:visible');
  await page.click('.do .all summary');
  await page.locator('.do .every button').first().click();
  assert.ok(await page.locator('.do .ready .main').isVisible());
  assert.ok(await page.locator('.do .refusal').isHidden(), 'the list');
  await openLocalTable(reader, files.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  const empty = await page.$$eval('.cell', all =>
    all.filter(e => /, empty$/.test(e.getAttribute('aria-label') ?? '')).map(e => e.getAttribute('data-target')),
  );
  await tap(page, `[data-target="${empty[0]}"]`);
  await page.waitForSelector('.do .refusal:visible');
  await page.click('.do .groups button >> nth=0');
  assert.ok(await page.locator('.do .refusal').isHidden(), 'a kind of moves');
  await openLocalTable(reader, files.url, 'chicago', 2);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  await tap(page, '[data-target="field:Y11"], .field');
  if (await page.waitForSelector('.do .refusal:visible', {timeout: 2000}).catch(() => null)) {
    await page.click('.hiring .count >> nth=0 >> button:enabled');
    assert.ok(await page.locator('.do .refusal').isHidden(), 'the form');
  }
  checkQuiet(reader);
});

test('the tour points at something that can be seen, and ends at the top', async t => {
  for (const [game, size] of /** @type {const} */ ([
    ['chicago', SIZES.phone],
    ['gangster', SIZES.phone],
    ['chicago_gangsters', desk],
  ])) {
    const reader = await newReader(browser, {size, tour: true}),
      {page} = reader;
    t.after(reader.close);
    await openLocalTable(reader, files.url, game, 3);
    await page.click('.offer .main');
    for (let i = 0; i < 12 && (await page.locator('dialog.tour[open]').count()); i++) {
      const {title, thing, box, wide, high} = await page.evaluate(() => {
        const rect = (/** @type {string} */ s) =>
          /** @type {DOMRect} */ (document.querySelector(s)?.getBoundingClientRect()).toJSON();
        return {
          title: document.querySelector('.tour h2')?.textContent,
          thing: rect('.in-tour'),
          box: rect('dialog.tour'),
          wide: innerWidth,
          high: innerHeight,
        };
      });
      const free = box.top > high - box.bottom ? [0, box.top] : [box.bottom, high];
      const seen = Math.min(thing.bottom, free[1]) - Math.max(thing.top, free[0]);
      assert.ok(
        thing.width > 20
          && thing.height > 20
          && thing.left < wide
          && seen > Math.min(thing.height, free[1] - free[0]) * 0.75,
        `${game}: ${title}`,
      );
      await page.click('dialog.tour .main');
    }
    assert.equal(await page.evaluate(() => scrollY), 0);
    checkQuiet(reader);
  }
});

test('a very large screen is used: everything grows', async t => {
  const reader = await newReader(browser, {size: {width: 3840, height: 2160}}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'famiglia', 2);
  await page.waitForSelector('.table.my-turn');
  assert.ok((await page.$eval('.street .card', e => e.getBoundingClientRect().width)) > 230);
  assert.ok((await page.$eval('.do button', e => parseFloat(getComputedStyle(e).fontSize))) > 24);
  checkQuiet(reader);
});

test('Gangster at a desk: the city stays where it is and as large as it is, and all of it is seen', async t => {
  const reader = await newReader(browser, {size: desk, language: 'de'}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'gangster', 4);
  await page.waitForSelector('.table.my-turn');
  const look = () =>
    page.evaluate(() => {
      const box = (/** @type {string} */ s) => [...document.querySelectorAll(s)].map(e => e.getBoundingClientRect()),
        [cell] = box('.cell');
      return {
        place: [cell.x, cell.y + scrollY, cell.width].map(Math.round).join(),
        low: Math.max(...box('.city .line').map(b => b.bottom + scrollY)),
      };
    });
  const first = await look();
  assert.ok(first.low <= 900, `the sums of the columns end at ${first.low}`);
  const left = await page.locator('.seats .left-tiles b').allTextContents();
  assert.ok(left.length === 4 && left.every(n => /^\d\u00B7\d(\u00B7\d)?$/.test(n)), `no 12 for a 1 and a 2: ${left}`);
  for (let i = 0; i < 9; i++) {
    const {over} = await playOn(page, {moves: 1, seed: 4 + i, board: 100});
    if (over) break;
    assert.equal((await look()).place, first.place, 'after the move');
    await page.waitForSelector('.table.my-turn');
    assert.equal((await look()).place, first.place, 'on the next turn');
  }
  checkQuiet(reader);
});

test('Gangster, looking back: everybody\u2019s tiles by name, and \u201Cyours\u201D are only the reader\u2019s', async t => {
  const reader = await newReader(browser),
    {page} = reader,
    titles = () => page.$$eval('.owners h2', all => all.map(e => e.textContent));
  t.after(reader.close);
  await page.goto(`${files.url}replay.html`);
  await page.setInputFiles('input[type=file]', join(root, 'src/games/gangster/plays/four_with_skips.play'));
  await page.waitForSelector('.reel');
  assert.deepEqual(await titles(), ['Player 1', 'Player 2', 'Player 3', 'Player 4']);
  assert.equal(await page.locator('[aria-label$="in your supply"]').count(), 0);
  await page.selectOption('.reel select', '1');
  await page.waitForFunction(() => document.querySelector('.owners h2')?.textContent === 'Yours');
  assert.deepEqual(await titles(), ['Yours', 'Player 1', 'Player 3', 'Player 4']);
  checkQuiet(reader);
});

for (const [size, language] of /** @type {const} */ ([
  ['phone', 'de'],
  ['small', 'nl'],
]))
  test(`Famiglia, ${size}, ${language}: street and own hand are seen together when something is to be chosen`, async t => {
    const reader = await newReader(browser, {size: SIZES[size], language, touch: true}),
      {page} = reader;
    t.after(reader.close);
    await openLocalTable(reader, files.url, 'famiglia', 2);
    await page.waitForSelector('.table.my-turn');
    assert.ok(await inSight(page, '.own .hand .card'), 'at once');
    await page.touchscreen.tap(5, 150); // somebody is there
    await page.tap('.game [data-target].open');
    await page.waitForTimeout(300);
    await quiet(page, 12);
    const low = await page.$eval('.bottom', e => e.getBoundingClientRect().top);
    const boxes = await page.$$eval('.street, .own .hand', all =>
      all.map(e => e.getBoundingClientRect()).map(b => [b.top, b.bottom]),
    );
    assert.ok(
      boxes.every(([top, bottom]) => top >= 0 && bottom <= low + 1),
      `${JSON.stringify(boxes)} above ${low}`,
    );
    await checkFits(page, `famiglia ${size}`);
    checkQuiet(reader);
  });

// page_remarks_test.mjs: bots that are characters say something when a game ends: at their seat and in the log, in the reader's language,
// over a house and without one, and nothing to those who do not want it.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  SIZES,
  checkQuiet,
  newReader,
  openBrowser,
  openDrawer,
  openHouse,
  openLocalTable,
  playOn,
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

/** What is read at the seats and in the log. @param {import('playwright-core').Page} page */
async function read(page) {
  await page.waitForSelector('.end:not([hidden])', {state: 'attached'});
  const seats = await page.$$eval('.seats .remark:not([hidden])', all => all.map(e => e.textContent ?? ''));
  await openDrawer(page, 'log');
  return {seats, log: await page.$$eval('ol.log li', all => all.map(e => e.textContent ?? ''))};
}

test('at the end of a game the bot speaks at its seat and in the log, in German; who does not want that reads none', async t => {
  const reader = await newReader(browser, {language: 'de', size: SIZES.phone}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'famiglia', 2);
  assert.ok((await playOn(page, {seed: 5, moves: 1200, board: 100})).over);
  await shoot(page, 'remarks-famiglia-phone');
  const {seats, log} = await read(page);
  assert.equal(seats.length, 1);
  assert.match(seats[0], /[a-z\u00E4\u00F6\u00FC]{3}/);
  assert.ok(
    log.some(line => line.includes(`\u201E${seats[0]}\u201C`)),
    `the log says it too: ${log.at(-1)}`,
  );
  await page.evaluate(() => {
    const prefs = JSON.parse(localStorage.getItem('speakeasy.prefs') ?? '{}');
    localStorage.setItem('speakeasy.prefs', JSON.stringify({...prefs, remarks: false}));
  });
  await page.reload();
  const quiet = await read(page);
  assert.deepEqual(quiet.seats, []);
  assert.equal(quiet.log.length, log.length);
  assert.ok(!quiet.log.some(line => line.includes('\u201E')));
  checkQuiet(reader);
});

test('on a desk a remark lies beside the standings, not upon them', async t => {
  const reader = await newReader(browser, {language: 'nl', size: {width: 1366, height: 768}}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 4);
  assert.ok((await playOn(page, {seed: 5})).over);
  await page.waitForSelector('.seats .remark:not([hidden])', {state: 'attached'});
  const covers = await page.$$eval('.seats .remark:not([hidden])', all =>
    all.map(
      e => e.getBoundingClientRect().right - /** @type {Element} */ (e.closest('.seats')).getBoundingClientRect().left,
    ),
  );
  assert.ok(covers.length);
  assert.ok(Math.max(...covers) <= 0, `${covers} px of the standings`);
  await shoot(page, 'remarks-gangster-desk');
  checkQuiet(reader);
});

// page_daily_test.mjs: the deal of the day as people see it: a guest, somebody with an account whose first try counts, what is told to
// others, the archive; and that the day is the same in every time zone.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {
  LANGUAGES,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
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

/** A new account, signed in here. @param {import('./page_kit.mjs').Reader} reader @param {string} name */
async function signUp({page}, name) {
  await page.goto(house.url);
  const made = await page.evaluate(
    async name =>
      (
        await fetch('api/accounts', {
          method: 'POST',
          headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({name, password: 'a long enough secret'}),
        })
      ).json(),
    name,
  );
  await page.evaluate(kept => localStorage.setItem('speakeasy.session', JSON.stringify(kept)), made);
}

test('the first try counts, is compared and can be told without a word of the cards', async t => {
  const ann = await newReader(browser, {size: SIZES.phone}),
    bob = await newReader(browser, {language: 'de'});
  t.after(() => Promise.all([ann.close(), bob.close()]));
  for (const [reader, name] of /** @type {const} */ ([
    [ann, 'Ann'],
    [bob, 'Bob'],
  ])) {
    await signUp(reader, name);
    await reader.page.goto(house.url);
    await reader.page.waitForSelector('.daily [data-daily=famiglia]');
    await shoot(reader.page, `daily-home-${name}`, true);
    await reader.page.click('[data-daily=famiglia] button');
    await reader.page.waitForSelector('.table[data-seq]');
    const came = await playOn(reader.page, {seed: name.length + name.charCodeAt(0)});
    assert.ok(came.over, `not over after ${came.moves} moves`);
    await reader.page.click('.to-daily');
    await reader.page.waitForSelector('.own-result');
  }
  const {page} = bob;
  await page.waitForSelector('tr.house td.n', {timeout: 60000}); // the house has played, too
  assert.equal(await page.locator('.scores:not(.days) tbody tr').count(), 3);
  assert.match(
    await page.locator('.days tbody tr').first().innerText(),
    /Heute\s+Platz \d/,
    'my result is in the archive',
  );
  assert.match(await page.locator('.streaks').innerText(), /Deine längste Serie: 1/);
  const left = await page.textContent('.until');
  await page.waitForFunction(then => document.querySelector('.until')?.textContent !== then, left); // the clock runs
  await shoot(page, 'daily-results-de-desk', true);
  await checkAxe(page, 'results');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (/** @type {any} */ d) => void (document.body.dataset.told = d.text),
    });
  });
  await page.click('.share-daily');
  const told = (await page.getAttribute('body', 'data-told')) ?? '';
  assert.match(
    told,
    /^Speakeasy \d{4}-\d\d-\d\d, Famiglia\n.*Platz \d.*\n\[[=-]{10}\] (besser als \d+ %|Niemand war besser\.)\nhttp/,
  );
  assert.match(told, /^[\x20-\x7e\n\u00c0-\u017f\u2026]+$/, 'signs that every font has');

  assert.match(await page.locator('.streak').innerText(), /Ein Tag in Folge/);
  await page.click('.picture-daily');
  await page.waitForSelector('.deal-card');
  await shoot(page, 'daily-card-de-desk');
  assert.match(
    await page.locator('.deal-card').innerText(),
    /FAMIGLIA\s+\d+\. \p{L}+ \d{4}\s+Platz \d, [^]*(besser als \d+ %|Niemand war besser)/u,
  );
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('.deal-box .main')]);
  assert.match(file.suggestedFilename(), /^speakeasy-\d{4}-\d\d-\d\d-famiglia\.png$/);
  await file.saveAs(join(root, 'build/shots/daily-card.png'));
  await page.click('.deal-box form > button:last-child');

  await page.goto(house.url);
  assert.match(await page.locator('[data-daily=famiglia]').innerText(), /Platz/);
  assert.match(await page.locator('.daily').innerText(), /Ein Tag in Folge/);
  await page.click('[data-daily=famiglia] button'); // once more, for fun
  await page.waitForSelector('.table[data-seq]');
  checkQuiet(ann);
  checkQuiet(bob);
});

test('a guest plays for fun, and what was seen here does not count here later', async t => {
  const reader = await newReader(browser, {language: 'nl', size: SIZES.phone});
  t.after(reader.close);
  await reader.page.goto(`${house.url}daily.html?game=gangster`);
  await reader.page.waitForSelector('#main .panel');
  await shoot(reader.page, 'daily-guest-nl-phone', true);
  await checkAxe(reader.page, 'guest');
  await checkFits(reader.page, 'guest');
  await reader.page.click('#main .main');
  await reader.page.waitForSelector('.table[data-seq]');
  await signUp(reader, 'Eve');
  const made = await reader.page.evaluate(async () => {
    const {session} = JSON.parse(localStorage.getItem('speakeasy.session') ?? '{}');
    const answer = await fetch('api/daily/gangster', {
      method: 'POST',
      headers: {'Content-Type': 'application/json', Authorization: `Bearer ${session}`},
      body: JSON.stringify({device: localStorage.getItem('speakeasy.device')}),
    });
    return answer.json();
  });
  assert.equal(made.rated, false);
  assert.equal(made.seen_here, true);
  checkQuiet(reader);
});

test('the day is the same in every time zone', async t => {
  const days = [];
  for (const [i, timezoneId] of ['Pacific/Auckland', 'Europe/Amsterdam', 'America/Los_Angeles'].entries()) {
    const context = await browser.newContext({timezoneId, locale: LANGUAGES[i], serviceWorkers: 'block'});
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${house.url}daily.html?game=chicago`);
    days.push(await page.getAttribute('time', 'datetime'));
  }
  assert.deepEqual(days, Array(3).fill(new Date().toISOString().slice(0, 10)));
});

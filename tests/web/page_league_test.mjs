// page_league_test.mjs: standings and profiles: a rated table is set up and joined by two who are signed in, played to its end by their programs,
// and shows in the standings and in both profiles, in three languages, on a desk and on a phone; axe finds nothing.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  LANGUAGES,
  LONG,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  playOn,
  setUpTable,
  shoot,
  sitDown,
} from './page_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** @param {Reader} reader @param {string} name */
async function signUp(reader, name) {
  const {page} = reader;
  await page.goto(house.url);
  await page.locator('.account button').first().click();
  await page.fill('dialog.sign-in input[name=name]', name);
  await page.fill('dialog.sign-in input[name=password]', 'correct horse');
  await page.click('dialog.sign-in button[value="api/accounts"]');
  await page.waitForSelector('.account strong');
}

/** Until it counts. @param {number} games */
async function counted(games) {
  for (let i = 0; i < 200; i++) {
    const told = await (await fetch(`${house.url}api/ratings/famiglia/2`)).json();
    if (told.standings.length === 2 && told.standings.every((/** @type {any} */ r) => r.games === games))
      return told.standings;
    await new Promise(done => setTimeout(done, 50));
  }
  throw new Error('the game does not count');
}

test('a rated table, its standings and its people', async t => {
  const ann = await newReader(browser, {name: 'Ann'}),
    bob = await newReader(browser, {size: SIZES.phone, language: 'de', touch: true, name: 'Bob'}),
    eve = await newReader(browser, {language: 'nl', name: 'Eve'});
  t.after(() => Promise.all([ann, bob, eve].map(r => r.close())));
  await ann.page.goto(`${house.url}standings.html?game=famiglia`);
  await ann.page.waitForSelector('.league p:not([hidden])');
  await ann.page.waitForSelector('table.standings', {state: 'hidden'}); // nobody has played yet
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  for (let games = 1; games <= 2; games++) {
    const link = await setUpTable(ann, house.url, 'famiglia', 2, ['open'], {ticks: ['rated']});
    await eve.page.goto(link);
    assert.match((await eve.page.textContent('.invitation .facts')) ?? '', /klassement/, 'the invitation says so');
    await sitDown(bob, link, 'Bob');
    const ends = await Promise.all([ann, bob].map((r, i) => playOn(r.page, {seed: 3 + i + games, ms: 240000})));
    assert.ok(
      ends.every(e => e.over),
      JSON.stringify(ends),
    );
    await counted(games);
  }
  const [first] = await counted(2);
  for (const language of LANGUAGES)
    for (const [size, {width, height}] of Object.entries(SIZES)) {
      if (
        !LONG
        && `${language} ${size}` !== 'en desk'
        && `${language} ${size}` !== 'de phone'
        && `${language} ${size}` !== 'nl small'
      )
        continue;
      const reader = await newReader(browser, {language, size: {width, height}, dark: language === 'nl'});
      await reader.page.goto(`${house.url}standings.html?game=famiglia`);
      await reader.page.waitForSelector('table.standings tbody tr');
      assert.equal(await reader.page.locator('table.standings tbody tr').count(), 2);
      await reader.page.click('details summary');
      await checkFits(reader.page, `standings, ${language}, ${size}`);
      await checkAxe(reader.page, `standings, ${language}, ${size}`);
      await shoot(reader.page, `standings-${language}-${size}`);
      await reader.page.click(`table.standings a:text-is("${first.name}")`);
      await reader.page.waitForSelector('.ratings svg.curve');
      assert.match((await reader.page.textContent('.ratings .points')) ?? '', /± \d+/);
      await checkFits(reader.page, `profile, ${language}, ${size}`);
      await checkAxe(reader.page, `profile, ${language}, ${size}`);
      await shoot(reader.page, `profile-${language}-${size}`);
      checkQuiet(reader);
      await reader.close();
    }
  await ann.page.goto(`${house.url}standings.html?game=famiglia`);
  await ann.page.waitForSelector('tr.me');
  await ann.page.goto(`${house.url}person.html?name=Nobody`);
  await ann.page.waitForSelector('.league .nothing');
});

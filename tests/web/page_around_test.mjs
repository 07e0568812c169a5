// page_around_test.mjs: the house around the tables: people of one name, leaving for a while, one game in two tabs, files, the list
// of one's own tables, taking back where there is nothing, the rules in words.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openDrawer,
  openHouse,
  openLocalTable,
  openMenu,
  playOn,
  setUpTable,
  shoot,
} from './page_kit.mjs';

/** @import {Page} from 'playwright-core' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

test('nobody sits down under a name that is there already, and whoever leaves is asked and told who plays', async t => {
  const ann = await newReader(browser),
    other = await newReader(browser);
  t.after(() => Promise.all([ann.close(), other.close()]));
  await setUpTable(ann, house.url, 'gangster', 3, ['open', 'open']);
  await other.page.goto(await ann.page.inputValue('.room .link input'));
  await other.page.fill('.sit input[name=name]', 'Ann');
  await other.page.click('.sit button.main');
  await other.page.waitForSelector('[role=alert]:has-text("Somebody at this table has that name")');
  other.complaints.length = 0; // the browser itself notes a refusal
  await other.page.fill('.sit input[name=name]', 'Ann 2');
  await other.page.click('.sit button.main');
  await other.page.waitForSelector('.table');
  await ann.page.waitForSelector('.room .rows li:has-text("2. Ann 2")');
  await ann.page.selectOption('.room .rows select:visible', 'bot:easy');
  await Promise.all([ann, other].map(r => r.page.waitForSelector('.table:not(.waiting)[data-seq]')));
  for (const {page} of [ann, other]) {
    const names = await page.locator('.seats .who').allTextContents();
    assert.equal(new Set(names.map(n => n.replace(/ \(.*| \u2013.*/, ''))).size, 3, names.join());
  }
  assert.match((await other.page.textContent('.seats')) ?? '', /Ann 2 \(you\)/);
  await openDrawer(other.page, 'words');
  await other.page.fill('.words .chat input', 'Hello');
  await other.page.press('.words .chat input', 'Enter');
  await ann.page.waitForSelector('.words .lines li:has-text("Ann 2: Hello")', {state: 'attached'});

  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Leave for a while")');
  await checkAxe(ann.page, 'leaving');
  await ann.page.click('dialog.ask button:has-text("Cancel")');
  assert.equal(await ann.page.locator('.bar button:has-text("I am back")').count(), 0, 'nothing happened');
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Leave for a while")');
  await ann.page.click('dialog.ask button[value=go]');
  await ann.page.waitForSelector('.whose:has-text("A bot plays for you until you do something.")');
  await openMenu(ann.page);
  await ann.page.click('.bar button.main:has-text("I am back")');
  await ann.page.waitForSelector('.bar button:has-text("Leave for a while")', {state: 'attached'});
  await ann.page.goto(house.url);
  await ann.page.waitForSelector('.mine .small:has-text("Ann 2")');
  assert.doesNotMatch((await ann.page.textContent('.mine .small')) ?? '', /\d:\d\d:\d\d/, 'no seconds');
  for (const r of [ann, other]) checkQuiet(r);
});

test('my tables begin with those where it is my turn, and the tab says so', async t => {
  const ann = await newReader(browser),
    ben = await newReader(browser);
  t.after(() => Promise.all([ann.close(), ben.close()]));
  await setUpTable(ann, house.url, 'gangster', 2, ['open']);
  await ben.page.goto(await ann.page.inputValue('.room .link input'));
  await ben.page.fill('.sit input[name=name]', 'Ben');
  await ben.page.click('.sit button.main');
  await Promise.all([ann, ben].map(r => r.page.waitForSelector('.table:not(.waiting)[data-seq]')));
  const asked = Number(await ann.page.getAttribute('.table', 'data-asked')),
    [mine, other] = asked ? [ben, ann] : [ann, ben];
  assert.equal(await mine.page.getAttribute('link[rel=icon]', 'href'), 'style/sign_lit.svg');
  assert.equal(await other.page.getAttribute('link[rel=icon]', 'href'), 'style/sign.svg');
  for (const {page} of [ann, ben]) await page.goto(house.url);
  await mine.page.waitForSelector('.mine li.yours .your-turn:has-text("your turn")');
  await mine.page.waitForFunction(() => document.title === '(1) Speakeasy');
  await other.page.waitForSelector('.mine li.waiting .small:has-text("waiting for")');
  assert.equal(await other.page.title(), 'Speakeasy');
  await checkAxe(mine.page, 'my turn');
  await shoot(mine.page, 'start-my-turn-en-desk');
  for (const r of [ann, ben]) checkQuiet(r);
});

/** @param {Page} page @param {string} id */
const kept = (page, id) => page.evaluate(id => localStorage.getItem(`speakeasy.local.${id}`), id);

test('a game in this browser goes on in the tab that opened it last', async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  const id = await openLocalTable(ann, house.url, 'gangster', 2, 2);
  await playOn(ann.page, {moves: 2, seed: 3});
  const second = await ann.context.newPage();
  await second.goto(ann.page.url());
  await second.waitForSelector('.table[data-seq]');
  await ann.page.waitForSelector('.elsewhere');
  assert.equal(await ann.page.locator('.table').count(), 0);
  await checkAxe(ann.page, 'elsewhere');
  const before = JSON.parse((await kept(second, id)) ?? '{}').play;
  await playOn(second, {moves: 2, seed: 4});
  const now = JSON.parse((await kept(second, id)) ?? '{}');
  assert.ok(now.play.length > before.length, 'it is played on');
  const saved = await kept(ann.page, id);
  await ann.page.waitForTimeout(300);
  assert.equal(await kept(ann.page, id), saved, 'the older tab writes nothing');
  await ann.page.click('.elsewhere button.main');
  await ann.page.waitForSelector('.table[data-seq]');
  await second.waitForSelector('.elsewhere');
  assert.ok(
    JSON.parse((await kept(ann.page, id)) ?? '{}').play.startsWith(now.play.replace(/end \d+\n$/, '')),
    'it goes on from there',
  );
  checkQuiet(ann);
});

/** @param {Page} page @param {string} text */
const give = (page, text) =>
  page.setInputFiles('input[type=file]', {name: 'game.play', mimeType: 'text/plain', buffer: Buffer.from(text)});

test('a file is opened from the start page, with the names this browser knows; what is wrong with one is said in Dutch', async t => {
  const ann = await newReader(browser, {language: 'nl'});
  t.after(ann.close);
  const {page} = ann,
    id = await openLocalTable(ann, house.url, 'gangster', 2);
  await playOn(page, {seed: 9, ms: 240000});
  const {play} = JSON.parse((await kept(page, id)) ?? '{}');
  await page.goto(house.url);
  await page.click('.files a:has-text("Spelbestand openen")');
  for (const [text, said] of /** @type {[string, RegExp][]} */ ([
    ['hello', /Regel 1: Dit is geen bewaard spel: het begint niet met .speakeasy-play 1./],
    ['', /Regel 1: Het bestand is afgebroken/],
    [play.replace('game gangster', 'game whist'), /Regel 2: Een spel .whist. is er hier niet/],
    [play.replace(/^end .*\n/m, ''), /Het bestand is afgebroken/],
    [play.replace(/^2 .*$/m, '2 0 lay nothing'), /Regel \d+ past niet bij het spel\.|Regel \d+: /],
    ['\u0001\u0002', /Het is geen tekst/],
  ])) {
    await give(page, text);
    await page.waitForFunction(
      said => new RegExp(said).test(document.querySelector('.sit .notice:not([hidden])')?.textContent ?? ''),
      said.source,
    );
    assert.doesNotMatch((await page.textContent('.sit .notice')) ?? '', /\b(the|is one of|line)\b/i);
  }
  await checkAxe(page, 'a bad file');
  await give(page, play);
  await page.waitForSelector('.reel');
  assert.match((await page.locator('.reel select option').allTextContents()).join(), /Ann/, 'the names are known');
  await page.fill('.reel input', '7');
  await page.selectOption('.reel select', '0');
  await page.waitForFunction(
    () => /** @type {HTMLSelectElement|null} */ (document.querySelector('.reel select'))?.value === '0',
  );
  assert.equal(await page.inputValue('.reel input'), '7', 'other eyes, the same step');
  assert.ok(Number(await page.getAttribute('.reel input', 'max')) > 10, 'the file is still open');
  await give2(page, play);
  checkQuiet(ann);
});

/** Somewhere else nobody knows who played. @param {Page} page @param {string} play */
async function give2(page, play) {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${house.url}replay.html?lang=nl`);
  await give(page, play);
  await page.waitForSelector('.reel');
  assert.match((await page.locator('.reel select option').allTextContents()).join(), /Speler 1/);
}

test('a double click makes one table', async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  await ann.page.goto(house.url);
  await ann.page.dblclick('[data-play=famiglia]');
  await ann.page.waitForSelector('.my-turn');
  assert.equal(
    await ann.page.evaluate(() => Object.keys(localStorage).filter(k => k.startsWith('speakeasy.local.')).length),
    1,
  );
  checkQuiet(ann);
});

test("with tables of one's own the games are still in sight; the dialog keeps its width", async t => {
  const ann = await newReader(browser, {language: 'de', size: {width: 1280, height: 900}});
  t.after(ann.close);
  const {page} = ann;
  await page.goto(`${house.url}rules.html`);
  await page.evaluate(() => {
    for (let i = 0; i < 5; i++)
      localStorage.setItem(
        `speakeasy.local.t${i}`,
        JSON.stringify({
          id: `t${i}`,
          game: 'gangster',
          players: 4,
          options: {},
          seats: [{kind: 'me'}, {kind: 'bot'}, {kind: 'bot'}, {kind: 'bot'}],
          names: ['Ann', 'Ledger Lou', 'Silent Sal', 'Lucky Nell'],
          updated: Date.now(),
          over: false,
          play: '',
        }),
      );
  });
  await page.goto(house.url);
  await page.waitForSelector('.files');
  const low = await page
    .locator('[data-play]')
    .evaluateAll(all => Math.max(...all.map(e => e.getBoundingClientRect().bottom)));
  assert.ok(low <= 900, `the last button ends at ${low}`);
  const tops = await page
    .locator('.game-card:first-child .buttons > :not(.main)')
    .evaluateAll(all => all.map(e => e.getBoundingClientRect().top));
  assert.equal(tops[0], tops[1], 'two buttons side by side');
  assert.equal(await page.locator('.mine li').count(), 3);
  await page.click('.mine > button');
  assert.equal(await page.locator('.mine li').count(), 5);
  await page.click('.mine li:first-child button');
  await page.click('dialog.ask button[value=""]');
  await page.waitForSelector('dialog.ask', {state: 'detached'});
  assert.equal(await page.locator('.mine li').count(), 5, 'it was asked, and is still there');
  await page.click('.mine li:first-child button');
  await page.click('dialog.ask button[value="go"]');
  await page.waitForFunction(() => document.querySelectorAll('.mine li').length === 4);
  await checkFits(page, 'start');
  await checkAxe(page, 'start');
  await shoot(page, 'start-mine-de-desk');
  await page.click('[data-new=chicago]');
  const width = () => page.locator('dialog[open]').evaluate(e => e.getBoundingClientRect().width),
    narrow = await width();
  await page.click('dialog[open] summary >> nth=0');
  assert.equal(await width(), narrow);
  await page.click('dialog[open] button[value=""]');
  await page.click('[data-new=famiglia]');
  assert.equal(
    await page.locator('dialog[open] label:has-text("Personen"):visible').count(),
    0,
    'two play Famiglia: nothing to choose',
  );
  checkQuiet(ann);
});

test('what cannot be taken back says why', async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  await openLocalTable(ann, house.url, 'gangster', 2);
  await ann.page.waitForSelector('.table.my-turn');
  const back = ann.page.locator('.do button:has-text("Take back")');
  assert.equal(await back.getAttribute('aria-disabled'), 'true');
  assert.match((await back.getAttribute('title')) ?? '', /Nothing can be taken back/);
  await back.dispatchEvent('click');
  await ann.page.waitForSelector('.do .refusal:has-text("You have not made a move")');
  checkQuiet(ann);
});

test('the rules speak of options in words, in every language', async t => {
  for (const language of ['en', 'de', 'nl']) {
    const ann = await newReader(browser, {language});
    t.after(ann.close);
    for (const game of ['chicago_gangsters', 'famiglia']) {
      await ann.page.goto(`${house.url}rules.html?game=${game}`);
      await ann.page.waitForSelector('article table');
      const text = ((await ann.page.textContent('article')) ?? '').replace(/https?:\S+/g, '');
      assert.doesNotMatch(text, /[a-z]_[a-z]|"/, `${game} in ${language}`);
      assert.equal(
        await ann.page
          .locator('article h2, article h3')
          .filter({hasText: /^\d+\.\d|\(\d\.\d\)/})
          .count(),
        0,
      );
    }
    checkQuiet(ann);
  }
});

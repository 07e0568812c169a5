// page_seats_test.mjs: people who are gone, come back or want to stop: what the page shows of that, offers and says, at
// tables of a house and in three languages.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  checkAxe,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openMenu,
  playOn,
  setUpTable,
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

/** Ann and Bob at a table for two. @param {import('node:test').TestContext} t @param {string} language Bob's @param {string} [clock] */
async function pair(t, language, clock) {
  const ann = await newReader(browser),
    bob = await newReader(browser, {language});
  t.after(() => Promise.all([ann, bob].map(r => r.close())));
  await setUpTable(ann, house.url, 'gangster', 2, ['open'], {clock});
  await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
  await ann.page.waitForSelector('.table:not(.waiting)[data-seq]');
  return {ann, bob};
}

/** The words above the board. @param {Reader} reader @param {string} words */
const headline = (reader, words) => reader.page.waitForSelector(`.whose:has-text("${words}")`, {state: 'attached'});

test('whoever is gone is waited for, and the table says how long', async t => {
  const {ann, bob} = await pair(t, 'de');
  assert.match((await bob.page.textContent('.bar .absence')) ?? '', /Ist jemand 10 Minuten lang weg/);
  assert.equal(await bob.page.locator('.seats .without:visible').count(), 0, 'nobody is gone');
  await ann.page.goto('about:blank');
  await bob.page.click('.seats .without:visible');
  await checkAxe(bob.page, 'going on without somebody');
  assert.equal(await bob.page.textContent('dialog.ask h2'), 'Ohne Ann weiterspielen');
  await bob.page.click('dialog.ask button[value=go]');
  await bob.page.waitForSelector('[role=alert]:has-text("Warte noch 10 Minuten auf Ann.")');
  await ann.page.goBack();
  await bob.page.waitForSelector('.seats .without', {state: 'hidden'});
  checkQuiet(ann);
});

test('a click on the board takes a seat back', async t => {
  const {ann, bob} = await pair(t, 'nl');
  await openMenu(bob.page);
  await bob.page.click('.bar button:has-text("weg")');
  await bob.page.click('dialog.ask button[value=go]');
  await headline(bob, 'Een bot speelt voor je tot je iets doet.');
  await bob.page.click('.board .game', {position: {x: 3, y: 3}});
  await bob.page.waitForFunction(() => !document.querySelector('.whose')?.textContent?.includes('Een bot speelt'));
  await playOn(ann.page, {moves: 2, ms: 4000});
  for (const r of [ann, bob]) checkQuiet(r);
});

test('a clock says what it costs', async t => {
  const {ann} = await pair(t, 'en', 'bank 15m+10s bot');
  assert.match(
    (await ann.page.textContent('.bar .absence')) ?? '',
    /costs that decision.*Each player may pause three times, for 15 minutes at most\./,
  );
});

test('a game ends without a result when both agree', async t => {
  const {ann, bob} = await pair(t, 'de');
  await Promise.all([playOn(ann.page, {moves: 2, seed: 3, ms: 5000}), playOn(bob.page, {moves: 2, seed: 4, ms: 5000})]);
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("End the game")');
  await ann.page.click('dialog.ask button[value=go]');
  await ann.page.waitForSelector('.closing:has-text("It ends when all players agree.")');
  await bob.page.waitForSelector('.closing:has-text("Ann möchte das Spiel ohne Ergebnis beenden.")');
  await checkAxe(bob.page, 'being asked to end the game');
  await openMenu(bob.page);
  await bob.page.click('.bar button:has-text("Spiel beenden")');
  await bob.page.click('dialog.ask button[value=go]');
  await headline(bob, 'Das Spiel wurde ohne Ergebnis beendet.');
  await headline(ann, 'The game was ended without a result.');
  await openMenu(ann.page);
  await ann.page.click('.bar a:has-text("Look back")');
  await ann.page.waitForURL(/replay\.html/);
  await ann.page.waitForSelector('#main button:has-text("Play it back")');
  for (const r of [ann, bob]) checkQuiet(r);
});

for (const [what, again] of /** @type {[string, (bob: Reader) => Promise<unknown>][]} */ ([
  ['', bob => bob.page.click('.sit button.main')],
  [', after a reload either', bob => bob.page.reload()],
]))
  test(`a lost answer costs no seat${what}`, t => loseAnswer(t, again));

/** @param {import('node:test').TestContext} t @param {(bob: Reader) => Promise<unknown>} again how Bob asks again */
async function loseAnswer(t, again) {
  const ann = await newReader(browser),
    bob = await newReader(browser);
  t.after(() => Promise.all([ann, bob].map(r => r.close())));
  await setUpTable(ann, house.url, 'gangster', 2, ['open']);
  let lost = 0;
  await bob.context.route(/api\/tables\/[^/]+\/seats\/1$/, async route => {
    if (route.request().method() !== 'POST' || lost++) return route.continue();
    await route.fetch(); // the house has it, and the answer never comes
    return route.abort('connectionreset');
  });
  await bob.page.goto(await ann.page.inputValue('.room .link input'));
  await bob.page.fill('.sit input[name=name]', 'Bob');
  await bob.page.click('.sit button.main');
  await bob.page.waitForSelector('[role=alert]');
  await again(bob);
  await bob.page.waitForSelector('.table[data-seq]');
  assert.equal(lost, 2);
  await bob.page.waitForSelector('.seats .who:has-text("Bob (you)")');
}

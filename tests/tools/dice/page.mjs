// page.mjs: a game that the page knows nothing about, in Chromium: on the start page, at a table in the browser and at one of
// the house, in a replay and in the rules. tests/tools/new_game.sh runs it in the tree where it made the game.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {checkQuiet, newReader, openHouse, playOn, setUpTable, shoot} from '../../web/page_kit.mjs';
import {openBrowser} from '../../web/wasm_kit.mjs';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('../../web/page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

test('from the start page to the end of a game, in the browser', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await page.goto(house.url);
  await page.waitForSelector('[data-game=dice] svg.poster');
  await page.click('[data-play=dice]');
  await page.waitForSelector('.table[data-seq] pre.plain-board');
  assert.match(await page.innerText('pre.plain-board'), /player 1 \(you\)/);
  await shoot(page, 'dice-table');
  const came = await playOn(page, {seed: 5});
  assert.ok(came.over && came.moves > 0, JSON.stringify(came));
  assert.deepEqual(came.covered, []);
  await page.waitForSelector('.end:not([hidden]) .scores .won');
  await page.goto(page.url().replace('table.html', 'replay.html'));
  await page.waitForSelector('.reel');
  assert.match(await page.innerText('pre.plain-board'), /0 points/);
  checkQuiet(reader);
});

test('at a table of the house', async t => {
  const reader = await newReader(browser);
  t.after(reader.close);
  await setUpTable(reader, house.url, 'dice', 3, ['open', 'bot:normal']);
  const friend = await newReader(browser);
  t.after(friend.close);
  await friend.page.goto(reader.page.url());
  await friend.page.fill('.sit input[name=name]', 'Bob');
  await friend.page.click('.sit button.main');
  await friend.page.waitForSelector('.table[data-seq] pre.plain-board');
  const came = await Promise.all([playOn(reader.page, {seed: 2}), playOn(friend.page, {seed: 3})]);
  assert.ok(came[0].over && came[1].over, JSON.stringify(came));
  checkQuiet(reader);
  checkQuiet(friend);
});

test('its rules', async t => {
  const reader = await newReader(browser, {language: 'de'});
  t.after(reader.close);
  await reader.page.goto(`${house.url}rules.html?game=dice`);
  await reader.page.waitForSelector('article h1:has-text("Dice")');
  assert.match(await reader.page.innerText('article'), /Closest to 21 wins/);
  checkQuiet(reader);
});

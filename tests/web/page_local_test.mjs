// page_local_test.mjs: tables in the browser alone: whole games by clicking in every game and number of players, by
// keyboard alone, two people at one device, and all of it from plain files without a house.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {
  COUNTS,
  GAMES,
  LANGUAGES,
  LONG,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openLocalTable,
  openMenu,
  ownEvents,
  playByKeys,
  playOn,
  shoot,
} from './page_kit.mjs';
import {native, serveFiles} from './wasm_kit.mjs';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** Each game with each number of players; the languages take turns, or all come in the long run.
 * @type {{game: string, players: number, language: string, seed: number}[]} */
const all = GAMES.flatMap(game => COUNTS[game].map(players => ({game, players})))
  .filter(({game, players}) => LONG || players === Math.max(...COUNTS[game])) // the fullest table of each
  .flatMap(({game, players}, i) =>
    (LONG ? LANGUAGES : [LANGUAGES[i % 3]]).map(language => ({game, players, language, seed: 17 * i + 5})),
  );

for (const {game, players, language, seed} of all)
  test(`${game} for ${players} in ${language}: a whole game by clicking`, async t => {
    const reader = await newReader(browser, {language});
    t.after(reader.close);
    await openLocalTable(reader, house.url, game, players);
    const came = await playOn(reader.page, {
      seed,
      moves: 1200, // far more than a game has
      board: game === 'chicago' ? 90 : game === 'famiglia' ? 100 : 60,
    });
    assert.deepEqual(came.covered, [], 'nothing that can be tapped lies under something else');
    assert.ok(came.over, `not over after ${came.moves} moves`);
    t.diagnostic(
      `${came.moves} moves, ${came.clicks} clicks, a move appears after ${came.median.toFixed(0)} ms (slowest ${came.slowest.toFixed(0)})`,
    );
    await reader.page.waitForSelector('.end:not([hidden]) .scores .won', {state: 'attached'});
    assert.equal(await reader.page.locator('.end .scores tbody tr').count(), players);
    await shoot(reader.page, `${game}-${players}-${language}-end`);
    checkQuiet(reader);
  });

/** Whole games with keys alone, or some moves of those that are long; in other languages. @type {Record<string, string>} */
const KEYS = Object.fromEntries(GAMES.map((game, i) => [game, ['de', 'nl', 'en'][i % 3]]));

for (const game of GAMES) {
  const whole = LONG || game === 'famiglia',
    language = KEYS[game];
  test(`${game}: ${whole ? 'a whole game' : 'some moves'} by keyboard alone, in ${language}`, async t => {
    const reader = await newReader(browser, {language});
    t.after(reader.close);
    const id = await openLocalTable(reader, house.url, game, COUNTS[game][0]);
    const came = await playByKeys(reader.page, {moves: whole ? 1200 : 7});
    const own = await ownEvents(reader.page, id);
    t.diagnostic(`${came.moves} moves, ${came.keys} keys, ${came.taps} of them Enter`);
    assert.ok(came.over || (!whole && came.moves === 7), `not over after ${came.moves} moves, ${came.keys} keys`);
    assert.ok(own >= came.moves && came.moves > 0, `${own} in the record`);
    assert.deepEqual(came.lost, [], 'the focus is always somewhere');
    if (came.over) {
      await reader.page.waitForSelector('.end:not([hidden]) .scores .won', {state: 'attached'});
      assert.equal(await reader.page.locator('.end .scores tbody tr').count(), COUNTS[game][0]);
    }
    checkQuiet(reader);
  });
}

test('two people at one device: a curtain where there are secrets', async t => {
  const reader = await newReader(browser);
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'famiglia', 2, 2);
  const open = await playOn(reader.page, {moves: 8, seed: 3});
  assert.ok(open.moves >= 8 || open.over);
  assert.equal(await reader.page.locator('dialog.curtain').count(), 0, 'Famiglia has no secrets');
  if (GAMES.includes('chicago_gangsters')) {
    await openLocalTable(reader, house.url, 'chicago_gangsters', 4, 2);
    await reader.page.waitForSelector('dialog.curtain');
    await shoot(reader.page, 'curtain-en-desk');
    assert.equal(
      await reader.page.locator('.game .hand [data-target]').count(),
      0,
      'nothing is shown behind the curtain',
    );
    assert.ok((await playOn(reader.page, {moves: 6, seed: 3, ms: 120000})).moves >= 6);
  }
  checkQuiet(reader);
});

test('a first game: a tour is offered until the first move; looking back has the names it was played with', async t => {
  const reader = await newReader(browser, {language: 'de', tour: true}),
    {page} = reader;
  t.after(reader.close);
  await page.goto(house.url);
  await page.click('[data-play=gangster]');
  await page.waitForSelector('.table[data-seq]');
  await page.waitForSelector('.offer:not([hidden])');
  await openMenu(page);
  await page.click('.bar button:has-text("Rundgang")');
  await page.click('dialog.tour .main');
  const [light, part] = await page.evaluate(() =>
    ['.tour-light', '.in-tour']
      .map(s => document.querySelector(s)?.getBoundingClientRect())
      .map(b => [b?.left ?? 0, b?.top ?? 0, b?.right ?? 0]),
  );
  assert.ok(light[0] < part[0] && light[1] < part[1] && light[2] > part[2], 'the light lies round what is spoken of');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.tour-light', {state: 'detached'});
  await playOn(page, {moves: 1, seed: 2});
  await page.waitForSelector('.offer', {state: 'hidden'});
  const names = await page.locator('.seats .who').allTextContents();
  assert.equal(new Set(names).size, 3);
  assert.match(names[0], /^Boss \(du\)$/);
  assert.ok((await playOn(page, {seed: 9})).over);
  assert.ok(await page.isHidden('.offer'), 'and not at the end');
  await page.click('.end a:has-text("Zurückblicken")');
  await page.waitForSelector('.reel');
  const eyes = await page.locator('.reel select option').allTextContents();
  assert.deepEqual(
    eyes.slice(1, 4),
    [0, 1, 2].map(i => names[i].replace(/ (\(du\)|\u2013 .*)$/, '')),
  );
  await checkFits(page, 'looking back');
  checkQuiet(reader);
});

test('from plain files, without a house: one click to a game, kept, told again, saved as a file', async t => {
  const files = await serveFiles(),
    reader = await newReader(browser, {size: {width: 1440, height: 900}}); // on a lower screen the file is in the menu
  t.after(async () => {
    await reader.close();
    await files.close();
  });
  const {page} = reader;
  await page.goto(`${files.url}index.html`);
  await page.click('[data-play=gangster]');
  await page.waitForSelector('.table[data-seq]');
  assert.ok((await playOn(page, {moves: 5, seed: 9})).moves === 5);
  const told = await page.locator('.log li').allTextContents();
  await page.reload();
  await page.waitForSelector('.table[data-seq]');
  await page.waitForFunction(first => document.querySelector('.log li')?.textContent === first, told[0]);
  assert.deepEqual(
    (await page.locator('.log li').allTextContents()).slice(0, told.length),
    told,
    'the game goes on where it was',
  );
  assert.ok((await playOn(page, {seed: 9})).over);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.click('.end button:has-text("Save as a file")'),
  ]);
  const said = execFileSync(join(native, 'speakeasy'), ['replay', await file.path()], {encoding: 'utf8'});
  assert.match(said, /entry (\d+)\s+of\s+\1\n/, 'the tool plays it through');
  await page.click('.end a:has-text("Look back")');
  await page.waitForSelector('.reel');
  await page.keyboard.press('Tab');
  for (let i = 0; i < 5; i++) await page.click('.reel button[aria-label=Next]');
  assert.notEqual(await page.textContent('.told'), '');
  await checkAxe(page, 'replay');
  await shoot(page, 'replay-en-desk');
  await page.goto(`${files.url}index.html`);
  assert.equal(await page.locator('.rows li').count(), 1, 'the table is listed');
  checkQuiet(reader);
});

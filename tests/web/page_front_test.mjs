// page_front_test.mjs: the front page at the end: a headline of the game's own in the reader's language, the table as it stood, a picture to save, a
// link to share.
import assert from 'node:assert/strict';
import {copyFileSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {
  GAMES,
  LANGUAGES,
  checkAxe,
  checkQuiet,
  newReader,
  openBrowser,
  openFinishedTable,
  openHouse,
  playOn,
  root,
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

/** The paper lies within its dialog, the dialog within the window, and no word leaves its line. @param {Page} page */
const faults = page =>
  page.evaluate(() => {
    const box = (/** @type {string} */ s) => /** @type {Element} */ (document.querySelector(s)).getBoundingClientRect(),
      dialog = box('dialog.front-box'),
      paper = box('.front'),
      out = [];
    if (dialog.right > innerWidth || dialog.bottom > innerHeight) out.push('the dialog is larger than the window');
    if (paper.left < dialog.left - 1 || paper.right > dialog.right + 1) out.push('the paper is wider than its dialog');
    for (const e of document.querySelectorAll('.front > :is(h2, p), .front-side *, .front figcaption'))
      if (e.scrollWidth > e.clientWidth + 1) out.push(`"${e.textContent}" runs over`);
    if (box('.front figure').right > box('.front-side').left + 1) out.push('the picture lies upon the results');
    return out;
  });

/** What is wrong once the paper has taken its new size. @param {Page} page */
async function lastingFaults(page) {
  for (let tries = 0; tries < 40 && (await faults(page)).length; tries++) await page.waitForTimeout(50);
  return faults(page);
}

/** Games that were played to their end, with two or three players. @type {Record<string, string>} */
const PLAYED = {
  famiglia: 'all_cards_open',
  gangster: 'al_capone',
  chicago: 'two_both_variants',
  chicago_gangsters: 'three_players',
};

for (const [i, game] of GAMES.entries())
  test(`${game}: headline, picture and results, to save`, async t => {
    const language = LANGUAGES[i % 3],
      reader = await newReader(browser, {language, name: 'Boss', size: {width: 1366, height: 768}, dark: i % 2 === 1}),
      {page} = reader;
    t.after(reader.close);
    await openFinishedTable(reader, house.url, game, PLAYED[game]);
    await page.click('.end .front-page');
    await page.waitForSelector('dialog.front-box[open]');
    const title = (await page.textContent('.front-title')) ?? '';
    assert.match(title, /\d|&/, title);
    assert.equal(await page.locator('.front-side tr').count(), game === 'chicago_gangsters' ? 3 : 2);
    assert.ok((await page.locator('.front-frame .game *').count()) > 20, 'the table is in it');
    assert.equal(await page.locator('.front [data-target], .front button').count(), 0, 'and nothing to press');
    assert.ok((await page.locator('.front-news li').count()) > 1, 'how it ended');
    const [r, g, b] = await page.evaluate(
      () =>
        getComputedStyle(/** @type {Element} */ (document.querySelector('.front')))
          .getPropertyValue('--paper')
          .match(/[\da-f]{2}/g)
          ?.map(x => parseInt(x, 16)) ?? [0, 0, 0],
    );
    assert.ok(r + g + b > 500, 'print is light, by night too');
    await checkAxe(page, 'the front page');
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
      [360, 640],
      [844, 390],
    ]) {
      await page.setViewportSize({width, height});
      assert.deepEqual(await lastingFaults(page), [], `${width}x${height}`);
      await shoot(page, `front_${game}_${width}`);
    }
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('.front-box .main')]);
    assert.match(file.suggestedFilename(), /^[a-z0-9-]+\.png$/);
    const path = await file.path(),
      bytes = readFileSync(path);
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    assert.ok(bytes.length > 30000, `${bytes.length} bytes`);
    copyFileSync(path, join(root, `build/shots/front_${game}_saved.png`));
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.front-box', {state: 'detached'});
    checkQuiet(reader);
  });

test('a game on a server has a link to share, and a device that shares is given the picture', async t => {
  const reader = await newReader(browser, {name: 'Boss'}),
    {page, context} = reader;
  t.after(reader.close);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async (/** @type {any} */ what) =>
        void Object.assign(window, {shared: {url: what.url, type: what.files[0].type}}),
    });
  });
  await setUpTable(reader, house.url, 'famiglia', 2, ['open']);
  await page.locator('.room .rows select:visible').first().selectOption('bot:easy');
  await page.waitForSelector('.table.my-turn');
  assert.ok((await playOn(page, {ms: 120000})).over);
  await page.click('.end .front-page');
  await page.click('.front-box .share');
  await page.waitForFunction(() => 'shared' in window);
  const shared = await page.evaluate(() => /** @type {any} */ (window).shared);
  assert.equal(shared.type, 'image/png');
  assert.match(shared.url, /replay\.html\?t=/);
  await page.click('.front-box button:has-text("Copy the link")');
  await page.waitForSelector('.front-box [role=status]:not(:empty)');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shared.url);
  checkQuiet(reader);
});

// page_analysis_test.mjs: a game looked back at is analysed in the browser: the curve, the turning points one can go to, and what
// would have been better, in the reader's language. That the verdicts are the tool's own is shown in wasm_test.mjs.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {checkAxe, checkFits, checkQuiet, newReader, openHouse, root, shoot, SIZES} from './page_kit.mjs';
import {openBrowser, serveFiles} from './wasm_kit.mjs';

const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** @param {import('playwright-core').Page} page @param {string} play */
async function lookBack(page, play) {
  await page.goto(`${files.url}replay.html`);
  await page.setInputFiles('input[type=file]', join(root, 'src/games', play));
  await page.waitForSelector('.analysis button');
}

test('the curve, the turning points and the sentences', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await lookBack(page, 'famiglia/plays/integration_script.play');
  await page.click('.analysis button');
  await page.waitForSelector('.analysis-curve svg', {timeout: 120000});
  assert.equal(await page.locator('.analysis-curve > svg .analysis-line').count(), 2);
  assert.ok((await page.locator('.analysis-points button').count()) >= 1);
  assert.match((await page.textContent('.analysis-seats')) ?? '', /Player 2 won\. Luck gave 1 % of a win\./);
  await page.locator('.analysis-points button').first().click();
  const at = Number((await page.textContent('.reel .count'))?.split(' ')[0]);
  assert.ok(at > 0, 'it goes to the entry');
  assert.match((await page.textContent('.analysis-now')) ?? '', /Player \d: “.+”|luck/);
  await checkAxe(page, 'analysis');
  await checkFits(page, 'analysis');
  await shoot(page, 'analysis-en-desk', true);

  // With other eyes the panel stays, and a turning point leads back to where everything is open
  const eyes = (/** @type {string} */ who) =>
    page.waitForFunction(to => document.querySelector(`.reel:not(.old) option[value="${to}"][selected]`), who);
  await page.$eval('.reel', e => e.classList.add('old'));
  await page.selectOption('.reel select', '1');
  await eyes('1');
  await page.$eval('.reel', e => e.classList.add('old'));
  await page.locator('.analysis-points button').first().click();
  await eyes('house');
  assert.equal(Number((await page.textContent('.reel .count'))?.split(' ')[0]), at);
  checkQuiet(reader);
});

test('on a phone, in German; stopped and begun again', async t => {
  const reader = await newReader(browser, {size: SIZES.phone, language: 'de', touch: true}),
    {page} = reader;
  t.after(reader.close);
  await lookBack(page, 'gangster/plays/four_with_skips.play');
  await page.click('.analysis button');
  await page.click('.analysis progress + button');
  assert.equal(await page.textContent('.analysis button'), 'Dieses Spiel analysieren');
  await page.click('.analysis button');
  await page.waitForSelector('.analysis-curve svg', {timeout: 120000});
  assert.equal(await page.locator('.analysis-names li').count(), 4);
  assert.match((await page.textContent('.analysis-seats')) ?? '', /hat (nicht )?gewonnen|hat den Sieg geteilt/);
  await checkFits(page, 'analysis');
  checkQuiet(reader);
});

test("a house's table is judged by the house; where it has no time, by the browser", async t => {
  const house = await openHouse(),
    reader = await newReader(browser),
    {page} = reader;
  t.after(async () => {
    await reader.close();
    await house.close();
  });
  const made = await (
    await fetch(`${house.url}api/tables`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({
        game: 'famiglia',
        players: 2,
        seats: [
          {kind: 'bot', bot: 'easy'},
          {kind: 'bot', bot: 'easy'},
        ],
      }),
    })
  ).json();
  await page.goto(`${house.url}table.html?t=${made.id}`); // bots play while somebody looks
  await page.waitForSelector('.table[data-over=yes]', {timeout: 60000});
  const asked = /** @type {string[]} */ ([]);
  page.on('request', r => asked.push(new URL(r.url()).pathname));
  for (const busy of [false, true]) {
    if (busy)
      await page.route('**/analysis', route => route.fulfill({status: 503, json: {error: 'busy', text: 'Busy.'}}));
    await page.goto(`${house.url}replay.html?t=${made.id}`);
    await page.click('.analysis button');
    await page.waitForSelector('.analysis-curve svg', {timeout: 120000});
    assert.ok(
      asked.some(path => path.endsWith('/analysis')),
      'the house was asked',
    );
    assert.equal(
      asked.some(path => path.endsWith('analysis_worker.js')),
      busy,
      'the browser works only if the house does not',
    );
  }
});

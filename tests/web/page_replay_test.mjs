// page_replay_test.mjs: looking back by turns: a list to click, a bar with marks, captions that are never blank, other eyes at the same moment, an
// address for every moment, and playing on from it against bots.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {
  LONG,
  GAMES,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openLocalTable,
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

/** @param {Page} page @param {string} game */
async function openFile(page, game) {
  const folder = join(root, 'src/games', game, 'plays'),
    file = readdirSync(folder).sort()[0];
  await page.goto(`${house.url}replay.html`);
  await page.setInputFiles('input[type=file]', join(folder, file));
  await page.waitForSelector('.turns .line');
}

/** @param {Page} page */
const at = async page => Number((await page.textContent('.reel .count'))?.split(' ')[0]);

for (const [i, game] of GAMES.entries())
  test(`${game}: turns and sentences lead to their moment, and no caption is blank`, async t => {
    const language = ['en', 'de', 'nl'][i % 3],
      reader = await newReader(browser, {language, size: {width: 1440, height: 900}}),
      {page} = reader;
    t.after(reader.close);
    await openFile(page, game);
    await page.waitForFunction(() => !/^[a-z_]+ /.test(document.querySelector('.turns .line')?.textContent ?? '')); // the engine words it
    const last = Number(await page.getAttribute('.reel input', 'max'));
    assert.ok((await page.locator('.turns .turn').count()) > 3, 'turns');
    assert.ok((await page.locator('.marks .mark').count()) > 3, 'marks');
    const titles = await page.locator('.turns .turn-title').allTextContents();
    assert.notEqual(titles[1], titles[0], 'one deal');
    const blank = await page.evaluate(
      ({last, step}) => {
        const slide = /** @type {HTMLInputElement} */ (document.querySelector('.reel input')),
          out = [];
        for (let i = 0; i <= last; i += step) {
          slide.value = String(i);
          slide.dispatchEvent(new Event('input'));
          if (!document.querySelector('.told')?.textContent?.trim()) out.push(i);
        }
        return out;
      },
      {last, step: LONG ? 1 : Math.ceil(last / 30)},
    );
    assert.deepEqual(blank, []);
    const line = page.locator('.turns .line').nth(4),
      words = await line.textContent();
    await line.click();
    assert.equal(await page.textContent('.told'), words);
    assert.equal(await line.getAttribute('aria-current'), 'step');
    const here = await at(page);
    await page.locator('.reel button').last().click(); // the next turn
    assert.ok((await at(page)) > here);
    await page.locator('.reel button').first().click(); // and this one's beginning
    assert.ok((await at(page)) <= here);
    await page.locator('.turns').focus();
    const before = await at(page);
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(page), before + 1);
    await page.keyboard.press('Shift+ArrowRight');
    assert.ok((await at(page)) > before + 1);
    await shoot(page, `replay_${game}_1440`);
    await checkAxe(page, 'looking back');
    await checkFits(page, 'looking back');
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
      [360, 640],
      [844, 390],
    ]) {
      await page.setViewportSize({width, height});
      await shoot(page, `replay_${game}_${width}`);
      await checkFits(page, `looking back at ${width}`);
      const below = await page.$eval('.screen .game', e => e.getBoundingClientRect().bottom - innerHeight);
      if (width !== 360) assert.ok(below <= 1, `at ${width} the table ends ${below} px below the screen`);
    }
    checkQuiet(reader);
  });

test('other eyes see the same moment, and it has an address', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await setUpTable(reader, house.url, 'famiglia', 2, ['open']);
  await page.locator('.room .rows select:visible').first().selectOption('bot:easy');
  await page.waitForSelector('.table.my-turn');
  assert.ok((await playOn(page, {ms: 120000})).over);
  await page.click('.end a:has-text("Look back")');
  await page.waitForSelector('.turns .line');
  await page.locator('.turns .line').nth(6).click(); // a game may be short
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get('at')) > 0);
  const entry = new URLSearchParams(new URL(page.url()).search).get('at'),
    words = await page.textContent('.told');
  await page.selectOption('.reel select', 'onlooker');
  await page.waitForFunction(() => new URLSearchParams(location.search).get('viewer') === 'onlooker');
  await page.waitForSelector('.turns .line');
  assert.ok(Number(new URLSearchParams(new URL(page.url()).search).get('at')) <= Number(entry));
  const other = await newReader(browser);
  t.after(other.close);
  await other.page.goto(
    `${house.url}replay.html?${new URLSearchParams({t: new URL(page.url()).searchParams.get('t') ?? '', viewer: 'house', at: entry ?? ''})}`,
  );
  await other.page.waitForFunction(words => document.querySelector('.told')?.textContent === words, words);
  await page.click('.share-at');
  await page.waitForSelector('.copied:not(:empty)');
  checkQuiet(reader);
  checkQuiet(other);
});

for (const game of GAMES)
  test(`${game}: play on from here against bots`, async t => {
    const reader = await newReader(browser),
      {page} = reader;
    t.after(reader.close);
    await openFile(page, game);
    const third = Math.floor((await page.locator('.turns .turn-title').count()) / 3);
    await page.locator('.turns .turn-title').nth(third).click();
    await page.click('.play-on');
    await page.waitForURL(/table\.html\?local=/);
    await page.waitForSelector('.table.my-turn, .table[data-over=yes]', {timeout: 60000});
    assert.ok(Number(await page.getAttribute('.table', 'data-seq')) > 0, 'it goes on, it does not begin');
    const came = await playOn(page, {moves: 3, ms: 30000});
    assert.ok(came.moves > 0 || came.over);
    checkQuiet(reader);
  });

test('the analysis marks the bar, and one can try again from a decision', async t => {
  const reader = await newReader(browser, {size: SIZES.phone, language: 'de'}),
    {page} = reader;
  t.after(reader.close);
  await page.goto(`${house.url}replay.html`);
  await page.setInputFiles('input[type=file]', join(root, 'src/games/famiglia/plays/integration_script.play'));
  await page.click('.analysis button');
  await page.waitForSelector('.analysis-curve svg', {timeout: 120000});
  assert.ok((await page.locator('.marks .point').count()) >= 1);
  await page.locator('.analysis-points button').first().click();
  for (let i = 0; i < 30 && !(await page.locator('.try-again:visible').count()); i++)
    await page.click('.reel button[aria-label=Next]');
  await page.click('.try-again');
  await page.waitForURL(/table\.html\?local=/);
  await page.waitForSelector('.table.my-turn', {timeout: 60000});
  await shoot(page, 'replay_try_again');
  checkQuiet(reader);
});

test('what was taken back is struck, and the game is told as it was', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  const id = await openLocalTable(reader, house.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  await playOn(page, {moves: 2, ms: 20000});
  await page.waitForSelector('.table.my-turn');
  await page.click('.do button.undo');
  await page.waitForSelector('.log li.undone', {state: 'attached'});
  assert.ok((await playOn(page, {ms: 120000})).over);
  await page.goto(`${house.url}replay.html?local=${id}`);
  await page.waitForSelector('.turns .gone');
  checkQuiet(reader);
});

// page_back_test.mjs: taking back as people expect it: against bots to the last decision, whatever happened since, in this browser and on a
// server, a walk as a whole; with people by the rule, and then the button says why not. One tap makes a move for those who want it.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  GAMES,
  checkAxe,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openLocalTable,
  openSettings,
  playOn,
  setUpTable,
  shoot,
  sitDown,
  SIZES,
} from './page_kit.mjs';
import {fullestMoments, openMoment} from './moments.mjs';

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

const undo = '.do button.undo';
/** The log's line that says so. (What was taken back is struck out; but some moves, as the end of refreshing, have no line of their own.) */
const takenBack = '.log li.undo';

/** What can be tapped and what the table shows, as far as it does not tell when. @param {Page} page */
const position = page =>
  page.evaluate(() => [
    [...document.querySelectorAll('.game [data-target]')].map(e => e.getAttribute('data-target')),
    [...document.querySelectorAll('.game [data-target].open')].length,
  ]);

/** The reader is asked, and nothing is on its way. @param {Page} page */
const asked = page => page.waitForSelector('.table.my-turn', {timeout: 60000});

/** So many events have come, and the reader is asked again. @param {Page} page @param {number} seq */
async function askedAfter(page, seq) {
  await page.waitForFunction(
    seq => {
      const table = /** @type {HTMLElement|null} */ (document.querySelector('.table'));
      return !!table?.dataset.over || (Number(table?.dataset.seq) > seq && table?.matches('.my-turn'));
    },
    seq,
    {timeout: 60000},
  );
}

/** @param {Page} page */
const seqOf = async page => Number(await page.getAttribute('.table', 'data-seq'));

/** @param {Page} page */
const isOver = page => page.evaluate(() => !!document.querySelector('.table[data-over=yes]'));

/** A table where the reader has made some moves and one more, and what it was before that; anew if chance has ended the game by then (in
 * Famiglia two passes do). @param {import('./page_kit.mjs').Reader} ann @param {string} game */
async function playedTable(ann, game) {
  const {page} = ann;
  for (let tries = 0; tries < 8; tries++) {
    await openLocalTable(ann, house.url, game, game === 'chicago_gangsters' ? 3 : 2);
    await askedAfter(page, -1);
    for (let i = 0; i < 3 && !(await isOver(page)); i++) {
      const seq = await seqOf(page);
      await playOn(page, {moves: 1, seed: tries + i + 3, ms: 20000});
      await askedAfter(page, seq);
    }
    const was = await position(page),
      seq = await seqOf(page);
    if (await isOver(page)) continue;
    await playOn(page, {moves: 1, seed: tries + 9, ms: 20000});
    await askedAfter(page, seq);
    if (!(await isOver(page))) return was;
  }
  throw new Error('all games ended early');
}

for (const game of GAMES)
  test(`${game}: against bots a move is taken back, with all that came of it`, async t => {
    const ann = await newReader(browser),
      {page} = ann;
    t.after(ann.close);
    const was = await playedTable(ann, game),
      then = await seqOf(page);
    await page.click(undo);
    await askedAfter(page, then);
    await page.waitForSelector(takenBack, {state: 'attached'});
    assert.deepEqual(await position(page), was, 'as it stood');
    assert.equal(await page.locator('li.undone.fresh').count(), 0, 'what no longer counts is no news');
    await page.reload();
    await asked(page);
    assert.deepEqual(await position(page), was, 'and so it is kept');
    assert.ok((await page.locator(takenBack).count()) > 0, 'the log still tells it');
    checkQuiet(ann);
  });

test('on a server too, by key; the record proves itself afterwards', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  await setUpTable(ann, house.url, 'gangster', 3, ['open', 'bot:easy']);
  await page.locator('.room .rows select:visible').first().selectOption('bot:easy');
  await asked(page);
  const was = await position(page),
    seq = await seqOf(page);
  await playOn(page, {moves: 1, ms: 20000});
  await askedAfter(page, seq);
  const then = await seqOf(page);
  await page.locator('h1.whose').focus();
  await page.keyboard.press('u');
  await askedAfter(page, then);
  await page.waitForSelector('.log li.undone', {state: 'attached'});
  assert.deepEqual(await position(page), was);
  await playOn(page, {ms: 120000});
  await page.waitForSelector('.table[data-over=yes]');
  assert.equal(await page.locator(`${undo}:visible`).count(), 0, 'over is over');
  await page.click('.status .menu');
  await page.click('.proof summary');
  await page.click('.proof button:has-text("Check it here")');
  await page.waitForSelector('.findings li');
  const found = await page.locator('.findings li').allTextContents();
  assert.ok(
    found.some(f => /^\u2713 All \d+ draws/.test(f)),
    found.join('\n'),
  );
  assert.equal(found.filter(f => f.startsWith('\u2717')).length, 0, found.join('\n'));
  checkQuiet(ann);
});

test('Chicago: a walk is taken back as it was made', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  const id = await openLocalTable(ann, house.url, 'chicago', 2);
  const lines = () =>
    page.evaluate(
      id => JSON.parse(localStorage.getItem(`speakeasy.local.${id}`) ?? '{}').play.match(/^\d+ 0 .*$/gm) ?? [],
      id,
    );
  const picked = () => page.locator('.game [data-target].far').count();
  /** A gangster who can walk farther than one step is picked, or else something else is done first. @param {number} tries */
  async function pickWalker(tries) {
    for (; tries < 40 && !(await picked()); tries++) {
      await asked(page);
      for (const one of await page.locator('.game [data-target].open').all()) {
        await one.dispatchEvent('click');
        if (await picked()) return;
        await page.keyboard.press('Escape');
      }
      await playOn(page, {moves: 1, seed: 11 + tries, ms: 20000, board: 95});
    }
  }
  /** @type {string[]} */
  let walk = [],
    at = await position(page);
  for (let tries = 0; tries < 8 && walk.length < 2; tries++) {
    await pickWalker(tries);
    at = await position(page);
    const before = (await lines()).length,
      seq = await seqOf(page);
    await page.locator('.game [data-target].far').last().dispatchEvent('click');
    await page.click('.do .ready .main');
    await askedAfter(page, seq + 1);
    walk = (await lines()).slice(before); // a single step, if a fight or the end of the points came in between
  }
  assert.ok(walk.length > 1 && walk.every((/** @type {string} */ l) => / step /.test(l)), walk.join());
  const then = await seqOf(page);
  await page.click(undo);
  await askedAfter(page, then);
  assert.deepEqual((await position(page))[0], at[0], `${walk.length} steps at once`);
  checkQuiet(ann);
});

test('with people a move stands once cards have come, and the refusal says why', async t => {
  for (const size of [SIZES.desk, SIZES.phone]) {
    const ann = await newReader(browser, {size}),
      bob = await newReader(browser, {name: 'Bob'});
    t.after(() => Promise.all([ann.close(), bob.close()]));
    await setUpTable(ann, house.url, 'gangster', 2, ['open']);
    await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
    for (let i = 0; i < 8; i++) {
      const first = await Promise.race(
        [ann, bob].map(async r => (await r.page.waitForSelector('.table.my-turn', {timeout: 30000}), r)),
      );
      await playOn(first.page, {moves: 1, seed: i + 1, ms: 20000});
      if (first === ann && (await ann.page.locator('.table:not(.my-turn)').count())) break;
    }
    await ann.page.waitForSelector('.table:not(.my-turn)');
    const button = ann.page.locator(undo);
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match((await button.getAttribute('title')) ?? '', /Press to read why/);
    await button.dispatchEvent('click'); // a finger does not know that it is called disabled
    await ann.page.waitForFunction(() =>
      /cannot take that back/.test(document.querySelector('.do .refusal')?.textContent ?? ''),
    );
    assert.equal(await ann.page.locator('.log li.undone').count(), 0);
    await shoot(ann.page, `back_why_${size.width}`);
    await checkAxe(ann.page, 'a move that stands');
    checkQuiet(ann);
  }
});

test('one tap or two is a setting', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  await openLocalTable(ann, house.url, 'famiglia', 2);
  await asked(page);
  await openSettings(page);
  await page.selectOption('dialog[open] select[aria-label="Making a move"]', '1');
  await page.click('dialog[open] button.main');
  const seq = await seqOf(page);
  await page.locator('.do .choices button:visible').first().click();
  await askedAfter(page, seq);
  assert.equal(await page.locator('.do .ready .main').count(), 0, 'made, not asked');
  checkQuiet(ann);
});

test('the same position has the same hint, and it says for whom the odds are', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  await openLocalTable(ann, house.url, 'gangster', 2);
  await asked(page);
  const hint = async () => {
    await page.click('.do button.ask');
    await page.waitForSelector('.do .hint:not([hidden])');
    return page.textContent('.do .hint');
  };
  const first = await hint();
  assert.match(first ?? '', /you win about \d+ of 100/);
  const seq = await seqOf(page);
  await playOn(page, {moves: 1, ms: 20000});
  await askedAfter(page, seq);
  await page.waitForSelector('.do .hint', {state: 'hidden'});
  const then = await seqOf(page);
  await page.click(undo);
  await askedAfter(page, then);
  assert.equal(await hint(), first, 'after going back');
  await page.reload();
  await asked(page);
  assert.equal(await hint(), first, 'after a reload');
  checkQuiet(ann);
});

test('where there was no time to try any of many moves, a hint does not say that there is only one', async t => {
  const ann = await newReader(browser), // its bots think for 2 ms
    {page} = ann,
    moment = (await fullestMoments('chicago_gangsters')).find(m => m.n === 5 && m.kind === 'defender_turn');
  t.after(ann.close);
  assert.ok(moment);
  await openMoment(page, house.url, moment);
  await page.click('.do button.ask');
  await page.waitForSelector('.do .hint:not([hidden])');
  assert.match((await page.textContent('.do .hint')) ?? '', /^Hint: [^.]+\./);
  checkQuiet(ann);
});

test('every move can be found by its words', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  await openLocalTable(ann, house.url, 'gangster', 2);
  await asked(page);
  await page.click('.do .all summary');
  const field = page.locator('.find-move'),
    list = page.locator('.whole-list .every button');
  await field.waitFor();
  const all = await list.count(),
    last = (await list.last().textContent()) ?? '';
  await field.fill(last);
  await page.waitForFunction(n => document.querySelectorAll('.whole-list .every button').length < n, all);
  const words = last.toLowerCase().split(/\s+/);
  for (const text of await list.allTextContents())
    assert.ok(
      words.every(w => text.toLowerCase().includes(w)),
      text,
    );
  await field.fill('xyzzy');
  await page.waitForSelector('.whole-list .more:has-text("no such move")');
  await field.fill('');
  await page.waitForFunction(n => document.querySelectorAll('.whole-list .every button').length === n, all);
  await checkAxe(page, 'all moves');
  checkQuiet(ann);
});

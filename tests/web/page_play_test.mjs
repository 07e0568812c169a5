// page_play_test.mjs: how a move is made and words are said: what the table offers is not listed again, what ends a move stays in
// sight, whoever may speak is told so, and nothing that was written or paused goes unseen.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {makeBoard} from '../../web/boards/famiglia.js';
import {emptyState, hear, mayTalk, talkLeft} from '../../web/src/state.js';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openLocalTable,
  openMenu,
  playOn,
  setUpTable,
  shoot,
  sitDown,
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

/** Play until the reader lays cards. @param {Page} page */
async function untilLaying(page) {
  for (let i = 0; i < 40 && !(await page.locator('.game .hand [data-target].open').count()); i++)
    await playOn(page, {moves: 1, seed: i + 1});
  await page.waitForSelector('.table.my-turn .game .spot.open');
  await page.reload(); // as somebody comes who has not moved the page yet
  await page.waitForSelector('.table.my-turn .game .spot.open');
}

/** @param {Page} page @param {string} selector whether all of it can be seen */
const onScreen = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate(e => {
      const b = e.getBoundingClientRect(),
        top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      return b.top >= 0 && b.bottom <= innerHeight && !!top && (e.contains(top) || top.contains(e));
    });

// -- Making a move -------------------------------------------------------------------------------------------------

for (const [what, size] of Object.entries({desk: {width: 1280, height: 900}, phone: {width: 390, height: 844}}))
  test(`Chicago Gangsters, ${what}: cards, then how to lay them; the end of the move stays in sight`, async t => {
    const reader = await newReader(browser, {size, touch: what === 'phone'}),
      {page} = reader;
    t.after(reader.close);
    await openLocalTable(reader, house.url, 'chicago_gangsters', 4);
    await untilLaying(page);
    await page.waitForTimeout(700);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page opens at its top');
    assert.equal(
      await page.locator('.do .choices:not(.every) button').count(),
      0,
      'the list does not repeat the table',
    );
    await page.locator('.game .hand .open').first().click();
    await page.waitForTimeout(700);
    assert.ok(await onScreen(page, '.game .spots .open >> nth=-1'), 'so is where it goes');
    await page.locator('.game .spot.open').first().click();
    assert.match((await page.textContent('.game .spot.picked')) ?? '', /^Tap again: Lay /);
    assert.ok(await onScreen(page, '.do .ready .main'));
    assert.equal(await page.textContent('.do .ready .back'), 'Clear selection');
    await shoot(page, `chicago_gangsters-lay-${what}`);
    await checkFits(page, `laying, ${what}`);
    const seq = await page.getAttribute('.table', 'data-seq');
    await page.locator('.game .spot.picked').click();
    await page.waitForFunction(
      old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
      seq,
    );
    checkQuiet(reader);
  });

test('all moves are there for whoever wants a list: by keyboard, with what the table offers too', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago_gangsters', 3);
  await untilLaying(page);
  const n = Number(/\d+/.exec((await page.textContent('.do .all summary')) ?? '')?.[0]);
  assert.ok(n > 10);
  assert.equal(await page.locator('.do .every button').count(), 0, 'made when it is opened');
  await page.focus('.do .all summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.do .every button');
  assert.equal(await page.locator('.do .every button').count(), Math.min(n, 60));
  await checkAxe(page, 'all moves');
  await page.keyboard.press('Tab'); // to the search field ...
  assert.ok(await page.evaluate(() => document.activeElement?.matches('input')));
  await page.keyboard.press('Tab'); // ... and to the first move
  const words = await page.evaluate(() => document.activeElement?.textContent),
    seq = await page.getAttribute('.table', 'data-seq');
  await page.keyboard.press('Enter');
  assert.equal(
    await page.evaluate(
      () => document.activeElement?.matches('.do .ready .main') && document.activeElement.textContent,
    ),
    words,
    'it asks once more',
  );
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
    seq,
  );
  checkQuiet(reader);
});

test('Chicago: who is hired is counted, not listed', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago', 2);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  assert.equal(await page.locator('.do .choices:not(.every) button').count(), 0);
  assert.match((await page.textContent('.do .all summary')) ?? '', /^All moves \(\d+\)$/);
  checkQuiet(reader);
});

/** A box whose cards nobody looks at. */
const famiglia = {
  game: 'famiglia',
  players: 2,
  rules_version: 1,
  options: {},
  edition: {name: 'default', hash: ''},
  data: {},
};

test('Famiglia: when two who recruit nobody end the game the headline says so (FA-10.4)', () => {
  const board = makeBoard(famiglia);
  assert.match(board.status({...emptyState(), view: {phase: 'recruit', last_turn_was_pass: true}}), /the game ends/);
});

// -- Speaking -------------------------------------------------------------------------------------------------------

test('how long a bot waits for words is counted from the newest event', () => {
  const facts = {
    t: 'facts',
    rules: {talk: true},
    seats: [
      {seat: 0, kind: 'person', name: 'Ann'},
      {seat: 1, kind: 'bot', name: 'Lou'},
      {seat: 2, kind: 'person', name: 'Bob'},
    ],
  };
  const view = {
    t: 'view',
    n: 1,
    first: 0,
    events: [{n: 1, seat: 1, kind: 'talk', text: 'pass'}],
    view: {},
    actors: [1],
    moves: [],
    ends: [],
    undo: false,
    speakers: [0],
    clocks: [],
    result: null,
  };
  let state = [{t: 'hello', you: 0, host: false, talk_ms: 6000}, facts, view].reduce(
    (s, m) => hear(s, m, 1000),
    emptyState(),
  );
  assert.ok(mayTalk(state));
  assert.equal(talkLeft(state, 3500), 3500);
  state = hear(state, {...view, events: []}, 4000);
  assert.equal(talkLeft(state, 4000), 3000, 'the same again is no news');
  assert.equal(
    talkLeft(hear(state, {...view, actors: [0], moves: ['pass']}, 4000), 4000),
    null,
    'nobody waits while it is one\u2019s own turn',
  );
  assert.equal(talkLeft(hear(state, {...view, speakers: [1]}, 4000), 4000), null);
  const alone = hear(state, {...facts, seats: facts.seats.slice(0, 2)}, 4000);
  assert.equal(talkLeft(alone, 4000), null, 'one person among bots is not hurried');
  assert.equal(talkLeft({...alone, hurry: true}, 4000), 3000, 'but by a time of their own');
});

test('whoever may speak is told so, with the time that is left; a button leads there, another says nothing', async t => {
  const reader = await newReader(browser, {size: {width: 390, height: 844}, touch: true}),
    {page} = reader;
  t.after(reader.close);
  await page.goto(`${house.url}rules.html`);
  await page.evaluate(() =>
    localStorage.setItem(
      'speakeasy.prefs',
      JSON.stringify({...JSON.parse(localStorage.getItem('speakeasy.prefs') ?? '{}'), patience: 30000}),
    ),
  );
  const waits = page.locator('.table:not(.my-turn) .do .say:visible');
  for (let i = 0; i < 8 && !(await waits.count()); i++) {
    await openLocalTable(reader, house.url, 'chicago_gangsters', 4);
    await page.waitForSelector('.do .say:visible');
    await page.waitForTimeout(300);
  }
  assert.match((await page.textContent('.whose')) ?? '', /^You may speak\. To move: /);
  assert.ok(await onScreen(page, '.whose'), 'and it is in sight');
  assert.match((await page.textContent('.do .say .left')) ?? '', /^(30|2\d) s$/);
  await checkFits(page, 'speaking');
  await checkAxe(page, 'speaking');
  await shoot(page, 'speak-phone');
  await page.click('.do .more-to-say');
  assert.ok(
    await page.evaluate(() => !!document.activeElement?.closest('.words .talk')),
    'the focus is where one speaks',
  );
  const seq = await page.getAttribute('.table', 'data-seq');
  await page.click('.do .say .pass');
  await page.waitForFunction(
    old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
    seq,
    {timeout: 8000},
  );
  checkQuiet(reader);
});

test('who wants to speak before the engine is there is led to the words when they come', async t => {
  const readers = await Promise.all(['Ann', 'Bob', 'Cid'].map(name => newReader(browser, {name}))),
    [ann, bob, cid] = readers;
  t.after(() => Promise.all(readers.map(r => r.close())));
  await setUpTable(ann, house.url, 'chicago_gangsters', 3, ['open', 'open']);
  const link = await ann.page.inputValue('.room .link input');
  await sitDown(bob, link, 'Bob');
  await sitDown(cid, link, 'Cid');
  const speaks = '.do .more-to-say:visible';
  const {page} = await Promise.any(readers.map(r => r.page.waitForSelector(speaks).then(() => r)));
  /** @type {() => void} */
  let arrives = () => {};
  const waits = new Promise(done => (arrives = () => done(undefined)));
  await page.route('**/speakeasy.wasm', route => waits.then(() => route.continue()));
  await page.reload({waitUntil: 'commit'});
  await page.click(speaks);
  assert.equal(await page.locator('.words .talk:visible').count(), 0, 'there is nothing to choose from yet');
  arrives();
  await page.waitForFunction(() => !!document.activeElement?.closest('.words .talk'), null, {timeout: 8000});
  readers.forEach(checkQuiet);
});

test('what happened before the engine is there is told in sentences when it comes', async t => {
  const ann = await newReader(browser, {name: 'Ann'}),
    bob = await newReader(browser, {name: 'Bob'}),
    {page} = ann;
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await setUpTable(ann, house.url, 'famiglia', 2, ['open']);
  await sitDown(bob, await page.inputValue('.room .link input'), 'Bob');
  await page.waitForSelector('.recap:not([hidden])');
  /** @type {() => void} */
  let arrives = () => {};
  const waits = new Promise(done => (arrives = () => done(undefined)));
  await page.route('**/speakeasy.wasm', route => waits.then(() => route.continue()));
  await page.reload({waitUntil: 'commit'});
  await page.waitForSelector('.table[data-seq] .game [data-target]');
  assert.ok(await page.locator('.recap').isVisible(), 'the place of the news is kept');
  assert.equal(await page.textContent('.recap .news'), '', 'and nobody wants to read codes');
  const heard = () => page.textContent('[aria-live=polite][role=log]');
  assert.equal(await heard(), '', 'or hear them');
  arrives();
  await page.waitForSelector('.recap >> text=/comes into the street/');
  assert.match((await heard()) ?? '', /comes into the street/);
  [ann, bob].forEach(checkQuiet);
});

test('what is written is seen on a phone, and who paused is told; both lead on from the bar', async t => {
  const ann = await newReader(browser),
    bob = await newReader(browser, {size: {width: 390, height: 844}, touch: true, name: 'Bob'});
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await setUpTable(ann, house.url, 'chicago_gangsters', 3, ['open', 'bot:easy']);
  await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
  await ann.page.waitForSelector('.table:not(.waiting)');
  await ann.page.fill('.words .chat input', 'Are you ready?');
  await ann.page.click('.words .chat button');
  await bob.page.waitForSelector('.do .news:has-text("Ann: Are you ready?")');
  assert.equal(await bob.page.textContent('.do .news .badge'), '1');
  assert.match(await bob.page.title(), /\(1\)/);
  await checkFits(bob.page, 'news');
  await bob.page.click('.do .news');
  await bob.page.waitForSelector('.do .news', {state: 'detached'});
  assert.equal(await ann.page.locator('.do .news').count(), 0, 'one\u2019s own words are no news');
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Pause")');
  await bob.page.waitForSelector('.whose:has-text("Ann has paused the game.")');
  await bob.page.click('.do .resume');
  await ann.page.waitForSelector('.bar button:has-text("Pause")', {state: 'attached'});
  checkQuiet(ann);
  checkQuiet(bob);
});

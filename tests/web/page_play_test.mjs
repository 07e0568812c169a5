// page_play_test.mjs: how a move is made and words are said: what the table offers is not listed again, what ends a move stays in
// sight, whoever may speak is told so, and nothing that was written or paused goes unseen.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {makeBoard} from '../../web/boards/famiglia.js';
import {emptyState, hear, mayTalk, talkLeft} from '../../web/src/state.js';
import {checkAxe, checkFits, checkQuiet, newReader, openBrowser, openHouse, openLocalTable, playOn, setUpTable, shoot, sitDown} from './page_kit.mjs';

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
  for (let i = 0; i < 40 && !await page.locator('.game .hand [data-target].open').count(); i++) await playOn(page, {moves: 1, seed: i + 1, ms: 8000});
  await page.waitForSelector('.table.my-turn .game .spot.open');
  await page.reload(); // as somebody comes who has not moved the page yet
  await page.waitForSelector('.table.my-turn .game .spot.open');
}

/** @param {Page} page @param {string} selector whether all of it can be seen */
const onScreen = (page, selector) => page.locator(selector).first().evaluate(e => {
  const b = e.getBoundingClientRect(), top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return b.top >= 0 && b.bottom <= innerHeight && !!top && (e.contains(top) || top.contains(e));
});

// -- Making a move -------------------------------------------------------------------------------------------------

for (const [what, size] of Object.entries({desk: {width: 1280, height: 900}, phone: {width: 390, height: 844}}))
  test(`Chicago Gangsters, ${what}: cards, then how to lay them; the end of the move stays in sight`, async t => {
    const reader = await newReader(browser, {size, touch: what === 'phone'}), {page} = reader;
    t.after(reader.close);
    await openLocalTable(reader, house.url, 'chicago_gangsters', 4);
    await untilLaying(page);
    await page.waitForTimeout(700);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page opens at its top');
    assert.equal(await page.locator('.do .choices:not(.every) button').count(), 0, 'the list does not repeat the table');
    await page.locator('.game .hand .open').first().click();
    await page.waitForTimeout(700);
    assert.ok(await onScreen(page, '.game .spots .open >> nth=-1'), 'so is where it goes');
    await page.locator('.game .spot.open').first().click();
    assert.match(await page.textContent('.game .spot.picked') ?? '', /^Tap again: Lay /);
    assert.ok(await onScreen(page, '.do .ready .main'));
    assert.equal(await page.textContent('.do .ready .back'), 'Unselect');
    await shoot(page, `chicago_gangsters-lay-${what}`);
    await checkFits(page, `laying, ${what}`);
    const seq = await page.getAttribute('.table', 'data-seq');
    await page.locator('.game .spot.picked').click();
    await page.waitForFunction(old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old, seq);
    checkQuiet(reader);
  });

test('all moves are there for whoever wants a list: by keyboard, with what the table offers too', async t => {
  const reader = await newReader(browser), {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago_gangsters', 3);
  await untilLaying(page);
  const n = Number(/\d+/.exec(await page.textContent('.do .all summary') ?? '')?.[0]);
  assert.ok(n > 10);
  assert.equal(await page.locator('.do .every button').count(), 0, 'made when it is opened');
  await page.focus('.do .all summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.do .every button');
  assert.equal(await page.locator('.do .every button').count(), Math.min(n, 60));
  await checkAxe(page, 'all moves');
  await page.keyboard.press('Tab');
  const words = await page.evaluate(() => document.activeElement?.textContent), seq = await page.getAttribute('.table', 'data-seq');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.matches('.do .ready .main') && document.activeElement.textContent), words, 'it asks once more');
  await page.keyboard.press('Enter');
  await page.waitForFunction(old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old, seq);
  checkQuiet(reader);
});

test('Chicago: who is hired is counted, not listed', async t => {
  const reader = await newReader(browser), {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago', 2);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  assert.equal(await page.locator('.do .choices:not(.every) button').count(), 0);
  assert.match(await page.textContent('.do .all summary') ?? '', /^All moves \(\d+\)$/);
  checkQuiet(reader);
});

test('Famiglia: two who recruit nobody end the game, and the button says so (FA-10.4)', () => {
  const board = makeBoard(), {view, ...rest} = emptyState();
  /** @param {object} more */
  const at = more => ({...rest, view: {phase: 'recruit', street: [], ...more}});
  assert.equal(board.label('pass', at({last_turn_was_pass: false})), 'Recruit nobody (if both do so, the game ends)');
  assert.equal(board.label('pass', at({last_turn_was_pass: true})), 'Recruit nobody: this ends the game');
  assert.match(board.status(at({last_turn_was_pass: true})), /the game ends/);
  assert.equal(board.label('pass', at({last_turn_was_pass: true, end_triggered: true})), 'Recruit nobody');
});

test('Famiglia: a card is called new only where that tells it from another', () => {
  const board = makeBoard(), street = [{card: 'B2', new: true, reduction: 0}, {card: 'F1', new: false, reduction: 1}];
  const state = {...emptyState(), view: {street}};
  assert.equal(board.label('refresh B2*', state), 'Put Brute 2 away');
  assert.equal(board.label('recruit F1-1', state), 'Recruit La Famiglia 1');
  const both = {...state, view: {street: [...street, {card: 'B2', new: false, reduction: 0}]}};
  assert.equal(board.label('recruit B2*', both), 'Recruit Brute 2 (new)');
  assert.equal(board.label('recruit B2', both), 'Recruit Brute 2');
});

// -- Speaking -------------------------------------------------------------------------------------------------------

test('how long a bot waits for words is counted from the newest event', () => {
  const facts = {t: 'facts', rules: {talk: true}, seats: [{seat: 0, kind: 'person', name: 'Ann'}, {seat: 1, kind: 'bot', name: 'Lou'}]};
  const view = {t: 'view', n: 1, first: 0, events: [{n: 1, seat: 1, kind: 'talk', text: 'pass'}], view: {}, actors: [1], moves: [], ends: [], undo: false, speakers: [0], clocks: [], result: null};
  let state = [{t: 'hello', you: 0, host: false, talk_ms: 6000}, facts, view].reduce((s, m) => hear(s, m, 1000), emptyState());
  assert.ok(mayTalk(state));
  assert.equal(talkLeft(state, 3500), 3500);
  state = hear(state, {...view, events: []}, 4000);
  assert.equal(talkLeft(state, 4000), 3000, 'the same again is no news');
  assert.equal(talkLeft(hear(state, {...view, actors: [0], moves: ['pass']}, 4000), 4000), null, 'nobody waits while it is one\u2019s own turn');
  assert.equal(talkLeft(hear(state, {...view, speakers: [1]}, 4000), 4000), null);
});

test('whoever may speak is told so, with the time that is left; a button leads there, another says nothing', async t => {
  const reader = await newReader(browser, {size: {width: 390, height: 844}, touch: true}), {page} = reader;
  t.after(reader.close);
  await page.goto(`${house.url}rules.html`);
  await page.evaluate(() => localStorage.setItem('speakeasy.prefs', JSON.stringify({...JSON.parse(localStorage.getItem('speakeasy.prefs') ?? '{}'), patience: 30000})));
  const waits = page.locator('.table:not(.my-turn) .do .speak:visible');
  for (let i = 0; i < 8 && !await waits.count(); i++) {
    await openLocalTable(reader, house.url, 'chicago_gangsters', 4);
    await page.waitForSelector('.do .speak:visible');
    await page.waitForTimeout(300);
  }
  assert.match(await page.textContent('.whose') ?? '', /^You may speak\. To move: /);
  assert.equal(await page.textContent('.do .asked-now'), await page.textContent('.whose'), 'the bar says it too');
  assert.match(await page.textContent('.do .speak .left') ?? '', /^(30|2\d) s$/);
  await checkFits(page, 'speaking');
  await checkAxe(page, 'speaking');
  await shoot(page, 'speak-phone');
  await page.click('.do .talk-now');
  assert.ok(await page.evaluate(() => !!document.activeElement?.closest('.words .talk')), 'the focus is where one speaks');
  const seq = await page.getAttribute('.table', 'data-seq');
  await page.click('.do .speak .pass');
  await page.waitForFunction(old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old, seq, {timeout: 8000});
  checkQuiet(reader);
});

test('what is written is seen on a phone, and who paused is told; both lead on from the bar', async t => {
  const ann = await newReader(browser), bob = await newReader(browser, {size: {width: 390, height: 844}, touch: true, name: 'Bob'});
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
  await ann.page.click('.bar button:has-text("Pause")');
  await bob.page.waitForSelector('.whose:has-text("Ann has paused the game.")');
  await bob.page.click('.do .resume');
  await ann.page.waitForSelector('.bar button:has-text("Pause")');
  checkQuiet(ann);
  checkQuiet(bob);
});

// page_talk_test.mjs: talk in Chicago Gangsters is a conversation: what fits the moment stands beside the cards, a bubble is answered by
// tapping it, nobody counts seconds against bots, and everybody can read who kept their word. In Chromium, at a table in
// this browser; what is judged how is the engine's (tests/unit/ledger_test.c).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {
  LANGUAGES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openDrawer,
  openLocalTable,
  openSettings,
  playOn,
  root,
  shoot,
} from './page_kit.mjs';
import {newEngine, openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */
/** @import {Reader} from './page_kit.mjs' */

const engine = await newEngine();
const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** Bots wait until this reader has spoken. @param {Reader} reader */
const patient = reader =>
  reader.context.addInitScript(() => {
    const prefs = JSON.parse(localStorage.getItem('speakeasy.prefs') ?? 'null');
    if (prefs) localStorage.setItem('speakeasy.prefs', JSON.stringify({...prefs, patience: null}));
  });

/** @param {Reader} reader @param {number} players */
async function untilAsked(reader, players) {
  await openLocalTable(reader, files.url, 'chicago_gangsters', players);
  await reader.page.waitForSelector('.do .say:not([hidden]) .chips button:not([hidden])');
}

/** The table that is open has it in its record that the first seat said this. It is kept a moment after it is shown.
 * @param {Page} page @param {string} text */
const isRecorded = (page, text) =>
  page.waitForFunction(said => {
    const id = new URLSearchParams(location.search).get('local'),
      {play = ''} = JSON.parse(localStorage.getItem(`speakeasy.local.${id}`) ?? '{}');
    return play.split('\n').some((/** @type {string} */ line) => line.endsWith(` 0 say ${said}`));
  }, text);

/** A table that stands where its record ends; the others are bots. @param {Reader} reader @param {number} players @param {string} play
 * @param {number} [you] the reader's seat @param {boolean} [still] nobody but the reader acts */
async function openAt(reader, players, play, you = 0, still = false) {
  const {page} = reader,
    seats = Array.from({length: players}, (_x, i) =>
      i === you ? {kind: 'me', name: 'Ann'} : {kind: 'bot', bot: 'easy'},
    );
  await page.goto(`${files.url}rules.html`);
  await page.evaluate(table => localStorage.setItem(`speakeasy.local.${table.id}`, JSON.stringify(table)), {
    id: 'asked',
    game: 'chicago_gangsters',
    players,
    options: {},
    seats,
    updated: 1,
    over: false,
    play,
    still,
  });
  await page.goto(`${files.url}table.html?local=asked`);
}

/** The record of a first round in which the partner of the first seat wants to win, and that seat may speak. */
function askedByPartner() {
  for (let seed = 1; seed < 200; seed++) {
    const lines = [`game chicago_gangsters`, 'players 4', `seed ${String(seed).padStart(64, '0')}`];
    engine.open([...lines, ...['A', 'B', 'C', 'D'].map(name => `seat person ${name}`)].join('\n'), 0);
    let asked = false;
    for (let i = 0; i < 8; i++) {
      const {view, speakers} = engine.view(0, 0, 0),
        side = view.sides.find((/** @type {any} */ s) => s.marker === 0 || s.other === 0),
        partner = side && (side.marker === 0 ? side.other : side.marker);
      if (speakers[0] === 0) break;
      asked ||= speakers[0] === partner;
      engine.act('say', speakers[0], speakers[0] === partner ? 'aim win' : 'pass', -1, 0);
    }
    const play = asked && engine.view(0, 0, 0).speakers[0] === 0 && engine.asked()[0] === 0 ? engine.save() : null;
    engine.close();
    if (play) return play;
  }
  throw new Error('nobody is asked');
}

/** @param {Page} page @param {() => Promise<void>} act */
async function andWait(page, act) {
  const seq = await page.getAttribute('.table', 'data-seq');
  await act();
  await page.waitForFunction(
    old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
    seq,
  );
}

for (const [i, [width, height]] of [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [390, 844],
  [360, 640],
  [844, 390],
].entries())
  test(`what may be said stands beside the cards, ${width}x${height}`, async t => {
    const reader = await newReader(browser, {size: {width, height}, language: LANGUAGES[i % 3], touch: width < 860}),
      {page} = reader;
    t.after(reader.close);
    await patient(reader);
    await untilAsked(reader, 4 + (i % 2));
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const faults = await page.evaluate(() => {
      const out = /** @type {string[]} */ ([]);
      const html = document.documentElement;
      if (html.scrollHeight > innerHeight + 1) out.push(`the page is ${html.scrollHeight} high`);
      for (const e of document.querySelectorAll('.do .say button')) {
        if (!e.checkVisibility()) continue;
        const b = e.getBoundingClientRect(),
          top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
        if (b.bottom > innerHeight + 1 || b.right > innerWidth + 1 || !e.contains(top))
          out.push(`${e.textContent} is not seen`);
        if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
          out.push(`${e.textContent} is cut`);
      }
      return out;
    });
    await shoot(page, `talk-${width}x${height}`);
    assert.deepEqual(faults, []);
    assert.ok((await page.locator('.do .say .chips button:visible').count()) > 0, 'something that fits the moment');
    if (height > 500) await checkFits(page, `${width}x${height}`);
    await checkAxe(page, `${width}x${height}`);
    checkQuiet(reader);
  });

test('what is said with one tap is said, and stands beside the speaker as a bubble', async t => {
  const reader = await newReader(browser, {size: {width: 390, height: 844}, touch: true}),
    {page} = reader;
  t.after(reader.close);
  await patient(reader);
  await untilAsked(reader, 4);
  const chip = page.locator('.do .say .chips button[data-say]:not(.answer):visible').first(),
    text = (await chip.getAttribute('data-say')) ?? '',
    words = (await chip.textContent()) ?? '';
  await andWait(page, () => chip.click());
  await page.waitForFunction(
    words => [...document.querySelectorAll('.cg .bubble')].some(b => b.textContent?.includes(words)),
    words,
  );
  await isRecorded(page, text);
  checkQuiet(reader);
});

test('bots wait without a countdown until one has spoken, and go on then', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await patient(reader);
  const waits = '.table:not(.my-turn) .do .say:not([hidden])';
  for (let i = 0; i < 12; i++) {
    await untilAsked(reader, 4);
    if (await page.locator(waits).count()) break;
  }
  const seq = await page.getAttribute('.table', 'data-seq');
  assert.equal(await page.textContent('.do .say .left'), '');
  for (let i = 0; i < 3; i++) {
    // bots without patience answer within milliseconds; here one has time for other things
    await openSettings(page);
    await page.click('dialog[open] button.main');
    await page.waitForSelector('dialog[open]', {state: 'detached'});
  }
  assert.equal(await page.getAttribute('.table', 'data-seq'), seq, 'nobody went on');
  await andWait(page, () => page.click('.do .say .pass'));
  checkQuiet(reader);
});

test('a bubble that may be answered is a button: tapping it asks for the answer, by keys alone too', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await patient(reader);
  await openAt(reader, 4, askedByPartner());
  await page.waitForSelector('.cg button.bubble');
  const bubble = page.locator('.cg button.bubble').first();
  await bubble.focus();
  await page.keyboard.press('Enter');
  const answer = page.locator('.do .say .answer').first();
  await page.waitForFunction(() => document.activeElement?.matches('.do .say .answer'));
  assert.ok(await page.locator('.do .say .to').isVisible(), 'it is said which message that is');
  await checkAxe(page, 'an answer is asked for');
  await shoot(page, 'talk-answer');
  const text = (await answer.getAttribute('data-say')) ?? '';
  await andWait(page, () => page.keyboard.press('Enter'));
  await isRecorded(page, text);
  checkQuiet(reader);
});

test('only who may speak now can answer: at once, on the board and in the drawer alike', async t => {
  const reader = await newReader(browser),
    {page} = reader,
    whole = readFileSync(join(root, 'tests/web/crowded/five.play'), 'utf8'),
    asks = 327, // the first seat says to its partner, the third: package 1 is mine
    play = `${whole.slice(0, whole.indexOf(`\n${asks + 1} `))}\nend ${asks}\n`;
  t.after(reader.close);
  const answerable = async (/** @type {number} */ you) => {
    await openAt(reader, 5, play, you, true);
    await page.waitForSelector('.words .spoken .bubble', {state: 'attached'});
    await page.waitForSelector('.log li', {state: 'attached'}); // the engine has come
    return [await page.locator('.cg button.bubble').count(), await page.locator('.words button.bubble').count()];
  };
  assert.deepEqual(await answerable(2), [1, 1], 'the partner');
  assert.deepEqual(await answerable(1), [0, 0], 'somebody else');
  checkQuiet(reader);
});

test('while cards are held, what they bring is the first that one may say', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await patient(reader);
  await openAt(reader, 4, askedByPartner());
  await page.waitForSelector('.do .say .answer');
  await page.locator('.own .hand [data-target].open').first().click();
  await page.waitForSelector('.own .hand .picked');
  const brings = Number(/\d+/.exec((await page.textContent('.cg .sums p')) ?? '')?.[0]),
    first = await page.getAttribute('.do .say .chips button:not(.answer)', 'data-say'),
    [, low, high] = /^my_points (\d+) (\d+)$/.exec(first ?? '') ?? [];
  assert.ok(Number(low) <= brings && brings < Number(high), `${first} with ${brings}`);
  checkQuiet(reader);
});

test('the ledger has every promise, and at the end it is told who kept their word', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, files.url, 'chicago_gangsters', 4);
  const end = await playOn(page, {seed: 4, ms: 600000});
  assert.ok(end.over);
  await page.waitForSelector('.cg .showdown:not([hidden])');
  await openDrawer(page, 'words');
  const signs = await page.$$eval('.ledger .promises li', all => all.map(li => li.className));
  assert.ok(signs.length > 0 && signs.every(s => ['kept', 'broken', 'lapsed', 'replaced'].includes(s)), signs.join());
  const rows = await page.$$eval('.cg .showdown tbody tr', all =>
    all.map(tr => tr.querySelector('.word-kept')?.textContent ?? ''),
  );
  const sum = (/** @type {RegExp} */ sign) => rows.reduce((n, r) => n + Number(sign.exec(r)?.[1] ?? 0), 0);
  assert.equal(sum(/\u2713(\d+)/), signs.filter(s => s === 'kept').length);
  assert.equal(sum(/\u2717(\d+)/), signs.filter(s => s === 'broken').length);
  await checkAxe(page, 'the end');
  await shoot(page, 'talk-end');
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
  ]) {
    await page.setViewportSize({width, height});
    await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight + 1);
    await shoot(page, `talk-end-${width}x${height}`);
  }
  checkQuiet(reader);
});

// page_tell_test.mjs: what the page tells: the log stays at its end unless the reader goes up, it says which tile and what it
// earned, a refusal speaks of what was touched and goes with the next choice, and a button of the list is found on the table.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {goesOn} from '../../web/boards/chicago_words.js';
import {letters} from '../../web/boards/letters.js';
import {runs} from '../../web/src/panels/log.js';
import {emptyState, sinceMine, struck} from '../../web/src/state.js';
import {checkQuiet, newReader, openLocalTable, playOn, SIZES} from './page_kit.mjs';
import {openBrowser, serveFiles} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */

const files = await serveFiles(),
  browser = await openBrowser();
after(async () => {
  await browser.close();
  await files.close();
});

/** As a finger does, whether or not the thing may be tapped. @param {Page} page @param {string} target */
const tap = (page, target) => page.dispatchEvent(`[data-target="${target}"]`, 'click');
/** @param {Page} page */
const refusal = page =>
  page.$eval('.refusal', e => (/** @type {HTMLElement} */ (e).hidden ? '' : e.textContent?.trim()));
/** The log comes to show its last line. @param {Page} page */
const atEnd = page =>
  page.waitForFunction(() => {
    const log = document.querySelector('.log'),
      bottom = (/** @type {Element|null|undefined} */ e) => e?.getBoundingClientRect().bottom ?? 0,
      left = bottom(log) - bottom(log?.lastElementChild); // below it a little may be free, so that the first line in sight is whole
    return left > -1 && left < 41;
  });
/** The bots have played: nothing moves before the reader does. @param {Page} page */
const myTurn = page => page.waitForSelector('.table.my-turn');
/** @param {Page} page */
const settle = page =>
  page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))),
  );

test('gangster: the log follows, tells tiles and points, and lets the reader go up', async () => {
  const reader = await newReader(browser, {size: SIZES.desk}),
    {page} = reader;
  await openLocalTable(reader, files.url, 'gangster', 3);
  await playOn(page, {moves: 12, seed: 5});
  await myTurn(page);
  assert.ok(await page.$eval('.log', e => e.scrollHeight > e.clientHeight + 60), 'there is more than fits');
  await atEnd(page); // nobody touched it
  await settle(page);
  await page.$eval('.log', e => {
    e.scrollTop = 0;
  });
  await settle(page);
  await playOn(page, {moves: 3, seed: 6});
  await myTurn(page);
  await settle(page);
  assert.equal(await page.$eval('.log', e => e.scrollTop), 0, 'who reads above is left there');
  await page.$eval('.log', e => {
    e.scrollTop = e.scrollHeight;
  });
  await settle(page);
  await playOn(page, {seed: 7});
  await atEnd(page); // again
  const lines = await page.$$eval('.log li', all => all.map(e => e.textContent ?? ''));
  assert.ok(
    lines.some(l => /^Ann lays (red|blue|yellow|grey) \d on [a-f][1-6]\./.test(l)),
    lines.slice(-8).join('\n'),
  );
  const gained =
    lines
      .flatMap(l => [...l.matchAll(/is full: Ann \+(\d+), now (\d+)/g)])
      .map(m => Number(m[2]))
      .at(-1) ?? 0;
  assert.equal(
    await page.textContent('.seats > li:first-child .points'),
    `${gained} / 17`,
    'what was told is what she has',
  );
  checkQuiet(reader);
  await reader.close();
});

test('gangster: what cannot be is said of what was touched, and the headline says what is next', async () => {
  const reader = await newReader(browser),
    {page} = reader;
  await openLocalTable(reader, files.url, 'gangster', 2);
  await page.waitForSelector('.my-turn');
  const empty = await page.$$eval('.cell', all =>
    all.filter(e => /, empty$/.test(e.getAttribute('aria-label') ?? '')).map(e => e.getAttribute('data-target') ?? ''),
  );
  await tap(page, empty[0]);
  assert.equal(await refusal(page), 'First choose a tile, then the field.');
  await tap(page, 'gun');
  await page.waitForSelector('.refusal:not([hidden]):has-text("GB-5.")'); // the engine says why nobody can be shot
  await tap(page, 'own:2');
  assert.equal(await refusal(page), '', 'a choice that is legal takes the refusal away');
  assert.equal(await page.textContent('.whose'), 'Lay red 2 on an empty field.');
  await tap(page, empty[0]);
  assert.match((await page.textContent('.whose')) ?? '', /^Lay red 2 on [a-f][1-6]: tap the field again\.$/);
  await page.click('.do .ready .back');
  await page.click('.do .ready .back');
  await page.click('.do .groups button:has-text("Draw")');
  await tap(page, 'own:3');
  assert.equal(
    await page.textContent('.whose'),
    'Lay red 3 on an empty field.',
    'whoever taps something else wants that',
  );
  checkQuiet(reader);
  await reader.close();
});

test('chicago: too far is said so, places have names that stand at the map, and a button of the list is found on it', async () => {
  const reader = await newReader(browser),
    {page} = reader;
  await openLocalTable(reader, files.url, 'chicago', 2);
  for (let i = 0; i < 20 && !/points? to walk/.test((await page.textContent('.whose')) ?? ''); i++)
    await playOn(page, {moves: 1, seed: i + 3});
  await page.waitForSelector('.my-turn');
  const man = await page.$eval('.field.open', e => e.getAttribute('data-target') ?? '');
  await tap(page, 'field:10,10');
  assert.equal(await refusal(page), 'First tap one of your men.');
  await tap(page, man);
  assert.equal(await refusal(page), '');
  const far = await page.$$eval('.field:not(.far):not(.open):not(.picked)', all =>
    all
      .filter(e => !e.querySelector('.man') && /^street/.test(e.getAttribute('aria-label') ?? ''))
      .map(e => e.getAttribute('data-target') ?? ''),
  );
  await tap(page, far[far.length - 1]);
  assert.match(
    (await refusal(page)) ?? '',
    /^(Too far: street [a-t]\d+ is \d+ points away, and you have \d+|No free way leads to street [a-t]\d+)\.$/,
  );
  const near = await page.$$eval('.field.far', all =>
    all
      .map(e => ({target: e.getAttribute('data-target') ?? '', cost: Number(e.querySelector('.cost')?.textContent)}))
      .filter(f => f.cost > 1),
  );
  if (near.length) {
    await tap(page, near[0].target);
    assert.match(
      (await page.textContent('.whose')) ?? '',
      new RegExp(`^Go to .*: ${near[0].cost} points: tap the field again\\.$`),
    );
    assert.match((await page.textContent('.do .ready .main')) ?? '', /^Go to /);
    await page.click('.do .ready .back');
    await tap(page, man);
  }
  assert.equal(
    await page.$$eval('.city .mark', all => all.map(e => e.textContent).join('')),
    'abcdefghijklmnopqrst' + Array.from({length: 20}, (_x, i) => i + 1).join(''),
  );
  await page.$$eval('.do details', all =>
    all.forEach(e => {
      /** @type {HTMLDetailsElement} */ (e).open = true;
    }),
  );
  const [move] = await page.$$eval('.do [data-move-text]', all => all.map(e => e.getAttribute('data-move-text') ?? ''));
  await page.hover(`.do [data-move-text="${move}"]`);
  assert.deepEqual(
    (await page.$$eval('.pointed', all => all.map(e => e.getAttribute('data-target')))).sort(),
    move
      .split(' ')
      .slice(1, 3)
      .map(f => `field:${f}`)
      .sort(),
  );
  await page.hover('.whose');
  assert.equal(await page.$$eval('.pointed', all => all.length), 0);
  checkQuiet(reader);
  await reader.close();
});

test('chicago: a walk is one line of the log, and what came of it is told', async () => {
  const reader = await newReader(browser, {size: SIZES.desk}),
    {page} = reader;
  const id = await openLocalTable(reader, files.url, 'chicago', 3);
  const told = () => page.$$eval('.log li', all => all.map(e => e.textContent ?? ''));
  const taken = / takes (bar|casino|home bar) [a-t]\d+/;
  for (let i = 0; i < 12 && !(i > 1 && (await told()).some(l => taken.test(l))); i++)
    await playOn(page, {moves: 20, seed: 11 + i});
  await page.waitForSelector('.my-turn');
  const lines = await told(),
    walks = lines.filter(l => / goes from [a-t]\d+ to [a-t]\d+\./.test(l)),
    steps = (await page.evaluate(id => localStorage.getItem(`speakeasy.local.${id}`) ?? '', id)).match(/ step /g) ?? [];
  assert.ok(walks.length > 3 && lines.some(l => / rolls \d+\./.test(l)), lines.slice(-12).join('\n'));
  assert.ok(walks.length < steps.length, `${steps.length} steps in ${walks.length} lines`);
  assert.ok(
    lines.some(l => taken.test(l)),
    lines.slice(-12).join('\n'),
  );
  checkQuiet(reader);
  await reader.close();
});

test('chicago: steps of one man are one line, also if another walks in between; a fight or a house ends it', () => {
  const lines = (/** @type {string[]} */ ...texts) =>
    runs(
      /** @type {any} */ ({goesOn}),
      texts.map((text, i) => ({n: i + 1, seat: text.startsWith('roll') ? 'chance' : 1, kind: 'move', text})),
      new Set(),
    ).map(({e, last}) => `${e.text} - ${last.text}`);
  assert.deepEqual(lines('step 4,8 4,7', 'step 4,7 4,6'), ['step 4,8 4,7 - step 4,7 4,6']);
  assert.deepEqual(lines('step 4,8 4,7', 'step 9,9 R05; took R05', 'step 4,7 4,6'), [
    'step 4,8 4,7 - step 4,7 4,6',
    'step 9,9 R05; took R05 - step 9,9 R05; took R05',
  ]);
  assert.equal(lines('step 4,8 R05; took R05', 'step R05 4,6').length, 2);
  assert.equal(lines('step 4,8 4,7', 'roll 3; gang red', 'step 4,7 4,6').length, 3);
});

test('chicago: a walk that was taken back is one line, and so is taking it back', () => {
  const event = (/** @type {string} */ text, /** @type {number} */ i) => ({
      n: i + 1,
      seat: 1,
      kind: /** @type {'undo'|'move'} */ (text === 'undo' ? 'undo' : 'move'),
      text,
    }),
    lines = (/** @type {string[]} */ ...texts) => {
      const events = texts.map(event);
      return runs(/** @type {any} */ ({goesOn}), events, struck(events)).map(({e, last}) => `${e.n}-${last.n}`);
    };
  const walk = ['step 4,8 4,7', 'step 4,7 4,6', 'step 4,6 4,5'];
  assert.deepEqual(lines(...walk, 'undo', 'undo', 'undo'), ['1-3', '4-6']);
  assert.deepEqual(lines(...walk, 'undo', 'step 4,6 5,6'), ['1-2', '3-3', '4-4', '5-5'], 'its last step');
  assert.deepEqual(lines('step 9,9 9,8', ...walk, 'undo', 'undo', 'undo', 'undo'), ['1-1', '2-4', '5-7', '8-8'], 'two');
});

test('letters tell apart in every language', () => {
  assert.deepEqual(letters(['yellow', 'red', 'green', 'blue']), ['Y', 'R', 'G', 'B']);
  assert.deepEqual(letters(['Gelb', 'Rot', 'Grün', 'Blau']), ['Ge', 'R', 'Gr', 'B']);
  assert.deepEqual(letters(['rood', 'blauw', 'geel', 'grijs']), ['R', 'B', 'Ge', 'Gr']);
  assert.deepEqual(letters(['Famiglia', 'Buchhalter', 'Brutaler', 'Söldner']), ['F', 'Bu', 'Br', 'S']);
});

test('news are what the others did, not what chance made of the own move or dealt to the reader', () => {
  const event = (/** @type {number} */ n, /** @type {number|'chance'} */ seat, /** @type {string} */ text) => ({
    n,
    seat,
    kind: /** @type {const} */ ('move'),
    text,
  });
  const events = [
    event(1, 'chance', 'start 1'),
    event(2, 1, 'a'),
    event(3, 0, 'draw 1'),
    event(4, 'chance', 'reveal R1'),
    event(5, 1, 'b'),
    event(6, 'chance', 'deal 0 W2'),
    event(7, 'chance', 'reveal B2'),
  ];
  const news = (/** @type {number} */ n) =>
    sinceMine({...emptyState(), you: 0, events: events.slice(0, n)}).map(e => e.n);
  assert.deepEqual(news(7), [5, 7]);
  assert.deepEqual(news(4), []);
  assert.deepEqual(news(2), [1, 2], 'before the first own move: all of it');
});

// page_keys_test.mjs: what keeps a keyboard's player at the table: the focus goes to what stands nearest when its place is taken away, and
// is taken from nobody; a move that was chosen waits until it is made or put back. Whole games by keyboard are page_local_test.mjs's.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  checkQuiet,
  newReader,
  openBrowser,
  openDrawer,
  openHouse,
  openLocalTable,
  playOn,
  setUpTable,
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

/** What has the focus, once the page has settled. @param {Page} page */
const focused = page =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const at = document.activeElement;
    return !at || at === document.body || !at.checkVisibility()
      ? 'nothing'
      : (at.getAttribute('data-target')
          ?? at.getAttribute('data-move-text')
          ?? `${at.tagName.toLowerCase()}.${at.className}`);
  });

/** @param {Page} page @param {string} selector */
const onFocus = (page, selector) => page.evaluate(s => !!document.activeElement?.matches(s), selector);

/** @param {Page} page */
const seqOf = page => page.getAttribute('.table', 'data-seq');

/** @param {Page} page @param {string|null} old */
const moved = (page, old) =>
  page.waitForFunction(n => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== n, old);

/** Opens the list of all moves by keyboard and chooses its first: it waits for its button. @param {Page} page */
async function arm(page) {
  if (!(await page.locator('.do .every button').count())) {
    await page.focus('.do .all summary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.do .every button');
  }
  await page.focus('.do .every button >> nth=0');
  const move = await focused(page);
  await page.keyboard.press('Enter');
  assert.ok(await onFocus(page, '.do .ready .main'), 'it asks once more');
  return move;
}

// -- Where the focus goes -------------------------------------------------------------------------------------------

test('a button that can no more be pressed hands the focus to its neighbour', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago', 2);
  await page.waitForSelector('.table.my-turn .hiring:not([hidden])');
  await page.focus('.hiring .count >> nth=0 >> button:enabled');
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Enter');
    assert.notEqual(await focused(page), 'nothing', `after ${i + 1} times`);
  }
  checkQuiet(reader);
});

test('putting a chosen move back, with the button or Escape, leads to where it was chosen', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  for (const keys of [['Tab', 'Enter'], ['Escape']]) {
    const move = await arm(page);
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await focused(page), move);
    assert.ok(await page.isHidden('.do .ready'));
  }
  checkQuiet(reader);
});

test('from the button that makes a move the focus goes back to where the move was chosen; putting back step by step stays at its button', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  const choose = async () => {
    for (const kind of ['own', 'cell']) {
      await page.locator(`.game [data-target^="${kind}:"].open`).first().focus();
      await page.keyboard.press('Enter');
    }
    for (let i = 0; i < 20 && !(await onFocus(page, '.do .ready .main')); i++) await page.keyboard.press('Tab');
  };
  await choose();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(
    (await onFocus(page, '.do .ready .back')) && (await page.locator('.game .picked').count()) === 1,
    'one step back, and another can follow',
  );
  await page.keyboard.press('Enter');
  assert.ok(
    await page.evaluate(() => !!document.activeElement?.matches('.game [data-target^="cell:"]')),
    await focused(page),
  );
  await choose();
  const seq = await seqOf(page);
  await page.keyboard.press('Enter');
  await moved(page, seq);
  assert.match(await focused(page), /^cell:/);
  checkQuiet(reader);
});

test('Tab leaves the board from wherever arrows led, and comes back to what can be tapped', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'famiglia', 2);
  await page.waitForSelector('.table.my-turn');
  const onBoard = () => onFocus(page, '.game [data-target]');
  for (const closed of [0, -1]) {
    await page.locator('.game [data-target]:not(.open)').nth(closed).focus();
    for (const [away, back] of [
      ['Tab', 'Shift+Tab'],
      ['Shift+Tab', 'Tab'],
    ]) {
      await page.keyboard.press(away);
      assert.ok(!(await onBoard()), `${away} leaves`);
      for (let i = 0; i < 4 && !(await onBoard()); i++) await page.keyboard.press(back);
      assert.ok(await onFocus(page, '.game [data-target].open'), `${back} comes back`);
    }
  }
  checkQuiet(reader);
});

test('after a dialog whose opener is gone the focus is at the table', async t => {
  const reader = await newReader(browser, {tour: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 2);
  await page.focus('.offer button.main');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog.tour');
  assert.ok(
    await page.evaluate(() => !!document.activeElement?.closest('dialog.tour')),
    'meanwhile it is in the dialog',
  );
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog.tour', {state: 'detached'});
  assert.notEqual(await focused(page), 'nothing');
  checkQuiet(reader);
});

test('nobody is called away from writing, from elsewhere, or from nowhere', async t => {
  const ann = await newReader(browser),
    bob = await newReader(browser, {name: 'Bob'});
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await setUpTable(ann, house.url, 'gangster', 2, ['open']);
  await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
  const first = await Promise.race([ann, bob].map(r => r.page.waitForSelector('.table.my-turn').then(() => r)));
  const {page} = first,
    other = first === ann ? bob : ann;
  /** Something is tapped, then the focus goes elsewhere, then the other one moves. @param {() => Promise<unknown>} leave @param {string} where */
  async function check(leave, where) {
    const at = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80)),
      asked = (/** @type {Page} */ p) => p.locator('.table.my-turn').count();
    await page.locator('.game [data-target].open').first().focus();
    while (await asked(page)) await playOn(page, {moves: 1, seed: 3, ms: 2000});
    await leave();
    const before = await at();
    while (!(await asked(page))) await playOn(other.page, {moves: 1, seed: 3, ms: 500});
    await focused(page);
    assert.equal(await at(), before, where);
  }
  await openDrawer(page, 'words');
  await check(() => page.focus('.words .chat input'), 'writing');
  await check(() => page.focus('.status .menu'), 'elsewhere');
  await check(async () => {
    await page.mouse.click(3, 400); // at the edge of the board
    assert.equal(await focused(page), 'nothing');
  }, 'nowhere');
  checkQuiet(ann);
  checkQuiet(bob);
});

test('N leads to the next thing that can be tapped, and round again', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  const open = await page.$$eval('.game [data-target].open', all => all.map(e => e.getAttribute('data-target')));
  assert.ok(open.length > 3);
  /** @type {string[]} */
  const seen = [];
  for (let i = 0; i <= open.length; i++) {
    await page.keyboard.press('n');
    seen.push(await focused(page));
  }
  assert.deepEqual(seen, [...open, open[0]]);
  await page.keyboard.press('Shift+N');
  assert.equal(await focused(page), open.at(-1));
  checkQuiet(reader);
});

// -- A chosen move -----------------------------------------------------------------------------------------------------

/** A table whose house is this test: it says what comes, and reads what is sent. @param {Page} page */
async function ownHouse(page) {
  await page.goto(`${house.url}rules.html`);
  await page.waitForSelector('.head');
  await page.evaluate(
    async (/** @type {Record<string, string>} */ from) => {
      const [{runTable}, {makePlain}] = await Promise.all([import(from.table), import(from.plain)]),
        root = document.createElement('div'),
        all = /** @type {any} */ (window);
      document.querySelector('main')?.replaceChildren(root);
      all.sent = [];
      runTable(root, makePlain(), {
        box: {game: 'blank', players: 2, rules_version: 0, options: {}, edition: 'none', data: {}},
        open: (/** @type {any} */ ear) => ({
          send: (/** @type {any} */ m) => all.sent.push(m),
          close() {},
          ear: (all.ear = ear),
        }),
      });
      all.ear.link('live');
    },
    {table: `${house.url}src/table.js`, plain: `${house.url}boards/plain.js`},
  );
  let n = 0;
  const hear = (/** @type {object} */ m) => page.evaluate(said => /** @type {any} */ (window).ear.message(said), m);
  return {
    hear,
    /** Somebody does something; then these are the moves. @param {number} seat @param {string} kind @param {string} text @param {string[]} moves */
    event: (seat, kind, text, moves) =>
      hear({
        t: 'view',
        first: n,
        n: ++n,
        events: [{n, seat, kind, text}],
        view: {},
        actors: [0],
        moves,
        ends: [],
        undo: false,
        speakers: [0, 1],
        clocks: [],
        result: null,
      }),
    sent: () =>
      page.evaluate(() =>
        /** @type {any} */ (window).sent
          .filter((/** @type {any} */ m) => m.t === 'move')
          .map((/** @type {any} */ m) => m.text),
      ),
  };
}

test('a chosen move waits while others speak, write and move, until it is made or cannot be made', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  const {hear, event, sent} = await ownHouse(page);
  const ready = () =>
    page.evaluate(() => document.querySelector('.do .ready:not([hidden]) .main')?.textContent ?? null);
  const choose = async (/** @type {string} */ move) => {
    await page.focus(`.do [data-move-text="${move}"]`);
    await page.keyboard.press('Enter');
    assert.equal(await ready(), move);
  };
  await hear({t: 'hello', you: 0, host: false});
  await hear({
    t: 'facts',
    game: 'blank',
    name: 'A table',
    status: 'playing',
    rules: {talk: true, chat: true},
    seats: ['Ann', 'Bob'].map((name, seat) => ({seat, kind: 'person', name})),
  });
  await event(1, 'move', 'wait', ['draw', 'skip', 'stop']);
  await choose('skip');
  const stays = async (/** @type {string} */ why) => {
    await focused(page);
    assert.equal(await ready(), 'skip', why);
    assert.ok(await onFocus(page, '.do .ready .main'), `${why}: the focus`);
  };
  await event(1, 'talk', 'pass', ['draw', 'skip', 'stop']);
  await stays('Bob has spoken');
  await event(0, 'talk', 'pass', ['draw', 'skip', 'stop']);
  await stays('so has the reader');
  await hear({t: 'chat', n: 1, seat: 1, name: 'Bob', text: 'Hurry up', at: Date.now() + 1000});
  await page.waitForSelector('.words .lines li:has-text("Hurry up")', {state: 'attached'});
  await stays('Bob has written');
  await event(1, 'move', 'wait', ['skip', 'stop', 'draw']);
  await stays('Bob has moved, and it can still be made');
  assert.deepEqual(await sent(), []);
  await page.keyboard.press('Enter');
  assert.deepEqual(await sent(), ['skip']);
  await event(0, 'move', 'skip', ['draw', 'skip', 'stop']);
  assert.equal(await ready(), null, 'made once, and not chosen again');
  assert.notEqual(await focused(page), 'nothing');
  await choose('draw');
  await event(1, 'talk', 'pass', ['skip', 'stop']);
  assert.equal(await ready(), null, 'it cannot be made any more');
  assert.ok(await onFocus(page, '.do button'), 'something else of the list has the focus');
  checkQuiet(reader);
});

test('a key held down chooses once and plays nothing', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'gangster', 2);
  await page.waitForSelector('.table.my-turn');
  await page.focus('.do .all summary');
  await page.keyboard.press('Enter');
  await page.focus('.do .every button >> nth=0');
  const seq = await seqOf(page);
  for (let i = 0; i < 8; i++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.ok(await onFocus(page, '.do .ready .main'));
  await page.waitForTimeout(150);
  assert.equal(await seqOf(page), seq);
  checkQuiet(reader);
});

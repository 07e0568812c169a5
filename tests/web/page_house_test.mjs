// page_house_test.mjs: tables of a house: two browsers at one table, one of them a phone, to the end; a broken line and a
// reload on the way, an onlooker, chat, taking back, pausing, the proof, looking back, playing again; the
// waiting room; accounts; several seats at one device.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  COUNTS,
  GAMES,
  LONG,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  openMenu,
  openDrawer,
  playOn,
  setUpTable,
  shoot,
  sitDown,
} from './page_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** @param {Reader} reader @param {string} game @param {number} players @param {string[]} seats @param {string[]} [ticks] */
const setUp = (reader, game, players, seats, ticks) => setUpTable(reader, house.url, game, players, seats, {ticks});

/** What was said with one's own eyes, for comparing. @param {Reader} reader */
const log = reader => reader.page.locator('.log li').allTextContents();

for (const game of LONG ? GAMES : ['gangster'])
  test(`${game}: two browsers at one table`, async t => {
    const players = COUNTS[game][0];
    const ann = await newReader(browser),
      bob = await newReader(browser, {size: SIZES.phone, language: 'de', touch: true}),
      eve = await newReader(browser, {language: 'nl'});
    t.after(() => Promise.all([ann, bob, eve].map(r => r.close())));
    const link = await setUp(ann, game, players, ['open', ...Array(players - 2).fill('bot:easy')], ['hints']);
    await shoot(ann.page, `${game}-waiting-en-desk`);
    await checkAxe(ann.page, 'waiting room');
    assert.match(await ann.page.inputValue('.room .link input'), /\/t\/[\w-]{12}$/);
    assert.ok(
      await ann.page.evaluate(
        () => /** @type {HTMLImageElement} */ (document.querySelector('.room .qr')).naturalWidth > 0,
      ),
      'the picture to scan is there',
    );
    await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
    await ann.page.waitForSelector('.table:not(.waiting)[data-seq]');
    await eve.page.goto(link);
    await eve.page.waitForSelector('.table[data-seq]');
    assert.equal(await eve.page.locator('.do .choices button').count(), 0, 'an onlooker only looks');
    assert.ok(await eve.page.isVisible('.watching'), 'and is told so');
    assert.ok(await ann.page.isHidden('.watching'));

    const some = () =>
      Promise.all([playOn(ann.page, {moves: 4, seed: 5, ms: 8000}), playOn(bob.page, {moves: 4, seed: 6, ms: 8000})]);
    await some();
    await talk(ann, bob);
    await lines(ann, bob);
    await some();
    if (game === 'gangster') await pause(ann, bob);
    await shoot(bob.page, `${game}-table-de-phone`);
    await checkFits(bob.page, 'the table on a phone');

    const ends = await Promise.all(
      [ann, bob].map((r, i) => playOn(r.page, {seed: 11 + i, ms: LONG ? 600000 : 240000})),
    );
    assert.ok(
      ends.every(e => e.over),
      JSON.stringify(ends),
    );
    await eve.page.waitForSelector('.end:not([hidden])');
    const [a, e] = [await log(ann), await log(eve)];
    assert.equal(
      a.length > 5 && a.length,
      game === 'chicago_gangsters' ? a.length : e.length,
      'the onlooker heard all of it',
    );
    await afterwards(t, ann, bob, game);
    for (const r of [ann, bob, eve]) checkQuiet(r);
  });

/** Chat arrives, once. @param {Reader} ann @param {Reader} bob */
async function talk(ann, bob) {
  await openDrawer(ann.page, 'words');
  await ann.page.fill('.words .chat input', 'Good evening, Bob.');
  await ann.page.press('.words .chat input', 'Enter');
  await bob.page.waitForSelector('.words .lines li:has-text("Good evening, Bob.")', {state: 'attached'});
  assert.equal(await bob.page.locator('.words .lines li').count(), 1);
}

/** Bob's line breaks, and Ann comes again: both find the table as it stands. @param {Reader} ann @param {Reader} bob */
async function lines(ann, bob) {
  await bob.context.setOffline(true);
  await bob.page.waitForSelector('.table.lost', {timeout: 10000});
  await playOn(ann.page, {moves: 1, seed: 8, ms: 1500});
  await bob.context.setOffline(false);
  await bob.page.waitForSelector('.table:not(.lost)', {timeout: 20000});
  bob.complaints.splice(0, bob.complaints.length, ...bob.complaints.filter(c => !/ERR_INTERNET_DISCONNECTED/.test(c))); // the browser's own words for it
  await ann.page.reload();
  await ann.page.waitForSelector('.table[data-seq]');
  await bob.page.waitForFunction(
    seq => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq === seq,
    await ann.page.getAttribute('.table', 'data-seq'),
  );
}

/** @param {Reader} ann @param {Reader} bob */
async function pause(ann, bob) {
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Pause")');
  await bob.page.waitForSelector('.whose:has-text("Ann hat das Spiel angehalten")', {state: 'attached'});
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Go on")');
  await ann.page.waitForSelector('.bar button:has-text("Pause")', {state: 'attached'});
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Leave for a while")');
  await ann.page.click('dialog.ask button:has-text("Cancel")');
  assert.equal(
    await ann.page.locator('.bar button:has-text("I am back")').count(),
    0,
    'it was asked, and nothing happened',
  );
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("Leave for a while")');
  await ann.page.click('dialog.ask button[value=go]');
  await ann.page.waitForSelector('.whose:has-text("A bot plays for you until you do something.")');
  await openMenu(ann.page);
  await ann.page.click('.bar button:has-text("I am back")');
  await ann.page.waitForSelector('.bar button:has-text("Leave for a while")', {state: 'attached'});
}

/** The proof, looking back, playing again. @param {import('node:test').TestContext} t @param {Reader} ann @param {Reader} bob @param {string} game */
async function afterwards(t, ann, bob, game) {
  await openMenu(ann.page);
  await ann.page.click('.proof summary');
  assert.match((await ann.page.textContent('.proof p')) ?? '', /committed to [0-9a-f]{64}\. Its seed was [0-9a-f]{64}/);
  await ann.page.click('.proof button');
  await ann.page.waitForSelector('.findings li');
  assert.deepEqual(await ann.page.locator('.findings li').evaluateAll(all => all.map(e => e.className)), [
    'proved',
    'proved',
    'proved',
    'proved',
  ]);
  await checkAxe(ann.page, 'the proof in the menu');
  await ann.page.keyboard.press('Escape');
  await shoot(ann.page, `${game}-end-en-desk`);
  await checkAxe(ann.page, 'the end');
  const back = await ann.context.newPage();
  await back.goto(
    await ann.page.evaluate(
      () => /** @type {HTMLAnchorElement} */ (document.querySelector('.end a[href*=replay]')).href,
    ),
  );
  await back.waitForSelector('.reel');
  const steps = Number(await back.getAttribute('.reel input', 'max'));
  assert.ok(steps > 10);
  assert.equal(await back.textContent('.reel .count'), `0 / ${steps}`);
  assert.match((await back.getAttribute('.reel-head a', 'href')) ?? '', /table\.html\?t=/, 'there is a way back');
  await back.click('.reel .main');
  await back.waitForFunction(() => document.querySelector('.reel .count')?.textContent?.startsWith('2 /'));
  await back.fill('.reel input', String(steps));
  assert.notEqual(await back.textContent('.told'), '');
  await checkAxe(back, 'replay');
  await back.close();
  await ann.page.click('.end .main');
  await ann.page.waitForSelector('.room .rows li:has-text("waiting for Bob")');
  await bob.page.waitForSelector('.end .notice:has-text("Ann")');
  await bob.page.click('.end .main:has-text("mitmachen")');
  await Promise.all([ann, bob].map(r => r.page.waitForURL(/table\.html\?t=/)));
  await Promise.all([ann, bob].map(r => r.page.waitForSelector('.table:not(.waiting)[data-seq]:not([data-over=yes])')));
  const again = await Promise.all([
    playOn(ann.page, {moves: 2, seed: 1, ms: 20000}),
    playOn(bob.page, {moves: 2, seed: 2, ms: 20000}),
  ]);
  assert.ok(
    again.every(r => r.moves > 0),
    'the next game is played',
  );
  t.diagnostic(`${steps} steps to look back at`);
}

test('the host gives free seats to bots, asks for a hint and takes a move back', async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  const {page} = ann;
  await setUp(ann, 'chicago', 2, ['open'], ['hints']);
  await page.selectOption('.room .rows select:visible', 'bot:easy');
  await page.waitForSelector('.table:not(.waiting).my-turn', {timeout: 30000});
  await page.click('.do button:has-text("Hint")');
  await page.waitForSelector('.do .hint:not([hidden])');
  assert.match((await page.textContent('.do .hint')) ?? '', /^Hint: |only one move/);
  for (let i = 0; i < 20 && (await page.locator('.do button:has-text("Take back")').isDisabled()); i++)
    await playOn(page, {moves: 1, seed: i + 1});
  const before = (await log(ann)).length;
  await page.click('.do button:has-text("Take back")');
  await page.waitForSelector('.log li.undone', {state: 'attached'});
  assert.ok((await log(ann)).length >= before);
  checkQuiet(ann);
});

test("several seats at one device on a server's table", async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  const game = GAMES.includes('chicago_gangsters') ? 'chicago_gangsters' : 'gangster',
    n = COUNTS[game][0];
  await setUp(ann, game, n, ['hotseat', 'open', ...Array(n - 3).fill('bot:easy')]);
  await ann.page.selectOption('.room .rows select:visible', 'bot:easy');
  await ann.page.waitForSelector('.table:not(.waiting)');
  const came = await playOn(ann.page, {moves: 12, seed: 4, ms: 160000});
  assert.ok(came.moves >= 12, `${came.moves} moves`);
  const movers = await ann.page.evaluate(() => document.querySelector('.log')?.textContent ?? '');
  assert.match(movers, /Ann/);
  checkQuiet(ann);
});

test('after a reload the log waits for its sentences; only without the engine it shows moves as they are spelled', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  await setUp(ann, 'gangster', 2, ['open']);
  await page.selectOption('.room .rows select:visible', 'bot:easy');
  await page.waitForSelector('.table:not(.waiting).my-turn', {timeout: 30000});
  await playOn(page, {moves: 4, seed: 4});
  await page.waitForSelector('.table.my-turn');
  await page.waitForFunction(() => document.querySelectorAll('.log li').length > 3);
  const told = await log(ann);
  /** @type {() => void} */
  let come = () => {};
  const gate = new Promise(done => (come = () => done(undefined)));
  await page.route('**/speakeasy.wasm', async route => {
    await gate;
    await route.continue();
  });
  await page.reload();
  await page.waitForSelector('.table.my-turn');
  assert.deepEqual(await log(ann), [], 'nothing is told yet');
  assert.ok(await page.locator('.recap').isVisible(), 'the place of the news is kept');
  assert.doesNotMatch((await page.textContent('.log + *, .recap')) ?? '', /_/);
  come();
  await page.waitForFunction(n => document.querySelectorAll('.log li').length >= n, told.length);
  assert.deepEqual(await log(ann), told);
  checkQuiet(ann);
  await page.unroute('**/speakeasy.wasm');
  await page.route('**/speakeasy.wasm', route => route.abort());
  await page.reload();
  await page.waitForFunction(() => /lay_open/i.test(document.querySelector('.log')?.textContent ?? ''));
});

test('a link that leads nowhere says so and shows the way out', async t => {
  const ann = await newReader(browser);
  t.after(ann.close);
  await ann.page.goto(`${house.url}table.html?t=AAAAAAAAAAAA`);
  await ann.page.waitForSelector('.sit:has-text("There is no such table.")');
  await checkAxe(ann.page, 'no table');
  await ann.page.goto(`${house.url}table.html?local=nothing`);
  await ann.page.click('.sit a.main');
  await ann.page.waitForSelector('.games');
  const gone = await ann.page.goto(`${house.url}no/such/page`);
  assert.deepEqual([gone?.status(), gone?.headers()['content-type']], [404, 'text/html; charset=utf-8']);
  await ann.page.click('a');
  await ann.page.waitForSelector('.games');
  ann.complaints.splice(0, ann.complaints.length, ...ann.complaints.filter(c => !/404/.test(c))); // the browser's own word for it
  checkQuiet(ann);
});

test('the own seat on another device: a link to copy and a picture of its own; names for those who share this one', async t => {
  const ann = await newReader(browser),
    there = await newReader(browser);
  t.after(() => Promise.all([ann.close(), there.close()]));
  const {page} = ann;
  await page.goto(house.url);
  await page.click('[data-new=gangster]');
  await page.selectOption('dialog[open] select[name=seat1]', 'open');
  await page.selectOption('dialog[open] select[name=seat2]', 'bot:easy');
  await page.click('dialog[open] summary >> nth=0');
  assert.equal(await page.inputValue('dialog[open] input[name=stall_limit]'), '18', 'six for each of three');
  for (const [preset, limit] of [
    ['letter', '0'],
    ['ours', '18'],
  ]) {
    await page.check(`dialog[open] input[name=preset][value=${preset}]`);
    assert.equal(await page.inputValue('dialog[open] input[name=stall_limit]'), limit, preset);
  }
  assert.equal(
    await page.textContent('dialog[open] .edition-pick span'),
    'What the rulebook does not show, we filled in ourselves.',
  );
  assert.deepEqual(
    await page
      .locator('dialog[open] select[name=colours] option')
      .evaluateAll(all => all.slice(0, 1).map(o => o.textContent)),
    ['red, blue, yellow, grey'],
  );
  await page.click('dialog[open] button[value=go]');
  await page.waitForSelector('.table.waiting');
  assert.equal(
    await page.textContent('.room h2'),
    'Gangster \u2013 Die Bosse von Chicago',
    'the waiting room names the game',
  );
  assert.equal(await page.textContent('.bar .edition'), 'What the rulebook does not show, we filled in ourselves.');
  await openMenu(page);
  await page.click('.bar button:has-text("Invite")');
  await page.click('.my-seat summary');
  await page.waitForSelector('.seat-qr svg');
  assert.equal(await page.locator('dialog[open] .qr:visible').count(), 1, 'one picture at a time');
  await checkAxe(page, 'invitation');
  await checkFits(page, 'invitation');
  const link = await page.inputValue('.my-seat .link input');
  assert.match(link, /#[\w-]{43}$/);
  await there.page.goto(link);
  await there.page.waitForSelector('.table.waiting .room');
  assert.equal(await there.page.locator('.sit').count(), 0, 'it is the same seat');
  await page.goto(house.url);
  assert.equal(await page.locator('.mine .rows li').count(), 1, 'the table is listed, above the games');
  await page.click('[data-new=famiglia]');
  await page.selectOption('dialog[open] select[name=seat1]', 'hotseat');
  await page.fill('dialog[open] input[name=name1]', 'Cleo');
  await page.click('dialog[open] button[value=go]');
  await page.waitForSelector('.seats li:has-text("Cleo")');
  checkQuiet(ann);
  checkQuiet(there);
});

test('an account gathers tables on another device', async t => {
  const ann = await newReader(browser),
    there = await newReader(browser);
  t.after(() => Promise.all([ann.close(), there.close()]));
  await ann.page.goto(house.url);
  await ann.page.click('.account button');
  await checkAxe(ann.page, 'signing in');
  await ann.page.fill('.sign-in input[name=name]', 'Ann');
  await ann.page.fill('.sign-in input[name=password]', 'correct horse');
  await Promise.all([ann.page.waitForEvent('load'), ann.page.click('.sign-in button[value="api/accounts"]')]);
  await ann.page.waitForSelector('.account strong:has-text("Ann")');
  const link = await setUp(ann, 'famiglia', 2, ['open']);
  await there.page.goto(house.url);
  await there.page.click('.account button');
  await there.page.fill('.sign-in input[name=name]', 'Ann');
  await there.page.fill('.sign-in input[name=password]', 'wrong horse');
  await there.page.click('.sign-in button.main');
  await there.page.waitForSelector('.sign-in .notice:not([hidden])');
  there.complaints.splice(0, 1); // the browser says that it was refused
  await there.page.fill('.sign-in input[name=password]', 'correct horse');
  await Promise.all([there.page.waitForEvent('load'), there.page.click('.sign-in button.main')]);
  const id = new URL(link).searchParams.get('t');
  await there.page.click(`a[href*="${id}"]`);
  await there.page.waitForSelector('.table.waiting');
  await there.page.goto(house.url);
  await Promise.all([there.page.waitForEvent('load'), there.page.click('.account button:has-text("Sign out")')]);
  await there.page.waitForSelector('.account button:has-text("Sign in")');
  await ann.page.goto(house.url);
  await ann.page.click('.account button:has-text("Delete the account")');
  await checkAxe(ann.page, 'deleting the account');
  await ann.page.fill('.sign-in input[name=password]', 'wrong horse');
  await ann.page.click('.sign-in button.main');
  await ann.page.waitForSelector('.sign-in .notice:not([hidden])');
  ann.complaints.splice(0, 1); // the browser says that it was refused
  await ann.page.fill('.sign-in input[name=password]', 'correct horse');
  await Promise.all([ann.page.waitForEvent('load'), ann.page.click('.sign-in button.main')]);
  await ann.page.waitForSelector('.account button:has-text("Sign in")');
  checkQuiet(ann);
  checkQuiet(there);
});

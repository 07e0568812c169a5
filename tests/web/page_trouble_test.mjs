// page_trouble_test.mjs: trouble is told: the line breaks (real sockets, cut between the browser and the server) and comes back, what was done
// meanwhile waits and is sent, dropped or refused, and says so; who is there is seen at each seat; whoever is played for finds the way back.
import assert from 'node:assert/strict';
import {connect, createServer} from 'node:net';
import {after, before, test} from 'node:test';
import {
  LONG,
  SIZES,
  checkAxe,
  checkFits,
  newReader,
  openBrowser,
  openHouse,
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

/** A wire to the house that can be cut: every connection breaks, and nobody gets through until it is mended. */
async function openWire() {
  const {hostname, port} = new URL(house.url);
  /** @type {Set<import('node:net').Socket>} */
  const all = new Set();
  let broken = false;
  const server = createServer(near => {
    if (broken) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [a, b] of [
      [near, far],
      [far, near],
    ]) {
      all.add(a);
      a.pipe(b);
      a.on('error', () => b.destroy());
      a.on('close', () => (all.delete(a), b.destroy()));
    }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)));
  const at = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${at.port}/`,
    cut() {
      broken = true;
      for (const s of all) s.destroy();
    },
    mend() {
      broken = false;
    },
    close: () => new Promise(done => (server.close(done), all.forEach(s => s.destroy()))),
  };
}

/** Ann behind a wire, Bob beside the house. @param {import('node:test').TestContext} t @param {{size?: {width: number, height: number}, language?: string, clock?: string}} [how] */
async function two(t, {size, language, clock} = {}) {
  const wire = await openWire(),
    ann = await newReader(browser, {size}),
    bob = await newReader(browser, {name: 'Bob'});
  t.after(() => Promise.all([ann.close(), bob.close(), wire.close()]));
  await setUpTable(ann, wire.url, 'gangster', 2, ['open'], {clock});
  const link = (await ann.page.inputValue('.room .link input')).replace(wire.url, house.url);
  await sitDown(bob, link, 'Bob');
  await ann.page.waitForSelector('.table:not(.waiting)');
  if (language) {
    await ann.page.evaluate(language => {
      const key = 'speakeasy.prefs',
        prefs = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({...prefs, language}));
    }, language);
    await ann.page.reload();
    await ann.page.waitForSelector('.table[data-seq]');
  }
  return {wire, ann: ann.page, bob: bob.page};
}

/** Until it is this reader's turn. @param {Page} page @param {Page} other */
async function turnOf(page, other) {
  for (let i = 0; i < 20; i++) {
    const mine = await Promise.race([
      page.waitForSelector('.table.my-turn').then(() => true),
      other.waitForSelector('.table.my-turn').then(() => false),
    ]);
    if (mine) return;
    await playOn(other, {moves: 1, seed: i + 1, ms: 20000});
  }
  assert.fail('never');
}

/** Choose a move and make it, as a person does, without waiting for what comes of it. @param {Page} page */
async function press(page) {
  for (let i = 0; i < 12 && !(await page.locator('.do .ready .main').count()); i++)
    await page.locator('.game [data-target].open').first().dispatchEvent('click');
  await page.click('.do .ready .main');
}

for (const [name, size] of Object.entries({
  desk: {width: 1366, height: 768},
  phone: SIZES.phone,
  ...(LONG && {small: {width: 360, height: 640}, lying: {width: 844, height: 390}}),
}))
  test(`${name}: the line breaks and comes back, and what was done meanwhile is sent`, async t => {
    const {wire, ann, bob} = await two(t, {size});
    await turnOf(ann, bob);
    const seq = Number(await bob.getAttribute('.table', 'data-seq'));
    wire.cut();
    await ann.waitForSelector('.wire.broken:visible');
    assert.match((await ann.textContent('h1.whose')) ?? '', /Connection lost/);
    await bob.waitForSelector('.seats .presence[data-presence=gone]:visible');
    await press(ann);
    await ann.waitForSelector('.unsent li:has-text("Waiting to be sent")');
    assert.equal(await ann.locator('.unsent .drop:visible').count(), 1, 'it can still be dropped');
    await shoot(ann, `trouble_lost_${name}`);
    await checkAxe(ann, 'no connection');
    if (size.height > 500) await checkFits(ann, 'no connection'); // lying, the line above is 40 pixels high
    assert.equal(Number(await bob.getAttribute('.table', 'data-seq')), seq, 'nothing got through');
    wire.mend();
    await ann.click('.wire .retry', {timeout: 2000}).catch(() => {}); // unless it has come back by itself
    await ann.waitForSelector('.wire:not(.broken):has-text("Connected again")');
    await bob.waitForFunction(seq => Number(document.querySelector('.table')?.getAttribute('data-seq')) > seq, seq);
    await bob.waitForSelector('.seats .presence[data-presence=gone]', {state: 'detached'});
    await ann.waitForSelector('.wire', {state: 'hidden'});
    await ann.waitForSelector('.unsent li', {state: 'detached'});
  });

test('what was not sent can be dropped, and is not sent', async t => {
  const {wire, ann, bob} = await two(t);
  await turnOf(ann, bob);
  const seq = await bob.getAttribute('.table', 'data-seq');
  wire.cut();
  await ann.waitForSelector('.wire.broken');
  await press(ann);
  await ann.click('.unsent .drop');
  await ann.waitForSelector('.unsent li', {state: 'detached'});
  wire.mend();
  await ann.click('.wire .retry', {timeout: 2000}).catch(() => {}); // unless it has come back by itself
  await ann.waitForSelector('.table.my-turn:not(.lost)');
  assert.equal(await bob.getAttribute('.table', 'data-seq'), seq);
  await ann.click('.do .ready .main'); // what was picked is still picked
  await bob.waitForFunction(seq => document.querySelector('.table')?.getAttribute('data-seq') !== seq, seq);
});

test('a chat line waits too, and comes once', async t => {
  const {wire, ann, bob} = await two(t);
  await ann.click('[data-drawer=words]');
  wire.cut();
  await ann.waitForSelector('.wire.broken');
  await ann.fill('.chat input', 'The line is dead');
  await ann.press('.chat input', 'Enter');
  await ann.waitForSelector('.unsent li:has-text("The line is dead")');
  wire.mend();
  await bob.click('[data-drawer=words]');
  await bob.waitForSelector('.lines li:has-text("The line is dead")', {timeout: 30000});
  await ann.waitForSelector('.lines li:has-text("The line is dead")');
  assert.equal(await bob.locator('.lines li').count(), 1);
});

test('in German and Dutch too, and with the keyboard alone', async t => {
  for (const [language, words] of [
    ['de', /Keine Verbindung/],
    ['nl', /Geen verbinding/],
  ]) {
    const {wire, ann} = await two(t, {language: String(language), size: {width: 360, height: 640}});
    wire.cut();
    await ann.waitForSelector('.wire.broken:visible');
    assert.match((await ann.textContent('.wire')) ?? '', /** @type {RegExp} */ (words));
    await checkFits(ann, `no connection, ${language}`);
    await shoot(ann, `trouble_lost_${language}`);
    wire.mend();
    for (let i = 0; i < 40 && !(await ann.evaluate(() => document.activeElement?.matches('.wire .retry'))); i++)
      await ann.keyboard.press('Tab');
    await ann.keyboard.press('Enter');
    await ann.waitForSelector('.table:not(.lost)');
  }
});

test('who is played for reads so in the dock, with the clock, and is back by a tap', async t => {
  const {ann, bob} = await two(t, {size: SIZES.phone, clock: 'bank 15m+10s bot'});
  await turnOf(ann, bob);
  await ann.waitForSelector('.do .own-clock:visible');
  assert.match((await ann.textContent('.do .own-clock')) ?? '', /^\d+:\d\d$/);
  await openMenu(ann);
  await ann.click('.bar button:has-text("Leave for a while")');
  await ann.click('dialog[open] button[value=go]');
  await ann.waitForSelector('.played-for:visible');
  await bob.waitForSelector('.seats .presence[data-presence=away]:visible');
  await shoot(ann, 'trouble_played_for');
  await checkAxe(ann, 'played for');
  await checkFits(ann, 'played for');
  await ann.click('.im-here');
  await ann.waitForSelector('.played-for', {state: 'hidden'});
  await bob.waitForSelector('.seats .presence[data-presence=away]', {state: 'detached'});
});

test('whose time was up reads that a bot moved for them, until they move themselves', async t => {
  const {ann, bob} = await two(t, {size: SIZES.phone, clock: 'move 8s bot'});
  await turnOf(ann, bob);
  await ann.waitForSelector('.played-for:visible:has-text("Your time was up: a bot moved for you.")');
  assert.equal(await ann.locator('.im-here:visible').count(), 0, 'the seat is still theirs');
  assert.equal(await bob.locator('.played-for:visible').count(), 0, 'it is nobody else\u2019s business');
  await checkFits(ann, 'out of time');
  await shoot(ann, 'trouble_out_of_time');
  await playOn(bob, {moves: 1, ms: 8000});
  await ann.waitForSelector('.table.my-turn');
  await playOn(ann, {moves: 1, ms: 8000});
  await ann.waitForSelector('.played-for', {state: 'hidden'});
});

test('on a phone a chat line is seen where one plays, and read with one tap', async t => {
  const {ann, bob} = await two(t, {size: SIZES.phone});
  await bob.click('[data-drawer=words]');
  await bob.fill('.chat input', 'Nice hat');
  await bob.press('.chat input', 'Enter');
  await ann.waitForSelector('.do .heard .news:has-text("Nice hat"):visible');
  await ann.waitForSelector('[data-drawer=words] .badge:visible');
  await shoot(ann, 'chat_phone_news');
  await ann.click('.do .heard .news');
  await ann.waitForSelector('.lines li:has-text("Nice hat"):visible');
  assert.ok(await ann.evaluate(() => document.activeElement?.matches('.chat input')), 'and can be answered at once');
  await ann.waitForSelector('.do .heard .news', {state: 'detached'});
  await shoot(ann, 'chat_phone_open');
  await ann.keyboard.type('Thanks');
  await ann.keyboard.press('Enter');
  await bob.waitForSelector('.lines li:has-text("Thanks")');
});

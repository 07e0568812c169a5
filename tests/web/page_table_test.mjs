// page_table_test.mjs: what a table owes whoever sits at it beside the game: sound and paper as they were set, clocks that
// run, a word when a move came too late, and on a phone things that a finger can hit.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  COUNTS,
  GAMES,
  LONG,
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
} from './page_kit.mjs';

/** @import {Page, WebSocketRoute} from 'playwright-core' */
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

// -- What was set ------------------------------------------------------------------------------------------------

/** @param {Page} page @param {() => Promise<unknown>} change */
async function inSettings(page, change) {
  await openSettings(page);
  await change();
  await page.click('dialog[open] button.main');
}

test('sound is off at first, comes when it is wanted, and is kept either way', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await reader.context.addInitScript(() => {
    const real = window.AudioContext.prototype.createOscillator;
    /** @type {any} */ (window).tones = 0;
    window.AudioContext.prototype.createOscillator = function () {
      /** @type {any} */ (window).tones++;
      return real.call(this);
    };
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (window).tones);
  /** A real click first: a browser lets no page sound that nobody has touched. */
  const move = async () => {
    await page.click('h1.whose');
    await playOn(page, {moves: 1, seed: 4});
  };
  await openLocalTable(reader, house.url, 'gangster', 2);
  await move();
  assert.equal(await heard(), 0, 'nobody asked for it');
  await inSettings(page, () => page.check('dialog[open] label.tick:has-text("Sound") input'));
  await move();
  const some = await heard();
  assert.ok(some > 0, 'a move sounds');
  await page.reload();
  await page.waitForSelector('.table.my-turn');
  await move();
  assert.ok((await heard()) > 0, 'kept');
  const unseen = await page.evaluate(async () => {
    const {play} = await import(new URL('src/sound.js', location.href).href);
    const count = (/** @type {string} */ name) => {
      const before = /** @type {any} */ (window).tones;
      play(name);
      return /** @type {any} */ (window).tones - before;
    };
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    const tones = {end: count('end'), turn: count('turn')};
    delete (/** @type {any} */ (document).hidden);
    return tones;
  });
  assert.deepEqual(unseen, {end: 0, turn: 2}, 'who looks elsewhere is called to their turn, and hears nothing else');
  await inSettings(page, () => page.uncheck('dialog[open] label.tick:has-text("Sound") input'));
  const before = await heard();
  await move();
  assert.equal(await heard(), before, 'off at once');
  await page.reload();
  await page.waitForSelector('.table.my-turn');
  await move();
  assert.equal(await heard(), 0, 'and stays off');
  checkQuiet(reader);
});

test('light, dark or as the system: kept on every page', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  /** Whether the page is dark: by what is seen, not by what is set. */
  const dark = () =>
    page.evaluate(() => {
      const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return r + g + b < 384;
    });
  const choose = (/** @type {string} */ what) =>
    inSettings(page, () => page.selectOption('dialog[open] select[aria-label=Theme]', what));
  await page.goto(house.url);
  await page.waitForSelector('.account');
  assert.equal(await dark(), false);
  await page.emulateMedia({colorScheme: 'dark'});
  assert.equal(await dark(), true, 'at first as the system');
  await choose('light');
  assert.equal(await dark(), false, 'light though the system is dark');
  await page.goto(`${house.url}rules.html`);
  await page.waitForSelector('.head');
  assert.equal(await dark(), false, 'kept on another page');
  await page.emulateMedia({colorScheme: 'light'});
  await choose('dark');
  await openLocalTable(reader, house.url, 'famiglia', 2);
  assert.equal(await dark(), true, 'dark though the system is light');
  await page.reload();
  await page.waitForSelector('.table[data-seq]');
  assert.equal(await dark(), true);
  await choose('auto');
  assert.equal(await dark(), false, 'as the system again');
  await page.emulateMedia({colorScheme: 'dark'});
  assert.equal(await dark(), true);
  checkQuiet(reader);
});

// -- Clocks --------------------------------------------------------------------------------------------------------

/** "14:58" in seconds. @param {string} text */
const seconds = text => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

test('a clock with a bank: all of it is shown, and it runs for whoever is asked, and for nobody else', async t => {
  const ann = await newReader(browser),
    bob = await newReader(browser, {name: 'Bob'});
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await setUpTable(ann, house.url, 'gangster', 2, ['open'], {clock: 'bank 15m+10s bot'});
  await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
  await ann.page.waitForSelector('.table:not(.waiting)');
  await Promise.race([ann, bob].map(r => r.page.waitForSelector('.table.my-turn')));
  const faces = async () => (await ann.page.locator('.seats .clock').allTextContents()).map(seconds);
  const start = Date.now(),
    first = await faces(),
    asked = Number(await ann.page.getAttribute('.table', 'data-asked'));
  assert.ok(
    first.every(s => s > 14 * 60 + 50 && s <= 15 * 60 + 10),
    `${first}`,
  );
  await ann.page.waitForTimeout(2600);
  const then = await faces(),
    ran = first[asked] - then[asked],
    most = (Date.now() - start) / 1000 + 2; // however slow the machine is
  assert.ok(ran >= 2 && ran <= most, `it runs: ${first} ${then}, ${most}`);
  assert.equal(then[1 - asked], first[1 - asked], 'the other one stands');
  assert.equal(await ann.page.locator('.seats .clock.short').count(), 0);
  checkQuiet(ann);
  checkQuiet(bob);
});

test('little time left is said in the clock\u2019s weight; without a clock there is none', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  const wire = await listenIn(page);
  wire.change = m =>
    m.t === 'view' && m.clocks.length
      ? {...m, clocks: m.clocks.map((/** @type {any} */ c) => ({left: 31500, running: c.running}))}
      : m;
  await openBotTable(ann, 'move 90s bot');
  assert.match((await page.locator('.seats .clock').first().textContent()) ?? '', /^0:3\d$/);
  await page.waitForSelector('.seats li.asked .clock.short', {timeout: 6000});
  assert.ok(seconds((await page.locator('.seats li.asked .clock').textContent()) ?? '') <= 30);
  await openLocalTable(ann, house.url, 'gangster', 2);
  assert.equal(await page.locator('.seats .clock:visible').count(), 0);
  checkQuiet(ann);
});

// -- Too late ------------------------------------------------------------------------------------------------------

/** Between the page and the house: what comes may be changed or held, what goes may be changed.
 * @param {Page} page */
async function listenIn(page) {
  const wire = {
    /** @type {(m: any) => any} */ change: m => m,
    /** @type {(m: any) => any} */ changeOut: m => m,
    /** @type {any[]} */ said: [],
    /** @type {string[]|null} */ held: null,
    release() {},
  };
  await page.routeWebSocket(/\/ws$/, (/** @type {WebSocketRoute} */ ws) => {
    const there = ws.connectToServer();
    ws.onMessage(text => {
      const m = wire.changeOut(JSON.parse(String(text)));
      wire.said.push(m);
      there.send(JSON.stringify(m));
    });
    there.onMessage(text => {
      const m = JSON.stringify(wire.change(JSON.parse(String(text))));
      if (wire.held) wire.held.push(m);
      else ws.send(m);
    });
    wire.release = () => {
      for (const m of wire.held ?? []) ws.send(m);
      wire.held = null;
    };
  });
  return wire;
}

/** A table of the house against a bot. @param {Reader} reader @param {string} [clock] @param {string} [game] */
async function openBotTable(reader, clock, game = 'gangster') {
  const {page} = reader;
  await setUpTable(reader, house.url, game, 2, ['open'], {clock});
  await page.selectOption('.room .rows select:visible', 'bot:easy');
  await page.waitForSelector('.table:not(.waiting).my-turn');
}

/** Tap a tile of one's own and a place for it; the button that makes the move waits. @param {Page} page */
async function pickTile(page) {
  await page.locator('.game [data-target^="own:"].open').first().click();
  await page.locator('.game [data-target^="cell:"].open').first().click();
  await page.waitForSelector('.do .ready .main');
}

test('a move that comes too late: the news is asked for, it is said, what was picked stays', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  const wire = await listenIn(page);
  await openBotTable(ann);
  await pickTile(page);
  let late = true;
  wire.changeOut = m => {
    const now = late && m.t === 'move' ? {...m, n: m.n - 1} : m; // as if something had happened meanwhile
    if (m.t === 'move') late = false;
    return now;
  };
  const seq = await page.getAttribute('.table', 'data-seq');
  await page.click('.do .ready .main');
  await page.waitForSelector('.do .refusal:not([hidden]):has-text("Something happened first")');
  assert.ok(
    wire.said.some(m => m.t === 'since' && m.n === Number(seq)),
    'asked what has happened',
  );
  assert.equal(await page.getAttribute('.table', 'data-seq'), seq);
  assert.equal(await page.locator('.game .picked').count(), 2, 'nothing has to be picked again');
  await page.click('.do .ready .main');
  await page.waitForFunction(
    old => /** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq !== old,
    seq,
  );
  await page.waitForSelector('.do .refusal', {state: 'hidden'});
  checkQuiet(ann);
});

test('one seat, two windows: the slower one is told, shows what has happened, and plays on', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  const wire = await listenIn(page);
  await openBotTable(ann);
  await page.goto(`${page.url()}&lang=de`);
  await page.waitForSelector('.table.my-turn');
  const other = await ann.context.newPage();
  await other.goto(page.url());
  await other.waitForSelector('.table.my-turn');
  await pickTile(page);
  wire.held = []; // news travels slowly
  await pickTile(other);
  const seq = Number(await other.getAttribute('.table', 'data-seq'));
  await other.click('.do .ready .main');
  await other.waitForFunction(
    old => Number(/** @type {HTMLElement} */ (document.querySelector('.table')).dataset.seq) > old,
    seq,
  );
  await other.waitForSelector('.table.my-turn');
  await page.click('.do .ready .main');
  for (let i = 0; i < 200 && !wire.held.some(m => JSON.parse(m).t === 'no'); i++) await page.waitForTimeout(20);
  wire.release();
  await page.waitForSelector('.do .refusal:not([hidden]):has-text("Es ist vorher etwas passiert")');
  assert.equal(
    await page.getAttribute('.table', 'data-seq'),
    await other.getAttribute('.table', 'data-seq'),
    'the table is shown as it stands',
  );
  assert.deepEqual(await page.locator('.log li').allTextContents(), await other.locator('.log li').allTextContents());
  assert.equal(wire.said.filter(m => m.t === 'since').length, 0, 'the news had come');
  assert.equal((await playOn(page, {moves: 1, seed: 2})).moves, 1);
  checkQuiet(ann);
});

test('a refusal calls cards by their names in the reader\u2019s language', async t => {
  const ann = await newReader(browser),
    {page} = ann;
  t.after(ann.close);
  const wire = await listenIn(page);
  await openBotTable(ann, undefined, 'famiglia');
  await page.goto(`${page.url()}&lang=de`);
  await page.waitForSelector('.table.my-turn');
  const phrase = [{format: '{card} is not in your hand.', args: {card: {thing: 'M4'}}}];
  wire.change = m => (m.t === 'no' ? {...m, rule: 'FA-6.1', text: 'M4 is not in your hand.', phrase} : m);
  await page.locator('.game [data-target]:not(.open)').first().click({force: true});
  await page.waitForSelector('.do .refusal:not([hidden])');
  assert.equal(await page.textContent('.do .refusal'), 'S\u00F6ldner 4 ist nicht in deiner Hand. FA-6.1');
  checkQuiet(ann);
});

// -- A phone ---------------------------------------------------------------------------------------------------------

/** Everything that can be tapped now is large enough for a finger and lies clear of what stays at the bottom; of Chicago's whole city a
 * tap leads close first. @param {Page} page */
const fingers = page =>
  page.evaluate(() => {
    const bar = /** @type {HTMLElement} */ (document.querySelector('.bottom')),
      out = /** @type {string[]} */ ([]);
    for (const e of document.querySelectorAll('.game [data-target].open, .game button')) {
      if (!e.getClientRects().length || e.closest('.map:not(.close)')) continue;
      e.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
      const b = e.getBoundingClientRect(),
        name = e.getAttribute('data-target') ?? e.textContent;
      if (Math.min(b.width, b.height) < 39.5)
        out.push(`${name} measures ${b.width.toFixed(0)} by ${b.height.toFixed(0)}`);
      if (bar.offsetHeight && b.bottom > bar.getBoundingClientRect().top + 1) out.push(`${name} lies under the bar`);
      const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      if (!top || !(e.contains(top) || top.contains(e)))
        out.push(`${name} is covered by ${top?.tagName}.${top?.getAttribute('class')}`);
    }
    return out;
  });

for (const [width, height] of LONG
  ? [
      [360, 740],
      [320, 640],
    ]
  : [[320, 640]])
  for (const game of GAMES)
    test(`${game} on a phone of ${width} by ${height}: a finger hits everything, nothing lies under the bar`, async t => {
      const reader = await newReader(browser, {size: {width, height}, touch: true}),
        {page} = reader;
      t.after(reader.close);
      await openLocalTable(reader, house.url, game, Math.max(...COUNTS[game]));
      for (let i = 0; i < 5; i++) {
        await page.waitForSelector('.table.my-turn');
        assert.deepEqual(await fingers(page), []);
        const open = page.locator('.game [data-target].open');
        if (await open.count()) {
          await open.first().tap();
          const lens = page.locator('.lens .shut'); // Chicago's lies upon half of the table until somebody was chosen
          if (await lens.isVisible()) await lens.tap();
          assert.deepEqual(await fingers(page), [], 'after the first tap');
        }
        if ((await playOn(page, {moves: 1, seed: i + 3, board: 90})).over) break;
      }
      await page.evaluate(() => scrollTo(0, 0));
      await shoot(page, `${game}-phone-${width}`);
      checkQuiet(reader);
    });

test('Chicago on a phone: the whole city is always there; a lens beside a part of it opens by a tap or a button, and goes by a button, Escape or a move', async t => {
  const reader = await newReader(browser, {size: {width: 360, height: 740}, touch: true}),
    {page} = reader;
  t.after(reader.close);
  await openLocalTable(reader, house.url, 'chicago', 4);
  await playOn(page, {moves: 6, seed: 3, board: 90});
  await page.waitForSelector('.table.my-turn');
  const lens = page.locator('.lens');
  const box = await page.locator('.city').first().boundingBox();
  assert.ok(box);
  for (const [x, y] of [
    [0.45, 0.52],
    [0.95, 0.95],
    [0.05, 0.05],
  ]) {
    await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
    if (await lens.isHidden()) continue; // the only man there was meant, and is ready
    await page.waitForSelector('.lens .hit'); // it is drawn with the next frame
    const seen = await page.evaluate(() => {
      const rect = (/** @type {string} */ s) =>
          /** @type {Element} */ (document.querySelector(s)).getBoundingClientRect(),
        [lens, mark, city] = ['.lens', '.lens-mark', '.game .city'].map(rect);
      return {
        apart: (y => y <= lens.top || y >= lens.bottom)((mark.top + mark.bottom) / 2),
        whole: city.left >= 0 && city.right <= innerWidth && city.bottom <= innerHeight,
        field: /** @type {Element} */ (document.querySelector('.lens .hit')).getBoundingClientRect().width,
      };
    });
    assert.ok(seen.field >= 40, `a field of the lens measures ${seen.field}`);
    assert.ok(seen.apart && seen.whole, `the place itself stays in sight: ${JSON.stringify(seen)}`);
    await page.tap('.lens .shut');
    await lens.waitFor({state: 'hidden'});
    await page.keyboard.press('Escape'); // nobody is picked
  }
  await page.tap('.zoom');
  await lens.waitFor();
  await checkAxe(page, 'with a lens');
  await page.keyboard.press('Escape');
  await lens.waitFor({state: 'hidden'});
  await page.tap('.zoom');
  await playOn(page, {moves: 1, seed: 5, board: 90});
  await lens.waitFor({state: 'hidden'});
  checkQuiet(reader);
});

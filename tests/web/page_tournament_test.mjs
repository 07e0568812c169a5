// page_tournament_test.mjs: a tournament from the form to its last table: made by one, joined by another on a phone, played at the tables the
// page leads to, and looked at in three languages; axe finds nothing, nothing sticks out, and it works by keyboard.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  LANGUAGES,
  LONG,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  playOn,
  shoot,
} from './page_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse({}, ['--tournaments', 'open'])]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** @param {Reader} reader until the house says so @param {string} id @param {(t: any) => boolean} so */
async function until(reader, id, so) {
  for (let i = 0; i < 600; i++) {
    const t = await (await fetch(`${house.url}api/tournaments/${id}`)).json();
    if (so(t)) return t;
    await reader.page.waitForTimeout(100);
  }
  throw new Error('it does not happen');
}

/** The ring around a field that has the focus (5 px) touches no words, and all ticks are of one size. @param {import('playwright-core').Page} page */
async function checkRings(page) {
  const found = await page.$$eval('form.make :is(input, select)', fields => {
    const shown = fields.filter(f => f.getClientRects().length);
    const near = shown.filter(f => {
      const b = f.getBoundingClientRect(),
        words = document.createTreeWalker(/** @type {Node} */ (f.closest('form')), NodeFilter.SHOW_TEXT);
      for (let at = words.nextNode(); at; at = words.nextNode()) {
        const range = document.createRange();
        if (f.contains(at)) continue;
        range.selectNodeContents(at);
        for (const r of range.getClientRects())
          if (r.right > b.left - 7 && r.left < b.right + 7 && r.bottom > b.top - 7 && r.top < b.bottom + 7) return true;
      }
      return false;
    });
    const sizes = shown.filter(f => f.getAttribute('type') === 'checkbox').map(f => f.getBoundingClientRect().width);
    return {near: near.map(f => f.getAttribute('name')), sizes: new Set(sizes).size};
  });
  assert.deepEqual(found, {near: [], sizes: 1});
}

test('a tournament, from the form to the last table', async t => {
  const ann = await newReader(browser, {name: 'Ann'}),
    bob = await newReader(browser, {size: SIZES.phone, language: 'de', touch: true, name: 'Bob'});
  t.after(() => Promise.all([ann, bob].map(r => r.close())));
  await ann.page.goto(house.url);
  await ann.page.click('a[href="tournament.html"]');
  await ann.page.focus('details.make-one summary');
  await ann.page.keyboard.press('Enter');
  await ann.page.waitForSelector('form.make');
  await checkAxe(ann.page, 'the form');
  await checkRings(ann.page);
  await shoot(ann.page, 'tournament-form-en-desk');
  await ann.page.fill('form.make input[name=name]', 'Tuesday');
  await ann.page.selectOption('form.make select[name=kind]', 'swiss');
  await ann.page.fill('form.make input[name=rounds]', '2');
  await ann.page.fill('form.make input[name=bots]', '1');
  await ann.page.selectOption('form.make select[name=bot]', 'easy');
  await ann.page.focus('form.make button.main');
  await ann.page.keyboard.press('Enter');
  await ann.page.waitForURL(/tournament\.html\?id=/);
  const link = ann.page.url(),
    id = new URL(link).searchParams.get('id') ?? '';
  await ann.page.waitForSelector('#join');
  assert.equal(await ann.page.inputValue('#link'), link, 'the link to send');
  await ann.page.click('#join');
  await ann.page.waitForSelector('#leave');
  await bob.page.goto(link);
  await bob.page.waitForSelector('#join-name');
  await bob.page.fill('#join-name', 'Bob');
  await bob.page.click('#join');
  await bob.page.waitForSelector('#leave');
  await checkAxe(bob.page, 'joined, on a phone');
  await checkFits(bob.page, 'joined, on a phone');
  await ann.page.click('#start');
  for (let round = 1; round <= 2; round++)
    await Promise.all(
      [ann, bob].map(async (reader, i) => {
        await reader.page.waitForSelector('#to-table');
        if (round === 1 && i === 0) await shoot(reader.page, 'tournament-ready-en-desk');
        await reader.page.click('#to-table');
        await reader.page.waitForSelector('.table[data-seq]');
        const end = await playOn(reader.page, {seed: 3 * round + i, ms: 240000});
        assert.ok(end.over, JSON.stringify(end));
        await reader.page.click('.to-tournament');
        await reader.page.waitForSelector('table.standings');
      }),
    );
  const last = await until(ann, id, now => now.status === 'over');
  assert.equal(last.tables.length, 4, 'two rounds of two tables: the house has filled up');
  for (const reader of [ann, bob]) checkQuiet(reader);
  for (const language of LANGUAGES)
    for (const [size, {width, height}] of Object.entries(SIZES)) {
      const wanted = ['en desk', 'de phone', 'nl small'].includes(`${language} ${size}`);
      if (!LONG && !wanted) continue;
      const reader = await newReader(browser, {language, size: {width, height}, dark: language === 'nl'});
      await reader.page.goto(link);
      await reader.page.waitForSelector('table.standings tbody tr');
      assert.equal(await reader.page.locator('table.standings tbody tr').count(), 4);
      const names = await reader.page.$$eval('table.standings tbody th', all => all.map(e => e.textContent ?? ''));
      last.standings.forEach((/** @type {any} */ r, /** @type {number} */ i) => assert.ok(names[i].startsWith(r.name)));
      await reader.page.click('details.panel summary');
      await checkFits(reader.page, `tournament, ${language}, ${size}`);
      await checkAxe(reader.page, `tournament, ${language}, ${size}`);
      await shoot(reader.page, `tournament-${language}-${size}`);
      await reader.page.goto(`${house.url}tournament.html`);
      await reader.page.waitForSelector('.tournament-list a');
      await checkFits(reader.page, `tournaments, ${language}, ${size}`);
      await checkAxe(reader.page, `tournaments, ${language}, ${size}`);
      checkQuiet(reader);
      await reader.close();
    }
});

test('who calls it off, and what everybody then reads', async () => {
  const reader = await newReader(browser, {language: 'nl', name: 'Eve'});
  const body = JSON.stringify({name: 'Cup', game: 'famiglia', kind: 'duplicate', rounds: 2}),
    headers = {'Content-Type': 'application/json'};
  const made = await (await fetch(`${house.url}api/tournaments`, {method: 'POST', headers, body})).json();
  await reader.page.goto(house.url);
  await reader.page.evaluate(
    ([id, token]) => localStorage.setItem(`speakeasy.tournament.${id}`, token),
    [made.id, made.token],
  );
  await reader.page.goto(`${house.url}tournament.html?id=${made.id}`);
  await reader.page.click('#start');
  assert.match((await reader.page.textContent('.mine [role=alert]')) ?? '', /minstens 4 spelers/);
  await reader.page.click('#cancel');
  await reader.page.waitForSelector('.state:text-is("afgelast")');
  assert.match((await reader.page.textContent('.about')) ?? '', /afgelast/);
  await reader.page.goto(`${house.url}tournament.html?id=abcdefghijkl`);
  await reader.page.waitForSelector('[role=alert]');
  await reader.close();
});

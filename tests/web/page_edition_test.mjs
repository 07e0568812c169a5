// page_edition_test.mjs: a table is drawn with its own edition, in this browser, at a server's table and in a replay. An edition with other
// numbers (and for Chicago another map) shows them; nothing of the default edition is left in the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {openBrowser, root} from './wasm_kit.mjs';
import {checkQuiet, newReader, openDrawer, openHouse, openLocalTable, playOn, shoot} from './page_kit.mjs';

/** @import {Browser, Page} from 'playwright-core' */
/** @import {House} from './page_kit.mjs' */

/** @param {string} game */
const standard = game => readFileSync(join(root, `editions/${game}/default.edition`), 'utf8');

/** The default edition with other words in it; each must have been there. @param {string} game @param {[RegExp, string][]} changes */
const changed = (game, changes) =>
  changes.reduce(
    (text, [from, to]) => {
      assert.match(text, from);
      return text.replace(from, to);
    },
    standard(game).replace(/^edition .*$/m, 'edition other'),
  );

/** @type {Record<string, {players: number, edition: string, look(page: Page): Promise<void>}>} */
const games = {
  famiglia: {
    players: 2,
    edition: changed('famiglia', [
      [/points la_famiglia .*/, 'points la_famiglia 2 23 46 70 95'],
      [/points brutes .*/, 'points brutes 0 21 43 66 80'],
    ]),
    async look(page) {
      await page.waitForSelector('.famiglia .own .card .fine >> text="2 pts"'); // the starting hand's own F0
      await unfold(page);
      const rules = (await page.textContent('.reference')) ?? '';
      assert.match(rules, /La Famiglia: 2, 23, 46, 70, 95\./);
      assert.match(rules, /Brutes: 0, 21, 43, 66, 80\./);
      assert.match(rules, /Accountants, Mercenaries: 0, 1, 3, 6, 10\./);
    },
  },
  gangster: {
    players: 2,
    edition: changed('gangster', [[/gang grey .*/, 'gang grey 1 2 3 5 5 7 7 9 9']]),
    async look(page) {
      await unfold(page);
      const rules = (await page.textContent('.reference')) ?? '';
      assert.match(rules, /Grey: 1 2 3 5 5 7 7 9 9/);
      assert.match(rules, /Red, blue, yellow: 1 1 1 2 2 2 3 3 3/);
    },
  },
  chicago: {
    players: 3,
    // two bars change places, and the die has a face 0
    edition: changed('chicago', [
      [/symmetry rotation/, 'symmetry none'],
      [/row H##1#2#3#EE/, 'row H##2#1#3#EE'],
      [/0,3 bar 1000/, '0,3 bar 2000'],
      [/0,5 bar 2000/, '0,5 bar 1000'],
      [/movement_die 1 2 3/, 'movement_die 0 2 2'],
    ]),
    async look(page) {
      await page.waitForSelector('.chicago [data-target="field:Y02"][aria-label*="2k"]');
      await page.waitForSelector('.chicago [data-target="field:Y11"][aria-label*="1k"]');
      await page.waitForSelector('.chicago [data-target="field:R02"][aria-label*="1k"]');
      await unfold(page);
      const rules = (await page.textContent('.reference')) ?? '';
      assert.match(rules, /Walking: 0 2 2 4 5 6 7 8 9 10 11 12/);
      assert.match(rules, /One ring 10k, two rings 25k, three rings 40k/);
      assert.match(rules, /3 casinos, 8 bars at the square, or 5 men/);
    },
  },
  chicago_gangsters: {
    players: 3,
    // other families, quarters where only weapons count, and one kind of loot
    edition: changed('chicago_gangsters', [
      [/clan_a Amato/, 'clan_a Aiello'],
      [/clan_b Brennan/, 'clan_b Burke'],
      [/clan_c Czerny/, 'clan_c Capek'],
      [/clan_d Donnelly/, 'clan_d Doyle'],
      [/^district (D\d+ \w+) .*: (.*)$/gm, 'district $1 weapons : New $2'],
      [/pullman weapons/, 'pullman bribe'], // some district bars weapons
      [/^loot (L\d+) .*$/gm, 'loot $1 winners 1A 3M | 2A losers P 2M | 1M'],
    ]),
    async look(page) {
      await page.waitForSelector('.cg .district >> text=/^New /');
      const allowed = await page.locator('.cg .district .allows:not(.barred)').allTextContents();
      assert.deepEqual(
        allowed.map(text => text.replace('$', '')), // the sign on the banknote
        [(await page.textContent('.cg .district-name')) === 'New Pullman' ? 'bribe money' : 'weapons'],
      );
      const packs = await page.locator('.cg .package').evaluateAll(all => all.map(e => e.ariaLabel));
      assert.deepEqual(packs.slice(0, 2), ['package 1: one bottle, 3 cards', 'package 2: 2 bottles']);
      assert.deepEqual(packs.slice(2), ['package 1: the person, 2 cards', 'package 2: one card']);
      const table = (await page.textContent('.table')) ?? '';
      assert.match(table, /Clan (Aiello|Burke|Capek|Doyle)/);
      assert.doesNotMatch(table, /Amato|Brennan|Czerny|Donnelly/);
      await openDrawer(page, 'log');
      await page.waitForSelector('.log >> text=/New /'); // the engine tells it with the table's edition too
    },
  },
};

/** @param {Page} page */
async function unfold(page) {
  await openDrawer(page, 'rules');
  await page.waitForSelector('.reference:visible');
}

/** @type {Browser} */ let browser;
/** @type {House} */ let house;

before(async () => {
  const files = Object.fromEntries(Object.entries(games).map(([game, g]) => [`${game}/other`, g.edition]));
  [browser, house] = await Promise.all([openBrowser(), openHouse(files)]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

for (const [game, {players, edition, look}] of Object.entries(games)) {
  test(`${game}: a table of this browser shows its own edition, and still does after a reload`, async t => {
    const reader = await newReader(browser);
    t.after(reader.close);
    await openLocalTable(reader, house.url, game, players, 1, edition);
    await look(reader.page);
    await shoot(reader.page, `edition-${game}`);
    assert.ok((await playOn(reader.page, {moves: 2, seed: 3, ms: 20000})).moves > 0, 'it is played with it');
    await reader.page.reload();
    await look(reader.page);
    checkQuiet(reader);
  });

  test(`${game}: a table of a server shows the edition it was set up with`, async t => {
    const reader = await newReader(browser),
      {page} = reader;
    t.after(reader.close);
    const bots = Array.from({length: players - 1}, () => ({kind: 'bot', bot: 'easy'}));
    const answer = await fetch(`${house.url}api/tables`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({game, players, edition: 'other', seats: [{kind: 'me', name: 'Ann'}, ...bots]}),
    });
    const made = await answer.json();
    assert.equal(answer.status, 201, made.text);
    await page.goto(`${house.url}table.html?t=${made.id}#${made.seats[0].token}`);
    await page.waitForSelector('.table[data-seq]');
    await look(page);
    checkQuiet(reader);
  });
}

test('an edition file is chosen in the dialog; one that is none is refused with its line', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  const file = (/** @type {string} */ text) => ({
    name: 'my.edition',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  for (const good of [false, true]) {
    await page.goto(house.url);
    await page.click('[data-new=famiglia]');
    await page.selectOption('dialog[open] select[name=seat1]', 'bot:easy');
    await page.click('dialog[open] summary:has-text("Rules of this table")');
    await page.setInputFiles(
      'dialog[open] .edition-pick input',
      file(good ? games.famiglia.edition : games.famiglia.edition.replace(/^copies.*$/m, 'copies many')),
    );
    await page.waitForSelector('dialog[open] .edition-pick >> text="my.edition"');
    await page.click('dialog[open] button[value=go]');
    if (!good) assert.match((await page.textContent('#main > .notice')) ?? '', /Line \d+/);
  }
  await page.waitForURL(/table\.html\?local=/);
  await games.famiglia.look(page);
  checkQuiet(reader);
});

test('a record of another edition has it with it; an older one is opened together with the edition file', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  const {edition} = games.famiglia;
  const id = await openLocalTable(reader, house.url, 'famiglia', 2, 0, edition); // two bots
  await page.waitForSelector('.table[data-over=yes]', {timeout: 60000});
  const record = await page.evaluate(id => JSON.parse(localStorage.getItem(`speakeasy.local.${id}`) ?? '').play, id);
  await page.goto(`${house.url}replay.html?local=${id}`);
  await page.waitForSelector('.famiglia .own .card .fine >> text="2 pts"');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${house.url}replay.html`);
  const open = (/** @type {string} */ play) =>
    page.setInputFiles('input[accept=".play"]', {name: 'a.play', mimeType: 'text/plain', buffer: Buffer.from(play)});
  await open(record);
  await page.waitForSelector('.famiglia .own .card .fine >> text="2 pts"');
  await page.goto(`${house.url}replay.html`);
  await open(record.replace(/^text .*\n/gm, ''));
  await page.waitForSelector('text="Choose the edition file"');
  await page.setInputFiles('input[accept=".edition"]', {
    name: 'a.edition',
    mimeType: 'text/plain',
    buffer: Buffer.from(standard('famiglia')),
  });
  await page.waitForSelector('.notice:not([hidden])');
  await page.setInputFiles('input[accept=".edition"]', {
    name: 'b.edition',
    mimeType: 'text/plain',
    buffer: Buffer.from(edition),
  });
  await page.waitForSelector('.famiglia .own .card .fine >> text="2 pts"');
  checkQuiet(reader);
});

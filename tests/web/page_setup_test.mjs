// page_setup_test.mjs: setting up a table and being invited to one: what is chosen for whoever chooses nothing, what is hidden because
// it means nothing, and what somebody sees who follows a link.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  GAMES,
  LANGUAGES,
  newReader,
  openBrowser,
  openHouse,
  setUpTable,
  shoot,
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

/** @param {Page} page @param {string} game */
async function openDialog(page, game) {
  await page.goto(house.url);
  await page.click(`[data-new=${game}]`);
  await page.waitForSelector('dialog.set-up[open]');
}

/** @param {Page} page */
const shownOptions = page =>
  page
    .locator('dialog[open] [data-option]')
    .evaluateAll(all =>
      all.filter(e => !(/** @type {HTMLElement} */ (e).hidden)).map(e => e.getAttribute('data-option')),
    );

test('whoever chooses nothing plays against bots, in this browser, with hints', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openDialog(page, 'gangster');
  assert.ok(await page.isChecked('dialog[open] input[name=company][value=bots]'));
  assert.ok(await page.isChecked('dialog[open] input[name=preset][value=ours]'));
  assert.equal(await page.locator('dialog[open] summary:has-text("Clock and table rules"):visible').count(), 0);
  await page.click('dialog[open] button[value=go]');
  await page.waitForURL(/table\.html\?local=/);
  await page.waitForSelector('.table.my-turn .do .ask:not([hidden])', {state: 'attached'});
  checkQuiet(reader);
});

test('with friends there is a clock to choose, and a seat can be given to a bot', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openDialog(page, 'gangster');
  await page.check('dialog[open] input[name=company][value=friends]');
  assert.equal(await page.inputValue('dialog[open] select[name=seat2]'), 'open');
  await page.click('dialog[open] summary:has-text("Clock and table rules")');
  assert.equal(await page.isChecked('dialog[open] input[name=hints]'), false, 'among people there are no hints');
  const wait = page.locator('dialog[open] label:has-text("Without a clock")');
  assert.ok(await wait.isVisible());
  await page.selectOption('dialog[open] select[aria-label=Clock]', 'move 90s bot');
  assert.equal(await wait.isVisible(), false, 'there is a clock');
  await page.selectOption('dialog[open] select[name=seat1]', 'bot:easy');
  assert.equal(await page.locator('dialog[open] input[name=company]:checked').count(), 0, 'mixed company');
  await page.check('dialog[open] input[name=company][value=device]');
  assert.ok(await page.isVisible('dialog[open] input[name=name1]'));
  assert.equal(await page.locator('dialog[open] summary:has-text("Clock and table rules"):visible').count(), 0);
  checkQuiet(reader);
});

test('options that mean nothing at this table are hidden, and every option is explained', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await openDialog(page, 'chicago_gangsters');
  await page.click('dialog[open] summary >> nth=0');
  const four = await shownOptions(page);
  assert.ok(four.includes('godfather') && !four.includes('claims') && !four.includes('first_mr_x'), four.join());
  await page.selectOption('dialog[open] select[name=godfather]', 'on');
  assert.ok((await shownOptions(page)).includes('claims'), 'how the title is claimed, now that there is one');
  await page.selectOption('dialog[open] select[aria-label=Players]', '5');
  const five = await shownOptions(page);
  assert.ok(five.includes('first_mr_x') && !five.includes('godfather'), five.join());
  await page.click('dialog[open] button[value=go]'); // what is hidden is not asked for: five may not have a Godfather
  await page.waitForSelector('.table[data-seq]');
  for (const game of GAMES) {
    await openDialog(page, game);
    const bare = await page
      .locator('dialog[open] [data-option]')
      .evaluateAll(all =>
        all.filter(e => !e.querySelector('.small')?.textContent).map(e => e.getAttribute('data-option')),
      );
    assert.deepEqual(bare, [], game);
  }
  checkQuiet(reader);
});

for (const [i, size] of [
  {width: 1366, height: 768},
  {width: 360, height: 640},
  {width: 844, height: 390},
].entries())
  test(`the dialog and the invitation fit ${size.width} by ${size.height}, and axe finds nothing`, async t => {
    const language = LANGUAGES[i],
      reader = await newReader(browser, {language, size}),
      host = await newReader(browser),
      {page} = reader;
    t.after(() => Promise.all([reader.close(), host.close()]));
    await openDialog(page, 'chicago');
    await page.check('dialog[open] input[name=company][value=friends]');
    for (const summary of await page.locator('dialog[open] summary').all()) await summary.click();
    await checkFits(page, 'set-up');
    await checkAxe(page, 'set-up');
    await shoot(page, `set-up-${language}-${size.width}`);
    await setUpTable(host, house.url, 'gangster', 3, ['open', 'bot:easy'], {clock: 'bank 15m+10s bot'});
    await page.goto(await host.page.inputValue('.room .link input'));
    await page.waitForSelector('.invitation');
    await checkFits(page, 'invitation');
    await checkAxe(page, 'invitation');
    await shoot(page, `invitation-${language}-${size.width}`, true);
  });

test('an invitation says who invites, to what, for how long, by which clock, and who sits there', async t => {
  const ann = await newReader(browser),
    bob = await newReader(browser);
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await setUpTable(ann, house.url, 'gangster', 3, ['open', 'bot:easy'], {clock: 'bank 15m+10s bot'});
  await bob.page.goto(await ann.page.inputValue('.room .link input'));
  await bob.page.waitForSelector('.invitation');
  const text = (await bob.page.textContent('.invitation')) ?? '';
  for (const part of ['Ann invites you', 'Gangster', '25 minutes', '15 minutes each', 'one seat is free'])
    assert.ok(text.includes(part), `${part}: ${text}`);
  assert.equal(await bob.page.locator('.invitation .poster').count(), 1);
  assert.deepEqual(await bob.page.locator('.seats-taken li').evaluateAll(all => all.map(e => e.className)), [
    'taken',
    'free',
    'taken',
  ]);
  await bob.page.fill('.sit input[name=name]', 'Bob');
  await bob.page.click('.sit button.main');
  await bob.page.waitForSelector('.table:not(.waiting)[data-seq]');
  checkQuiet(bob);
});

for (const [i, size] of [
  {width: 1440, height: 900},
  {width: 390, height: 844},
  {width: 844, height: 390},
].entries())
  test(`where nothing is there is a page, in the reader\u2019s language, with a way out, ${size.width} by ${size.height}`, async t => {
    const language = LANGUAGES[i],
      reader = await newReader(browser, {size, language}),
      {page} = reader;
    t.after(reader.close);
    const answer = await page.goto(`${house.url}no/such/page.html`);
    assert.equal(answer?.status(), 404);
    assert.equal(
      await page.innerText('h1'),
      {en: 'Nobody opens', de: 'Niemand macht auf', nl: 'Niemand doet open'}[language],
    );
    assert.equal(await page.getAttribute('html', 'lang'), language);
    await checkAxe(page, 'nothing');
    await checkFits(page, 'nothing');
    await shoot(page, `nothing-${language}`);
    assert.deepEqual(
      reader.complaints.filter(c => !c.includes('/no/such/page.html')),
      [],
      'all that it is drawn with is there',
    );
    assert.ok(await page.evaluate(() => [...document.fonts].some(f => f.status === 'loaded')), 'in our own letters');
    await page.click('a.button');
    await page.waitForSelector('[data-new]');
  });

test('a person who is not there is told of with a way out', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await page.goto(`${house.url}person.html?name=nobody`);
  assert.match(await page.innerText('.sit'), /There is nobody of that name/);
  await page.click('.sit a.button');
  await page.waitForSelector('[data-new]');
});

for (const language of LANGUAGES)
  test(`the settings fit the smallest phone, ${language}`, async t => {
    const reader = await newReader(browser, {language, size: {width: 360, height: 640}}),
      {page} = reader;
    t.after(reader.close);
    await page.goto(`${house.url}rules.html`);
    await page.locator('.head button').last().click();
    await page.waitForSelector('dialog[open] select');
    for (const tick of await page.locator('dialog[open] label.tick input').all()) await tick.check(); // volumes too
    await checkFits(page, 'settings');
    await checkAxe(page, 'settings');
    await shoot(page, `settings-${language}`);
    checkQuiet(reader);
  });

// page_alerts_test.mjs: "Tell me when it is my turn": what the house offers is chosen, kept and removed again, in every language. What is
// sent then is tested by tests/server/serve_alerts_test.py.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {checkAxe, checkQuiet, LANGUAGES, newReader, openBrowser, openHouse, shoot, SIZES} from './page_kit.mjs';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse({}, ['--alerts', 'push', '--alerts', 'webhook'])]);
});
after(async () => {
  await browser.close();
  await house.close();
});

const TITLES = {en: 'Tell me when', de: 'Sag mir, wann', nl: 'Laat me weten'};

test('when clocks change next is told to the minute', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(() => reader.close());
  await page.goto(house.url);
  const cdp = await reader.context.newCDPSession(page);
  for (const [timezoneId, at, offset] of /** @type {[string, string, number][]} */ ([
    ['Europe/Berlin', '2027-03-28T01:00:00.000Z', 120],
    ['Australia/Lord_Howe', '2027-04-03T15:00:00.000Z', 630],
    ['Asia/Tokyo', '', 0],
  ])) {
    await cdp.send('Emulation.setTimezoneOverride', {timezoneId});
    const shift = await page.evaluate(async () => {
      const path = '/src/alerts.js',
        {nextShift} = await import(path);
      return nextShift(Date.UTC(2026, 10, 18, 12, 34, 56));
    });
    assert.deepEqual(shift, at ? {at: Date.parse(at), offset} : null);
  }
  checkQuiet(reader);
});

for (const language of LANGUAGES)
  test(`alerts are chosen and removed (${language})`, async t => {
    const reader = await newReader(browser, {language, size: SIZES.phone}),
      {page} = reader;
    t.after(() => reader.close());
    await page.goto(house.url);
    await page.click('.account button');
    await page.fill('.sign-in input[name=name]', `Ann ${language}`);
    await page.fill('.sign-in input[name=password]', 'correct horse');
    await Promise.all([page.waitForEvent('load'), page.click('.sign-in button[value="api/accounts"]')]);
    const title = await page.textContent('.alerts summary');
    assert.ok(title?.includes(TITLES[/** @type {'en'} */ (language)]), title ?? 'nothing');
    await page.click('.alerts summary');
    assert.equal(await page.locator('.alerts .way').count(), 0);
    await page.fill('.alerts input[type=url]', 'https://hook.example/ann');
    await page.selectOption('.alerts select', 'discord');
    await page.click('.alerts form button');
    await page.waitForSelector('.alerts .way[data-way=webhook]:has-text("hook.example")');
    assert.match((await page.textContent('.alerts code')) ?? '', /^[\w-]{43}$/);
    await page.click('.alerts label:last-of-type input[type=checkbox]'); // quiet at night
    await page.waitForSelector('.alerts .night:not([hidden])');
    await checkAxe(page, `alerts, ${language}`);
    await shoot(page, `alerts_${language}`);
    await page.reload();
    await page.click('.alerts summary');
    assert.equal(await page.inputValue('.alerts .night input >> nth=0'), '22:00'); // kept
    await page.click('.alerts .way button');
    await page.waitForSelector('.alerts .way', {state: 'detached'});
    checkQuiet(reader);
  });

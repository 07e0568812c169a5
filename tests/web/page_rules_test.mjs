// page_rules_test.mjs: the rules page: its contents, its search and its pictures, in every language, by keyboard too.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {lessonsOf} from '../../web/src/lessons.js';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  GAMES,
  LANGUAGES,
  newReader,
  openBrowser,
  openHouse,
  shoot,
} from './page_kit.mjs';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** A word that stands in the rules of Famiglia in each language. */
const WORDS = {en: 'Mercenary', de: 'S\u00F6ldner', nl: 'Huurling'};

for (const [language, word] of Object.entries(WORDS))
  test(`what is searched is found, marked and walked through by keyboard (${language})`, async t => {
    const reader = await newReader(browser, {language}),
      {page} = reader;
    t.after(reader.close);
    await page.goto(`${house.url}rules.html?game=famiglia`);
    await page.waitForSelector('.find input');
    await page.keyboard.press('/');
    await page.keyboard.type(word.toLowerCase());
    await page.waitForSelector('mark.here');
    const marks = await page.locator('mark').allTextContents();
    assert.ok(marks.length > 3 && marks.every(m => m.toLowerCase() === word.toLowerCase()), marks.join());
    assert.match((await page.textContent('.found')) ?? '', new RegExp(`^1\\D+${marks.length}$`));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.found')?.textContent?.startsWith('2'));
    assert.ok(await page.evaluate(() => document.querySelectorAll('mark')[1].matches('.here')));
    await page.keyboard.press('Shift+Enter');
    await page.waitForFunction(() => document.querySelector('.found')?.textContent?.startsWith('1'));
    await checkAxe(page, `search, ${language}`);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('mark'));
    await page.keyboard.type('qqqq');
    await page.waitForFunction(() => document.querySelector('.found')?.textContent && !document.querySelector('mark'));
    checkQuiet(reader);
  });

for (const game of GAMES)
  test(`${game}: the contents lead to every part, and a picture hangs by every rule that a lesson shows`, async t => {
    const language = LANGUAGES[GAMES.indexOf(game) % 3],
      reader = await newReader(browser, {language, size: {width: 390, height: 844}}),
      {page} = reader;
    t.after(reader.close);
    await page.goto(`${house.url}rules.html?game=${game}`);
    const lessons = await lessonsOf(game);
    await page.waitForSelector(`figure >> nth=${lessons.length - 1}`);
    for (const lesson of lessons) {
      const figure = page.locator(`figure[data-lesson=${lesson.key}]`);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('.game [data-target]').first().waitFor({state: 'attached'});
    }
    const [targets, heads] = await page.evaluate(() => [
      [...document.querySelectorAll('.contents a')].map(
        a => !!document.getElementById(decodeURIComponent(/** @type {HTMLAnchorElement} */ (a).hash.slice(1))),
      ),
      document.querySelectorAll('article > :is(h2, h3)').length,
    ]);
    assert.equal(targets.length, heads);
    assert.ok(targets.every(Boolean));
    await page.click('.contents summary');
    await page.click('.contents li:nth-child(4) a');
    await page.waitForFunction(() => location.hash && !document.querySelector('.contents')?.hasAttribute('open'));
    await checkFits(page, `rules of ${game}`);
    await checkAxe(page, `rules of ${game}`);
    await shoot(page, `rules-${game}-${language}`);
    checkQuiet(reader);
  });

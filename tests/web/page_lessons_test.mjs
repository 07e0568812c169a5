// page_lessons_test.mjs: the lessons as a newcomer goes through them: every one of every game by tapping what is shown, a wrong move
// that is answered and tried again, progress that is remembered, and the ways that lead there.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {lessonsOf} from '../../web/src/lessons.js';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  GAMES,
  LANGUAGES,
  LONG,
  newReader,
  openBrowser,
  openHouse,
  shoot,
  tapTowards,
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

/** @param {string} game @param {number} n @param {string} [language] */
const at = (game, n, language = 'en') => `${house.url}lesson.html?game=${game}&n=${n}&lang=${language}`;

const ready = (/** @type {Page} */ page) => page.waitForSelector('.table.my-turn[data-seq] .lesson');

/** Make a move in step number 'step' by what the page shows, until the lesson goes on. @param {Page} page @param {string} move @param {number} step */
async function make(page, move, step) {
  await page.waitForSelector('.table.my-turn');
  await page.click('.lesson .show-me');
  await page.waitForSelector('.do .hint:not([hidden])', {state: 'attached'});
  for (let taps = 0; taps < 20; taps++) {
    if (Number(await page.getAttribute('.lesson', 'data-step')) > step) return;
    await page.evaluate(tapTowards, move);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await page.waitForFunction(n => Number(document.querySelector('.lesson')?.getAttribute('data-step')) > n, step);
}

for (const game of GAMES)
  for (const language of LONG ? LANGUAGES : [LANGUAGES[GAMES.indexOf(game) % 3]])
    test(`${game}: every lesson is played by tapping what it shows (${language})`, async t => {
      const phone = GAMES.indexOf(game) % 2 === 1,
        reader = await newReader(browser, {language, touch: phone, ...(phone && {size: {width: 390, height: 844}})}),
        {page} = reader;
      t.after(reader.close);
      const lessons = await lessonsOf(game);
      await page.goto(`${house.url}lesson.html?game=${game}`);
      for (const [i, lesson] of lessons.entries()) {
        await ready(page);
        const task = await page.textContent('.lesson .task');
        for (const [k, step] of lesson.steps.entries()) await make(page, step.good[0], k);
        await page.waitForSelector('.lesson.done');
        assert.notEqual(await page.textContent('.lesson .task'), task, 'the reason is told');
        await checkFits(page, `${game} ${lesson.key}`);
        if (i === 0) await checkAxe(page, `${game} ${lesson.key}`);
        await shoot(page, `lesson-${game}-${lesson.key}-${language}`);
        if (i + 1 < lessons.length) await page.click('.lesson a.next');
      }
      await page.goto(house.url);
      await page.waitForSelector(`[data-learn=${game}]:has-text("${lessons.length}/${lessons.length}")`);
      checkQuiet(reader);
    });

test('a wrong move is answered with a sentence, changes nothing, and can be tried again', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await page.goto(at('famiglia', 1));
  await ready(page);
  const seq = await page.getAttribute('.table', 'data-seq');
  await page.click('.game [data-target="street:B0"]');
  await page.click('.do .ready .main');
  await page.waitForSelector('.do .refusal:has-text("That one is free too.")');
  assert.equal(await page.getAttribute('.table', 'data-seq'), seq);
  assert.equal(await page.locator('.lesson.done').count(), 0);
  await page.click('.lesson .show-me'); // of several moves, so it is not "the only one"
  await page.waitForSelector('.do .hint:has-text("Like this")');
  await page.click('.game [data-target="street:F0"]');
  await page.click('.do .ready .main');
  await page.waitForSelector('.lesson.done');
  await page.waitForFunction(() => document.activeElement?.matches('.lesson .next'));
  checkQuiet(reader);
});

test('whoever asks to be shown the next move at once, before the next position has come, is shown it', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  const lessons = await lessonsOf('chicago'),
    n = lessons.findIndex(l => l.steps.length > 1),
    [first, second] = lessons[n].steps.map(s => s.good[0]);
  await page.goto(at('chicago', n + 1));
  await ready(page);
  await page.click('.lesson .show-me');
  for (let taps = 0; taps < 20 && !(await page.locator(`.do .ready .main[data-do="${first}"]`).count()); taps++)
    await page.evaluate(tapTowards, first);
  await page.evaluate(() => {
    for (const button of ['.do .ready .main', '.lesson .show-me'])
      document.querySelector(button)?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  });
  await page.waitForSelector('.table.my-turn .do .hint:not([hidden])', {state: 'attached'});
  await make(page, second, 1);
  checkQuiet(reader);
});

test('a lesson is done with the keyboard alone', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await page.goto(at('famiglia', 1));
  await ready(page);
  await page.focus('.game [data-target][tabindex="0"]');
  for (let i = 0; i < 12; i++) {
    if (await page.evaluate(() => document.activeElement?.getAttribute('data-target') === 'street:F0')) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.do .ready .main');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.lesson.done');
  await page.waitForFunction(() => document.activeElement?.matches('.lesson .next'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/n=2/);
  await ready(page);
  checkQuiet(reader);
});

test('bots stand still in a lesson, and no clock runs', async t => {
  const reader = await newReader(browser),
    {page} = reader;
  t.after(reader.close);
  await page.goto(at('chicago_gangsters', 2));
  await ready(page);
  assert.equal(await page.locator('.status .clock:visible').count(), 0);
  await make(page, 'choose_package 1', 0);
  await page.waitForSelector('.lesson.done');
  const seq = await page.getAttribute('.table', 'data-seq');
  // whoever would play next has had every chance to: the engine answers in order
  await page.evaluate(() => new Promise(done => setTimeout(done, 0)));
  await page.click('.tabs .tab >> nth=0');
  assert.equal(await page.getAttribute('.table', 'data-seq'), seq);
});

test('lessons are reached from the start page, the rules and the first visit to a table', async t => {
  const reader = await newReader(browser, {tour: true}),
    {page} = reader;
  t.after(reader.close);
  await page.goto(house.url);
  await page.click('[data-learn=gangster]');
  await ready(page);
  await page.goto(`${house.url}rules.html?game=gangster`);
  await page.click('main a[href="lesson.html?game=gangster"]');
  await ready(page);
  await page.goto(house.url);
  await page.click('[data-play=gangster]');
  await page.click('.offer a:has-text("Lessons")');
  await ready(page);
  await page.goto(`${house.url}lesson.html?game=gangster&n=77`);
  await page.waitForSelector('.sit[role=alert]');
  checkQuiet(reader);
});

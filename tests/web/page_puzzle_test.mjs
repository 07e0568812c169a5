// page_puzzle_test.mjs: "best move?": the puzzles of every game at their tables, right and wrong, rated here and by the house, and
// without a server.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {join} from 'node:path';
import {
  GAMES,
  LANGUAGES,
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openHouse,
  root,
  shoot,
  tapTowards,
} from './page_kit.mjs';
import {nextPuzzle, rated} from '../../web/src/puzzles.js';

/** @import {Puzzle} from '../../web/src/puzzles.js' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** @param {string} game @returns {Puzzle[]} */
const puzzlesOf = game => JSON.parse(readFileSync(join(root, `build/web/puzzles/${game}.json`), 'utf8')).puzzles;

/** A solver reads why: what comes of the move that looks best, and of the best one.
 * @param {Puzzle} p */
const whyWords = ({ends}) => (ends ? /[\u201C\u201E].+\d/ : null);

test('ratings move with surprise, and the next puzzle is one of the right strength', () => {
  assert.ok(rated(1500, 1500, true, 0) === 1520 && rated(1500, 1500, false, 50) === 1490);
  assert.ok(rated(1500, 1800, true, 30) - 1500 > rated(1500, 1200, true, 30) - 1500);
  const puzzles = puzzlesOf('famiglia'),
    first = nextPuzzle(puzzles, {rating: 1790, tried: {}}, 0);
  assert.equal(first.difficulty, 4);
  assert.notEqual(nextPuzzle(puzzles, {rating: 1790, tried: {[first.number]: true}}, 0).number, first.number);
  assert.equal(nextPuzzle(puzzles, {rating: 1790, tried: {}}, 1).difficulty, 1);
  const wrong = puzzles[6].number,
    all = Object.fromEntries(puzzles.map(p => [p.number, p.number !== wrong]));
  assert.equal(nextPuzzle(puzzles, {rating: 1500, tried: all}, 0).number, wrong, 'what went wrong comes again');
});

for (const [i, game] of GAMES.entries())
  test(`${game}: a puzzle is missed, then solved`, async t => {
    const language = LANGUAGES[i % 3],
      reader = await newReader(browser, {language, size: i % 2 ? SIZES.phone : SIZES.desk}),
      {page} = reader,
      p = puzzlesOf(game)[0];
    t.after(reader.close);
    await page.goto(`${house.url}puzzle.html?game=${game}&n=${p.number}`);
    await page.waitForSelector('.table.my-turn');
    await shoot(page, `puzzle-${game}-${language}`);
    assert.equal(await page.locator('.puzzle.done').count(), 0);
    await page.click('.show-me'); // it is marked, and costs rating
    await page.waitForFunction(() => !!document.querySelector('.rated')?.textContent);
    const solver = await page.evaluate(
      game => JSON.parse(localStorage.getItem('speakeasy.puzzles') ?? '{}')[game],
      game,
    );
    assert.deepEqual(solver.tried, {[p.number]: false});
    assert.ok(solver.rating < 1500);
    await checkAxe(page, game);
    for (let taps = 0; taps < 20 && !(await page.locator('.puzzle.done').count()); taps++) {
      await page.evaluate(tapTowards, p.best);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    await page.waitForSelector('.puzzle.done');
    const why = whyWords(p);
    if (why) assert.match(await page.locator('.puzzle .task').innerText(), why, 'what comes of both moves');
    await checkFits(page, game);
    await shoot(page, `puzzle-${game}-${language}-solved`);
    checkQuiet(reader);
  });

test('the list of puzzles, on a phone and with an account rated by the house', async t => {
  const reader = await newReader(browser, {size: SIZES.phone, language: 'de'}),
    {page} = reader,
    [p, q] = puzzlesOf('famiglia');
  t.after(reader.close);
  await page.goto(`${house.url}puzzle.html`);
  await page.waitForSelector('[data-puzzles=famiglia]');
  await shoot(page, 'puzzles-de-phone', true);
  await checkAxe(page, 'list');
  await checkFits(page, 'list');
  const answers = await page.evaluate(
    async ([right, wrong, one, two]) => {
      const send = async (/** @type {string} */ path, /** @type {any} */ body, token = '') =>
        (
          await fetch(path, {
            method: 'POST',
            headers: {'Content-Type': 'application/json', ...(token && {Authorization: `Bearer ${token}`})},
            body: JSON.stringify(body),
          })
        ).json();
      const {session} = await send('api/accounts', {name: 'Solver', password: 'a long enough secret'});
      return [
        await send(`api/puzzles/famiglia/${one}`, {move: right}),
        await send(`api/puzzles/famiglia/${one}`, {move: right}, session),
        await send(`api/puzzles/famiglia/${one}`, {move: wrong}, session),
        await send(`api/puzzles/famiglia/${two}`, {move: wrong}, session),
        await send('api/puzzles/famiglia/9999', {move: wrong}, session),
      ];
    },
    [p.best, q.looks_best, p.number, q.number],
  );
  const [nobody, first, again, second, none] = answers;
  assert.equal(nobody.error, 'forbidden');
  assert.ok(first.right && first.before === 1500 && first.rating > 1500);
  assert.deepEqual([again.rating, again.tried], [first.rating, {[p.number]: true}], 'only the first try counts');
  assert.ok(!second.right && second.rating < first.rating && second.before === first.rating);
  assert.deepEqual(second.tried, {[p.number]: true, [q.number]: false});
  assert.equal(none.error, 'unknown');
  checkQuiet({...reader, complaints: reader.complaints.filter(c => !/40[14]/.test(c))});
});

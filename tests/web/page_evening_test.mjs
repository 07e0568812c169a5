// page_evening_test.mjs: an evening's tournament of eight, as people have it: one makes it at a desk with the form, one joins by link on a phone, six
// others by link, one of them late; somebody has a bye, somebody leaves in the middle of a game, the standings are live on every page, and in the end there
// are results as CSV and JSON. Two are pages that are clicked through, six are sockets (docs/protocol.md). SPK_LONG=1: all five kinds, with
// pictures in three languages; else a Swiss one.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {after, before, test} from 'node:test';
import {
  LANGUAGES,
  LONG,
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

const WebSocket = createRequire(import.meta.url)('ws');

const SCREENS = {
  wide: {width: 1440, height: 900},
  laptop: {width: 1366, height: 768},
  phone: {width: 390, height: 844},
  small: {width: 360, height: 640},
};
const OTHERS = ['Cid', 'Dora', 'Emil', 'Fay', 'Gus'],
  LATE = 'Hanna';

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([
    openBrowser(),
    openHouse({}, ['--tournaments', 'open', '--limit', 'joins_per_minute=0']),
  ]);
});
after(async () => {
  await browser.close();
  await house.close();
});

// -- People who are sockets ----------------------------------------------------------------------------------------

/** @param {string} method @param {string} path @param {object|undefined} [body] @param {string} [token] @returns {Promise<any>} */
async function ask(method, path, body, token) {
  const answer = await fetch(`${house.url}api/tournaments/${path}`, {
    method,
    headers: {'Content-Type': 'application/json', ...(token ? {Authorization: `Bearer ${token}`} : {})},
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return answer.json();
}

/** Somebody who joins by link and plays whatever table is theirs, until they stop. @param {string} id @param {string} name @param {number} seed */
async function newGuest(id, name, seed) {
  const {token, entrant} = await ask('POST', `${id}/entrants`, {name});
  let at = '',
    moves = 0,
    stopped = false,
    x = seed;
  /** @type {any} */ let socket = null;
  /** @param {any} view */
  function move(view) {
    if (!view.moves.length) return;
    x = (x * 48271) % 2147483647;
    socket?.send(
      JSON.stringify({t: 'move', ref: `${name}${++moves}`, n: view.n, text: view.moves[x % view.moves.length]}),
    );
  }
  async function look() {
    const {me, status} = await ask('GET', id, undefined, token);
    if (stopped || status === 'over') return socket?.close();
    if (me.table && me.table !== at) {
      at = me.table;
      socket?.close();
      socket = new WebSocket(`${house.url.replace('http', 'ws')}ws`, 'speakeasy.1');
      socket.on('open', () =>
        socket?.send(JSON.stringify({t: 'hello', protocol: 1, table: me.table, token: me.token})),
      );
      socket.on('message', (/** @type {any} */ text) => {
        const m = JSON.parse(String(text));
        if (m.t === 'view') move(m);
      });
      socket.on('error', () => (at = '')); // come again
    }
    setTimeout(() => void look().catch(() => setTimeout(look, 300)), 200);
  }
  void look();
  return {
    name,
    entrant,
    stop() {
      stopped = true;
      socket?.close();
    },
    leave: () => ask('DELETE', `${id}/entrants/me`, undefined, token),
  };
}

/** @param {string} id until the house says so @param {(t: any) => boolean} so @param {string} what */
async function until(id, so, what) {
  for (let i = 0; i < 3000; i++) {
    const t = await ask('GET', id);
    if (so(t)) return t;
    await new Promise(done => setTimeout(done, 100));
  }
  throw new Error(`it does not happen: ${what}`);
}

// -- People who are pages ------------------------------------------------------------------------------------------------

/** The form, as Ann fills it in. @param {Reader} ann @param {string} kind */
async function makeOne({page}, kind) {
  await page.goto(`${house.url}tournament.html`);
  await page.click('details.make-one summary');
  await page.fill('form.make input[name=name]', 'Back room evening');
  await page.selectOption('form.make select[name=kind]', kind);
  if (kind === 'swiss' || kind === 'duplicate') {
    await page.fill('form.make input[name=rounds]', '3');
    await page.fill('form.make input[name=late_rounds]', '1');
  }
  if (kind === 'arena') await page.fill('form.make input[name=minutes]', '1');
  await page.uncheck('form.make input[name=fill]');
  await page.click('form.make button.main');
  await page.waitForURL(/tournament\.html\?id=/);
  await page.waitForSelector('#join');
  await page.click('#join');
  await page.waitForSelector('#leave');
  return new URL(page.url()).searchParams.get('id') ?? '';
}

/** Plays every table that the page leads to, and looks at the standings in between, until it is over.
 * @param {Reader} reader @param {string} link @param {string} id @param {number} seed */
async function playEvening({page}, link, id, seed) {
  let tables = 0;
  for (;;) {
    const over = (await ask('GET', id)).status === 'over';
    await page.waitForTimeout(100);
    if (await page.locator('#to-table').count()) {
      await page.click('#to-table').catch(() => {}); // it ended in this moment
      await page.waitForURL(/table\.html/);
      await page.waitForSelector('.table[data-seq]');
      const end = await playOn(page, {seed: seed + 7 * ++tables, ms: 240000});
      assert.ok(end.over, JSON.stringify(end));
      await page.click('.to-tournament');
      await page.waitForSelector('table.standings');
    } else if (over) break;
  }
  await page.waitForSelector('.state');
  return tables;
}

/** @param {string} link @param {string} name */
async function shootAll(link, name) {
  for (const language of LANGUAGES)
    for (const [screen, size] of Object.entries(SCREENS)) {
      const reader = await newReader(browser, {language, size, dark: language === 'nl'});
      await reader.page.goto(link);
      await reader.page.waitForSelector('table.standings tbody tr');
      await checkFits(reader.page, `${name}, ${language}, ${screen}`);
      await shoot(reader.page, `evening-${name}-${language}-${screen}`);
      await shoot(reader.page, `evening-${name}-${language}-${screen}-full`, true);
      checkQuiet(reader);
      await reader.close();
    }
}

/** What somebody takes home. @param {Reader} reader @param {any} last */
async function checkFiles({page}, last) {
  const take = async (/** @type {string} */ kind) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`a[href$="results.${kind}"]`)]);
    return readFileSync((await file.path()) ?? '', 'utf8');
  };
  const csv = await take('csv'),
    json = await take('json');
  const rows = csv.trim().split('\r\n');
  assert.equal(rows.length, 9, csv);
  last.standings.forEach((/** @type {any} */ r, /** @type {number} */ i) =>
    assert.ok(rows[i + 1].startsWith(`${r.place},"${r.name}",`), rows[i + 1]),
  );
  const told = JSON.parse(json);
  assert.deepEqual(told.standings, last.standings);
  assert.equal(told.log.at(-1), 'end');
}

/** @param {string} kind */
async function evening(kind, /** @type {import('node:test').TestContext} */ t) {
  const ann = await newReader(browser, {name: 'Ann', size: SCREENS.wide}),
    bob = await newReader(browser, {size: SCREENS.phone, language: 'de', touch: true, name: 'Bob'});
  const id = await makeOne(ann, kind),
    link = await ann.page.inputValue('#link');
  await bob.page.goto(link);
  await bob.page.fill('#join-name', 'Bob');
  await bob.page.click('#join');
  await bob.page.waitForSelector('#leave');
  const guests = /** @type {Awaited<ReturnType<typeof newGuest>>[]} */ ([]);
  for (const [i, name] of OTHERS.entries()) guests.push(await newGuest(id, name, 101 + 17 * i));
  t.after(() => (guests.forEach(g => g.stop()), Promise.all([ann.close(), bob.close()])));
  const canBeLate = kind !== 'round_robin' && kind !== 'knockout';
  if (!canBeLate) guests.push(await newGuest(id, LATE, 977));
  await ann.page.waitForFunction(
    n => document.querySelectorAll('table.standings tbody tr').length === n,
    canBeLate ? 7 : 8,
  );
  await ann.page.click('#start');
  if (canBeLate) {
    const begun = await until(id, t => t.tables.length >= 3, 'the first round');
    assert.equal(kind === 'arena' ? 1 : begun.byes.length, 1, 'seven: one has nobody to play');
    guests.push(await newGuest(id, LATE, 977));
  }
  const playing = Promise.all([ann, bob].map((reader, i) => playEvening(reader, link, id, 31 * (i + 1))));
  // Gus goes home while he plays.
  const gus = guests[4],
    round = kind === 'arena' || kind === 'knockout' ? 1 : 2;
  await until(
    id,
    t => t.round >= round && t.standings.find((/** @type {any} */ r) => r.entrant === gus.entrant).table,
    'Gus at a table',
  );
  gus.stop();
  await gus.leave();
  if (LONG) {
    await shootAll(link, `${kind}-running`);
  }
  const tables = await playing,
    last = await until(id, t => t.status === 'over', 'the end');
  assert.ok(
    tables.every(n => n > 0),
    `both pages have played: ${tables}`,
  );
  assert.equal(last.standings.length, 8);
  assert.ok(kind === 'arena' || tables.every(n => n <= last.rounds), `nobody is sent to a table twice: ${tables}`);
  const row = (/** @type {string} */ name) => last.standings.find((/** @type {any} */ r) => r.name === name);
  assert.ok(row('Gus').left);
  const lost = last.tables.find(
    (/** @type {any} */ x) =>
      x.round >= round && x.status === 'over' && x.seats.some((/** @type {any} */ s) => s.entrant === gus.entrant),
  );
  assert.ok(lost, 'his game was played to its end');
  if (canBeLate && kind !== 'arena') assert.ok(row(LATE).games + row(LATE).byes === 2, JSON.stringify(row(LATE)));
  for (const reader of [ann, bob]) {
    await reader.page.waitForFunction(
      names =>
        [...document.querySelectorAll('table.standings tbody th .name')].map(e => e.textContent?.split(' (')[0]).join()
        === names,
      last.standings.map((/** @type {any} */ r) => r.name).join(),
    );
    await checkFits(reader.page, `${kind}, the end`);
    await checkAxe(reader.page, `${kind}, the end`);
    checkQuiet(reader);
  }
  await checkFiles(ann, last);
  if (LONG) await shootAll(link, `${kind}-over`);
  console.log(
    `# ${kind}: ${last.tables.length} tables, ${last.byes.length} byes, pages played ${tables.join(' and ')} of them`,
  );
}

for (const kind of LONG ? ['swiss', 'round_robin', 'knockout', 'duplicate', 'arena'] : ['swiss'])
  test(`an evening of eight: ${kind}`, t => evening(kind, t));

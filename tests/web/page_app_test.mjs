// page_app_test.mjs: the page as an app, from plain files in a folder of some web server: it starts and plays without a
// network, and an update comes as a whole: old tabs keep old files, and half of a new version is none.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {checkQuiet, newReader, openHouse, playOn, shoot, SIZES} from './page_kit.mjs';
import {openBrowser, root} from './wasm_kit.mjs';

/** @import {Browser, Page} from 'playwright-core' */

/** @type {Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'speakeasy_site_'));
  execFileSync(join(root, 'tools/site'), ['make', join(folder, 'a')]);
  writeFileSync(
    join(folder, 'a/probe.js'),
    `import {build} from './probe_part.js';
    const text = await (await fetch('boards/gangster.js')).text();
    postMessage([build, /build (\\w)/.exec(text)?.[1] ?? 'a']);`,
  );
  writeFileSync(join(folder, 'a/probe_part.js'), "export const build = 'a';");
  execFileSync(join(root, 'tools/site'), ['stamp', join(folder, 'a')]);
});
after(async () => {
  await browser.close();
  rmSync(folder, {recursive: true, force: true});
});

/** @type {Record<string, string>} */
const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
};

/** A plain web server that knows little: files in a folder, below /a/b/, WebAssembly as bytes. 'show' changes the folder; 'broken' is a path
 * that comes from another one. */
async function openFiles() {
  let shown = join(folder, 'a');
  const from = /** @type {Map<string, string>} */ (new Map()),
    asked = /** @type {string[]} */ ([]);
  const server = createServer((request, answer) => {
    const path = new URL(request.url ?? '', 'http://x').pathname.replace(/\/$/, '/index.html'),
      file = join(from.get(path) ?? shown, path.replace(/^\/a\/b\//, ''));
    asked.push(path);
    if (!path.startsWith('/a/b/') || !existsSync(file)) return answer.writeHead(404).end('no such file');
    answer.writeHead(200, {'Content-Type': TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream'});
    return answer.end(readFileSync(file));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/a/b/`,
    asked,
    show: (/** @type {string} */ name) => (shown = join(folder, name)),
    mix: (/** @type {string} */ path, /** @type {string|null} */ name) =>
      name ? from.set(`/a/b/${path}`, join(folder, name)) : from.delete(`/a/b/${path}`),
    close: () =>
      new Promise(done => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** Another build: some files say so. @param {string} name @param {string[]} files */
function makeBuild(name, files) {
  cpSync(join(folder, 'a'), join(folder, name), {recursive: true});
  for (const file of files) {
    const path = join(folder, name, file);
    writeFileSync(
      path,
      `${readFileSync(path, 'utf8').replace("build = 'a'", `build = '${name}'`)}\n/* build ${name} */\n`,
    );
  }
  execFileSync(join(root, 'tools/site'), ['stamp', join(folder, name)]);
}

/** Until the app is kept in this browser, and this page looked after. @param {Page} page */
const settled = page => page.waitForFunction(() => navigator.serviceWorker?.controller?.state === 'activated');

/** Which build a file is of, that this tab fetches now. @param {Page} page @param {string} file */
const buildOf = (page, file) =>
  page.evaluate(async file => /build (\w)/.exec(await (await fetch(file)).text())?.[1] ?? 'a', file);

/** Until the page has come anew: what is asked while one service worker takes over from another may be asked of the one that goes.
 * @param {Page} page */
const takeNewVersion = page =>
  Promise.all([page.waitForEvent('load'), page.click('.new-version button:has-text("Reload")')]);

/** The same of a Worker that this tab makes now: of a module it imports, and of a file it fetches. @param {Page} page */
const workerBuilds = page =>
  page.evaluate(() => {
    const worker = new Worker('probe.js', {type: 'module'});
    return new Promise(done => worker.addEventListener('message', e => done(e.data)));
  });

test('from plain files in a folder: offline it starts, and a whole game is played', async t => {
  const files = await openFiles(),
    reader = await newReader(browser, {app: true, size: SIZES.phone});
  t.after(reader.close);
  await reader.page.goto(files.url);
  await reader.page.waitForSelector('.without');
  assert.match(await reader.page.locator('.without').innerText(), /without a server/);
  assert.equal(await reader.page.locator('.account').count(), 0);
  await settled(reader.page);
  await shoot(reader.page, 'app-site-phone', true);
  checkQuiet(reader);
  await files.close(); // nothing answers any more

  await reader.page.goto(files.url);
  await reader.page.waitForSelector('.without');
  assert.match(await reader.page.locator('.without').innerText(), /offline/);
  await reader.page.goto(`${files.url}index.html?play=famiglia`); // as from the home screen
  await reader.page.waitForSelector('.table[data-seq]');
  const came = await playOn(reader.page, {seed: 3});
  assert.ok(came.over, `not over after ${came.moves} moves`);
  await shoot(reader.page, 'app-offline-end');
  await reader.page.goto(`${files.url}rules.html?game=chicago&lang=nl`);
  await reader.page.waitForSelector('#main h1');
  await reader.page.goto(`${files.url}table.html?t=abcdefghijkl`);
  assert.match(await reader.page.locator('[role=alert]').innerText(), /You are offline/);
  assert.deepEqual(
    reader.complaints.filter(c => !/ERR_CONNECTION_REFUSED|Failed to fetch|sw\.js|ERR_FAILED/.test(c)),
    [],
  );
});

for (const [game, players] of /** @type {[string, number][]} */ ([
  ['gangster', 3],
  ['chicago_gangsters', 4],
  ['chicago', 3],
]))
  test(`${game}: offline, with what ${players} players need`, async t => {
    const files = await openFiles(),
      reader = await newReader(browser, {app: true, language: 'de'});
    t.after(reader.close);
    await reader.page.goto(files.url);
    await settled(reader.page);
    await files.close();
    await reader.page.goto(`${files.url}index.html?play=${game}`);
    await reader.page.waitForSelector('.table[data-seq]');
    const came = await playOn(reader.page, {moves: 4, seed: 5});
    assert.equal(came.moves, 4);
    const net = await reader.page.evaluate(async file => {
      const list = await (await fetch('nets/list.json')).json();
      return !list.includes(file) || (await fetch(`nets/${file}`)).ok;
    }, `${game}/${players}.net`);
    assert.ok(net, 'what bots have learned is there');
  });

test('an update comes as a whole: old tabs keep old files, half a version is none', async t => {
  const lazy = 'boards/gangster.js';
  makeBuild('b', ['style/base.css', lazy, 'probe_part.js']);
  const files = await openFiles(),
    reader = await newReader(browser, {app: true}),
    one = reader.page;
  t.after(async () => {
    await reader.close();
    await files.close();
  });
  await one.goto(files.url);
  await settled(one);
  const two = await reader.context.newPage();
  await two.goto(`${files.url}rules.html?game=gangster`);

  // A server in the middle of its update: the list is new, one file is still old.
  files.show('b');
  files.mix(lazy, 'a');
  const waiting = await one.evaluate(async () => {
    const there = await navigator.serviceWorker.getRegistration();
    await there?.update().catch(() => null);
    for (let i = 0; i < 100 && there?.installing; i++) await new Promise(done => setTimeout(done, 50));
    return !!there?.waiting || !!there?.installing;
  });
  assert.equal(waiting, false, 'it was not taken');
  assert.equal(await one.locator('.new-version').count(), 0);

  // Now it is whole: what has not changed is not fetched again.
  files.mix(lazy, null);
  files.asked.length = 0;
  await one.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await one.waitForSelector('.new-version');
  await two.waitForSelector('.new-version');
  assert.ok(!files.asked.includes('/a/b/speakeasy.wasm'));
  assert.equal(await buildOf(one, lazy), 'a', 'nothing changes before somebody wants it');
  await shoot(one, 'app-new-version');
  await takeNewVersion(one);
  assert.equal(await buildOf(one, lazy), 'b');
  assert.equal(await buildOf(two, lazy), 'a', 'the other tab keeps its files');
  assert.deepEqual(await workerBuilds(two), ['a', 'a'], 'and so do its Workers');
  assert.deepEqual(await workerBuilds(one), ['b', 'b']);
  await takeNewVersion(two);
  assert.equal(await buildOf(two, lazy), 'b');
  await one.goto(`${files.url}rules.html`); // the files of the old version go with the next update: here they may still lie
  checkQuiet({...reader, complaints: reader.complaints.filter(c => !/is of another build|sw\.js/.test(c))});
});

test('a .play file from another app is opened', async t => {
  const files = await openFiles(),
    reader = await newReader(browser, {app: true});
  t.after(async () => {
    await reader.close();
    await files.close();
  });
  const play = readFileSync(join(root, 'tests/fair/famiglia.play'), 'utf8');
  await reader.page.goto(files.url);
  await settled(reader.page);
  await reader.page.evaluate(text => {
    const form = document.createElement('form'),
      file = document.createElement('input'),
      data = new DataTransfer();
    Object.assign(form, {action: 'share', method: 'POST', enctype: 'multipart/form-data'});
    Object.assign(file, {type: 'file', name: 'play'});
    data.items.add(new File([text], 'evening.play'));
    file.files = data.files;
    form.append(file);
    document.body.append(form);
    form.submit();
  }, play);
  await reader.page.waitForSelector('.reel');
  assert.ok(!reader.page.url().includes('shared'));
  checkQuiet(reader);
});

test('from a house: offline it starts, and knows its friends again afterwards', async t => {
  const house = await openHouse(),
    reader = await newReader(browser, {app: true});
  t.after(reader.close);
  await reader.page.goto(house.url);
  await reader.page.waitForSelector('.account');
  await settled(reader.page);
  const kept = await reader.page.evaluate(async () => {
    const policy = (await fetch('index.html')).headers.get('Content-Security-Policy');
    return {policy, house: (await (await fetch('house.json')).json()).protocol};
  });
  assert.ok(kept.policy, 'what the page may do is kept with it');
  assert.ok(kept.house);
  checkQuiet(reader);
  await house.close();
  await reader.page.goto(house.url);
  await reader.page.waitForSelector('.without');
  assert.equal(await reader.page.locator('[data-play]').count(), 4);
});

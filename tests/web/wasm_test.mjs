// wasm_test.mjs: the page's engine is the engine: it asks nobody for anything, is small enough to be sent, and shows
// the same bytes as the native one, in Node and in a browser.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {compile, native, newEngine, openBrowser, serveFiles, wasmFile} from './wasm_kit.mjs';

const engine = await newEngine();
/** @type {string[]} */
const games = engine.games().games.map((/** @type {any} */ g) => g.game);

/** By game. @type {Map<string, string>} */
const digests = new Map();

/** @param {string} game */
function nativeDigest(game) {
  if (!digests.has(game)) digests.set(game, execFileSync(join(native, 'tests/digest'), [game], {encoding: 'utf8'}));
  return digests.get(game) ?? '';
}

/** @param {string} game @param {string} text */
function checkDigest(game, text) {
  const tables = text.trim().split('\n');
  assert.ok(tables.length >= 10, `only ${tables.length} tables of ${game}`);
  assert.ok(tables.every(line => line.startsWith(`${game} `) && /( [0-9a-f]{16}| refused)$/.test(line)), text);
  assert.ok(new Set(tables.map(line => line.split(' ').at(-1))).size > 5, 'digests that hardly differ show nothing');
  assert.deepEqual(tables, nativeDigest(game).trim().split('\n'));
}

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(compile()), []);
});

test('it is below 600 KB', () => {
  const {size} = statSync(wasmFile);
  assert.ok(size < 600 * 1024, `${size} bytes`);
});

test('all games are in it', () => {
  const listed = JSON.parse(execFileSync(join(native, 'speakeasy'), ['games', '--json'], {encoding: 'utf8'}));
  assert.deepEqual(engine.games().games.map((/** @type {any} */ {secrets, talk, ...game}) => game), listed);
  assert.deepEqual(engine.games().games.filter((/** @type {any} */ g) => g.secrets).map((/** @type {any} */ g) => g.game), ['chicago_gangsters']);
  assert.ok(games.length >= 4);
});

for (const game of games)
  test(`${game}: the same bytes natively and in Node`, () => checkDigest(game, engine.digest(game)));

test('the same games as natively, move by move', () => {
  for (const game of engine.games().games) {
    const words = ['simulate', game.game, '--players', game.max_players, '--games', 50, '--seed', 7, '--json'].map(String);
    const said = JSON.parse(execFileSync(join(native, 'speakeasy'), words, {encoding: 'utf8'}));
    const own = engine.simulate(game.game, game.max_players, 50, false, 7);
    assert.ok(own.transitions > 1000);
    for (const key of Object.keys(own)) assert.deepEqual(own[key], said[key], `${game.game}: ${key}`);
  }
});

test('what is not there is refused', () => {
  assert.throws(() => engine.digest('poker'), /no such thing/);
  assert.throws(() => engine.simulate('famiglia', 7, 1, false, 1), /no such thing/);
  assert.throws(() => engine.view(0, 0, 0), /There is no table/);
});

test('an engine that stops itself says why', async () => {
  const instance = await WebAssembly.instantiate(compile(), {});
  const raw = /** @type {any} */ (instance.exports);
  raw._initialize();
  raw.in(1); // the heap is as large as it was when it was first asked
  for (let pages = 65536; pages >= 1; pages = Math.floor(pages / 2))
    try { // take all the memory there is
      for (;;) raw.memory.grow(pages);
    } catch { /* so much is not left */ }
  assert.throws(() => raw.in(8 << 20), WebAssembly.RuntimeError);
  const words = new TextDecoder().decode(new Uint8Array(raw.memory.buffer, raw.last_words(), raw.last_words_length()));
  assert.match(words, /speakeasy: bug at .*mem\.c:\d+: p == NULL/);
});

test('the same bytes in a browser', async t => {
  const files = await serveFiles(), browser = await openBrowser();
  t.after(async () => {
    await browser.close();
    await files.close();
  });
  const page = await browser.newPage();
  await page.goto(`${files.url}empty.html`);
  for (const game of games) {
    const text = await page.evaluate(async name => {
      const {openEngine} = await import(/** @type {any} */ ('/src/engine/engine.js'));
      const there = await openEngine(await WebAssembly.compileStreaming(fetch('/speakeasy.wasm')));
      return there.digest(name);
    }, game);
    await t.test(game, () => checkDigest(game, text));
  }
});

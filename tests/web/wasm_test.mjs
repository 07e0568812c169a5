// wasm_test.mjs: the page's engine is the engine: it asks nobody for anything, is small enough to be sent, and shows
// the same bytes as the native one, in Node and in a browser.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {compile, native, newEngine, openBrowser, root, serveFiles, wasmFile} from './wasm_kit.mjs';

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
  assert.ok(
    tables.every(line => line.startsWith(`${game} `) && /( [0-9a-f]{16}| refused)$/.test(line)),
    text,
  );
  assert.ok(new Set(tables.map(line => line.split(' ').at(-1))).size > 5, 'digests that hardly differ show nothing');
  assert.deepEqual(tables, nativeDigest(game).trim().split('\n'));
}

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(compile()), []);
});

test('it is below 760 KB', () => {
  const {size} = statSync(wasmFile);
  assert.ok(size < 760 * 1024, `${size} bytes`);
});

test('all games are in it', () => {
  const listed = JSON.parse(execFileSync(join(native, 'speakeasy'), ['games', '--json'], {encoding: 'utf8'}));
  assert.deepEqual(
    engine.games().games.map((/** @type {any} */ {secrets, talk, ...game}) => game),
    listed,
  );
  const hides = (/** @type {string} */ game) =>
    /\.redact = /.test(readFileSync(join(root, 'src/games', game, 'game.c'), 'utf8'));
  for (const {game, secrets} of engine.games().games) assert.equal(secrets, hides(game), game);
  assert.ok(games.length >= 4);
});

for (const game of games)
  test(`${game}: the same bytes natively and in Node`, () => checkDigest(game, engine.digest(game)));

/** The games that come with nets, and for how many players. @type {[string, number][]} */
const nets = JSON.parse(readFileSync(join(root, 'build/web/nets/list.json'), 'utf8')).map(
  (/** @type {string} */ file) => {
    const [game, rest] = file.split('/');
    return [game, parseInt(rest)];
  },
);

for (const [game, players] of nets)
  test(`${game}: bots that have learned play the same game natively and in Node`, () => {
    const net = join(root, `build/web/nets/${game}/${players}.net`);
    const seats = Array.from({length: players}, (_x, i) => `seat bot boss B${i}`);
    engine.open([`seed ${'7'.padStart(64, '0')}`, `game ${game}`, `players ${players}`, ...seats, ''].join('\n'), 0);
    engine.net(new Uint8Array(readFileSync(net)));
    for (let i = 0; i < 400 && engine.asked().length; i++) {
      const [seat] = engine.asked();
      engine.botAsk(seat, 'move');
      engine.botThink(seat, 30);
      engine.botAnswer(seat, 0);
    }
    const args = ['--net', game, String(players), net];
    assert.equal(engine.save(), execFileSync(join(native, 'tests/digest'), args, {encoding: 'utf8'}));
    engine.close();
  });

test('a net for another table is refused', () => {
  assert.ok(nets.length >= 2);
  const [[game, players], [other, n]] = nets;
  const seats = Array.from({length: players}, (_x, i) => `seat bot boss B${i}`);
  engine.open([`game ${game}`, `players ${players}`, ...seats, ''].join('\n'), 0);
  const bytes = new Uint8Array(readFileSync(join(root, `build/web/nets/${other}/${n}.net`)));
  assert.throws(() => engine.net(bytes), /no net for this table/);
  assert.throws(() => engine.net(bytes.subarray(0, 10)), /no net for this table/);
  engine.close();
});

test('the same games as natively, move by move', () => {
  for (const game of engine.games().games) {
    const words = ['simulate', game.game, '--players', game.max_players, '--games', 50, '--seed', 7, '--json'].map(
      String,
    );
    const said = JSON.parse(execFileSync(join(native, 'speakeasy'), words, {encoding: 'utf8'}));
    const own = engine.simulate(game.game, game.max_players, 50, false, 7);
    assert.ok(own.transitions > 1000);
    for (const key of Object.keys(own)) assert.deepEqual(own[key], said[key], `${game.game}: ${key}`);
  }
});

/** A record analysed in the page's engine, in portions as a Worker thinks. @param {string} play @param {number} iterations */
function analyse(play, iterations) {
  const players = Number(/^seats (\d)$/m.exec(play)?.[1]);
  const seats = Array.from({length: players}, (_x, i) => `seat person P${i + 1}`);
  const net = join(root, 'nets', /^game (\w+)$/m.exec(play)?.[1] ?? '', `${players}.net`);
  engine.open([`seed ${'0'.repeat(64)}`, ...seats, 'record', play].join('\n'), 0);
  if (existsSync(net)) engine.net(readFileSync(net));
  engine.analysisOpen('boss', 1);
  for (let percent; (percent = engine.analysisBegin()) > 0; engine.analysisEnd()) {
    let left = Math.ceil((iterations * percent) / 100);
    for (let n = 1; left > 0 && n > 0; left -= n) n = engine.analysisThink(Math.min(left, 11));
  }
  const found = engine.analysis();
  engine.close();
  return found;
}

for (const name of [
  'famiglia/plays/all_cards_open',
  'gangster/plays/three_at_thirteen',
  'chicago/plays/four_three_casinos',
  'chicago/plays/two_both_variants', // boss chooses among whole walks
  'chicago_gangsters/plays/four_talking',
])
  test(`${name}: the same verdicts as natively`, () => {
    const file = join(root, 'src/games', `${name}.play`);
    const words = ['analyse', file, '--budget', '40it', '--json'];
    const {budget, ...said} = JSON.parse(
      execFileSync(join(native, 'speakeasy'), words, {encoding: 'utf8', maxBuffer: 1 << 26}),
    );
    const own = analyse(readFileSync(file, 'utf8'), 40);
    assert.equal(budget, '40it');
    assert.ok(own.steps.length > 20 && own.done === own.decisions);
    assert.deepEqual(own, said);
  });

test('a game is analysed once it is over', () => {
  assert.throws(() => engine.analysisOpen('hard', 1), /There is no table/);
  engine.open(`game famiglia\nplayers 2\nseed ${'0'.repeat(64)}\nseat person A\nseat person B`, 0);
  assert.throws(() => engine.analysisOpen('hard', 1), /not over/);
  assert.throws(() => engine.analysis(), /Nothing is being analysed/);
  assert.equal(engine.analysisBegin(), 0);
  engine.close();
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
    try {
      // take all the memory there is
      for (;;) raw.memory.grow(pages);
    } catch {
      /* so much is not left */
    }
  assert.throws(() => raw.in(8 << 20), WebAssembly.RuntimeError);
  const words = new TextDecoder().decode(new Uint8Array(raw.memory.buffer, raw.last_words(), raw.last_words_length()));
  assert.match(words, /^speakeasy: out of memory: 8388609 more bytes were refused\./);
});

test('the same bytes in a browser', async t => {
  const files = await serveFiles(),
    browser = await openBrowser();
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

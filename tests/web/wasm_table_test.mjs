// wasm_table_test.mjs: a table without a server speaks the protocol as docs/protocol.md has it: whole games of every
// game and number of players, refusals, undo, hints, several people at one device, keeping and looking back; and in
// a browser, in a Worker, quickly enough.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {bots, Guest, newEngine, openBrowser, serveFiles, tableOf} from './wasm_kit.mjs';

const engine = await newEngine();
/** @type {{game: string, min_players: number, max_players: number}[]} */
const games = engine.games().games;
const ME = {kind: /** @type {const} */ ('me'), name: 'Ann'};

const FACTS = [
  'id',
  'game',
  'name',
  'players',
  'language',
  'created',
  'options',
  'edition',
  'status',
  'seats',
  'rules',
  'commitment',
  'proof',
  'rematch',
  'onlookers',
];
const VIEW = ['n', 'events', 'first', 'view', 'actors', 'moves', 'ends', 'undo', 'speakers', 'clocks', 'result'];

/** @param {any} m @param {string[]} fields */
const checkFields = (m, fields) => fields.forEach(f => assert.ok(f in m, `${m.t} without ${f}`));

/** A table as it is told must hang together, and nothing is shown that was not kept. @param {any[]} heard */
function checkStory(heard) {
  assert.deepEqual(
    heard.slice(0, 4).map(m => m.t),
    ['keep', 'hello', 'facts', 'view'],
  );
  let n = 0,
    kept = 0;
  for (const m of heard) {
    if (m.t === 'facts') checkFields(m, FACTS);
    if (m.t === 'keep') kept = Number(/^end (\d+)$/m.exec(m.play)?.[1]);
    if (m.t === 'view') assert.ok(m.n <= kept, `${m.n} events are shown, ${kept} entries kept`);
    if (m.t !== 'view') continue;
    checkFields(m, VIEW);
    assert.equal(m.first, n);
    assert.deepEqual(
      m.events.map((/** @type {any} */ e) => e.n),
      m.events.map((/** @type {any} */ _e, /** @type {number} */ i) => n + 1 + i),
    );
    n += m.events.length;
    assert.equal(m.n, n);
    assert.ok(m.ends.every((/** @type {number} */ i) => i < m.moves.length));
  }
}

for (const {game, min_players, max_players} of games)
  for (let players = min_players; players <= max_players; players++)
    test(`${game}: a whole game of ${players}`, async () => {
      const guest = new Guest(engine);
      guest.open(tableOf(game, [ME, ...bots(players - 1)]));
      const end = await guest.playOut();
      checkStory(guest.heard);
      assert.equal(end.result.scores.length, players);
      assert.equal(guest.last('facts').status, 'finished');
      assert.equal(guest.last('keep').over, true);
      assert.ok(guest.heard.every(m => m.t !== 'no' && m.t !== 'bye'));
    });

test('only bots: the page looks on', async () => {
  const guest = new Guest(engine);
  const over = guest.until(m => m.t === 'view' && m.result);
  guest.open(tableOf('gangster', bots(3)));
  assert.equal(guest.last('hello').you, null);
  assert.deepEqual((await over).moves, []);
  guest.local.close();
});

test('hello, facts and seats say who is who', () => {
  const guest = new Guest(engine);
  guest.open(
    tableOf(
      'famiglia',
      [
        {kind: 'me', name: '  \u202eAnn\n '},
        {kind: 'bot', bot: 'hard@20ms'},
      ],
      {options: {start_player: 'seat_1'}},
    ),
    {language: 'nl'},
  );
  assert.deepEqual(guest.last('hello'), {
    t: 'hello',
    protocol: 1,
    version: engine.games().version,
    table: 'here',
    you: 0,
    host: true,
    curtain: false,
    talk_ms: 0,
    hurry: true, // what the reader set holds for one person too
  });
  const facts = guest.last('facts');
  assert.equal(facts.language, 'nl');
  assert.equal(facts.options.start_player, 'seat_1');
  assert.equal(facts.seats[0].kind, 'person');
  assert.equal(facts.seats[0].name, 'Ann');
  assert.equal(facts.seats[1].kind, 'bot');
  assert.equal(facts.seats[1].bot, 'hard');
  assert.ok(facts.seats[1].name.length > 1);
  assert.deepEqual(
    [facts.rules.undo, facts.rules.hints, facts.rules.chat, facts.rules.pause],
    [true, true, false, false],
  );
  guest.local.close();
});

/** @param {object} [more] */
async function myMove(more) {
  const guest = new Guest(engine);
  guest.open(tableOf('famiglia', [ME, ...bots(1)], {options: {start_player: 'seat_1'}}), more);
  if (!guest.last('view').moves.length) await guest.until(m => m.t === 'view' && m.moves.length);
  return guest;
}

test('refusals name the rule, and change nothing', async () => {
  const guest = await myMove(),
    view = guest.last('view'),
    n = guest.heard.length;
  const no = await guest.say('move', {n: view.n, text: 'recruit F4'});
  assert.deepEqual([no.t, no.error], ['no', 'refused']);
  assert.match(no.rule, /^FA-/);
  assert.ok(no.text.length > 10);
  assert.deepEqual((await guest.say('why', {text: 'recruit F4'})).rule, no.rule);
  assert.equal((await guest.say('move', {n: view.n - 1, text: view.moves[0]})).error, 'stale');
  assert.equal((await guest.say('move', {n: view.n, text: 'sing a song'})).error, 'malformed');
  assert.equal((await guest.say('chat', {text: 'hi'})).error, 'refused');
  assert.equal((await guest.say('dance')).error, 'malformed');
  assert.equal((await guest.say('pause')).error, 'refused');
  assert.equal((await guest.say('why', {text: view.moves[0]})).legal, true);
  assert.ok(
    guest.heard.slice(n).every(m => m.t === 'no' || m.t === 'ok'),
    'nobody is shown anything for it',
  );
  guest.local.close();
});

test('an act with the same ref counts once', async () => {
  const guest = await myMove(),
    view = guest.last('view');
  const first = await guest.say('move', {n: view.n, text: view.moves[0]}, 'twice');
  const {n} = guest.last('view');
  assert.deepEqual(await guest.say('move', {n: view.n, text: view.moves[0]}, 'twice'), first);
  assert.equal(guest.last('view').n, n);
  guest.local.close();
});

test('a move can be taken back', async () => {
  const guest = new Guest(engine);
  guest.open(tableOf('chicago', [ME, ...bots(1)]));
  for (;;) {
    // to the first move that does not end a turn
    if (!guest.last('view').moves.length) await guest.until(m => m.t === 'view' && m.moves.length);
    const view = guest.last('view');
    const step = view.moves.findIndex((/** @type {string} */ _m, /** @type {number} */ i) => !view.ends.includes(i));
    assert.equal((await guest.say('move', {n: view.n, text: view.moves[Math.max(step, 0)]})).t, 'ok');
    const after = guest.last('view');
    if (!after.undo) continue;
    assert.equal((await guest.say('undo', {n: after.n})).t, 'ok');
    assert.deepEqual(guest.last('view').view, view.view);
    assert.deepEqual(guest.last('view').moves, view.moves);
    assert.deepEqual(
      guest.last('view').events.map((/** @type {any} */ e) => e.kind),
      ['undo'],
    );
    return guest.local.close();
  }
});

test('a hint is one of the moves, and says how good it is', async () => {
  const guest = await myMove({ms: 100}),
    view = guest.last('view');
  const {moves} = await guest.say('hint');
  assert.ok(moves.length >= 1 && moves.length <= 4);
  for (const m of moves) {
    assert.ok(view.moves.includes(m.text));
    assert.ok(Number.isInteger(m.share) && m.share >= 0 && m.share <= 10000 && m.value >= 0 && m.value <= 10000);
  }
  assert.ok(moves.every((/** @type {any} */ m, /** @type {number} */ i) => i === 0 || m.share <= moves[i - 1].share));
  guest.local.close();
});

test('while a bot thinks, others are answered', async () => {
  const guest = new Guest(engine);
  guest.open(tableOf('famiglia', [{kind: 'bot', bot: 'hard'}, ME], {options: {start_player: 'seat_1'}}), {ms: 1500});
  assert.deepEqual(guest.last('view').moves, []);
  const waits = [];
  for (let i = 0; i < 10; i++) {
    const from = performance.now();
    await new Promise(done => setTimeout(done, 1));
    const pong = guest.until(m => m.t === 'pong');
    guest.local.receive({t: 'ping'});
    await pong;
    waits.push(performance.now() - from);
  }
  assert.ok(waits.sort((a, b) => a - b)[5] < 100, `waited ${waits}`);
  assert.equal(guest.last('view').moves.length, 0, 'it has not moved meanwhile');
  guest.local.close();
});

test('several people at one device: each sees only what is theirs', async () => {
  const guest = new Guest(engine);
  guest.open(tableOf('chicago_gangsters', [ME, {kind: 'hotseat', name: 'Bea'}, ...bots(1)]));
  await guest.playOut();
  const hellos = guest.heard.filter(m => m.t === 'hello').map(m => m.you);
  assert.ok(hellos.length > 4 && hellos.every((you, i) => i === 0 || you !== hellos[i - 1]), `${hellos}`);
  let you = -1;
  for (const m of guest.heard) {
    if (m.t === 'hello') assert.equal(m.curtain, true);
    if (m.t === 'hello') you = m.you;
    if (m.t === 'view' && m.moves.length) assert.ok(m.actors.includes(you));
    if (m.t === 'view' && m.view.you !== undefined) assert.equal(m.view.you, you);
  }
});

test('a kept table goes on where it stood', async () => {
  for (const {game, min_players} of games) {
    const guest = new Guest(engine),
      table = tableOf(game, [ME, ...bots(min_players - 1)]);
    guest.open(table);
    for (let i = 0; i < 3; i++) {
      if (!guest.last('view').moves.length) await guest.until(m => m.t === 'view' && m.moves.length);
      const view = guest.last('view');
      await guest.say('move', {n: view.n, text: view.moves[0]});
    }
    if (!guest.last('view').moves.length) await guest.until(m => m.t === 'view' && m.moves.length);
    const before = guest.last('view'),
      {play} = guest.last('keep');
    guest.local.close();
    const again = new Guest(engine);
    again.open({...table, play});
    assert.deepEqual({...again.last('view'), first: 0, events: []}, {...before, first: 0, events: []});
    assert.equal(again.last('view').events.length, before.n);
    assert.equal((await again.playOut()).result.scores.length, min_players);
  }
});

test('a finished game can be looked back at, from any seat', async () => {
  const guest = new Guest(engine);
  guest.open(tableOf('famiglia', [ME, ...bots(1)]));
  const end = await guest.playOut(),
    {play} = guest.last('keep'),
    reader = new Guest(engine);
  for (const viewer of ['house', 'onlooker', '0', '1']) {
    reader.local.receive({t: 'replay', ref: viewer, play, viewer});
    const [facts, ...rest] = reader.last('replay').lines,
      steps = rest.slice(0, -1);
    assert.equal(facts.game, 'famiglia');
    assert.deepEqual(rest.at(-1).result, end.result);
    assert.equal(steps[0].event, null);
    assert.deepEqual(
      steps.map((/** @type {any} */ s) => s.n),
      steps.map((/** @type {any} */ _s, /** @type {number} */ i) => i),
    );
  }
  reader.local.receive({t: 'replay', ref: 'q', play: play.slice(0, -30), viewer: 'house'});
  assert.equal(reader.last('no').ref, 'q');
  guest.local.receive({t: 'replay', ref: 'q', play, viewer: 'house'});
  assert.equal(guest.last('no').error, 'refused', 'a table that is open is kept');
});

test('tables that cannot be are refused in words', () => {
  /** @param {any} table */
  const bye = table => {
    const guest = new Guest(engine);
    guest.open(table);
    return guest.last('bye')?.text ?? '';
  };
  assert.match(bye(tableOf('poker', [ME])), /no such game/);
  assert.match(bye(tableOf('famiglia', [ME, ...bots(2)])), /2 players|two|seats/i);
  assert.match(bye(tableOf('famiglia', [ME, ...bots(1, 'oracle')])), /no such bot/);
  assert.match(bye(tableOf('famiglia', [ME, ...bots(1)], {options: {colour: 'red'}})), /colour/);
  assert.match(bye(tableOf('famiglia', [ME, ...bots(1)], {play: 'speakeasy-play 1\n'})), /\w/);
});

test('bots talk where talk is part of the game, and wait for people who may speak', async () => {
  const guest = new Guest(engine);
  guest.open(tableOf('chicago_gangsters', [ME, ...bots(3, 'normal')]), {patience: 50});
  await guest.playOut();
  const talk = guest.heard
    .filter(m => m.t === 'view')
    .flatMap(m => m.events)
    .filter(e => e.kind === 'talk');
  assert.ok(
    talk.some(e => e.seat !== 0 && e.text !== 'pass'),
    'not a word',
  );
  assert.ok(
    guest.heard.some(m => m.t === 'view' && m.speakers.includes(0)),
    'nobody let Ann speak',
  );
});

test('the limits of the chat are the same in the room, the page and the manual', () => {
  /** @param {string} file @param {RegExp} number */
  const limit = (file, number) =>
    Number(number.exec(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))?.[1]);
  const characters = limit('src/hosts/room/room.h', /ROOM_CHAT_CHARACTERS = (\d+)/),
    lines = limit('src/hosts/room/room.h', /ROOM_CHATS = (\d+)/);
  assert.equal(characters, 200);
  assert.equal(limit('web/src/panels/words.js', /CHAT_CHARACTERS = (\d+)/), characters);
  assert.equal(limit('docs/protocol.md', /free text, 1 to (\d+) characters/), characters);
  assert.equal(limit('docs/protocol.md', /the last (\d+) after `hello`/), lines);
});

test('in a browser: a Worker, a whole game, a move shown within 100 ms', async t => {
  const files = await serveFiles(),
    browser = await openBrowser();
  t.after(async () => {
    await browser.close();
    await files.close();
  });
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('console', m => m.type() === 'error' && errors.push(m.text()));
  page.on('pageerror', e => errors.push(String(e)));
  await page.goto(`${files.url}empty.html`);
  const told = await page.evaluate(playInPage, tableOf('gangster', [ME, ...bots(1)]));
  assert.deepEqual(errors, []);
  assert.equal(told.scores.length, 2);
  assert.ok(told.play.startsWith('speakeasy-play 1\n'));
  const middle = told.waits.sort((a, b) => a - b)[Math.floor(told.waits.length / 2)];
  assert.ok(told.waits.length >= 5 && middle < 100, `waited ${told.waits}`);
  t.diagnostic(
    `a move is shown after ${middle.toFixed(1)} ms, at most ${Math.max(...told.waits).toFixed(1)} ms; the first table after ${told.first.toFixed(0)} ms`,
  );
});

/** Runs in the page. @param {any} table */
async function playInPage(table) {
  const from = performance.now();
  const worker = new Worker('/src/engine/worker.js', {type: 'module'});
  /** @type {number[]} */
  const waits = [];
  let sent = 0,
    n = 0,
    first = 0,
    play = '';
  return new Promise(
    (/** @type {(told: {scores: number[], play: string, waits: number[], first: number}) => void} */ done, failed) => {
      setTimeout(() => failed(new Error('the game does not end')), 60000);
      worker.onerror = e => failed(new Error(e.message));
      worker.onmessage = ({data: m}) => {
        if (m.t === 'bye' || m.t === 'no') failed(new Error(m.text));
        if (m.t === 'keep') play = m.play;
        if (m.t !== 'view') return;
        first ||= performance.now() - from;
        if (sent) waits.push(performance.now() - sent);
        sent = 0;
        if (m.result) return void setTimeout(() => done({scores: m.result.scores, play, waits, first}), 100);
        if (!m.moves.length) return;
        sent = performance.now();
        worker.postMessage({t: 'move', ref: `r${++n}`, n: m.n, text: m.moves[(n * 7) % m.moves.length]});
      };
      worker.postMessage({t: 'open', table, seed: '5eed'.repeat(16), pace: 0, ms: 20});
    },
  );
}

// verify_test.mjs: the page checks a deal by itself: a fair record is proved, a stacked one is found out, and what cannot be
// known is called so. The same records as `speakeasy verify` is tried with.
import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {drawAgain, readRecord} from '../../web/src/engine/verify.js';
import {dealText} from '../../web/src/fair.js';
import {newEngine, root} from './wasm_kit.mjs';

const engine = await newEngine();

/** @param {string} play */
function keyOf(play) {
  const {proof, seats} = readRecord(play);
  return createHmac('sha256', Buffer.from(proof.seed, 'hex')).update(dealText(proof, seats)).digest('hex');
}

test('the text that is signed is that of the examples', () => {
  for (const v of JSON.parse(readFileSync(join(root, 'tests/fair/vectors.json'), 'utf8'))) {
    const proof = Object.fromEntries([
      ['table', v.table],
      ...v.contributions.flatMap((/** @type {string|null} */ g, /** @type {number} */ i) =>
        g ? [[`seat${i}`, g]] : [],
      ),
    ]);
    assert.equal(dealText(proof, v.seats), v.text);
  }
});

for (const game of ['famiglia', 'gangster']) {
  const play = readFileSync(join(root, `tests/fair/${game}.play`), 'utf8'),
    key = keyOf(play);

  test(`${game}: every chance event of a fair record is drawn again`, () => {
    const {events, other, fault} = drawAgain(engine, play, key);
    assert.deepEqual([other, fault], [false, null]);
    assert.equal(events, play.match(/^\d+ chance /gm)?.length);
  });

  test(`${game}: another key, another card, another edition are noticed`, () => {
    assert.equal(drawAgain(engine, play, '0'.repeat(64)).fault?.entry !== undefined, true);
    const at = readRecord(play).entries.findIndex((e, i) => i > 8 && e.seat === null),
      line = new RegExp(`^${at + 1} chance .*$`, 'm');
    const found = drawAgain(engine, play.replace(line, `${at + 1} chance draw X9`), key).fault;
    assert.deepEqual([found?.entry, found?.found], [at + 1, 'draw X9']);
    assert.equal(drawAgain(engine, play.replace(/^edition .*$/m, 'edition mine 0123456789abcdef'), key).other, true);
  });
}

test('who plays bots alone goes back, and every card of the record is still drawn again', () => {
  const key = 'ab'.repeat(32);
  engine.open(
    ['game gangster', 'players 3', `seed ${key}`, 'seat person P1', 'seat bot random P2', 'seat bot random P3'].join(
      '\n',
    ),
    0,
  );
  /** Until the person is asked again. */
  const goOn = () => {
    for (let seat; (seat = engine.asked()[0]) !== 0; )
      engine.act('move', seat, engine.view(seat, 0, 0).moves[0], -1, 0);
  };
  for (let i = 0; i < 6; i++) {
    goOn();
    engine.act('move', 0, engine.view(0, 0, 0).moves.at(-1), -1, 0);
    goOn();
    if (i % 2) engine.act('undo', 0, '', -1, 0);
  }
  const play = engine.save();
  engine.close();
  assert.match(play, /^\d+ 0 undo \d+$/m);
  const found = drawAgain(engine, play, key);
  assert.deepEqual([found.other, found.fault], [false, null]);
  assert.equal(found.events, play.match(/^\d+ chance /gm)?.length);
  assert.notEqual(drawAgain(engine, play, '0'.repeat(64)).fault, null);
});

// inturn_test.mjs: what others do waits until what moves has arrived, in its order, and never long (inturn.js).
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {inTurn} from '../../web/src/inturn.js';

/** A table at which something moves until then. @param {number} ms */
function tableMoving(ms) {
  const end = performance.now() + ms,
    heard = /** @type {string[]} */ ([]);
  const say = inTurn(
    (/** @type {string} */ m, more = false) => heard.push(more ? `${m}, and more` : m),
    m => m.startsWith('bot'),
    () => Math.max(0, end - performance.now()),
  );
  return {heard, say};
}

test('where nothing moves nothing waits', () => {
  const {heard, say} = tableMoving(0);
  for (const m of ['bot 1', 'mine', 'bot 2']) say(m);
  assert.deepEqual(heard, ['bot 1', 'mine', 'bot 2']);
});

test('what others do waits until what moves has arrived', async () => {
  const {heard, say} = tableMoving(100);
  for (const m of ['bot 1', 'bot 2']) say(m);
  assert.deepEqual(heard, []);
  await pause(300);
  assert.deepEqual(heard, ['bot 1', 'bot 2']);
});

test("the reader's own does not wait, and comes after what waited", () => {
  const {heard, say} = tableMoving(60000);
  for (const m of ['bot 1', 'bot 2', 'mine']) say(m);
  assert.deepEqual(heard, ['bot 1, and more', 'bot 2, and more', 'mine']);
});

test('nothing waits long, whatever moves', async () => {
  const {heard, say} = tableMoving(60000);
  say('bot 1');
  await pause(1000);
  assert.deepEqual(heard, ['bot 1']);
});

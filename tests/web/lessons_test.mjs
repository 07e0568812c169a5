// lessons_test.mjs: every lesson against the engine: its record replays, the learner is asked where it begins, every move it expects is
// legal there and is what the record goes on with, and everything it says about wrong moves is about moves that can be made.
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {objectionTo, readRecord, reachOf, recordTo} from '../../web/src/lesson.js';
import {hasLessons, lessonsOf} from '../../web/src/lessons.js';
import {newEngine, root} from './wasm_kit.mjs';

const GAMES = ['chicago', 'chicago_gangsters', 'famiglia', 'gangster'];
const engine = await newEngine();

/** What the learner may do after so many entries; null: somebody else is asked. @param {ReturnType<typeof readRecord>} record @param {number} n @param {number} you @returns {string[]|null} */
function movesAt(record, n, you) {
  const seats = Array.from({length: record.players}, (_x, i) => `seat person P${i}`);
  engine.open([`seed ${'0'.repeat(64)}`, ...seats, 'record', recordTo(record, n)].join('\n'), 0);
  const moves = engine.asked().includes(you) ? engine.view(you, 0, 0).moves : null;
  engine.close();
  return moves;
}

const WORDS = ['accept 1', 'reject 1', 'aim win', 'my_points 2 4']; // some of what may be said

/** Of these, what the learner may say after so many entries. @param {ReturnType<typeof readRecord>} record @param {number} n @param {number} you */
const wordsAt = (record, n, you) =>
  WORDS.map(text => `say ${text}`).filter(text => {
    const more = {...record, entries: [...record.entries.slice(0, n), {seat: String(you), text}]};
    try {
      return movesAt(more, n + 1, you);
    } catch {
      return false;
    }
  });

for (const game of GAMES) {
  test(`${game}: five to eight lessons, each with a record of its own`, async () => {
    assert.ok(hasLessons(game));
    const lessons = await lessonsOf(game),
      keys = lessons.map(l => l.key);
    assert.ok(lessons.length >= 5 && lessons.length <= 8, `${lessons.length} lessons`);
    assert.equal(new Set(keys).size, keys.length);
    assert.deepEqual(readdirSync(join(root, `web/lessons/${game}`)).sort(), keys.map(k => `${k}.play`).sort());
  });

  for (const lesson of await lessonsOf(game)) {
    const file = join(root, `web/lessons/${game}/${lesson.key}.play`);
    test(
      `${game} ${lesson.key}: right and wrong moves are legal, and the record goes on`,
      {skip: !existsSync(file)},
      () => {
        const record = readRecord(readFileSync(file, 'utf8'));
        assert.equal(record.game, game);
        let at = lesson.at;
        lesson.steps.forEach((step, i) => {
          const where = `step ${i + 1} at entry ${at}`,
            asked = movesAt(record, at, lesson.you),
            legal = asked && [...asked, ...wordsAt(record, at, lesson.you)];
          assert.ok(legal, `${where}: the learner is not asked`);
          for (const move of step.good) assert.ok(legal.includes(move), `${where}: ${move} is not legal`);
          assert.deepEqual(
            record.entries[at],
            {seat: String(lesson.you), text: step.good[0]},
            `${where}: the record goes on otherwise`,
          );
          const wrong = legal.filter((/** @type {string} */ m) => !step.good.includes(m)),
            said = new Set(wrong.map((/** @type {string} */ m) => objectionTo(step, m)));
          for (const [fits, text] of step.not ?? [])
            assert.ok(said.has(text), `${where}: no legal move is told "${text}" (${fits})`);
          assert.ok(step.other, where);
          at = reachOf(record.entries, lesson, i + 1, at + 1);
        });
        assert.equal(at, record.entries.length, 'the record is shown to its end');
      },
    );
  }
}

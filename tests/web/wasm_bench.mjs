// wasm_bench.mjs: how fast the page's engine plays, beside the native one: the games of `speakeasy simulate` with the
// largest number of players. tools/bench runs this; it fails where the page's engine is less than half as fast.
//
//     node tests/web/wasm_bench.mjs [GAME ...]
//
// Both take turns for many short rounds, and the best round of each counts: on a busy machine that is the one that
// was disturbed least. Opening the box is no part of it.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {openEngine} from '../../web/src/engine/engine.js';

const ROUNDS = 60,
  ROUND_MS = 5,
  LEAST = 0.5;

const engine = await openEngine(new WebAssembly.Module(readFileSync('build/web/speakeasy.wasm')));

/** Transitions a second, natively. @param {string} game @param {number} players @param {number} n games */
function nativeRound(game, players, n) {
  const words = ['simulate', game, '--players', players, '--games', n, '--seed', 1, '--json'].map(String);
  return JSON.parse(execFileSync('build/speakeasy', words, {encoding: 'utf8'})).transitions_per_second;
}

/** Milliseconds that so many games take, the box opened before them. @param {string} game @param {number} players @param {number} n */
function time(game, players, n) {
  const from = performance.now();
  engine.simulate(game, players, n, false, 1);
  return performance.now() - from;
}

/** How many games make a round. The first batch only warms up the compiler. @param {string} game @param {number} players */
function gamesOfRound(game, players) {
  const n = 100;
  time(game, players, n);
  return Math.max(1, Math.round((n * ROUND_MS) / time(game, players, n)));
}

let slow = 0;
for (const {game, max_players} of engine.games().games) {
  if (process.argv.length > 2 && !process.argv.includes(game)) continue;
  const n = gamesOfRound(game, max_players),
    {transitions} = engine.simulate(game, max_players, n, false, 1);
  let native = 0,
    played = Infinity,
    opened = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    native = Math.max(native, nativeRound(game, max_players, n));
    played = Math.min(played, time(game, max_players, n));
    opened = Math.min(opened, time(game, max_players, 0));
  }
  const own = (transitions * 1000) / (played - opened);
  const ratio = own / native;
  console.log(
    `${game}: ${Math.round(own / 1000)} k transitions/s in Node, ${Math.round(native / 1000)} k natively: ${ratio.toFixed(2)}, at least ${LEAST}`
      + ` (${max_players} players, uniform, best of ${ROUNDS} rounds)`,
  );
  if (ratio < LEAST) slow++;
}
process.exit(slow ? 1 : 0);

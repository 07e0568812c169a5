// wasm_bench.mjs: how fast the page's engine plays, beside the native one: the games of `speakeasy simulate` with the
// largest number of players. tools/bench runs this; it fails where the page's engine is less than half as fast.
//
//     node tests/web/wasm_bench.mjs [GAME ...]
//
// Both take turns for many short rounds, and the best round of each counts: on a busy machine that is the one that
// was disturbed least.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {openEngine} from '../../web/src/engine/engine.js';

const ROUNDS = 30, LEAST = 0.5;

/** Games of a round: some 30 ms. @type {Record<string, number>} */
const GAMES = {famiglia: 2000, gangster: 1000, chicago: 100, chicago_gangsters: 500};

const engine = await openEngine(new WebAssembly.Module(readFileSync('build/web/speakeasy.wasm')));

/** Transitions a second, natively. @param {string} game @param {number} players */
function nativeRound(game, players) {
  const words = ['simulate', game, '--players', players, '--games', GAMES[game] ?? 100, '--seed', 1, '--json'].map(String);
  return JSON.parse(execFileSync('build/speakeasy', words, {encoding: 'utf8'})).transitions_per_second;
}

/** @param {string} game @param {number} players */
function ownRound(game, players) {
  const from = performance.now();
  const {transitions} = engine.simulate(game, players, GAMES[game] ?? 100, false, 1);
  return transitions * 1000 / (performance.now() - from);
}

let slow = 0;
for (const {game, max_players} of engine.games().games) {
  if (process.argv.length > 2 && !process.argv.includes(game)) continue;
  let native = 0, own = 0;
  for (let i = 0; i < ROUNDS; i++) {
    native = Math.max(native, nativeRound(game, max_players));
    own = Math.max(own, ownRound(game, max_players));
  }
  const ratio = own / native;
  console.log(`${game}: ${Math.round(own / 1000)} k transitions/s in Node, ${Math.round(native / 1000)} k natively: ${ratio.toFixed(2)}, at least ${LEAST}` +
              ` (${max_players} players, uniform, best of ${ROUNDS} rounds)`);
  if (ratio < LEAST) slow++;
}
process.exit(slow ? 1 : 0);

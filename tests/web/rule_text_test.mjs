// rule_text_test.mjs: the rules as players read them: every number that a refusal can name is there in every language, table options have no
// names of the program, and nothing is about the terminal or the sources.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {ruleNumber} from '../../web/src/markdown.js';
import {root} from './wasm_kit.mjs';

const folder = join(root, 'src/games');
const GAMES = readdirSync(folder).filter(game => existsSync(join(folder, game, 'rules.de.md')));

/** @param {string} game @param {string} name */
const read = (game, name) => readFileSync(join(folder, game, name), 'utf8');

/** The numbers the game's own code names to players. @param {string} game */
function named(game) {
  const code = readdirSync(join(folder, game))
    .filter(f => f.endsWith('.c'))
    .map(f => read(game, f))
    .join('\n');
  const prefix = /\.prefix = "(\w+)"/.exec(code)?.[1];
  return [...new Set([...code.matchAll(new RegExp(`"(${prefix}-[A-Z]?\\d+(?:\\.\\d+)?[a-z]?)"`, 'g'))].map(m => m[1]))];
}

/** The numbers that become places of the page: headings, items, rows. @param {string} text */
const numbers = text => new Set(text.split('\n').map(line => ruleNumber(line.replace(/^(?:#+|[-*]|\|) */, ''))));

test('there are games with rules for players', () => assert.ok(GAMES.length > 0));

for (const game of GAMES) {
  const wanted = named(game);

  for (const file of ['rules.md', 'rules.de.md', 'rules.nl.md'])
    test(`${game}: whatever a refusal names is found in ${file}`, () => {
      assert.ok(wanted.length > 15, `${wanted.length} numbers are named`);
      const there = numbers(read(game, file));
      assert.deepEqual(
        wanted.filter(n => !there.has(n)),
        [],
      );
    });

  for (const file of ['rules.md', 'rules.de.md', 'rules.nl.md'])
    test(`${game}: ${file} is not about the terminal, the sources or the workshop`, () => {
      const rules = read(game, file);
      for (const wrong of [
        /speakeasy (play|rules)/,
        /\.c\b/,
        /you type/i,
        /\bJSON\b/,
        /^## (Glossary|Invariants|Bad input)/m,
        /`\w+_\w+`/, // an option's name or value
        /^#+ (?:\d+\.\d+ |.*\(\d+\.\d+\)$)/m, // a numbered heading of the ledger
        /\bD\d[ab]\b/, // a decision point
      ])
        assert.doesNotMatch(rules, wrong);
    });
}

// rule_text_test.mjs: the rules as players read them on the page: every number that a refusal can name is there in every language, table
// options are called as in the dialog, and nothing is about the terminal or the sources.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {ruleNumber} from '../../web/src/markdown.js';
import {unnumbered, worded} from '../../web/src/rule_text.js';
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
      const there = numbers(unnumbered(worded(read(game, file), [])));
      assert.deepEqual(
        wanted.filter(n => !there.has(n)),
        [],
      );
    });

  test(`${game}: nothing is about the terminal or the sources`, () => {
    const rules = read(game, 'rules.md');
    for (const wrong of [
      /speakeasy (play|rules)/,
      /\.c\b/,
      /you type/i,
      /\bJSON\b/,
      /^## (Glossary|Invariants|Bad input)/m,
    ])
      assert.doesNotMatch(rules, wrong);
  });
}

test('options are called as in the dialog, other names stay', () => {
  const option = {
    name: 'tie_break',
    help: 'Equal totals and equal best cards',
    values: ['draw', 'descending'],
    default: 'draw',
  };
  const text = [
    '| `tie_break` | `draw`, `descending` | FA-R50 |',
    '| `players` | 2 | |',
    'With `tie_break` = `descending`, take `F3`.',
  ];
  assert.equal(
    worded(text.join('\n'), [option]),
    '| Equal totals and equal best cards | a draw; the next best cards decide | FA-R50 |\nWith "the next best cards decide", take `F3`.',
  );
});

test('headings lose the numbers of the ledger, and references become names', () => {
  assert.equal(unnumbered('## 8.6 At the table\nSee 8.6.'), '## At the table\nSee "At the table".');
});

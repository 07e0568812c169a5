// rulebook_test.mjs: the rules as players read them on the page: nothing of the terminal and the workshop, and every number
// that a refusal can name is there, in every language.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {ruleNumber} from '../../web/src/markdown.js';
import {forPlayers} from '../../web/src/rulebook.js';
import {root} from './wasm_kit.mjs';

const GAMES = {famiglia: 'FA', gangster: 'GB', chicago: 'CH', chicago_gangsters: 'CG'};

/** @param {string} game @param {string} name */
const read = (game, name) => readFileSync(join(root, 'src/games', game, name), 'utf8');

/** The numbers the game's own code names to players. @param {string} game @param {string} prefix */
function named(game, prefix) {
  const code = readdirSync(join(root, 'src/games', game)).filter(f => f.endsWith('.c') && !f.endsWith('_test.c')).map(f => read(game, f)).join('\n');
  return [...new Set([...code.matchAll(new RegExp(`"(${prefix}-[A-Z]?\\d+(?:\\.\\d+)?[a-z]?)"`, 'g'))].map(m => m[1]))];
}

/** The numbers that become places of the page: headings, items, rows. @param {string} text */
const numbers = text => text.split('\n').map(line => ruleNumber(line.replace(/^(?:#+|[-*]|\|) */, ''))).filter(n => n);

for (const [game, prefix] of Object.entries(GAMES)) {
  const rules = forPlayers(read(game, 'README.md'));

  test(`${game}: whatever a refusal names is found on the page`, () => {
    const wanted = named(game, prefix);
    assert.ok(wanted.length > 15, `${wanted.length} numbers are named`);
    for (const [language, text] of [['en', rules], ['de', read(game, 'README.de.md')], ['nl', read(game, 'README.nl.md')]]) {
      const there = new Set(numbers(text));
      assert.deepEqual(wanted.filter(n => !there.has(n)), [], language);
    }
  });

  test(`${game}: all clauses and rulings, and nothing for the terminal or for programmers`, () => {
    const clauses = new RegExp(`^${prefix}-R?\\d`), all = numbers(read(game, 'README.md')).filter(n => n && clauses.test(n)), there = new Set(numbers(rules));
    assert.deepEqual(all.filter(n => !there.has(n)), []);
    for (const wrong of [/speakeasy (play|rules)/, /`/, /\.c\b/, /editions\//, /you type/i, /\bJSON\b/, /^## (Glossary|Invariants|Bad input|How to say it)/m, /[a-z]_[a-z]+(?![\w.]*htm)/])
      assert.doesNotMatch(rules, wrong);
    for (const line of rules.split('\n').filter(l => /^- /.test(l)))
      assert.doesNotMatch(line, /\((?:[A-ZÄÖÜ]{5,}|Aufbau|Verlauf|Spiel\w+|\d\. [A-ZÄÖÜ]|Die [A-Z]|Das [A-Z]|Person\w*|Machtfaktor|Variante)[^)]*\)$/, 'a source is left');
    for (const [heading, next] of rules.split('\n').filter(l => l).map((l, i, lines) => [l, lines[i + 1] ?? '#']))
      if (heading.startsWith('#')) assert.ok(next.length - next.replace(/^#+/, '').length > heading.length - heading.replace(/^#+/, '').length || !next.startsWith('#'), `nothing below ${heading}`);
  });
}

test('a paragraph, a table and a clause become what a player reads', () => {
  const ledger = ['# G', 'Type `speakeasy play g`.', '## In one minute', '- Take it: `take F2`.', '## Glossary', '| Identifier | English |\n|---|---|\n| `a_b` | ab |',
                  '## Rules', '- **FA-1.1** Lay a `new_card` (face up). (MATERIAL; see FA-R1)\n- **FA-1.2** No (really). (AUFBAU (Text), a note)',
                  '```\nfor x:\n\n  y\n```', '## Rulings', 'Order of authority: text.', '| ID | Question | Options | Ruling | Why |\n|---|---|---|---|---|\n| FA-R1 | How? | a; b | so | text |'].join('\n\n');
  assert.equal(forPlayers(ledger), ['# G', '## In one minute', '- Take it.', '## Rules', '- **FA-1.1** Lay a new card (face up). (see FA-R1)\n- **FA-1.2** No (really).', '## Rulings',
                                    'Where the printed rules are silent, or can be read in several ways, we play it like this.', '| ID | Question | Ruling |\n|---|---|---|\n| FA-R1 | How? | so |'].join('\n\n'));
});

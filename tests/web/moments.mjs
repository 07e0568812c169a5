// moments.mjs: the fullest moments of recorded games. A random game seldom shows the table at its fullest (nineteen men in one gang, an assault,
// a quarter of a million in cash); the recorded ones do. Of every kind of moment, as the engine names the stage, the one with the most to show is taken.
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {readRecord, recordTo} from '../../web/src/lesson.js';
import {newEngine, root} from './wasm_kit.mjs';

/** @import {Page} from 'playwright-core' */

/** 'play' is the record up to there, 'seat' who is asked then, or anybody where the game is over; 'of' whom it is the fullest, 'full': how much there is to show.
 * @typedef {{game: string, n: number, kind: string, of: string, record: string, entry: number, play: string, seat: number, full: number, over: boolean}} Moment */

/** The records of a game: those of its folder, those that older versions wrote, and crowded ones. @param {string} game */
const recordsOf = game =>
  Object.entries({
    [`src/games/${game}/plays`]: /./,
    'tests/fixtures/2': new RegExp(`^${game}_\\d_`),
    'tests/web/crowded': new RegExp(`^${game}_`),
  }).flatMap(([folder, named]) =>
    readdirSync(join(root, folder))
      .filter(f => f.endsWith('.play') && named.test(f))
      .map(f => ({record: f, play: readFileSync(join(root, folder, f), 'utf8')})),
  );

/** What the engine tells of a record, step by step, with open eyes; nothing if it was played with an edition of its own.
 * @param {Awaited<ReturnType<typeof newEngine>>} engine @param {string} play @param {number} n */
function stepsOf(engine, play, n) {
  const seats = Array.from({length: n}, (_x, i) => `seat hotseat P${i}`);
  try {
    engine.open([`seed ${'0'.repeat(64)}`, ...seats, 'record', play].join('\n'), 0);
  } catch {
    return [];
  }
  const steps = engine.replay(30).filter(step => step.view);
  engine.close();
  return steps;
}

/** How much there is to show: at the whole table, and for one player. @param {any} view @returns {Record<string, number>} */
const fullness = view => ({
  table: JSON.stringify(view).length,
  player: Math.max(...[...(view.gangs ?? []), ...view.players].map(part => JSON.stringify(part).length)),
});

/** Of every number of players and every kind of moment the fullest table, and the fullest player. @param {string} game @returns {Promise<Moment[]>} */
export async function fullestMoments(game) {
  const engine = await newEngine(),
    best = /** @type {Map<string, Moment>} */ (new Map());
  for (const {record, play} of recordsOf(game)) {
    const n = Number(/^seats (\d)$/m.exec(play)?.[1]),
      steps = stepsOf(engine, play, n);
    steps.forEach(({view, entry}, i) => {
      const seat = steps[i + 1]?.event.seat ?? 0,
        over = i === steps.length - 1,
        kind = view.stage ?? view.phase;
      for (const [of, full] of Object.entries(fullness(view)))
        if (typeof seat === 'number' && !((best.get(`${n} ${kind} ${of}`)?.full ?? 0) >= full))
          best.set(`${n} ${kind} ${of}`, {
            game,
            n,
            kind,
            of,
            record,
            entry,
            play: recordTo(readRecord(play), entry),
            seat,
            full,
            over,
          });
    });
  }
  return [...new Map([...best.values()].map(m => [`${m.record} ${m.entry}`, m])).values()];
}

/** Opens a moment: everybody has as long a name as there can be, and nobody moves. @param {Page} page @param {string} url @param {Moment} moment */
export async function openMoment(page, url, {game, n, play, seat, over}) {
  const names = [
    'Maximiliane Schulze-Lindenthal',
    'Wilhelmina van den Bovenkamp',
    'Bartholomew Fotheringham',
    'Mmmmmmmmmmmmm Wwwwwwwwwwwwwwwww',
    'Al',
  ];
  if (!page.url().startsWith(url)) await page.goto(`${url}rules.html`);
  await page.evaluate(table => localStorage.setItem(`speakeasy.local.${table.id}`, JSON.stringify(table)), {
    id: 'moment',
    game,
    players: n,
    options: {},
    seats: names.slice(0, n).map((name, i) => (i === seat ? {kind: 'me', name} : {kind: 'bot', bot: 'hard', name})),
    updated: Date.now(),
    over,
    play,
    still: true,
  });
  await page.goto(`${url}table.html?local=moment`);
  await page.waitForSelector(over ? '.table[data-over=yes]' : '.table.my-turn');
}

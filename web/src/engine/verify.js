// verify.js: a finished game played once more, with chance drawn from a key: does every card come as the record has it?
// docs/fairness.md tells what that proves.

/** @import {Engine} from './engine.js' */

/** 'other': the cards are of an edition that is not here. @typedef {{events: number, other: boolean, fault: {entry: number, expected: string, found: string}|null}} Verdict */

/** The record's own lines. @param {string} play */
export function readRecord(play) {
  const [head, log = ''] = play.split(/^log$/m);
  const one = (/** @type {string} */ key) => new RegExp(`^${key} (.*)$`, 'm').exec(head)?.[1] ?? '';
  const pairs = (/** @type {string} */ key) => [...head.matchAll(new RegExp(`^${key} (\\S+) (.*)$`, 'gm'))].map(m => /** @type {[string, string]} */ ([m[1], m[2]]));
  return {
    game: one('game'), seats: Number(one('seats')), edition: one('edition'), options: pairs('option'), proof: /** @type {Record<string, string>} */ (Object.fromEntries(pairs('proof'))),
    entries: [...log.matchAll(/^\d+ (chance|\d) (.*)$/gm)].map(m => ({seat: m[1] === 'chance' ? null : Number(m[1]), text: m[2].replace(/^safe /, '')})),
  };
}

/** What counts: without talk, which changes nothing, and without what was taken back. Chance is never taken back, so its events
 * stand in the order in which they were drawn. @param {{seat: number|null, text: string}[]} entries */
function standing(entries) {
  /** @type {typeof entries} */
  const kept = [];
  for (const e of entries) {
    if (e.text.startsWith('say ')) continue;
    if (e.text === 'undo') kept.splice(kept.findLastIndex(k => k.seat === e.seat), 1);
    else kept.push(e);
  }
  return kept;
}

/** @param {Engine} engine without a table @param {string} play @param {string} key of chance, in hex @returns {Verdict} */
export function drawAgain(engine, play, key) {
  const {game, seats, options, edition, entries} = readRecord(play), wanted = standing(entries);
  engine.open([`game ${game}`, `players ${seats}`, ...options.map(([name, value]) => `option ${name}=${value}`), `seed ${key}`,
               ...Array.from({length: seats}, (_x, i) => `seat person P${i + 1}`)].join('\n'), 0);
  for (const {seat, text} of wanted) {
    try {
      if (seat !== null) engine.act('move', seat, text, -1, 0); // chance comes by itself
    } catch {
      break; // with other cards there may be no such move: the comparison tells
    }
  }
  const {entries: drawn, edition: ours} = readRecord(engine.save());
  engine.close();
  const at = wanted.findIndex((e, i) => e.seat !== drawn[i]?.seat || e.text !== drawn[i]?.text);
  return {events: wanted.filter(e => e.seat === null).length, other: ours !== edition, fault: at < 0 ? null : {entry: entries.indexOf(wanted[at]) + 1, expected: drawn[at]?.text ?? '', found: wanted[at].text}};
}

// verify.js: a finished game played once more, with chance drawn from a key: does every card come as the record has it?
// docs/fairness.md tells what that proves.

/** @import {Engine} from './engine.js' */

/** 'other': the cards are of an edition that is not here. @typedef {{events: number, other: boolean, fault: {entry: number, expected: string, found: string}|null}} Verdict */

/** The record's own lines. @param {string} play */
export function readRecord(play) {
  const [head, log = ''] = play.split(/^log$/m);
  const one = (/** @type {string} */ key) => new RegExp(`^${key} (.*)$`, 'm').exec(head)?.[1] ?? '';
  const pairs = (/** @type {string} */ key) =>
    [...head.matchAll(new RegExp(`^${key} (\\S+) (.*)$`, 'gm'))].map(
      m => /** @type {[string, string]} */ ([m[1], m[2]]),
    );
  return {
    seats: Number(one('seats')),
    head,
    proof: /** @type {Record<string, string>} */ (Object.fromEntries(pairs('proof'))),
    entries: [...log.matchAll(/^\d+ (chance|\d) (.*)$/gm)].map(m => ({
      seat: m[1] === 'chance' ? null : Number(m[1]),
      text: m[2].replace(/^safe /, ''),
    })),
  };
}

/** What is played again: without talk, which changes nothing, and without moves that were taken back before anything came of them. Whoever
 * goes back further goes back here too: what was drawn meanwhile is used up. So events of chance stand in the order in which they were
 * drawn. @param {{seat: number|null, text: string}[]} entries */
function played(entries) {
  /** @type {{seat: number|null, text: string, number: number}[]} */
  const kept = [];
  entries.forEach(({seat, text}, i) => {
    const taken = text === 'undo' ? kept.findLastIndex(k => k.seat === seat) : -1;
    if (taken >= 0) kept.splice(taken, 1);
    else if (!text.startsWith('say ')) kept.push({seat, text, number: i + 1});
  });
  return kept;
}

/** @param {string} text of an entry */
const goesBack = text => /^undo \d+$/.test(text);

/** Whoever went back beyond the turn played bots alone: the others sit there as such. @param {number} seats
 * @param {{seat: number|null, text: string}[]} entries */
function sitters(seats, entries) {
  const alone = entries.find(e => goesBack(e.text))?.seat;
  return Array.from({length: seats}, (_x, i) =>
    alone === undefined || alone === i ? `seat person P${i + 1}` : `seat bot random P${i + 1}`,
  );
}

/** Make the moves again; chance comes by itself. @param {Engine} engine @param {ReturnType<typeof played>} wanted */
function playAgain(engine, wanted) {
  /** Which event a move was to its own seat, by its number in the record. @type {Map<number, number>} */
  const heard = new Map();
  for (const {seat, text, number} of wanted) {
    if (seat === null) continue;
    const to = heard.get(Number(text.slice('undo '.length)));
    heard.set(number, engine.n(seat) + 1);
    try {
      if (goesBack(text)) engine.act('undo', seat, to ? String(to) : '', -1, 0);
      else engine.act('move', seat, text, -1, 0);
    } catch {
      return; // with other cards there may be no such move: the comparison tells
    }
  }
}

/** @param {Engine} engine without a table @param {string} play @param {string} key of chance, in hex @returns {Verdict} */
export function drawAgain(engine, play, key) {
  const {seats, head, entries} = readRecord(play),
    wanted = played(entries),
    events = wanted.filter(e => e.seat === null).length;
  try {
    // The record without its log: the same edition, options and version of the rules, with the key's own cards.
    engine.open([`seed ${key}`, ...sitters(seats, entries), 'record', `${head}log\nend 0\n`].join('\n'), 0);
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code !== 'other_edition') throw error;
    return {events, other: true, fault: null};
  }
  playAgain(engine, wanted);
  const {entries: drawn} = readRecord(engine.save());
  engine.close();
  const at = wanted.findIndex(
    ({seat, text}, i) =>
      seat !== drawn[i]?.seat || (text !== drawn[i].text && !(goesBack(text) && goesBack(drawn[i].text))),
  );
  return {
    events,
    other: false,
    fault: at < 0 ? null : {entry: wanted[at].number, expected: drawn[at]?.text ?? '', found: wanted[at].text},
  };
}

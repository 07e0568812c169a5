// engine.js: the engine as a WebAssembly module: src/hosts/wasm/wasm.h, with text instead of addresses. It runs in
// a Worker, in a page and in Node alike, and fetches nothing: whoever loads it brings the bytes.

/** @typedef {Record<string, Function> & {memory: WebAssembly.Memory}} Exports */

/** @typedef {{error: string, rule: string, text: string, line: number}} Why */

/** What the engine refuses, with the rule that forbids it. */
export class Refusal extends Error {
  /** @param {Why} why */
  constructor(why) {
    super(why.text);
    this.code = CODES[why.error] ?? 'broken';
    this.rule = why.rule;
    this.line = why.line; // of a record, from 1; 0: none
  }
}

/** The engine's kinds of trouble in the words of docs/protocol.md. @type {Record<string, string>} */
const CODES = {
  REFUSED: 'refused', OTHER_EDITION: 'refused', MALFORMED: 'malformed', RANGE: 'malformed', UNKNOWN: 'unknown',
  STALE: 'stale', TAKEN: 'taken', BUSY: 'busy',
};

/** In the order of wasm_deed. */
const DEEDS = ['move', 'undo', 'say', 'pause', 'resume', 'leave', 'back', 'safe', 'pass'];

export const ONLOOKER = 30, HOUSE = 29;

/** @param {WebAssembly.Module} module */
export async function openEngine(module) {
  const instance = await WebAssembly.instantiate(module, {});
  const raw = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  raw._initialize();
  return makeEngine(raw);
}

/** @typedef {Awaited<ReturnType<typeof openEngine>>} Engine */

/** @param {Exports} raw */
function makeEngine(raw) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  /** @param {number} at @param {number} n */
  const read = (at, n) => decoder.decode(new Uint8Array(raw.memory.buffer, at, n));
  const out = () => read(raw.out(), raw.out_length());

  /** @param {string} text */
  function put(text) {
    const bytes = encoder.encode(text), at = raw.in(bytes.length);
    if (!at) throw new Refusal({error: 'MALFORMED', rule: '', text: 'That is too long.', line: 0});
    new Uint8Array(raw.memory.buffer).set(bytes, at);
  }

  /** A call. The engine stops itself when it finds one of its own promises broken; then it says which.
   * @param {string} name @param {(number|boolean)[]} values */
  function call(name, ...values) {
    try {
      return raw[name](...values);
    } catch (e) {
      const words = read(raw.last_words(), raw.last_words_length()).trim();
      throw new Error(words || String(e), {cause: e});
    }
  }

  /** A call that may be refused; what it printed. @param {string} name @param {(number|boolean)[]} values */
  function ask(name, ...values) {
    if (call(name, ...values)) return out();
    const text = out();
    throw new Refusal(text ? JSON.parse(text) : {error: 'UNKNOWN', rule: '', text: 'There is no such thing here.', line: 0});
  }

  return {
    /** {protocol, version, games, bots} @returns {any} */
    games() {
      call('games');
      return JSON.parse(out());
    },
    /** @param {string} game @returns {string} */
    digest(game) {
      put(game);
      return ask('digest');
    },
    /** @param {string} game @param {number} players @param {number} games @param {boolean} busy @param {number} seed
     * @returns {any} */
    simulate(game, players, games, busy, seed) {
      put(game);
      return JSON.parse(ask('simulate', players, games, busy, seed));
    },

    /** @param {string} plan in lines: wasm.h @param {number} now */
    open(plan, now) {
      put(plan);
      ask('table_open', now);
    },
    close: () => call('table_close'),
    /** @param {string} deed @param {number} seat @param {string} text @param {number} n @param {number} now */
    act(deed, seat, text, n, now) {
      put(text);
      ask('table_act', DEEDS.indexOf(deed), seat, n, now);
    },
    /** @param {number} seat @param {string} move */
    why(seat, move) {
      put(move);
      ask('table_why', seat);
    },
    asked: () => seats(call('table_asked')),
    deputed: () => seats(call('table_deputed')),
    speakers: () => seats(call('table_speakers')),
    /** @param {number} viewer @returns {number} */
    n: viewer => call('table_n', viewer),
    /** @param {number} viewer @returns {bigint} */
    stamp: viewer => call('table_stamp', viewer),
    /** @returns {bigint} */
    factsStamp: () => call('table_facts_stamp'),
    /** @returns {any} */
    facts: () => JSON.parse(ask('table_facts')),
    /** @param {number} viewer @param {number} seen @param {number} now @returns {any} */
    view: (viewer, seen, now) => JSON.parse(ask('table_view', viewer, seen, now)),
    save: () => ask('table_save'),
    /** @param {number} viewer @returns {any[]} facts, steps, {result} */
    replay: viewer => ask('table_replay', viewer).trim().split('\n').map(line => JSON.parse(line)),

    /** @param {number} seat @returns {boolean} */
    botBegin: seat => !!call('bot_begin', seat),
    /** @param {number} seat @param {number} iterations @returns {number} */
    botThink: (seat, iterations) => call('bot_think', seat, iterations),
    /** @param {number} seat @param {number} now */
    botMove: (seat, now) => ask('bot_move', seat, now),
    /** @param {number} seat @returns {boolean} */
    botRehearse: seat => !!call('bot_rehearse', seat),
    /** @param {number} seat @param {number} now */
    botSay: (seat, now) => ask('bot_say', seat, now),
    /** @param {number} seat */
    hintBegin: seat => void ask('hint_begin', seat),
    /** @param {number} iterations @returns {number} */
    hintThink: iterations => call('hint_think', iterations),
    /** @returns {import('../types.js').HintLine[]} */
    hint: () => JSON.parse(ask('hint_print')),
  };
}

/** The numbers of a set's bits; chance is nobody's seat. @param {number} set */
function seats(set) {
  const found = [];
  for (let seat = 0; seat < 8; seat++) if (set >>> seat & 1) found.push(seat);
  return found;
}

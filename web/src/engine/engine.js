// engine.js: the engine as a WebAssembly module: src/hosts/wasm/wasm.h, with text instead of addresses. It runs in
// a Worker, in a page and in Node alike, and fetches nothing: whoever loads it brings the bytes.

/** @typedef {Record<string, Function> & {memory: WebAssembly.Memory}} Exports */

/** @import {Phrase} from '../phrase.js' */

/** @typedef {{error: string, rule: string, text: string, line: number, phrase?: Phrase[]}} Why */

/** What the engine refuses, with the rule that forbids it. */
export class Refusal extends Error {
  /** @param {Why} why */
  constructor(why) {
    super(why.text);
    this.code = CODES[why.error] ?? 'broken';
    this.rule = why.rule;
    this.phrase = why.phrase;
    this.line = why.line; // of a record, from 1; 0: none
  }
}

/** The engine's kinds of trouble in the words of docs/protocol.md. @type {Record<string, string>} */
const CODES = {
  REFUSED: 'refused',
  OTHER_EDITION: 'other_edition',
  MALFORMED: 'malformed',
  RANGE: 'malformed',
  UNKNOWN: 'unknown',
  STALE: 'stale',
  TAKEN: 'taken',
  BUSY: 'busy',
};

export const ONLOOKER = 30,
  HOUSE = 29;

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
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();

  /** @param {number} at @param {number} n */
  const read = (at, n) => decoder.decode(new Uint8Array(raw.memory.buffer, at, n));
  const out = () => read(raw.out(), raw.out_length());

  /** @param {string} text */
  const put = text => putBytes(encoder.encode(text));

  /** @param {Uint8Array} bytes */
  function putBytes(bytes) {
    const at = raw.in(bytes.length);
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
    throw new Refusal(
      text ? JSON.parse(text) : {error: 'UNKNOWN', rule: '', text: 'There is no such thing here.', line: 0},
    );
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
    /** What the table's bots have learned: wasm.h. @param {Uint8Array} bytes */
    net(bytes) {
      putBytes(bytes);
      ask('table_net');
    },
    /** @param {string} deed @param {number} seat @param {string} text @param {number} n @param {number} now */
    act(deed, seat, text, n, now) {
      put(text ? `${deed} ${text}` : deed);
      ask('table_act', seat, n, now);
    },
    /** @param {number} seat @param {string} move */
    why(seat, move) {
      put(move);
      ask('table_why', seat);
    },
    asked: () => seats(call('table_asked')),
    /** What bots have to do now: room.h, "Bots' turns". @param {number[]} people who could speak @param {number} talkMs
     * @param {number} moveMs @param {number} now
     * @returns {{kind: 'nothing'|'words'|'person'|'moves', seat: number, seats: number[], until: number}} */
    due: (people, talkMs, moveMs, now) => JSON.parse(ask('table_due', setOf(people), talkMs, moveMs, now)),
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
    /** What it is drawn from: types.js. @returns {import('../types.js').Box} */
    box: () => JSON.parse(ask('table_box')),
    save: () => ask('table_save'),
    /** @param {number} viewer @returns {any[]} facts, steps, {result} */
    replay: viewer =>
      ask('table_replay', viewer)
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),

    /** @param {string[]} lines what is looked at: wasm.h */
    lookOpen(lines) {
      put(lines.join('\n'));
      ask('look_open');
    },
    /** @param {number} actor -1: chance @param {string} text @returns {Phrase[]} */
    lookExplain(actor, text) {
      put(text);
      call('look_explain', actor);
      return JSON.parse(out());
    },
    /** @param {string} code @returns {Phrase[]} */
    lookName(code) {
      put(code);
      call('look_name');
      return JSON.parse(out());
    },
    /** @param {number} seat @param {string} position @returns {Record<string, Phrase[]>} */
    lookMoves(seat, position) {
      put(position);
      call('look_moves', seat);
      return JSON.parse(out());
    },
    /** What the seat is offered to say now. @param {number} seat @param {string} position @param {{seat: number|'chance', text: string}[]} said since
     * the last move that everybody heard of @returns {{text: string, phrase: Phrase[], apt: number}[]} */
    lookTalk(seat, position, said) {
      put([position, ...said.map(e => `${e.seat} ${e.text}`)].join('\n'));
      call('look_talk', seat);
      return JSON.parse(out());
    },

    /** The view as a move of the seat would leave it; null: that is no legal move. @param {number} seat @param {string} position @param {string} move
     * @returns {any} */
    lookAfter(seat, position, move) {
      put(`${position}\n${move}`);
      call('look_after', seat);
      return JSON.parse(out());
    },

    /** Per cent of a decision's time that it may think for; -1: there is no bot. @param {number} seat
     * @param {'move'|'words'} what @returns {number} */
    botAsk(seat, what) {
      put(what);
      return call('bot_ask', seat);
    },
    /** @param {number} seat @param {number} iterations @returns {number} */
    botThink: (seat, iterations) => call('bot_think', seat, iterations),
    /** @param {number} seat @param {number} now */
    botAnswer: (seat, now) => ask('bot_answer', seat, now),
    /** @param {number} seat */
    hintBegin: seat => void ask('hint_begin', seat),
    /** @param {number} iterations @returns {number} */
    hintThink: iterations => call('hint_think', iterations),
    /** @returns {import('../types.js').HintLine[]} */
    hint: () => JSON.parse(ask('hint_print')),

    /** Look back at the table's game, which is over. @param {string} bot who judges @param {number} seed */
    analysisOpen(bot, seed) {
      put(bot);
      ask('analysis_open', seed);
    },
    /** Per cent of a decision's budget that the next question may take; 0: all is done. @returns {number} */
    analysisBegin: () => call('analysis_begin'),
    /** @param {number} iterations @returns {number} */
    analysisThink: iterations => call('analysis_think', iterations),
    analysisEnd: () => void call('analysis_end'),
    /** @returns {{done: number, decisions: number}} */
    analysisProgress: () => ({done: call('analysis_done'), decisions: call('analysis_decisions')}),
    /** @returns {import('../analysis.js').Analysis} */
    analysis: () => JSON.parse(ask('analysis_print')),
  };
}

/** A set as the engine has it: seats, and nobody else. @param {number[]} numbers */
const setOf = numbers => numbers.reduce((set, seat) => (seat < 8 ? set | (1 << seat) : set), 0);

/** The numbers of a set's bits; chance is nobody's seat. @param {number} set */
function seats(set) {
  const found = [];
  for (let seat = 0; seat < 8; seat++) if ((set >>> seat) & 1) found.push(seat);
  return found;
}

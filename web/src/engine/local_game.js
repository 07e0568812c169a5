// local_game.js: a table without a server. It takes and gives the messages of docs/protocol.md (the WebSocket part), so
// that a page has one client for both; around that the engine is asked, bots think in portions, and the device
// goes from hand to hand where several people share it. When bots speak and move, and whom they wait for, the engine
// decides (engine.due); here is the clock. It runs in a Worker (worker.js), and in tests anywhere.
//
// Beside the protocol's messages there are two. To the table, first of all:
//     {t: 'open', table: LocalTable, language, seed, pace, ms, patience}    all but the table may be left out
// From the table, after every change, for keeping:
//     {t: 'keep', play, over}                                    the record so far
// Where several people share the device, another 'hello' with another 'you' means: hand it over; 'curtain' in it says
// that the one must not see what the other saw.
import {HOUSE, ONLOOKER, Refusal} from './engine.js';
import {drawAgain} from './verify.js';

/** @import {Engine} from './engine.js' */
/** @import {LocalSeat, LocalTable} from '../mine.js' */

/** @typedef {{t: string, ref?: string, n?: number, text?: string, seen?: number, [more: string]: any}} Message */

/** @typedef {{table: LocalTable, language?: string, seed?: string, pace?: number, ms?: number, patience?: number|null}} Wish */

const ACTS = new Set(['move', 'undo', 'say', 'pause', 'resume', 'leave', 'back']);
const SLICE = 12; // ms of thinking at a stretch, so that an answer waits no longer
const KEPT_ANSWERS = 200;
const NO_SEED = '0'.repeat(64); // where nothing is left to chance

/** How long things take, in ms: between two moves of bots, a bot's decision at most, and the time a person has
 * to say something before bots go on; null: all the time in the world.
 * @type {{pace: number, ms: number, patience: number|null}} */
const TIMES = {pace: 400, ms: 1000, patience: null};
const NEVER = Number.MAX_SAFE_INTEGER;
const LONGEST = 0x7fffffff; // that a timer can wait

export class LocalGame {
  /** @param {Engine} engine @param {(message: any) => void} post
   * @param {(game: string, players: number) => Promise<Uint8Array|null>} fetchNet what bots have learned: load.js */
  constructor(engine, post, fetchNet = async () => null) {
    this.engine = engine;
    this.post = post;
    this.fetchNet = fetchNet;
    /** Bots wait for what they have learned. @type {Promise<void>} */
    this.learned = Promise.resolve();
    /** @type {LocalTable|null} */
    this.table = null;
    this.closed = false;
    this.running = false;
    this.stirred = false;
    /** The seat whose eyes the page has; an onlooker's where only bots play. */
    this.you = ONLOOKER;
    /** @type {number[]} */
    this.people = [];
    /** Milliseconds of a decision, by seat, where a bot has its own. @type {Map<number, number>} */
    this.budgets = new Map();
    this.language = 'en';
    this.created = 0;
    this.times = {...TIMES};
    this.sent = {view: 0n, facts: 0n, n: 0};
    /** @type {Map<string, any>} */
    this.answers = new Map();
    /** Whoever waits for a change. @type {(() => void)[]} */
    this.waiting = [];
  }

  /** @param {Message} m */
  receive(m) {
    try {
      this.hear(m);
    } catch (e) {
      this.fail(m, e);
    }
  }

  /** @param {Message} m */
  hear(m) {
    const before = m.ref === undefined ? undefined : this.answers.get(m.ref);
    if (before) this.post(before);
    else if (m.t === 'open') this.open(/** @type {any} */ (m));
    else if (m.t === 'games') this.post({t: 'games', ref: m.ref, ...this.engine.games()});
    else if (m.t === 'box' && !this.table) this.post({t: 'box', ref: m.ref, box: this.box(m.table)});
    else if (m.t === 'replay') this.post({t: 'replay', ref: m.ref, ...this.replay(m)});
    else if (m.t === 'verify' && !this.table)
      this.post({t: 'verify', ref: m.ref, ...drawAgain(this.engine, m.play, m.key)});
    else if (m.t === 'ping') this.post({t: 'pong'});
    else if (!this.table) throw new Refusal({error: 'UNKNOWN', rule: '', text: 'There is no table.', line: 0});
    else if (m.t === 'hello') this.greet(m.seen ?? 0);
    else if (m.t === 'since') this.showView(m.n ?? 0);
    else if (ACTS.has(m.t)) this.act(m);
    else if (m.t === 'why') this.why(m);
    else if (m.t === 'hint') void this.hint(m);
    else if (m.t === 'start') this.ok(m);
    else throw new Refusal(refusalOf(m.t));
  }

  /** A refusal is an answer; anything else is the end of this table. @param {Message} m @param {unknown} e */
  fail(m, e) {
    if (!(e instanceof Refusal)) {
      this.closed = true;
      this.post({t: 'bye', text: String(e instanceof Error ? e.message : e)});
    } else if (m.t === 'open') {
      this.post({t: 'bye', text: e.message, phrase: e.phrase});
    } else {
      const no = {t: 'no', ref: m.ref ?? null, error: e.code, text: e.message};
      this.answer(m, {
        ...no,
        ...(e.rule && {rule: e.rule}),
        ...(e.line && {line: e.line}),
        ...(e.phrase && {phrase: e.phrase}),
      });
    }
  }

  close() {
    this.closed = true;
    this.wake();
  }

  // -- Sitting down ----------------------------------------------------------------------------------------

  /** @param {Wish} wish */
  open({table, language = 'en', seed = table.still ? NO_SEED : randomSeed(), ...times}) {
    this.times = {...TIMES, ...pick(times, ['pace', 'ms', 'patience'])};
    this.engine.open(this.planOf(table, seed), now());
    this.table = table;
    this.language = language;
    this.created = Date.now();
    this.people = table.seats.flatMap((s, i) => (s.kind === 'bot' ? [] : [i]));
    this.you = this.people[0] ?? ONLOOKER;
    this.turnTo();
    this.keep();
    this.greet(0);
    if (table.still) return; // a lesson: nobody moves but the learner
    this.learned = this.learn();
    void this.run();
  }

  async learn() {
    const {game, seats} = this.engine.facts();
    const net = await this.fetchNet(game, seats.length);
    if (net && !this.closed) this.engine.net(net);
  }

  /** The table in the engine's lines. @param {LocalTable} table @param {string} seed */
  planOf(table, seed) {
    const lines = [`seed ${seed}`, ...editionLines(table.edition), ...this.seatLines(table)];
    if (table.play) return [...lines, 'record', table.play].join('\n');
    const options = Object.entries(table.options ?? {}).map(
      ([name, value]) => `option ${clean(name)}=${clean(String(value))}`,
    );
    return [`game ${clean(table.game)}`, `players ${table.players}`, ...options, ...lines].join('\n');
  }

  /** What a table will be drawn from, before it is opened. @param {LocalTable} table @returns {import('../types.js').Box} */
  box(table) {
    this.engine.open(this.planOf(table, NO_SEED), now());
    const box = this.engine.box();
    this.engine.close();
    return box;
  }

  /** @param {LocalTable} table */
  seatLines(table) {
    const names = new Set();
    return table.seats.map((seat, i) => {
      const name = unlike(tidyName(seat.name) || this.nameOf(seat, i, table.game), names);
      names.add(name);
      if (seat.kind !== 'bot') return `seat ${seat.kind === 'me' ? 'person' : 'hotseat'} ${name}`;
      const [word, ms] = readBot(seat.bot ?? 'normal');
      if (ms) this.budgets.set(i, ms);
      return `seat bot ${word} ${name}`;
    });
  }

  /** A bot is called as the game calls that character. @param {LocalSeat} seat @param {number} i @param {string} game */
  nameOf(seat, i, game) {
    if (seat.kind !== 'bot') return `Player ${i + 1}`;
    const word = readBot(seat.bot ?? 'normal')[0];
    const bot = this.engine.games().bots.find((/** @type {any} */ b) => b.bot === word);
    return bot?.games[game]?.name ?? word;
  }

  // -- Showing ---------------------------------------------------------------------------------------------

  get viewer() {
    return this.you === ONLOOKER ? null : this.you;
  }

  /** @param {number} seen */
  greet(seen) {
    const {version, games} = this.engine.games(),
      {game} = this.engine.facts();
    const curtain = this.people.length > 1 && games.find((/** @type {any} */ g) => g.game === game).secrets;
    this.post({
      t: 'hello',
      protocol: 1,
      version,
      table: this.table?.id,
      you: this.viewer,
      host: true,
      curtain,
      talk_ms: this.times.patience,
      hurry: true, // the reader's own time
    });
    this.showFacts();
    this.showView(seen);
  }

  showFacts() {
    this.sent.facts = this.engine.factsStamp();
    this.post({
      ...this.engine.facts(),
      id: this.table?.id,
      language: this.language,
      created: this.created,
      commitment: null,
      proof: null,
      rematch: null,
      onlookers: 0,
    });
  }

  /** @param {number} seen */
  showView(seen) {
    const view = this.engine.view(this.you, seen, now());
    this.sent = {...this.sent, view: this.engine.stamp(this.you), n: view.n};
    this.post(view);
  }

  /** Something has changed: it is kept, then whoever should see it does, and the bots go on. */
  changed() {
    this.keep();
    this.show();
  }

  show() {
    if (this.turnTo()) {
      this.greet(0);
    } else {
      if (this.engine.factsStamp() !== this.sent.facts) this.showFacts();
      if (this.engine.stamp(this.you) !== this.sent.view) this.showView(this.sent.n);
    }
    this.wake();
    void this.run();
  }

  keep() {
    this.post({t: 'keep', play: this.engine.save(), over: this.engine.asked().length === 0});
  }

  /** Give the device to the next person who is asked. Whether it is another than before. */
  turnTo() {
    const asked = this.engine.asked().filter(seat => this.people.includes(seat));
    if (!asked.length || asked.includes(this.you)) return false;
    this.you = asked.find(seat => seat > this.you) ?? asked[0];
    return true;
  }

  // -- Answering -------------------------------------------------------------------------------------------

  /** @param {Message} m @param {any} answer */
  answer(m, answer) {
    if (m.ref !== undefined) this.answers.set(m.ref, answer);
    for (const ref of this.answers.keys()) {
      if (this.answers.size <= KEPT_ANSWERS) break;
      this.answers.delete(ref);
    }
    this.post(answer);
  }

  /** @param {Message} m @param {object} [more] */
  ok(m, more) {
    this.answer(m, {t: 'ok', ref: m.ref ?? null, n: this.engine.n(this.you), ...more});
  }

  /** @param {Message} m */
  act(m) {
    const text = m.t === 'undo' ? (m.to ? String(m.to) : '') : (m.text ?? '');
    this.engine.act(m.t, this.you, text, m.n ?? -1, now());
    this.keep();
    this.ok(m);
    this.show();
  }

  /** @param {Message} m */
  why(m) {
    this.engine.why(this.you, m.text ?? '');
    this.ok(m, {legal: true});
  }

  /** @param {Message} m */
  async hint(m) {
    try {
      this.engine.hintBegin(this.you);
      await this.think(n => this.engine.hintThink(n), this.times.ms);
      this.ok(m, {moves: this.engine.hint()});
    } catch (e) {
      this.fail(m, e);
    }
  }

  /** A finished game, from a record. @param {Message} m */
  replay(m) {
    if (this.table) throw new Refusal({error: 'REFUSED', rule: '', text: 'Another game is played here.', line: 0});
    const viewer = m.viewer === 'onlooker' ? ONLOOKER : /^\d$/.test(m.viewer) ? Number(m.viewer) : HOUSE;
    const play = String(m.play ?? ''),
      players = Number(/^seats (\d)$/m.exec(play)?.[1] ?? 0);
    const seats = Array.from(
      {length: players},
      (_x, i) => `seat person ${tidyName(m.names?.[i]) || `Player ${i + 1}`}`,
    );
    this.engine.open([`seed ${NO_SEED}`, ...editionLines(m.edition), ...seats, 'record', play].join('\n'), now());
    const found = {lines: this.engine.replay(viewer), box: this.engine.box()};
    this.engine.close();
    return found;
  }

  // -- Bots ------------------------------------------------------------------------------------------------

  /** Until it is nobody's turn but the people's. Whatever happens meanwhile is looked at before that is believed. */
  async run() {
    this.stirred = true;
    if (this.running || this.table?.still) return;
    this.running = true;
    try {
      await this.learned;
      while (!this.closed && this.stirred) {
        this.stirred = false;
        while (await this.step());
      }
    } catch (e) {
      this.fail({t: 'run'}, e instanceof Refusal ? new Error(e.message) : e);
    }
    this.running = false;
  }

  /** One deed of a bot, or some waiting for people. False: it is nobody's turn but theirs. */
  async step() {
    if (this.closed) return false;
    const {patience, pace} = this.times,
      {kind, seat, seats, until} = this.engine.due([this.you], patience ?? NEVER, pace, now());
    if (kind === 'words') return this.answerOf(seat, 'words', 0);
    if (kind === 'person') return this.listen(until);
    if (kind === 'moves') return this.answerOf(seats[0], 'move', until);
    return false;
  }

  /** Whoever has the device may speak: bots wait until then, or until something happens. @param {number} until */
  async listen(until) {
    await Promise.race([
      sleep(Math.min(until - now() + 1, LONGEST)),
      new Promise(done => this.waiting.push(() => done(undefined))),
    ]);
    return true;
  }

  /** A bot's move or words, not before that time. Where there is no bot the safe default is played.
   * @param {number} seat @param {'move'|'words'} what @param {number} until */
  async answerOf(seat, what, until) {
    const percent = this.engine.botAsk(seat, what);
    if (percent < 0) return this.finish(() => this.engine.act('safe', seat, '', -1, now()));
    await this.think(n => this.engine.botThink(seat, n), (this.budget(seat) * percent) / 100);
    if (until > now()) await sleep(until - now());
    return this.finish(() => this.engine.botAnswer(seat, now()));
  }

  /** The deed itself. The table may have moved on while the bot was thinking: then it thinks again.
   * @param {() => void} deed */
  finish(deed) {
    if (this.closed) return false;
    try {
      deed();
    } catch (e) {
      if (e instanceof Refusal && e.code === 'stale') return true;
      throw e;
    }
    this.changed();
    return true;
  }

  /** @param {number} seat */
  budget(seat) {
    return this.budgets.get(seat) ?? this.times.ms;
  }

  /** In portions, as long as that may take and there is anything to think about. What people do comes in between.
   * @param {(iterations: number) => number} some @param {number} ms */
  async think(some, ms) {
    const end = now() + ms;
    let portion = 8;
    while (!this.closed) {
      const from = now();
      if (from >= end || some(Math.ceil(portion)) === 0) return;
      const took = Math.max(now() - from, 0.1);
      portion = Math.max(1, Math.min(portion * 2, (portion * SLICE) / took, (portion * (end - now())) / took));
      await breath();
    }
  }

  wake() {
    for (const go of this.waiting.splice(0)) go();
  }
}

// -- Small things ------------------------------------------------------------------------------------------

const now = () => performance.now();

/** @param {number} ms */
const sleep = ms => new Promise(done => setTimeout(done, ms));

/** Let messages in. A timer would wait four milliseconds every time. */
function breath() {
  return new Promise(done => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(0);
  });
}

function randomSeed() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map(b => b.toString(16).padStart(2, '0')).join('');
}

/** @param {Record<string, any>} from @param {string[]} names */
const pick = (from, names) => Object.fromEntries(names.filter(n => from[n] !== undefined).map(n => [n, from[n]]));

/** What the protocol has and a table in a browser has not. @param {string} t */
function refusalOf(t) {
  const text =
    t === 'chat'
      ? 'There is no chat at this table.'
      : t === 'rematch'
        ? 'The page makes the next table itself.'
        : 'There is no such message.';
  return {error: t === 'chat' || t === 'rematch' ? 'REFUSED' : 'MALFORMED', rule: '', text, line: 0};
}

/** The text of an edition file in a plan; none: the default edition. @param {string|undefined} text */
const editionLines = text => (text ? [`edition ${text.split('\n').length}`, text] : []);

/** One word of a line. @param {string} text */
const clean = text => text.replace(/\s+/g, '');

/** "hard", "hard@2s", "hard@250ms": the engine's word, and the time it has. @param {string} text @returns {[string, number|null]} */
function readBot(text) {
  const [, word, time, unit] = /^([\w-]+)(?:@([\d.]+)(ms|s))?$/.exec(text) ?? [];
  return [word ?? 'none', time ? Number(time) * (unit === 's' ? 1000 : 1) : null];
}

/** A name as the engine takes it: letters that can be seen, at most 39 bytes. @param {string|undefined} name */
function tidyName(name) {
  let text = (name ?? '').replace(/[\p{C}\p{Z}\u115F\u1160\u3164]+/gu, ' ').trim();
  while (new TextEncoder().encode(text).length > 34) text = [...text].slice(0, -1).join('').trim();
  return text;
}

/** @param {string} name @param {Set<string>} taken */
function unlike(name, taken) {
  for (let i = 2, other = name; ; other = `${name} ${i++}`) if (!taken.has(other)) return other;
}

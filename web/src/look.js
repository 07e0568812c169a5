// look.js: the engine beside a table, wherever that is: it says what happened, what can be done and what things are called, in
// phrases. It comes by and by; until then nothing is told, and only a page that cannot have it shows moves as they are spelled.
import {openEngine} from './engine/engine.js';
import {compileEngine} from './engine/load.js';
import {characterOf, mannerWords} from './names.js';
import {inWords, tell} from './phrase.js';
import {_, language} from './words.js';

/** @import {Engine} from './engine/engine.js' */
/** @import {Board, Box, GameEvent, TableState} from './types.js' */
/** @import {Phrase} from './phrase.js' */

/** @type {Promise<Engine>|null} one for the page */
let engine = null;

/** @param {Box} box @param {Board} board @param {(seat: number) => string} seat @returns {Promise<Look>} */
export async function openLook(box, board, seat) {
  engine ??= compileEngine().then(openEngine);
  const there = await engine;
  there.lookOpen([
    `game ${box.game}`,
    `players ${box.players}`,
    `rules ${box.rules_version}`,
    ...Object.entries(box.options).map(([name, value]) => `option ${name}=${value}`),
    ...(box.text ? ['edition', box.text] : []),
  ]);
  return new Look(there, board, seat, box.game);
}

/** A game as it is explained to the reader. */
export class Look {
  /** @param {Engine} engine @param {Board} board @param {(seat: number) => string} seat @param {string} game */
  constructor(engine, board, seat, game) {
    this.engine = engine;
    this.board = board;
    this.game = game;
    /** @type {any[]|undefined} */
    this.bots = undefined;
    this.names = {seat, thing: (/** @type {string} */ code) => this.thing(code)};
    /** @type {Map<string, Phrase[]>} */
    this.known = new Map();
    /** @type {{position: string|null, moves: Record<string, Phrase[]>}} of the newest position */
    this.now = {position: null, moves: {}};
  }

  /** How a bot plays; '': there is nothing to say. @param {string} bot */
  manner(bot) {
    this.bots ??= this.engine.games().bots;
    const character = characterOf(/** @type {any[]} */ (this.bots), bot, this.game);
    return character ? mannerWords(character) : '';
  }

  /** As the board marks it, else as the engine calls it; null: it has no name. @param {string} code */
  named(code) {
    const marked = this.board.thing?.(code);
    if (marked) return marked;
    const phrases = this.known.get(code) ?? this.engine.lookName(code);
    this.known.set(code, phrases);
    return phrases.length ? inWords(phrases, this.names) : null;
  }

  /** @param {string} code */
  thing(code) {
    return this.named(code) ?? code;
  }

  /** What happened; null: nothing that is worth a line. @param {GameEvent} event */
  explain(event) {
    return tell(this.engine.lookExplain(event.seat === 'chance' ? -1 : event.seat, event.text), this.names) || null;
  }

  /** A legal move in words; null: it has none. @param {string} move @param {TableState} state */
  describe(move, state) {
    if (!state.position || state.you === null) return null;
    if (state.position !== this.now.position)
      this.now = {position: state.position, moves: this.engine.lookMoves(state.you, state.position)};
    const phrases = this.now.moves[move];
    return phrases?.length ? tell(phrases, this.names) : null;
  }

  /** What the reader is offered to say now. @param {TableState} state */
  offers(state) {
    if (!state.position || state.you === null) return [];
    const talk = state.events.filter(e => e.kind === 'talk'),
      offers = this.engine.lookTalk(state.you, state.position, talk.slice(talk.length - state.said));
    return offers.map(({text, phrase, apt}) => ({
      text,
      phrase,
      apt,
      label: tell(phrase, this.names),
      about: this.board.about?.(text),
    }));
  }

  /** The view as that move would leave it, as far as its maker can know; null: it cannot be made. @param {string} move @param {TableState} state
   * @returns {import('./types.js').GameView|null} */
  after(move, state) {
    if (!state.position || state.you === null) return null;
    return this.engine.lookAfter(state.you, state.position, move);
  }
}

/** @typedef {{seat: number, words: Phrase[]}} Quoted */

/** Whom an answer quotes, and what; null: it is no answer. @param {Phrase[]} phrase @returns {Quoted|null} */
function quoted(phrase) {
  const {name, words} = /** @type {Record<string, any>} */ (phrase[0]?.args ?? {});
  return name?.seat !== undefined && words?.list ? {seat: name.seat, words: words.list} : null;
}

/** A board that speaks by the engine where it has no words of its own. 'look' is undefined while the engine is on its way, null where it cannot
 * be had. @param {Board} board @param {() => Look|null|undefined} look @param {(seat: number) => string} seat @returns {import('./types.js').Speaker} */
export function speaking(board, look, seat) {
  const names = {seat, thing: (/** @type {string} */ code) => look()?.thing(code) ?? code};
  const words = (/** @type {GameEvent} */ said) => (said.phrase?.length ? tell(said.phrase, names) : said.text);
  const inFew = (/** @type {GameEvent} */ said) => board.brief?.(said.text, said.phrase) || words(said);
  /** @type {{key: unknown[], forms: import('./types.js').TalkForm[]}} of the newest position: it is asked for by several */
  let now = {key: [], forms: []};

  /** @param {TableState} state */
  function forms(state) {
    const key = [look(), state.position, state.events, state.you, language];
    if (key.some((x, i) => x !== now.key[i])) now = {key, forms: look()?.offers(state) ?? []};
    return now.forms;
  }

  /** The message that an answer is about. @param {Quoted} quoted @param {GameEvent[]} events */
  const meant = ({seat, words}, events) => {
    const text = JSON.stringify(words);
    return events.findLast(e => e.kind === 'talk' && e.seat === seat && JSON.stringify(e.phrase) === text);
  };

  /** @param {TableState} state */
  function answers(state) {
    /** @type {Map<number, import('./types.js').Answers>} */
    const out = new Map();
    for (const form of forms(state)) {
      const to = quoted(form.phrase),
        event = to && meant(to, state.events);
      if (event)
        out.set(event.n, {...out.get(event.n), ...(form.text.startsWith('accept') ? {yes: form} : {no: form})});
    }
    return out;
  }

  /** @param {GameEvent} said @param {TableState} state @returns {import('./types.js').Bubble} */
  function bubble(said, state) {
    const to = quoted(said.phrase ?? []),
      event =
        to
        && meant(
          to,
          state.events.filter(e => e.n < said.n),
        ),
      yes = said.text.startsWith('accept');
    if (!to) return {words: inFew(said), whole: words(said), to: null};
    return {
      words: yes ? _('Agreed.') : _('No.'),
      whole: words(said),
      to: {seat: to.seat, words: event ? inFew(event) : tell(to.words, names), yes},
    };
  }
  return Object.assign(Object.create(board), {
    look,
    forms,
    answers,
    bubble,
    quote: (/** @type {GameEvent} */ said) => _('\u201C{words}\u201D', {words: words(said)}),
    /** @param {string} move @param {TableState} state */
    label: (move, state) =>
      board.label?.(move, state) ?? look()?.describe(move, state) ?? (look() === undefined ? '\u2026' : move),
    /** @param {GameEvent} event @param {TableState} state @param {GameEvent} [first] */
    sentence(event, state, first) {
      if (event.kind === 'talk')
        return event.text === 'pass'
          ? null
          : _('{name}: \u201C{words}\u201D', {name: seat(Number(event.seat)), words: words(event)});
      const own = board.sentence?.(event, state, first);
      if (own !== undefined) return own;
      const whole = first && first !== event ? (board.joined?.(first, event) ?? event) : event;
      const there = look();
      return there ? there.explain(whole) : there === null ? event.text : null;
    },
  });
}

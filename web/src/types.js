// types.js: the shapes that travel through the page. Nothing here runs; tsc reads it. What the fields mean
// stands in docs/protocol.md, and under docs/games/ for a game's own view.

/** @typedef {Record<string, any>} GameView  a game's own JSON: docs/games/GAME.md */

/** @typedef {{seat: number, kind: 'open'|'person'|'bot'|'hotseat', name: string, bot: string|null,
 *   here: boolean, away: boolean}} Seat */

/** @typedef {{clock: string, undo: boolean, chat: boolean, hints: boolean, pause: boolean,
 *   onlookers: boolean, talk: boolean, absence?: string|null, pause_limit?: string|null}} TableRules */

/** @typedef {{id: string, game: string, name: string, players: number, language?: string,
 *   options: Record<string, string|number>, edition: {name: string, hash: string, reconstruction?: boolean},
 *   status: 'open'|'playing'|'paused'|'finished'|'closed', seats: Seat[], rules: TableRules,
 *   asleep?: boolean, closing?: number[], paused_by?: number|null,
 *   commitment: string|null, proof: Record<string, string>|null, rematch: string|null,
 *   onlookers: number, created?: number, maker?: number|null, rated?: boolean, daily?: {day: string, rated: boolean}|null,
 *   tournament?: {id: string, table: number, sealed: boolean}|null}} Facts */

/** 'phrase': of talk, in words; 'back': of an undo that goes back further, the first event that no longer counts.
 * @typedef {{n: number, seat: number|'chance', kind: 'move'|'safe'|'undo'|'talk', text: string,
 *   phrase?: import('./phrase.js').Phrase[], back?: number, remarks?: Remark[]}} GameEvent */

/** What a bot has to say to an event: it wins, loses, strikes or breaks its word.
 * @typedef {{seat: number, occasion: string, phrase: import('./phrase.js').Phrase[]}} Remark */

/** @typedef {{left: number|null, running: boolean}} Face */

/** @typedef {{scores: number[], ranks: number[], winners: number[], reason: string}} Result */

/** A promise: the event in which it was given, by whom, and what came of it, as the engine judges by what everybody has seen.
 * @typedef {{n: number, seat: number, state: 'open'|'kept'|'broken'|'lapsed'|'replaced'}} Given */

/** @typedef {{n: number, first: number, events: GameEvent[], view: GameView|null, board?: string, actors: number[],
 *   moves: string[], ends: number[], undo: boolean, speakers: number[], said?: number, promises?: Given[], clocks: Face[],
 *   away?: boolean, position?: string|null, result: Result|null}} ViewMessage */

/** @typedef {{n: number, at: number, seat: number|null, name: string, text: string}} ChatLine */

/** What a hint says of one move, of 10,000 each: its share of the thinking, and the games won (null: the only move).
 * @typedef {{text: string, share: number, value: number|null}} HintLine */

/** The one state of a table page (state.js makes the next one from a message).
 * @typedef {{
 *   link: 'connecting'|'live'|'lost'|'closed',
 *   you: number|null, host: boolean,
 *   facts: Facts|null,
 *   seq: number, view: GameView|null, text: string, position: string|null, before: GameView|null,
 *   actors: number[], moves: string[], ends: number[], undo: boolean, speakers: number[], said: number, promises: Given[],
 *   clocks: Face[], clocksAt: number, result: Result|null,
 *   events: GameEvent[], fresh: number,
 *   chat: ChatLine[],
 *   pending: string|null,
 *   refusal: Refusal|null,
 *   hint: HintLine[]|null,
 *   away: boolean, acted: boolean, late: 'bot'|'safe'|null, goodbye: string,
 *   talkMs: number|null, hurry: boolean, newsAt: number
 * }} TableState
 * acted: the house has taken an act of the reader's, and what came of it is still to be seen; late: who moved for them when their time was up
 * text: the table as lines of text, of a game that has no drawn board
 * talkMs: how long bots wait for a person who may speak, from the newest event (newsAt) on; hurry: for one person among bots too */

/** Why not, as the house words it. @typedef {{text: string, phrase?: import('./phrase.js').Phrase[]}} Reason */

/** 'stale': the move came too late; that is still to be read when the news has come.
 * @typedef {{rule: string|null, text: string, phrase?: import('./phrase.js').Phrase[], about: string, stale?: boolean}} Refusal */

/** A way to a table: a WebSocket, or the Worker with the engine in it. Messages are docs/protocol.md's.
 * 'drop' forgets an act that was never sent: true, if it was not. 'retry' does not wait to try the line again.
 * @typedef {{send(message: object): void, close(): void, drop?(ref: string): boolean, retry?(): void}} Channel */

/** @typedef {{message(m: any): void, link(state: 'connecting'|'live'|'lost'|'closed'): void}} Ear */

/** Things of a board that can be tapped have an id, "street:F3" or "field:4,7"; another one of the same kind "hand:W2#2".
 * @typedef {string} Target */

/** One thing, or several in any order.
 * @typedef {Target|Target[]} Step */

/** What a table is drawn from and no move changes; 'data' is the game's own, from its edition: docs/games/GAME.md. 'text': the edition, if
 * it is not the default one.
 * @typedef {{game: string, players: number, rules_version: number, options: Record<string, string>,
 *   edition: {name: string, hash: string}, text?: string, data: Record<string, any>}} Box */

/** What a drawn board gives to the page: see docs/page.md.
 * @typedef {{
 *   mount(root: HTMLElement, table: BoardContext): void,
 *   render(state: TableState, choice: Choice): void,
 *   targets(move: string, state: TableState): Step[],
 *   label?(move: string, state: TableState): string|null,
 *   group(move: string, state: TableState): string,
 *   formed?(move: string, state: TableState): boolean,
 *   attempt?(target: Target, state: TableState, picked: Target[]): string|null,
 *   objection?(target: Target, state: TableState, picked: Target[]): string|null,
 *   point?(targets: Target[]): void,
 *   reach?(picked: Target[], state: TableState): Map<Target, string[]>,
 *   wayLabel?(way: string[], state: TableState): string,
 *   sentence?(event: GameEvent, state: TableState, first?: GameEvent): string|null|undefined,
 *   goesOn?(before: GameEvent, event: GameEvent): boolean,
 *   joined?(first: GameEvent, event: GameEvent): GameEvent,
 *   thing?(code: string): string|null,
 *   line?(seat: number): number,
 *   minor?(event: GameEvent, state: TableState): boolean,
 *   recap?(state: TableState): GameEvent[],
 *   status(state: TableState, choice?: Choice): string,
 *   spell?(text: string): string,
 *   about?(text: string): string|undefined,
 *   brief?(text: string, phrase?: import('./phrase.js').Phrase[]): string,
 *   round?(state: TableState): GameEvent[],
 *   prefers?(form: TalkForm): boolean,
 *   tour: TourStep[],
 *   reference?(): {title: string, lines: string[]}[]
 * }} Board */

/** A board that has words for everything: its own, or the engine's (look.js).
 * @typedef {Omit<Board, 'sentence'|'label'> & {look(): import('./look.js').Look|null|undefined, label(move: string, state: TableState): string,
 *   sentence(event: GameEvent, state: TableState, first?: GameEvent): string|null,
 *   forms(state: TableState): TalkForm[], quote(said: GameEvent): string, answers(state: TableState): Map<number, Answers>,
 *   bubble(said: GameEvent, state: TableState): Bubble}} Speaker */

/** What may be said to a message. @typedef {{yes?: TalkForm, no?: TalkForm}} Answers */

/** A message in few words: 'to' is what it answers, 'yes' or 'no'.
 * @typedef {{words: string, whole: string, to: {seat: number, words: string, yes: boolean}|null}} Bubble */

/** 'chosen': something in a form of the board's own. 'name' is for sentences; 'who' also says which one is the reader;
 * 'label' words a legal move, 'thing' a code of the game, 'quote' something that was said. Where one plays, 'bubble' has something that was said in few words, 'canAnswer' whether the reader may
 * answer it now, and 'answer' asks them what; 'after' is the view as a legal move would leave it, null: not known. At a table: 'place', where it is drawn how
 * somebody stands (boards/stands.js), and 'form', where a form of the board's own stands among what can be done.
 * @typedef {{tap(target: Target): void, make(move: string): void, chosen?(): void, name(seat: number): string, who(seat: number): string,
 *   label(move: string): string, thing(code: string): string, quote(event: GameEvent): string, bubble?(event: GameEvent): Bubble,
 *   canAnswer?(event: GameEvent): boolean, answer?(event: GameEvent): void, after?(move: string): GameView|null, reduced(): boolean,
 *   place?(seat: number): import('./panels/seats.js').Place, form?: HTMLElement}} BoardContext */

/** What has been chosen so far, and which kinds of things may be tapped next (chooser.js); by 'next' also for each move alone; 'group':
 * the kind of moves that was asked for; 'way': moves that lead to something farther off, chosen and not gone yet.
 * @typedef {{picked: Target[], open: Set<Target>, ready: string|null, left: string[], next?: Map<string, Target[]>, group?: string|null,
 *   way?: string[]|null}} Choice */

/** @typedef {{about: string, text: string, at: string|string[]}} TourStep  'at': a selector of what it points to; of several the first that can
 * be seen. A step with nothing to point to is left out */

/** A message that a person may choose, by what it is about; 'apt': how well it fits the moment, 1 is best, 0 is not singled out; 'phrase'
 * and its 'label' are the same words.
 * @typedef {{label: string, text: string, about?: string, apt: number, phrase: import('./phrase.js').Phrase[]}} TalkForm */

export {};

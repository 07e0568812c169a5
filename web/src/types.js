// types.js: the shapes that travel through the page. Nothing here runs; tsc reads it. What the fields mean
// stands in docs/protocol.md, and under docs/games/ for a game's own view.

/** @typedef {Record<string, any>} GameView  a game's own JSON: docs/games/GAME.md */

/** @typedef {{seat: number, kind: 'open'|'person'|'bot'|'hotseat', name: string, bot: string|null,
 *   here: boolean, away: boolean}} Seat */

/** @typedef {{clock: string, undo: boolean, chat: boolean, hints: boolean, pause: boolean,
 *   onlookers: boolean, talk: boolean}} HouseRules */

/** @typedef {{id: string, game: string, name: string, players: number, language?: string,
 *   options: Record<string, string|number>, edition: {name: string, hash: string},
 *   status: 'open'|'playing'|'paused'|'finished'|'closed', seats: Seat[], rules: HouseRules,
 *   paused_by?: number|null,
 *   commitment: string|null, proof: Record<string, string>|null, rematch: string|null,
 *   onlookers: number, created?: number}} Facts */

/** @typedef {{n: number, seat: number|'chance', kind: 'move'|'safe'|'undo'|'talk', text: string}} GameEvent */

/** @typedef {{left: number|null, running: boolean}} Face */

/** @typedef {{scores: number[], ranks: number[], winners: number[], reason: string}} Result */

/** @typedef {{n: number, first: number, events: GameEvent[], view: GameView|null, actors: number[],
 *   moves: string[], ends: number[], undo: boolean, speakers: number[], clocks: Face[],
 *   away?: boolean, result: Result|null}} ViewMessage */

/** @typedef {{n: number, at: number, seat: number|null, name: string, text: string}} ChatLine */

/** What a hint says of one move, of 10,000 each: its share of the thinking, and the games won (null: the only move).
 * @typedef {{text: string, share: number, value: number|null}} HintLine */

/** The one state of a table page (state.js makes the next one from a message).
 * @typedef {{
 *   link: 'connecting'|'live'|'lost'|'closed',
 *   you: number|null, host: boolean,
 *   facts: Facts|null,
 *   seq: number, view: GameView|null, before: GameView|null,
 *   actors: number[], moves: string[], ends: number[], undo: boolean, speakers: number[],
 *   clocks: Face[], clocksAt: number, result: Result|null,
 *   events: GameEvent[], fresh: number,
 *   chat: ChatLine[],
 *   pending: string|null,
 *   refusal: Refusal|null,
 *   hint: HintLine[]|null,
 *   away: boolean, goodbye: string,
 *   talkMs: number|null, newsAt: number
 * }} TableState
 * talkMs: how long bots wait for a person who has the word, from the newest event (newsAt) on */

/** 'stale': the move came too late; that is still to be read when the news has come.
 * @typedef {{rule: string|null, text: string, about: string, stale?: boolean}} Refusal */

/** A way to a table: a WebSocket, or the Worker with the engine in it. Messages are docs/protocol.md's.
 * @typedef {{send(message: object): void, close(): void}} Channel */

/** @typedef {{message(m: any): void, link(state: 'connecting'|'live'|'lost'|'closed'): void}} Ear */

/** Things of a board that can be tapped have an id, "street:F3" or "field:4,7"; another one of the same kind "hand:W2#2".
 * @typedef {string} Target */

/** One thing, or several in any order.
 * @typedef {Target|Target[]} Step */

/** What a drawn board gives to the page: see docs/page.md.
 * @typedef {{
 *   mount(root: HTMLElement, table: BoardContext): void,
 *   render(state: TableState, choice: Choice): void,
 *   targets(move: string, state: TableState): Step[],
 *   label(move: string, state: TableState): string,
 *   group(move: string, state: TableState): string,
 *   formed?(move: string, state: TableState): boolean,
 *   attempt?(target: Target, state: TableState, picked: Target[]): string|null,
 *   objection?(target: Target, state: TableState, picked: Target[]): string|null,
 *   point?(targets: Target[]): void,
 *   reach?(picked: Target[], state: TableState): Map<Target, string[]>,
 *   wayLabel?(way: string[], state: TableState): string,
 *   sentence(event: GameEvent, state: TableState, first?: GameEvent): string|null,
 *   goesOn?(before: GameEvent, event: GameEvent): boolean,
 *   minor?(event: GameEvent, state: TableState): boolean,
 *   status(state: TableState, choice?: Choice): string,
 *   spell?(text: string): string,
 *   talk?: TalkForm,
 *   tour: TourStep[],
 *   reference?(): {title: string, lines: string[]}[]
 * }} Board */

/** 'chosen': something in a form of the board's own. 'name' is for sentences; 'who' also says which one is the reader.
 * @typedef {{tap(target: Target): void, make(move: string): void, chosen?(): void, name(seat: number): string, who(seat: number): string,
 *   reduced(): boolean}} BoardContext */

/** What has been chosen so far, and which kinds of things may be tapped next (chooser.js); by 'next' also for each move alone; 'group':
 * the kind of moves that was asked for; 'way': moves that lead to something farther off, chosen and not gone yet.
 * @typedef {{picked: Target[], open: Set<Target>, ready: string|null, left: string[], next?: Map<string, Target[]>, group?: string|null,
 *   way?: string[]|null}} Choice */

/** @typedef {{about: string, text: string, at: string|string[]}} TourStep  'at': a selector of what it points to; of several the first that can
 * be seen. A step with nothing to point to is left out */

/** The structured talk of a game: messages a person may choose, by what they are about; those about nothing else
 * are said with one press.
 * @typedef {{forms(state: TableState): {label: string, text: string, about?: string}[]}} TalkForm */

export {};

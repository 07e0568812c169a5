// chicago_gangsters_facts.js: what the board of Chicago Gangsters reads out of a view: the edition's names, values and
// kinds, who fights on which side, and what the engine says that somebody brings. It adds up no fight itself.
/** @import {Box, GameEvent, TableState} from '../src/types.js' */

/** @typedef {'weapons'|'bribe'|'blackmail'} Means */
/** @typedef {'challenger'|'defender'} Side */
/** @typedef {'clan_a'|'clan_b'|'clan_c'|'clan_d'|'mr_x'} Role */
/** @typedef {{alcohol: number, means: number, person: boolean}} Package */
/** @typedef {{role: Role, alcohol: number, godfather_points: number, persons: string[], hand_size: number, hand?: string[],
 *   face_down?: string[], duel?: string|null, known: string[], shown: string[], n_face_down: number|null, covered: boolean,
 *   has_laid: boolean, usable: Means[], brings: Brings|null, contribution: number}} Player */
/** @typedef {{cards: number, acting: number, thug: number, persons: number, total: number, lost: number, in_sight: number}} Brings */
/** @typedef {{marker: number|null, other: number|null, strength: number, to_win: number|null,
 * to_get_loot: number|null, gets_loot: boolean|null}} Members */
/** @typedef {{card: string, challengers: Role[], defenders: Role[], hidden_mark: Role}} Coalition */
/** @typedef {{card: string, weapons: boolean, bribe: boolean, blackmail: boolean, persons: boolean}} District */
/** @typedef {{card: string, winners: Package[], losers: Package[]}} Loot */
/** @typedef {{phase: string, stage: string, rounds: number, active: number|null, asked: number[], answered: number[],
 *   claimed: number[], godfather: number|null, new_godfather: number|null, ousted: number|null, deferred: boolean,
 *   show_from: string|null, thug_used: boolean, keeper: number|null, winner: Side|null, sharing: Side|null, used: string[],
 *   coalition: Coalition|'game_end'|null, district: District|null, loot: Loot|null, person: string|null, sides: Members[],
 *   mr_x_side: Side|null, lone: number|null, players: Player[], pile_size: number, discard: string[]}} View */
/** @typedef {{clans: Map<string, string>, persons: Map<string, {value: number, kind: Means|null, unlocks: boolean}>, districts: Map<string, string>,
 *   order: string[]}} Edition  order: in which moves name cards */

/** @type {Means[]} */
export const KINDS = ['weapons', 'bribe', 'blackmail'];
/** @type {Side[]} */
export const SIDES = ['challenger', 'defender'];

/** @param {string} card "W4" */
export const value = card => Number(card[1]);
/** @param {string} card @returns {Means} */
export const kind = card => (card[0] === 'W' ? 'weapons' : card[0] === 'B' ? 'bribe' : 'blackmail');
/** @param {string[]} cards */
export const points = cards => cards.reduce((sum, c) => sum + value(c), 0);

/** @param {TableState} state @returns {View|null} */
export const viewOf = state => /** @type {View|null} */ (state.view);

/** What the board is drawn from: the table's own edition (docs/games/chicago_gangsters.md, "Box"). @param {Box} box @returns {Edition} */
export const editionOf = ({data}) => ({
  clans: new Map(Object.entries(data.clans)),
  persons: new Map(Object.entries(data.persons)),
  districts: new Map(Object.entries(data.districts)),
  order: data.cards,
});

/** Copies of a card, numbered, so that each can be a thing of its own: W2, W2#2. @param {string[]} cards */
export function numbered(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map(card => {
    const n = (seen.get(card) ?? 0) + 1;
    seen.set(card, n);
    return {card, n, id: n > 1 ? `${card}#${n}` : card};
  });
}

/** @param {View} v @param {Side} side */
export const membersOf = (v, side) => v.sides[SIDES.indexOf(side)];

/** Mr. X of this fight: the one of five who stands for no clan. After an exchange it is not who has the card now.
 * @param {View} v @returns {number|null} */
function mrXOf(v) {
  const clans = v.sides.flatMap(s => [s.marker, s.other]),
    seat = v.players.findIndex((_p, i) => !clans.includes(i));
  return v.players.length === 5 && seat >= 0 ? seat : null;
}

/** Who fights on a side: its active clans, then Mr. X if he joined. @param {View} v @param {Side} side @returns {number[]} */
export function seatsOf(v, side) {
  const {marker, other} = membersOf(v, side);
  return [marker, other, v.mr_x_side === side ? mrXOf(v) : null].filter(seat => seat !== null);
}

/** @param {View} v @param {number|null} seat @returns {Side|null} */
export const sideOf = (v, seat) =>
  seat === null ? null : (SIDES.find(side => seatsOf(v, side).includes(seat)) ?? null);

// -- What somebody brings ------------------------------------------------------------------------------------------

/** The view after a move, as the engine says (BoardContext.after). @typedef {(move: string) => import('../src/types.js').GameView|null} After */

/** What everybody can see that a player brings: with what lies open, or, once the fight is over, all of it. @param {Player} p */
export const inSight = p => p.brings?.in_sight ?? p.contribution;

/** The move that lays these cards, in whichever way: it brings the same. @param {Edition} edition @param {TableState} state @param {string[]} cards */
function layOf(edition, state, cards) {
  const sorted = [...cards].sort((a, b) => edition.order.indexOf(a) - edition.order.indexOf(b)),
    move = ['lay', ...sorted].join(' ');
  return [move, `${move} cover`, ...SIDES.map(side => `${move} ${side}`)].find(m => state.moves.includes(m));
}

/** What the reader would bring with these cards of the hand; without any, what those bring that lie there. null: there is no such lay, or
 * no engine to ask. @param {Edition} edition @param {TableState} state @param {string[]} cards @param {After} after @returns {Brings|null} */
export function wouldBring(edition, state, cards, after) {
  const v = viewOf(state);
  if (!v || state.you === null) return null;
  if (!cards.length) return v.players[state.you].brings;
  const move = layOf(edition, state, cards);
  return (move && after(move)?.players[state.you].brings) || null;
}

/** What the reader's thug would add. null: he cannot be used, or there is no engine to ask. @param {TableState} state @param {After} after
 * @returns {number|null} */
export function thugAdds(state, after) {
  const v = viewOf(state),
    then = after('use_thug yes');
  if (!v || !then || state.you === null || then.rounds !== v.rounds) return null;
  const {brings, contribution} = /** @type {Player} */ (then.players[state.you]);
  return (brings?.total ?? contribution) - (v.players[state.you].brings?.total ?? 0);
}

/** What is compared at the showdown (CG-8.4 to 8.7): the sums of a hand by kind, then the persons.
 * @param {Player} p @returns {number[]} */
export const showdown = p => [
  ...KINDS.map(k => points((p.hand ?? []).filter(c => kind(c) === k))),
  p.persons.length + (p.persons.includes('priest') ? 1 : 0),
];

// -- What lay there ------------------------------------------------------------------------------------------------

/** The cards somebody fought with in this round, once the fight is over: they are in the discard pile by then, but what came of the
 * last lay says so (docs/games/chicago_gangsters.md, "Effects"). @param {GameEvent[]} events @param {number} seat @returns {string[]} */
export function foughtWith(events, seat) {
  const round = events.slice(events.findLastIndex(e => e.text.startsWith('coalition ')) + 1),
    fight = round.findLast(e => /; challengers \d+ defenders /.test(e.text));
  const [, cards] = new RegExp(`; cards ${seat} ([^;]*)`).exec(fight?.text ?? '') ?? [];
  return cards?.split(' ') ?? [];
}

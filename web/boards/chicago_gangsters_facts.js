// chicago_gangsters_facts.js: what the board of Chicago Gangsters knows beside the view: the edition's names, values
// and kinds, and the arithmetic of a fight (CG-4.2), so that nobody has to add up in the head. It decides nothing.
/** @import {Box, GameEvent, TableState} from '../src/types.js' */

/** @typedef {'weapons'|'bribe'|'blackmail'} Means */
/** @typedef {'challenger'|'defender'} Side */
/** @typedef {'clan_a'|'clan_b'|'clan_c'|'clan_d'|'mr_x'} Role */
/** @typedef {{alcohol: number, means: number, person: boolean}} Package */
/** @typedef {{role: Role, alcohol: number, godfather_points: number, persons: string[], hand_size: number, hand?: string[],
 *   face_down?: string[], duel?: string|null, known: string[], shown: string[], n_face_down: number|null, covered: boolean,
 *   has_laid: boolean, contribution: number}} Player */
/** @typedef {{marker: number|null, other: number|null, strength: number}} Members */
/** @typedef {{card: string, challengers: Role[], defenders: Role[], hidden_mark: Role}} Coalition */
/** @typedef {{card: string, weapons: boolean, bribe: boolean, blackmail: boolean, persons: boolean}} District */
/** @typedef {{card: string, winners: Package[], losers: Package[]}} Loot */
/** @typedef {{phase: string, stage: string, rounds: number, active: number|null, asked: number[], answered: number[],
 *   claimed: number[], godfather: number|null, new_godfather: number|null, ousted: number|null, deferred: boolean,
 *   show_from: string|null, thug_used: boolean, keeper: number|null, winner: Side|null, sharing: Side|null, used: string[],
 *   coalition: Coalition|'game_end'|null, district: District|null, loot: Loot|null, person: string|null, sides: Members[],
 *   mr_x_side: Side|null, players: Player[], pile_size: number, discard: string[]}} View */
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

/** The lone player of three, who counts double (CG-9.3). @param {View} v @returns {number|null} */
export function loneOf(v) {
  if (v.players.length !== 3 || !v.coalition || v.coalition === 'game_end') return null;
  const {challengers, defenders} = v.coalition;
  for (const clans of [challengers, defenders]) {
    const there = clans.map(c => v.players.findIndex(p => p.role === c)).filter(seat => seat >= 0);
    if (there.length === 1) return there[0];
  }
  return null;
}

/** May this player use this kind here? (CG-3.2, CG-13.4) @param {Edition} edition @param {View} v @param {number} seat @param {Means} means */
export function usable(edition, v, seat, means) {
  if (v.district?.[means]) return true;
  return v.players[seat].persons.some(p => {
    const who = edition.persons.get(p);
    return who?.unlocks && who.kind === means;
  });
}

/** @typedef {{cards: number, acting: number, thug: number, persons: number, total: number, lost: number}} Sum */

/** What a player brings with these cards: CG-4.2. 'lost': cards that do not count here.
 * @param {Edition} edition @param {TableState} state @param {number} seat @param {string[]} cards @param {boolean} [thug] @returns {Sum} */
export function bring(edition, state, seat, cards, thug) {
  const v = /** @type {View} */ (viewOf(state)),
    f = loneOf(v) === seat ? 2 : 1,
    own = v.players[seat].persons;
  const good = cards.filter(c => usable(edition, v, seat, kind(c))),
    c = points(good);
  const values = own.map(p => edition.persons.get(p)?.value ?? 0).reduce((a, b) => a + b, 0);
  const persons = v.district?.persons ? f * values : 0;
  const acts = (/** @type {string} */ p) => {
    const who = edition.persons.get(p);
    return !!who?.kind && !who.unlocks && usable(edition, v, seat, who.kind);
  };
  const acting = v.district?.persons ? 0 : 2 * own.filter(acts).length;
  const uses = thug ?? (v.thug_used && own.includes('thug'));
  const extra = uses ? thugPoints(state, c, acting, f) : 0;
  return {
    cards: f * c,
    acting: f * acting,
    thug: extra,
    persons,
    total: f * (c + acting) + extra + persons,
    lost: cards.length - good.length,
  };
}

/** @param {TableState} state @param {number} c @param {number} acting @param {number} f */
function thugPoints(state, c, acting, f) {
  const options = state.facts?.options ?? {};
  const base = options.thug_doubles_persons === 'no' ? c : c + acting;
  return options.thug_lone_order === 'thug_first' ? f * Math.min(base, 10) : Math.min(f * base, 10);
}

/** What everybody can see that a player brings: announced, or with what lies open so far.
 * @param {Edition} edition @param {TableState} state @param {number} seat */
export function inSight(edition, state, seat) {
  const v = /** @type {View} */ (viewOf(state)),
    p = v.players[seat];
  return p.contribution || bring(edition, state, seat, p.shown).total;
}

/** Best hands at the showdown (CG-8.4 to 8.7): per player the sums that are compared.
 * @param {Player} p */
export function showdown(p) {
  const hand = p.hand ?? [];
  return {
    sums: KINDS.map(k => points(hand.filter(c => kind(c) === k))),
    persons: p.persons.length + (p.persons.includes('priest') ? 1 : 0),
  };
}

// -- What lay there ------------------------------------------------------------------------------------------------

/** The cards somebody fought with in this round, once the fight is over: they are in the discard pile by then, but what came of the
 * last lay says so (docs/games/chicago_gangsters.md, "Effects"). @param {GameEvent[]} events @param {number} seat @returns {string[]} */
export function foughtWith(events, seat) {
  const round = events.slice(events.findLastIndex(e => e.text.startsWith('coalition ')) + 1),
    fight = round.findLast(e => /; challengers \d+ defenders /.test(e.text));
  const [, cards] = new RegExp(`; cards ${seat} ([^;]*)`).exec(fight?.text ?? '') ?? [];
  return cards?.split(' ') ?? [];
}

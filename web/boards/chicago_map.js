// chicago_map.js: Chicago's city out of the table's box: which fields there are, what they are next to, and how far
// one may walk. The page draws and counts steps with it; whether a step is legal is the engine's to say.

/** @typedef {{id: string, row: number, col: number, kind: 'street'|'bar'|'casino'|'home', look: string, quarter: string|null,
 *   value: number, square: boolean, near: string[]}} Field  'look': its character on the map */

/** @typedef {{rows: number, cols: number, ground: string[], fields: Map<string, Field>}} City */

/** @param {Record<string, any>} data of the box: docs/games/chicago.md @returns {City} */
export function readCity({ground, fields}) {
  /** @param {Partial<Field> & {id: string, row: number, col: number, near: string[]}} f @returns {Field} */
  const field = f => ({kind: 'street', quarter: null, value: 0, square: false, look: ground[f.row][f.col], ...f});
  return {
    rows: ground.length,
    cols: ground[0].length,
    ground,
    fields: new Map(fields.map((/** @type {any} */ f) => [f.id, field(f)])),
  };
}

/** Where a member may walk with so many points, each with its way. It walks through free streets; a building or
 * a foe is where it stops. @param {City} city @param {string} from @param {number} points
 * @param {(id: string) => 'free'|'foe'|'own'} who @returns {Map<string, string[]>} */
export function walks(city, from, points, who) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  let front = [{at: from, way: /** @type {string[]} */ ([])}];
  for (let n = 0; n < points && front.length; n++) {
    /** @type {typeof front} */
    const next = [];
    for (const {at, way} of front)
      for (const to of city.fields.get(at)?.near ?? []) {
        if (to === from || ways.has(to) || who(to) === 'own') continue;
        ways.set(to, [...way, to]);
        if (who(to) === 'free' && city.fields.get(to)?.kind === 'street') next.push({at: to, way: [...way, to]});
      }
    front = next;
  }
  return ways;
}

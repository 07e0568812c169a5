// chicago_map.js: Chicago's city out of the text of an edition file: which fields there are, what they are
// next to, and how far one may walk. The page draws and counts steps with it; whether a step is legal is
// the engine's to say.

/** @typedef {{id: string, row: number, col: number, kind: 'street'|'bar'|'casino'|'home', look: string, quarter: string|null,
 *   value: number, owner: string|null, square: boolean, near: string[]}} Field  'owner': whose it is at first */

/** @typedef {{rows: number, cols: number, ground: string[], fields: Map<string, Field>, edges: string[]}} City */

/** @param {string} text @returns {City} */
export function readCity(text) {
  const lines = text.split('\n').map(l => l.replace(/(^|\s)#\s.*$/, '').trimEnd());
  const ground = lines.filter(l => l.startsWith('row ')).map(l => l.slice(4));
  /** @type {Map<string, Field>} */
  const fields = new Map();
  ground.forEach((row, r) => [...row].forEach((look, c) => {
    if ('.,:E'.includes(look)) fields.set(`${r},${c}`, {id: `${r},${c}`, row: r, col: c, kind: 'street', look, quarter: null, value: 0, owner: null, square: look === ':', near: []});
  }));
  const edges = (lines.find(l => l.startsWith('edges ')) ?? '').split(' ').slice(1);
  linkStreets(fields, edges);
  for (const l of lines) if (l.startsWith('building ')) addBuilding(fields, l.split(/\s+/));
  return {rows: ground.length, cols: ground[0]?.length ?? 0, ground, fields, edges};
}

/** @param {Map<string, Field>} fields @param {string[]} edges */
function linkStreets(fields, edges) {
  for (const f of fields.values()) {
    for (const [dr, dc] of [[-1, 0], [0, 1], [1, 0], [0, -1]])
      if (fields.has(`${f.row + dr},${f.col + dc}`)) f.near.push(`${f.row + dr},${f.col + dc}`);
    if (edges.includes(f.id)) f.near.push(...edges.filter(e => e !== f.id && !f.near.includes(e)));
  }
}

/** "building 3 Y03 yellow 3 2,0 bar 1000 yellow no 2,1". @param {Map<string, Field>} fields @param {string[]} words */
function addBuilding(fields, words) {
  const [, , id, quarter, , place, kind, value, owner, square, ...doors] = words;
  const [row, col] = place.split(',').map(Number);
  fields.set(id, {id, row, col, kind: /** @type {Field['kind']} */ (kind), look: '', quarter, value: Number(value), owner: owner === 'none' ? null : owner, square: square === 'yes', near: doors});
  for (const d of doors) fields.get(d)?.near.push(id);
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

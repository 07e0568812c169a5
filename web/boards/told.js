// told.js: an event's text is the move as it is spelled and, behind semicolons, what came of it: "throw 5 4; gang red; even".
// docs/games/<key>.md lists the words of each game.

/** @typedef {{move: string[], all(kind: string): string[][], one(kind: string): string[]|null}} Told  words behind each kind */

/** @param {string} text @returns {Told} */
export function toldIn(text) {
  const [move, ...parts] = text.split('; ').map(part => part.split(' '));
  const all = (/** @type {string} */ kind) => parts.filter(p => p[0] === kind).map(p => p.slice(1));
  return {move, all, one: kind => all(kind)[0] ?? null};
}

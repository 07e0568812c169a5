// load.js: the engine's module, fetched and compiled, and the nets of its bots: in a page or in a Worker.

const where = new URL('../../speakeasy.wasm', import.meta.url);

/** Some hosts of plain files do not know the type of a module: then it is read first and compiled afterwards. */
export async function compileEngine() {
  const answer = await fetch(where);
  if (!answer.ok) throw new Error(`${answer.status} ${where.pathname}`);
  return answer.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** What the bots of a game have learned for so many players; null: nothing. Without it they play all the same, so nothing
 * here is worth an error. @param {string} game @param {number} players @returns {Promise<Uint8Array|null>} */
export async function fetchNet(game, players) {
  const file = `${game}/${players}.net`;
  try {
    const list = await (await fetch(new URL('../../nets/list.json', import.meta.url))).json();
    if (!list.includes(file)) return null;
    const answer = await fetch(new URL(`../../nets/${file}`, import.meta.url));
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

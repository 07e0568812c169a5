// worker.js: the engine in a Worker of its own, so that a bot may think while the page moves. Messages come in and go
// out as house.js has them; those that come before the engine is loaded wait for it.
import {openEngine} from './engine.js';
import {House} from './house.js';

/** What a Worker has of its own; the page's types know it not.
 * @type {{postMessage(message: any): void, onmessage: ((e: MessageEvent) => void)|null}} */
const self = /** @type {any} */ (globalThis);

const where = new URL('../../speakeasy.wasm', import.meta.url);

/** Some hosts of plain files do not know the type of a module: then it is read first and compiled afterwards. */
async function compile() {
  const answer = await fetch(where);
  if (!answer.ok) throw new Error(`${answer.status} ${where.pathname}`);
  return answer.headers.get('Content-Type')?.startsWith('application/wasm') ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

const house = compile().then(openEngine).then(engine => new House(engine, message => self.postMessage(message)));

self.onmessage = e => {
  house.then(there => there.receive(e.data), why => self.postMessage({t: 'bye', ref: e.data.ref, text: String(why)}));
};

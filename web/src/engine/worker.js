// worker.js: the engine in a Worker of its own, so that a bot may think while the page moves. Messages come in and go
// out as local_game.js has them; those that come before the engine is loaded wait for it.
import {openEngine} from './engine.js';
import {LocalGame} from './local_game.js';
import {compileEngine, fetchNet} from './load.js';

/** What a Worker has of its own; the page's types know it not.
 * @type {{postMessage(message: any): void, onmessage: ((e: MessageEvent) => void)|null}} */
const self = /** @type {any} */ (globalThis);

const game = compileEngine()
  .then(openEngine)
  .then(engine => new LocalGame(engine, message => self.postMessage(message), fetchNet));

self.onmessage = e => {
  game.then(
    there => there.receive(e.data),
    why => self.postMessage({t: 'bye', ref: e.data.ref, text: String(why)}),
  );
};

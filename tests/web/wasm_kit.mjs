// wasm_kit.mjs: what the tests of the page's engine share: the module, a house of files around it, a browser, and a
// guest that plays whole games at a table without a server.
import {createReadStream, existsSync, readFileSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {dirname, extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';
import {openEngine} from '../../web/src/engine/engine.js';
import {LocalGame} from '../../web/src/engine/local_game.js';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const wasmFile = join(root, 'build/web/speakeasy.wasm');
/** Where the native programs are: `tools/check` has built them. */
export const native = join(root, process.env.SPK_NATIVE ?? 'build/dev');

export const compile = () => new WebAssembly.Module(readFileSync(wasmFile));
export const newEngine = () => openEngine(compile());

// -- A browser -----------------------------------------------------------------------------------------------

const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.md': 'text/markdown',
});

/** The headers that every host of these files should send; the server does. */
const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'";

/** Plain files on loopback, from web/ and build/web as one folder. Close it at the end. A reader's browser keeps them: to open a page once
 * more takes half of the processor time then. @param {Record<string, string>} [instead] scripts that differ from the file, by path */
export async function serveFiles(instead = {}) {
  const server = createServer((ask, answer) => {
    const path = normalize(decodeURIComponent(new URL(ask.url ?? '/', 'http://localhost').pathname));
    const file = ['web', 'build/web'].map(f => join(root, f, path)).find(f => existsSync(f) && statSync(f).isFile());
    answer.setHeader('Content-Security-Policy', CSP);
    if (path === '/empty.html') return void answer.writeHead(200, {'Content-Type': 'text/html'}).end('<!doctype html>');
    if (!file) return void answer.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    answer.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'max-age=3600',
    });
    if (instead[path] !== undefined) answer.end(instead[path]);
    else createReadStream(file).pipe(answer);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {url: `http://127.0.0.1:${port}/`, close: () => new Promise(done => server.close(done))};
}

const WHOLE = '/usr/bin/chromium',
  WINDOWLESS = '/usr/bin/chromium-headless-shell';

/** Chromium without a window's furniture takes half the processor time of the whole browser; where it is not packaged, the latter does. @param {boolean} [whole]
 * notifications are known to the whole browser alone */
export const openBrowser = (whole = false) =>
  chromium.launch({
    executablePath: !whole && existsSync(WINDOWLESS) ? WINDOWLESS : WHOLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

// -- A guest --------------------------------------------------------------------------------------------------

/** @typedef {import('../../web/src/mine.js').LocalTable} LocalTable */

/** @param {string} game @param {LocalTable['seats']} seats @param {Partial<LocalTable>} [more] @returns {LocalTable} */
export const tableOf = (game, seats, more) => ({
  id: 'here',
  game,
  players: seats.length,
  options: {},
  seats,
  updated: 0,
  over: false,
  play: '',
  ...more,
});

/** @param {number} n @param {string} [bot] */
export const bots = (n, bot = 'easy') => Array.from({length: n}, () => ({kind: /** @type {const} */ ('bot'), bot}));

export const SEED = '5eed'.repeat(16);

/** A table and everything it ever said. Guests of one engine come one after the other, and each closes its table. */
export class Guest {
  /** @param {import('../../web/src/engine/engine.js').Engine} engine */
  constructor(engine) {
    /** @type {any[]} */
    this.heard = [];
    this.acts = 0;
    /** @type {{fits: (m: any) => boolean, done: (m: any) => void}[]} */
    this.wanted = [];
    this.local = new LocalGame(engine, m => this.hear(structuredClone(m)));
  }

  /** @param {any} m */
  hear(m) {
    this.heard.push(m);
    const fits = this.wanted.filter(w => w.fits(m));
    this.wanted = this.wanted.filter(w => !fits.includes(w));
    for (const w of fits) w.done(m);
  }

  /** @param {LocalTable} table @param {object} [more] */
  open(table, more) {
    this.local.receive(/** @type {any} */ ({t: 'open', table, seed: SEED, pace: 0, ms: 15, patience: 0, ...more}));
  }

  /** @param {(m: any) => boolean} fits @param {number} [ms] @returns {Promise<any>} */
  until(fits, ms = 60000) {
    return new Promise((done, failed) => {
      const timer = setTimeout(
        () => failed(new Error(`nothing came; last: ${JSON.stringify(this.heard.at(-1)).slice(0, 300)}`)),
        ms,
      );
      this.wanted.push({fits, done: m => (clearTimeout(timer), done(m))});
    });
  }

  /** An act and its answer. @param {string} t @param {object} [fields] @param {string} [ref] */
  async say(t, fields, ref = `r${++this.acts}`) {
    const answer = this.until(m => (m.t === 'ok' || m.t === 'no') && m.ref === ref);
    this.local.receive({t, ref, ...fields});
    return answer;
  }

  /** The newest message of a kind. @param {string} t */
  last(t) {
    return this.heard.findLast(m => m.t === t);
  }

  /** Any of the moves, another one each time; to the end. @returns {Promise<any>} the last view */
  async playOut() {
    for (;;) {
      const view = this.last('view');
      if (view.result) return (this.local.close(), view);
      if (view.moves.length) await this.say('move', {n: view.n, text: view.moves[(this.acts * 7) % view.moves.length]});
      else await this.until(m => (m.t === 'view' && (m.moves.length > 0 || m.result)) || m.t === 'bye');
      if (this.last('bye')) throw new Error(this.last('bye').text);
    }
  }
}

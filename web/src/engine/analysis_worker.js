// analysis_worker.js: a finished game judged in a Worker of its own (docs/analysis.md), decision by decision, so that the page can show
// how far it is. In: {play, edition, ms}. Out: {t: 'progress', done, decisions}, and at the end {t: 'analysis', analysis} or {t: 'no', text}.
import {openEngine} from './engine.js';
import {compileEngine, fetchNet} from './load.js';

/** What a Worker has of its own; the page's types know it not.
 * @type {{postMessage(message: any): void, onmessage: ((e: MessageEvent) => void)|null}} */
const self = /** @type {any} */ (globalThis);

const JUDGE = 'boss',
  SEED = 1;

/** The record in the engine's lines: wasm.h. @param {string} play @param {string|undefined} edition */
function planOf(play, edition) {
  const players = Number(/^seats (\d)$/m.exec(play)?.[1] ?? 0),
    seats = Array.from({length: players}, (_x, i) => `seat person P${i + 1}`),
    cards = edition ? [`edition ${edition.split('\n').length}`, edition] : [];
  return [`seed ${'0'.repeat(64)}`, ...cards, ...seats, 'record', play].join('\n');
}

/** Think about one question for so long, in portions of about a millisecond. @param {import('./engine.js').Engine} engine @param {number} ms */
function think(engine, ms) {
  const end = performance.now() + ms;
  for (let portion = 4, from = performance.now(); from < end; ) {
    if (engine.analysisThink(Math.ceil(portion)) === 0) return;
    const now = performance.now(),
      took = Math.max(now - from, 0.05);
    portion = Math.max(1, Math.min(portion * 2, portion / took, (portion * (end - now)) / took));
    from = now;
  }
}

/** @param {{play: string, edition?: string, ms: number}} asked */
async function analyse({play, edition, ms}) {
  const engine = await openEngine(await compileEngine());
  engine.open(planOf(play, edition), 0);
  const net = await fetchNet(/^game (\w+)$/m.exec(play)?.[1] ?? '', Number(/^seats (\d)$/m.exec(play)?.[1] ?? 0));
  if (net) engine.net(net);
  engine.analysisOpen(JUDGE, SEED);
  for (let percent; (percent = engine.analysisBegin()) > 0; engine.analysisEnd()) {
    think(engine, (ms * percent) / 100);
    self.postMessage({t: 'progress', ...engine.analysisProgress()});
  }
  self.postMessage({t: 'analysis', analysis: engine.analysis()});
}

self.onmessage = e => analyse(e.data).catch(why => self.postMessage({t: 'no', text: why.message}));

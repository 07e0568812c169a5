// inturn.js: one thing after the other. What somebody else does is shown when what moves has arrived: two motions at once are hard to follow, and a page that
// is drawn anew while something moves drops frames. Nothing waits long, and what comes of
// the reader's own deeds does not wait at all.

/** The longest that something waits, and how long something must have been still, in ms. */
const MOST = 600,
  STILL = 20;

/** @template T @param {(m: T, more?: boolean) => void} hear more: another one comes at once @param {(m: T) => boolean} mayWait @param {() => number} busy for how
 * long something still moves, in ms */
export function inTurn(hear, mayWait, busy) {
  const waiting = /** @type {{m: T, until: number}[]} */ ([]);
  let timer = /** @type {any} */ (0);

  /** @param {boolean} [more] */
  const next = more => hear(/** @type {{m: T}} */ (waiting.shift()).m, more);

  function flush() {
    clearTimeout(timer);
    while (waiting.length) next(true);
  }

  /** The first that waits is heard when nothing moves any more, or its time has come. */
  function wait() {
    const ms = Math.min(busy() + STILL, waiting[0].until - performance.now());
    timer = setTimeout(() => {
      if (busy() > 0 && performance.now() < waiting[0].until) return wait();
      next();
      if (waiting.length) wait();
    }, ms);
  }

  return (/** @type {T} */ m) => {
    if (!mayWait(m)) flush();
    if (!mayWait(m) || (!waiting.length && busy() <= 0)) return hear(m);
    waiting.push({m, until: performance.now() + MOST});
    if (waiting.length === 1) wait();
  };
}

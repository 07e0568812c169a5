// hotseat.js: several seats of one table at one device, on a server: one socket for each, and the page has the eyes of one
// of them. When another one is asked the page is handed over: behind a curtain where the game has secrets.
import {askFor} from './local.js';
import {apart} from './names.js';
import {openSocket} from './socket.js';
import {_} from './words.js';

/** @import {Channel, Ear} from './types.js' */

/** @param {{url: string, table: string, tokens: (string|null)[], secrets: boolean, seen: () => number}} where
 * @param {Ear} ear @returns {Channel} */
export function openSeats({url, table, tokens, secrets, seen}, ear) {
  let now = 0,
    down = false;
  const lines = tokens.map((token, i) => ({
    /** @type {any} */ hello: null,
    /** @type {any} */ facts: null,
    asked: false,
    /** @type {Channel|null} */ channel: openSocket(
      {url, table, token, seen: () => (i === now ? seen() : 0)},
      {
        message: m => hear(i, m),
        link: state => {
          if (i === now) ear.link(state);
        },
      },
    ),
  }));

  /** @param {number} i @param {any} m */
  function hear(i, m) {
    const line = lines[i];
    if (m.t === 'hello') line.hello = m;
    if (m.t === 'facts') line.facts = m;
    if (m.t === 'view') line.asked = m.moves.length > 0;
    if (i === now && !down) ear.message(m);
    const next = lines.findIndex(l => l.asked);
    if (!down && next >= 0 && !lines[now].asked) handOver(next);
  }

  /** @param {number} to */
  function handOver(to) {
    const {hello, facts} = lines[to],
      name = apart(facts?.seats ?? [])[hello.you]?.name || _('Player {n}', {n: hello.you + 1});
    down = true;
    now = to;
    if (secrets) askFor(name, lift);
    else lift();
  }

  function lift() {
    const {hello, facts, channel} = lines[now];
    down = false;
    ear.message(hello);
    ear.message(facts);
    channel?.send({t: 'since', n: 0});
  }

  return {
    send: message => lines[now].channel?.send(message),
    drop: ref => lines[now].channel?.drop?.(ref) ?? false,
    retry: () => {
      for (const l of lines) l.channel?.retry?.();
    },
    close: () => {
      for (const l of lines) l.channel?.close();
    },
  };
}

// socket.js: the way to a table on a server: one WebSocket, opened again whenever it breaks. It says hello
// with what was seen last, and sends again whatever has not been answered, so nothing is lost or done twice. A line
// that says nothing for long is asked whether it is still there: not every break is noticed by itself.

/** @import {Channel, Ear} from './types.js' */

const WAIT = [250, 500, 1000, 2000, 5000, 10000];
const PING = 20000,
  PONG = 8000;
const FINAL = new Set([4400, 4403, 4404]); // the house will not think better of it

/** 'seat' is for a token that opens several: an account's. @param {{url: string, table: string, token: string|null, seat?: number, seen: () => number}} where
 * @param {Ear} ear @returns {Channel} */
export function openSocket(where, ear) {
  /** @type {WebSocket|null} */
  let ws = null;
  let tries = 0,
    closed = false,
    timer = 0,
    watch = 0,
    greeted = false; // the house has answered on this line
  /** Acts that wait for their answer, by ref. @type {Map<string, string>} */
  const open = new Map();
  /** Those that never left this page. @type {Set<string>} */
  const unsent = new Set();

  function connect() {
    ear.link('connecting');
    ws = new WebSocket(where.url, 'speakeasy.1');
    ws.onopen = hello;
    ws.onmessage = hear;
    ws.onclose = lost;
  }

  /** Heard something: in a while it is asked again, and if no answer comes the line is dead. */
  function alive() {
    clearTimeout(watch);
    watch = window.setTimeout(() => {
      ws?.send('{"t":"ping"}');
      watch = window.setTimeout(cut, PONG);
    }, PING);
  }

  /** The line is dead, whatever it says itself. */
  function cut() {
    if (closed || !ws || ws.readyState > WebSocket.OPEN) return;
    ws.onclose = ws.onmessage = ws.onopen = null;
    ws.close();
    lost({code: 1006, reason: ''});
  }

  function online() {
    if (closed || ws?.readyState === WebSocket.OPEN || ws?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(timer);
    connect();
  }

  function hello() {
    const first = {t: 'hello', protocol: 1, table: where.table, seen: where.seen(), position: true, patient: true};
    const seat = where.seat === undefined ? {} : {seat: where.seat};
    ws?.send(JSON.stringify(where.token ? {...first, token: where.token, ...seat} : first));
  }

  /** @param {MessageEvent<string>} e */
  function hear(e) {
    const m = JSON.parse(e.data);
    alive();
    if (m.t === 'hello') {
      tries = 0;
      greeted = true;
      ear.link('live');
      for (const text of open.values()) ws?.send(text);
      unsent.clear();
    }
    if (m.t === 'ok' || m.t === 'no') open.delete(m.ref);
    ear.message(m);
  }

  /** @param {{code: number, reason: string}} e */
  function lost(e) {
    clearTimeout(watch);
    greeted = false;
    if (closed) return;
    if (FINAL.has(e.code)) {
      closed = true;
      ear.message({t: 'bye', text: e.reason});
      ear.link('closed');
      return;
    }
    ear.link('lost');
    timer = window.setTimeout(connect, WAIT[Math.min(tries++, WAIT.length - 1)]);
  }

  window.addEventListener('offline', cut);
  window.addEventListener('online', online);
  connect();
  return {
    send(message) {
      const text = JSON.stringify(message),
        ref = 'ref' in message ? String(message.ref) : null;
      if (ref) open.set(ref, text);
      if (greeted) ws?.send(text);
      else if (ref) unsent.add(ref);
    },
    drop(ref) {
      if (!unsent.delete(ref)) return false;
      open.delete(ref);
      return true;
    },
    retry() {
      if (closed || greeted) return;
      clearTimeout(timer);
      if (ws) ws.onclose = ws.onmessage = ws.onopen = null;
      ws?.close();
      connect();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(watch);
      window.removeEventListener('offline', cut);
      window.removeEventListener('online', online);
      ws?.close(1000);
    },
  };
}

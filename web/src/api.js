// api.js: the HTTP side of docs/protocol.md.

/** A refusal of the house, with its code and sentence. */
export class Refused extends Error {
  /** @param {number} status @param {{error?: string, text?: string, phrase?: import('./phrase.js').Phrase[]}} body */
  constructor(status, body) {
    super(body.text ?? `${status}`);
    this.phrase = body.phrase;
    this.code = body.error ?? 'broken';
    this.status = status;
  }
}

/** @param {string} method @param {string} path @param {{body?: object, token?: string|null}} [more] */
export async function call(method, path, {body, token} = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

/** @type {Promise<any>|null} */
let games = null;

/** The house's games and bots; null: there is no house behind this page, it is plain files. Then house.json is one of them
 * and says so, so that nothing has to fail. @returns {Promise<any>} */
export const house = () => askHouse().then(there => (there.protocol ? there : null));

/** Why there is none: 'files': the page has no server at all; 'offline': it cannot be reached; null: there is one. */
export const noHouse = () => askHouse().then(there => (there.protocol ? null : there.offline ? 'offline' : 'files'));

const askHouse = () => (games ??= call('GET', 'house.json').catch(() => ({protocol: 0, offline: true})));

/** 16 random bytes in hex: this reader's part in the deal. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('');
}

/** A key of one's own for a seat: asked for again with it, after a lost answer, the house gives the same seat. */
export function seatKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

/** Contribute to the deal once its commitment is known. What counts is answered: the new one, or, if the cards were dealt
 * meanwhile, the one before. @param {string} id @param {number} seat @param {string} token @param {string} before */
export async function contribute(id, seat, token, before) {
  const mine = nonce();
  return call('PATCH', `api/tables/${id}/seats/${seat}`, {body: {nonce: mine}, token}).then(
    () => mine,
    () => before,
  );
}

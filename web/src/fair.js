// fair.js: was the deal fair? The page checks it by itself, with the browser's own hashes and its own engine, and says of each
// thing whether it was proved, is wrong, or cannot be known here. What that is worth: docs/fairness.md.
import {_} from './words.js';
import {readRecord} from './engine/verify.js';
import {drawAgain} from './local.js';

/** true: proved; false: it is not so; null: cannot be known here. @typedef {{good: boolean|null, text: string}} Finding */

/** What this browser noted when it sat down. @typedef {{seat: number|null, commitment?: string, nonce?: string}} Note */

/** @param {string} play the record of a finished game @param {Note[]} notes @returns {Promise<Finding[]>} */
export async function checkDeal(play, notes) {
  const {proof, seats} = readRecord(play);
  if (!globalThis.crypto?.subtle)
    return [{good: null, text: _('Browsers can check this only on a secure page (https).')}];
  if (!proof.seed && proof.table?.startsWith('daily-'))
    return [{good: null, text: _('The seed of a deal of the day is published when the day is over.')}];
  if (!proof.seed) return [{good: null, text: _('The record has no seed: nothing can be checked.')}];
  const seed = bytes(proof.seed),
    hash = hex(await crypto.subtle.digest('SHA-256', seed));
  return [
    {
      good: hash === proof.commitment,
      text:
        hash === proof.commitment
          ? _('The seed is the one the server committed to.')
          : _('The seed is not the one the server committed to.'),
    },
    kept(proof, notes),
    contributed(proof, notes),
    await drawn(play, hex(await hmac(seed, dealText(proof, seats)))),
  ];
}

/** @param {Record<string, string>} proof @param {Note[]} notes @returns {Finding} */
function kept(proof, notes) {
  const noted = notes.filter(n => n.commitment);
  if (!noted.length)
    return {
      good: null,
      text: _('Nobody took a seat in this browser, so it has no note of what the server committed to before the deal.'),
    };
  return noted.every(n => n.commitment === proof.commitment)
    ? {good: true, text: _('The commitment is the one this browser noted before the deal.')}
    : {good: false, text: _('The commitment is not the one this browser noted before the deal.')};
}

/** @param {Record<string, string>} proof @param {Note[]} notes @returns {Finding} */
function contributed(proof, notes) {
  const given = notes.filter(n => n.nonce && n.seat !== null);
  if (!given.length) return {good: null, text: _('This browser contributed nothing to the deal.')};
  return given.every(n => n.nonce === proof[`seat${n.seat}`])
    ? {good: true, text: _('Your own contribution is in the deal.')}
    : {good: false, text: _('Your own contribution is not in the deal as you gave it.')};
}

/** @param {string} play @param {string} key @returns {Promise<Finding>} */
async function drawn(play, key) {
  const none = {
    good: null,
    text: _('This table used a custom edition; this page cannot check it, but "speakeasy verify FILE" can.'),
  };
  try {
    const {events, other, fault} = await drawAgain(play, key);
    return other
      ? none
      : fault
        ? {
            good: false,
            text: _('Entry {n} of the record is "{found}"; the seed gives "{expected}".', {n: fault.entry, ...fault}),
          }
        : {good: true, text: _('All {n} draws and rolls follow from the seed and the contributions.', {n: events})};
  } catch {
    return {good: null, text: _('This page could not replay the record.')};
  }
}

/** What is signed: docs/fairness.md. @param {Record<string, string>} proof @param {number} seats */
export const dealText = (proof, seats) =>
  [
    'speakeasy-deal 1',
    'chance',
    `table ${proof.table}`,
    `seats ${seats}`,
    ...Array.from({length: seats}, (_x, i) => `seat ${i} ${proof[`seat${i}`] ?? '-'}`),
    '',
  ].join('\n');

/** @param {BufferSource} key @param {string} text */
async function hmac(key, text) {
  const signer = await crypto.subtle.importKey('raw', key, {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
  return crypto.subtle.sign('HMAC', signer, new TextEncoder().encode(text));
}

/** @param {string} text */
const bytes = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
/** @param {ArrayBuffer} buffer */
const hex = buffer => [...new Uint8Array(buffer)].map(b => b.toString(16).padStart(2, '0')).join('');

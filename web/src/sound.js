// sound.js: the sounds of the house, made on the spot of tones and noise: no file is loaded. Off until somebody wants them, each with
// a volume of its own (prefs.js).
import {prefs} from './prefs.js';
import {_} from './words.js';

/** @type {AudioContext|null} */
let audio = null;

/** A tone slides from one pitch to the other; a noise goes through a filter at that pitch.
 * @typedef {{at: number, s: number, hz: number, to?: number, wave?: OscillatorType, noise?: boolean, loud?: number}} Part
 * at, s: when it begins and how long it is, in seconds */

/** @param {number[]} notes @param {number} each @param {number} last @returns {Part[]} */
const tune = (notes, each, last) =>
  notes.map((hz, i) => ({at: i * each, s: i === notes.length - 1 ? last : each, hz, wave: 'triangle'}));

/** What each is called, and made of. @type {Record<string, {title(): string, parts: Part[]}>} */
export const sounds = {
  move: {
    title: () => _('A card or tile'),
    parts: [
      {at: 0, s: 0.07, hz: 1800, noise: true, loud: 0.5},
      {at: 0.03, s: 0.05, hz: 230, to: 150, wave: 'triangle', loud: 0.6},
    ],
  },
  flip: {
    title: () => _('Cards are turned'),
    parts: [
      {at: 0, s: 0.05, hz: 2600, noise: true, loud: 0.5},
      {at: 0.06, s: 0.07, hz: 1400, noise: true, loud: 0.6},
    ],
  },
  talk: {
    title: () => _('Somebody speaks'),
    parts: [
      {at: 0, s: 0.07, hz: 190, to: 240, wave: 'sawtooth', loud: 0.35},
      {at: 0.09, s: 0.09, hz: 220, to: 170, wave: 'sawtooth', loud: 0.35},
    ],
  },
  shot: {
    title: () => _('A shot'),
    parts: [
      {at: 0, s: 0.22, hz: 900, to: 120, noise: true, loud: 1.6},
      {at: 0, s: 0.12, hz: 140, to: 45, wave: 'square', loud: 0.9},
    ],
  },
  score: {title: () => _('Points are counted'), parts: tune([659, 784, 988], 0.07, 0.18)},
  turn: {title: () => _('Your turn'), parts: tune([392, 523], 0.09, 0.16)},
  no: {title: () => _('That cannot be done'), parts: [{at: 0, s: 0.14, hz: 130, to: 90, wave: 'triangle'}]},
  end: {title: () => _('The end'), parts: tune([392, 494, 587, 784], 0.13, 0.34)},
};

/** From 0 to 100. @param {string} name */
export const volumeOf = name => prefs().volumes[name] ?? 70;

/** A page that nobody looks at is silent, but for the call to one's turn. @param {keyof typeof sounds} name */
export function play(name) {
  const loud = volumeOf(name) / 100;
  if (!prefs().sound || !loud || (document.hidden && name !== 'turn')) return;
  if (!navigator.userActivation.hasBeenActive) return; // a browser lets no page sound that nobody has touched
  audio ??= new AudioContext();
  for (const part of sounds[name].parts) sound(audio, part, loud);
}

/** @param {AudioContext} a @param {Part} part @param {number} volume */
function sound(a, part, volume) {
  const at = a.currentTime + part.at,
    gain = a.createGain(),
    end = at + part.s;
  gain.gain.setValueAtTime(0.22 * volume * (part.loud ?? 1), at);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  const source = part.noise ? noise(a, part, at, end, gain) : tone(a, part, at, end, gain);
  gain.connect(a.destination);
  source.start(at);
  source.stop(end);
}

/** @param {AudioContext} a @param {Part} part @param {number} at @param {number} end @param {AudioNode} out */
function tone(a, part, at, end, out) {
  const wave = a.createOscillator();
  wave.type = part.wave ?? 'sine';
  wave.frequency.setValueAtTime(part.hz, at);
  if (part.to) wave.frequency.exponentialRampToValueAtTime(part.to, end);
  wave.connect(out);
  return wave;
}

/** @param {AudioContext} a @param {Part} part @param {number} at @param {number} end @param {AudioNode} out */
function noise(a, part, at, end, out) {
  const n = Math.ceil(a.sampleRate * (end - at)),
    buffer = a.createBuffer(1, n, a.sampleRate),
    filter = a.createBiquadFilter(),
    source = a.createBufferSource();
  buffer.getChannelData(0).forEach((_x, i, all) => (all[i] = Math.random() * 2 - 1));
  source.buffer = buffer;
  filter.type = 'lowpass';
  filter.frequency.setValueAtTime(part.hz, at);
  if (part.to) filter.frequency.exponentialRampToValueAtTime(part.to, end);
  source.connect(filter).connect(out);
  return source;
}

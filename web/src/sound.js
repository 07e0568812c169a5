// sound.js: four short sounds, made on the spot; off until somebody wants them.
import {prefs} from './prefs.js';

/** @type {AudioContext|null} */
let audio = null;

/** What sounds: [frequency, seconds] each. */
const tunes = {
  move: [[220, 0.06]],
  turn: [[392, 0.09], [523, 0.14]],
  no: [[130, 0.12]],
  end: [[392, 0.12], [494, 0.12], [587, 0.12], [784, 0.3]],
};

/** @param {keyof typeof tunes} name */
export function play(name) {
  if (!prefs().sound) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [frequency, seconds] of tunes[name]) {
    tone(audio, frequency, at, seconds);
    at += seconds;
  }
}

/** @param {AudioContext} a @param {number} frequency @param {number} at @param {number} seconds */
function tone(a, frequency, at, seconds) {
  const wave = a.createOscillator(), loud = a.createGain();
  wave.type = 'triangle';
  wave.frequency.value = frequency;
  loud.gain.setValueAtTime(0.15, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  wave.connect(loud).connect(a.destination);
  wave.start(at);
  wave.stop(at + seconds);
}

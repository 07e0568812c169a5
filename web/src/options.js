// options.js: the choices of a game's options as people say them. What an option is about the engine says itself.
import {_} from './words.js';

/** By option, or by game and option where two games have one of the same name. @returns {Record<string, Record<string, string>>} */
function words() {
  const off = {off: _('no'), on: _('yes'), yes: _('yes'), no: _('no')};
  return {
    '': off,
    start_player: {random: _('by lot')}, first_mr_x: {random: _('by lot')},
    end_on_refill_after_second: {extra_round: _('one more round'), end_now: _('the game ends at once')},
    tie_break: {draw: _('a draw'), descending: _('the next best cards decide')},
    tie_rule: {top_only: _('in first place only'), all_equal: _('in every place')},
    movement_die: {d12: _('1 to 12'), scale22: _('11 to 22'), '3d6': _('three six-sided dice')},
    balance_scope: {purchase: _('in every purchase'), phase: _('over a phase'), game: _('over the game')},
    goal_tie: {earliest: _('who held it first'), wealth: _('the richest of them')},
    pairing: {opposite: _('opposite ones'), adjacent: _('neighbours')},
    fours_scope: {player: _('those of a player'), gang: _('those of a gang')},
    thug_lone_order: {lone_first: _('being alone'), thug_first: _('the thug')},
    mr_x_bonus: {holder: _('whoever is Mr. X then'), staying_only: _('only who stays Mr. X')},
    ousted_round_end: {full: _('a whole turn'), none: _('no turn')},
    bot_talk: {own: _('as each likes'), honest: _('honestly'), silent: _('not at all')},
  };
}

/** @param {{name: string, values?: string[]}} option @param {string} value */
export function valueName(option, value) {
  const [, seat] = /^seat_(\d)$/.exec(value) ?? [], first = option.values?.includes('seat_0') ? 1 : 0;
  if (seat) return _('Seat {n}', {n: Number(seat) + first});
  if (option.name === 'colours') return [...value].map(colour).join(', ');
  return words()[option.name]?.[value] ?? words()[''][value] ?? value;
}

/** Gangster's grey and Chicago's green have the same letter: only Gangster writes small ones.
 * @param {string} letter @param {number} _i @param {string[]} all */
function colour(letter, _i, all) {
  const green = all.join('') === all.join('').toUpperCase();
  return {r: _('red'), b: _('blue'), y: _('yellow'), g: green ? _('green') : _('grey')}[letter.toLowerCase()] ?? letter;
}

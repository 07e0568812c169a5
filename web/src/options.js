// options.js: the choices of a game's options as people say them, and a line that explains each. What an option is called the engine says.
import {_} from './words.js';

/** By option, or by game and option where two games have one of the same name. @returns {Record<string, Record<string, string>>} */
function words() {
  const off = {off: _('no'), on: _('yes'), yes: _('yes'), no: _('no')};
  return {
    '': off,
    start_player: {random: _('by lot')},
    first_mr_x: {random: _('by lot')},
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
    claims: {sealed: _('in secret, all at once'), spoken: _('aloud, one after the other')},
    bot_talk: {own: _('as each likes'), honest: _('honestly'), silent: _('not at all')},
  };
}

/** @param {{name: string, values?: string[]}} option @param {string} value */
export function valueName(option, value) {
  const [, seat] = /^seat_(\d)$/.exec(value) ?? [],
    first = option.values?.includes('seat_0') ? 1 : 0;
  if (seat) return _('Seat {n}', {n: Number(seat) + first});
  if (option.name === 'colours') return [...value].map(colour).join(', ');
  return words()[option.name]?.[value] ?? words()[''][value] ?? value;
}

/** What an option means for the game, in a line. @returns {Record<string, string>} */
const abouts = () => ({
  start_player: _('Whoever begins has a small advantage.'),
  end_on_refill_after_second: _('It happens seldom: the very last cards come at the end of a round.'),
  joker_only_if_needed: _('Otherwise a joker may also spare a card of your own.'),
  tie_break: _('Only if the points are equal at the end.'),
  show_hands: _('Everybody saw the cards being taken. Hidden, you have to remember them.'),
  'gangster/colours': _('The gangs that are left over belong to nobody.'),
  tie_rule: _('Decides whether gangs tied behind the first cancel out too.'),
  shoot_own: _('Sometimes the only way to change a line.'),
  stall_limit: _('Keeps a game from going in circles.'),
  variant_stacking: _('Strongholds: men fight one after the other for a full house.'),
  variant_casino_presence: _('Casinos have to be guarded to the end of a phase.'),
  movement_die: _('Higher numbers make a faster and wilder game.'),
  balance_scope: _('For how long the numbers must not differ by more than one.'),
  chip_limit: _('As with the twenty chips in the box.'),
  survivor_prize: _('A ring and money, as after any other victory.'),
  goal_tie: _('Only if two players hold a goal when a phase ends.'),
  'chicago/colours': _('Yellow begins the first phase.'),
  pairing: _('Each player leads two gangs.'),
  fours_scope: _('For the goal of five men with four rings.'),
  godfather: _('Who claims the title plays a round alone, and takes all.'),
  thug_lone_order: _('Matters only in a round in which the lone player uses the thug.'),
  thug_in_barred: _('He doubles cards wherever he is used.'),
  thug_doubles_persons: _('Persons that stand for a card count as cards.'),
  first_mr_x: _('The fifth player, who belongs to no clan.'),
  mr_x_bonus: _('At the end of each round.'),
  ousted_round_end: _('Whether they may draw and use their persons.'),
  talk_limit: _('Talking is half of the game: three are a good number.'),
  bot_talk: _('Bots can bluff too.'),
  claims: _('Aloud, everybody can react to a claim.'),
});

/** @param {string} game @param {string} option */
export const optionAbout = (game, option) => abouts()[`${game}/${option}`] ?? abouts()[option] ?? '';

/** What the editions of the house are called: that tells people nothing. */
const UNNAMED = /^(default|reconstruction(-\d+)?)$/;

/** An edition as people are told of it: its name, if somebody gave it one, and whether it fills in what the print leaves out.
 * @param {{name: string, reconstruction?: boolean}} edition */
export function editionWords({name, reconstruction}) {
  if (!reconstruction) return _('Edition {name}', {name});
  return UNNAMED.test(name)
    ? _('What the rulebook does not show, we filled in ourselves.')
    : _('Edition {name}. What the rulebook does not show has been filled in.', {name});
}

/** Gangster's grey and Chicago's green have the same letter: only Gangster writes small ones.
 * @param {string} letter @param {number} _i @param {string[]} all */
function colour(letter, _i, all) {
  const green = all.join('') === all.join('').toUpperCase();
  return {r: _('red'), b: _('blue'), y: _('yellow'), g: green ? _('green') : _('grey')}[letter.toLowerCase()] ?? letter;
}

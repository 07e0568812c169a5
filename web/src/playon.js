// playon.js: a table of this browser that goes on from a position of a finished game, against bots.
import {goTo} from './mine.js';
import {prefs} from './prefs.js';

/** @import {Facts} from './types.js' */

/** The first entries of a record; what proved the deal proves nothing of what comes now. @param {string} play @param {number} entries */
export function cutRecord(play, entries) {
  const [head, log = ''] = play.split(/^log\n/m),
    lines = log.split('\n').slice(0, entries);
  return [
    ...head
      .trimEnd()
      .split('\n')
      .filter(l => !l.startsWith('proof ')),
    'log',
    ...lines,
    `end ${entries}`,
    '',
  ].join('\n');
}

/** Sit down in that seat; bots have the others. @param {{play: string, edition?: string}} record @param {Facts} facts @param {number} entries
 * @param {number} seat */
export function playOnFrom({play, edition}, facts, entries, seat) {
  goTo(
    {
      game: facts.game,
      players: facts.players,
      options: facts.options,
      edition,
      seats: facts.seats.map((_s, i) => (i === seat ? {kind: 'me'} : {kind: 'bot', bot: prefs().level})),
    },
    cutRecord(play, entries),
  );
}

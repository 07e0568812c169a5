// icons.js: the small signs on buttons, drawn with one pen. What they mean is said beside them or in the button's name.
import {s} from './dom.js';

/** @param {string} d */
const pen = d =>
  s(
    'svg',
    {viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon'},
    s('path', {
      d,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  );

/** A newspaper: what happened. */
export const paperIcon = () =>
  pen('M4 5H17V19H6A2 2 0 0 1 4 17zM17 9H20V17A2 2 0 0 1 18 19H16M7 8.500H14M7 12H14M7 15.500H11');
/** Somebody speaks. */
export const bubbleIcon = () => pen('M4 5H20V16H12L7 20V16H4zM8 9H16M8 12.500H13');
/** The rules. */
export const bookIcon = () => pen('M12 6C9 4 6 4 3 5V18C6 17 9 17 12 19C15 17 18 17 21 18V5C18 4 15 4 12 6zM12 6V19');
/** More. */
export const menuIcon = () => pen('M4 7H20M4 12H20M4 17H20');
/** Take back. */
export const backIcon = () => pen('M9 5L4 10L9 15M4 10H15A5 5 0 0 1 15 20H10');
/** A hint: a lamp. */
export const lampIcon = () =>
  pen(
    'M9 17H15M10 20H14M12 3A6 6 0 0 1 15.500 14C15 14.500 15 15.500 15 17H9C9 15.500 9 14.500 8.500 14A6 6 0 0 1 12 3z',
  );
/** The whole list. */
export const listIcon = () => pen('M4 6H5M4 12H5M4 18H5M9 6H20M9 12H20M9 18H20');
/** Put back what was chosen. */
export const crossIcon = () => pen('M6 6L18 18M18 6L6 18');
/** Along a reel: by a step or, twice, by a turn. @param {1|-1} way @param {boolean} turn */
export const stepIcon = (way, turn) =>
  pen((turn ? [8.5, 15.5] : [12]).map(x => `M${x - 3.5 * way} 5L${x + 3.5 * way} 12L${x - 3.5 * way} 19`).join(''));

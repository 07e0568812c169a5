// chicago_fight.js: a fight in close-up, where it happens: two faces, their rings, and a die each in the colour of the gang. The dice roll,
// rings fall, a shot flashes, and chalk shows where the loser lay. It is a picture of an event: the table stands as the event left it.
import {h, s} from '../src/dom.js';
import {flash} from '../src/motion.js';
import {motionShare} from '../src/prefs.js';
import {play} from '../src/sound.js';
import {at, bang, bust, chalk, die, word} from './kit.js';
import {gangs, mark, money} from './chicago_words.js';

/** @import {Gang} from './chicago_words.js' */

/** One of the two: what he threw, his rings when he threw, whether he is dead, his rings and the prize if he won.
 * @typedef {{gang: Gang, threw: number, rings: number, dead: boolean, now: number, prize: number}} Fighter */
/** @typedef {{sides: [Fighter, Fighter], even: boolean, goesOn: boolean}} Duel */

const W = 260,
  H = 156;

/** "throw 5 4; gang yellow; duel yellow 2 red 3; dead red; won yellow 3 40000": docs/games/chicago.md. @param {string} text @returns {Duel|null} */
export function readThrow(text) {
  const duel = /; duel (\w+) (\d) (\w+) (\d)/.exec(text),
    [, x, y] = text.split(';')[0].split(' ').map(Number);
  if (!duel || !text.startsWith('throw ')) return null;
  const won = /; won (\w+) (\d) (\d+)/.exec(text),
    even = /; even\b/.test(text);
  /** @param {string} gang @param {string} rings @param {number} threw @returns {Fighter} */
  const fighter = (gang, rings, threw) => {
    const dead = new RegExp(`; dead ${gang}\\b`).test(text),
      wins = won?.[1] === gang;
    return {
      gang: /** @type {Gang} */ (gang),
      threw,
      rings: Number(rings),
      dead,
      now: dead ? 0 : wins ? Number(won?.[2]) : Number(rings) - (even ? 1 : 0),
      prize: wins ? Number(won?.[3]) : 0,
    };
  };
  const sides = /** @type {[Fighter, Fighter]} */ ([fighter(duel[1], duel[2], x), fighter(duel[3], duel[4], y)]);
  return {sides, even, goesOn: sides.every(f => !f.dead) && !won};
}

// -- The picture -------------------------------------------------------------------------------------------------------

/** By rank, as the men on the board are dressed. @type {Parameters<typeof bust>[0][]} */
const ranks = [
  {hat: 'cap', coat: 'vest'},
  {hat: 'derby', face: 'moustache', coat: 'suit'},
  {hat: 'fedora', face: 'shades', coat: 'coat'},
  {hat: 'fedora', face: 'cigar', coat: 'fur'},
];

/** Somebody of a gang, in a square of 100. @param {number} rings */
export const faceOf = rings => bust(ranks[Math.min(Math.max(rings, 1), ranks.length) - 1]);

/** Rings laid side by side, the first at the outside. @param {number} n @param {1|-1} way */
const ringsOf = (n, way) =>
  Array.from({length: n}, (_x, i) =>
    s(
      'g',
      {class: 'hoop', transform: `translate(${way * i * 19} 0)`},
      s('ellipse', {rx: 8, ry: 5.2, class: 'ring-edge'}),
      s('ellipse', {rx: 8, ry: 5.2, class: 'ring'}),
    ),
  );

/** @param {Fighter} f @param {1|-1} way 1: on the left @param {number} rings */
function side(f, way, rings) {
  const x = way > 0 ? 0 : W;
  return s(
    'g',
    {class: `side neon lit neon-${f.gang} tint-${f.gang}`},
    s(
      'g',
      {transform: `translate(${x + way * 6} 22) scale(${way * 0.96} .96)`},
      s('g', {class: 'fighter'}, faceOf(f.rings)),
    ),
    s('g', {class: 'fell'}, at(x + way * 54 - 39, 50, 1.45, chalk())),
    word(x + way * 54, 17, `${gangs[f.gang].name()} ${mark(f.gang)}${f.rings}`, {size: 13, kind: 'sign', weight: 700}),
    s('g', {class: 'hoops', transform: `translate(${x + way * 24} 140)`}, ...ringsOf(rings, way)),
    s('g', {transform: `translate(${W / 2 - way * 17} 72)`}, s('g', {class: 'die'}, at(-14, -14, 1.17, die(f.threw)))),
    f.prize ? word(W / 2, 116, `+${money(f.prize)}`, {size: 17, kind: 'sign prize', weight: 700}) : null,
  );
}

/** @param {Duel} duel @param {boolean} after as it ended, else as it began */
export function drawDuel(duel, after) {
  const sides = duel.sides.map((f, i) => side(f, i ? -1 : 1, after ? f.now : f.rings));
  if (after) duel.sides.forEach((f, i) => sides[i].classList.toggle('dead', f.dead));
  return s(
    'svg',
    {viewBox: `0 0 ${W} ${H}`, class: `duel print${after ? ' after' : ''}`, 'aria-hidden': 'true'},
    s('rect', {width: W, height: H, rx: 8, class: 'alley'}),
    s('path', {d: `M54 0L10 ${H}H98zM${W - 54} 0L${W - 98} ${H}H${W - 10}z`, class: 'beam'}),
    ...sides,
    s('rect', {x: 1.5, y: 1.5, width: W - 3, height: H - 3, rx: 7, class: 'alley-edge'}),
  );
}

// -- As it happens -----------------------------------------------------------------------------------------------------

/** When it is over, or cannot be seen. @param {Animation} animation */
export const over = animation =>
  Promise.race([animation.finished, wait(3000)]).then(
    () => {},
    () => {},
  );

/** @param {number} ms */
const wait = ms => new Promise(done => setTimeout(done, ms));

/** As long as the reader's speed wants it. @param {number} ms */
export const paced = ms => ms * motionShare();

/** @param {Element|null} e @param {Keyframe[]} frames @param {number} ms */
const move = (e, frames, ms) =>
  e
    ? over(e.animate(frames, {duration: paced(ms), easing: 'cubic-bezier(.3,.1,.4,1)', fill: 'forwards'}))
    : Promise.resolve();

/** @param {HTMLElement} root what the map lies in @param {Record<string, any>} data of the box */
export function makeFight(root, data) {
  const stage = h('div', {class: 'close-up', hidden: true});
  root.append(stage);

  /** The dice show face after face, each a face that it has. @param {SVGSVGElement} svg @param {Duel} duel */
  async function roll(svg, duel) {
    const dice = [...svg.querySelectorAll('.die')];
    const turning = dice.map((e, i) =>
      move(
        e,
        [
          {transform: `translate(${i ? 30 : -30}px, -50px) rotate(${i ? -300 : 300}deg)`},
          {transform: 'translateY(6px) rotate(20deg)', offset: 0.7},
          {transform: 'none'},
        ],
        620,
      ),
    );
    for (let n = 0; n < 6; n++) {
      dice.forEach((e, i) => {
        const faces = data[`combat_die_${duel.sides[i].rings}`] ?? [duel.sides[i].threw];
        e.replaceChildren(
          at(-14, -14, 1.17, die(n < 5 ? faces[Math.floor(Math.random() * faces.length)] : duel.sides[i].threw)),
        );
      });
      await wait(paced(90));
    }
    await Promise.all(turning);
  }

  /** @param {SVGElement} e @param {number} i */
  function shoot(e, i) {
    const burst = bang(i ? W - 54 : 54, 72, 1.3);
    e.classList.add('dead');
    e.append(burst);
    flash(burst);
    play('shot');
  }

  /** @param {SVGElement} e @param {Fighter} f @param {number} i */
  function suffer(e, f, i) {
    const hoops = [...e.querySelectorAll('.hoop')],
      fall = [{}, {transform: `translate(${i ? 8 : -8}px, 46px) rotate(50deg)`, opacity: 0}];
    const lost = f.dead ? hoops : hoops.slice(f.now);
    if (f.dead) shoot(e, i);
    if (f.now > hoops.length) e.querySelector('.hoops')?.replaceChildren(...ringsOf(f.now, i ? -1 : 1));
    return Promise.all([
      ...lost.map(hoop => move(hoop.firstElementChild, fall, 420)),
      ...lost.map(hoop => move(hoop.lastElementChild, fall, 420)),
      f.dead
        ? move(
            e.querySelector('.fighter'),
            [{}, {transform: 'translate(-10px, 40px) rotate(-70deg)', opacity: 0.25}],
            520,
          )
        : null,
    ]);
  }

  /** @param {string} text of the event @param {{x: number, y: number}} spot in px of the root @param {boolean} more the fight goes on */
  return async function show(text, spot, more) {
    const duel = readThrow(text);
    if (!duel) return;
    const svg = drawDuel(duel, false),
      opened = stage.hidden;
    stage.replaceChildren(svg);
    stage.hidden = false;
    const wide = stage.offsetWidth,
      high = stage.offsetHeight,
      within = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(4, Math.min(n, most - 4));
    const left = within(spot.x - wide / 2, root.clientWidth - wide),
      top = within(spot.y - high / 2, root.clientHeight - high);
    Object.assign(stage.style, {
      left: `${left}px`,
      top: `${top}px`,
      transformOrigin: `${spot.x - left}px ${spot.y - top}px`,
    });
    if (opened)
      await move(
        stage,
        [
          {transform: 'scale(.15)', opacity: 0},
          {transform: 'none', opacity: 1},
        ],
        180,
      );
    await roll(svg, duel);
    await wait(paced(260));
    svg.classList.add('after');
    await Promise.all(
      duel.sides.map((f, i) => suffer(/** @type {SVGElement} */ (svg.querySelectorAll('.side')[i]), f, i)),
    );
    await wait(paced(more ? 120 : 620));
    if (more) return;
    await move(stage, [{}, {transform: 'scale(.15)', opacity: 0}], 160);
    stage.hidden = true;
  };
}

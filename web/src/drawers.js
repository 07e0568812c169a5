// drawers.js: what is read beside the game: what happened, talk, the rules one forgets. On a desk one of them is always open
// in the column; on a phone they are shut until they are wanted and slide up over the table. A tab says how much is new.
import {h, say, set} from './dom.js';
import {_, __} from './words.js';

/** @typedef {{key: string, name: string, icon: Element, root: HTMLElement}} Drawer */

/** Where they stand beside the board: as table.css has it. */
const WIDE = '(min-width: 860.02px) and (min-height: 500.02px)';

/** @param {Drawer[]} all @param {string} first which is open on a desk @param {() => void} changed something was opened or shut */
export function makeDrawers(all, first, changed) {
  const wide = matchMedia(WIDE);
  /** @type {string|null} */
  let open = null;
  let chosen = false; // by the reader
  const parts = all.map(({key, name, icon, root}) => {
    const box = h('div', {class: 'drawer', id: `drawer-${key}`, hidden: true}, root),
      badge = h('span', {class: 'badge', hidden: true, 'aria-hidden': 'true'}),
      news = h('span', {class: 'unseen'});
    const tab = h(
      'button',
      {type: 'button', class: 'tab', 'data-drawer': key, 'aria-controls': box.id, onclick: () => press(key)},
      icon,
      h('span', {class: 'word'}, name),
      badge,
      news,
    );
    return {key, root, box, tab, badge, news};
  });
  const close = h(
    'button',
    {type: 'button', class: 'quiet shut', 'aria-label': _('Close'), onclick: () => turn(null, true)},
    '\u2715',
  );
  const sheet = h('div', {class: 'sheet', hidden: true}, close, ...parts.map(p => p.box)),
    tabs = h('div', {class: 'tabs'}, ...parts.map(p => p.tab));

  /** @param {string} key */
  function press(key) {
    chosen = true;
    turn(open === key && !wide.matches ? null : key, true);
  }

  /** @param {string|null} key @param {boolean} [byHand] then the focus goes along */
  function turn(key, byHand = false) {
    const was = parts.find(p => p.key === open);
    open = key;
    sheet.hidden = !key;
    for (const p of parts) {
      p.box.hidden = p.key !== key;
      set(p.tab, {'aria-expanded': String(p.key === key)});
    }
    if (byHand && !key) was?.tab.focus();
    changed();
  }

  /** A drawer that this table has no use for has no tab. @param {string} key */
  const shown = key => !parts.find(p => p.key === key)?.root.hidden;

  const settle = () => turn(wide.matches ? (shown(first) ? first : all[0].key) : null);
  wide.addEventListener('change', settle);
  sheet.addEventListener('keydown', e => {
    if (e.key !== 'Escape' || wide.matches) return;
    e.stopPropagation();
    turn(null, true);
  });

  return {
    tabs,
    sheet,
    settle,
    /** @param {string} key */
    isOpen: key => open === key,
    /** @param {string} key */
    open(key) {
      chosen = true;
      if (open !== key) turn(key);
    },
    /** How much is new in each. @param {Record<string, number>} fresh */
    draw(fresh) {
      for (const {key, root, tab, badge, news} of parts) {
        const n = open === key ? 0 : (fresh[key] ?? 0);
        tab.hidden = root.hidden;
        badge.hidden = !n;
        say(badge, n > 9 ? '9+' : String(n));
        say(news, n ? `, ${__(n, _('one new'), _('{n} new'))}` : '');
      }
      if (open && (!shown(open) || (!chosen && wide.matches && open !== first && shown(first)))) settle();
    },
  };
}

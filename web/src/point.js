// point.js: a button of the list speaks of things on the table; while it is under the pointer or has the focus they are marked there.

/** @param {HTMLElement} list @param {HTMLElement} board @param {(move: string) => string[]} targets
 * @param {(targets: string[]) => void} [show] for a board that does not show all of itself: a button was pressed, lead there */
export function pointOut(list, board, targets, show) {
  /** @param {Event} e */
  const moveOf = e => {
    const button = e.target instanceof Element ? e.target.closest('[data-move-text], [data-do]') : null;
    return button?.getAttribute('data-move-text') ?? button?.getAttribute('data-do') ?? null;
  };
  let marked = '';

  /** @param {string} move */
  function mark(move) {
    if (move === marked) return;
    marked = move;
    const about = new Set(move ? targets(move) : []);
    for (const e of board.querySelectorAll('[data-target]'))
      e.classList.toggle('pointed', about.has(e.getAttribute('data-target') ?? ''));
  }

  for (const kind of ['pointerover', 'focusin']) list.addEventListener(kind, e => mark(moveOf(e) ?? ''));
  for (const kind of ['pointerleave', 'focusout']) list.addEventListener(kind, () => mark(''));
  list.addEventListener(
    'click',
    e => {
      const move = moveOf(e);
      if (move) show?.(targets(move));
    },
    {capture: true},
  );
}

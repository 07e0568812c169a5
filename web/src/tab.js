// tab.js: what a tab in the background shows: its title, and a sign with a lamp that is lit when somebody is waited for.

const PLAIN = 'style/sign.svg',
  LIT = 'style/sign_lit.svg';

/** @param {string} title @param {boolean} awaited */
export function showTab(title, awaited) {
  if (document.title !== title) document.title = title;
  const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]')),
    href = awaited ? LIT : PLAIN;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

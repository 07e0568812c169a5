// paper.js: something of the page as a picture: its HTML with all styles inside an SVG, drawn on a canvas. Where a browser or a host of plain files does
// not allow that, the SVG itself is saved.
import {h} from './dom.js';
import {_} from './words.js';

const SCALE = 2; // pixels of the picture for each of the paper

/** All rules of the page, those of imported sheets included. @param {CSSStyleSheet} sheet @returns {string[]} */
const rulesOf = sheet =>
  [...sheet.cssRules].flatMap(r =>
    r instanceof CSSImportRule ? (r.styleSheet ? rulesOf(r.styleSheet) : []) : [r.cssText],
  );

/** A file as text in an address. @param {string} url @returns {Promise<string>} */
async function inAddress(url) {
  const blob = await (await fetch(url)).blob();
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The styles, with the letters they load: nothing is loaded inside a picture. */
async function styles() {
  const sheets = [...document.styleSheets],
    rules = sheets.flatMap(rulesOf).filter(r => !r.startsWith('@charset'));
  const fonts = rules.filter(r => r.startsWith('@font-face'));
  for (const font of fonts) {
    const [, url] = /url\("?([^")]+)"?\)/.exec(font) ?? [];
    const base = sheets.find(s => s.href)?.href ?? location.href;
    const data = url ? await inAddress(new URL(url, base).href).catch(() => '') : '';
    rules[rules.indexOf(font)] = data ? font.replace(/url\("?[^")]+"?\)/, `url("${data}")`) : '';
  }
  return rules.join('\n');
}

/** The paper as an SVG, by day: print is print. @param {HTMLElement} paper @returns {Promise<{svg: string, width: number, height: number}>} */
async function svgOf(paper) {
  const copy = /** @type {HTMLElement} */ (paper.cloneNode(true)),
    width = paper.offsetWidth,
    height = paper.offsetHeight;
  copy.style.transform = 'none';
  copy.style.left = '0';
  const words = new XMLSerializer().serializeToString(copy),
    css = (await styles()).replace(/]]>/g, ''),
    size = getComputedStyle(document.documentElement).fontSize;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" data-theme="light" data-motion="less" width="${width}" height="${height}" style="font-size:${size}">`
    + `<style><![CDATA[${css}]]></style><foreignObject width="${width}" height="${height}">${words}</foreignObject></svg>`;
  return {svg, width, height};
}

/** @param {HTMLElement} paper @returns {Promise<Blob>} a PNG, or the SVG where there can be none */
async function pictureOf(paper) {
  const {svg, width, height} = await svgOf(paper),
    vector = new Blob([svg], {type: 'image/svg+xml'});
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = h('canvas', {width: width * SCALE, height: height * SCALE});
    canvas.getContext('2d')?.drawImage(image, 0, 0, width * SCALE, height * SCALE);
    return await new Promise(done => canvas.toBlob(png => done(png ?? vector), 'image/png'));
  } catch {
    return vector;
  }
}

/** "boss-takes-chicago-60-to-38.png" @param {string} title @param {Blob} picture */
function fileName(title, picture) {
  const words = title
    .toLocaleLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words || 'speakeasy'}.${picture.type === 'image/png' ? 'png' : 'svg'}`;
}

/** @param {HTMLElement} paper @param {string} title @param {(text: string) => void} tell */
export async function savePaper(paper, title, tell) {
  const picture = await pictureOf(paper),
    link = h('a', {href: URL.createObjectURL(picture), download: fileName(title, picture)});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  tell(_('The picture is saved.'));
}

/** To whoever the reader's device knows how to reach; else the link is copied. @param {HTMLElement} paper @param {string} title
 * @param {string|null} link @param {(text: string) => void} tell */
export async function sharePaper(paper, title, link, tell) {
  const picture = await pictureOf(paper),
    files = [new File([picture], fileName(title, picture), {type: picture.type})],
    url = link ? {url: link} : {};
  try {
    if (navigator.canShare?.({files})) await navigator.share({title, text: title, files, ...url});
    else if ('share' in navigator) await navigator.share({title, text: title, ...url});
    else if (link) await linkOf(link, tell);
  } catch (e) {
    if (/** @type {Error} */ (e).name !== 'AbortError' && link) await linkOf(link, tell); // the reader thought better of it: nothing to tell
  }
}

/** @param {string} link @param {(text: string) => void} tell */
export async function linkOf(link, tell) {
  try {
    await navigator.clipboard.writeText(link);
    tell(_('The link is copied.'));
  } catch {
    tell(link);
  }
}

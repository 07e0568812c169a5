// letters.js: the short marks of things that are told apart by a letter: the first of their names in the reader's language, and as
// many more as it takes to differ. Yellow and green are Y and G; Gelb and Grün are Ge and Gr.

/** @param {string[]} names @returns {string[]} */
export function letters(names) {
  const low = names.map(n => n.toLocaleLowerCase());
  return names.map((name, i) => {
    let n = 1;
    while (n < name.length && low.some((other, j) => j !== i && other.startsWith(low[i].slice(0, n)))) n++;
    return name.charAt(0).toLocaleUpperCase() + name.slice(1, n);
  });
}

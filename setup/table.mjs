// @ts-check
/** The width of a terminal that nobody has widened. */
const width = 80;

/**
 * The doctor's table: a sign, the requirement, what was found, and what to do in lines below. It fits 80 columns, except for single
 * words that are longer, such as paths.
 * @param {[sign: string, name: string, found: string, remedy: string][]} rows
 * @returns {string}
 */
export function table(rows) {
  const [indent, names] = [3, Math.max(...rows.map(([, name]) => name.length)) + 2];
  return rows
    .flatMap(([sign, name, found, remedy]) => {
      const line = `${sign.padEnd(indent)}${name.padEnd(names)}`;
      const isShort = line.length + found.length <= width;
      return [
        isShort ? line + found : line.trimEnd(),
        ...(isShort ? [] : wrapped(found, indent)),
        ...(remedy === "" ? [] : wrapped(`To do: ${remedy}`, indent)),
      ];
    })
    .join("\n");
}

/**
 * @param {string} text
 * @param {number} indent
 * @returns {string[]} its lines
 */
function wrapped(text, indent) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(indent) + word);
  }
  return lines;
}

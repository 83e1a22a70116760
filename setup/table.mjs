// @ts-check
/**
 * Formats rows as a table; each column is as wide as its widest cell.
 * @param {string[]} header
 * @param {string[][]} rows
 * @returns {string}
 */
export function table(header, rows) {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column].length)));
  return [header, widths.map((width) => "─".repeat(width)), ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

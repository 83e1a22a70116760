// @ts-check
/**
 * Lays out rows in columns as wide as their widest cell.
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

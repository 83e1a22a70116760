/**
 * A table of plain text: each row a line, its cells under those of the row above, two spaces between columns.
 * @param rows All with as many cells, the headings first where there are any.
 * @param numbers The columns whose cells stand at their right edge, from 0.
 */
export function textTable(rows: readonly (readonly string[])[], numbers: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell: string, column: number): string =>
    numbers.includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(padded).join("  ").trimEnd());
}

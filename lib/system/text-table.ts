import { printable } from "./printable";

/**
 * A table of plain text, which others' names and texts can stand in: a line for each row, with two spaces between the columns.
 * @param cells The rows, all with equally many cells; the headings come first, if there are any.
 * @param numbers The columns that are aligned to the right, counted from 0.
 */
export function textTable(cells: readonly (readonly string[])[], numbers: readonly number[] = []): string[] {
  const rows = cells.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell: string, column: number): string =>
    numbers.includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(padded).join("  ").trimEnd());
}

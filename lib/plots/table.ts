import type { Rows } from "../system/rows";
import { textTable } from "../system/text-table";
import { escapeHtml, showHtml } from "./display";

/** A danfojs DataFrame, as far as a table needs it. */
export interface FrameLike {
  readonly columns: string[];
  readonly values: unknown;
}

/**
 * Shows rows, or a danfojs DataFrame, as a table below the notebook cell that calls it. Numbers have four significant digits.
 * @param table Rows as objects; a property's name becomes its column's heading.
 * @example
 * showTable([{ device: "CPU", "epoch (s)": 12.5 }, { device: "GPU", "epoch (s)": 1.1 }], "A steady epoch");
 */
export function showTable(table: Rows | FrameLike, caption?: string): void {
  const { columns, lines } = contents(table);
  showHtml(tableHtml(columns, lines, caption), captionedTable(columns, lines, caption));
}

/** A table's columns, which are those of any of its rows, and the rows' values in that order. */
export function contents(table: Rows | FrameLike): { columns: string[]; lines: unknown[][] } {
  if ("columns" in table && "values" in table) return { columns: table.columns, lines: table.values as unknown[][] };
  const columns = [...new Set(table.flatMap((row) => Object.keys(row)))];
  return { columns, lines: table.map((row) => columns.map((column) => row[column])) };
}

/** A cell's text. Whole numbers stay whole, others keep four significant digits, and a missing value is a dash. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value === "string") return value;
  if (typeof value !== "number") return JSON.stringify(value);
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return value.toLocaleString("en-US", {
    // Intl accepts at most 21.
    maximumSignificantDigits: Math.min(21, Math.max(4, Math.ceil(Math.log10(Math.abs(value) + 1)))),
  });
}

/** Rows as HTML, see {@link tableHtml}. */
export function rowsHtml(rows: Rows, caption?: string): string {
  const { columns, lines } = contents(rows);
  return tableHtml(columns, lines, caption);
}

/** The table as HTML, for notebooks, exported pages and slides. */
export function tableHtml(columns: string[], lines: unknown[][], caption?: string): string {
  const side = columns.map((_, column) => (lines.every((line) => typeof line[column] !== "string") ? "right" : "left"));
  const cell = (tag: "td" | 'th scope="col"', text: string, column: number) =>
    `<${tag} style="text-align:${side[column]};padding:0.25em 0.9em">${escapeHtml(text)}</${tag.slice(0, 2)}>`;
  const head = columns.map((name, column) => cell('th scope="col"', name, column)).join("");
  const body = lines.map(
    (line) => `<tr>${line.map((value, column) => cell("td", cellText(value), column)).join("")}</tr>`,
  );
  const title =
    caption === undefined ? "" : `<caption style="text-align:left;font-weight:bold">${escapeHtml(caption)}</caption>`;
  return `<table class="dataframe">${title}<thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

/** The table as plain text. */
export function captionedTable(columns: string[], lines: unknown[][], caption?: string): string {
  const rows = [columns, ...lines.map((line) => line.map(cellText))];
  return [...(caption === undefined ? [] : [caption]), ...textTable(rows)].join("\n");
}

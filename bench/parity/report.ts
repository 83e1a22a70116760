import { passes, worst, type KindErrors } from "./compare";

/** The comparison as a table of plain text: one row a kind of tensor, with the tensor nearest to its limit. */
export function parityTable(kinds: KindErrors[]): string {
  const rows = kinds.map(({ kind, tensors }) => {
    const { name, ours, keras, limit } = worst(tensors);
    const failed = tensors.filter((tensor) => !passes(tensor)).length;
    const numbers = [ours, keras, limit].map((value) => value.toExponential(1));
    return [kind, String(tensors.length), name, ...numbers, failed === 0 ? "pass" : `FAIL (${failed})`];
  });
  const header = ["kind of tensor", "count", "worst tensor", "our error", "Keras float32's", "limit", ""];
  const widths = header.map((title, column) =>
    Math.max(...[header, ...rows].map((row) => row[column].length), title.length),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join("  ")
      .trimEnd();
  return [header, ...rows].map(line).join("\n");
}

const isNumber = (column: number) => [1, 3, 4, 5].includes(column);

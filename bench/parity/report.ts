import { textTable } from "../../lib/system/text-table";
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
  return textTable([header, ...rows], [1, 3, 4, 5]).join("\n");
}

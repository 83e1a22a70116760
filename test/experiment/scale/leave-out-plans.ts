import type { LeftOutRow } from "../../../lib/experiment/fits";
import { fitScale } from "../../../lib/experiment/scale/fit-scale";
import { compared } from "../../../lib/experiment/scale/leave-out-plans";
import { replicatesOf } from "../../../lib/experiment/scale/replicates";
import type { ScaleOptions, ScaleRow, ScaleTerm } from "../../../lib/experiment/scale/types";
import { valueOrReason } from "../../../lib/experiment/value-or-reason";
import { groupedBy } from "../../../lib/system/grouped-by";

/**
 * Leaves out each plan in turn, in all its replicates and with all software, and predicts it from the others. It shows how well
 * the formula carries to plans that it has not seen, and names measured steps that do not fit.
 */
export function leaveOutPlans(rows: readonly ScaleRow[], options: ScaleOptions = {}): LeftOutRow<ScaleTerm>[] {
  return [...groupedBy(rows, ({ plan }) => JSON.stringify(plan)).values()].flatMap((left) => {
    const rest = rows.filter((row) => !left.includes(row));
    return compared(valueOrReason(() => fitScale(rest, options)), replicatesOf(left)); // prettier-ignore
  });
}

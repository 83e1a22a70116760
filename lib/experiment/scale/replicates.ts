import { mean, sum } from "simple-statistics";
import { slowestOf } from "../../failures";
import { groupedBy } from "../../system/grouped-by";
import { noiseOf, type Noise } from "../fits";
import type { ScaleRow } from "./types";

/** Rows of the same plan and software, as one. */
export interface Replicates extends ScaleRow {
  /** The geometric mean. */
  seconds: number;
  count: number;
}

/** Rows of the same plan and software together, in order of appearance. */
export function replicatesOf(rows: readonly ScaleRow[]): Replicates[] {
  return grouped(rows).map((group) => ({
    ...group[0],
    seconds: Math.exp(mean(logarithms(group))),
    count: group.length,
  }));
}

/** How much replicates vary, as a share of their time, pooled over all plans; undefined without replicates. */
export function replicateSpread(rows: readonly ScaleRow[]): Noise | undefined {
  return pooled(rows, () => 1);
}

/**
 * Standard deviation of single devices as a share of a step, from replicates on one node each. A step takes as long as the
 * slowest device, so replicates vary as the largest of that many values does: less than a single device.
 * @returns undefined when no plan on one node has replicates.
 */
export function deviceSpread(rows: readonly ScaleRow[]): number | undefined {
  const alone = rows.filter(({ plan }) => plan.devices === plan.devicesPerNode);
  return pooled(alone, ({ plan }) => slowestOf(plan.devices, "normal").deviation)?.share;
}

function pooled(rows: readonly ScaleRow[], unitOf: (row: ScaleRow) => number): Noise | undefined {
  const groups = grouped(rows);
  const degreesOfFreedom = sum(groups.map(({ length }) => length - 1));
  if (degreesOfFreedom < 1) return undefined;
  const residuals = groups.flatMap((group) => {
    const values = logarithms(group);
    const [centre, unit] = [mean(values), unitOf(group[0])];
    return values.map((value) => (value - centre) / unit);
  });
  return noiseOf(residuals, degreesOfFreedom);
}

function grouped(rows: readonly ScaleRow[]): ScaleRow[][] {
  return [...groupedBy(rows, ({ software, plan }) => JSON.stringify([software, plan])).values()];
}

function logarithms(rows: readonly ScaleRow[]): number[] {
  return rows.map(({ seconds }) => Math.log(seconds));
}

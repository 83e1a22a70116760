import { mean, sum } from "simple-statistics";
import { largestOf } from "../statistics";
import type { ScaleRow } from "./types";

/** Rows of the same plan and software, as one. */
export interface Replicates {
  plan: ScaleRow["plan"];
  software?: string;
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
export function replicateSpread(rows: readonly ScaleRow[]): { share: number; degreesOfFreedom: number } | undefined {
  return pooled(grouped(rows).map((group) => ({ group, unit: 1 })));
}

/**
 * Standard deviation of single devices as a share of a step, from replicates on one node each. A step takes as long as the
 * slowest device, so replicates vary as the largest of that many values does: less than a single device.
 * @returns undefined when no plan on one node has replicates.
 */
export function deviceSpread(rows: readonly ScaleRow[]): number | undefined {
  const alone = rows.filter(({ plan }) => plan.devices === plan.devicesPerNode);
  const groups = grouped(alone).map((group) => ({ group, unit: largestOf(group[0].plan.devices).standardDeviation }));
  return pooled(groups)?.share;
}

function pooled(
  groups: readonly { group: readonly ScaleRow[]; unit: number }[],
): { share: number; degreesOfFreedom: number } | undefined {
  const degreesOfFreedom = sum(groups.map(({ group }) => group.length - 1));
  if (degreesOfFreedom < 1) return undefined;
  const squares = groups.map(({ group, unit }) => {
    const values = logarithms(group);
    const centre = mean(values);
    return sum(values.map((value) => ((value - centre) / unit) ** 2));
  });
  return { share: Math.sqrt(sum(squares) / degreesOfFreedom), degreesOfFreedom };
}

function grouped(rows: readonly ScaleRow[]): ScaleRow[][] {
  const groups = new Map<string, ScaleRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.software, row.plan]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

function logarithms(rows: readonly ScaleRow[]): number[] {
  return rows.map(({ seconds }) => Math.log(seconds));
}

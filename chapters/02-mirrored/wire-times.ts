import { publishedRows } from "../../lib/runs/published/published-record";

/** An all-reduce of four nodes over links of 1 Gb/s, as datasets/published/README.md describes it. */
export interface WireTime {
  /** `ring`, `tree`, `halving and doubling` by Open MPI, or `this workbook's ring`. */
  name: string;
  /** Of each node's array. */
  megabytes: number;
  /** The median over rounds. */
  seconds: number;
}

/** The all-reduces of datasets/published/all-reduce-sizes.csv. */
export async function wireTimes(): Promise<WireTime[]> {
  return (await publishedRows("all-reduce-sizes")).map(({ way, bytes, median_ms: median }) => ({
    ...{ name: way, megabytes: Number(bytes) / 1e6, seconds: Number(median) / 1e3 },
  }));
}

import { sheetPeak } from "../../lib/training/mfu";
import { runChild } from "../../lib/verify/child";
import type { GpuPrecision } from "./result";

/** Operations a second that a device reaches at most in a precision; undefined where it cannot multiply so. */
export type Peaks = (precision: GpuPrecision) => Promise<number | undefined>;

/** The peaks of a GPU by its data sheet where that is known, else measured; without a GPU, those of the processor. */
export function peaksOf(gpu: string | undefined): Peaks {
  const known = new Map<GpuPrecision, Promise<number | undefined>>();
  const find = async (precision: GpuPrecision): Promise<number | undefined> => {
    const format = precision === "float32" ? precision : (`mixed_${precision}` as const);
    const promised = gpu === undefined ? undefined : sheetPeak([gpu], format);
    if (promised !== undefined) return promised;
    const { failed, output } = await runChild(require.resolve("./peak"), [gpu === undefined ? "cpu" : "gpu", format]);
    return failed ? undefined : Number(output.trim().split("\n").at(-1));
  };
  return (precision) => {
    const peak = known.get(precision) ?? find(precision);
    known.set(precision, peak);
    return peak;
  };
}

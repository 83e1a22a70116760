import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "simple-statistics";
import { z } from "zod";
import { keepFor } from "../../lib/cells/keep-for";
import { runProgram } from "../../lib/jobs/run-program";
import { publishedRows } from "../../lib/runs/published/published-record";

const rowSchema = z.object({
  /** `other weights` is a training in float32 that began with other weights: it is not timed. */
  what: z.enum(["products", "step", "other weights"]),
  precision: z.enum(["float32", "bfloat16"]),
  /** From 1; in round 0 the graphs were captured. */
  round: z.number(),
  seconds: z.number(),
  /** The loss of a step. */
  value: z.number(),
});

/** A matrix product or a training step that was timed. */
export interface PrecisionRow extends z.infer<typeof rowSchema> {}

/** The instructions of an x86-64 processor that multiply numbers in bfloat16, by the text of /proc/cpuinfo; undefined where it has none. */
export const sixteenBitInstructions = (
  cpuinfo = existsSync("/proc/cpuinfo") ? readFileSync("/proc/cpuinfo", "utf8") : "", // only Linux has it
): string | undefined => /^flags.* (avx512_bf16|amx_bf16)\b/m.exec(cpuinfo)?.[1];

/**
 * Times products and training steps in float32 and bfloat16 on this processor, and keeps the times. Where it has no instructions for
 * bfloat16, or while nbgrader grades and nothing was handed in, it says so, and gives the times of a machine that has them.
 * @param cpuinfo Default: this machine's.
 */
export async function measurePrecision(cpuinfo?: string): Promise<PrecisionRow[]> {
  const instructions = sixteenBitInstructions(cpuinfo);
  if (instructions !== undefined) {
    const kept = await keepFor({
      file: join("results", "precision", "precision.json"),
      from: instructions,
      schema: z.array(rowSchema),
      compute: ({ to }) => runProgram("01-one-device/precision", { out: to }),
    });
    if (kept) return kept;
  }
  const why = instructions === undefined ? "This processor has no avx512_bf16 or amx_bf16" : "Nothing was handed in";
  console.log(
    `${why}: these times were measured by the workbook's authors, on 2 cores of an AMD EPYC with avx512_bf16.`,
  );
  return recordedPrecision();
}

/** The rows of datasets/published/sixteen-bits.csv. */
export const recordedPrecision = async (): Promise<PrecisionRow[]> =>
  (await publishedRows("sixteen-bits")).map(({ round, seconds, value, ...row }) =>
    rowSchema.parse({ ...row, round: Number(round), seconds: Number(seconds), value: Number(value) }),
  );

/** The medians of products or steps in both precisions, and how many times as fast bfloat16 is: of the medians, and of the rounds. */
export function timesAsFast(rows: PrecisionRow[], what: "products" | "step") {
  const timed = rows.filter((row) => row.what === what && row.round > 0);
  const secondsOf = (precision: string, round?: number): number[] =>
    timed
      .filter((row) => row.precision === precision && (round === undefined || row.round === round))
      .map(({ seconds }) => seconds);
  const ratio = (round?: number) => median(secondsOf("float32", round)) / median(secondsOf("bfloat16", round));
  const byRound = [...new Set(timed.map(({ round }) => round))].map(ratio);
  return {
    float32: secondsOf("float32"),
    bfloat16: secondsOf("bfloat16"),
    times: ratio(),
    least: Math.min(...byRound),
    most: Math.max(...byRound),
  };
}

/** Rows for a table: products and steps in both precisions, the medians with the least and the most. */
export function precisionRows(rows: PrecisionRow[]) {
  const names = { products: "four products of 1,024 x 1,024 matrices", step: "a training step of ResNet50V2" };
  return (["products", "step"] as const).map((what) => {
    const { float32, bfloat16, times, least, most } = timesAsFast(rows, what);
    return {
      what: names[what],
      "float32 (ms)": spread(float32, 1000),
      "bfloat16 (ms)": spread(bfloat16, 1000),
      "times as fast": `${times.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    };
  });
}

/** The median of some values, with the least and the most. */
export function spread(values: number[], scale = 1): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  const shown = (value: number): string => (scale * value).toLocaleString("en", { maximumSignificantDigits: 3 });
  return `${shown(middle)} (${shown(least)} to ${shown(most)})`;
}

/** Rows for a table: the losses of some steps in float32, in bfloat16, and in float32 from other first weights. */
export function lossRows(rows: PrecisionRow[], steps = [1, 2, 4, 8, 16]) {
  const lossesOf = (what: string, precision: string): number[] =>
    rows.filter((row) => row.what === what && row.precision === precision).map(({ value }) => value);
  const [float32, bfloat16] = [lossesOf("step", "float32"), lossesOf("step", "bfloat16")];
  const other = lossesOf("other weights", "float32");
  return steps.map((step) => ({
    step,
    ...{ float32: float32[step - 1], bfloat16: bfloat16[step - 1] },
    "float32, other first weights": other[step - 1],
  }));
}

/** A number rounded to the nearest that bfloat16 has, which is the upper half of a float32; halves go to the even one. */
export function asBfloat16(value: number): number {
  const bits = new Uint32Array(Float32Array.of(value).buffer);
  bits[0] += 0x7fff + ((bits[0] >>> 16) & 1);
  bits[0] &= 0xffff0000;
  return new Float32Array(bits.buffer)[0];
}

import { readFile } from "node:fs/promises";
import { z } from "zod";
import { flags } from "../../jobs/run-program";
import { runChild, workbookScript } from "../child";
import type { Check } from "../check";

/** What the check needs of `bench gpu`'s result. */
const resultSchema = z.object({
  rows: z.array(
    z.object({
      ...{ workload: z.string(), contender: z.string(), precision: z.string(), perSecond: z.array(z.number()) },
      ...{ mfu: z.number().optional(), peakBytes: z.number().optional(), firstStepSeconds: z.number().optional() },
      ...{ joules: z.number().optional(), failed: z.string().optional() },
    }),
  ),
});

/** Seconds: two networks, three precisions, compiled and not, of which each compiling may take a minute. */
const LIMIT = 3600;

/** `bench gpu` in small: this engine alone, compiled and not. Only where all rows fail does the check. */
export const benchmark: Check = {
  id: "benchmark",
  name: "benchmark in small",
  run: async (machine) => {
    const output = machine.file("bench.json");
    const onGpu = { workloads: "resnet50v2:256,gpt-10m:64", contenders: "ours,ours-xla", rounds: 1, steps: 10 };
    const small = { quick: true, workloads: "gpt-1m:1", contenders: "ours", precision: "float32" };
    const values = machine.device === "gpu" && machine.sizes.steps > 4 ? onGpu : small;
    const words = ["bench", "gpu", ...flags({ ...values, output })];
    const { failed, reason } = await runChild(workbookScript, words, { timeoutSeconds: LIMIT });
    if (failed) throw new Error(reason);
    const { rows } = resultSchema.parse(JSON.parse(await readFile(output, "utf8")));
    const numbers = Object.fromEntries(
      rows.flatMap(({ workload, contender, precision, perSecond, failed: why, ...more }) => {
        const about = `${workload}, ${contender}, ${precision}`;
        if (why !== undefined) return [[`${about}: failed`, why]];
        return [
          [`${about}: per second`, perSecond],
          ...Object.entries(more).map(([name, value]) => [`${about}: ${name}`, value]),
        ];
      }),
    ) as Record<string, number | string | number[]>;
    const done = rows.filter((row) => row.failed === undefined).length;
    const found = `${done} of ${rows.length} trainings have a figure`;
    return { state: done > 0 ? "pass" : "fail", found, numbers };
  },
};

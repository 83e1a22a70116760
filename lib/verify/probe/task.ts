import { z } from "zod";
import { runChild, type ChildOptions } from "../child";

/** What a probe is asked: which devices TensorFlow has, or how long adding up over them takes. */
export type ProbeTask =
  | { kind: "devices"; device: "cpu" | "gpu"; logicalDevices: number }
  | {
      kind: "all-reduce";
      device: "cpu" | "gpu";
      devices: number;
      collectives: "ring" | "nccl";
      bytes: number;
      /** All-reduces of one call, each of the sum of the one before. */
      rounds: number;
      calls: number;
    };

/** The answer to `devices`. */
export const devicesAnswer = z.object({ devices: z.array(z.string()), addressBytes: z.number() });
/** The answer to `all-reduce`: the seconds of each call after the first, and one number of its sum. */
export const allReduceAnswer = z.object({ seconds: z.array(z.number()), sum: z.number() });

/**
 * Runs a probe in a process of its own. Its answer is the last line of its output.
 * @throws one line when it fails.
 */
export async function probe<Answer>(
  task: ProbeTask,
  answer: z.ZodType<Answer>,
  options?: ChildOptions,
): Promise<Answer> {
  const { failed, output, reason } = await runChild(require.resolve("./main"), [JSON.stringify(task)], options);
  if (failed) throw new Error(reason);
  return answer.parse(JSON.parse(output.trim().split("\n").at(-1) ?? ""));
}

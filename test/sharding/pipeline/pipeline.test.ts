import { afterEach, describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../../lib/models";
import { allocatedBytes } from "../../../lib/profile";
import { readLines } from "../../../lib/profile/x-space";
import { backward as B, forward as F, mesh, pipeline, type PipelineOptions } from "../../../lib/sharding";
import { bytesAtRest, configureTensorFlow, deviceNames } from "../../../lib/tensorflow";
import { startProfile, stopProfile } from "../../../lib/tensorflow/profiler";
import { adamW, ShardedTraining } from "../../../lib/training";
import { text } from "../one-device";

configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
deviceNames(); // starts it

const made: { dispose(): void }[] = [];
afterEach(() => {
  made.splice(0).forEach((each) => each.dispose());
});

const sizes: GptOptions = { vocabulary: 13, context: 64, layers: 4, heads: 4, width: 64, seed: 2 };
const wide: GptOptions = { ...sizes, width: 128 }; // TensorFlow reports only blocks of a certain size

/** A profile of a step whose graph has been made. */
async function profiled(
  options: Omit<PipelineOptions, "mesh">,
  { of = sizes, rows = 8 }: { of?: GptOptions; rows?: number } = {},
): Promise<Uint8Array> {
  const model = pipeline(gpt(of), { mesh: mesh({ stage: 2 }), ...options });
  const training = new ShardedTraining(model, { optimizer: adamW(0.01) });
  made.push(training, model);
  const batch = text(of, rows);
  await training.step(batch);
  await training.step(batch);
  startProfile();
  await training.step(batch);
  return stopProfile();
}

interface Ran {
  task: string;
  begin: number;
  end: number;
}

/** When the tasks of a device ran: from the begin of their first op to the end of their last one. */
function tasksOn(device: number, profile: Uint8Array): Ran[] {
  const tasks = new Map<string, Ran>();
  for (const { name, start, end } of readLines(profile).flatMap(({ events }) => events)) {
    const [, task] = new RegExp(`replica_${device}/(stage_\\d+/[FB]\\d+)/`).exec(name) ?? [];
    if (task === undefined) continue;
    const known = tasks.get(task) ?? { task, begin: Infinity, end: 0 };
    tasks.set(task, { task, begin: Math.min(known.begin, start), end: Math.max(known.end, end) });
  }
  return [...tasks.values()].sort((a, b) => a.begin - b.begin);
}

describe("a device runs its tasks in the order of the schedule, one at a time", () => {
  it.each<[string, PipelineOptions["schedule"], string[]]>([
    ["gpipe", "gpipe", ["F0 F1 F2 F3 B0 B1 B2 B3", "F0 F1 F2 F3 B0 B1 B2 B3"]],
    ["1f1b", "1f1b", ["F0 F1 B0 F2 B1 F3 B2 B3", "F0 B0 F1 B1 F2 B2 F3 B3"]],
    [
      "an own one, in which the microbatches pass each other",
      [
        [F(0, 3), F(0, 0), F(0, 2), F(0, 1), B(0, 1), B(0, 3), B(0, 0), B(0, 2)],
        [F(1, 0), F(1, 1), B(1, 1), F(1, 3), B(1, 0), B(1, 3), F(1, 2), B(1, 2)],
      ],
      ["F3 F0 F2 F1 B1 B3 B0 B2", "F0 F1 B1 F3 B0 B3 F2 B2"],
    ],
  ])("%s", async (_, schedule, expected) => {
    const profile = await profiled({ microbatches: 4, schedule });
    expected.forEach((order, device) => {
      const tasks = tasksOn(device, profile);
      expect(tasks.map(({ task }) => task.replace(/^stage_\d+\//, "")).join(" ")).toBe(order);
      tasks.slice(1).forEach(({ task, begin }, index) => {
        expect(begin, task).toBeGreaterThanOrEqual(tasks[index].end);
      });
    });
  });
});

it("1F1B keeps fewer activations than GPipe, the more microbatches the fewer", async () => {
  const peaks = async (schedule: "gpipe" | "1f1b") => {
    const { first, peak } = allocatedBytes(await profiled({ microbatches: 16, schedule }, { of: wide, rows: 32 }));
    made.splice(0).forEach((each) => each.dispose());
    return peak - first;
  };
  const [all, few] = [await peaks("gpipe"), await peaks("1f1b")];
  console.log(`Above rest, 16 microbatches: GPipe ${(all / 1e6).toFixed(1)} MB, 1F1B ${(few / 1e6).toFixed(1)} MB`);
  expect(few).toBeLessThan(0.6 * all);
});

it("a device has the weights of its stages only, and the table of tokens at both ends", () => {
  const before = bytesAtRest();
  const whole = gpt(sizes);
  const { parameters } = whole;
  made.push(pipeline(whole, { mesh: mesh({ stage: 4 }), microbatches: 4 }));
  expect(bytesAtRest() - before).toBe(4 * (parameters + sizes.vocabulary * sizes.width));
});

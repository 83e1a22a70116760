import "../../four-devices";
import { describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../../lib/models";
import { memoryOfStep, pipelineTasks, profileOf } from "../../../lib/profile";
import { backward as B, forward as F, mesh, pipeline, type PipelineOptions } from "../../../lib/sharding";
import { bytesAtRest } from "../../../lib/tensorflow";
import { adamW } from "../../../lib/training";
import { leastPeak } from "../../least-peak";
import { text } from "../one-device";
import { disposedAfterEach } from "../../disposed";
import { ByHand } from "../../training/by-hand";

const keep = disposedAfterEach();

const sizes: GptOptions = { vocabulary: 13, context: 64, layers: 4, heads: 4, width: 64, seed: 2 };
const wide: GptOptions = { ...sizes, width: 128 }; // TensorFlow reports only blocks of a certain size

/** A pipeline whose step has been captured and has run. */
async function piped(
  options: PipelineOptions,
  { of = sizes, rows = 8 }: { of?: GptOptions; rows?: number } = {},
): Promise<{ devices: readonly string[]; step: () => Promise<number> }> {
  const strategy = pipeline({ stages: 2, ...options });
  const training = keep(new ByHand(strategy, gpt(of), { optimizer: adamW(0.01) }));
  const batch = text(of, rows);
  const step = () => training.loss(batch);
  await step();
  await step();
  return { devices: strategy.mesh.devices, step };
}

/** A profile of a pipeline's step. */
async function profiled(options: PipelineOptions): Promise<Uint8Array> {
  const { step } = await piped(options);
  return profileOf(step);
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
    const all = pipelineTasks(await profiled({ microbatches: 4, schedule }));
    expect(all[0].begin).toBe(0);
    expected.forEach((order, device) => {
      const tasks = all.filter((task) => task.device === device);
      expect(tasks.map(({ does, microbatch }) => `${does}${microbatch}`).join(" ")).toBe(order);
      expect(tasks.every(({ stage, busy }) => stage === device && busy > 0)).toBe(true);
      tasks.slice(1).forEach(({ begin }, index) => {
        expect(begin, `task ${index + 1}`).toBeGreaterThanOrEqual(tasks[index].end);
      });
    });
  });
});

it("no task begins before its input has arrived, even if a part of it runs earlier", async () => {
  const all = pipelineTasks(await profiled({ microbatches: 4, schedule: "gpipe" }));
  const begin = (does: "F" | "B", stage: number, microbatch: number): number =>
    all.find((task) => task.does === does && task.stage === stage && task.microbatch === microbatch)!.begin;
  for (const microbatch of [0, 1, 2, 3]) {
    expect(begin("F", 1, microbatch)).toBeGreaterThan(begin("F", 0, microbatch));
    expect(begin("B", 0, microbatch)).toBeGreaterThan(begin("B", 1, microbatch));
  }
  // Before a device has received anything, it has nothing to do but to wait.
  expect(all.filter(({ device }) => device === 1)[0].begin).toBeGreaterThan(0);
});

it("1F1B keeps fewer activations than GPipe, the more microbatches the fewer", async () => {
  const peaks = async (
    schedule: "gpipe" | "1f1b",
    share: (bytes: number, device: number) => number,
    limit: number,
    tries?: number,
  ) => {
    const { devices, step } = await piped({ microbatches: 16, schedule }, { of: wide, rows: 32 });
    const { above } = await leastPeak(
      async () => {
        const { atRest, peak } = await memoryOfStep(devices, step);
        const above = peak.map((bytes, device) => bytes - atRest[device]);
        return { above, peak: Math.max(...above.map(share)) };
      },
      limit,
      tries,
    );
    return above;
  };
  const all = await peaks("gpipe", (bytes) => bytes, 0, 5);
  const few = await peaks("1f1b", (bytes, device) => bytes / all[device], 0.6);
  const megabytes = (bytes: number[]) => bytes.map((each) => (each / 1e6).toFixed(1)).join(" and ");
  console.log(`Above rest by device, 16 microbatches: GPipe ${megabytes(all)} MB, 1F1B ${megabytes(few)} MB`);
  few.forEach((bytes, device) => expect(bytes).toBeLessThan(0.6 * all[device]));
});

it("a device has the weights of its stages only, and the table of tokens at both ends", () => {
  const grid = mesh({ stage: 4 });
  const before = bytesAtRest(grid.devices);
  const whole = gpt(sizes);
  const { parameters } = whole;
  keep(pipeline({ mesh: grid, microbatches: 4 }).place(whole), whole);
  const own = bytesAtRest(grid.devices).map((bytes, device) => bytes - before[device]);
  const [first, ...others] = own;
  expect(own.reduce((sum, bytes) => sum + bytes, 0)).toBe(4 * (parameters + sizes.vocabulary * sizes.width));
  expect(others[0]).toBe(others[1]); // a block each, without a table
  expect(first - others[0]).toBe(4 * (sizes.vocabulary + sizes.context) * sizes.width);
});

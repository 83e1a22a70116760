import { timeTasks } from "../../../chapters/09-model-parallel/time-tasks";
import { describe, expect, it } from "vitest";
import {
  backward as B,
  bubbleOf,
  forward as F,
  gpipe,
  oneForwardOneBackward,
  type PipelineSize,
  type Schedule,
} from "../../../lib/sharding";
import { checkSchedule } from "../../../lib/sharding/pipeline/check-schedule";

const even = { forward: 1, backward: 2 };
const written = (schedule: Schedule): string[] =>
  schedule.map((tasks) => tasks.map(({ does, stage, microbatch }) => `${does}${stage}.${microbatch}`).join(" "));

describe("orders of tasks", () => {
  it("GPipe's: everything forward, then everything backward", () => {
    expect(written(gpipe({ devices: 2, stages: 2, microbatches: 3 }))).toEqual([
      "F0.0 F0.1 F0.2 B0.0 B0.1 B0.2",
      "F1.0 F1.1 F1.2 B1.0 B1.1 B1.2",
    ]);
  });

  it("1F1B's: backward as soon as possible", () => {
    expect(written(oneForwardOneBackward({ devices: 3, stages: 3, microbatches: 4 }))).toEqual([
      "F0.0 F0.1 F0.2 B0.0 F0.3 B0.1 B0.2 B0.3",
      "F1.0 F1.1 B1.0 F1.2 B1.1 F1.3 B1.2 B1.3",
      "F2.0 B2.0 F2.1 B2.1 F2.2 B2.2 F2.3 B2.3",
    ]);
  });

  it("interleaved: Megatron-LM's, with two stages on each of two devices", () => {
    expect(written(oneForwardOneBackward({ devices: 2, stages: 4, microbatches: 4 }))).toEqual([
      "F0.0 F0.1 F2.0 F2.1 F0.2 B2.0 F0.3 B2.1 F2.2 B0.0 F2.3 B0.1 B2.2 B2.3 B0.2 B0.3",
      "F1.0 F1.1 F3.0 B3.0 F3.1 B3.1 F1.2 B1.0 F1.3 B1.1 F3.2 B3.2 F3.3 B3.3 B1.2 B1.3",
    ]);
  });

  const sizes = [1, 2, 3, 4, 8].flatMap((devices) =>
    [1, 2, 4].flatMap((chunks) =>
      [1, 2, 5].map((groups): PipelineSize => {
        return { devices, stages: devices * chunks, microbatches: groups * devices };
      }),
    ),
  );

  it.each(sizes)("run to their end, with %j", (size) => {
    for (const order of [gpipe, oneForwardOneBackward]) {
      expect(checkSchedule(order(size), size)).toHaveLength(2 * size.stages * size.microbatches);
    }
  });

  it("keep no more microbatches than 1F1B promises: as many as there are stages behind", () => {
    const size = { devices: 4, stages: 4, microbatches: 16 };
    const most = oneForwardOneBackward(size).map((tasks) => {
      let kept = 0;
      return Math.max(...tasks.map(({ does }) => (kept += does === "F" ? 1 : -1)));
    });
    expect(most).toEqual([4, 3, 2, 1]);
  });
});

describe("the bubble", () => {
  it.each([
    [2, 4],
    [4, 4],
    [4, 8],
    [8, 32],
  ])("of %i stages and %i microbatches is (p - 1) / (m + p - 1), whatever the order", (stages, microbatches) => {
    const size = { devices: stages, stages, microbatches };
    for (const order of [gpipe, oneForwardOneBackward]) {
      const bubble = bubbleOf(timeTasks(order(size), size, even), stages);
      expect(bubble).toBeCloseTo((stages - 1) / (microbatches + stages - 1), 12);
    }
  });

  it("becomes smaller by interleaving: its time is divided by the stages on a device", () => {
    const [devices, microbatches] = [4, 8];
    const idle = (chunks: number): number => {
      const size = { devices, stages: devices * chunks, microbatches };
      const durations = { forward: 1 / chunks, backward: 2 / chunks };
      const tasks = timeTasks(oneForwardOneBackward(size), size, durations);
      return Math.max(...tasks.map(({ end }) => end)) - 3 * microbatches;
    };
    expect(idle(1)).toBeCloseTo(3 * (devices - 1), 12);
    expect(idle(2)).toBeCloseTo(idle(1) / 2, 12);
    expect(idle(4)).toBeCloseTo(idle(1) / 4, 12);
  });
});

describe("a schedule that cannot be run is refused in a line", () => {
  const size = { devices: 2, stages: 2, microbatches: 2 };
  const first = [F(0, 0), F(0, 1), B(0, 0), B(0, 1)];
  const last = [F(1, 0), B(1, 0), F(1, 1), B(1, 1)];

  it.each<[string, Schedule, string]>([
    ["a list too few", [first], "The schedule has lists for 1 devices, but the pipeline has 2: give each device one."],
    ["a wrong stage", [[...first, F(1, 0)], last], "Device 0 is told to run F of microbatch 0 in stage 1, but that stage is on device 1."],
    ["no such stage", [[...first, F(2, 0)], last], "Device 0 is told to run F of microbatch 0 in stage 2, but stages go from 0 to 1."],
    ["no such microbatch", [[...first, F(0, 2)], last], "Device 0 is told to run F of microbatch 2 in stage 0, but microbatches go from 0 to 1."],
    ["half a microbatch", [[...first, F(0, 0.5)], last], "Device 0 is told to run F of microbatch 0.5 in stage 0, but microbatches go from 0 to 1."],
    ["something left out", [first.slice(0, 3), last], "Device 0 runs B of microbatch 1 in stage 0 never, but must run it once."],
    ["something twice", [first, [...last, F(1, 0)]], "Device 1 runs F of microbatch 0 in stage 1 2 times, but must run it once."],
    [
      "backward before forward",
      [first, [B(1, 0), F(1, 0), F(1, 1), B(1, 1)]],
      "The schedule stands still: device 1 must run B of microbatch 0 in stage 1 next, but that needs F of microbatch 0 in stage 1, which stands later in its own list.",
    ],
    [
      "devices that wait for each other",
      [
        [F(0, 0), B(0, 0), F(0, 1), B(0, 1)],
        [F(1, 0), F(1, 1), B(1, 0), B(1, 1)],
      ],
      "The schedule stands still: device 0 must run B of microbatch 0 in stage 0 next, but that needs B of microbatch 0 in stage 1, which device 1 has not come to; " +
        "device 1 must run F of microbatch 1 in stage 1 next, but that needs F of microbatch 1 in stage 0, which device 0 has not come to.",
    ],
  ])("%s", (_, schedule, says) => {
    expect(() => checkSchedule(schedule, size)).toThrow(new Error(says));
  }); // prettier-ignore

  it("microbatches that cannot be interleaved", () => {
    expect(() => oneForwardOneBackward({ devices: 2, stages: 4, microbatches: 3 })).toThrow(
      "3 microbatches cannot go through interleaved stages on 2 devices: make their number a multiple of 2.",
    );
  });
});

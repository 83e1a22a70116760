import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stepTimelines, summarize, type DeviceSummary } from "../../lib/profile/timeline";
import { madeUpProfile, type MadeUpEvent } from "./made-up";

const step = (number: number, start: number, end: number): MadeUpEvent => [
  "train",
  start,
  end,
  { step_num: number, _r: 1 },
];
const wait = (start: number, end: number): MadeUpEvent => ["IteratorGetNext (the feed)", start, end];

/** Milliseconds, in whole hundredths. */
const milliseconds = ({ device, step: number, ...times }: DeviceSummary) => ({
  device,
  step: number,
  ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Math.round(1e5 * time) / 100])),
});
const times = (device: string, step: number, all: Omit<DeviceSummary, "device" | "step">) => ({ device, step, ...all });
const none = { communication: 0, overlapped: 0, exposedCommunication: 0 };
const summaries = (profile: Uint8Array) => stepTimelines(profile).flatMap(summarize).map(milliseconds);

describe("a step's timeline", () => {
  it("shows what overlaps, what does not, and a starved pipeline", () => {
    const profile = madeUpProfile({
      "/host:CPU": {
        node: [
          step(7, 100, 200),
          wait(100, 140), // starved
          ["EagerExecute", 140, 198],
          ["EagerCopyToDevice", 141, 143], // the batch
          ["EagerCopyToDevice", 198, 199], // the result
          step(8, 200, 250),
          wait(200, 200),
        ],
        "tf_Compute/1": [
          ["ExecutorState::Process", 143, 200],
          ["replica_0/Conv2D_1:_MklNativeConv2D", 145, 165],
          ["call/replica_0/Relu_2:Relu", 150, 160], // within the other
          ["replica_0/MatMul_3:MatMul", 190, 210], // into the next step
          ["replica_0/Sub_4/_5:_Send", 165, 190],
        ],
        "tf_Compute/2": [
          ["replica_0/Conv2D_2:_MklNativeConv2D", 160, 170], // the same device on another thread
          ["replica_1/Conv2D_1:_MklNativeConv2D", 145, 195],
        ],
        "collective_ops/3": [
          ["replica_0/all_reduce/bucket_0:CollectiveReduce", 155, 175],
          ["Loop", 155, 175],
          ["replica_1/all_reduce/bucket_0:CollectiveReduce", 160, 175],
        ],
        "collective_ops/4": [["replica_0/all_reduce/bucket_1:CollectiveReduceV2", 180, 192]],
      },
    });
    // Device 0 computes 145 to 170 and 190 to 200, reduces 155 to 175 and 180 to 192, is idle 140 to 141, 143 to 145 and
    // 175 to 180; device 1 is idle 140 to 141, 143 to 145 and 195 to 200.
    const input = 42;
    expect(summaries(profile)).toEqual([
      times("CPU:0", 7, {
        seconds: 100,
        compute: 35,
        communication: 32,
        overlapped: 17,
        exposedCommunication: 15,
        input,
        idle: 8,
      }),
      times("CPU:1", 7, {
        seconds: 100,
        compute: 50,
        communication: 15,
        overlapped: 15,
        exposedCommunication: 0,
        input,
        idle: 8,
      }),
      times("CPU:0", 8, { ...none, seconds: 50, compute: 10, input: 0, idle: 40 }),
      times("CPU:1", 8, { ...none, seconds: 50, compute: 0, input: 0, idle: 50 }),
    ]);
  });

  it("takes ops without a replica's name for those of the one device", () => {
    const profile = madeUpProfile({
      "/host:CPU": { node: [step(0, 0, 10)], "tf_Compute/1": [["MatMul_1:_MklMatMul", 2, 8]] },
    });
    expect(summaries(profile)).toMatchObject([{ device: "CPU:0", compute: 6, idle: 4 }]);
  });

  it("reads GPUs' streams, not the host's launches", () => {
    const launches: MadeUpEvent[] = [["replica_0/stage_0/F0/Conv2D_1:Conv2D", 1, 9]];
    const profile = madeUpProfile({
      "/host:CPU": { node: [step(3, 0, 10), wait(0, 1)], "tf_Compute/1": launches },
      "/device:GPU:1": { "Stream #13(Compute)": [["volta_sgemm_128x64_nn", 4, 8]] },
      "/device:GPU:0": {
        "Stream #13(Compute)": [["volta_sgemm_128x64_nn", 2, 6]],
        "Stream #20(Compute)": [["ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 5, 9]],
        "Stream #14(MemcpyH2D)": [["MemcpyH2D", 1, 3]],
        Steps: [["3", 0, 10]],
      },
    });
    expect(summaries(profile)).toMatchObject([
      { device: "GPU:0", compute: 4, communication: 4, overlapped: 1, exposedCommunication: 3, input: 2, idle: 1 },
      { device: "GPU:1", compute: 4, communication: 0, input: 1, idle: 5 },
    ]);
    expect(stepTimelines(profile)[0].tasks).toBeUndefined();
  });

  it("agrees with TensorBoard's reader on a real step of two devices", () => {
    const file = join(import.meta.dirname, "two-devices.xplane.pb");
    const [cpu0, cpu1] = stepTimelines(readFileSync(file)).flatMap(summarize);
    const near = (seconds: number) => expect.closeTo(seconds, 8) as number; // see README.md
    expect(cpu0).toMatchObject({ device: "CPU:0", step: 4, seconds: near(0.575694588), compute: near(0.494015264) });
    expect(cpu0).toMatchObject({
      communication: near(0.243116432),
      overlapped: near(0.2138933),
      idle: near(0.052141824),
    });
    expect(cpu1).toMatchObject({ device: "CPU:1", compute: near(0.477733065), communication: near(0.099130889) });
    expect(cpu1).toMatchObject({ overlapped: near(0.049781171), input: near(0.000314368), idle: near(0.048297437) });
  });
});

it("of a pipeline has the tasks of each step, and its stages are idle where they wait for what others send", () => {
  const profile = madeUpProfile({
    "/host:CPU": {
      node: [step(1, 0, 50), step(2, 50, 100)],
      "tf_Compute/1": [
        ["replica_0/stage_0/F0/MatMul_1:MatMul", 2, 10],
        ["replica_0/stage_0/F0/MatMul_1:MatMul", 52, 60],
        ["replica_0/stage_0/B0/MatMul_2:MatMul", 80, 96],
      ],
      "tf_Compute/2": [["replica_1/stage_1/F0/MatMul_1:MatMul", 60, 68]],
      "collective_ops/3": [["replica_1/CollectiveBcastRecvV2_3:CollectiveBcastRecvV2", 50, 60]],
    },
  });
  const [first, second] = stepTimelines(profile);
  expect(first.tasks).toMatchObject([{ does: "F", stage: 0, microbatch: 0, device: 0 }]);
  const rounded = second.tasks!.map(({ does, stage, begin, end }) => [does, stage, ...[begin, end].map((time) => Math.round(1000 * time))]); // prettier-ignore
  expect(rounded).toEqual([
    ["F", 0, 0, 8],
    ["F", 1, 8, 16],
    ["B", 0, 28, 44],
  ]);
  expect(milliseconds(summarize(second)[1])).toMatchObject({ compute: 8, communication: 0, idle: 42 });
  expect(second.collectives).toBe("all-reduce"); // there is none
});

describe("what is no profile of steps", () => {
  it("is refused in one line", () => {
    const profile = madeUpProfile({ "/host:CPU": { node: [["train", 0, 1]] } });
    expect(() => stepTimelines(profile)).toThrow(/^The profile marks no step: record it with `.*--profile FILE`\.$/);
    expect(() => stepTimelines(Buffer.from("what is this"))).toThrow(
      /^It is no profile, or only a part of one: name what `\.\/workbook train --profile` wrote\.$/,
    );
    const backwards = madeUpProfile({ "/host:CPU": { node: [step(1, 0, 1), step(2, 3, 2)] } });
    expect(() => stepTimelines(backwards)).toThrow(
      /^The profile is damaged: its step 2 ends no later than it begins\.$/,
    );
  });

  // A field of a message, with its number and its bytes: what strangers write, most of it empty.
  const field = (number: number, ...parts: Uint8Array[]): Buffer => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const bytes = [0, 7, 14, 21].map((shift) => ((length >>> shift) & 127) | (shift < 21 ? 128 : 0));
    return Buffer.concat([Buffer.from([(number << 3) | 2, ...bytes]), ...parts]);
  };
  const empty = (number: number, count: number) => Buffer.alloc(2 * count, Buffer.from([(number << 3) | 2, 0]));
  const ofStep = (count: number) => Array.from({ length: count }, (_, at) => step(at, at, at + 1));

  it.each<[what: string, profile: () => Uint8Array, message: RegExp]>([
    [
      "a million events in 2 MB",
      () => field(1, field(3, empty(4, 1_000_001))),
      /1000001 events, and 1000000 are the most/,
    ],
    ["planes without end", () => empty(1, 20_001), /20001 lines, and 20000 are the most: record fewer steps\.$/],
    ["lines without end", () => field(1, empty(3, 20_000)), /20001 lines/],
    ["names without end", () => field(1, empty(4, 1e6), empty(5, 1)), /1000001 events/],
    [
      "an event without end",
      () => field(1, field(3, field(4, empty(4, 5e5 + 1)))),
      /one of its events has 1000002 bytes\.$/,
    ],
    ["names without a name", () => field(1, field(4, Buffer.from([8, 1]))), /^It is no profile, or only a part of one/],
    [
      "steps among steps",
      () => madeUpProfile({ "/host:CPU": { a: ofStep(10_001) } }),
      /10001 steps among 10001 events/,
    ],
  ])("of %s is refused in one line before it fills the memory", (_, profile, message) => {
    expect(() => stepTimelines(profile())).toThrow(message);
    expect(() => stepTimelines(profile())).toThrow(/^\P{Cc}*\.$/u);
  });
});

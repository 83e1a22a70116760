import { describe, expect, it } from "vitest";
import { heldOverTime, stepMemory } from "../../lib/profile";
import { madeUpProfile, type MadeUpEvent } from "./made-up";

/** A block that is taken, or freed (with negative bytes), at a time. */
const block = (at: number, addr: number, bytes: number): MadeUpEvent => [
  bytes < 0 ? "MemoryDeallocation" : "MemoryAllocation",
  ...([at, at] as const),
  { addr, allocation_bytes: Math.abs(bytes) },
];

const profile = madeUpProfile({
  "/host:CPU": {
    "thread 1": [
      ["replica_0/MatMul_1:MatMul", 0, 10],
      block(1, 100, 4e6),
      ["replica_1/Add_2:AddV2", 11, 20],
      block(12, 200, 2e6),
      block(30, 100, -4e6), // freed behind an op of the other device
    ],
    "thread 2": [
      ["replica_0/Mul_3:Mul", 14, 18],
      ["inner work", 15, 17],
      block(16, 300, 1e6),
      ["replica_1/Relu_4:Relu", 40, 50],
      block(41, 200, -2e6), // another device's op is the last to read it
      block(62, 300, -1e6),
    ],
    "main thread": [
      ["main thread's own", 60, 70],
      block(61, 800, 5e6),
      block(63, 900, -7e6), // was there before
    ],
    "thread 3": [
      ["replica_0/Identity_9:Identity", 70, 71],
      block(72, 800, -5e6), // it was nobody's
    ],
  },
});

describe("heldOverTime", () => {
  it("counts a block for the device whose op took it, until anybody frees it", () => {
    const { seconds, devices } = heldOverTime(profile, 2);
    expect(seconds.map((each) => Math.round(1000 * each))).toEqual([0, 11, 15, 29, 40, 61]);
    expect(devices).toEqual([
      [4e6, 4e6, 5e6, 1e6, 1e6, 0],
      [0, 2e6, 2e6, 2e6, 0, 0],
    ]);
  });

  it("a variable's old value, whose place a new one takes, is no longer held", () => {
    const replaced = madeUpProfile({
      "/host:CPU": {
        thread: [
          ["replica_1/AssignVariableOp_5:AssignVariableOp", 0, 5],
          block(1, 100, 3e6),
          block(6, 900, -3e6),
          ["replica_0/Add_6:AddV2", 10, 11],
        ],
      },
    });
    expect(heldOverTime(replaced, 2).devices).toEqual([[0, 0], [3e6, 0]]); // prettier-ignore
  });

  it("an op that ends later counts from where it is started", () => {
    const text = (name: string) => `replica_1/${name}`;
    const started = madeUpProfile({
      "/host:CPU": {
        thread: [
          ["ExecutorState::ProcessAsync::Start", 0, 5, { name: text("CollectiveGatherV2_7") }],
          block(1, 100, 8e6),
        ],
      },
    });
    expect(heldOverTime(started, 2).devices).toEqual([[0], [8e6]]);
  });

  it("holds nothing where no block was reported", () => {
    const small = madeUpProfile({ "/host:CPU": { thread: [["replica_0/Add_2:AddV2", 1, 2]] } });
    expect(heldOverTime(small, 2)).toEqual({ seconds: [], devices: [[], []] });
    expect(stepMemory([3, 4], heldOverTime(small, 2))).toMatchObject({ peak: [3, 4], peakTogether: 7 });
  });
});

it("a peak is what lies there at rest and the most above it; devices need not have theirs at one time", () => {
  const memory = stepMemory([10e6, 20e6], heldOverTime(profile, 2));
  expect(memory).toMatchObject({ atRest: [10e6, 20e6], peak: [15e6, 22e6], peakTogether: 37e6 });
  const apart = stepMemory([0, 0], { seconds: [0, 1], devices: [[5, 0], [0, 5]] }); // prettier-ignore
  expect(apart).toMatchObject({ peak: [5, 5], peakTogether: 5 });
});

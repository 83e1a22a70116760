import { describe, expect, it } from "vitest";
import { communicationOf } from "../../lib/strategy/communication";

describe("how replicas add up their gradients", () => {
  it.each([
    ["CPUs", ["CPU:0", "CPU:1"], {}, 1, { collectives: "ring", bucketBytes: 1e6 }],
    ["CPUs of several nodes", ["CPU:0"], {}, 3, { collectives: "ring", bucketBytes: 4e6, smallestBucketBytes: 0.25e6 }],
    ["GPUs", ["GPU:0", "GPU:1"], {}, 1, { collectives: "nccl", bucketBytes: 25e6 }],
    ["GPUs of several nodes", ["GPU:0"], {}, 2, { collectives: "nccl", bucketBytes: 64e6 }],
    ["what was chosen", ["GPU:0"], { collectives: "ring", bucketMegabytes: 8 } as const, 2, { collectives: "ring", bucketBytes: 8e6 }], // prettier-ignore
  ])("%s", (_, devices, chosen, nodes, expected) => {
    expect(communicationOf(devices, chosen, nodes)).toEqual(expected);
  });

  it("refuses what cannot be, before anything is trained", () => {
    expect(() => communicationOf(["CPU:0"], { collectives: "nccl" })).toThrow(
      /"nccl" need GPUs, and the devices are CPUs/,
    );
    const rounded = { compression: "bfloat16" } as const;
    expect(() => communicationOf(["GPU:0"], rounded, 2)).toThrow(
      /^The compression "bfloat16" needs the collectives "ring", since TensorFlow cannot add up bfloat16 by NCCL: choose "ring", or no compression\.$/,
    );
    expect(communicationOf(["GPU:0"], { ...rounded, collectives: "ring" }, 2).collectives).toBe("ring");
    expect(communicationOf(["CPU:0"], rounded, 2).collectives).toBe("ring");
  });
});

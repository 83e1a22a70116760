import { describe, expect, it } from "vitest";
import { axisRates, type Cluster } from "../../../chapters/09-model-parallel/gpu-cluster";

const cluster: Cluster = {
  ...{ gpus: 64, gpusPerNode: 8, memoryBytes: 80e9, operationsPerSecond: 500e12 },
  ...{ insideBytesPerSecond: 450e9, betweenBytesPerSecond: 50e9 },
};

describe("how fast a device sends along each axis", () => {
  it.each([
    // Rings inside a node use the links there, others the network cards of their own GPUs in a node.
    [{ data: 8, stage: 1, tensor: 8 }, { data: 50e9, stage: 450e9, tensor: 450e9 }],
    [{ data: 4, stage: 4, tensor: 4 }, { data: 50e9, stage: 50e9, tensor: 450e9 }],
    [{ data: 16, stage: 2, tensor: 2 }, { data: 2 * 50e9, stage: 450e9, tensor: 450e9 }],
    [{ data: 4, stage: 1, tensor: 16 }, { data: 50e9, stage: 50e9, tensor: 8 * 50e9 }],
    [{ data: 64, stage: 1, tensor: 1 }, { data: 8 * 50e9, stage: 450e9, tensor: 450e9 }],
    [{ data: 1, stage: 64, tensor: 1 }, { data: 450e9, stage: 50e9, tensor: 450e9 }],
  ])("%j", (mesh, rates) => {
    expect(axisRates(mesh, cluster)).toEqual(rates);
  }); // prettier-ignore

  it("never faster through the network than inside a node", () => {
    const wide = { ...cluster, betweenBytesPerSecond: 100e9 };
    expect(axisRates({ data: 64, stage: 1, tensor: 1 }, wide).data).toBe(450e9);
  });

  it("refuses a mesh of other GPUs in a line", () => {
    expect(() => axisRates({ data: 2, stage: 2, tensor: 2 }, cluster)).toThrow(
      "A mesh of 2 x 2 x 2 has 8 devices, and the cluster has 64 GPUs.",
    );
  });
});

import { describe, expect, it } from "vitest";
import { exampleNodesRun } from "../../lib/runs";
import { epochCounts, epochsByNodes, gradientBytes, networkRate, sentBytes } from "../../lib/measure";
import { allReduceSeconds, effectiveBatch } from "../../lib/measure/communication";
import { nodesTimeline } from "../../chapters/04-many-nodes/nodes-timeline";
import { networkCells } from "../../chapters/04-many-nodes/network-cells";
import { computeSecondsOf, epochParts, pairsOfWays } from "../../chapters/04-many-nodes/epoch-parts";

describe("bytes and seconds of an all-reduce", () => {
  it("are 4 bytes a parameter, 2 compressed, of which 2 (n - 1) / n travel", () => {
    expect(gradientBytes(25_636_712)).toBe(102_546_848);
    expect(gradientBytes(25_636_712, "bfloat16")).toBe(51_273_424);
    expect([1, 2, 3, 4].map((nodes) => sentBytes(nodes, 120))).toEqual([0, 120, 160, 180]);
  });

  it("take what the link allows, and a latency; one node sends nothing", () => {
    const link = { bytesPerSecond: 60, latencySeconds: 0.5 };
    expect([1, 2, 3].map((nodes) => allReduceSeconds(nodes, 120, link))).toEqual([0, 2.5, expect.closeTo(3.1667, 3)]);
    expect(networkRate(3, 120, allReduceSeconds(3, 120, { bytesPerSecond: 60 }))).toBe(60);
  });
});

describe("an epoch on several nodes", () => {
  const plan = { images: 100_000, localBatchSize: 32, nodes: 3, syncEvery: 4 };

  it("has steps, all-reduces and an effective batch", () => {
    expect(epochCounts(plan)).toEqual({ steps: 1042, syncs: 261, effectiveBatch: 384 });
    expect(epochCounts({ ...plan, syncEvery: 1 })).toEqual({ steps: 1042, syncs: 1042, effectiveBatch: 96 });
    expect(effectiveBatch({ localBatchSize: 100, nodes: 2, syncEvery: 4 })).toBe(800);
    expect(() => epochCounts({ ...plan, nodes: 0 })).toThrow(
      "nodes is 0: an epoch is counted with whole numbers from 1.",
    );
  });
});

describe("runs by nodes", () => {
  it("become a point for each model, batch, way and number of nodes, replicates averaged", () => {
    const runs = [
      exampleNodesRun({ nodes: 2, compute: 1, allReduce: 2 }),
      exampleNodesRun({ nodes: 2, compute: 1, allReduce: 3 }),
      exampleNodesRun({ nodes: 1, steps: 16 }),
      exampleNodesRun({ nodes: 2, syncEvery: 4, compute: 1, allReduce: 2 }),
    ];
    const points = epochsByNodes(runs);
    expect(points.map(({ way, nodes, runs: ids, epochSeconds }) => [way, nodes, ids.length, epochSeconds])).toEqual([
      ["sync", 1, 1, expect.closeTo(16, 9)],
      ["sync", 2, 2, expect.closeTo(28, 9)],
      ["accumulate", 2, 1, expect.closeTo(12, 9)],
    ]);
    expect(points[1]).toMatchObject({ imagesPerEpoch: 128, stepsPerEpoch: 8, syncEvery: 1, localBatchSize: 8 });
  });

  it("must have completed, and replicates must have epochs of as many images", () => {
    const failed = { ...exampleNodesRun({ nodes: 2 }), outcome: "failed" as const };
    expect(() => epochsByNodes([failed])).toThrow("Run example is failed, not completed");
    expect(() => epochsByNodes([exampleNodesRun({ nodes: 2 }), exampleNodesRun({ nodes: 2, steps: 4 })])).toThrow(
      "epochs of 128 and 64 images",
    );
  });
});

describe("what a run says of its communication", () => {
  it("computing is what steps between all-reduces take; the rest belongs to the all-reduces", () => {
    const run = exampleNodesRun({ nodes: 3, syncEvery: 4, steps: 10, compute: 0.5, allReduce: 2 });
    expect(computeSecondsOf(run)).toBeCloseTo(0.5, 9);
    const parts = epochParts(run);
    expect(parts).toMatchObject({ steps: 10, syncs: 3, images: 240 });
    expect(parts.secondsPerSync).toBeCloseTo(2, 9);
    expect(parts.communicationShare).toBeCloseTo(6 / 11, 9);
  });

  it("a run with an all-reduce in each step needs to be told", () => {
    const run = exampleNodesRun({ nodes: 2, compute: 0.5, allReduce: 2 });
    expect(() => computeSecondsOf(run)).toThrow("is measured by a run that accumulates");
    expect(epochParts(run, 0.5).secondsPerSync).toBeCloseTo(2, 9);
    expect(epochParts(run, 99).communicationShare).toBe(0); // slower alone than together: nothing is negative
  });
});

describe("what epochs say of the network", () => {
  const epochs = epochsByNodes([
    exampleNodesRun({ nodes: 1, steps: 24, compute: 1 }),
    exampleNodesRun({ nodes: 3, steps: 8, compute: 1, allReduce: 4 }),
    exampleNodesRun({ nodes: 3, steps: 4, localBatchSize: 16, compute: 2, allReduce: 4 }),
  ]);

  it("is what is left of an epoch when the one-node epoch is divided by the nodes", () => {
    const cells = networkCells(epochs);
    expect(cells).toHaveLength(1); // the larger batch has no run on one node
    expect(cells[0].secondsPerSync).toBeCloseTo(4, 9);
    expect(cells[0].bytesPerSecond).toBeCloseTo(sentBytes(3, 102_546_848) / 4, 3);
    expect(networkCells(epochs, { parameters: 300 })[0].bytesPerSecond).toBeCloseTo(sentBytes(3, 1200) / 4, 9);
  });
});

describe("a timeline", () => {
  it("has every node compute, wait for the slowest, and add up together", () => {
    const { nodes, seconds } = nodesTimeline({ compute: [1, 2], allReduce: 3, steps: 3, syncEvery: 2 });
    expect(seconds).toBe(4 + 3 + 2 + 3);
    expect(nodes[0]).toEqual([
      { what: "compute", start: 0, end: 1 },
      { what: "compute", start: 1, end: 2 },
      { what: "wait", start: 2, end: 4 },
      { what: "all-reduce", start: 4, end: 7 },
      { what: "compute", start: 7, end: 8 },
      { what: "wait", start: 8, end: 9 },
      { what: "all-reduce", start: 9, end: 12 },
    ]);
    expect(nodes[1].map(({ what }) => what)).toEqual(["compute", "compute", "all-reduce", "compute", "all-reduce"]);
  });
});

it("pairs of ways are the completed runs of one configuration on several nodes", () => {
  const run = (nodes: number, syncEvery: number, localBatchSize = 8) =>
    exampleNodesRun({ nodes, syncEvery, localBatchSize });
  const [sync, accumulate, other, alone] = [run(2, 1), run(2, 4), run(2, 4, 16), run(1, 1)];
  expect(pairsOfWays([alone, accumulate, other, sync])).toEqual([{ sync, accumulate }]);
  expect(pairsOfWays([sync, { ...accumulate, outcome: "out-of-memory" }])).toEqual([]);
});

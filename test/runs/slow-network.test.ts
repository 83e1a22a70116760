import { slowNetworkTable, slowNetworkRuns } from "parallel-training/runs";
import { epochsByNodes, type NodesPoint } from "parallel-training/measure";
import { describe, expect, it } from "vitest";

const points = async () => epochsByNodes(await slowNetworkRuns());
const cell = (all: NodesPoint[], model: string, way: string, batch: number, nodes: number) =>
  all.find(
    (point) => point.model === model && point.way === way && point.localBatchSize === batch && point.nodes === nodes,
  )!;

describe("The study's rows", () => {
  it("are 22 single runs, of which 16 have the times of their epochs", async () => {
    const runs = await slowNetworkTable();
    expect(runs).toHaveLength(22);
    expect(runs.filter(({ epochSeconds }) => epochSeconds.length === 5)).toHaveLength(16);
    expect(runs.filter(({ epochSeconds }) => epochSeconds.length === 0)).toHaveLength(6);
    expect(runs[0]).toEqual({
      model: "efficientnetb0",
      way: "accumulate",
      localBatchSize: 32,
      nodes: 2,
      totalSeconds: 1396,
      epochSeconds: [298.36, 275.5, 274.34, 274.62, 273.25],
    });
  });

  it("agree with themselves: epochs add up to the total, to the second", async () => {
    for (const { epochSeconds, totalSeconds } of await slowNetworkTable()) {
      if (epochSeconds.length === 0) continue;
      expect(epochSeconds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(totalSeconds, -0.4);
    }
  });

  it("start up in epoch 1: 6 to 28 s", async () => {
    const extra = (await slowNetworkTable())
      .filter(({ epochSeconds }) => epochSeconds.length === 5)
      .map(({ epochSeconds: [first, ...later] }) => first - later.reduce((sum, each) => sum + each, 0) / 4);
    expect(Math.round(Math.min(...extra))).toBe(6);
    expect(Math.round(Math.max(...extra))).toBe(28);
  });
});

describe("The study as run records", () => {
  it("has each image once an epoch, and the nodes, the way and the steps of each run", async () => {
    const runs = await slowNetworkRuns();
    expect(new Set(runs.map(({ id }) => id)).size).toBe(22);
    const run = runs.find(({ id }) => id === "ufrgs-resnet50-accumulate-2x64")!;
    expect(run.configuration).toMatchObject({ workers: 2, syncEvery: 4, localBatchSize: 64, globalBatchSize: 128 });
    const { images } = run.epochs[0].steps;
    expect(images).toHaveLength(782);
    expect(images.reduce((sum, each) => sum + each, 0)).toBe(100_000);
    expect(run.epochs.map(({ steps }) => steps.end[781] - steps.start[0])).toEqual(
      [467.87, 444.7, 443.74, 445.39, 448.63].map((seconds) => expect.closeTo(seconds, 6) as number),
    );
  });

  it("goes through the same functions as one's own: a point a row, by later epochs", async () => {
    const all = await points();
    expect(all).toHaveLength(22);
    expect(cell(all, "resnet50", "sync", 32, 2).epochSeconds).toBeCloseTo(
      (1835.27 + 1813.61 + 1833.34 + 1825.1) / 4,
      6,
    );
    expect(cell(all, "resnet50", "sync", 100, 3).epochSeconds).toBeCloseTo(592, 6); // a fifth of the total
  });
});

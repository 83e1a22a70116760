import { slowNetworkTable, slowNetworkRuns } from "parallel-training/runs";
import { epochsByNodes } from "parallel-training/measure";
import { describe, expect, it } from "vitest";

const table = await slowNetworkTable();
const final = table.filter(({ campaign }) => campaign === "final");

describe("The study's table", () => {
  it("has 163 completed runs of the final campaign, 62 out of memory and 1 incomplete, and 49 of the discarded one", () => {
    const count = (outcome: string) => final.filter((run) => run.outcome === outcome).length;
    expect([count("completed"), count("out-of-memory"), count("incomplete")]).toEqual([163, 62, 1]);
    expect(table.length - final.length).toBe(49);
    expect(final.every(({ job }) => job >= 735_000)).toBe(true);
  });

  it("has each job once, but for 735820, which began again two days after it had stopped", () => {
    const jobs = table.map(({ job }) => job);
    const twice = table.filter(({ job }, at) => jobs.indexOf(job) !== at || jobs.lastIndexOf(job) !== at);
    expect(twice.map(({ job, outcome, epochSeconds }) => [job, outcome, epochSeconds.length])).toEqual([
      [735820, "incomplete", 2],
      [735820, "completed", 5],
    ]);
  });

  it("has five epochs of what was completed, fewer of the rest, and runs in the order of their start", () => {
    for (const { outcome, epochSeconds } of table)
      expect(epochSeconds).toSatisfy((all: number[]) => (outcome === "completed") === (all.length === 5));
    const starts = final.filter(({ started }) => started !== "").map(({ started }) => started);
    expect(starts).toEqual([...starts].sort());
    expect(final.every(({ started, outcome }) => started !== "" || outcome === "out-of-memory")).toBe(true);
  });

  it("has 30 attempts of EfficientNetB0 accumulating 100 images on one node, none of them completed", () => {
    const tried = final.filter(
      ({ model, way, localBatchSize, nodes }) =>
        model === "efficientnetb0" && way === "accumulate" && localBatchSize === 100 && nodes === 1,
    );
    const ended = [0, 1, 2, 3].map(
      (epochs) => tried.filter(({ epochSeconds }) => epochSeconds.length === epochs).length,
    );
    expect(ended).toEqual([13, 10, 5, 2]);
    expect(tried.every(({ outcome }) => outcome === "out-of-memory")).toBe(true);
  });
});

describe("The study as run records", () => {
  it("is all completed runs of the final campaign: five of a configuration, three of one", async () => {
    const runs = await slowNetworkRuns();
    expect(new Set(runs.map(({ id }) => id)).size).toBe(163);
    const counts = epochsByNodes(runs).map((point) => point.runs.length);
    expect(counts).toHaveLength(33);
    expect(counts.filter((count) => count !== 5)).toEqual([3]);
    const few = epochsByNodes(runs).find((point) => point.runs.length === 3)!;
    expect(few).toMatchObject({ model: "resnet50", way: "accumulate", localBatchSize: 100, nodes: 3 });
  });

  it("has each image once an epoch, and the nodes, the way and the steps of each run", async () => {
    const run = (await slowNetworkRuns()).find(({ id }) => id === "ufrgs-resnet50-accumulate-2x64-735844")!;
    expect(run.configuration).toMatchObject({ workers: 2, syncEvery: 4, localBatchSize: 64, globalBatchSize: 128 });
    expect(run.startedAt).toBe("2025-11-26T19:04:48.000Z");
    const { images } = run.epochs[0].steps;
    expect(images).toHaveLength(782);
    expect(images.reduce((sum, each) => sum + each, 0)).toBe(100_000);
    expect(run.epochs.map(({ steps }) => steps.end[781] - steps.start[0])).toEqual(
      [467.87, 444.7, 443.74, 445.39, 448.63].map((seconds) => expect.closeTo(seconds, 6) as number),
    );
  });
});

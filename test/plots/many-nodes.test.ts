import { describe, expect, it } from "vitest";
import { slowNetworkRuns } from "../../lib/runs";
import { exampleNodesRun } from "../../lib/runs";
import { epochsByNodes, type NodesPoint } from "../../lib/measure";
import { nodesTimeline } from "../../chapters/04-many-nodes/nodes-timeline";
import { epochTimeByNodesFigure } from "../../chapters/04-many-nodes/figures/epoch-time";
import { nodesTimelineFigure } from "../../chapters/04-many-nodes/figures/timeline";
import { nodesStepsFigure } from "../../chapters/04-many-nodes/figures/steps";
import { allReduceTimeFigure } from "../../chapters/04-many-nodes/figures/all-reduce-time";
import { lossCurve, lossByImagesFigure } from "../../chapters/04-many-nodes/figures/loss-by-images";
import { axisOf, noteOf, titleOf, traces } from "./drawn";

const published = async () => epochsByNodes(await slowNetworkRuns());

describe("epochTimeByNodesFigure", () => {
  it("has a panel for each model and batch, with sync and accumulate in it", async () => {
    const figure = epochTimeByNodesFigure(await published());
    expect(traces(figure).filter(({ name }) => name.startsWith("sync"))).toHaveLength(6);
    expect(traces(figure).filter(({ name }) => name === "accumulate: at every 4 batches")).toHaveLength(5);
    const [sync, accumulate] = traces(figure);
    expect(sync).toMatchObject({ x: [1, 2, 3], text: ["331", "1,852", "1,590"], xaxis: "x" });
    expect(accumulate).toMatchObject({ x: [1, 2, 3], text: ["319", "729", "621"], xaxis: "x" });
    expect(axisOf(figure, "yaxis").title?.text).toBe("ResNet50<br>Time per epoch (s)");
    expect(axisOf(figure, "yaxis4").title?.text).toBe("EfficientNetB0<br>Time per epoch (s)");
    expect(axisOf(figure, "xaxis6")).toMatchObject({ title: { text: "Nodes" }, ticktext: ["1", "2", "3"] });
    expect(figure.layout.annotations!.map(({ text }) => text)).toEqual(
      [32, 64, 100].map((batch) => `<b>${batch} images a node</b>`),
    );
  });

  it("shares the axis of a row, and keeps panels apart", async () => {
    const figure = epochTimeByNodesFigure(await published());
    expect(axisOf(figure, "yaxis2").range).toEqual(axisOf(figure, "yaxis").range);
    expect(axisOf(figure, "yaxis").domain![0]).toBeGreaterThan(axisOf(figure, "yaxis4").domain![1]);
    expect(axisOf(figure, "xaxis2").domain![0]).toBeGreaterThan(axisOf(figure, "xaxis").domain![1]);
  });

  it("names each way once, and tells them apart without colour", async () => {
    const points = (await published()).filter(({ model }) => model === "efficientnetb0");
    const shown = traces(epochTimeByNodesFigure(points)).filter(({ showlegend }) => showlegend);
    expect(shown.map(({ name }) => name.split(":")[0])).toEqual(["sync", "accumulate"]);
    expect(new Set(shown.map(({ line }) => line!.dash)).size).toBe(2);
    expect(new Set(shown.map(({ marker }) => marker!.symbol)).size).toBe(2);
  });

  it("says in its title what accumulating brings at most, and where the runs are from", async () => {
    const labelled = epochTimeByNodesFigure(await published(), { label: "published" });
    expect(titleOf(labelled)).toBe("Accumulating: up to 2.56 times as fast, ResNet50, batch 32, 3 nodes");
    expect(noteOf(labelled)).toBe("published");
    const sync = (await published()).filter(({ way }) => way === "sync");
    expect(titleOf(epochTimeByNodesFigure(sync))).toBe("Time per epoch by nodes");
  });

  it("draws predictions beside the points, and a lone point", () => {
    const points = epochsByNodes([exampleNodesRun({ nodes: 2 })]);
    const predicted: NodesPoint = { ...points[0], epochSeconds: 15 };
    const figure = epochTimeByNodesFigure(points, { predicted: [predicted] });
    expect(traces(figure).at(-1)).toMatchObject({ name: "predicted", x: [2.2], y: [15], showlegend: true });
    expect(JSON.stringify(figure)).not.toMatch(/NaN|Infinity|null/);
    expect(() => epochTimeByNodesFigure([])).toThrow("there are none");
  });
});

describe("nodesTimelineFigure", () => {
  const timeline = (syncEvery: number) => nodesTimeline({ compute: [1, 2], allReduce: 3, steps: 4, syncEvery });
  const figure = nodesTimelineFigure([
    { name: "sync", timeline: timeline(1) },
    { name: "accumulate", timeline: timeline(4) },
  ]);

  it("has a lane for each node of each way, on one scale", () => {
    const lanes = axisOf(figure, "yaxis").ticktext!;
    expect(lanes.map((text) => text.replace(/<[^>]*>|\s+/g, ""))).toEqual([
      "syncnode1",
      "node2",
      "accumulatenode1",
      "node2",
    ]);
    expect(axisOf(figure, "xaxis").range![1]).toBeCloseTo(1.01 * 20, 9);
    expect(titleOf(figure)).toBe("4 steps on 2 nodes: sync 20 s, accumulate 11 s");
  });

  it("draws what each node does, told apart by pattern", () => {
    const [compute, wait, allReduce] = traces(figure);
    expect([compute.x.length, wait.x.length, allReduce.x.length]).toEqual([16, 5, 10]);
    expect(allReduce.base![0]).toBe(2); // when the slower node is ready
    expect(new Set(traces(figure).map(({ marker }) => marker!.pattern!.shape)).size).toBe(3);
    expect(() => nodesTimelineFigure([])).toThrow("there are none");
  });
});

describe("nodesStepsFigure", () => {
  const nodes = [
    { wait: [1, 0, 0], seconds: [2, 2, 5] },
    { wait: [0, 0, 0], seconds: [1, 1, 8] },
  ];
  const figure = nodesStepsFigure([{ name: "A", syncEvery: 2, nodes }], 3);

  it("has a lane for each node, in which waits and steps follow one another", () => {
    const [waits, computing, syncs] = traces(figure) as { base: number[]; x: number[]; y: number[] }[];
    expect(waits.x).toEqual([1, 0, 0, 0, 0, 0]);
    expect([computing.base, computing.x, computing.y]).toEqual([
      [1, 0],
      [2, 1],
      [0, 1],
    ]);
    // Step 2 ends a group, and step 3 the epoch.
    expect([syncs.base, syncs.x]).toEqual([
      [3, 5, 1, 2],
      [2, 5, 1, 8],
    ]);
    expect(axisOf(figure, "xaxis").range![1]).toBeCloseTo(10.1, 9);
  });

  it("does not tell what is wrong with a run, and needs one", () => {
    expect(titleOf(figure)).toBe("The same network on two nodes: where does the time go?");
    expect(() => nodesStepsFigure([])).toThrow("there are none");
  });
});

describe("allReduceTimeFigure", () => {
  const point = { name: "ResNet50", nodes: 2, bytes: 100e6, seconds: 2 };
  const limit = { bytesPerSecond: 100e6, name: "1 Gb/s" };

  it("sets seconds against the bytes that travel, beside the wire's line", () => {
    const figure = allReduceTimeFigure([point, { ...point, name: "3 nodes", nodes: 3 }], limit);
    const [wire, two, three] = traces(figure);
    expect(wire.name).toBe("1 Gb/s: at best");
    wire.x.forEach((megabytes, at) => expect(wire.y[at]).toBeCloseTo(megabytes / 100, 9));
    expect([two.x[0], three.x[0]]).toEqual([100, expect.closeTo(133.33, 2)]);
    expect(two.text).toEqual(["2 s"]);
    expect(titleOf(figure)).toBe("Each all-reduce takes at least 1.5 times as long as the wire must");
    expect([axisOf(figure, "xaxis").type, axisOf(figure, "yaxis").type]).toEqual(["log", "log"]);
  });

  it("labels points above each other once, with their range", () => {
    const figure = allReduceTimeFigure([point, { ...point, seconds: 2.5 }, point], limit);
    expect(traces(figure)[1].text).toEqual(["", "2 to 2.5 s", ""]);
    expect(() => allReduceTimeFigure([], limit)).toThrow("there are none");
  });
});

describe("lossByImagesFigure", () => {
  const sync = exampleNodesRun({ nodes: 2, steps: 12 });
  const accumulate = exampleNodesRun({ nodes: 2, steps: 12, syncEvery: 4 });

  it("counts images by steps and updates by all-reduces", () => {
    expect(lossCurve(sync).images.at(-1)).toBe(2 * 12 * 16);
    expect(lossCurve(sync).updates.at(-1)).toBe(23);
    expect(lossCurve(accumulate).updates.slice(0, 6)).toEqual([0, 0, 0, 0, 1, 1]);
    // An incomplete group at the end of an epoch is an update, too.
    expect(lossCurve(exampleNodesRun({ nodes: 2, steps: 5, syncEvery: 4 })).updates).toEqual([
      0, 0, 0, 0, 1, 2, 2, 2, 2, 3,
    ]);
  });

  it("shows the loss by both, one point an update on the right", () => {
    const figure = lossByImagesFigure([
      { name: "sync", run: sync },
      { name: "accumulate", run: accumulate },
    ]);
    const right = traces(figure).filter(({ xaxis }) => xaxis === "x2");
    expect(right.map(({ x }) => x.length)).toEqual([24, 24, 6, 6]);
    // The example's loss depends on its updates alone.
    expect(right[2].y[3]).toBeCloseTo(right[0].y[3], 9);
    const shown = traces(figure).filter(({ showlegend }) => showlegend);
    expect(shown.map(({ name }) => name)).toEqual(["sync", "accumulate"]);
    expect(new Set(shown.map(({ line }) => line!.dash)).size).toBe(2);
    expect([axisOf(figure, "xaxis").title?.text, axisOf(figure, "xaxis2").title?.text]).toEqual([
      "Images seen",
      "Updates",
    ]);
    expect(() => lossByImagesFigure([])).toThrow("there are none");
  });
});

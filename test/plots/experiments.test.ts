import { describe, expect, it } from "vitest";
import { slowNetworkRuns } from "../../lib/runs";
import { observations } from "../../lib/experiment/observations";
import { meanRuns } from "../../chapters/06-prediction/mean-runs";
import { differences } from "../../chapters/05-experiments/differences";
import { compareIntervals, meanInterval } from "../../lib/experiment/statistics";
import { interactionFigure, intervalsFigure, meansFigure, runOrderFigure, type Figure } from "../../lib/plots";
import { differencesFigure } from "../../chapters/05-experiments/figures/differences";
import { observed } from "./observed";
import { annotationsOf, axisOf, noteOf, titleOf, traces } from "./drawn";

const one = observed({ nodes: 1 }, [10, 11, 12], 0);
const two = observed({ nodes: 2 }, [40, 44, 45], 60);
const accumulated = observed({ nodes: 2, mode: "accumulate" }, [20, 21, 25], 120);
const study = [...one, ...two, ...accumulated, ...observed({ batch: 64, nodes: 2 }, [25, 26, 30], 180)];

const bars = (figure: Figure) => traces(figure).filter(({ type }) => type === "bar");
const named = (figure: Figure, name: string) => traces(figure).filter((trace) => trace.name === name);

describe("meansFigure", () => {
  const figure = meansFigure(study, { by: "nodes" });

  it("has bars as high as the means, with each observation as a dot", () => {
    expect(bars(figure).map(({ y }) => y)).toEqual([[11, 43], [27], [22]]);
    const dots = named(figure, "an observation");
    expect(dots.flatMap(({ y }) => y).sort((a, b) => a - b)).toEqual([10, 11, 12, 20, 21, 25, 25, 26, 30, 40, 44, 45]);
    // Dots stay within their bar: sync's on the left of its node count, accumulate's on the right.
    const [left, right] = [dots[0].x.slice(0, 3), dots[0].x.slice(6)];
    expect(Math.max(...left)).toBeLessThan(0);
    expect(Math.min(...right)).toBeGreaterThan(1);
    expect(new Set(left).size).toBe(3);
  });

  it("has error bars that are Student's intervals over the replicates", () => {
    const [first] = named(figure, "99 % interval of the mean");
    const { low, high } = meanInterval([40, 44, 45]);
    expect(first.y).toEqual([11, 43, 22]);
    expect(first.error_y?.array?.[1]).toBeCloseTo(high - 43, 9);
    expect(first.error_y?.arrayminus?.[1]).toBeCloseTo(43 - low, 9);
  });

  it("has a row for each model and a column for each batch, or node count", () => {
    expect(annotationsOf(figure)).toEqual(["<b>batch 32</b>", "<b>batch 64</b>"]);
    expect(axisOf(figure, "xaxis")).toMatchObject({ ticktext: ["1", "2"], title: { text: "Nodes" } });
    const both = meansFigure([...study, ...observed({ model: "efficientnetb0" }, [5, 6])], { by: "batch" });
    expect(annotationsOf(both)).toEqual(["<b>1 node</b>", "<b>2 nodes</b>"]);
    expect(axisOf(both, "yaxis3").title?.text).toBe("EfficientNetB0<br>Time per epoch (s)");
    expect(axisOf(both, "xaxis4")).toMatchObject({ ticktext: ["32", "64"], title: { text: "Batch (images)" } });
  });

  it("says in its title where its factor changes most, and below it how often was measured", () => {
    expect(titleOf(figure)).toBe("ResNet50, sync, batch 32: 3.91 times as long on 2 nodes as on 1 node");
    expect(noteOf(figure)).toBe("3 replicates");
    expect(titleOf(meansFigure(study, { by: "batch" }))).toBe(
      "ResNet50, sync, 2 nodes: 1.59 times as long with batch 32 as with batch 64",
    );
  });

  it("has no interval where there is one replicate, and says so", async () => {
    const published = meanRuns(observations(await slowNetworkRuns(), { response: "training" }));
    const single = meansFigure(published, { by: "nodes", label: "published" });
    expect(named(single, "99 % interval of the mean")).toEqual([]);
    expect(named(single, "an observation").flatMap(({ y }) => y)).toHaveLength(33);
    expect(noteOf(single)).toBe("published; one replicate of each configuration, so no intervals");
    expect(axisOf(single, "yaxis").title?.text).toContain("Time of 5 epochs (s)");
    const mixed = meansFigure([...one, ...two.slice(0, 1)], { by: "nodes" });
    expect(named(mixed, "99 % interval of the mean")[0].y).toEqual([11]);
    expect(noteOf(mixed)).toBe("1 to 3 replicates, no interval where there is one");
    expect(JSON.stringify([single, mixed])).not.toMatch(/NaN|Infinity|null/);
  });

  it("keeps the axis and the name of a row whose first panel has no run", async () => {
    const published = observations(await slowNetworkRuns(), { response: "training" });
    const several = published.filter(({ levels }) => levels.model === "resnet50" || levels.nodes !== 1);
    const byBatch = meansFigure(several, { by: "batch" }); // as if EfficientNetB0 had none on 1 node
    const drawn = traces(byBatch).filter(({ xaxis }) => xaxis === "x");
    expect(drawn).toMatchObject([{ xaxis: "x", x: [], showlegend: false }]);
    expect(axisOf(byBatch, "yaxis").title?.text).toContain("EfficientNetB0");
  });

  it("marks what ran out of memory, at its place, unless a run of it has a time", () => {
    const levels = { model: "resnet50", mode: "accumulate", batch: 100, nodes: 1 };
    const failed = meansFigure(study, { by: "nodes", outOfMemory: [{ levels }, { levels: two[0].levels }] });
    const marks = failed.layout.annotations!.filter(({ text }) => text === "out of memory");
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({ xref: "x3", yref: "y3", x: 0.2, textangle: -90 });
    expect(annotationsOf(failed)).toContain("<b>batch 100</b>");
  });

  it("tells the modes apart without colour, and names each once", () => {
    const shown = traces(figure).filter(({ showlegend }) => showlegend);
    expect(shown.map(({ name }) => name)).toEqual([
      "sync: all-reduce at every batch",
      "accumulate: at every 4 batches",
      "99 % interval of the mean",
      "an observation",
    ]);
    expect(new Set(bars(figure).map(({ marker }) => marker?.pattern?.shape))).toEqual(new Set(["", "/"]));
  });

  it("refuses what it would mix, and nothing", () => {
    const other = one.map((each) => ({ ...each, levels: { ...each.levels, rate: 2 } }));
    const rated = two.map((each) => ({ ...each, levels: { ...each.levels, rate: 3 } }));
    expect(() => meansFigure([...other, ...rated], { by: "nodes" })).toThrow("differ in rate (2, 3)");
    expect(() => meansFigure([], { by: "nodes" })).toThrow("there are none: run its design");
    const longer = two.map((each) => ({ ...each, epochs: 5 }));
    expect(() => meansFigure([...one, ...longer], { by: "nodes" })).toThrow("cover 1 and 5 epochs");
  });
});

describe("interactionFigure", () => {
  const square = [...one, ...two, ...observed({ mode: "accumulate" }, [10, 11, 12]), ...accumulated];

  it("has a line of means for each level of the second factor, with intervals from the pooled variance", () => {
    const [sync, accumulate] = traces(interactionFigure(square, "nodes", "mode"));
    expect([sync.name, accumulate.name]).toEqual(["sync", "accumulate"]);
    expect([sync.y, accumulate.y]).toEqual([
      [11, 43],
      [11, 22],
    ]);
    // Sums of squares 2, 14, 2 and 14 over 8 degrees of freedom; t(0.995, 8) = 3.3554.
    const reach = 3.355387 * Math.sqrt(32 / 8 / 3);
    for (const value of [...sync.error_y!.array!, ...accumulate.error_y!.array!]) expect(value).toBeCloseTo(reach, 5);
  });

  it("says whether the lines are parallel beyond chance", () => {
    expect(titleOf(interactionFigure(square, "nodes", "mode"))).toBe(
      "1 to 2 nodes: +32 s with sync, +11 s with accumulate: they interact",
    );
    const parallel = [...one, ...two, ...observed({ mode: "accumulate" }, [9, 11, 12.4]), ...two.map(asAccumulate)];
    expect(titleOf(interactionFigure(parallel, "nodes", "mode"))).toContain(": no interaction shown");
    expect(noteOf(interactionFigure(square, "nodes", "mode"))).toBe("ResNet50, batch 32; 99 % intervals");
  });

  it("compares the same configurations, and counts each once", () => {
    const more = [...square, ...observed({ batch: 64 }, [100])];
    const figure = interactionFigure(more, "nodes", "mode");
    expect(traces(figure)[0].y).toEqual([11, 43]);
    expect(noteOf(figure)).toContain("1 that lack a level are left out");
    const full = [
      ...more,
      ...(["sync", "accumulate"] as const).flatMap((mode) => observed({ batch: 64, nodes: 2, mode }, [53])),
    ];
    const means = traces(
      interactionFigure([...full, ...observed({ batch: 64, mode: "accumulate" }, [100])], "nodes", "mode"),
    );
    expect(means[0].y).toEqual([(11 + 100) / 2, (43 + 53) / 2]);
    expect(
      JSON.stringify(
        interactionFigure(
          square.filter(({ replicate }) => replicate === 1),
          "nodes",
          "mode",
        ),
      ),
    ).not.toMatch(/NaN|null/);
  });

  it("refuses a factor of one level, one factor twice, and levels that were never measured together", () => {
    expect(() => interactionFigure(square, "nodes", "batch")).toThrow("All observations have batch 32");
    expect(() => interactionFigure(square, "nodes", "nodes")).toThrow("both are nodes");
    expect(() => interactionFigure([...one, ...accumulated], "nodes", "mode")).toThrow("No configuration was measured");
  });
});

describe("intervalsFigure", () => {
  it("sets the wrong intervals beside the right one, in percent of its mean", () => {
    const rows = compareIntervals([...two, ...one]);
    const [right, epochs, run] = traces(intervalsFigure(rows));
    expect([right, epochs, run].map(({ name }) => name)).toEqual([
      "right: over 3 replicates",
      "wrong: all 12 epochs as replicates",
      "wrong: 4 epochs of one run",
    ]);
    const { overReplicates } = rows[1]; // one node comes first in the figure
    expect(right.x[0]).toBeCloseTo(0, 9);
    expect(right.error_x?.array?.[0]).toBeCloseTo(100 * (overReplicates.high / overReplicates.mean - 1), 6);
    expect(epochs.error_x!.array![0]).toBeLessThan(right.error_x!.array![0]);
    expect(run.x[0]).toBeCloseTo(100 * (10 / 11 - 1), 6);
    expect(axisOf(intervalsFigure(rows), "yaxis").ticktext).toEqual([
      "ResNet50, sync, batch 32, 1 node",
      "ResNet50, sync, batch 32, 2 nodes",
    ]);
  });

  it("says how much too narrow they are", () => {
    const [row] = compareIntervals(one);
    const figure = intervalsFigure([{ ...row, timesTooNarrow: 3.71 }]);
    expect(titleOf(figure)).toBe("Epochs taken as replicates: the interval is 3.7 times too narrow");
    expect(noteOf(figure)).toBe("99 % intervals");
    expect(() => intervalsFigure(compareIntervals(one.slice(0, 1)))).toThrow("at least two replicates");
  });
});

describe("runOrderFigure", () => {
  /** Three days, each run of a day 1 % slower than the one before it. */
  const drifting = [0, 1, 2].flatMap((nodes) =>
    observed(
      { nodes: nodes + 1 },
      [0, 1, 2].map((block) => 100 * (1 + 0.01 * (3 * block + nodes))),
      60 * nodes,
    ),
  );

  it("draws each run beyond its configuration's mean, in the order in which they started", () => {
    const [runs] = traces(runOrderFigure(drifting));
    expect([...runs.x].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    runs.x.forEach((at, index) => {
      const block = Math.floor((at - 1) / 3);
      const middle = 100 * (1 + 0.01 * (3 + ((at - 1) % 3)));
      expect(runs.y[index]).toBeCloseTo((100 * 3 * (block - 1)) / middle, 9);
    });
  });

  it("shades the blocks, and finds the drift with its interval", () => {
    const figure = runOrderFigure(drifting);
    expect(annotationsOf(figure)).toEqual(["block 1", "block 2", "block 3"]);
    expect(figure.layout.shapes!.map(({ x0, x1 }): unknown[] => [x0, x1])).toEqual([
      [0.5, 3.5],
      [3.5, 6.5],
      [6.5, 9.5],
    ]);
    expect(titleOf(figure)).toMatch(/^Drift: 9\.6 % in ten runs \(99 % interval 9\.\d % to 9\.\d %\)$/);
    const steady = [...observed({}, [10, 11, 10], 0), ...observed({ nodes: 2 }, [10, 9, 10], 60)];
    expect(titleOf(runOrderFigure(steady))).toMatch(/^No drift shown/);
  });

  it("leaves single runs out, says so, and refuses runs without an order", () => {
    const figure = runOrderFigure([...drifting, ...observed({ batch: 64 }, [5], 30)]);
    expect(noteOf(figure)).toBe("1 run without a second replicate is left out");
    expect(traces(figure)[0].x).not.toContain(2); // it keeps its place
    expect(() => runOrderFigure(one.map((each) => ({ ...each, run: one[0].run })))).toThrow("one and the same time");
    expect(() => runOrderFigure(one.slice(0, 1))).toThrow("at least two replicates");
    const few = runOrderFigure(one.slice(0, 2));
    expect(titleOf(few)).toContain("too few runs for an interval");
    expect(JSON.stringify(few)).not.toMatch(/NaN|Infinity|null/);
  });
});

function asAccumulate<O extends { levels: object }>(each: O): O {
  return { ...each, levels: { ...each.levels, mode: "accumulate" } };
}

describe("differencesFigure", () => {
  const rows = differences(
    [...one, ...two, ...accumulated, ...observed({ mode: "accumulate" }, [19, 23, 22])],
    "nodes",
    [1, 2],
  );
  const figure = differencesFigure(rows, { label: "here" });

  it("has the paired interval and Welch's of each pair, around the difference of the means", () => {
    const [paired, unpaired] = traces(figure);
    expect(paired.x[0]).toBe(32);
    expect(paired.x[1]).toBeCloseTo(2 / 3, 9);
    unpaired.x.forEach((x, row) => {
      expect(x).toBeCloseTo(paired.x[row], 9);
    });
    const { low, high, mean } = meanInterval([30, 33, 33]);
    expect(mean).toBe(32);
    expect(paired.error_x?.array?.[0]).toBeCloseTo(high - 32, 9);
    expect(paired.error_x?.arrayminus?.[0]).toBeCloseTo(32 - low, 9);
  });

  it("says which single intervals overlap, and how many differences that hides", () => {
    expect(axisOf(figure, "yaxis").ticktext).toEqual([
      `ResNet50, sync, batch 32<br><span style="font-size:11px">single intervals lie apart</span>`,
      `ResNet50, accumulate, batch 32<br><span style="font-size:11px">single intervals overlap</span>`,
    ]);
    expect(titleOf(figure)).toContain("1 of 2 paired intervals exclude 0");
    expect(noteOf(figure)).toBe("here; 2 nodes less 1 node; 99 % intervals");
    expect(titleOf(differencesFigure(rows.slice(1)))).toBe("0 of 1 paired intervals exclude 0");
    expect(() => differencesFigure([])).toThrow("at least two common blocks, and there are none");
  });
});

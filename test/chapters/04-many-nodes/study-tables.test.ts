import { expect, it } from "vitest";
import { partsOf } from "../../../chapters/04-many-nodes/epoch-parts";
import { allReducesOnWire } from "../../../chapters/04-many-nodes/network-cells";
import {
  accumulateGains,
  crossingTable,
  firstFaster,
  openedTable,
  pointOf,
  worstError,
} from "../../../chapters/04-many-nodes/study-tables";
import { epochsByNodes } from "../../../lib/measure";
import { exampleNodesRun, slowNetworkRuns } from "../../../lib/runs";

const points = epochsByNodes([exampleNodesRun({ nodes: 3, localBatchSize: 32 })]).map((point) => ({
  ...point,
  model: "resnet50",
  epochSeconds: 200,
}));

it("what was opened stands beside the model's prediction and the sealed one, with their errors", () => {
  const [row] = openedTable(points, [210], { "32 images": { value: 190, low: 180, high: 199 } });
  expect(row["its error (%)"]).toBeCloseTo(5, 9);
  expect(row["your error (%)"]).toBeCloseTo(-5, 9);
  expect(row["your interval"]).toBe("does not hold");
  const wider = { "32 images": { value: 190, low: 180, high: 200 } };
  expect(openedTable(points, [210], wider)[0]["your interval"]).toBe("holds");
});

it("without a sealed prediction, and for another network, there is the model's alone", () => {
  expect(Object.keys(openedTable(points, [210], undefined)[0])).not.toContain("your error (%)");
  const other = points.map((point) => ({ ...point, model: "efficientnetb0" }));
  const sealed = { "32 images": { value: 190, low: 180, high: 199 } };
  expect(openedTable(other, [210], sealed)[0]["your error (%)"]).toBeUndefined();
});

it("accumulate is 2.24 and 1.33 times as fast where all runs of a batch size are pooled: of batch 32, and of batch 64", async () => {
  const rows = accumulateGains(await slowNetworkRuns(), [32, 64]) as Record<string, number>[];
  expect(rows.map((row) => row.pooled.toFixed(2))).toEqual(["2.24", "1.92", "1.58", "1.33"]);
  // Of the sums of epochs, by pandas; the pooled ratios, too.
  expect([rows[0]["1 node"], rows[0]["2 nodes"], rows[0]["3 nodes"]].map((gain) => gain.toFixed(4))).toEqual([
    "1.0387",
    "2.5175",
    "2.5419",
  ]);
});

it("a model says from how many nodes on a configuration is faster than on one node", async () => {
  const published = epochsByNodes(await slowNetworkRuns());
  const one = pointOf(published)("resnet50", "sync", 32, 1);
  // A part of 0.6 that no node takes away: 1.1 times as long on two nodes, 0.93 times on three.
  expect(firstFaster(one, (_model, _way, _batch, nodes) => one.epochSeconds * (0.6 + 1 / nodes))).toBe(3);
  expect(firstFaster(one, () => one.epochSeconds + 1)).toBeUndefined();
  const table = crossingTable(published, () => 0);
  expect(table).toHaveLength(4);
  // Accumulate with 100 images ran out of memory on one node of EfficientNetB0: there is nothing to be faster than.
  expect(table.map((row) => "batch 100" in row).filter((has) => !has)).toHaveLength(1);
});

it("the worst error of a mode is relative to its prediction", () => {
  const [point] = points;
  const predicted = [110, 80].map((measured) => ({ ...point, epochSeconds: 100, measured }));
  expect(worstError(predicted, point.way)).toBeCloseTo(20, 9);
});

it("all-reduces stand beside the own wire where its rate is known, and beside the study's where it is not", async () => {
  const published = epochsByNodes(await slowNetworkRuns());
  const measured = [1, 4].map((syncEvery) => exampleNodesRun({ nodes: 2, localBatchSize: 4, syncEvery }));
  const parts = partsOf(measured);
  expect(parts).toHaveLength(1);
  const study = allReducesOnWire("none", parts, published);
  expect(study.wire.name).toBe("1 Gb/s");
  expect(study.allReduces).toHaveLength(12); // two networks, three batches, two and three nodes
  const own = allReducesOnWire("200mbit", parts, published);
  expect(own.wire.bytesPerSecond).toBeCloseTo(study.wire.bytesPerSecond / 5, 3);
  expect(own.allReduces.every(({ nodes }) => nodes === 2)).toBe(true);
});

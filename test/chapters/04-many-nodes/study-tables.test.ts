import { expect, it } from "vitest";
import { accumulateGains, openedTable } from "../../../chapters/04-many-nodes/study-tables";
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

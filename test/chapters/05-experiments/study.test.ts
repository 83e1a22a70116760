import { expect, it } from "vitest";
import { startsByNodes } from "../../../chapters/05-experiments/starts-by-nodes";
import { copiedReach, studyTable } from "../../../chapters/05-experiments/study-intervals";
import { observations } from "../../../lib/experiment";
import { slowNetworkRuns } from "../../../lib/runs";

const study = observations(await slowNetworkRuns(), { response: "training" });

it("the study's table has a row for each configuration", () => {
  expect(studyTable(study)).toHaveLength(33);
});

it("copies of a run make its rule's interval too narrow by the same factor for as many runs", () => {
  const narrow = studyTable(study).map((row) => [row.runs, Number(row["too narrow (times)"]).toFixed(2)].join());
  expect([...new Set(narrow)].sort()).toEqual(["3,8.75", "5,3.76"]);
  // Those factors are t / √n over 3 √(5 (n - 1) / (5 n - 1)) / √(5 n), with t = 4.604 for n = 5 and 9.925 for n = 3.
  // By hand: totals of 1, 2 and 3, twice each, have s² = 4 / 5.
  const runs = [1, 2, 3].map((seconds) => ({ seconds, epochs: 2 }));
  expect(copiedReach(runs)).toBeCloseTo((3 * Math.sqrt(4 / 5)) / Math.sqrt(6), 12);
});

it("runs on more nodes started later, on other days", () => {
  expect(startsByNodes(study)).toEqual([
    { nodes: 1, runs: 55, "first start": "2025-11-26 09:47", "last start": "2025-11-26 16:46" },
    { nodes: 2, runs: 55, "first start": "2025-11-26 09:47", "last start": "2025-11-28 04:47" },
    { nodes: 3, runs: 53, "first start": "2025-11-28 06:03", "last start": "2025-12-01 01:44" },
  ]);
});

import { expect, it } from "vitest";
import { measureStudy, studyCells, studyCost } from "../../../chapters/04-many-nodes/study-cells";
import type { Place } from "../../../lib/cells/place-schema";
import { full } from "../../extent";
import { inOwnFolder } from "../../own-folder";

inOwnFolder("study-cells");
const cluster: Place = { where: "cluster", onCluster: true, preset: "full", device: "gpu", gpus: 1, nodes: 3 };
const whole = { models: ["resnet50", "efficientnetb0"], batches: [32, 64, 100], nodes: [1, 2, 3] };

it("a study's cells are all combinations of its factors' levels", () => {
  const cells = studyCells(whole);
  expect(cells).toHaveLength(36);
  expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(36);
  expect(studyCells({ models: ["resnet50"], batches: [32], nodes: [1], syncEvery: [1] })).toEqual([
    { model: "resnet50", localBatchSize: 32, nodes: 1, syncEvery: 1 },
  ]);
});

it("their cost is the time limits' and the published runs' device-hours", async () => {
  // The published five epochs of ResNet50 on two nodes took 9,140 and 3,686 s: (9140 + 3686) * 2 / 3600 = 7.1 GPU-hours.
  const two = studyCells({ models: ["resnet50"], batches: [32], nodes: [2] });
  expect(await studyCost(cluster, two)).toBe(
    "2 jobs: at most 16.0 GPU-hours; the 2 published runs of their size took 7.1",
  );
  // 36 jobs of 1, 2 or 3 nodes for 4 hours: 12 * (1 + 2 + 3) * 4.
  expect(await studyCost(cluster, studyCells(whole))).toMatch(
    /^36 jobs: at most 288\.0 GPU-hours; the 33 published runs/,
  );
  const onCpus = await studyCost({ ...cluster, device: "cpu", gpus: 0, preset: "quick" }, two);
  expect(onCpus).toMatch(/^2 jobs: at most 0\.7 node-hours; the table of the study has no run of their size$/);
  expect(await studyCost({ ...cluster, where: "here", onCluster: false }, two)).toBe("2 runs on this machine");
});

it.runIf(full)("on this machine they are measured at small sizes, each once", async () => {
  const here: Place = { ...cluster, where: "here", onCluster: false, preset: "quick", device: "cpu", gpus: 0 };
  const cells = studyCells({ models: ["tinyefficientnet"], batches: [4], nodes: [2], syncEvery: [1, 4] });
  const small = { imageSize: 32, steps: 4, nodes: 2 };
  const runs = await measureStudy(here, cells, small);
  expect(runs.map(({ outcome, epochs }) => [outcome, epochs.map(({ steps }) => steps.loss.length)])).toEqual([
    ["completed", [4, 4]],
    ["completed", [4, 4]],
  ]);
  expect(runs.map(({ configuration }) => configuration.syncEvery)).toEqual([1, 4]);
  expect((await measureStudy(here, cells, small)).map(({ id }) => id)).toEqual(runs.map(({ id }) => id));
});

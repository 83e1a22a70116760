import { readFileSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { measure, measuringPlace, recordAt } from "../../lib/cells";
import { exampleRun } from "../../lib/runs";
import { writeRun } from "../../lib/runs/record";
import { inOwnFolder, plainMachine } from "../own-folder";

const at = inOwnFolder("place", plainMachine);

it("is this machine unless another was chosen, and a choice is remembered by every lesson", async () => {
  expect(await measuringPlace()).toMatchObject({ where: "here", onCluster: false });
  expect(at.printed[0]).toMatch(/^This lesson measures on this machine/);
  await expect(measuringPlace("cluster-quick")).rejects.toThrow(/no sinfo .* choose the place "here"/);
  await expect(measuringPlace()).rejects.toThrow("No jobs can be submitted here");
  await measuringPlace("here");
  expect(await measuringPlace()).toMatchObject({ where: "here" });
  expect(JSON.parse(readFileSync(".config/parallel-training/where.json", "utf8"))).toEqual({ where: "here" });
});

it("that does not exist is refused, with those that do", async () => {
  vi.stubEnv("WORKBOOK_WHERE", "moon");
  await expect(measuringPlace()).rejects.toThrow(
    'There is no place "moon": choose "here", "cluster" or "cluster-quick".',
  );
});

const cluster = { where: "cluster", onCluster: true, preset: "full", device: "gpu", gpus: 4, nodes: 1 } as const;

it("is kept beside the records, and counts while they are graded", async () => {
  await measuringPlace("here");
  const file = "results/at-hand/machine.json";
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ place: { where: "here" } });
  writeFileSync(file, JSON.stringify({ place: cluster }));
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await measuringPlace("here")).toEqual(cluster);
});

it("gives records names of their own, so that those of both places stay", async () => {
  const here = await measuringPlace("here");
  expect([recordAt(here, "two"), recordAt(cluster, "two")]).toEqual(["results/two.json", "results/cluster-two.json"]);
  const run = exampleRun({ epochSeconds: [5, 3], batches: [64, 64] });
  await writeRun("results/two.json", { ...run, id: "of this machine" });
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  const two = { name: "two", task: "mirrored", devices: 2, here: { batchSize: 64 } };
  expect((await measure(here, two)).id).toBe("of this machine");
  const made = await measure(cluster, two);
  expect(made.configuration).toMatchObject({ replicas: 2, globalBatchSize: 4096 });
});

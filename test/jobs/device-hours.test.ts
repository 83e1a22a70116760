import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { estimateDeviceHours, estimateInWords, refuseOverBudget } from "../../lib/jobs/device-hours";
import { writeJob } from "../../lib/jobs/job-folder";
import { jobOf } from "../../lib/jobs/request";
import { taskNamed } from "../../lib/jobs/tasks";
import { exampleRun } from "../../lib/runs";
import { writeRun } from "../../lib/runs/record";
import { inOwnFolder } from "../own-folder";

const at = inOwnFolder("hours");
beforeEach(() => void vi.stubEnv("WORKBOOK_DATA_DIR", at.folder));

const site = (notebookJobs: object): void => {
  writeFileSync("site.json", JSON.stringify({ notebookJobs }));
  vi.stubEnv("WORKBOOK_SITE", resolve("site.json"));
};

async function estimateOf(task: string, nodes: number, gpusPerNode: number, more: Record<string, number> = {}) {
  const { model, ...its } = taskNamed(task);
  const job = await jobOf({ task, nodes, gpusPerNode });
  return { job, hours: await estimateDeviceHours(job, { model, ...its.arguments("full", job), ...more }) };
}

describe("the device-hours of a job", () => {
  it("are at most those of its time limit, and the book's where it made the same run", async () => {
    // The book's two epochs on four GPUs took 47 and 5 s, as printed; ResNet152V2's 126 and 10 s.
    const { job, hours } = await estimateOf("mirrored", 1, 4);
    expect(hours).toEqual({ unit: "GPU-hours", atMost: 2, published: (4 * 52) / 3600 });
    expect(estimateInWords(job, hours)).toBe(
      "mirrored: at most 2.0 GPU-hours (4 x 30 minutes); the published run took 0.058.",
    );
    expect((await estimateOf("deeper-model", 1, 4)).hours.published).toBeCloseTo((4 * 136) / 3600);
    expect((await estimateOf("mirrored", 1, 3)).hours.published).toBeUndefined();
  });

  it("are node-hours without GPUs, and those of the study on several nodes", async () => {
    expect((await estimateOf("cpu", 1, 0)).hours).toMatchObject({ unit: "node-hours", atMost: 1.25 });
    // ResNet50, sync, 32 images on each of two nodes: 9,140 s for five epochs.
    const { hours } = await estimateOf("many-nodes", 2, 1, { localBatchSize: 32 });
    expect(hours.published).toBeCloseTo((2 * 9140) / 3600, 1);
  });
});

describe("a site's budget for jobs from notebooks", () => {
  it("has no limit unless the site sets one", async () => {
    const { hours } = await estimateOf("mirrored", 1, 4);
    await expect(refuseOverBudget(hours)).resolves.toBeUndefined();
  });

  it("can forbid them", async () => {
    site({ allowed: false, deviceHours: null });
    const { hours } = await estimateOf("mirrored", 1, 4);
    await expect(refuseOverBudget(hours)).rejects.toThrow(/^This site does not allow jobs from notebooks. Measure on/);
  });

  it("counts what has run and reserves the time limit of what has not", async () => {
    site({ allowed: true, deviceHours: 3 });
    const { job, hours } = await estimateOf("mirrored", 1, 4);
    await expect(refuseOverBudget(hours)).resolves.toBeUndefined();
    const jobFolder = resolve("results", "jobs", "mirrored-7");
    mkdirSync(jobFolder, { recursive: true });
    const submitted = { schema: 1 as const, ids: ["7"], job, folder: jobFolder, output: "" };
    await writeJob(submitted, "");
    await expect(refuseOverBudget(hours)).rejects.toThrow(
      "This may take 2.00 GPU-hours. Of the 3 device-hours that a lesson has here, 2.00 are used or reserved.",
    );
    const run = exampleRun({ epochSeconds: [5, 3], batches: [64, 64] });
    const ended = { startedAt: "2026-01-01T10:00:00Z", endedAt: "2026-01-01T10:15:00Z" };
    await writeRun(join(jobFolder, "run.json"), { ...run, ...ended });
    await expect(refuseOverBudget(hours)).resolves.toBeUndefined(); // 1 + 2 hours
  });
});

import { rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { jobSchema, type Job } from "../../lib/jobs/job";
import { findJob, writeJob } from "../../lib/jobs/job-folder";
import { temporaryFolder } from "../temporary";

it("keeps every field of a job, and a new field is to be added here, too", async () => {
  const folder = temporaryFolder("job");
  onTestFinished(() => rm(folder, { recursive: true }));
  const job: Required<Job> = {
    ...{ name: "a-job", title: "A job", program: "train", arguments: ["--epochs", "2"], dataset: "synthetic" },
    ...{ preset: "quick", nodes: 2, gpusPerNode: 1, cpusPerNode: 4, memory: 8, minutes: 5 },
    ...{ exclude: "node1", restarts: 1, once: true, claimed: true, checkpointEvery: "auto:6300" },
  };
  expect(Object.keys(jobSchema.shape).sort()).toEqual(Object.keys(job).sort());
  await writeJob({ schema: 1, folder, ids: ["12"], job, output: "" }, "#!/bin/bash\n");
  expect((await findJob(folder)).job).toEqual(job);
});

it.each([{ checkpointEvery: "5; touch x #" }, { title: "a title\ntouch x" }])(
  "has no words that would be commands in its script: %j",
  (change) => {
    const shape = jobSchema.pick({ title: true, checkpointEvery: true });
    const fine = { title: "Lesson 1: one device", checkpointEvery: "500" };
    expect(shape.safeParse(fine).success).toBe(true);
    expect(shape.safeParse({ ...fine, ...change }).success).toBe(false);
  },
);

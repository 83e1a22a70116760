import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { runOnNodes, submitScript } from "../../lib/cells";
import { measureExperiment, readDesign } from "../../lib/experiment";
import { onCluster } from "../jobs/on-cluster";

// What notebooks send to Slurm, and what a site's settings let them.

onCluster();
let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});

const site = (notebookJobs: { allowed: boolean; deviceHours: number | null }): void => {
  writeFileSync("site.json", JSON.stringify({ notebookJobs }));
  vi.stubEnv("WORKBOOK_SITE", resolve("site.json"));
};

const script = (says: string): string => `#!/bin/bash\n#SBATCH --time=6\n\necho ${says}\n`;

it("a student's script runs once for each text, and every text counts for the budget", async () => {
  site({ allowed: true, deviceHours: 0.25 });
  expect(await submitScript(script("one"))).toBeUndefined(); // it trains nothing
  expect(printed.at(-1)).toBe("one\n");
  await submitScript(script("one"));
  expect(printed.filter((line) => line.startsWith("Job "))).toHaveLength(1);
  await submitScript(script("two"));
  expect(JSON.parse(readFileSync("results/jobs/own-job.json", "utf8"))).toMatchObject({
    output: "two\n",
    deviceHours: 0.2,
  });
  await expect(submitScript(script("three"))).rejects.toThrow(
    "This may take 0.10 node-hours. Of the 0.25 device-hours that a lesson has here, 0.20 are used or reserved.",
  );
});

it("an experiment of more than the budget is refused before its first run", async () => {
  site({ allowed: true, deviceHours: 0.25 });
  const design = await readDesign("lesson");
  await expect(measureExperiment(design)).rejects.toThrow(/^This may take .* node-hours\. Of the 0\.25 device-hours/);
  site({ allowed: false, deviceHours: null });
  await expect(measureExperiment(design)).rejects.toThrow(/^This site does not allow jobs from notebooks\. Measure on/);
  await expect(submitScript(script("four"))).rejects.toThrow("This site does not allow jobs from notebooks.");
});

it("a program for nodes runs on this machine where the site allows no jobs", async () => {
  site({ allowed: false, deviceHours: null });
  const run = await runOnNodes({
    program: "04-many-nodes/train",
    arguments: {
      ...{ model: "tinyefficientnet", dataset: "synthetic", imageSize: 32, localBatchSize: 4 },
      ...{ trainImages: 16, testImages: 4, epochs: 2, stepsPerEpoch: 2 },
    },
    nodes: 2,
    record: "results/two-nodes.json",
  });
  expect(run).toMatchObject({ outcome: "completed", configuration: { workers: 2 } });
  expect(printed.join("\n")).not.toMatch(/^Job /m);
});

import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { readExperiment } from "../../lib/experiment/runner";
import { workbookRoot } from "../../lib/system/workbook";
import { memoryLimit } from "../training/memory-limit";
import { temporaryFolder } from "../temporary";

it("a batch that is too large for the memory is a result: it is not tried again", async (context) => {
  const limit = memoryLimit(1.5e9);
  if (typeof limit === "string") return context.skip(limit);
  const working = temporaryFolder("memory");
  try {
    const design = {
      program: "04-many-nodes/train",
      factors: { batch: [4, 4096] },
      replicates: 1,
      seed: 1,
      attempts: 3,
      arguments: { model: "efficientnetb0", dataset: "synthetic", imageSize: 32, epochs: 2, stepsPerEpoch: 2 },
    };
    writeFileSync(join(working, "memory.yaml"), stringify(design));
    const command = `${limit.enter} && exec ${process.execPath} ${join(workbookRoot, "workbook")} experiment run memory.yaml --on local`;
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: working });
    expect(stdout).toContain("(batch 4096, replicate 1) ran out of memory, which is a result");
    const folder = join(working, "results", "experiments", "memory");
    const { outOfMemory, observations, progress, journal } = await readExperiment("memory", { folder });
    expect(progress).toMatchObject({ done: 2, outOfMemory: 1, failed: 0 });
    expect(outOfMemory.map(({ levels }) => levels.batch)).toEqual([4096]);
    expect(observations.map(({ levels }) => levels.batch)).toEqual([4]);
    expect(journal.runs.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
  } finally {
    rmSync(working, { recursive: true });
    await limit.remove();
  }
});

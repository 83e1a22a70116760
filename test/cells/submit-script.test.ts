import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { submitScript } from "../../lib/cells";
import { inOwnFolder, plainMachine } from "../own-folder";

const at = inOwnFolder("submit-script", plainMachine);

const script = "#!/bin/bash\n#SBATCH --gres=gpu:2\n#SBATCH --time=30\n\nsrun node train.mjs\n";

it("without Slurm, says what sbatch would be asked for, and submits nothing", async () => {
  expect(await submitScript(script)).toBeUndefined();
  expect(at.printed.join("\n")).toMatch(
    /nothing was submitted[^]*--gres=gpu:2\n {2}--time=30\n[^]*srun node train.mjs/,
  );
});

it.each([
  ["without a time limit", script.replace("#SBATCH --time=30\n", ""), /any number of GPU-hours/],
  ["as an array", script.replace("--time=30", "--time=30 --array=1-1000"), /any number of GPU-hours/],
  ["for as many nodes as tasks", script.replace("--time=30", "--time=30 --ntasks=8"), /8\.00 GPU-hours/],
  ["for two to eight nodes", script.replace("--time=30", "--time=30 --nodes=2-8"), /8\.00 GPU-hours/],
])("keeps to the site's budget: %s", async (_, text, says) => {
  writeFileSync("site.json", JSON.stringify({ notebookJobs: { deviceHours: 4 } }));
  vi.stubEnv("WORKBOOK_SITE", join(at.folder, "site.json"));
  await expect(submitScript(text)).rejects.toThrow(says);
  expect(await submitScript(script)).toBeUndefined(); // one hour: only Slurm is missing
  mkdirSync("results/jobs", { recursive: true });
  writeFileSync("results/jobs/earlier.json", JSON.stringify({ script: "earlier", output: "", deviceHours: 3.5 }));
  await expect(submitScript(script)).rejects.toThrow(/3\.50 are used or reserved/);
});

it("submits nothing while it is graded", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await submitScript(script)).toBeUndefined();
  expect(at.printed).toEqual(["Nothing is submitted while grading."]);
});

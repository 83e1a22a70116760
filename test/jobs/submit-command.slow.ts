import { expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";
import { idOf } from "../../lib/jobs/job-folder";
import { submitJob } from "../../lib/jobs/submit-job";
import { workbook } from "../workbook";
import { madeUpJob } from "./made-up-job";
import { onCluster } from "./on-cluster";

const { folder } = onCluster();

/** Runs the command in the tests' folder. */
const submit = (...words: string[]) => workbook(["submit", ...words]);

it.each(["memory", "model-parallel"])("the task %s divides a GPT among two nodes", async (task) => {
  const few = ["--", "--train-rows", "16", "--test-rows", "8", "--dataset", "synthetic"];
  const { exitCode, all: printed } = await submit(task, "--preset", "quick", "--nodes", "2", ...few);
  expect(exitCode, printed).toBe(0);
  const run = await readRun(/^The run's record: (.*)$/m.exec(printed)![1]);
  const { sharding, strategy, workers } = run.configuration;
  const expected = {
    memory: { strategy: "zero-3", sharding: { mesh: { data: 2 }, zero: 3 } },
    "model-parallel": {
      strategy: "pipeline",
      sharding: { mesh: { data: 1, stage: 2, tensor: 1 }, stages: 2, microbatches: 4, schedule: "1f1b" },
    },
  }[task];
  expect({ strategy, sharding }).toEqual(expected);
  expect([run.outcome, workers, run.deviceMemory?.peak.length]).toEqual(["completed", 2, 1]);
});

it("follows a job; Ctrl-C leaves it running and says how to go on", async () => {
  const job = await submitJob(madeUpJob(folder(), ["--steps", "1000"]));
  const id = idOf(job);
  const following = submit("--attach", id);
  let seen = "";
  following.stdout.on("data", (chunk: Buffer) => {
    const before = seen.includes("epoch 1/1");
    seen += chunk.toString();
    if (!before && seen.includes("epoch 1/1")) following.kill("SIGINT");
  });
  const { exitCode, all: printed } = await following;
  expect(exitCode).toBe(130);
  expect(printed).toContain(`The job continues. Follow job ${id} again by \`./workbook submit --attach ${id}\``);
  expect((await submit("--cancel", id)).all).toBe(`Job ${id} was cancelled. Its files stay in ${job.folder}.`);
  const end = await submit("--attach", job.folder);
  expect(end.exitCode).toBe(1);
  expect(end.all).toMatch(/workbook: Job \d+ was cancelled \(CANCELLED\)\. Its checkpoint is/);
  expect(end.all).toContain("The run's record: ");
  expect((await submit("--attach", "77")).all).toMatch(/^workbook: There is no job "77" in results\/jobs/);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";
import { workbookRoot } from "../../lib/system/workbook";
import { idOf } from "../../lib/jobs/job-folder";
import { submitJob } from "../../lib/jobs/submit-job";
import { madeUpJob } from "./made-up-job";
import { onCluster } from "./on-cluster";

const { folder } = onCluster();

/** Runs the command in the tests' folder; `when` is told what it has printed so far. */
async function submit(args: string[], when: (printed: string, interrupt: () => void) => void = () => undefined) {
  const child = spawn(process.execPath, [join(workbookRoot, "workbook"), "submit", ...args]);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      when(printed, () => child.kill("SIGINT"));
    });
  }
  const [status] = (await once(child, "close")) as [number];
  return { status, printed };
}

it.each(["memory", "model-parallel"])("the task %s divides a GPT among two nodes", async (task) => {
  const few = ["--", "--train-rows", "16", "--test-rows", "8", "--dataset", "synthetic"];
  const { status, printed } = await submit([task, "--preset", "quick", "--nodes", "2", ...few]);
  expect(status, printed).toBe(0);
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
  let interrupted = false;
  const { status, printed } = await submit(["--attach", id], (text, interrupt) => {
    if (!interrupted && text.includes("epoch 1/1")) interrupt();
    interrupted ||= text.includes("epoch 1/1");
  });
  expect(status).toBe(130);
  expect(printed).toContain(`The job continues. Follow job ${id} again by \`./workbook submit --attach ${id}\``);
  expect((await submit(["--cancel", id])).printed).toBe(`Job ${id} was cancelled. Its files stay in ${job.folder}.\n`);
  const end = await submit(["--attach", job.folder]);
  expect(end.status).toBe(1);
  expect(end.printed).toMatch(/workbook: Job \d+ was cancelled \(CANCELLED\)\. Its checkpoint is/);
  expect(end.printed).toContain("The run's record: ");
  expect((await submit(["--attach", "77"])).printed).toMatch(/^workbook: There is no job "77" in results\/jobs/);
});

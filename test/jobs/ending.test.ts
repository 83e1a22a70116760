import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { exampleRun } from "../../lib/runs";
import { collect } from "../../lib/jobs/collect";
import { endingOf, tracesOf } from "../../lib/jobs/ending";
import { statusLine, type JobStatus } from "../../lib/jobs/follow";
import type { JobState } from "../../lib/slurm/job-state";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { madeUpJob } from "./made-up-job";
import { temporaryFolder } from "../temporary";

let results: string;
let folder: string;
beforeEach(() => {
  results = temporaryFolder("ending");
  folder = join(results, "jobs", "gpu-7");
  mkdirSync(join(folder, "checkpoint", "step-00000096"), { recursive: true });
  writeFileSync(
    join(results, "jobs", "gpu-7.txt"),
    "a line\nworkbook: The GPU is gone.\nsrun: error: task 0: exited\n",
  );
});

const completed = exampleRun({ epochSeconds: [5, 3], batches: [30, 30, 30] });
const running = { ...completed, outcome: "running" as const, endedAt: undefined };

function status(state: Partial<JobState>, run?: RunRecord, journal: string[] = []): JobStatus {
  const all = { state: "RUNNING", reason: "None", nodes: "n[1-2]", exitCode: 0, signal: 0, restarts: 0, ...state };
  const job = madeUpJob(results, ["--steps-per-epoch", "9"], { memory: 60, minutes: 90 });
  const output = join(results, "jobs", "gpu-7.txt");
  return { job: { schema: 1, ids: ["6", "7"], job, folder, output }, state: all, run, journal };
}

describe("the end of a job that left its record unfinished", () => {
  const ends: [Partial<JobState>, RegExp, RunRecord["outcome"]][] = [
    [
      { state: "TIMEOUT" },
      /^Job 7 came to its time limit of 01:30:00 \(TIMEOUT\)\. Ask for more by --time/,
      "interrupted",
    ],
    [{ state: "OUT_OF_MEMORY" }, /for using more than 60 GiB a node \(OUT_OF_MEMORY\)\. .* --memory/, "out-of-memory"],
    [{ state: "NODE_FAIL" }, /^Job 7 lost a node on n\[1-2\] \(NODE_FAIL\)\. .*--exclude/, "failed"],
    [{ state: "CANCELLED" }, /^Job 7 was cancelled \(CANCELLED\)\./, "interrupted"],
    [{ state: "PREEMPTED" }, /^Job 7 gave way to another job \(PREEMPTED\)\. With --requeue/, "interrupted"],
    [
      { state: "FAILED", exitCode: 1 },
      /failed \(FAILED, exit status 1\): The GPU is gone\. What it printed is in/,
      "failed",
    ],
    [{ state: "FAILED", exitCode: 2 }, /was refused by its program: The GPU is gone\. Correct/, "failed"],
  ];
  it.each(ends)("%j", async (state, message, outcome) => {
    const { file, ...collected } = await collect(status(state, { ...running }));
    expect(collected.done).toBe(false);
    expect(collected.message).toMatch(message);
    if (outcome !== "out-of-memory") {
      expect(collected.message).toMatch(
        /Its checkpoint is .*step-00000096: `.\/workbook submit --resume 7` goes on from there\.$/,
      );
    }
    expect(file).toBe(join(results, running.configuration.program, `${running.id}.json`));
    const kept = await readRun(file ?? "");
    expect(kept).toMatchObject({ outcome, reason: collected.message });
    expect(await readRun(join(folder, "run.json"))).toEqual(kept);
  });
});

it("a job that Slurm has forgotten is judged by its journal and record", async () => {
  const forgotten = { state: "UNKNOWN" };
  expect(await endingOf(status(forgotten, completed))).toMatchObject({ done: true, message: "Job 7 is done." });
  expect((await endingOf(status(forgotten, running, ["T ended 1 failed"]))).message).toContain(
    "(UNKNOWN, exit status 1)",
  );
  expect((await endingOf(status(forgotten, running))).message).toContain("Slurm does not know it any more");
});

it("a job that trained nothing says so", async () => {
  const { done, message } = await endingOf(status({ state: "COMPLETED" }));
  expect(done).toBe(false);
  expect(message).toMatch(/^Job 7 left no run record\. What it printed is in .*gpu-7\.txt\./);
});

it.each([
  ["its record", { ...completed, outcome: "interrupted" as const, reason: "\u001b]0;x\u0007\u001b[2J\u202eend\nok" }],
  ["its output", undefined],
])("prints nothing that a terminal obeys of what a program wrote: %s", async (_, run) => {
  writeFileSync(join(results, "jobs", "gpu-7.txt"), "workbook: \u001b[31mall\u001b[2J is\u009b fine\r\n");
  const { message } = await endingOf(status({ state: "FAILED", exitCode: 1 }, run));
  expect(message).toMatch(/^Job 7 [^\p{Cc}\p{Cf}]*$/u);
});

it("takes for an exit status only what can be one", async () => {
  const traces = await tracesOf({ ...status({}), journal: [`2026-01-31T12:00:00Z ended ${"9".repeat(400)}`] });
  expect(traces.exitStatus).toBeUndefined(); // Infinity would be lost in JSON, and no answer would be left for the class's runner
});

describe("a status in one line", () => {
  it("tells of waiting, starting, training and restarts", () => {
    expect(
      statusLine(status({ state: "PENDING", reason: "Resources", startsAt: Date.parse("2026-01-31T12:00:00") / 1000 })),
    ).toBe("job 7 waits: until nodes are free (Resources), starts about 2026-01-31 12:00:00");
    expect(statusLine(status({}))).toBe("job 7 on n[1-2]: starting");
    expect(statusLine({ ...status({}), state: undefined })).toBe("job 7: Slurm does not answer just now");
    const run = { ...running, epochs: completed.epochs };
    expect(statusLine(status({}, run))).toBe("job 7 on n[1-2]: epoch 2/2  step 3/3  loss 1.1500  30.0 images/s");
    expect(statusLine(status({ restarts: 2 }, run))).toContain("started again (2)");
  });

  it("does not take an earlier try's record for this one's", () => {
    const stopped = { ...completed, outcome: "interrupted" as const, endedAt: "2026-01-31T11:00:00.000Z" };
    const again = status({ restarts: 1 }, stopped, ["2026-01-31T12:00:00Z started 1 n1"]);
    expect(statusLine(again)).toBe("job 7 on n[1-2], started again (1): starting");
  });
});

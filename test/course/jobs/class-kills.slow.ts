import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { prepareAttempt, submitAttempt } from "../../../lib/course/jobs/class-jobs";
import { classPlan, type ClassRequest } from "../../../lib/course/jobs/class-plan";
import { attemptFolderOf, journalFile, journalFolder } from "../../../lib/course/jobs/journal";
import { cancelClass, runClass } from "../../../lib/course/jobs/run";
import { classStatus } from "../../../lib/course/jobs/status";
import * as client from "../../../lib/slurm/client";
import { jobState } from "../../../lib/slurm/job-state";
import { execute, until } from "../../cluster/on-cluster";
import { begun, journalOf, looks, roster, whyNoAccounts, withClass } from "./made-up-class";

const { folder, made, cluster } = withClass();

/** Leaves behind what a runner does that was killed after it noted that each student's first attempt begins. */
async function killedAtBegin(request: ClassRequest): Promise<void> {
  const { journal } = await classPlan(request);
  mkdirSync(journalFolder(request.out), { recursive: true, mode: 0o700 });
  const students = journal.students.map((student) => ({
    ...student,
    attempts: [{ number: 1, name: `begun-${student.student}`, startedAt: new Date().toISOString(), worst: 60 }],
  }));
  writeFileSync(journalFile(request.out), JSON.stringify({ ...journal, students }));
}

const outcomesOf = async (request: ClassRequest): Promise<unknown[][]> =>
  (await journalOf(request)).students.map(({ attempts }) => attempts.map(({ outcome }) => outcome));

it("begins no job whose worst case does not fit into what is left", async () => {
  const request = made("budget", [], { budget: 119 / 3600, ownAccount: true });
  const { ended } = await runClass(request, { ...looks, atOnce: 3 });
  const journal = await journalOf(request);
  const took = journal.students.flatMap(({ attempts }) => attempts.map((each) => each.took ?? NaN));
  // One at a time, as long as a whole minute is left.
  expect(ended).toBe("complete");
  expect(took.every((seconds) => seconds < 30)).toBe(true);
  const starts = journal.students.map(({ attempts: [{ startedAt }] }) => startedAt);
  const ends = journal.students.map(({ attempts: [{ endedAt = "" }] }) => endedAt);
  expect(starts[1] >= ends[0] && starts[2] >= ends[1]).toBe(true);

  // Slurm counts whole seconds: it books one at least of each job.
  const tight = made("tight", ["--steps", "25"], { budget: 61 / 3600, ownAccount: true });
  expect((await runClass(tight, looks)).ended).toBe("no budget left");
  expect((await journalOf(tight)).students.map(({ attempts }) => attempts.length)).toEqual([1, 0, 0]);
  expect((await runClass({ ...tight, budget: 1 }, looks)).ended).toBe("complete");
  expect(begun(tight)).toHaveLength(3);
});

it("goes on after kill -9 at any moment, and submits nothing twice", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const request = made("killed", ["--steps", "8"]);
  const file = join(folder(), "request.json");
  writeFileSync(file, JSON.stringify({ request, options: { ...looks, atOnce: 2 } }));
  const program = [join(__dirname, "run-here.mjs"), file];
  for (const moment of [900, 1300, 1700, 2500]) {
    const child = spawn(process.execPath, program, { stdio: "ignore" });
    await Promise.race([sleep(moment), once(child, "exit")]);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  expect((await runClass(request, looks)).ended).toBe("complete");
  expect(
    begun(request)
      .sort()
      .map((line) => line.split("/").at(-3)),
  ).toEqual(["ada", "bob", "cid"]);
});

it("goes on after kill -9 before a student's folder is made, and before it is handed over", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const request = made("unmade", [], { roster: roster.slice(0, 2) });
  await killedAtBegin(request);
  mkdirSync(join(request.out, roster[1].student), { mode: 0o700 });
  expect((await runClass(request, looks)).ended).toBe("complete");
  expect(await outcomesOf(request)).toEqual([
    ["lost", "done"],
    ["lost", "done"],
  ]);
});

it("cancels no job that begins while Slurm lists what waits", async () => {
  const request = made("listed", [], { ownAccount: true, roster: roster.slice(0, 1) });
  await killedAtBegin(request);
  const journal = await journalOf(request);
  const words = ["--parsable", "--output=/dev/null", "--exclusive", "--nodes=2", "--wrap=sleep 600"];
  const { stdout: blocker } = await execute(cluster().command("sbatch", words));
  await until(async () => (await jobState(blocker))?.state === "RUNNING");
  const attempt = {
    folder: attemptFolderOf(request.out, journal, "ada", 1),
    job: { ...journal.job, name: "begun-ada" },
  };
  await prepareAttempt(attempt, undefined);
  const waits = await submitAttempt(attempt);
  const { slurm } = client;
  const listed = vi.spyOn(client, "slurm").mockImplementation(async (program, flags, options) => {
    if (program !== "scancel" || !flags.includes("--state=PENDING")) return slurm(program, flags, options);
    listed.mockRestore();
    await execute(cluster().command("scancel", [blocker]));
    await until(async () => (await jobState(waits))?.state !== "PENDING");
    return slurm(program, [waits]);
  });
  expect((await runClass(request, looks)).ended).toBe("complete");
  expect(begun(request)).toHaveLength(1);
});

it("says why a job failed, gives it another one when asked, and cancels", async () => {
  const request = made("failing", ["--crash-at", "1"], { ownAccount: true, roster: roster.slice(0, 1) });
  expect((await runClass(request, looks)).ended).toBe("failed jobs");
  expect(await classStatus(request.out)).toMatch(
    /ada +\d+ +failed .* failed \(FAILED, exit status 1\): "[^"]*crashed at step 1 of try 0"/,
  );
  expect((await runClass(request, looks)).ended).toBe("failed jobs");
  expect(begun(request)).toHaveLength(1);
  await runClass({ ...request, retryFailed: true }, looks);
  expect(begun(request)).toHaveLength(2);

  const long = made("long", ["--steps", "1000"], { ownAccount: true });
  const stop = new AbortController();
  const run = runClass(long, { ...looks, signal: stop.signal });
  while (begun(long).length < 2) await sleep(200);
  await expect(runClass(long, looks)).rejects.toThrow(/^This class's task is being run by process \d+/);
  stop.abort();
  expect((await run).ended).toBe("interrupted");
  expect(await classStatus(long.out)).toMatch(/ada +\d+ +runs on node/);
  expect(await cancelClass(long)).toBeGreaterThanOrEqual(2);
  expect(await classStatus(long.out)).toMatch(/ada +\d+ +cancelled/);
});

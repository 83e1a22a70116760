import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { closeAttempt, submitAttempt } from "../../../lib/course/jobs/class-jobs";
import { inAccount } from "../../../lib/course/jobs/errands";
import { classPlan, planLines } from "../../../lib/course/jobs/class-plan";
import { runClass } from "../../../lib/course/jobs/run";
import { classStatus } from "../../../lib/course/jobs/status";
import { rosterOf } from "../../../lib/course/roster";
import { accountNamed } from "../../../lib/system/account";
import { hasEnded, jobState } from "../../../lib/slurm/job-state";
import { readRun } from "../../../lib/runs/record";
import { until } from "../../cluster/on-cluster";
import { madeUpJob } from "../../jobs/made-up-job";
import { temporaryFolder } from "../../temporary";
import { begun, journalOf, looks, roster, whyNoAccounts, withClass } from "./made-up-class";

const { folder, made } = withClass();

it("runs a task for every student, in the student's own account and folder, and books what it took", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const request = made("whole");
  expect(planLines(await classPlan(request))).toEqual([
    expect.stringMatching(/3 students, 3 jobs to begin/),
    "each in the student's own account",
    "a job holds 1 node's CPU share, which counts as a device, for at most 00:01:00: 0.02 device-hours",
    "at worst 0.05 device-hours; the budget is 1.00, of it 0.00 taken",
    "all jobs fit into the budget, also at worst",
  ]);
  expect(existsSync(request.out)).toBe(false);

  const lines: string[] = [];
  const { ended } = await runClass(request, { ...looks, atOnce: 2, print: (line) => lines.push(line) });
  expect(lines.join("\n")).toContain("ada: done");
  expect(ended).toBe("complete");
  const journal = await journalOf(request);
  for (const { student, attempts } of journal.students) {
    expect(attempts).toHaveLength(1);
    expect(attempts[0].took).toBeLessThanOrEqual(60);
    const own = join(request.out, student);
    const record = join(own, "whole-1", "run.json");
    const uid = Number(execFileSync("id", ["-u", roster.find((each) => each.student === student)?.account ?? ""]));
    expect([statSync(own).uid, statSync(record).uid, statSync(own).mode & 0o777]).toEqual([uid, uid, 0o700]);
    expect((await readRun(record)).outcome).toBe("completed");
  }
  expect(statSync(join(request.out, ".class")).mode & 0o777).toBe(0o700);
  expect(await classStatus(request.out)).toMatch(
    /^student +job +state +device-hours\nada +\d+ +done .*\n(.*\n)*Budget 1\.00/,
  );
  await runClass(request, looks);
  expect(begun(request)).toHaveLength(3);
});

it("finds a job whose number nobody noted, and never begins one that nobody waits for any more", async () => {
  // Slurm counts whole seconds.
  const request = made("lost", ["--steps", "25"], { ownAccount: true, roster: roster.slice(0, 2) });
  const plan = await classPlan(request);
  const { journal, out } = plan;
  journal.students.forEach((student, at) => {
    const name = `lost-${student.student}-1-${journal.id}`;
    student.attempts.push({ number: 1, name, startedAt: new Date().toISOString(), worst: 60 + at });
  });
  const jobOf = (student: string) => ({
    folder: join(out, student, "lost-1"),
    job: { ...journal.job, name: `lost-${student}-1-${journal.id}` },
  });
  mkdirSync(join(out, ".class"), { recursive: true, mode: 0o700 });
  for (const student of ["ada", "bob"]) mkdirSync(join(out, student, "lost-1"), { recursive: true });
  writeFileSync(join(out, ".class", "journal.json"), JSON.stringify(journal));
  const noted = await submitAttempt(jobOf("ada"));
  await until(() => begun(request).length === 1);
  expect((await runClass(request, looks)).ended).toBe("complete");
  const [ada, bob] = (await journalOf(request)).students;
  expect(ada.attempts.map(({ job, outcome }) => [job, outcome])).toEqual([[noted, "done"]]);
  expect(bob.attempts.map(({ outcome, took }) => [outcome, took === 0])).toEqual([
    ["lost", true],
    ["done", false],
  ]);
  const late = await submitAttempt(jobOf("bob"));
  for (let state = await jobState(late); !state || !hasEnded(state); state = await jobState(late)) await sleep(200);
  expect(begun(request)).toHaveLength(2);
});

it("does not follow what a student puts in the way", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const secret = join(folder(), "secret");
  writeFileSync(secret, "nobody's business");
  chmodSync(secret, 0o600);
  const request = made("links", [], { roster: roster.slice(0, 2) });
  mkdirSync(request.out);
  symlinkSync("/etc", join(request.out, "ada"));
  const own = join(request.out, "bob");
  mkdirSync(join(own, "links-1"), { recursive: true });
  symlinkSync(secret, join(own, "links-1", "job.json"));
  execFileSync("chown", ["-hR", "daemon:daemon", own]);
  expect((await runClass(request, looks)).ended).toBe("failed jobs");
  const status = await classStatus(request.out);
  expect(status).toMatch(/ada +- +failed .*is there already and not nobody's own folder: move it away/);
  expect(lstatSync(join(request.out, "ada")).isSymbolicLink()).toBe(true);
  expect(readFileSync(secret, "utf8")).toBe("nobody's business");
  rmSync(secret);
});

it("refuses in one line", async () => {
  const request = made("refused", [], { ownAccount: true });
  await expect(classPlan({ ...request, budget: undefined })).rejects.toThrow("Name the budget of all jobs together");
  const strangers = rosterOf("student\nno-such-account\n", "class.csv");
  await expect(classPlan({ ...request, ownAccount: false, roster: strangers })).rejects.toThrow(
    /^There is no account of a student's on this machine named no-such-account: make it/,
  );
  await runClass({ ...request, roster: roster.slice(0, 1) }, looks);
  await expect(classPlan({ ...request, job: { ...request.job, minutes: 2 } })).rejects.toThrow(
    /holds task refused, preset none .*: give the same as then, or name another folder by --out\.$/,
  );
  await expect(classStatus("/nowhere")).rejects.toThrow("Nothing has begun in /nowhere");
});

it("advises only flags that the class's command has", async () => {
  const spec = { folder: temporaryFolder("attempt"), job: madeUpJob(folder()) };
  for (const state of ["TIMEOUT", "NODE_FAIL", "PREEMPTED"]) {
    const ended = { state, reason: "None", nodes: "n1", exitCode: 0, signal: 0, restarts: 0 };
    const { message } = await closeAttempt(spec, "7", ended);
    expect(message).toMatch(/With --retry-failed the student gets a new job\.$/);
    expect(message).not.toContain("--requeue");
  }
});

it("does not wait for an account in which its process is stopped", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const { account } = roster[0];
  const errand = { what: "disown" as const, folder: folder() };
  const answer = inAccount(await accountNamed(account), errand, 0.01); // no process can answer so soon
  await expect(answer).rejects.toThrow(/^The account nobody did not answer within 0.01 s\.$/);
});

import { chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import {
  cancelAttempt,
  findAttempt,
  secondsOfAttempt,
  stateOfAttempt,
  submitAttempt,
} from "../../../lib/course/jobs/class-jobs";
import { makeStudentFolder } from "../../../lib/course/jobs/errands";
import { cancelClass, runClass } from "../../../lib/course/jobs/run";
import { classStatus } from "../../../lib/course/jobs/status";
import { controllerJobs } from "../../../lib/slurm/controller";
import { jobState } from "../../../lib/slurm/job-state";
import { workbookRoot } from "../../../lib/system/workbook";
import { execute, until } from "../../cluster/on-cluster";
import { asMallory, hostilePerl, mallory, scratchFolder, whyNotRoot } from "../../system/mallory";
import { temporaryFolder } from "../../temporary";
import { begun, journalOf, looks, roster, whyNoAccounts, withClass } from "./made-up-class";

const { folder, made, cluster } = withClass();

/** `./workbook course run` as root gives it. */
async function courseRun(out: string, ...words: string[]): Promise<{ exitCode?: number; stderr: string }> {
  const { execa } = await import("execa");
  const students = join(folder(), "class.csv");
  writeFileSync(students, "student,account\nada,nobody\n");
  const args = ["course", "run", "cpu", "--preset", "quick", "--out", out, "--students", students, "--budget", "1"];
  return execa(join(workbookRoot, "workbook"), [...args, ...words, "--", "--dataset", "synthetic"], { reject: false });
}

it.skipIf(whyNotRoot !== "").each([
  ["its link to a folder of root's", (roots: string, class_: string) => `ln -s ${roots} ${class_}`],
  [
    "its folder, in which a link lies",
    (roots: string, class_: string) => `mkdir ${class_}; ln -s ${roots} ${class_}/gpu`,
  ],
  [
    "its folder with a journal",
    (_: string, class_: string) => `mkdir -p ${class_}/gpu/.class; echo '{}' >${class_}/gpu/.class/journal.json`,
  ],
])("a student who was first does not choose what root touches, by %s", async (_, first) => {
  const scratch = scratchFolder();
  const roots = temporaryFolder("roots");
  asMallory(first(roots, join(scratch, "class")));
  const out = join(scratch, "class", "gpu");
  for (const words of [[], ["--dry-run"], ["--cancel"], ["--status"]]) {
    const { exitCode, stderr } = await courseRun(out, ...words);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^workbook: This folder is not safe to work in: \S+\/class belongs to nobody, [^\n]*\.$/);
  }
  expect([(statSync(roots).mode & 0o777).toString(8), readdirSync(roots)]).toEqual(["700", []]);
});

it.skipIf(whyNotRoot !== "")("root hands nothing else over than the folder that it has made", async () => {
  const scratch = scratchFolder();
  const own = join(scratch, "own");
  mkdirSync(own);
  chownSync(own, mallory.uid, mallory.gid);
  const target = temporaryFolder("target");
  const name = join(own, "ada");
  const racing = hostilePerl(`while (1) { if (rmdir "${name}") { symlink "${target}", "${name}"; unlink "${name}" } }`);
  for (let round = 0; round < 2000; round++) {
    await makeStudentFolder(name, mallory).catch(() => undefined);
    try {
      rmdirSync(name);
    } catch {
      // a link, or gone
    }
  }
  racing.kill("SIGKILL");
  expect([statSync(target).uid, (statSync(target).mode & 0o777).toString(8)]).toEqual([0, "700"]);
});

it("a forged note of who runs it removes nothing elsewhere", async () => {
  const request = made("forged", [], { ownAccount: true, roster: roster.slice(0, 1) });
  const precious = join(folder(), "precious");
  mkdirSync(precious);
  writeFileSync(join(precious, "gradebook.db"), "");
  mkdirSync(join(request.out, ".class"), { recursive: true, mode: 0o700 });
  const gone = { host: (await import("node:os")).hostname(), pid: 4_000_000, started: "1" };
  for (const by of ["../../../precious", "../../precious", precious]) {
    writeFileSync(join(request.out, ".class", "runner.json"), JSON.stringify({ ...gone, by }));
    expect((await runClass(request, looks)).ended).toBe("complete");
    expect(existsSync(join(precious, "gradebook.db"))).toBe(true);
  }
});

it("a student who renames a running job is booked what it takes", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const gate = join(folder(), "renamed-may-end");
  const request = made("renamed", ["--until", gate], { roster: roster.slice(0, 1) });
  const run = runClass(request, looks);
  // The job begins before its number is in the journal.
  const job = async () => (await journalOf(request).catch(() => undefined))?.students[0].attempts.at(0)?.job;
  await until(async () => existsSync(`${request.out}.log`) && begun(request).length === 1);
  const fiveSeconds = sleep(5000);
  await until(async () => (await job()) !== undefined);
  const name = "x JobState=COMPLETED RunTime=00:00:00 Restarts=0 ExitCode=0:0";
  const words = ["--reuid=65534", "--regid=65534", "--clear-groups", "scontrol", "update", `job=${await job()}`];
  const { exitCode } = await execute(cluster().command("setpriv", [...words, `name=${name}`]));
  expect(exitCode).toBe(0);
  expect(await classStatus(request.out)).toMatch(/ada +\d+ +runs on node/);
  await fiveSeconds;
  mkdirSync(gate);
  expect((await run).ended).toBe("complete");
  expect((await journalOf(request)).students[0].attempts.map(({ outcome }) => outcome)).toEqual(["done"]);
  expect((await journalOf(request)).students[0].attempts[0].took).toBeGreaterThanOrEqual(5);
});

// A process of the student's can take hold of sbatch's output by pidfd_getfd(2), and say what it likes before sbatch does. Here
// the account has a program in sbatch's place that does, since that wins each time.
it.skipIf(whyNoAccounts !== "").each([
  ["forges its number", "", "$roots"],
  ["renames it at once and forges what is no number of Slurm's", "another", "9999999999"],
  ["renames it at once", "another", "$id"],
  ["renames it at once and forges its number", "another", "$roots"],
])("of a student who %s, the job is found and cancelled, and root's own is not", async (how, name, number) => {
  const wrap = ["--parsable", "--output=/dev/null", "--wrap=sleep 100"];
  const { stdout: roots } = await execute(cluster().command("sbatch", wrap));
  const request = made(how.replaceAll(/\W/g, "-"), ["--steps", "1000"], { roster: roster.slice(0, 1) });
  const program = [
    ...["#!/bin/sh", `roots=${roots}`, 'PATH="${PATH#*:}"', 'id="$(sbatch "$@")"'],
    ...(name === "" ? [] : [`scontrol update "job=$id" "name=${name}"`]),
    // It answers once the job runs: one that waits, and that nothing tells from others any more, is kept from beginning.
    `while ! grep -q begun ${request.out}.log; do sleep 0.1; done`,
    `echo "${number}"`,
  ];
  const programs = join(folder(), "programs");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "sbatch"), program.join("\n") + "\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
  const stop = new AbortController();
  const print = (line: string): void => (line.includes("is submitted") ? stop.abort() : undefined);
  const { ended } = await runClass(request, { ...looks, signal: stop.signal, print });
  vi.unstubAllEnvs();
  expect(ended).toBe("interrupted");
  const theirs = ((await controllerJobs({ uid: mallory.uid })) ?? []).at(-1)?.id ?? "none";
  // It is found in the account that it runs in, also where the roster names another one by now.
  expect(await cancelClass({ ...request, roster: [{ ...roster[0], account: "daemon" }] })).toBe(1);
  expect((await journalOf(request)).students[0].attempts).toMatchObject([{ job: theirs, outcome: "cancelled" }]);
  await until(async () => (await jobState(theirs))?.state === "CANCELLED");
  expect((await jobState(roots))?.state).toBe("RUNNING");
  await execute(cluster().command("scancel", [roots]));
});

it("takes no job for an attempt's that was there before, whatever its name", async () => {
  const own = join(folder(), "older-1");
  const spec = { folder: own, job: { ...made("older").job, name: "older-ada-1", claimed: true } };
  mkdirSync(own);
  const now = Date.now();
  const id = await submitAttempt(spec);
  expect(await findAttempt(spec, new Date(now).toISOString())).toBe(id);
  expect(await findAttempt(spec, new Date(now + 3_600_000).toISOString())).toBeUndefined();
});

it("root ends and books no job of another account's, whatever number the journal has of it", async (context) => {
  context.skip(whyNotRoot !== "", whyNotRoot);
  const { stdout: id } = await execute(
    cluster().command("sbatch", ["--parsable", "--output=/dev/null", "--wrap=sleep 100"]),
  );
  const spec = { folder: folder(), job: made("theirs").job, account: mallory };
  await cancelAttempt(spec, id);
  expect([(await stateOfAttempt(spec, id))?.state, await secondsOfAttempt(spec, id)]).toEqual(["UNKNOWN", undefined]);
  expect((await jobState(id))?.state).not.toBe("CANCELLED");
  await execute(cluster().command("scancel", [id]));
});

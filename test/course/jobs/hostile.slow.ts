import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { cancelAttempt, secondsOfAttempt, stateOfAttempt } from "../../../lib/course/jobs/class-jobs";
import { makeStudentFolder } from "../../../lib/course/jobs/errands";
import { runClass } from "../../../lib/course/jobs/run";
import { classStatus } from "../../../lib/course/jobs/status";
import { classPlan } from "../../../lib/course/jobs/class-plan";
import { jobState } from "../../../lib/slurm/job-state";
import { accountNamed, type Account } from "../../../lib/system/account";
import { execute, until } from "../../cluster/on-cluster";
import { asMallory, hostilePerl, mallory, rightsOf, scratchFolder, whyNotRoot } from "../../system/mallory";
import { temporaryFolder } from "../../temporary";
import { workbook } from "../../workbook";
import { begun, jobIdOf, journalOf, looks, roster, whyNoAccounts, withClass } from "./made-up-class";

const { folder, made, cluster } = withClass();

/** `./workbook course run` as root gives it. */
function courseRun(out: string, ...words: string[]) {
  const students = join(folder(), "class.csv");
  writeFileSync(students, "student,account\nada,nobody\n");
  const args = ["course", "run", "cpu", "--preset", "quick", "--out", out, "--students", students, "--budget", "1"];
  return workbook([...args, ...words, "--", "--dataset", "synthetic"]);
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
  await until(async () => existsSync(`${request.out}.log`) && begun(request).length === 1);
  const fiveSeconds = sleep(5000);
  await until(async () => (await jobIdOf(request)) !== undefined);
  const name = "x JobState=COMPLETED RunTime=00:00:00 Restarts=0 ExitCode=0:0";
  const { exitCode } = await asStudent(mallory, "scontrol", "update", `job=${await jobIdOf(request)}`, `name=${name}`);
  expect(exitCode).toBe(0);
  expect(await classStatus(request.out)).toMatch(/ada +\d+ +runs on node/);
  await fiveSeconds;
  mkdirSync(gate);
  expect((await run).ended).toBe("complete");
  expect((await journalOf(request)).students[0].attempts.map(({ outcome }) => outcome)).toEqual(["done"]);
  expect((await journalOf(request)).students[0].attempts[0].took).toBeGreaterThanOrEqual(5);
});

/** Runs Slurm's command in the account of a student, on the head of the cluster. */
const asStudent = (student: Account, program: string, ...words: string[]) =>
  execute(cluster().command("setpriv", [...rightsOf(student), program, ...words]));
/** Keeps nodes busy until it is cancelled. */
async function block(nodes = 1): Promise<string> {
  const words = [...quiet, "--exclusive", `--nodes=${nodes}`, "--wrap=sleep 600"];
  const { stdout: id } = await execute(cluster().command("sbatch", words));
  await until(async () => (await jobState(id))?.state === "RUNNING");
  return id;
}
const quiet = ["--parsable", "--output=/dev/null"];
const cancel = (id: string) => execute(cluster().command("scancel", [id]));

it("a student who gives an earlier job the class job's name is booked the class job", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const { stdout: own } = await asStudent(mallory, "sbatch", ...quiet, "--mem=100", "--chdir=/tmp", "--wrap=sleep 600");
  expect(own).toMatch(/^\d+$/);
  const gate = join(folder(), "named-may-end");
  const request = made("named", ["--until", gate], { roster: roster.slice(0, 1) });
  // As soon as the class job is there, for as long as nobody knows its number.
  const rename = `n=$(squeue -h -u nobody -o "%j" | grep -m1 "^named-ada") && scontrol update job=${own} "name=$n"`;
  const renaming = asStudent(mallory, "bash", "-c", `until ${rename}; do :; done`);
  const run = runClass(request, looks);
  await renaming;
  await until(() => begun(request).length === 1);
  mkdirSync(gate);
  expect((await run).ended).toBe("complete");
  const [{ job, took }] = (await journalOf(request)).students[0].attempts;
  expect([job === own, (took ?? 60) < 60]).toEqual([false, true]);
  expect((await jobState(own))?.state).toBe("RUNNING");
  await cancel(own);
});

it("no student keeps the others from beginning by a job that the student keeps from beginning", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const blocker = await block(2);
  const others = [
    { student: "dan", account: "sys" },
    { student: "eve", account: "games" },
  ];
  const students = [...roster, ...others.map((other) => ({ ...roster[0], ...other }))];
  const request = made("kept", [], { roster: students });
  const run = runClass(request, { ...looks, atOnce: 1 });
  const ways = [
    ["hold"],
    ["update", "StartTime=now+2hours"],
    ["update", `Dependency=afterany:${blocker}`],
    ["update", "NumNodes=2-2"],
  ];
  for (const [at, [command, change]] of ways.entries()) {
    await until(async () => (await jobIdOf(request, at)) !== undefined);
    const account = await accountNamed(students[at].account);
    const id = (await jobIdOf(request, at))!;
    const words = command === "hold" ? ["hold", id] : [command, `job=${id}`, change];
    expect((await asStudent(account!, "scontrol", ...words)).stderr).toBe("");
  }
  await until(async () => (await jobIdOf(request, 4)) !== undefined);
  await cancel(blocker);
  expect((await run).ended).toBe("failed jobs");
  const ends = (await journalOf(request)).students;
  expect(ends.map(({ attempts: [{ outcome, took, message }] }) => [outcome, took, message])).toEqual([
    ["failed", 0, expect.stringMatching(/^Job \d+ was cancelled: the account nobody had it held \(JobHeldUser\)$/)],
    ["failed", 0, expect.stringContaining("the account daemon had it made to begin later (BeginTime)")],
    ["failed", 0, expect.stringContaining("the account bin had it made to wait for another job (Dependency)")],
    ["failed", 0, expect.stringContaining("the account sys had it made larger (")],
    ["done", expect.any(Number), expect.stringContaining("is done")],
  ]);
});

it("a job that waits while a later one of the class begins has no place that others need", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const blockers = [await block(), await block()];
  const gate = join(folder(), "overtaken-may-end");
  const request = made("overtaken", ["--until", gate]);
  const run = runClass(request, { ...looks, atOnce: 2 });
  await until(async () => (await jobIdOf(request)) !== undefined);
  const { nodes = "" } = (await jobState(blockers[0])) ?? {};
  expect(nodes).toMatch(/^node\d$/);
  expect(
    (await asStudent(mallory, "scontrol", "update", `job=${await jobIdOf(request)}`, `ReqNodeList=${nodes}`)).stderr,
  ).toBe("");
  await cancel(blockers[1]);
  await until(() => begun(request).length === 2);
  expect(begun(request).join()).not.toContain("/ada/");
  mkdirSync(gate);
  await cancel(blockers[0]);
  expect((await run).ended).toBe("complete");
});

it("an attempt whose number is lost, and that the student says has begun, is booked its worst case", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const request = made("said", [], { roster: roster.slice(0, 1) });
  const { journal } = await classPlan(request);
  const startedAt = new Date().toISOString();
  for (const [at, says] of ["999999", "../../x"].entries()) {
    rmSync(request.out, { recursive: true, force: true });
    mkdirSync(join(request.out, ".class"), { recursive: true, mode: 0o700 });
    const own = join(request.out, "ada");
    mkdirSync(join(own, "said-1"), { recursive: true });
    symlinkSync(says, join(own, "said-1", "started"));
    execFileSync("chown", ["-hR", "nobody:nogroup", own]);
    const attempts = [{ number: 1, name: `said-ada-${at}`, startedAt, worst: 60 }];
    const students = journal.students.map((student) => ({ ...student, attempts }));
    writeFileSync(join(request.out, ".class", "journal.json"), JSON.stringify({ ...journal, students }));
    expect((await runClass(request, looks)).ended).toBe("failed jobs");
    const [{ outcome, took }] = (await journalOf(request)).students[0].attempts;
    expect([says, outcome, took]).toEqual([says, "failed", 60]);
  }
});

it("what a student's job leaves is quoted, and tells nobody to go on with the student's folder", async (context) => {
  context.skip(whyNoAccounts !== "", whyNoAccounts);
  const words = "\u001b]0;root\u0007 $HOME is fine: run `./workbook submit --resume /x` as root.";
  const request = made("told", ["--crash-at", "2", "--says", words], { roster: roster.slice(0, 1) });
  const lines: string[] = [];
  await runClass(request, { ...looks, print: (line) => lines.push(line) });
  const home = (await accountNamed("nobody"))?.home;
  const said = `${lines.join("\n")}\n${await classStatus(request.out)}`;
  expect(said).toMatch(
    new RegExp(
      `failed \\(FAILED, exit status 1\\): "[^"]* ${home} is fine: run \`./workbook submit --resume /x\` as root"`,
    ),
  );
  expect(said).not.toMatch(/[\u001b\u0007]|checkpoint/);
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

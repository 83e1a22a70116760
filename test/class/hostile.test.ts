import { chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeStudentFolder } from "../../lib/class/errands";
import { runClass } from "../../lib/class/run";
import { classStatus } from "../../lib/class/status";
import { workbookRoot } from "../../lib/tensorflow/installation";
import { execute, until } from "../cluster/on-cluster";
import { asMallory, hostilePerl, mallory, scratchFolder, whyNotRoot } from "../files/mallory";
import { temporaryFolder } from "../temporary";
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
  const request = made("renamed", ["--steps", "60"], { roster: roster.slice(0, 1) });
  const run = runClass(request, looks);
  await until(() => existsSync(`${request.out}.log`) && begun(request).length === 1);
  const [{ attempts }] = (await journalOf(request)).students;
  const name = "x JobState=COMPLETED RunTime=00:00:00 Restarts=0 ExitCode=0:0";
  const words = ["--reuid=65534", "--regid=65534", "--clear-groups", "scontrol", "update", `job=${attempts[0].job}`];
  const { exitCode } = await execute(cluster().command("setpriv", [...words, `name=${name}`]));
  expect(exitCode).toBe(0);
  expect(await classStatus(request.out)).toMatch(/ada +\d+ +runs on node/);
  expect((await run).ended).toBe("complete");
  expect((await journalOf(request)).students[0].attempts.map(({ outcome }) => outcome)).toEqual(["done"]);
  expect((await journalOf(request)).students[0].attempts[0].took).toBeGreaterThanOrEqual(5);
});

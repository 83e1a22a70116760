import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeClass, type Student } from "../../bench/grading/class";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { workbookRoot } from "../../lib/system/workbook";
import { commandLines } from "../command-lines";
import { temporaryFolder } from "../temporary";

const lesson = "01-one-device";
const why = whyNoSandbox();
if (why !== undefined) console.log(`Interrupted grading is not tried: ${why}`);

const everybody = ["ada", "bob", "cid"].map((name): Student => ({ name, kind: "blank" }));
let course: string;
let running: ChildProcess | undefined;
beforeAll(async () => {
  course = temporaryFolder("interrupted");
  await makeClass(course, lesson, everybody);
});
afterAll(() => {
  running?.kill("SIGKILL");
});

/** Starts `./workbook grade` as an instructor does. */
function grade(): { ended: Promise<{ status: number | null; said: string }>; child: ChildProcess } {
  const child = spawn(process.execPath, [join(workbookRoot, "workbook"), "grade", lesson, "--course", course]);
  running = child;
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return {
    ended: once(child, "close").then(([status]: unknown[]) => ({ status: status as number | null, said })),
    child,
  };
}

/** What is kept of each student's submission: which file it is, and when it was written. */
function kept(): Map<string, string> {
  const folder = join(course, "grading", "results", lesson);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    names.map((name) => {
      const { ino, mtimeMs } = statSync(join(folder, name));
      return [name, `${ino} ${mtimeMs}`];
    }),
  );
}

/** Processes that run something of this course's, or a notebook in a sandbox of its. */
const processes = () => commandLines().filter(([, line]) => line.includes(course));

describe.skipIf(why !== undefined)("grading that is killed in the middle", () => {
  let before: Map<string, string>;

  it("ends with everything it started", async () => {
    const { child, ended } = grade();
    while (kept().size < 1 && child.exitCode === null) await sleep(20);
    child.kill("SIGKILL");
    expect((await ended).status).toBeNull();
    before = kept();
    expect(before.size).toBeGreaterThanOrEqual(1);
    expect(before.size).toBeLessThan(everybody.length);
    await expect.poll(processes, { timeout: 20_000 }).toEqual([]);
  });

  it("goes on with the same command and grades nothing twice", async () => {
    const { status, said } = await grade().ended;
    expect(status, said).toBe(0);
    const after = kept();
    expect(after.size).toBe(everybody.length);
    for (const [name, identity] of before) expect(after.get(name), name).toBe(identity);
    for (const { name } of everybody) {
      expect(said).toMatch(new RegExp(`^${name} .* of \\d+ points`, "m"));
      expect(existsSync(join(course, "feedback", name, lesson, "one-device.html")), name).toBe(true);
    }
  });

  it("has nothing left to do then", async () => {
    const known = kept();
    const { status, said } = await grade().ended;
    expect(status).toBe(0);
    expect(said).toContain(`${everybody.length} submissions graded`);
    expect(said).toContain(`${everybody.length} of them earlier`);
    expect(kept()).toEqual(known);
  }, 120_000);
});
